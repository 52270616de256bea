/// Whether one shape lies inside the other.
#ifndef CLD_NARROW_CONTAINMENT_H
#define CLD_NARROW_CONTAINMENT_H

#include "narrow/workspace.h"
#include "shape/cso.h"

/// Whether every point of A, rounded by `radius_a`, is in B, rounded by `radius_b`, or within `tolerance` of it; lengths in the
/// frame of the cso. `b_is_container` false asks the same of B in A.
bool cld_is_contained(const cld_cso *cso, bool b_is_container, double radius_a, double radius_b, double tolerance,
                      cld_workspace *workspace);

#endif
