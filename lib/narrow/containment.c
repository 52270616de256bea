/// Containment by the support functions: A + ball(ra) lies in B + ball(rb) + ball(t) iff the signed distance
/// of every vertex of A to B is at most rb - ra + t. What is known of the pair and some directions are tried
/// first; few pairs get further. Whether and how deep vertices are inside is told by the faces of what is
/// around them, all at once: GJK or EPA would begin again for each.

#include "narrow/containment.h"

#include <math.h>

#include "narrow/gjk.h"
#include "shape/faces.h"
#include "shape/flats.h"

/// From here on it pays to prepare the outer cloud: each takes a few passes over it.
#define MANY_POINTS 200

/// So many faces take as long as GJK about one point.
#define FACES_A_POINT 16

/// What a separation may be off by: a difference of points loses 2 u of the size, its product with d and that
/// of the offset lose 3 u each, their difference u, |d| 2 u, and a unit d is turned by 3 u: less than 16 u,
/// here doubled.
static double find_rounding(const cld_cso *cso) { return 32 * CLD_ROUNDOFF * cso->size + cso->error; }

/// Whether the inner shape sticks out of the other along d.
static bool sticks_out(const cld_cso *cso, bool b_is_container, cld_vec3 d, double room) {
    cld_vec3 a = cld_cso_find_extreme(cso, false, d), b = cld_cso_find_extreme(cso, true, d);
    double out = cld_dot(d, cld_sub(a, b)) - cld_dot(d, cso->offset);
    return (b_is_container ? out : -out) > (room + find_rounding(cso)) * cld_length(d);
}

/// Whether the inner shape is wider along the normal than it is deep in the other: what is inside is as deep
/// as it is wide, less what it has room for, and as wide as the ball in it.
static bool is_too_wide(const cld_pair *pair, bool b_is_container, double room) {
    const cld_shape *inner = b_is_container ? pair->a.shape : pair->b.shape;
    double radius = atomic_load_explicit(&inner->inner, memory_order_relaxed) * pair->cso.scale;
    return pair->hints.depth < 2 * radius - room - find_rounding(&pair->cso);
}

/// Whether the inner shape reaches beyond that one of the outer shape's largest faces above which its centre
/// is highest.
static bool sticks_out_of_flat(const cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    const cld_side *outer = b_is_container ? &pair->b : &pair->a;
    if (!cld_has_flats(outer->shape, atomic_load_explicit(&outer->shape->inner, memory_order_acquire)))
        return false;
    cld_vec3 to = b_is_container ? cld_negate(cso->offset) : cso->offset;
    cld_flat flat;
    cld_flat_find(outer->shape, outer->pose, cld_scale(to, cso->unit), &flat);
    cld_vec3 from_outer = cld_add(cld_cso_find_extreme(cso, !b_is_container, flat.normal), to);
    double out = cld_dot(flat.normal, from_outer) - flat.height * cso->scale;
    return out > (room + find_rounding(cso)) * cld_length(flat.normal); // heights are rounded up
}

/// Whether one point is no farther from the outer cloud than `room`.
static bool point_fits(cld_cso *cso, cld_vec3 v0, double room) {
    cld_gjk_result r = cld_gjk(cso, v0, cld_simplex_find_nearest);
    double length = cld_length(r.v);
    if (r.stop != CLD_GJK_MEETS && length > room) {
        if (cld_cso_find_separation(cso, cld_scale(r.v, -1 / length)) > room + find_rounding(cso))
            return false;
        // a needle may have misled the doubles
        r = cld_gjk(cso, r.v, cld_simplex_find_nearest_exactly);
    }
    return r.stop == CLD_GJK_MEETS || cld_length(r.v) <= room;
}

typedef enum fit { UNSURE, STICKS_OUT, FITS } fit;

