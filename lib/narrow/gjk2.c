/// GJK in the plane: walks a point, edge or triangle of A - B towards the origin.
///
/// Source: E. Gilbert, D. Johnson, S. Keerthi, A fast procedure for computing the distance between complex
/// objects in three-dimensional space, 1988, for two dimensions. Deviations: which side of an edge the origin
/// is on is told by a cross product in double-double, and the nearest point of an edge is its normal times
/// that, so an origin on an edge or on a corner is an exact zero, and the direction to one just beside it is
/// as good as any.
///
/// It ends because each step brings |v| down over the finitely many simplices of vertex pairs. Any step that
/// double-double can see is taken: among nearly straight chains one that shortens |v| by its last bit may
/// move the nearest points by many. The support mapping is in doubles, so it can miss vertices that are
/// nearer by 8 u of the reach of their shape.

#include "narrow/gjk2.h"

#include <math.h>

#include "narrow/trace.h"

/// More steps than any pair needs.
#define MOST_ITERATIONS 1000

/// The point of a corner or an edge of the simplex that is nearest to the origin.
typedef struct spot {
    int count, at[2];
    double weight[2];
    cld_dd2 v;
    cld_dd square;
} spot;

static spot stand_on_corner(const cld_dd2 *w, int i) {
    return (spot){1, {i, i}, {1, 0}, w[i], cld_dd2_dot(w[i], w[i])};
}

static spot stand_on_edge(const cld_dd2 *w, int i, int j) {
    cld_dd2 e = cld_dd2_sub(w[j], w[i]);
    cld_dd past_i = cld_dd_negate(cld_dd2_dot(w[i], e)), past_j = cld_dd2_dot(w[j], e);
    if (past_i.hi <= 0)
        return stand_on_corner(w, i);
    if (past_j.hi <= 0)
        return stand_on_corner(w, j);
    cld_dd ee = cld_dd2_dot(e, e), side = cld_dd2_cross(w[i], e);
    spot s = {.count = 2, .at = {i, j}, .v = cld_dd2_scale(cld_dd2_turn_out(e), cld_dd_div(side, ee))};
    s.weight[0] = past_j.hi / (past_i.hi + past_j.hi);
    s.weight[1] = past_i.hi / (past_i.hi + past_j.hi);
    s.square = cld_dd2_dot(s.v, s.v);
    return s;
}

/// Whether the triangle holds the origin; if so, sets the weights. If not, finds the nearest spot on its
/// sides.
static bool holds_origin(const cld_dd2 *w, double weight[3], spot *nearest) {
    cld_dd area = cld_dd2_cross(cld_dd2_sub(w[1], w[0]), cld_dd2_sub(w[2], w[0])), part[3];
    bool inside = area.hi != 0;
    *nearest = stand_on_corner(w, 0);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        part[i] = cld_dd2_cross(w[j], w[k]);
        bool behind = area.hi > 0 ? part[i].hi >= 0 : area.hi < 0 && part[i].hi <= 0;
        inside = inside && behind;
        spot s = behind ? *nearest : stand_on_edge(w, j, k);
        if (cld_dd_less(s.square, nearest->square))
            *nearest = s;
    }
    // Of a thin triangle the parts and the area have few digits, and would make no sum of 1.
    double whole = part[0].hi + part[1].hi + part[2].hi;
    for (int i = 0; i < 3; i++)
        weight[i] = part[i].hi / whole;
    return inside && whole != 0;
}

static void keep_spot(cld_simplex *s, const spot *nearest) {
    cld_simplex kept = {.count = nearest->count};
    for (int i = 0; i < nearest->count; i++) {
        kept.vertex[i] = s->vertex[nearest->at[i]];
        kept.weight[i] = nearest->weight[i];
    }
    *s = kept;
}

/// Of a triangle that holds the origin but is so thin that its area has few digits, and with it the weights,
/// takes what of its sides comes nearer to the origin than they do.
static void take_nearer(cld_simplex *s, const cld_dd2 *w) {
    cld_dd2 sum = {{0, 0}, {0, 0}};
    for (int i = 0; i < 3; i++) {
        cld_dd2 share = cld_dd2_scale(w[i], cld_dd_make(s->weight[i]));
        sum = (cld_dd2){cld_dd_add(sum.x, share.x), cld_dd_add(sum.y, share.y)};
    }
    cld_dd square = cld_dd2_dot(sum, sum);
    spot nearest = {.count = 0};
    for (int i = 0; i < 3; i++) {
        spot side = stand_on_edge(w, i, (i + 1) % 3);
        if (cld_dd_less(side.square, square))
            nearest = side, square = side.square;
    }
    if (nearest.count)
        keep_spot(s, &nearest);
}

static bool has_vertex(const cld_simplex *s, const cld_cso_vertex *w) {
    for (int i = 0; i < s->count; i++)
        if (s->vertex[i].ia == w->ia && s->vertex[i].ib == w->ib)
            return true;
    return false;
}

static void tell(const cld_cso *cso, const cld_simplex *s, cld_vec3 v, const cld_cso_vertex *w) {
    cld_event event = {.kind = CLD_TRACE_GJK, .is_exact = true, .direction = cld_negate(v), .support = w};
    event.simplex = s->vertex;
    event.simplex_count = (uint32_t)s->count;
    event.upper = s->count ? cld_length(v) : INFINITY;
    event.lower = cld_dot(v, w->w) / cld_length(v);
    cld_trace_tell(cso, &event);
}

cld_gjk2_result cld_gjk2(const cld_cso *cso, cld_vec3 v0) {
    cld_gjk2_result r = {.simplex = {.vertex = {cld_cso_support(cso, cld_negate(v0))}, .count = 1},
                         .iterations = 1};
    if (cso->tracer)
        tell(cso, &(cld_simplex){.count = 0}, v0, &r.simplex.vertex[0]);
    cld_dd2 exact[3] = {cld_cso_exact2(cso, &r.simplex.vertex[0])};
    spot nearest = stand_on_corner(exact, 0);
    keep_spot(&r.simplex, &nearest);
    double slack = CLD_DD2_ERROR * cso->size;
    while (nearest.square.hi > 0 && r.iterations < MOST_ITERATIONS) {
        cld_cso_vertex w = cld_cso_support(cso, cld_negate(cld_dd2_value(nearest.v)));
        r.iterations++;
        if (cso->tracer)
            tell(cso, &r.simplex, cld_dd2_value(nearest.v), &w);
        cld_dd2 step = cld_dd2_sub(nearest.v, cld_cso_exact2(cso, &w));
        if (has_vertex(&r.simplex, &w) || cld_dd2_dot(nearest.v, step).hi <= slack * sqrt(nearest.square.hi))
            break;
        cld_simplex next = r.simplex;
        next.vertex[next.count++] = w;
        for (int i = 0; i < next.count; i++)
            exact[i] = cld_cso_exact2(cso, &next.vertex[i]);
        spot better;
        if (next.count == 2) {
            better = stand_on_edge(exact, 0, 1);
        } else if (holds_origin(exact, next.weight, &better)) {
            take_nearer(&next, exact);
            r.simplex = next;
            r.meets = true;
            return r;
        }
        if (!cld_dd_less(better.square, nearest.square))
            break;
        keep_spot(&next, &better);
        r.simplex = next;
        nearest = better;
    }
    r.v = nearest.v;
    r.meets = !(nearest.square.hi > 0);
    return r;
}
