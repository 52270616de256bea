/// Records of a batch that stand alone.
#ifndef CLD_JSON_WRITE_RECORD_H
#define CLD_JSON_WRITE_RECORD_H

#include <stddef.h>

#include "collide/query.h"
#include "json/library.h"

/// Writes the record in `line`, which is good, so that it can be asked again without what it was asked with:
/// shapes of `library`, which may be NULL, stand in place of references to them, and `options` among its own
/// where it says nothing. A shape that was moved after its own transform gets the product as a matrix,
/// rounded to doubles. Fails with the codes of bad records, and then adds nothing.
cld_status cld_json_write_record(const char *line, size_t length, const cld_library *library,
                                 const cld_query_options *options, cld_text *text, cld_error *err);

#endif
