/// How a request can fail, and what is said about it.
#ifndef COLLIDE_STATUS_H
#define COLLIDE_STATUS_H

#include "collide/export.h"

CLD_API_BEGIN

/// Whether a request could be served; everything but CLD_OK leaves the outputs of a call unset.
/// What a query found (apart, touching, penetrating) is never a status.
typedef enum cld_status {
    CLD_OK,
    CLD_USAGE,
    CLD_IO,
    CLD_SYNTAX,
    CLD_WRONG_TYPE,
    CLD_MISSING_KEY,
    CLD_UNKNOWN_KEY,
    CLD_DUPLICATE_KEY,
    CLD_BAD_VALUE,
    CLD_BAD_INDEX,
    CLD_NOT_CONVEX,
    CLD_BAD_TRANSFORM,
    CLD_DIMENSION_MISMATCH,
    CLD_UNSUPPORTED,
    CLD_NOT_FOUND,
    CLD_DUPLICATE_NAME,
    CLD_TOO_LARGE,
    CLD_NOT_CERTIFIED,
    CLD_INTERNAL,
} cld_status;

/// Room for a JSON pointer: for /objects/999999/shape, 24 times /children/9999 as deep as compounds lie in
/// one another, and a member such as /transform/rotation/degrees, 384 bytes; what is left is for names, which
/// have no limit. A pointer that is longer ends before a member, and leads to what the value lies in.
#define CLD_POINTER_SIZE 512

/// The first thing that was wrong. Owns no memory; a longer message is cut at a character and ends in "...".
typedef struct cld_error {
    cld_status status;
    unsigned long line;             ///< 1-based line of a syntax error, 0 where there is none
    unsigned long column;           ///< 1-based column in bytes, 0 where there is none
    char pointer[CLD_POINTER_SIZE]; ///< JSON pointer to the value, "" for the document itself
    char message[384];              ///< what was found and what was expected, without a full stop
} cld_error;

/// The stable name of a status, as in error documents: "bad-value" for CLD_BAD_VALUE.
const char *cld_status_name(cld_status status);

CLD_API_END

#endif
