#include "narrow/dip.h"

/// The corners of an outline, of which none is looked at before it is asked for.
typedef struct corners {
    const cld_outline *of;
    const uint32_t *vertex;
    uint32_t count;
} corners;

static corners list_corners(const cld_outline *o) {
    corners c = {.of = o};
    c.vertex = cld_solid_list_corners(o->solid, o->face, &c.count);
    return c;
}

static cld_plan_point look_at(const corners *c, uint32_t i) {
    return cld_plan_look(c->of->plan, cld_solid_at(c->of->solid, c->vertex[i]), c->of->is_b);
}

/// Seen along the normal a face is counter-clockwise if it is A's and not mirrored; `sign` is -1 where it is
/// not.
static bool is_inside(const corners *c, double sign, const cld_plan_point *q) {
    uint32_t low = 1, high = c->count - 1;
    cld_plan_point hub = look_at(c, 0), p_low = look_at(c, low), p_high = look_at(c, high);
    if (!(sign * cld_plan_left(&hub, &p_low, q) > 0 && sign * cld_plan_left(&hub, &p_high, q) < 0))
        return false;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        cld_plan_point p = look_at(c, middle);
        if (sign * cld_plan_left(&hub, &p, q) > 0)
            low = middle, p_low = p;
        else
            high = middle, p_high = p;
    }
    return sign * cld_plan_left(&p_low, &p_high, q) > 0;
}

static uint32_t find_corner(const corners *c, uint32_t vertex) {
    uint32_t i = 0;
    while (i < c->count && c->vertex[i] != vertex)
        i++;
    return i;
}

/// Where a side leaves the level, from p below it to q above.
static cld_plan_point find_end(const cld_plan_point *p, const cld_plan_point *q, double level) {
    return cld_plan_between(p, q, (level - p->h) / (q->h - p->h));
}

uint32_t cld_find_dipped(const cld_outline *face, uint32_t vertex, double level, const cld_outline *window,
                         cld_plan_point *dipped) {
    double sign = window->is_b != window->solid->mirrored ? -1 : 1, up = face->is_b ? 1 : -1;
    const corners inside = list_corners(window), of_face = list_corners(face);
    uint32_t all = of_face.count, i = find_corner(&of_face, vertex), count = 0;
    uint32_t most = all <= CLD_MOST_DIPPED ? all - 1 : CLD_MOST_DIPPED;
    if (i == all)
        return 0;
    cld_plan_point below = look_at(&of_face, i), above;
    for (uint32_t steps = 1;; steps++, below = above, i = cld_plan_last(i, all)) {
        above = look_at(&of_face, cld_plan_last(i, all));
        if (!(up * above.h <= level))
            break;
        if (steps == most)
            return 0;
    }
    cld_plan_point end = find_end(&below, &above, up * level);
    if (!is_inside(&inside, sign, &end))
        return 0;
    for (;; below = above) {
        if (count == most || !is_inside(&inside, sign, &below))
            return 0;
        dipped[count++] = below;
        i = cld_plan_next(i, all);
        above = look_at(&of_face, i);
        if (!(up * above.h <= level))
            break;
    }
    end = find_end(&below, &above, up * level);
    return is_inside(&inside, sign, &end) ? count : 0;
}
