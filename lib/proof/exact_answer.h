/// How two polytopes, or a half-space and one, collide, decided without any rounding.
#ifndef CLD_PROOF_EXACT_ANSWER_H
#define CLD_PROOF_EXACT_ANSWER_H

#include "collide/query.h"
#include "proof/exact_plane.h"
#include "proof/sign.h"

typedef struct cld_exact_answer {
    cld_outcome outcome;
    bool is_measured;          ///< the next is set: not of cores that overlap, nor touch in a rounded shape
    double signed_distance;    ///< in the world, within a relative 2^-47
    cld_exact_nearest nearest; ///< of polytopes; what stands below its distance is set where that is not 0
} cld_exact_answer;

/// Whether a shape is one of these: a polytope rounded by a radius that is a double, if at all.
static inline bool cld_is_exact(const cld_shape *shape) {
    return shape->core.count > 0 && shape->has_exact_radius;
}

/// `ground` is the half-space of the two, or NULL; `exact` may become a fan, or have another exponent. False
/// if the numbers need too many bits.
bool cld_find_exact_answer(cld_exact_cso *exact, const cld_ground *ground, cld_exact_answer *answer);

#endif
