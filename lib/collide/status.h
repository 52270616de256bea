/// How a request can fail, and what is said about it.
#ifndef COLLIDE_STATUS_H
#define COLLIDE_STATUS_H

#include "collide/export.h"

CLD_API_BEGIN

/// Whether a request could be served; everything but CLD_OK leaves the outputs of a call unset.
/// What a query found (apart, touching, penetrating) is never a status.
typedef enum cld_status {
    CLD_OK,
    CLD_USAGE,              ///< a command line; never the library's
    CLD_IO,                 ///< a file cannot be read or written; never the library's
    CLD_SYNTAX,             ///< text is not JSON, or not of the format it should be of
    CLD_WRONG_TYPE,         ///< a number where a string should be, and the like
    CLD_MISSING_KEY,        ///< an object lacks a key that it has to have
    CLD_UNKNOWN_KEY,        ///< an object has a key that it may not have
    CLD_DUPLICATE_KEY,      ///< an object has a key twice
    CLD_BAD_VALUE,          ///< of the right type, but out of range, or not one of those known
    CLD_BAD_INDEX,          ///< an index of what is not there
    CLD_NOT_CONVEX,         ///< faces or an outline that bound no convex shape
    CLD_BAD_TRANSFORM,      ///< one that is not affine, not invertible or, of a pose, not rigid
    CLD_DIMENSION_MISMATCH, ///< one shape is planar and the other is not
    CLD_UNSUPPORTED,        ///< a sound request that is not served
    CLD_NOT_FOUND,          ///< a name of what is not there
    CLD_DUPLICATE_NAME,     ///< a name of two things
    CLD_TOO_LARGE,          ///< beyond a limit that is documented
    CLD_NOT_CERTIFIED,      ///< an answer that could not be proven, or that another method contradicts
    CLD_INTERNAL,           ///< memory ran out, or a fault of the program
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
