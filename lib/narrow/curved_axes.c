/// The normals of flat parts, tried by name: Newton's method does not come to them, since the support
/// function of a disc, or of a line of a tube's side and an edge, has no derivative there.

#include <math.h>

#include "narrow/core.h"
#include "narrow/curved.h"
#include "narrow/trace.h"

/// Where a disc is the supporting part of one shape, and the other's farthest point is above it: that point,
/// and the one of the disc below it, as a combination of two on the rim.
static void find_points(const cld_cso *cso, bool is_b, cld_peak *peak) {
    cld_cso_vertex v = cld_cso_support(cso, peak->normal);
    const cld_curve *curve = cld_cso_get_side(cso, is_b)->curve;
    const cld_oval *disc = &curve->part[is_b ? v.ib : v.ia];
    cld_vec3 p = disc->axis[0], q = disc->axis[1], n = peak->normal;
    cld_vec3 other = is_b ? cld_sub(v.a, cso->offset) : cld_add(v.b, cso->offset),
             to = cld_sub(other, disc->centre);
    double pp = cld_dot(p, p), pq = cld_dot(p, q), qq = cld_dot(q, q), area = pp * qq - pq * pq;
    to = cld_add_scaled(to, -cld_dot(to, n), n);
    double at_p = cld_dot(to, p), at_q = cld_dot(to, q), x = (at_p * qq - at_q * pq) / area,
           y = (at_q * pp - at_p * pq) / area, length = sqrt(x * x + y * y);
    if (!(length <= 1)) // nor where there is no area
        return;
    double part = length > 0 ? 1 / length : 0;
    cld_vec3 radius = length > 0 ? cld_add_scaled(cld_scale(p, x * part), y * part, q) : p;
    for (int i = 0; i < 2; i++) {
        *(is_b ? &v.b : &v.a) = cld_add_scaled(disc->centre, i ? -1 : 1, radius);
        v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
        peak->vertex[i] = v;
        peak->weight[i] = 0.5 + (i ? -0.5 : 0.5) * length;
    }
    peak->count = 2;
}

cld_peak cld_peak_look(const cld_cso *cso, cld_vec3 n) {
    cld_peak peak = {.normal = n, .separation = cld_cso_find_separation(cso, n)};
    if (cso->tracer)
        cld_trace_tell(
            cso, &(cld_event){CLD_TRACE_SAT, .direction = n, .lower = peak.separation, .upper = INFINITY});
    return peak;
}

/// A flat part's normal is right to the last bit, so it is taken even where another normal seems better by
/// rounding.
static void try_axis(const cld_cso *cso, bool is_b, cld_vec3 n, cld_peak *peak) {
    cld_peak axis = cld_peak_look(cso, n);
    double rounding = CLD_CURVED_ROUNDING * cso->size;
    if (!(axis.separation > peak->separation + rounding ||
          (axis.separation > peak->separation - rounding && cld_dot(n, peak->normal) > 0.999)))
        return;
    find_points(cso, is_b, &axis);
    *peak = axis;
}

void cld_peak_try_axes(const cld_cso *cso, cld_peak *peak) {
    const cld_curve *curve[2] = {cso->a.curve, cso->b.curve};
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; curve[side] && i < (curve[side]->is_tube ? 1 : curve[side]->count); i++) {
            cld_vec3 n = cld_oval_find_normal(&curve[side]->part[i]);
            if (!(cld_dot(n, n) > 0))
                continue;
            try_axis(cso, side, n, peak);
            try_axis(cso, side, cld_negate(n), peak);
        }
}

/// Takes the better one of two opposite directions, if it is better.
static void try_both(const cld_cso *cso, cld_vec3 n, cld_peak *peak) {
    for (int i = 0; i < 2; i++, n = cld_negate(n)) {
        cld_peak looked = cld_peak_look(cso, n);
        cld_peak_take_better(peak, &looked);
    }
}

bool cld_peak_try_sides(cld_pair *pair, cld_peak *peak) {
    bool is_b = !pair->cso.b.curve;
    const cld_curve *curve = cld_cso_get_side(&pair->cso, !is_b)->curve;
    cld_solid solid;
    cld_error err;
    if (!curve->is_tube || (pair->cso.a.curve && pair->cso.b.curve))
        return true;
    if (cld_pair_find_solid(pair, is_b, &solid, &err) != CLD_OK)
        return false;
    const cld_hull *hull = solid.hull;
    cld_vec3 line = cld_sub(curve->part[1].centre, curve->part[0].centre);
    cld_cso cso = pair->cso;
    cld_cso_prepare(&cso); // without memory, supports take longer
    for (uint32_t f = 0; f < hull->face_count; f++)
        try_both(&cso, cld_solid_find_normal(&solid, f), peak);
    for (uint32_t e = 0; e < hull->edge_count; e++) {
        const uint32_t *end = hull->edge_vertex[e];
        cld_vec3 n = cld_cross(line, cld_sub(cld_cso_at(&cso, is_b, end[1]), cld_cso_at(&cso, is_b, end[0])));
        if (cld_dot(n, n) > 0)
            try_both(&cso, cld_unit(n), peak);
    }
    cld_cso_forget(&cso);
    return true;
}
