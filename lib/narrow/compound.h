/// Pairs of which one shape, or both, are compounds.
#ifndef CLD_NARROW_COMPOUND_H
#define CLD_NARROW_COMPOUND_H

#include "narrow/pair.h"

/// Answers a pair of which one side or both are compounds, as far as asked. The comment of cld_find_collision
/// says what the answer for a compound is.
cld_status cld_answer_compounds(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                                const cld_pose *pose_b, cld_reach reach, const cld_query_options *options,
                                cld_workspace *workspace, cld_result *result, cld_error *err);

#endif
