/// How far a polytope, rounded or not, is above a half-space, its sign decided without any rounding.
#ifndef CLD_PROOF_EXACT_PLANE_H
#define CLD_PROOF_EXACT_PLANE_H

#include "proof/exact_cso.h"
#include "shape/halfspace.h"

/// The signed distance of a half-space and a polytope, less the latter's radius, within a relative 2^-47, 0
/// iff they touch. The boundary is where exact arithmetic puts it: the given
/// normal and offset, moved as vertices are (proof/exact_cso.h). `exact` is that of the polytope and of
/// `ground`, either way round; its exponent may become less. False if the numbers need too many bits.
bool cld_find_exact_height(cld_exact_cso *exact, const cld_ground *ground, double *height);

#endif
