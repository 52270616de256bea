/// Clipping a convex polygon to another.
///
/// Source: I. Sutherland, G. Hodgman, Reentrant polygon clipping, 1974. Deviations: the sides are moved out
/// by a slack, so that surfaces that meet in an edge or a corner keep it; a corner that is out by less stays
/// where it is; a needle's tips are cut. Of two polygons of many sides, each line is not held against all
/// corners: they stand in a ring, in which the one farthest beyond a line is looked for from where that was
/// for the line before (M. Shamos, Computational geometry, 1978, on rotating calipers), and what a line cuts
/// off lies around it.

#include "narrow/clip.h"

#include <math.h>
#include <string.h>

#include "math/dd.h"

/// Beside more corners and sides than this, a ring is faster.
#define MANY 32

/// The directed line of a side: its normal, as long as the side, and a point on it.
typedef struct line {
    double u, v, at_u, at_v;
} line;

static double find_length(const line *l) { return sqrt(l->u * l->u + l->v * l->v); }

/// How far inside a point is, times the length of the line's normal.
static double inside(const line *l, const cld_plan_point *p) {
    return l->u * (p->u - l->at_u) + l->v * (p->v - l->at_v);
}

static cld_plan_point between(const cld_plan_point *p, const cld_plan_point *q, double from_p,
                              double from_q) {
    return cld_plan_between(p, q, from_p / (from_p - from_q));
}

/// Most lines have all inside of them, of which no length has to be known.
static bool leaves_out(const cld_plan_point *in, uint32_t count, const line *l, double slack) {
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double from = inside(l, &in[i]);
        least = from < least ? from : least;
    }
    return least < 0 && least < -slack * find_length(l);
}

/// Keeps what is inside one line. A chain of two points is a segment: it is not closed.
static uint32_t cut(const cld_plan_point *in, uint32_t count, const line *l, double slack,
                    cld_plan_point *out) {
    uint32_t kept = 0, sides = count == 2 ? 1 : count;
    double least = -slack * find_length(l);
    if (count == 1 || count == 2)
        if (inside(l, &in[0]) >= least)
            out[kept++] = in[0];
    for (uint32_t i = 0; i < sides && count > 1; i++) {
        const cld_plan_point *p = &in[i], *q = &in[cld_plan_next(i, count)];
        double from_p = inside(l, p), from_q = inside(l, q);
        bool p_in = from_p >= least, q_in = from_q >= least;
        // The crossing is with the line itself; where the point kept lies between line and slack, there is
        // none.
        if (p_in != q_in && (p_in ? from_p > 0 : from_q > 0))
            out[kept++] = between(p, q, from_p, from_q);
        if (q_in)
            out[kept++] = *q;
    }
    return kept;
}

static void exchange(cld_plan_point **p, cld_plan_point **q) {
    cld_plan_point *t = *p;
    *p = *q;
    *q = t;
}

/// The line of a side, or false for one without length.
static bool find_side(const cld_plan_point *p, const cld_plan_point *q, line *l) {
    double u = q->u - p->u, v = q->v - p->v;
    *l = (line){-v, u, p->u, p->v};
    return u * u + v * v > 0;
}

/// A line that cuts across a sharp corner at its tip, where the slack of its two sides would let points in
/// far beyond it: by 1 / sin(angle / 2) times as much. False for corners whose sides turn back by less than
/// about 165 degrees, a factor of 8.
static bool find_tip(const line *before, const line *after, line *l) {
    double cosine = before->u * after->u + before->v * after->v;
    if (cosine >= 0)
        return false;
    double first = find_length(before), second = find_length(after);
    if (cosine > -0.97 * first * second)
        return false;
    // The sides' directions are their normals turned back by a right angle: (v, -u).
    double u = after->v / second - before->v / first, v = before->u / first - after->u / second;
    *l = (line){u, v, after->at_u, after->at_v};
    return u * u + v * v > 0;
}

/// The lines that side i of the window cuts along: its own, and before a sharp corner the one across that.
/// `before` is the side before it. Returns how many there are. Of a window that is one point, which has no
/// side before any, the first stands for a cross in that point.
static int find_lines(const cld_plan_point *window, uint32_t count, uint32_t i, line *before, line lines[4]) {
    if (before->u == 0 && before->v == 0) {
        for (int k = 0; i == 0 && k < 4; k++)
            lines[k] = (line){(k == 0) - (k == 1), (k == 2) - (k == 3), window->u, window->v};
        return i == 0 ? 4 : 0;
    }
    if (!find_side(&window[i], &window[cld_plan_next(i, count)], &lines[0]))
        return 0;
    bool sharp = find_tip(before, &lines[0], &lines[1]);
    *before = lines[0];
    return sharp ? 2 : 1;
}

typedef struct link {
    cld_plan_point at;
    uint32_t before, after;
} link;

/// Corners in a ring, one of which is `at`; those that were taken out are chained from `unused`, to NONE.
/// There have not been any from `end` on.
typedef struct ring {
    link *links;
    uint32_t at, count, unused, end;
    double rounding; ///< what tells no corner from another
} ring;

#define NONE UINT32_MAX

static double find_largest(const cld_plan_point *points, uint32_t count) {
    double largest = 0;
    for (uint32_t i = 0; i < count; i++)
        largest = cld_max(largest, cld_max(fabs(points[i].u), fabs(points[i].v)));
    return largest;
}

