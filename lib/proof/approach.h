/// The nearest point of a convex set, closer and closer, from points of the set, as in GJK.
#ifndef CLD_PROOF_APPROACH_H
#define CLD_PROOF_APPROACH_H

#include "math/vec.h"

/// Up to four points of the set, relative to where it is seen from. All zero to begin with.
typedef struct cld_approach {
    cld_vec3 at[4];
    int count;
} cld_approach;

/// Takes one more point, the farthest back along the last way, and returns the way to the nearest of all that
/// lies between those that there are, 0 where they are all around: the nearest of the set is no farther. As
/// rounding has it: who wants proof asks how far the set is along that.
cld_vec3 cld_approach_step(cld_approach *s, cld_vec3 point);

#endif
