#include "narrow/relief.h"

#include <math.h>

#include "hull/chain2.h"
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

size_t cld_relief_find_room(const cld_solid *solid, const cld_panel *panel) {
    size_t room = 0;
    for (uint32_t i = 0; i < panel->face_count; i++) {
        uint32_t count;
        cld_solid_list_corners(solid, panel->face[i], &count);
        room += count;
    }
    return room > panel->corner_count ? room : panel->corner_count;
}

/// How far a vertex reaches towards the other shape.
static double find_reach(const cld_relief *r, uint32_t vertex, cld_plan_point *seen) {
    *seen = cld_plan_look(r->plan, cld_solid_at(r->solid, vertex), r->is_b);
    return r->is_b ? -seen->h : seen->h;
}

/// The corners of the panel's faces that reach at least as far as `least`.
static uint32_t list_near(const cld_relief *r, double least, uint32_t *vertex, double (*place)[2]) {
    uint32_t near = 0;
    for (uint32_t i = 0; i < r->panel->face_count; i++) {
        uint32_t count;
        const uint32_t *corner = cld_solid_list_corners(r->solid, r->panel->face[i], &count);
        for (uint32_t k = 0; k < count; k++) {
            cld_plan_point seen;
            if (!(find_reach(r, corner[k], &seen) >= least))
                continue;
            place[near][0] = seen.u, place[near][1] = seen.v;
            vertex[near++] = corner[k];
        }
    }
    return near;
}

/// Winds the outline as the hull's loops are, of which those of B are clockwise in the plan.
static void wind(const cld_relief *r, uint32_t *corner, uint32_t count) {
    for (uint32_t i = 0; r->is_b != r->solid->mirrored && i < count / 2; i++) {
        uint32_t t = corner[i];
        corner[i] = corner[count - 1 - i], corner[count - 1 - i] = t;
    }
}

/// How far the solid reaches.
static double find_level(const cld_relief *r) {
    const cld_hull *hull = r->solid->hull;
    double level = -INFINITY;
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        cld_plan_point seen;
        level = cld_max(level, find_reach(r, hull->vertex[i], &seen));
    }
    return level;
}

/// Leaves the outline of what is within `most` of the supporting plane. False if there is none.
static bool narrow(cld_relief *r, double most, cld_buffer *memory) {
    size_t room = cld_relief_find_room(r->solid, r->panel);
    size_t chain = cld_chain2_find_room(room);
    double(*place)[2] = cld_buffer_reserve(memory, room * (sizeof *place + 2 * sizeof(uint32_t)) + chain, 1);
    if (!place)
        return false;
    uint32_t *vertex = (uint32_t *)(void *)((char *)(place + room) + chain), *corner = vertex + room;
    uint32_t near = list_near(r, find_level(r) - most, vertex, place);
    r->corner_count = 0;
    if (near >= 3)
        cld_chain2_find_in(place + room, (const double(*)[2])place, near, 0, corner, &r->corner_count);
    if (r->corner_count < 3 || r->corner_count > CLD_MOST_PANEL_CORNERS)
        return false;
    for (uint32_t i = 0; i < r->corner_count; i++)
        corner[i] = vertex[corner[i]];
    wind(r, corner, r->corner_count);
    r->corner = corner;
    return true;
}

cld_relief cld_relief_make_alone(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b) {
    cld_relief r = {.plan = plan, .solid = solid, .face = face, .is_b = is_b};
    r.corner = cld_solid_list_corners(solid, face, &r.corner_count);
    return r;
}

cld_relief cld_relief_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b,
                           double most, cld_buffer *memory) {
    const cld_panel *panel = cld_solid_panel(solid, face);
    if (!panel)
        return cld_relief_make_alone(plan, solid, face, is_b);
    double towards = cld_dot(cld_solid_find_normal(solid, panel->face[0]), plan->n);
    if (!((is_b ? -towards : towards) >= STEEP))
        return cld_relief_make_alone(plan, solid, face, is_b);
    cld_relief r = {plan, solid, panel, panel->face[0], is_b, panel->corner, panel->corner_count};
    return most == INFINITY || narrow(&r, most, memory) ? r : cld_relief_make_alone(plan, solid, face, is_b);
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
