/// JSON documents, value by value.
#ifndef CLD_JSON_WRITER_H
#define CLD_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "collide/vec.h"

struct cJSON;

/// Adds to `text`, on one line if `compact`, else indented by two blanks. Start from {.text = ..., .compact =
/// ...}. Each call takes the key of the value; NULL in an array and for the document itself.
typedef struct cld_json_writer {
    cld_text *text;
    bool compact;
    int depth;      ///< containers that are open
    int line_depth; ///< the depth from which on all stands on one line, 0 if nothing does
    bool has_value; ///< in the container that is open
} cld_json_writer;

/// Where the values of a container stand, unless everything is on one line.
typedef enum cld_json_layout { CLD_JSON_LINES, CLD_JSON_ON_A_LINE } cld_json_layout;

void cld_json_open_object(cld_json_writer *w, const char *key, cld_json_layout layout);
void cld_json_open_array(cld_json_writer *w, const char *key, cld_json_layout layout);

/// Closes what was opened last; `bracket` is '}' or ']'.
void cld_json_close(cld_json_writer *w, char bracket);

/// Closes the object that the document is, and ends its last line.
void cld_json_end(cld_json_writer *w);

void cld_json_put_number(cld_json_writer *w, const char *key, double value); ///< null unless finite
void cld_json_put_integer(cld_json_writer *w, const char *key, uint64_t value);
void cld_json_put_string(cld_json_writer *w, const char *key, const char *string); ///< null for NULL
void cld_json_put_bool(cld_json_writer *w, const char *key, bool value);
void cld_json_put_null(cld_json_writer *w, const char *key);
void cld_json_put_position(cld_json_writer *w, const char *key, unsigned long position); ///< null for 0
void cld_json_put_numbers(cld_json_writer *w, const char *key, const double *values, size_t count);
void cld_json_put_integers(cld_json_writer *w, const char *key, const uint32_t *values, size_t count);

/// As many components as there are dimensions, 2 or 3.
void cld_json_put_vector(cld_json_writer *w, const char *key, cld_vec3 v, int dimension);

/// A value that is JSON text already; what does something to a terminal is escaped.
void cld_json_put_text(cld_json_writer *w, const char *key, const char *text, size_t length);

/// A value of a document that was read, every digit of its numbers kept as far as a double does.
void cld_json_put_node(cld_json_writer *w, const char *key, const struct cJSON *node);

#endif
