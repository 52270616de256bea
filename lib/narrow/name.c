/// What the features of an answer are called: by the number that the user's list gives what holds the
/// answer's point.
///
/// Contacts are made from one face or edge on the supporting plane. Where rounding leaves several there, the
/// one that holds the point is named, and where the list has several parts of that one, the part that does;
/// of several that hold it within rounding the first. Where the list leaves out what holds it, there is none.

#include <math.h>

#include "narrow/pair.h"

/// The faces or edges of one shape as they stand in the frame of the query, and the point to be held.
typedef struct view {
    const cld_shape *shape;
    const cld_cso *cso;
    bool is_b;
    const cld_hull *hull; ///< NULL in the plane
    cld_feature_kind kind;
    cld_vec3 point;
    double within; ///< what is no farther from the point than this holds it
} view;

/// A face or edge by its corners.
typedef struct part {
    const uint32_t *corner;
    uint32_t count;
    uint32_t ends[2]; ///< of an edge of an outline
} part;

static part get_part(const view *v, uint32_t index) {
    part p = {.count = 2};
    if (!v->hull) {
        p.ends[0] = v->shape->rare->outline[index];
        p.ends[1] = v->shape->rare->outline[(index + 1) % v->shape->rare->outline_count];
    } else if (v->kind == CLD_FEATURE_EDGE) {
        p.corner = v->hull->edge_vertex[index];
    } else {
        p.corner = v->hull->face_vertex + v->hull->face_start[index];
        p.count = v->hull->face_start[index + 1] - v->hull->face_start[index];
    }
    return p;
}

static uint32_t count_parts(const view *v) {
    return !v->hull                      ? v->shape->rare->outline_count
           : v->kind == CLD_FEATURE_EDGE ? v->hull->edge_count
                                         : v->hull->face_count;
}

/// Behind the last corner comes the first.
static cld_vec3 corner_at(const view *v, const part *p, uint32_t i) {
    uint32_t vertex = (p->corner ? p->corner : p->ends)[i < p->count ? i : i - p->count];
    return cld_cso_at(v->cso, v->is_b, vertex);
}

/// Whether the point, which is about in the plane of a face, is above its inside.
static bool is_inside(const view *v, const part *p) {
    cld_vec3 first = corner_at(v, p, 0), area = {0, 0, 0};
    for (uint32_t i = 2; i < p->count; i++)
        area = cld_add(area,
                       cld_cross(cld_sub(corner_at(v, p, i - 1), first), cld_sub(corner_at(v, p, i), first)));
    for (uint32_t i = 0; i < p->count; i++) {
        cld_vec3 from = corner_at(v, p, i), side = cld_sub(corner_at(v, p, i + 1), from);
        if (!(cld_dot(cld_cross(side, cld_sub(v->point, from)), area) > 0))
            return false;
    }
    return p->count > 2;
}

static double find_distance_to_side(const view *v, const part *p, uint32_t i) {
    cld_vec3 from = corner_at(v, p, i), side = cld_sub(corner_at(v, p, i + 1), from),
             to = cld_sub(v->point, from);
    double square = cld_dot(side, side), along = square > 0 ? cld_dot(to, side) / square : 0;
    return cld_length(cld_add_scaled(to, -cld_max(0, cld_min(along, 1)), side));
}

/// How far the point is from a face or edge; 0 in the inside of a face.
static double find_distance(const view *v, const part *p) {
    double least = is_inside(v, p) ? 0 : INFINITY;
    for (uint32_t i = 0; i < p->count && least > 0; i++)
        least = cld_min(least, find_distance_to_side(v, p, i));
    return least;
}

static bool is_on_plane(const view *v, const part *p, cld_vec3 n, double lowest) {
    for (uint32_t i = 0; i < p->count; i++)
        if (!(cld_dot(n, corner_at(v, p, i)) >= lowest))
            return false;
    return true;
}

/// The face or edge on the supporting plane that holds the point: the given one if it does, else the nearest.
static uint32_t find_holder(const view *v, uint32_t given, cld_vec3 n, double slack) {
    part p = get_part(v, given);
    double least = find_distance(v, &p);
    if (least <= v->within)
        return given;
    cld_vec3 farthest = cld_cso_find_extreme(v->cso, v->is_b, n);
    double lowest = cld_dot(n, farthest) - slack;
    uint32_t holder = given;
    for (uint32_t i = 0; i < count_parts(v); i++) {
        p = get_part(v, i);
        double distance = is_on_plane(v, &p, n, lowest) ? find_distance(v, &p) : INFINITY;
        if (distance < least)
            least = distance, holder = i;
    }
    return holder;
}

/// What is named so far, and how far from the point it is.
typedef struct choice {
    uint32_t index;
    double distance;
} choice;

static void offer(const view *v, const part *p, uint32_t index, choice *best) {
    double distance = cld_max(find_distance(v, p), v->within); // what holds the point is as near as any
    if (distance < best->distance || (distance == best->distance && index < best->index))
        *best = (choice){index, distance};
}