/// Whether the outer shape is wider along the normal of a face than `least`, and so much that rounding has
/// not turned the normals of its faces anywhere, or left none.
static bool is_wider(const cld_cso *cso, bool b_is_container, cld_vec3 n, double least) {
    cld_vec3 low = cld_negate(n);
    cld_vec3 from = cld_cso_find_extreme(cso, b_is_container, low),
             to = cld_cso_find_extreme(cso, b_is_container, n);
    return cld_dot(n, cld_sub(to, from)) > least;
}

/// No less, but for rounding, than how far the inner shape reaches beyond the outer one along a unit n: how
/// far what is around it reaches beyond one vertex.
static double find_beyond(const cld_pair *pair, bool b_is_container, cld_vec3 n, uint32_t vertex) {
    const cld_cso *cso = &pair->cso;
    const cld_side *inner = b_is_container ? &pair->a : &pair->b;
    double between = b_is_container ? -cld_dot(n, cso->offset) : cld_dot(n, cso->offset),
           reach = cld_cso_get_side(cso, !b_is_container)->reach;
    if (cld_shape_has_around(inner->shape))
        reach = cld_shape_reach_around(inner->shape, inner->pose, n) * cso->scale;
    return between + reach - cld_dot(n, cld_cso_at(cso, b_is_container, vertex));
}

/// What the faces of the outer shape say: along none of their normals may the inner cloud reach farther than
/// `room`. Below 0 that is all there is to ask, and what is as thin as rounding holds no ball. From 0 on,
/// what reaches as far as a plane may be beyond an edge, or the plane one of several that were merged, and in
/// what is as thin as that no point is clear of all planes; and few points are sooner asked one by one.
static fit compare_with_faces(cld_pair *pair, bool b_is_container, double room) {
    const cld_side *outer = b_is_container ? &pair->b : &pair->a;
    const cld_hull *hull;
    const cld_facets *facets = NULL;
    cld_error err;
    pair->workspace->failed |= cld_shape_find_hull(outer->shape, &hull, &err) != CLD_OK;
    if (pair->workspace->failed || (room < 0 && hull->rank < 3))
        return STICKS_OUT;
    size_t points = cld_cso_get_side(&pair->cso, !b_is_container)->cloud.count;
    if (room >= 0 && (hull->rank < 3 || hull->face_count > FACES_A_POINT * points))
        return UNSURE;
    pair->workspace->failed |= cld_shape_find_facets(outer->shape, &facets, &err) != CLD_OK;
    double slack = cld_pair_find_slack(pair), rounding = find_rounding(&pair->cso);
    double least = room < 0 ? room : -slack, most = room < 0 ? room : room + rounding;
    bool is_thick =
        atomic_load_explicit(&outer->shape->inner, memory_order_relaxed) * pair->cso.scale > slack;
    cld_cso cso = pair->cso;
    cld_cso_prepare(&cso); // without memory, supports take longer
    fit found = pair->workspace->failed ? STICKS_OUT : FITS;
    for (uint32_t f = 0; f < hull->face_count && found != STICKS_OUT; f++) {
        cld_vec3 n = cld_pose_turn(outer->pose, cld_facets_normal(facets, f));
        uint32_t vertex = hull->face_vertex[hull->face_start[f]];
        if (is_thick && find_beyond(pair, b_is_container, n, vertex) < least - rounding)
            continue;
        cld_vec3 d = cld_sub(cld_cso_find_extreme(&cso, false, n),
                             cld_add(cld_cso_find_extreme(&cso, true, n), cso.offset));
        double out = b_is_container ? cld_dot(n, d) : -cld_dot(n, d);
        if (!is_thick && !is_wider(&cso, b_is_container, n, room < 0 ? rounding : slack))
            found = room < 0 ? STICKS_OUT : UNSURE;
        else if (out > least)
            found = out > most ? STICKS_OUT : UNSURE;
    }
    cld_cso_forget(&cso);
    return found;
}

