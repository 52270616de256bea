/// Where two cores meet along a known normal.
#ifndef CLD_NARROW_WITNESS_H
#define CLD_NARROW_WITNESS_H

#include "narrow/workspace.h"
#include "shape/cso.h"

/// Finds a point a of A on its supporting plane along n such that a - depth * n is a point of B on its
/// supporting plane, by the nearest points of the two supporting features, B's moved by depth * n. Vertices
/// count as on a plane within a slack that grows from rounding until the features meet, within 4 times
/// `most_slack` at most, or have all vertices. `a` is relative to A's centre. False when memory runs out.
bool cld_find_witness(const cld_cso *cso, cld_vec3 n, double depth, double most_slack,
                      cld_workspace *workspace, cld_vec3 *a);

#endif
