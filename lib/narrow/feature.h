/// The part of a polytope that lies on its supporting plane.
#ifndef CLD_NARROW_FEATURE_H
#define CLD_NARROW_FEATURE_H

#include "collide/query.h"
#include "narrow/sat.h"

/// A face, edge or vertex of the hull by its own index.
typedef struct cld_hull_feature {
    cld_feature_kind kind;
    uint32_t index;
    uint32_t farthest; ///< the vertex farthest along the normal: it is on the supporting plane
    bool is_alone;     ///< the hull has no other of this kind there; may be false even so
} cld_hull_feature;

/// The largest feature whose vertices all lie within `slack` of the supporting plane with outward unit normal
/// n, on which the vertex `farthest` is.
cld_hull_feature cld_find_feature(const cld_solid *solid, cld_vec3 n, uint32_t farthest, double slack);

/// The face that is turned most towards n, of those beside an edge, if that is what lies on the supporting
/// plane, else of all. CLD_NO_INDEX if it, and all that it is one with, does not lie within `nearly` of that
/// plane or is not broad beside that (shape/panels.h).
uint32_t cld_find_near_face(const cld_solid *solid, cld_vec3 n, const cld_hull_feature *feature,
                            double nearly);

/// The face turned most towards n (of equally turned ones the first), or CLD_NO_INDEX if the hull has no
/// faces.
uint32_t cld_find_facing(const cld_solid *solid, cld_vec3 n);

#endif
