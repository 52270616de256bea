/// Pairs of which one shape, or both, are compounds.
#ifndef CLD_NARROW_COMPOUND_H
#define CLD_NARROW_COMPOUND_H

#include "narrow/pair.h"

/// Answers a pair of which one side or both are compounds, as far as asked. The comment of cld_find_collision
/// says what the answer for a compound is.
cld_status cld_answer_compounds(const cld_request *request, cld_result *result, cld_error *err);

#endif
