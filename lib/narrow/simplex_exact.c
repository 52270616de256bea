/// Nearest point of a simplex by trying every face of it, in double-double.
///
/// The origin's projection onto the plane (line, point) of a face is a candidate if its weights are not
/// negative, and the nearest candidate is the answer. Weights come from cross products of the sides, not from
/// Gram determinants, which would square the condition of a sliver.

#include <math.h>

#include "narrow/simplex.h"

typedef struct candidate {
    int count, at[4];
    cld_dd weight[4];
    cld_dd3 v;
    cld_dd square;
    bool valid;
} candidate;

static cld_dd triple(cld_dd3 p, cld_dd3 q, cld_dd3 r) { return cld_dd3_dot(p, cld_dd3_cross(q, r)); }

/// Divides the weights by their sum, and says whether none is negative.
static bool settle_weights(candidate *c) {
    cld_dd sum = {0, 0};
    for (int i = 0; i < c->count; i++)
        sum = cld_dd_add(sum, c->weight[i]);
    if (sum.hi == 0)
        return false;
    for (int i = 0; i < c->count; i++)
        if (sum.hi > 0 ? c->weight[i].hi < 0 : c->weight[i].hi > 0)
            return false;
    for (int i = 0; i < c->count; i++)
        c->weight[i] = cld_dd_div(c->weight[i], sum);
    return true;
}

static void project_on_segment(const cld_dd3 *w, candidate *c) {
    cld_dd3 a = w[c->at[0]], b = w[c->at[1]], e = cld_dd3_sub(b, a);
    c->weight[0] = cld_dd3_dot(b, e);
    c->weight[1] = cld_dd_negate(cld_dd3_dot(a, e));
    if (!(cld_dd3_dot(e, e).hi > 0) || !settle_weights(c))
        return;
    // From the nearer end, so that nothing cancels beyond what the answer itself loses.
    bool nearer_b = c->weight[1].hi > 0.5;
    cld_dd3 step = cld_dd3_scale(e, nearer_b ? cld_dd_negate(c->weight[0]) : c->weight[1]);
    c->v = cld_dd3_add(nearer_b ? b : a, step);
    c->valid = true;
}

static void project_on_triangle(const cld_dd3 *w, candidate *c) {
    cld_dd3 a = w[c->at[0]], p = cld_dd3_sub((cld_dd3){{0, 0}, {0, 0}, {0, 0}}, a);
    cld_dd3 e = cld_dd3_sub(w[c->at[1]], a), f = cld_dd3_sub(w[c->at[2]], a), n = cld_dd3_cross(e, f);
    cld_dd nn = cld_dd3_dot(n, n);
    if (!(nn.hi > CLD_DD_LEAST_SINE_SQUARED * cld_dd3_dot(e, e).hi * cld_dd3_dot(f, f).hi))
        return; // no area: its sides answer for it
    c->weight[1] = triple(n, p, f);
    c->weight[2] = triple(n, e, p);
    c->weight[0] = cld_dd_sub(nn, cld_dd_add(c->weight[1], c->weight[2]));
    if (!settle_weights(c))
        return;
    c->v = cld_dd3_scale(n, cld_dd_div(cld_dd3_dot(n, a), nn));
    c->valid = true;
}

static double find_square(cld_dd3 p, cld_dd3 q) {
    cld_vec3 side = cld_dd3_value(cld_dd3_sub(q, p));
    return cld_dot(side, side);
}

/// p . (q x r), from the sides of that triangle, the two shorter of which stand at the corner that comes
/// first: far fewer digits of a splinter cancel than of the corners themselves.
static cld_dd find_part(cld_dd3 p, cld_dd3 q, cld_dd3 r) {
    double across_p = find_square(q, r), across_q = find_square(r, p), across_r = find_square(p, q);
    bool is_q = across_q > across_p && across_q >= across_r, is_r = !is_q && across_r > across_p;
    cld_dd3 from = is_q ? q : is_r ? r : p, next = is_q ? r : is_r ? p : q, last = is_q ? p : is_r ? q : r;
    return triple(from, cld_dd3_sub(next, from), cld_dd3_sub(last, from));
}

/// Whether the weights of a tetrahedron lead to the origin, but for what is lost when they are rounded to
/// doubles. Those of a splinter whose corners differ by little more than rounding do not: its faces answer
/// for it.
static bool lead_to_origin(const cld_dd3 *w, const cld_dd weight[4]) {
    cld_dd3 sum = {{0, 0}, {0, 0}, {0, 0}};
    double farthest = 0;
    for (int i = 0; i < 4; i++) {
        sum = cld_dd3_add(sum, cld_dd3_scale(w[i], weight[i]));
        farthest = fmax(farthest, cld_max_abs(cld_dd3_value(w[i])));
    }
    return cld_max_abs(cld_dd3_value(sum)) <= CLD_ROUNDOFF * farthest;
}

static void project_on_tetrahedron(const cld_dd3 *w, candidate *c) {
    c->weight[0] = find_part(w[1], w[3], w[2]);
    c->weight[1] = find_part(w[0], w[2], w[3]);
    c->weight[2] = find_part(w[0], w[3], w[1]);
    c->weight[3] = find_part(w[0], w[1], w[2]);
    c->v = (cld_dd3){{0, 0}, {0, 0}, {0, 0}};
    c->valid = settle_weights(c) && lead_to_origin(w, c->weight);
}

static candidate project(const cld_dd3 *w, unsigned members) {
    candidate c = {.count = 0};
    for (int i = 0; i < 4; i++)
        if (members >> i & 1)
            c.at[c.count++] = i;
    switch (c.count) {
    case 1: c.weight[0] = cld_dd_make(1), c.v = w[c.at[0]], c.valid = true; break;
    case 2: project_on_segment(w, &c); break;
    case 3: project_on_triangle(w, &c); break;
    default: project_on_tetrahedron(w, &c); break;
    }
    if (c.valid)
        c.square = cld_dd3_dot(c.v, c.v);
    return c;
}

void cld_simplex_find_nearest_exactly(const cld_cso *cso, cld_simplex *s, cld_vec3 *v) {
    cld_dd3 w[4];
    for (int i = 0; i < s->count; i++)
        w[i] = cld_cso_exact(cso, &s->vertex[i]);
    candidate best = project(w, 1);
    for (unsigned members = 2; members < 1u << s->count; members++) {
        candidate c = project(w, members);
        if (c.valid && cld_dd_less(c.square, best.square))
            best = c;
    }
    cld_simplex kept = {.count = best.count};
    for (int i = 0; i < best.count; i++) {
        kept.vertex[i] = s->vertex[best.at[i]];
        kept.weight[i] = fmax(0, cld_dd_value(best.weight[i]));
    }
    *s = kept;
    *v = cld_dd3_value(best.v);
}