/// Whether a single point that is put at the vertices of the inner shape in turn is within `room`, which is
/// not below 0, of the outer one. The vertex that is farthest from the outer shape's centre comes first, and
/// then its faces.
static bool points_fit(cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    uint32_t count = cld_cso_get_side(cso, !b_is_container)->cloud.count;
    cld_vec3 shift = b_is_container ? cld_negate(cso->offset) : cso->offset;
    cld_cloud_point memory;
    cld_cso point = *cso;
    if (!b_is_container)
        point.a = cso->b, point.b = cso->a;
    cld_cso_set_cloud(&point, false, cld_cloud_make_point(shift, &memory));
    point.b.placed = NULL; // the point is rounded, and so are then the vertices beside it
    point.offset_exact = (cld_dd3){{0, 0}, {0, 0}, {0, 0}};
    point.offset = cld_vec3_make(0, 0, 0);
    uint32_t farthest = cld_cso_find_farthest(cso, !b_is_container, cld_negate(shift));
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        fit found = i == 1 ? compare_with_faces(pair, b_is_container, room) : UNSURE;
        if (found != UNSURE)
            return found == FITS;
        uint32_t at = i == 0 ? farthest : i <= farthest ? i - 1 : i;
        cld_vec3 p = cld_add(cld_cso_at(cso, !b_is_container, at), shift);
        point.a.cloud = cld_cloud_make_point(p, &memory);
        // from the side of B that the point is on
        cld_vec3 v0 = cld_dot(p, p) > 0 ? p : cld_vec3_make(1, 0, 0);
        fits = point_fits(&point, v0, room);
        if (i == MANY_POINTS)
            cld_cso_prepare(&point); // without memory, supports take longer
    }
    cld_cso_forget(&point);
    return fits;
}

/// Whether the inner shape sticks out along an axis of the frame, if those have not been asked, or between
/// axes.
static bool sticks_out_somewhere(const cld_pair *pair, bool b_is_container, double room) {
    static const signed char lines[13][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1},  {1, 1, -1},
                                             {1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1},
                                             {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};
    for (int i = pair->hints.has_ends ? 6 : 0; i < 26; i++) {
        const signed char *line = lines[i / 2];
        int sign = i % 2 ? -1 : 1;
        if (sticks_out(&pair->cso, b_is_container,
                       cld_vec3_make(sign * line[0], sign * line[1], sign * line[2]), room))
            return true;
    }
    return false;
}

/// Whether the inner shape reaches farther along an axis of the frame than the other.
static bool is_beyond_ends(const cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    double most = room + find_rounding(cso), farthest = -INFINITY;
    for (int i = 0; i < 6; i++) {
        cld_vec3 a = cld_cso_at(cso, false, pair->hints.ends.of_a[i]),
                 b = cld_add(cld_cso_at(cso, true, pair->hints.ends.of_b[i]), cso->offset),
                 out = b_is_container ? cld_sub(a, b) : cld_sub(b, a);
        double along = i < 2 ? out.x : i < 4 ? out.y : out.z;
        farthest = cld_max(farthest, i % 2 ? along : -along);
    }
    return farthest > most;
}

bool cld_is_contained(cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    if (is_too_wide(pair, b_is_container, room) ||
        (pair->hints.has_beyond && (b_is_container ? pair->hints.beyond_b : pair->hints.beyond_a) > room) ||
        (pair->hints.has_ends && is_beyond_ends(pair, b_is_container, room)) ||
        sticks_out_of_flat(pair, b_is_container, room))
        return false;
    // Most others stick out along the line of centres, or on the far side of where they are pushed apart.
    double sign = b_is_container ? -1 : 1;
    if (sticks_out(cso, b_is_container, cld_scale(cso->offset, sign), room) ||
        sticks_out(cso, b_is_container, cld_scale(pair->hints.normal, sign), room))
        return false;
    if (sticks_out_somewhere(pair, b_is_container, room))
        return false;
    return room < 0 ? compare_with_faces(pair, b_is_container, room) == FITS
                    : points_fit(pair, b_is_container, room);
}
