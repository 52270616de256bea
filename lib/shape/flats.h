/// The planes of a polytope's largest faces: the directions that are asked first whether they separate it
/// from another shape nearby.
///
/// Of shapes that are apart but near each other, about half are separated by a face of one of them, mostly by
/// the one above whose plane the other's centre is highest. With prisms, wedges, discs and bevelled boxes it
/// is enough to look at the eight largest.
#ifndef CLD_SHAPE_FLATS_H
#define CLD_SHAPE_FLATS_H

#include "shape/faces.h"
#include "shape/rough.h"

/// A face's outward normal, as long as CLD_FLAT_UNIT, and no less than the greatest dot product of a vertex,
/// relative to the shape's centre, and it.
typedef struct cld_flat {
    cld_vec3 normal;
    double height;
} cld_flat;

/// Of a hull of rank 3 whose vertices are a cloud's, none farther from the origin than `reach`.
void cld_flats_make(const cld_cloud *cloud, double reach, const cld_hull *hull, const cld_facets *facets,
                    cld_flats *flats);

/// The number of the plane above which `to` is highest, which is relative to the shape's centre, in floats,
/// whose last bits are lost.
CLD_INLINE uint32_t cld_flats_find_highest(const cld_flats *flats, float reach, cld_vec3 to) {
    const float x = (float)to.x, y = (float)to.y, z = (float)to.z;
    cld_floats above = __builtin_convertvector(flats->x, cld_floats) * x +
                       __builtin_convertvector(flats->y, cld_floats) * y +
                       __builtin_convertvector(flats->z, cld_floats) * z -
                       __builtin_convertvector(flats->height, cld_floats) * reach;
    above = (cld_floats)(((cld_float_bits)above & ~(CLD_FLATS - 1U)) | cld_float_places);
    return cld_floats_find_number(&above, CLD_FLATS - 1);
}

/// The face of a shape in a pose, which may be NULL, above whose plane a point is highest; `to` leads there
/// from the shape's centre. Of a shape that has flats.
CLD_INLINE void cld_flat_find(const cld_shape *shape, const cld_pose *pose, cld_vec3 to, cld_flat *found) {
    const cld_flats *flats = cld_shape_flats(shape);
    cld_vec3 own = cld_pose_turn_back(pose, to);
    uint32_t i = cld_flats_find_highest(flats, (float)shape->reach, own);
    const int16_t *at = (const int16_t *)flats + i;
    found->normal = cld_pose_turn(pose, cld_vec3_make(at[0], at[CLD_FLATS], at[2 * CLD_FLATS]));
    found->height = at[3 * CLD_FLATS] * shape->reach;
}

/// Whether a shape has flats, of which `inner` has been acquired.
static inline bool cld_has_flats(const cld_shape *shape, double inner) {
    return inner > 0 && cld_may_have_flats((cld_kind)shape->kind, shape->dimension, shape->core.count);
}

_Static_assert(sizeof(cld_flats) == 64, "they are one cache line");

/// Has them brought nearer.
static inline void cld_flats_prefetch(const cld_shape *a, const cld_shape *b) {
    __builtin_prefetch(cld_shape_flats(a));
    __builtin_prefetch(cld_shape_flats(b));
}

#endif