/// `links` have room for as many more corners as cuts can add, one each.
static ring make_ring(const cld_plan_point *subject, uint32_t count, const cld_plan_point *window,
                      uint32_t window_count, link *links) {
    for (uint32_t i = 0; i < count; i++)
        links[i] = (link){subject[i], cld_plan_last(i, count), cld_plan_next(i, count)};
    double largest = cld_max(find_largest(subject, count), find_largest(window, window_count));
    ring r = {links, 0, count, NONE, count, 0};
    r.rounding = 32 * CLD_ROUNDOFF * largest; // two differences and two products, each twice
    return r;
}

static double inside_at(const ring *r, const line *l, uint32_t i) { return inside(l, &r->links[i].at); }

/// Goes on in one direction as long as that leads no farther inside than rounding shows.
static void descend(const ring *r, const line *l, double rounding, bool backward, uint32_t *best,
                    double *least) {
    uint32_t i = *best;
    for (uint32_t steps = 0; steps < r->count; steps++) {
        i = backward ? r->links[i].before : r->links[i].after;
        double other = inside_at(r, l, i);
        if (other > *least + rounding)
            return;
        if (other < *least)
            *best = i, *least = other;
    }
}

/// Takes out a corner; returns its neighbour.
static uint32_t take_out(ring *r, uint32_t i, bool backward) {
    uint32_t before = r->links[i].before, after = r->links[i].after;
    r->links[before].after = after;
    r->links[after].before = before;
    r->links[i].after = r->unused;
    r->unused = i;
    r->count--;
    return backward ? before : after;
}

static void put_after(ring *r, uint32_t i, cld_plan_point p) {
    bool has_unused = r->unused != NONE;
    uint32_t at = has_unused ? r->unused : r->end++;
    if (has_unused)
        r->unused = r->links[at].after;
    r->links[at] = (link){p, i, r->links[i].after};
    r->links[r->links[at].after].before = at;
    r->links[i].after = at;
    r->count++;
}

/// As cut, of a ring.
static void cut_ring(ring *r, const line *l, double slack) {
    double least = inside_at(r, l, r->at), length = find_length(l), limit = -slack * length;
    descend(r, l, r->rounding * length, false, &r->at, &least);
    descend(r, l, r->rounding * length, true, &r->at, &least);
    if (least >= limit)
        return;
    cld_plan_point first = r->links[r->at].at, last = first; // of those that are cut off
    uint32_t q = take_out(r, r->at, false), p = r->links[q].before;
    for (; r->count > 0 && inside_at(r, l, q) < limit; q = take_out(r, q, false))
        last = r->links[q].at;
    for (; r->count > 0 && inside_at(r, l, p) < limit; p = take_out(r, p, true))
        first = r->links[p].at;
    if (r->count == 0)
        return;
    double from_p = inside_at(r, l, p), from_q = inside_at(r, l, q);
    if (from_q > 0)
        put_after(r, p, between(&last, &r->links[q].at, inside(l, &last), from_q));
    if (from_p > 0)
        put_after(r, p, between(&r->links[p].at, &first, from_p, inside(l, &first)));
    r->at = r->links[p].after;
}

/// Cuts along the first sides of the window, until there are few corners left or no more sides. Returns how
/// many sides that were.
static uint32_t clip_ring(cld_plan_point *subject, uint32_t *count, const cld_plan_point *window,
                          uint32_t window_count, double slack, line *before, link *links) {
    ring r = make_ring(subject, *count, window, window_count, links);
    uint32_t i = 0;
    for (line lines[4]; i < window_count && r.count > MANY; i++)
        for (int k = 0, lines_count = find_lines(window, window_count, i, before, lines);
             k < lines_count && r.count > 0; k++)
            cut_ring(&r, &lines[k], slack);
    for (uint32_t k = 0; k < r.count; k++, r.at = r.links[r.at].after)
        subject[k] = r.links[r.at].at;
    *count = r.count;
    return i;
}

uint32_t cld_clip(cld_plan_point *subject, uint32_t count, const cld_plan_point *window,
                  uint32_t window_count, double slack, cld_buffer *spare) {
    void *memory = cld_buffer_reserve(spare, count + 2 * (size_t)window_count, sizeof(link));
    if (!memory)
        return 0;
    cld_plan_point *from = subject, *to = memory; // once there is no ring in it any more
    line before, lines[4];
    bool has_side = false;
    for (uint32_t i = window_count; i-- > 0 && !has_side;)
        has_side = find_side(&window[i], &window[cld_plan_next(i, window_count)], &before);
    if (!has_side)
        before = (line){0, 0, 0, 0};
    uint32_t i = count > MANY && window_count > MANY
                     ? clip_ring(subject, &count, window, window_count, slack, &before, memory)
                     : 0;
    for (; i < window_count && count > 0; i++)
        for (int k = 0, lines_count = find_lines(window, window_count, i, &before, lines); k < lines_count;
             k++) {
            if (!leaves_out(from, count, &lines[k], slack))
                continue;
            count = cut(from, count, &lines[k], slack, to);
            exchange(&from, &to);
        }
    if (from != subject)
        memcpy(subject, from, count * sizeof *subject);
    return count;
}
