#include "narrow/window.h"

#include <math.h>
#include <string.h>

#include "shape/lanes.h"

cld_outline cld_outline_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b) {
    cld_outline o = {.plan = plan, .solid = solid, .is_b = is_b};
    if (face == CLD_NO_INDEX)
        o.vertex = solid->hull->vertex, o.count = solid->hull->vertex_count;
    else
        o.vertex = cld_solid_list_corners(solid, face, &o.count);
    return o;
}

/// cld_outline_look of four corners.
CLD_INLINE void look_at_four(const cld_outline *o, uint32_t first, cld_plan_point *out) {
    const cld_plan *plan = o->plan;
    cld_vec3 at[CLD_LANES];
    for (uint32_t k = 0; k < CLD_LANES; k++)
        at[k] = cld_cloud_at(o->solid->cloud, cld_outline_vertex(o, first + k));
    cld_lanes x = {at[0].x, at[1].x, at[2].x, at[3].x}, y = {at[0].y, at[1].y, at[2].y, at[3].y},
              z = {at[0].z, at[1].z, at[2].z, at[3].z};
    if (o->solid->own && o->solid->turn)
        cld_lanes_turn(o->solid->turn, &x, &y, &z);
    if (o->is_b)
        x += plan->offset.x, y += plan->offset.y, z += plan->offset.z;
    x -= plan->origin.x, y -= plan->origin.y, z -= plan->origin.z;
    cld_mat3 along = {{plan->t1, plan->t2, plan->n}};
    cld_lanes_turn(&along, &x, &y, &z);
    for (uint32_t k = 0; k < CLD_LANES; k++)
        out[k] = (cld_plan_point){x[k], y[k], z[k]};
}

CLD_INLINE void look_at_all(const cld_outline *o, cld_plan_point *out) {
    uint32_t i = 0;
    for (; i + CLD_LANES <= o->count; i += CLD_LANES)
        look_at_four(o, i, out + i);
    for (; i < o->count; i++)
        out[i] = cld_outline_look(o, i);
}

CLD_WIDE(void, look_at_all, (const cld_outline *o, cld_plan_point *out), { look_at_all(o, out); })

uint32_t cld_outline_look_at_all(const cld_outline *o, cld_plan_point *out) {
    CLD_BEST(look_at_all, (o, out));
    return o->count;
}

/// A side, and its ends.
typedef struct side {
    uint32_t at;
    cld_plan_point from, to;
} side;

static double find_length(const side *s) {
    double u = s->to.u - s->from.u, v = s->to.v - s->from.v;
    return sqrt(u * u + v * v);
}

static double find_depth(const side *s, const cld_plan_point *q) {
    return cld_plan_left(&s->from, &s->to, q) / find_length(s);
}

static const side *find_shallower(const side *s, const side *t, const cld_plan_point *q) {
    return find_depth(s, q) < find_depth(t, q) ? s : t;
}

cld_window cld_window_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b) {
    cld_window w = {.outline = cld_outline_make(plan, solid, face, is_b)};
    w.outline.is_reversed = is_b != solid->mirrored; // a loop is counter-clockwise seen from outside
    return w;
}

static void begin(cld_window *w) {
    const cld_outline *o = &w->outline;
    w->first = cld_outline_look(o, 0);
    w->second = cld_outline_look(o, 1);
    w->last = cld_outline_look(o, o->count - 1);
    w->near = o->count / 2;
}

/// The side that is between the first corner and q, of those that do not end there: looked for from where the
/// last one was in steps that double, until it has been passed by.
static side find_across(cld_window *w, const cld_plan_point *q) {
    uint32_t low = 1, high = w->outline.count - 1, middle = w->near;
    side s = {low, w->second, w->last};
    for (uint32_t step = 1; high - low > 1;) {
        middle = middle <= low ? low + 1 : middle >= high ? high - 1 : middle;
        cld_plan_point p = cld_outline_look(&w->outline, middle);
        bool is_left = cld_plan_left(&w->first, &p, q) > 0;
        if (is_left)
            low = middle, s.from = p;
        else
            high = middle, s.to = p;
        uint32_t half = (high - low) / 2, way = step < half ? step : half;
        middle = is_left ? low + way : high - way;
        step = 2 * way;
    }
    w->near = s.at = low;
    return s;
}

