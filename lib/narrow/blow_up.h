/// The tetrahedron that EPA begins with.
#ifndef CLD_NARROW_BLOW_UP_H
#define CLD_NARROW_BLOW_UP_H

#include "narrow/simplex.h"

/// A unit normal of a flat A - B or its opposite: the one along which the shapes are farther apart, else the
/// lexicographically larger.
cld_vec3 cld_choose_flat_normal(const cld_cso *cso, cld_vec3 n);

/// A tetrahedron of vertices of A - B around the simplex, or the normal of the plane, line or point that A -
/// B is. Returns whether A - B is solid, that is thicker than its own rounding. Adds to `support_calls`.
bool cld_blow_up(const cld_cso *cso, const cld_simplex *simplex, cld_cso_vertex corner[4],
                 cld_vec3 *flat_normal, uint32_t *support_calls);

#endif