/// The point, moved along the normal to the plane on which a face lies.
static cld_vec3 find_foot(const view *v, const part *p, cld_vec3 n) {
    return cld_add_scaled(v->point, cld_dot(n, cld_sub(corner_at(v, p, 0), v->point)), n);
}

/// Of the listed parts that lie on a face or edge of the hull; CLD_NO_INDEX where all are farther from the
/// point than the face or edge itself, by more than the list is told to be good for. Neighbours may end 1e-6
/// D (parts.h) from each other's side each, and D is at most twice the reach of the shape in each of three
/// directions: 2e-6 * 2 sqrt(3) < 8e-6.
static uint32_t choose_listed(const view *on, const cld_parts *parts, uint32_t index, cld_vec3 n,
                              double reach) {
    part whole = get_part(on, index);
    view view_of_foot = *on, *v = &view_of_foot;
    choice best = {CLD_NO_INDEX, INFINITY};
    if (v->kind == CLD_FEATURE_FACE)
        v->point = find_foot(v, &whole, n);
    for (uint32_t i = parts->start[index]; i < parts->start[index + 1]; i++) {
        uint32_t item = parts->item[i], first = parts->corner_start[item];
        part p = {.corner = parts->corner + first, .count = parts->corner_start[item + 1] - first};
        offer(v, &p, item, &best);
    }
    double most = cld_max(find_distance(v, &whole), v->within) + 8e-6 * reach;
    return best.distance <= most ? best.index : CLD_NO_INDEX;
}

/// Of the edges of the list that lead from one corner of the outline to the next; those of no length lead
/// nowhere.
static uint32_t choose_along(const view *v, uint32_t index) {
    part whole = get_part(v, index);
    uint32_t count = v->shape->core.count, at = v->shape->rare->names.edge[index],
             end = whole.ends[at == whole.ends[0]];
    choice best = {at, INFINITY};
    for (uint32_t next; at != end && at != CLD_NO_INDEX; at = next) {
        next = (at + 1) % count;
        cld_vec3 p = cld_cso_at(v->cso, v->is_b, at), q = cld_cso_at(v->cso, v->is_b, next);
        if (p.x != q.x || p.y != q.y)
            offer(v, &(part){.count = 2, .ends = {at, next}}, at, &best);
    }
    return best.index;
}

uint32_t cld_shape_find_number(const cld_shape *shape, cld_feature_kind kind, uint32_t index) {
    const cld_names *names = &shape->rare->names;
    const uint32_t *numbers = kind == CLD_FEATURE_FACE   ? names->face
                              : kind == CLD_FEATURE_EDGE ? names->edge
                                                         : NULL;
    return numbers ? numbers[index] : index;
}

cld_feature cld_shape_name_feature(const cld_shape *shape, cld_feature_kind kind, uint32_t index) {
    bool is_flat = kind == (shape->dimension == 2 ? CLD_FEATURE_EDGE : CLD_FEATURE_FACE);
    if (shape->radius > 0 && !is_flat)
        return (cld_feature){CLD_FEATURE_SURFACE, CLD_NO_INDEX, CLD_NO_INDEX};
    return (cld_feature){kind, cld_shape_find_number(shape, kind, index), CLD_NO_INDEX};
}

cld_status cld_pair_name_feature(const cld_pair *pair, bool is_b, cld_vec3 normal, cld_vec3 point,
                                 bool is_alone, cld_feature *feature, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    const cld_shape *shape = is_b ? pair->b.shape : pair->a.shape;
    const cld_names *names = &shape->rare->names;
    view v = {.shape = shape, .cso = cso, .is_b = is_b, .kind = feature->kind, .point = point};
    uint32_t index = feature->index;
    *feature = cld_shape_name_feature(shape, v.kind, index);
    bool is_face = feature->kind == CLD_FEATURE_FACE, is_edge = feature->kind == CLD_FEATURE_EDGE;
    const cld_parts *parts = is_face ? names->face_parts : names->edge_parts;
    if (shape->kind == CLD_HALFSPACE || shape->curve->count || (!is_face && !is_edge) || (is_alone && !parts))
        return CLD_OK;
    if (shape->dimension == 3) {
        cld_status status = cld_shape_find_hull(shape, &v.hull, err);
        if (status != CLD_OK)
            return status;
    }
    v.within = cld_pair_find_merge(pair);
    cld_vec3 n = is_b ? cld_negate(normal) : normal;
    if (!is_alone)
        index = find_holder(&v, index, n, cld_pair_find_slack_of(pair, is_b));
    *feature = cld_shape_name_feature(shape, v.kind, index);
    if (parts && parts->start[index] < parts->start[index + 1])
        feature->index = choose_listed(&v, parts, index, n, cld_cso_get_side(cso, is_b)->reach);
    else if (!v.hull)
        feature->index = choose_along(&v, index);
    return CLD_OK;
}
