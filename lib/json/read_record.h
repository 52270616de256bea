/// Records of a batch: two shapes, and how they are asked about.
#ifndef CLD_JSON_READ_RECORD_H
#define CLD_JSON_READ_RECORD_H

#include <stddef.h>

#include "collide/query.h"
#include "json/library.h"

struct cJSON;

/// One of the shapes of a record.
typedef struct cld_record_operand {
    const cld_library_shape
        *made; ///< what it refers to, unchanged; NULL if the shape is to be made from `def`
    cld_shape_def def;
    bool is_reference; ///< to a good shape, which has been moved if it is to be made
} cld_record_operand;

/// A record with all that it points to; the text of its id is part of the line. {0} is an empty one, and the
/// memory of one serves the next.
typedef struct cld_record {
    const char *id; ///< as it stands in the line; "null" where there is none
    size_t id_length;
    cld_record_operand operand[2];
    cld_query_options options;
    struct cJSON *tree;
    cld_arena arena;
    double *numbers; ///< of plain records; kept from one to the next
    size_t number_room;
} cld_record;

/// Reads {"id", "a", "b", "options"}. An operand is a shape, or {"ref", "transform"} with the name of a shape
/// of `library`, which may be NULL. `options` holds what applies where the record says nothing.
///
/// The id is set whatever else is wrong, as far as it can be made out. The caller clears the record, also
/// when this fails: with any code that a badly formed document has, pointing into the record.
/// What `record` held before is forgotten.
cld_status cld_record_read(const char *line, size_t length, const cld_library *library,
                           const cld_query_options *options, cld_record *record, cld_error *err);

/// Reads into `options` what a record's own say; of the others they stay as they are.
cld_status cld_record_read_options(const struct cJSON *record, cld_query_options *options, cld_error *err);

void cld_record_clear(cld_record *record);

#endif