/// A side that q is beyond, if it is outside and that side's line is not that of others but for rounding;
/// else one that it is inside of. On the lines of the sides that meet in the first corner q may be beyond
/// others, too.
static side find_side(cld_window *w, const cld_plan_point *q) {
    if (w->near == 0)
        begin(w);
    if (cld_plan_left(&w->first, &w->second, q) > 0 && cld_plan_left(&w->first, &w->last, q) < 0)
        return find_across(w, q);
    side before = {w->outline.count - 1, w->last, w->first}, after = {0, w->first, w->second};
    side nearer = *find_shallower(&before, &after, q), across = find_across(w, q);
    return *find_shallower(&across, &nearer, q);
}

double cld_window_find_depth(cld_window *w, const cld_plan_point *q) {
    side s = find_side(w, q);
    return find_depth(&s, q);
}

/// Whether the way around turns back by more than a right angle where it comes to a side or leaves it.
static bool is_sharp(const cld_outline *o, const side *s) {
    uint32_t last = cld_plan_last(s->at, o->count), next = cld_plan_next(s->at, o->count);
    cld_plan_point before = cld_outline_look(o, last),
                   after = cld_outline_look(o, cld_plan_next(next, o->count));
    double u = s->to.u - s->from.u, v = s->to.v - s->from.v;
    return u * (s->from.u - before.u) + v * (s->from.v - before.v) < 0 ||
           u * (after.u - s->to.u) + v * (after.v - s->to.v) < 0;
}

/// Cuts off corner i, which is beyond a side, and those around it that are, too; those before i are not.
/// Returns how many corners are left. Those from i to `crossed` are crossings.
static uint32_t cut_off(cld_plan_point *p, uint32_t count, uint32_t i, const side *s, double limit,
                        uint32_t *crossed) {
    uint32_t next = i + 1, end = count, kept = i;
    while (next < count && cld_plan_left(&s->from, &s->to, &p[next]) < limit)
        next++;
    while (i == 0 && end > next && cld_plan_left(&s->from, &s->to, &p[end - 1]) < limit)
        end--;
    if (i == 0 && end == next)
        return 0;
    // The crossing is with the side's line itself; where the corner kept lies between that and the slack,
    // there is none.
    cld_plan_point before = p[(i ? i : end) - 1], first = p[end < count ? end : i], last = p[next - 1],
                   after = p[next < count ? next : 0];
    double at_before = cld_plan_left(&s->from, &s->to, &before),
           at_first = cld_plan_left(&s->from, &s->to, &first),
           at_last = cld_plan_left(&s->from, &s->to, &last),
           at_after = cld_plan_left(&s->from, &s->to, &after);
    uint32_t crossings = (uint32_t)(at_before > 0) + (uint32_t)(at_after > 0);
    memmove(p + i + crossings, p + next, (end - next) * sizeof *p);
    if (at_before > 0)
        p[kept++] = cld_plan_between(&before, &first, at_before / (at_before - at_first));
    if (at_after > 0)
        p[kept] = cld_plan_between(&last, &after, at_last / (at_last - at_after));
    *crossed = i + crossings + (*crossed > next ? *crossed - next : 0);
    return i + crossings + end - next;
}

/// Crossings are this near to the line that they are on, as a part of the slack.
#define ON_LINE 0x1p-12

/// Whether a point is on a side, within rounding. Who is on its line beyond its ends may be beyond another
/// side, where their lines are nearly one.
static bool is_on(const side *s, double length, double left, double slack, const cld_plan_point *q) {
    double along = (s->to.u - s->from.u) * (q->u - s->from.u) + (s->to.v - s->from.v) * (q->v - s->from.v);
    return fabs(left) <= ON_LINE * slack * length && along >= -slack * length &&
           along <= (length + slack) * length;
}

bool cld_window_clip(cld_window *w, cld_plan_point *subject, uint32_t *count) {
    double slack = w->outline.plan->slack;
    uint32_t cuts = 0, crossed = 0;
    for (uint32_t i = 0; i < *count;) {
        side s = find_side(w, &subject[i]);
        double left = cld_plan_left(&s.from, &s.to, &subject[i]), length = find_length(&s);
        if (left > slack * length || (i < crossed && is_on(&s, length, left, slack, &subject[i]))) {
            i++;
            continue;
        }
        if (!(left < -slack * length) || is_sharp(&w->outline, &s) || cuts++ == CLD_MOST_CUTS)
            return false;
        *count = cut_off(subject, *count, i, &s, -slack * length, &crossed);
    }
    return true;
}
