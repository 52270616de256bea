/// Cylinders, cones and what has the same axis, in each other: whole rings of directions are equally good,
/// around which a polytope would need thousands of faces to prove it.
///
/// Both shapes, and so A - B, are turned about the axis by any angle without being changed. In a plane that
/// holds it they are polygons, along the normals of whose edges separations are greatest: those of flat ends,
/// which are the axis, and those across sides.

#include <math.h>

#include "math/tangent.h"
#include "narrow/curved.h"

/// Axes nearer to each other than this part of the size are the same: which way they are from each other is
/// mostly rounding, and matters by no more than that.
#define ASIDE 0x1p-40

/// A circle around the axis, or a point on it.
typedef struct ring {
    double radius, height;
} ring;

typedef struct turned {
    ring rings[2];
    int count;
    double off;      ///< how far the shape is from being turned about the axis
    cld_vec3 across; ///< where its first ring's centre is, seen along the axis
} turned;

typedef struct axis {
    cld_vec3 at, along; ///< relative to A's centre; unit
} axis;

/// Adds a ring. The axes of its oval are off those of a circle across the axis by what they are along it, by
/// how different their lengths are and by how far they are from being at right angles.
static void add_ring(const axis *line, cld_vec3 centre, const cld_vec3 *spokes, turned *t) {
    cld_vec3 from = cld_sub(centre, line->at), u = line->along;
    ring *r = &t->rings[t->count];
    r->height = cld_dot(from, u);
    cld_vec3 across = cld_add_scaled(from, -r->height, u);
    double off = cld_length(across);
    r->radius = cld_length(spokes[0]);
    if (r->radius > 0)
        off += fabs(cld_dot(spokes[0], u)) + fabs(cld_dot(spokes[1], u)) +
               fabs(cld_length(spokes[1]) - r->radius) + fabs(cld_dot(spokes[0], spokes[1])) / r->radius;
    t->off = cld_max(t->off, off);
    t->across = t->count ? t->across : across;
    t->count++;
}

/// False of what is not made of rings.
static bool find_rings(const cld_curve *curve, const cld_cloud *cloud, cld_vec3 offset, const axis *line,
                       turned *t) {
    static const cld_vec3 no_spokes[2] = {{0, 0, 0}, {0, 0, 0}};
    *t = (turned){.count = 0};
    if (!curve && cloud->count > 2)
        return false;
    for (uint32_t i = 0; !curve && i < cloud->count; i++)
        add_ring(line, cld_add(cld_cloud_at(cloud, i), offset), no_spokes, t);
    for (uint32_t i = 0; curve && i < curve->count; i++) {
        if (cld_max_abs(curve->part[i].axis[2]) > 0)
            return false;
        add_ring(line, cld_add(curve->part[i].centre, offset), curve->part[i].axis, t);
    }
    return true;
}

static axis find_axis(const cld_cso *cso) {
    const cld_oval *disc = cso->curve_a ? &cso->curve_a->part[0] : &cso->curve_b->part[0];
    return (axis){cso->curve_a ? disc->centre : cld_add(disc->centre, cso->offset),
                  cld_oval_find_normal(disc)};
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

double cld_peak_try_coaxial(const cld_cso *cso, cld_peak *peak) {
    axis line = find_axis(cso);
    turned a, b;
    if (!(cld_dot(line.along, line.along) > 0) ||
        !find_rings(cso->curve_a, &cso->a, cld_vec3_make(0, 0, 0), &line, &a) ||
        !find_rings(cso->curve_b, &cso->b, cso->offset, &line, &b))
        return INFINITY;
    cld_vec3 t[2], aside = cld_sub(b.across, a.across);
    cld_find_tangents_catto(line.along, &t[0], &t[1]);
    aside = cld_length(aside) > ASIDE * cso->size ? cld_unit(aside) : t[0];
    aside = cld_unit(cld_add_scaled(aside, -cld_dot(aside, line.along), line.along));
    try_side(cso, &a, false, aside, line.along, peak);
    try_side(cso, &b, true, aside, line.along, peak);
    // Ideal spokes are off the given ones by less than four times what is added up. By as much are along any
    // direction the separations of what is turned, and a normal that is off by some u changes one by as many
    // of the size.
    return peak->separation + 8 * (a.off + b.off) + 64 * CLD_ROUNDOFF * cso->size + cso->error;
}
