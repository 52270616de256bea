#include "narrow/curved_view.h"

#include <math.h>

#include "narrow/core.h"

/// The square of the cosine of a face's tilt up to which it is one that lies there, where all of it is within
/// the slack: that of a small face holds it even when it is seen from its edge.
#define FLAT 0.5

/// The cosine of a face's tilt below which it is seen from its edge, and its plane would tell heights a
/// thousand times less precisely than its points.
#define EDGE_ON 0x1p-10

/// A point relative to the side's own centre.
static cld_plan_point look_from(const cld_plan *plan, const cld_viewed *side, cld_vec3 at) {
    return cld_plan_look(plan, at, side->is_b);
}

static void set_slopes(const cld_plan *plan, cld_vec3 normal, cld_view *view) {
    cld_plan_point n = cld_plan_turn(plan, normal);
    view->slope_u = -n.u / n.h;
    view->slope_v = -n.v / n.h;
}

cld_status cld_viewed_make(cld_pair *pair, bool is_b, cld_vec3 normal, cld_solid *solid, cld_viewed *viewed,
                           cld_error *err) {
    const cld_shape *shape = is_b ? pair->b.shape : pair->a.shape;
    *viewed = (cld_viewed){.shape = shape, .curve = cld_cso_get_side(&pair->cso, is_b)->curve, .is_b = is_b};
    viewed->outward = is_b ? cld_negate(normal) : normal;
    viewed->most = INFINITY;
    viewed->memory = &pair->workspace->part[is_b];
    if (viewed->curve)
        return CLD_OK;
    viewed->solid = solid;
    return cld_pair_find_solid(pair, is_b, solid, err);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

size_t cld_view_room(const cld_viewed *side) {
    size_t most = 2;
    const cld_hull *hull = side->curve ? NULL : side->solid->hull;
    for (uint32_t f = 0; hull && f < hull->face_count; f++)
        most = larger(most, hull->face_start[f + 1] - hull->face_start[f]);
    const cld_facets *facets = hull ? side->solid->facets : NULL;
    for (uint32_t i = 0; facets && facets->panels && i < facets->panels->count; i++)
        most = larger(most, cld_relief_find_room(side->solid, &facets->panels->panel[i]));
    return most;
}

static cld_view view_disc(const cld_plan *plan, const cld_viewed *side, uint32_t part) {
    const cld_oval *oval = &side->curve->part[part];
    cld_view view = {.centre = look_from(plan, side, oval->centre), .first_x = 1};
    double x = cld_dot(oval->axis[0], side->outward), y = cld_dot(oval->axis[1], side->outward),
           length = sqrt(x * x + y * y);
    for (int k = 0; k < 2; k++)
        view.axis[k] = cld_plan_turn(plan, oval->axis[k]);
    if (length > plan->slack)
        view.first_x = x / length, view.first_y = y / length;
    set_slopes(plan, cld_oval_find_normal(oval), &view);
    return view;
}

/// The points of both parts farthest outward; where those are discs around one axis, they are on one straight
/// line.
static cld_view view_line(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points) {
    for (uint32_t i = 0; i < 2; i++)
        points[i] = look_from(plan, side, cld_curve_find_extreme_of(side->curve, i, side->outward));
    return (cld_view){.point = points, .count = 2};
}

static cld_view view_point(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points) {
    uint32_t part;
    points[0] = look_from(plan, side, cld_curve_find_extreme(side->curve, side->outward, &part));
    return (cld_view){.point = points, .count = 1};
}

static bool is_flat(const cld_oval *oval) {
    cld_vec3 n = cld_oval_find_normal(oval);
    return cld_dot(n, n) > 0;
}

/// Whether all of a disc is above a height, and it lies rather than stands.
static bool lies(const cld_viewed *side, const cld_oval *oval, double reach, double bottom) {
    double towards = cld_dot(cld_oval_find_normal(oval), side->outward);
    return is_flat(oval) && towards * towards >= FLAT &&
           reach - 2 * cld_oval_find_reach(oval, side->outward) >= bottom;
}

static cld_view view_supporting_curve(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points) {
    const cld_curve *curve = side->curve;
    uint32_t farthest;
    double top = cld_dot(side->outward, cld_curve_find_extreme(curve, side->outward, &farthest)),
           reach[2] = {0};
    for (uint32_t i = 0; i < curve->count; i++) {
        const cld_oval *oval = &curve->part[i];
        reach[i] = cld_dot(side->outward, cld_curve_find_extreme_of(curve, i, side->outward));
        if (!lies(side, oval, reach[i], top - plan->slack))
            continue;
        cld_view view = view_disc(plan, side, i);
        view.feature = (cld_feature){CLD_FEATURE_FACE, i, CLD_NO_INDEX};
        return view;
    }
    bool straight = curve->count == 2 && fabs(reach[1] - reach[0]) <= plan->slack;
    bool apex = !straight && farthest == 1 && !is_flat(&curve->part[1]) && !(side->shape->radius > 0);
    cld_view view = straight ? view_line(plan, side, points) : view_point(plan, side, points);
    view.feature = apex ? (cld_feature){CLD_FEATURE_VERTEX, 0, CLD_NO_INDEX}
                        : (cld_feature){CLD_FEATURE_SURFACE, CLD_NO_INDEX, CLD_NO_INDEX};
    return view;
}

/// A hull without faces is a segment or a point.
static cld_view view_hull_vertices(const cld_plan *plan, const cld_viewed *side, const uint32_t *vertex,
                                   uint32_t count, cld_plan_point *points) {
    for (uint32_t i = 0; i < count; i++)
        points[i] = look_from(plan, side, cld_cloud_at(side->solid->cloud, vertex[i]));
    return (cld_view){.point = points, .count = count};
}

static cld_view view_hull_face(const cld_plan *plan, const cld_viewed *side, uint32_t face,
                               cld_plan_point *points) {
    cld_relief relief = cld_relief_make(plan, side->solid, face, side->is_b, side->most, side->memory);
    uint32_t count = relief.corner_count;
    cld_view view = view_hull_vertices(plan, side, relief.corner, count, points);
    view.relief = relief;
    // A loop is counter-clockwise seen from outside; seen along the normal, B's faces are turned away.
    if (side->is_b != side->solid->mirrored)
        for (uint32_t i = 0; i < count / 2; i++) {
            cld_plan_point t = points[i];
            points[i] = points[count - 1 - i];
            points[count - 1 - i] = t;
        }
    set_slopes(plan, cld_solid_find_normal(side->solid, face), &view);
    return view;
}

cld_view cld_view_supporting(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points) {
    if (side->curve)
        return view_supporting_curve(plan, side, points);
    const cld_hull *hull = side->solid->hull;
    uint32_t farthest = cld_cloud_find_extreme(side->solid->cloud, side->outward);
    cld_hull_feature f = cld_find_feature(side->solid, side->outward, farthest, plan->slack);
    cld_view view = f.kind == CLD_FEATURE_FACE ? view_hull_face(plan, side, f.index, points)
                    : f.kind == CLD_FEATURE_EDGE
                        ? view_hull_vertices(plan, side, hull->edge_vertex[f.index], 2, points)
                        : view_hull_vertices(plan, side, &f.index, 1, points);
    view.feature = (cld_feature){f.kind, f.index, CLD_NO_INDEX};
    return view;
}

/// How far a disc's normal is turned outward, or 0 for what is no disc, and for one seen so nearly from its
/// edge that its plane says nothing.
static double find_facing_of(const cld_viewed *side, uint32_t part) {
    double towards = fabs(cld_dot(cld_oval_find_normal(&side->curve->part[part]), side->outward));
    return towards > EDGE_ON ? towards : 0;
}

static cld_view view_facing_curve(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points) {
    const cld_curve *curve = side->curve;
    if (curve->count == 1) {
        double towards = find_facing_of(side, 0);
        return towards > 0 ? view_disc(plan, side, 0) : view_point(plan, side, points);
    }
    cld_vec3 along = cld_sub(curve->part[1].centre, curve->part[0].centre);
    double height = cld_length(along), up = cld_dot(along, side->outward) / height;
    double narrowing = cld_length(curve->part[0].axis[0]) - cld_length(curve->part[1].axis[0]);
    // How far outward the flank's normal nearest to `outward` points, to be compared with those of the flat
    // ends.
    double flank = (height * sqrt(fmax(0, 1 - up * up)) + narrowing * up) /
                   sqrt(height * height + narrowing * narrowing);
    uint32_t end = up > 0;
    double towards = find_facing_of(side, end);
    if (towards > 0 && towards >= flank)
        return view_disc(plan, side, end);
    // Seen straight from the apex, no line of the flank is turned more towards the other shape than another.
    bool from_apex = cld_oval_find_reach(&curve->part[0], side->outward) <= plan->slack;
    return from_apex ? view_point(plan, side, points) : view_line(plan, side, points);
}

cld_view cld_view_facing(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points) {
    if (side->curve)
        return view_facing_curve(plan, side, points);
    uint32_t face = cld_find_facing(side->solid, side->outward);
    if (face != CLD_NO_INDEX)
        return view_hull_face(plan, side, face, points);
    return view_hull_vertices(plan, side, side->solid->hull->vertex, side->solid->hull->vertex_count, points);
}

/// Whether all of a disc is within `nearly` of the plane, and it is broad beside that.
static bool is_near_disc(const cld_view *view, double nearly) {
    const cld_plan_point *x = &view->axis[0], *y = &view->axis[1];
    double area = fabs(x->u * y->v - x->v * y->u), length = fabs(x->u) + fabs(x->v) + fabs(y->u) + fabs(y->v);
    return 2 * sqrt(x->h * x->h + y->h * y->h) <= nearly && area > CLD_BROAD * nearly * length;
}

cld_view cld_view_near(const cld_plan *plan, const cld_viewed *side, double nearly, cld_plan_point *points) {
    if (side->curve) {
        cld_view view = view_facing_curve(plan, side, points);
        return view.count == 0 && is_near_disc(&view, nearly) ? view : view_point(plan, side, points);
    }
    const cld_solid *solid = side->solid;
    uint32_t farthest = cld_cloud_find_extreme(solid->cloud, side->outward);
    cld_hull_feature vertex = {CLD_FEATURE_VERTEX, farthest, farthest, false};
    uint32_t face = cld_find_near_face(solid, side->outward, &vertex, nearly);
    return face != CLD_NO_INDEX ? view_hull_face(plan, side, face, points)
                                : view_hull_vertices(plan, side, &farthest, 1, points);
}

cld_plan_point cld_view_on_disc(const cld_view *disc, double x, double y) {
    return (cld_plan_point){disc->centre.u + x * disc->axis[0].u + y * disc->axis[1].u,
                            disc->centre.v + x * disc->axis[0].v + y * disc->axis[1].v,
                            disc->centre.h + x * disc->axis[0].h + y * disc->axis[1].h};
}

bool cld_view_is_edge_on(const cld_view *view) {
    double square = view->slope_u * view->slope_u + view->slope_v * view->slope_v;
    return !(square * (EDGE_ON * EDGE_ON) <= 1);
}

double cld_view_height(const cld_view *view, double u, double v) {
    if (view->relief.panel) {
        cld_relief relief = view->relief;
        return cld_relief_find_height(&relief, &(cld_plan_point){u, v, 0});
    }
    const cld_plan_point *at = view->count ? view->point : &view->centre;
    return at->h + view->slope_u * (u - at->u) + view->slope_v * (v - at->v);
}
