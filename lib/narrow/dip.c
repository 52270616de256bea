#include "narrow/dip.h"

static uint32_t count_corners(const cld_outline *o) {
    const uint32_t *start = o->solid->hull->face_start + o->face;
    return start[1] - start[0];
}

static const uint32_t *list_corners(const cld_outline *o) {
    return o->solid->hull->face_vertex + o->solid->hull->face_start[o->face];
}

static cld_plan_point look_at(const cld_outline *o, uint32_t corner) {
    return cld_plan_look(o->plan, cld_solid_at(o->solid, list_corners(o)[corner]), o->is_b);
}

/// How far r is to the left of the way from p to q, times the length of that.
static double find_left(const cld_plan_point *p, const cld_plan_point *q, const cld_plan_point *r) {
    return (q->u - p->u) * (r->v - p->v) - (q->v - p->v) * (r->u - p->u);
}

/// Seen along the normal a face is counter-clockwise if it is A's and not mirrored; `sign` is -1 where it is
/// not.
static bool is_inside(const cld_outline *o, double sign, const cld_plan_point *q) {
    uint32_t low = 1, high = count_corners(o) - 1;
    cld_plan_point hub = look_at(o, 0), p_low = look_at(o, low), p_high = look_at(o, high);
    if (!(sign * find_left(&hub, &p_low, q) > 0 && sign * find_left(&hub, &p_high, q) < 0))
        return false;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        cld_plan_point p = look_at(o, middle);
        if (sign * find_left(&hub, &p, q) > 0)
            low = middle, p_low = p;
        else
            high = middle, p_high = p;
    }
    return sign * find_left(&p_low, &p_high, q) > 0;
}

static uint32_t find_corner(const cld_outline *o, uint32_t vertex) {
    const uint32_t *corner = list_corners(o);
    uint32_t i = 0, count = count_corners(o);
    while (i < count && corner[i] != vertex)
        i++;
    return i;
}

static uint32_t go_on(uint32_t i, uint32_t count) { return i + 1 < count ? i + 1 : 0; }

static uint32_t go_back(uint32_t i, uint32_t count) { return (i ? i : count) - 1; }

/// Where a side leaves the level, from p below it to q above.
static cld_plan_point find_end(const cld_plan_point *p, const cld_plan_point *q, double level) {
    return cld_plan_between(p, q, (level - p->h) / (q->h - p->h));
}

uint32_t cld_find_dipped(const cld_outline *face, uint32_t vertex, double level, const cld_outline *window,
                         cld_plan_point *dipped) {
    double sign = window->is_b != window->solid->mirrored ? -1 : 1, up = face->is_b ? 1 : -1;
    uint32_t all = count_corners(face), i = find_corner(face, vertex), count = 0;
    uint32_t most = all <= CLD_MOST_DIPPED ? all - 1 : CLD_MOST_DIPPED;
    if (i == all)
        return 0;
    cld_plan_point below = look_at(face, i), above;
    for (uint32_t steps = 1;; steps++, below = above, i = go_back(i, all)) {
        above = look_at(face, go_back(i, all));
        if (!(up * above.h <= level))
            break;
        if (steps == most)
            return 0;
    }
    cld_plan_point end = find_end(&below, &above, up * level);
    if (!is_inside(window, sign, &end))
        return 0;
    for (;; below = above) {
        if (count == most || !is_inside(window, sign, &below))
            return 0;
        dipped[count++] = below;
        i = go_on(i, all);
        above = look_at(face, i);
        if (!(up * above.h <= level))
            break;
    }
    end = find_end(&below, &above, up * level);
    return is_inside(window, sign, &end) ? count : 0;
}
