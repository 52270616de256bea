/// The planes of a polytope's largest faces: the directions that are asked first whether they separate it
/// from another shape nearby.
///
/// Of shapes that are apart but near each other, about half are separated by a face of one of them, mostly by
/// the one above whose plane the other's centre is highest. Of prisms, wedges, discs and bevelled boxes the
/// sixteen largest faces have it about as often as all.
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

/// Of a hull of rank 3 whose vertices are a cloud's, none farther from the origin than `reach`, and whose
/// faces have these normals.
void cld_flats_make(const cld_cloud *cloud, double reach, const cld_hull *hull, const cld_cloud *normal,
                    cld_flats *flats);

/// The number of the plane above which `to` is highest, which is relative to the shape's centre, in floats,
/// whose last bits are lost.
CLD_INLINE uint32_t cld_flats_find_highest(const cld_flats *flats, float reach, cld_vec3 to) {
    const float x = (float)to.x, y = (float)to.y, z = (float)to.z;
    cld_floats above[CLD_FLAT_GROUPS];
    for (uint32_t i = 0; i < CLD_FLAT_GROUPS; i++) {
        const cld_flat_group *g = &flats->group[i];
        above[i] = __builtin_convertvector(g->x, cld_floats) * x +
                   __builtin_convertvector(g->y, cld_floats) * y +
                   __builtin_convertvector(g->z, cld_floats) * z -
                   __builtin_convertvector(g->height, cld_floats) * reach;
        above[i] = (cld_floats)(((cld_float_bits)above[i] & ~(CLD_FLATS - 1U)) |
                                (cld_float_places + CLD_FLOATS * i));
    }
    for (int i = 1; i < CLD_FLAT_GROUPS; i++)
        cld_floats_take_greater(&above[0], &above[i]);
    return cld_floats_find_number(&above[0], CLD_FLATS - 1);
}

/// The face of a shape in a pose, which may be NULL, above whose plane a point is highest; `to` leads there
/// from the shape's centre. Of a shape that has flats.
CLD_INLINE void cld_flat_find(const cld_shape *shape, const cld_pose *pose, cld_vec3 to, cld_flat *found) {
    const cld_flats *flats = cld_shape_flats(shape);
    cld_vec3 own = pose ? cld_mat3_apply_transposed(&pose->r, to) : to;
    uint32_t i = cld_flats_find_highest(flats, (float)shape->reach, own);
    const int16_t *at = (const int16_t *)&flats->group[i / CLD_FLOATS] + i % CLD_FLOATS;
    found->normal = cld_vec3_make(at[0], at[CLD_FLOATS], at[2 * CLD_FLOATS]);
    found->height = at[3 * CLD_FLOATS] * shape->reach;
    if (pose)
        found->normal = cld_mat3_apply(&pose->r, found->normal);
}

/// Whether a shape has flats, of which `inner` has been acquired.
static inline bool cld_has_flats(const cld_shape *shape, double inner) {
    return inner > 0 && cld_may_have_flats((cld_kind)shape->kind, shape->dimension, shape->core.count);
}

/// Has them brought nearer.
static inline void cld_flats_prefetch(const cld_shape *a, const cld_shape *b) {
    const char *at_a = (const char *)cld_shape_flats(a), *at_b = (const char *)cld_shape_flats(b);
    for (size_t line = 0; line < sizeof(cld_flats) / 64; line++) {
        __builtin_prefetch(at_a + 64 * line);
        __builtin_prefetch(at_b + 64 * line);
    }
}

#endif
