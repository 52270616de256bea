/// The faces of a hull that a listed face lies over, where it is neither within one nor made up of several.
#ifndef CLD_HULL_COVER_H
#define CLD_HULL_COVER_H

#include "hull/match.h"

/// Sets the matcher's `covered` to the faces of a solid that the last matched list lies over, seen along its
/// normal, and marks their edges that run through it. `vertex` has its points in cyclic order, either way.
/// The normal is on the side of `along`, or that itself where the list is narrower than the tolerance. Finds
/// only some once `allowed_to_cover` is too little.
void cld_cover_find(cld_matcher *matcher, const uint32_t *vertex, uint32_t count, cld_vec3 along);

/// Whether the points are listed in the order, either way, in which they surround their mean, seen along a
/// normal. `turn` gets how far they go around it, positive for counter-clockwise.
bool cld_cover_is_cyclic(const cld_surface *surface, const uint32_t *vertex, uint32_t count, cld_vec3 normal,
                         double *turn);

/// Sorts points around their mean, seen along a normal. False when memory runs out.
bool cld_cover_sort(const cld_surface *surface, uint32_t *vertex, uint32_t count, cld_vec3 normal);

#endif
