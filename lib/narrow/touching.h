/// Polytopes that touch, or hardly do not.
#ifndef CLD_NARROW_TOUCHING_H
#define CLD_NARROW_TOUCHING_H

#include "narrow/pair.h"
#include "narrow/walk.h"

/// Answers where a walk was not sure, by a direction that its simplex tells: if the bounds come as near to
/// each other as is `enough`, and cores that are apart have nearest points along it. False else, and where A
/// - B is flat in that direction; of the answer then only the stats are others.
bool cld_answer_touching(const cld_cso *cso, const cld_walk_result *walk, double enough,
                         cld_core_answer *answer);

#endif
