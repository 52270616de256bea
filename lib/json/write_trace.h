/// The steps of a query as lines of JSON.
#ifndef CLD_JSON_WRITE_TRACE_H
#define CLD_JSON_WRITE_TRACE_H

#include "collide/trace.h"
#include "json/write_result.h"

/// A trace that adds its steps to `text`.
cld_trace cld_json_trace_into(cld_text *text);

/// Writes the line that ends a trace: {"step": "result", "result": the document of the answer}.
void cld_json_write_last_step(cld_text *text, const cld_result *result, cld_json_notes notes);

#endif
