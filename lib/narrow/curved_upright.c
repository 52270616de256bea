/// Cylinders, cones and what else is turned about an axis, in each other: where their axes are parallel, as
/// those of what stands upright are, the depth has a closed form. Near one axis, whole rings of directions
/// are nearly as good, and a polytope would need thousands of faces to prove which is best.
///
/// Each shape is turned about its own axis by any angle without being changed, and so is A - B about one that
/// is parallel to both. The origin is nearest to its surface in the plane of that axis and itself, in which
/// A - B is a polygon, along the normals of whose edges separations are greatest: those of flat ends, which
/// are the axis, and those across sides.

#include <math.h>

#include "math/tangent.h"
#include "narrow/curved.h"

/// Axes nearer to each other than this part of the size are the same: which way they are from each other is
/// mostly rounding, and matters by no more than that.
#define ASIDE 0x1p-46

/// A circle around an axis, or a point on it.
typedef struct ring {
    double radius, height;
} ring;

typedef struct turned {
    ring rings[2];
    int count;
    double off;  ///< how far the shape is from being turned about its axis
    cld_vec3 at; ///< its first ring's centre, relative to A's centre: there the axis is
} turned;

/// Adds a ring around the axis along u. The axes of its oval are off those of a circle across the axis by
/// what they are along it, by how different their lengths are and by how far they are from being at right
/// angles.
static void add_ring(cld_vec3 u, cld_vec3 centre, const cld_vec3 *spokes, turned *t) {
    t->at = t->count ? t->at : centre;
    cld_vec3 from = cld_sub(centre, t->at);
    ring *r = &t->rings[t->count++];
    r->height = cld_dot(from, u);
    double off = cld_length(cld_add_scaled(from, -r->height, u));
    r->radius = cld_length(spokes[0]);
    if (r->radius > 0)
        off += fabs(cld_dot(spokes[0], u)) + fabs(cld_dot(spokes[1], u)) +
               fabs(cld_length(spokes[1]) - r->radius) + fabs(cld_dot(spokes[0], spokes[1])) / r->radius;
    t->off = cld_max(t->off, off);
}

/// False of what is not made of rings.
static bool find_rings(const cld_curve *curve, const cld_cloud *cloud, cld_vec3 offset, cld_vec3 u,
                       turned *t) {
    static const cld_vec3 no_spokes[2] = {{0, 0, 0}, {0, 0, 0}};
    *t = (turned){.count = 0};
    if (!curve && cloud->count > 2)
        return false;
    for (uint32_t i = 0; !curve && i < cloud->count; i++)
        add_ring(u, cld_add(cld_cloud_at(cloud, i), offset), no_spokes, t);
    for (uint32_t i = 0; curve && i < curve->count; i++) {
        if (cld_max_abs(curve->part[i].axis[2]) > 0)
            return false;
        add_ring(u, cld_add(curve->part[i].centre, offset), curve->part[i].axis, t);
    }
    return true;
}

/// Along which the axis of one that is curved leads; 0 where it has none.
static cld_vec3 find_axis(const cld_cso *cso) {
    return cld_oval_find_normal(&(cso->curve_a ? cso->curve_a : cso->curve_b)->part[0]);
}

/// Tries the normal of the side between two rings, on the side of the axis where `aside` leads, which for B's
/// is the one that points inward.
static void try_side(const cld_cso *cso, const turned *t, bool is_b, cld_vec3 aside, cld_vec3 along,
                     cld_peak *peak) {
    double rise = t->rings[1].height - t->rings[0].height, grow = t->rings[1].radius - t->rings[0].radius;
    if (t->count < 2 || !(rise * rise > 0))
        return;
    double out = is_b ? grow : -grow;
    cld_vec3 n = cld_add_scaled(cld_scale(aside, fabs(rise)), rise < 0 ? -out : out, along);
    cld_peak side = cld_peak_look(cso, cld_unit(n));
    cld_peak_take_better(peak, &side);
}

double cld_peak_try_upright(const cld_cso *cso, cld_peak *peak) {
    cld_vec3 u = find_axis(cso), tangent[2];
    turned a, b;
    if (!(cld_dot(u, u) > 0) || !find_rings(cso->curve_a, &cso->a, cld_vec3_make(0, 0, 0), u, &a) ||
        !find_rings(cso->curve_b, &cso->b, cso->offset, u, &b))
        return INFINITY;
    cld_vec3 aside = cld_sub(b.at, a.at);
    aside = cld_add_scaled(aside, -cld_dot(aside, u), u);
    double distance = cld_length(aside), off = a.off + b.off;
    cld_find_tangents_catto(u, &tangent[0], &tangent[1]);
    if (distance <= ASIDE * cso->size) {
        aside = tangent[0];
        off += distance;
    }
    aside = cld_unit(cld_add_scaled(aside, -cld_dot(aside, u), u));
    try_side(cso, &a, false, aside, u, peak);
    try_side(cso, &b, true, aside, u, peak);
    // Ideal spokes are off the given ones by less than four times what is added up. By as much are along any
    // direction the separations of what is turned, and a normal that is off by some u changes one by as many
    // of the size.
    return peak->separation + 8 * off + 64 * CLD_ROUNDOFF * cso->size + cso->error;
}
