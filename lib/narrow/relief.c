#include "narrow/relief.h"

#include <math.h>

/// The cosine of 60 degrees.
#define STEEP 0.5

/// The height of a face's plane at a point, NAN where its normal rises by less than `least`.
static double find_plane(const cld_relief *r, uint32_t face, double least, const cld_plan_point *at) {
    uint32_t count;
    const uint32_t *corner = cld_solid_list_corners(r->solid, face, &count);
    cld_plan_point n = cld_plan_turn(r->plan, cld_solid_find_normal(r->solid, face)),
                   p = cld_plan_look(r->plan, cld_solid_at(r->solid, corner[0]), r->is_b);
    double rise = r->is_b ? -n.h : n.h;
    return rise > least ? p.h - (n.u * (at->u - p.u) + n.v * (at->v - p.v)) / n.h : NAN;
}

cld_relief cld_relief_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b) {
    const cld_panel *panel = cld_solid_panel(solid, face);
    bool is_steep = panel && fabs(cld_dot(cld_solid_find_normal(solid, panel->face[0]), plan->n)) < STEEP;
    return (cld_relief){plan, solid, is_steep ? NULL : panel, face, is_b};
}

double cld_relief_find_height(const cld_relief *r, const cld_plan_point *at) {
    if (!r->panel)
        return find_plane(r, r->face, 0, at);
    double height = find_plane(r, r->panel->face[0], 0, at);
    for (uint32_t i = 1; i < r->panel->face_count; i++) {
        double other = find_plane(r, r->panel->face[i], STEEP / 2, at);
        if (r->is_b ? other > height : other < height)
            height = other;
    }
    return height;
}
