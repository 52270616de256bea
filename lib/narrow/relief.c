#include "narrow/relief.h"

#include <math.h>

#include "hull/neighbour.h"

/// The cosine of 60 degrees.
#define STEEP 0.5

/// Faces steeper than this, by the sine, are passed over: a point at their foot, which is off by some u,
/// would be off by 2^16 as many. What is below them is as much narrower than the panel is bent.
#define STEEPEST 0x1p-16

/// A place on the surface.
typedef struct spot {
    uint32_t face;
    double depth; ///< below the plan's origin as the other shape sees it
} spot;

/// The depth of a face's plane at a point, -INFINITY for one that is passed over.
static double find_depth(const cld_relief *r, uint32_t face, const cld_plan_point *at) {
    uint32_t count;
    const uint32_t *corner = cld_solid_list_corners(r->solid, face, &count);
    cld_plan_point n = cld_plan_turn(r->plan, cld_solid_find_normal(r->solid, face)),
                   p = cld_plan_look(r->plan, cld_solid_at(r->solid, corner[0]), r->is_b);
    double sign = r->is_b ? -1 : 1, height = p.h - (n.u * (at->u - p.u) + n.v * (at->v - p.v)) / n.h;
    return sign * n.h > STEEPEST ? -sign * height : -INFINITY;
}

/// The deepest of the faces around one, or that itself.
static spot find_deeper(const cld_relief *r, spot from, const cld_plan_point *at) {
    const cld_hull *hull = r->solid->hull;
    spot best = from;
    for (uint32_t k = hull->face_start[from.face]; k < hull->face_start[from.face + 1]; k++) {
        uint32_t face = cld_hull_neighbour(hull, hull->face_edge[k], from.face);
        double depth = find_depth(r, face, at);
        if (depth > best.depth)
            best = (spot){face, depth};
    }
    return best;
}

/// Whether all corners of a panel are within `most` of the plane of one of its faces.
static bool is_flat(const cld_solid *solid, const cld_panel *panel, uint32_t face, double most) {
    uint32_t count, at = cld_solid_list_corners(solid, face, &count)[0];
    cld_vec3 n = cld_solid_find_normal(solid, face), from = cld_solid_at(solid, at);
    for (uint32_t i = 0; i < panel->corner_count; i++)
        if (cld_dot(n, cld_sub(from, cld_solid_at(solid, panel->corner[i]))) > most)
            return false;
    return true;
}

cld_relief cld_relief_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b,
                           double most) {
    const cld_panel *panel = cld_solid_panel(solid, face);
    panel = panel && is_flat(solid, panel, face, most) ? panel : NULL;
    double towards = panel ? cld_dot(cld_solid_find_normal(solid, panel->face[0]), plan->n) : 0;
    bool is_steep = (is_b ? -towards : towards) < STEEP;
    return (cld_relief){plan, solid, is_steep ? NULL : panel, panel && !is_steep ? panel->face[0] : face,
                        is_b};
}

/// Goes on to deeper faces as long as there are any beside the last one.
static spot walk_down(const cld_relief *r, spot from, const cld_plan_point *at) {
    spot next = find_deeper(r, from, at);
    while (next.face != from.face)
        from = next, next = find_deeper(r, from, at);
    return from;
}

/// Of larger panels not all faces are looked at.
enum { MOST_LOOKED_AT = 64 };

double cld_relief_find_height(cld_relief *r, const cld_plan_point *at) {
    spot here = {r->face, find_depth(r, r->face, at)};
    uint32_t count = r->panel ? r->panel->face_count : 0;
    if (r->panel)
        here = walk_down(r, here, at);
    // Faces that are level but for rounding may hide a deeper one from their neighbours.
    for (uint32_t i = 0; i < count && i < MOST_LOOKED_AT; i++) {
        spot next = find_deeper(r, (spot){r->panel->face[i], here.depth}, at);
        if (next.depth > here.depth)
            here = walk_down(r, next, at);
    }
    r->face = here.face;
    return r->is_b ? here.depth : -here.depth;
}
