#include "narrow/dip.h"

static uint32_t find_corner(const cld_outline *c, uint32_t vertex) {
    uint32_t i = 0;
    while (i < c->count && c->vertex[i] != vertex)
        i++;
    return i;
}

/// Where a side leaves the level, from p below it to q above.
static cld_plan_point find_end(const cld_plan_point *p, const cld_plan_point *q, double level) {
    return cld_plan_between(p, q, (level - p->h) / (q->h - p->h));
}

static bool is_inside(cld_window *window, const cld_plan_point *p) {
    return cld_window_find_depth(window, p) > window->outline.plan->slack;
}

uint32_t cld_find_dipped(const cld_outline *face, uint32_t vertex, double level, cld_window *window,
                         cld_plan_point *dipped) {
    double up = face->is_b ? 1 : -1;
    uint32_t all = face->count, i = find_corner(face, vertex), count = 0;
    uint32_t most = all <= CLD_MOST_DIPPED ? all - 1 : CLD_MOST_DIPPED;
    if (i == all)
        return 0;
    cld_plan_point below = cld_outline_look(face, i), above;
    for (uint32_t steps = 1;; steps++, below = above, i = cld_plan_last(i, all)) {
        above = cld_outline_look(face, cld_plan_last(i, all));
        if (!(up * above.h <= level))
            break;
        if (steps == most)
            return 0;
    }
    cld_plan_point end = find_end(&below, &above, up * level);
    if (!is_inside(window, &end))
        return 0;
    for (;; below = above) {
        if (count == most || !is_inside(window, &below))
            return 0;
        dipped[count++] = below;
        i = cld_plan_next(i, all);
        above = cld_outline_look(face, i);
        if (!(up * above.h <= level))
            break;
    }
    end = find_end(&below, &above, up * level);
    return is_inside(window, &end) ? count : 0;
}
