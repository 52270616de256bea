/// Result and error documents.
#ifndef CLD_JSON_WRITE_RESULT_H
#define CLD_JSON_WRITE_RESULT_H

#include <stddef.h>
#include <stdint.h>

#include "collide/query.h"
#include "json/writer.h"

/// A warning and the shape it is about: "a" or "b".
typedef struct cld_json_warning {
    const char *shape;
    cld_warning warning;
} cld_json_warning;

/// Wall time in nanoseconds.
typedef struct cld_json_timing {
    uint64_t read, build, query;
} cld_json_timing;

/// What is told beside an answer. {0} is nothing.
typedef struct cld_json_notes {
    const cld_json_warning *warnings;
    size_t warning_count;
    const cld_json_timing *timing; ///< NULL: no `stats`
} cld_json_notes;

/// Adds the members of an answer to the object that is open.
void cld_json_put_result(cld_json_writer *w, const cld_result *result, cld_json_notes notes);

/// Writes the document of an answer.
void cld_json_write_result(cld_json_writer *w, const cld_result *result, cld_json_notes notes);

/// Writes an error about `file`, which is NULL for one that is about none. A `code` other than NULL takes the
/// place of the status's name.
void cld_json_write_error(cld_json_writer *w, const char *code, const char *file, const cld_error *err);

#endif
