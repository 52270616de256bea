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
    double off;  ///< no less than how far the shape reaches beyond its rings, or they beyond it
    cld_vec3 at; ///< amid them, relative to A's centre: there the axis is
} turned;

/// The axis of both, and two directions across it, all unit.
typedef struct frame {
    cld_vec3 u, across[2];
} frame;

static cld_oval get_oval(const cld_cso_side *side, uint32_t i) {
    return side->curve ? side->curve->part[i] : (cld_oval){.centre = cld_cloud_at(&side->cloud, i)};
}

/// Adds the ring that an oval, moved by `offset`, nearly is.
static void add_ring(const frame *f, const cld_oval *oval, cld_vec3 offset, turned *t) {
    double height = cld_dot(cld_sub(cld_add(oval->centre, offset), t->at), f->u),
           radius = cld_length(oval->axis[0]);
    cld_oval ideal = {.centre = cld_add_scaled(t->at, height, f->u)};
    for (int k = 0; k < 2; k++)
        ideal.axis[k] = cld_scale(f->across[k], radius);
    t->rings[t->count++] = (ring){radius, height};
    t->off = cld_max(t->off, cld_oval_bound_difference(oval, offset, &ideal));
}

/// False of what is not made of one or two discs or points.
static bool find_rings(const cld_cso_side *side, cld_vec3 offset, const frame *f, turned *t) {
    uint32_t count = side->curve ? side->curve->count : side->cloud.count;
    if (count > 2)
        return false;
    cld_oval oval[2] = {get_oval(side, 0), get_oval(side, count - 1)};
    if (cld_max_abs(oval[0].axis[2]) > 0 || cld_max_abs(oval[1].axis[2]) > 0)
        return false;
    *t = (turned){.at = cld_add_scaled(offset, 0.5, cld_add(oval[0].centre, oval[1].centre))};
    for (uint32_t i = 0; i < count; i++)
        add_ring(f, &oval[i], offset, t);
    return true;
}

/// Along which the axis of one that is curved leads; 0 where it has none.
static cld_vec3 find_axis(const cld_cso *cso) {
    return cld_oval_find_normal(&(cso->a.curve ? cso->a.curve : cso->b.curve)->part[0]);
}

/// Tries the normal of the side between two rings, on the side of the axis where `aside` leads, which for B's
/// is the one that points inward.
static void try_side(const cld_cso *cso, const turned *t, bool is_b, cld_vec3 aside, cld_vec3 along,
                     cld_peak *peak) {
    double rise = t->rings[1].height - t->rings[0].height, grow = t->rings[1].radius - t->rings[0].radius;
    if (t->count < 2 || !(rise * rise > 0))
        return;
    double power = cld_find_power(cld_max(fabs(rise), fabs(grow))), // for squares to be normal numbers
        out = (is_b ? grow : -grow) * power;
    cld_vec3 n = cld_add_scaled(cld_scale(aside, fabs(rise) * power), rise < 0 ? -out : out, along);
    cld_peak side = cld_peak_look(cso, cld_unit(n));
    cld_peak_take_better(peak, &side);
}

/// How many directions around the axis are looked at, and the cosine and sine of what they are from each
/// other. No derivation: what is nearly its rings has a few peaks around them.
#define TURNS 32
static const double turn_cosine = 0.98078528040323045, turn_sine = 0.19509032201612827;

/// Tries what is beside the best normal of rings that shapes are a little off, if that is across a side, and
/// beside those that are turned about the axis from there.
static void try_around(const cld_cso *cso, cld_vec3 u, cld_peak *peak) {
    cld_vec3 along = cld_scale(u, cld_dot(peak->normal, u)), across = cld_sub(peak->normal, along);
    if (cld_length(along) > cld_length(across))
        return;
    cld_peak looked[TURNS];
    for (int i = 0; i < TURNS; i++) {
        looked[i] = cld_peak_look(cso, cld_unit(cld_add(along, across)));
        across = cld_add_scaled(cld_scale(across, turn_cosine), turn_sine, cld_cross(u, across));
    }
    for (int i = 0; i < TURNS; i++)
        if (looked[i].separation >= looked[(i + TURNS - 1) % TURNS].separation &&
            looked[i].separation > looked[(i + 1) % TURNS].separation)
            cld_peak_try_parts(cso, looked[i].normal, peak);
}

double cld_peak_try_upright(const cld_cso *cso, cld_peak *peak) {
    frame f = {.u = find_axis(cso)};
    turned a, b;
    if (!(cld_dot(f.u, f.u) > 0))
        return INFINITY;
    cld_find_tangents_catto(f.u, &f.across[0], &f.across[1]);
    if (!find_rings(&cso->a, cld_vec3_make(0, 0, 0), &f, &a) || !find_rings(&cso->b, cso->offset, &f, &b))
        return INFINITY;
    cld_vec3 aside = cld_sub(b.at, a.at);
    aside = cld_add_scaled(aside, -cld_dot(aside, f.u), f.u);
    double distance = cld_length(aside), off = a.off + b.off;
    if (distance <= ASIDE * cso->size) {
        aside = f.across[0];
        off += distance;
    }
    aside = cld_unit(cld_add_scaled(aside, -cld_dot(aside, f.u), f.u));
    try_side(cso, &a, false, aside, f.u, peak);
    try_side(cso, &b, true, aside, f.u, peak);
    double known = peak->separation, rounding = 64 * CLD_ROUNDOFF * cso->size;
    if (off > rounding && off <= CLD_CURVED_COARSE * cso->size)
        try_around(cso, f.u, peak);
    // By as much as shapes are off their rings, separations along any direction are off those of the rings:
    // the best one, and that along the rings' best normal. A normal that is off by some u changes one by as
    // many of the size.
    return known + 2 * off + rounding + cso->error;
}
