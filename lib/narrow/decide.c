/// Whether two shapes collide, without finding out how deep or how far apart.
///
/// Bounded shapes are asked in turn whether the balls around them are apart, or along the line of their
/// centres or a better direction the ellipsoids around polytopes, or along that line small or curved ones
/// themselves, whether balls inside of them meet, whether a large face of one separates them, and whether GJK
/// comes upon a direction that does or a tetrahedron around the origin; two bricks, what their fifteen axes
/// say; all other pairs, whether GJK comes upon such a direction or near enough to the origin. Each of these
/// is a proof with rounding to spare; a pair that none of them settles is measured.

#include <math.h>

#include "base/error.h"
#include "collide/query.h"
#include "math/affine.h"
#include "narrow/balls.h"
#include "narrow/bricks.h"
#include "narrow/decide_general.h"
#include "narrow/pair.h"
#include "narrow/trace.h"
#include "narrow/verdict.h"
#include "narrow/walk.h"
#include "narrow/workspace.h"
#include "shape/cells.h"
#include "shape/flats.h"

/// Whether the core is a polytope of space: a curved one has no vertices.
static bool is_solid(const cld_shape *shape) { return shape->core.count > 0 && shape->dimension == 3; }

static bool are_solid(const cld_shape *a, const cld_shape *b) { return is_solid(a) && is_solid(b); }

/// Whether the balls around a pair are compared first; options that say nothing are left to be told, and of
/// pairs that are not decided here but measured all steps are.
static bool is_quick(const cld_shape *a, const cld_shape *b, const cld_query_options *options) {
    return cld_has_ball(a) && cld_has_ball(b) && a->dimension == b->dimension &&
           options->algorithm == CLD_AUTO && !isnan(options->tolerance) &&
           options->tangents <= CLD_TANGENTS_LEAST_AXIS && (!options->trace || are_solid(a, b));
}

/// How far apart cores are that are taken to touch.
CLD_INLINE double find_together(const cld_posed_pair *p, double tolerance) {
    return p->a->radius + p->b->radius + tolerance;
}

/// What the balls around and inside the shapes say. Of most nothing is rounded.
CLD_INLINE cld_verdict compare_balls(const cld_posed_pair *p, double tolerance) {
    if (cld_balls_are_apart(p->a, p->b, p->centres, find_together(p, tolerance)))
        return CLD_APART;
    bool is_rounded = p->a->radius + p->b->radius > 0,
         meets = is_rounded ? cld_balls_meet(p->a, p->b, p->centres) : cld_cores_meet(p->a, p->b, p->centres);
    return meets ? CLD_MEETS : CLD_UNSURE;
}

/// L of the ellipsoid around a shape, turned as that is, column by column.
typedef struct around {
    cld_vec3 column[3];
} around;

static around place_around(const cld_shape *shape, const cld_pose *pose) {
    cld_vec3 l[3];
    cld_shape_get_around(shape, l);
    around e = {{l[0], l[1], l[2]}};
    for (int i = 0; pose && i < 3; i++)
        e.column[i] = cld_mat3_apply(&pose->r, l[i]);
    return e;
}

static double find_reach(const around *e, cld_vec3 d) {
    const cld_vec3 *l = e->column;
    return cld_length(cld_vec3_make(cld_dot(l[0], d), cld_dot(l[1], d), cld_dot(l[2], d)));
}

/// About the direction along which two ellipsoids are farthest apart for how far they reach: the d for which
/// (d . between)^2 is largest beside the sum of the squares of both (R. Fisher, The use of multiple
/// measurements in taxonomic problems, 1936). It grows with the fifth power of lengths, which for shapes with
/// ellipsoids are 2^-50 to 2^50.
static cld_vec3 find_direction(const around *a, const around *b, cld_vec3 between) {
    cld_vec3 row[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}; // of the sum of L transpose(L)
    for (int i = 0; i < 6; i++) {
        cld_vec3 c = i < 3 ? a->column[i] : b->column[i - 3];
        row[0] = cld_add_scaled(row[0], c.x, c);
        row[1] = cld_add_scaled(row[1], c.y, c);
        row[2] = cld_add_scaled(row[2], c.z, c);
    }
    cld_vec3 d = cld_scale(cld_cross(row[1], row[2]), between.x);
    d = cld_add_scaled(d, between.y, cld_cross(row[2], row[0]));
    return cld_add_scaled(d, between.z, cld_cross(row[0], row[1]));
}

/// Pairs whose centres are nearer to each other than this, as a part of the balls' radii, are hardly ever
/// told apart by ellipsoids; nor are by any direction those who are not by that of the centres but for so
/// much. No derivation, here as below: who decides changes no answer, and with these the two families of
/// hulls of the benchmark take the least time.
#define NEAREST_CENTRES 0.5
#define NEAREST_ELLIPSOIDS 0.8

/// Whether the ellipsoids around the shapes are apart along the line of their centres, or the direction
/// above. Rounding is as of balls; that of L and what is turned is far less than the 2^-12 of themselves that
/// ellipsoids have to spare (shape/around.c).
static bool are_ellipsoids_apart(const cld_posed_pair *p, double together) {
    const cld_shape *a = p->a, *b = p->b;
    cld_vec3 d = p->centres->between;
    double square = cld_dot(d, d), balls = a->reach + b->reach + together,
           rest = together + p->centres->error + CLD_BALLS_OFF * balls;
    if (!cld_shape_has_around(a) || !cld_shape_has_around(b) ||
        square < NEAREST_CENTRES * NEAREST_CENTRES * balls * balls)
        return false;
    double reach = cld_shape_reach_around(a, p->pose_a, d) + cld_shape_reach_around(b, p->pose_b, d) +
                   rest * sqrt(square);
    if (square > reach || square < NEAREST_ELLIPSOIDS * reach || cld_find_inner(a, b) > CLD_ROUND * balls)
        return square > reach;
    around around_a = place_around(a, p->pose_a), around_b = place_around(b, p->pose_b);
    d = find_direction(&around_a, &around_b, p->centres->between);
    return cld_dot(d, p->centres->between) >
           find_reach(&around_a, d) + find_reach(&around_b, d) + rest * cld_length(d);
}

static void tell_balls(const cld_posed_pair *p, const cld_trace *trace) {
    const cld_shape *a = p->a, *b = p->b;
    double between = cld_length_of_any(p->centres->between);
    cld_trace_step step = {.kind = CLD_TRACE_BALLS, .child_a = CLD_NO_INDEX, .child_b = CLD_NO_INDEX};
    step.lower = between - a->reach - b->reach - a->radius - b->radius;
    double inside_a = cld_find_ball_inside(a), inside_b = cld_find_ball_inside(b);
    step.upper = inside_a >= 0 && inside_b >= 0 ? between - inside_a - inside_b : INFINITY;
    trace->add(trace->context, &step);
}

static cld_verdict compare_bricks(const cld_cso *cso, const cld_posed_pair *p, double limit) {
    double lower, upper;
    cld_posed_brick a = {p->a, p->pose_a}, b = {p->b, p->pose_b};
    cld_bricks_bound(cso, a, b, limit, &lower, &upper);
    return upper < 0 ? CLD_MEETS : lower > limit ? CLD_APART : CLD_UNSURE;
}

/// Pairs of small shapes whose centres are farther from each other than this, as a part of the balls' radii,
/// are mostly apart, and told so by the line between those, for a small part of what all else takes; larger
/// ones by ellipsoids.
#define FAR_CENTRES 0.9

/// The same of shapes of four vertices, and of curved ones, for which that line takes a small part of what
/// all else does anyway.
#define FAR_CENTRES_OF_FEW 0.5

/// Curved parts square their products with the direction, which is as long as the centres are apart. Where
/// the square of that is less than this, they may lose digits; where it is more than that, overflow.
#define LEAST_ASKED 0x1p-450
#define MOST_ASKED 0x1p450

static double find_reach_along(const cld_shape *shape, const cld_pose *pose, cld_vec3 d) {
    cld_vec3 own = cld_pose_turn_back(pose, d);
    uint32_t part;
    if (shape->core.count == 0)
        return cld_dot(own, cld_curve_find_extreme(shape->curve, own, &part));
    if (!shape->is_brick)
        return cld_cloud_find_reach(&shape->core, own);
    const cld_brick *b = cld_shape_brick(shape);
    double reach = b->error * cld_length(own);
    for (int k = 0; k < 3; k++)
        reach += fabs(b->x[k] * own.x + b->y[k] * own.y + b->z[k] * own.z);
    return reach;
}

/// Whether two shapes far from each other are apart along the line of their centres. Rounding is as of
/// ellipsoids, and what vertices are off by.
static bool are_apart_along_line(const cld_posed_pair *p, double together) {
    const cld_shape *a = p->a, *b = p->b;
    cld_vec3 d = p->centres->between;
    bool is_cheap = ((a->core.count <= CLD_LANES) & (b->core.count <= CLD_LANES)) || !are_solid(a, b);
    double square = cld_dot(d, d), balls = a->reach + b->reach + together,
           far = (is_cheap ? FAR_CENTRES_OF_FEW : FAR_CENTRES) * balls;
    if (square < far * far || !(square >= LEAST_ASKED && square <= MOST_ASKED))
        return false;
    double rest = together + p->centres->error + cld_shapes_find_error(a, b) + CLD_BALLS_OFF * balls;
    return square > find_reach_along(a, p->pose_a, d) + find_reach_along(b, p->pose_b, cld_negate(d)) +
                        rest * sqrt(square);
}

/// What can be said of two shapes as they stand, before a frame is made. Bricks that their axes say nothing
/// of all but touch.
static cld_verdict decide_as_they_stand(const cld_posed_pair *p, double tolerance, double inner,
                                        double *scratch) {
    cld_cso cso;
    cld_verdict found = CLD_UNSURE;
    if (p->a->is_brick && p->b->is_brick && cld_cso_measure(p->a, p->b, p->centres, &cso))
        found = compare_bricks(&cso, p, cld_pair_find_clearance(&cso, tolerance));
    return found ? found : cld_walk_roughly(p, find_together(p, tolerance), inner, scratch);
}

/// Where the ellipsoid around a shape reaches farther below the plane of the other's face than this, in parts
/// of what both reach, the shape itself is hardly ever above it.
#define MOST_BELOW 0.1

/// The face of a shape above whose plane the other's centre is highest.
typedef struct facing {
    cld_vec3 normal; ///< CLD_FLAT_UNIT long, by which the lengths below are multiplied
    double above;    ///< how far above the plane that centre is
    double gap;      ///< how far the ellipsoid is that the other has around it
} facing;

CLD_INLINE facing find_facing(const cld_shape *shape, const cld_pose *pose, const cld_shape *other,
                              const cld_pose *other_pose, cld_vec3 between) {
    cld_flat flat;
    cld_flat_find(shape, pose, between, &flat);
    double above = cld_dot(flat.normal, between) - flat.height;
    return (facing){flat.normal, above, above - cld_shape_reach_around(other, other_pose, flat.normal)};
}

/// The least dot product of a vertex, relative to the shape's centre, and n.
static double find_lowest(const cld_shape *shape, const cld_pose *pose, cld_vec3 n) {
    cld_vec3 back = cld_negate(cld_pose_turn_back(pose, n)), v;
    const cld_cells *cells = cld_shape_cells(shape);
    if (cells)
        cld_cells_find_extreme(cells, back, &v);
    else
        v = cld_cloud_at(&shape->core, cld_cloud_find_extreme(&shape->core, back));
    return -cld_dot(v, back);
}

/// Whether two clouds that have ellipsoids around them are apart along the normal of such a face: of the one
/// that the other's ellipsoid is farther from. Rounding is as of ellipsoids, and what vertices are off by;
/// heights are rounded up.
static bool are_apart_by_face(const cld_posed_pair *p, double inner, double together) {
    const cld_shape *a = p->a, *b = p->b;
    double balls = a->reach + b->reach + together;
    if (inner > CLD_ROUND * balls || !cld_has_flats(a, inner) || !cld_has_flats(b, inner) ||
        !cld_shape_has_around(a) || !cld_shape_has_around(b))
        return false;
    cld_vec3 between = p->centres->between;
    facing on_a = find_facing(a, p->pose_a, b, p->pose_b, between),
           on_b = find_facing(b, p->pose_b, a, p->pose_a, cld_negate(between));
    bool is_b = on_b.gap > on_a.gap;
    const facing *f = is_b ? &on_b : &on_a;
    double rest = together + p->centres->error + cld_shapes_find_error(a, b) + CLD_BALLS_OFF * balls,
           limit = rest * cld_length(f->normal);
    if (f->gap > limit || f->gap < -MOST_BELOW * CLD_FLAT_UNIT * balls)
        return f->gap > limit;
    double lowest = is_b ? find_lowest(a, p->pose_a, f->normal) : find_lowest(b, p->pose_b, f->normal);
    return f->above + lowest > limit;
}

/// Pairs whose centres are farther from each other than this, as a part of the balls' radii, are more likely
/// told apart by the line between them than by a face.
#define NEAR 0.75

static bool are_near(const cld_posed_pair *p) {
    double near = NEAR * (p->a->reach + p->b->reach);
    return cld_dot(p->centres->between, p->centres->between) < near * near;
}

/// From so many vertices on, fetching them costs more than it saves, as ellipsoids may tell all.
#define FEWEST_TO_WAIT_FOR 64

/// What can be said of two polytopes of space.
static cld_verdict decide_solids(const cld_posed_pair *p, double tolerance, const cld_trace *trace,
                                 double *scratch) {
    const cld_shape *a = p->a, *b = p->b;
    double together = find_together(p, tolerance);
    bool is_small = a->core.count < FEWEST_TO_WAIT_FOR && b->core.count < FEWEST_TO_WAIT_FOR;
    bool is_near = are_near(p);
    if (is_small)
        cld_shape_prefetch_vertices(a, b);
    if (is_near)
        cld_flats_prefetch(a, b);
    if (!trace && are_ellipsoids_apart(p, together))
        return CLD_APART;
    if (!is_small)
        cld_shape_prefetch_vertices(a, b);
    if (!trace && is_small && are_apart_along_line(p, together))
        return CLD_APART;
    double inner = trace ? 0 : cld_find_clear_inner(a, b, p->centres);
    if (are_apart_by_face(p, inner, together))
        return CLD_APART;
    cld_verdict found = trace ? CLD_UNSURE : decide_as_they_stand(p, tolerance, inner, scratch);
    if (found)
        return found;
    cld_cso cso;
    cld_cso_make_roughly(a, p->pose_a, b, p->pose_b, trace ? NULL : p->centres, scratch, &cso);
    cld_tracer tracer = cld_tracer_make(trace, a, b, false);
    cso.tracer = trace ? &tracer : NULL;
    double limit = cld_pair_find_clearance(&cso, tolerance);
    if (cso.asleep && a->is_brick && b->is_brick)
        found = compare_bricks(&cso, p, limit);
    if (found)
        return found;
    if (cso.asleep)
        cld_cso_wake(&cso, scratch);
    return cld_walk_decide(&cso, limit, cld_pair_find_near(&cso, a, b, tolerance), inner * cso.scale);
}

/// What can be said of a pair that is not of two polytopes of space.
static cld_verdict decide_others(const cld_posed_pair *p, double tolerance, double *scratch) {
    return are_apart_along_line(p, find_together(p, tolerance))
               ? CLD_APART
               : cld_decide_general(p->a, p->pose_a, p->b, p->pose_b, tolerance, scratch);
}

/// The tolerance, and what transforms that are nearly similarities leave unproven beyond it.
static double find_tolerance(const cld_shape *a, const cld_shape *b, const cld_query_options *options) {
    double tolerance = cld_find_tolerance(options->tolerance, cld_max(a->diagonal, b->diagonal));
    return tolerance + cld_shape_find_skew(a) + cld_shape_find_skew(b);
}

/// Room for a frame. NULL where there is none, or a pose is not fit for one, which whoever measures tells.
static double *get_scratch(const cld_posed_pair *p, cld_workspace *workspace) {
    double *scratch = cld_buffer_reserve(&workspace->scratch, cld_cso_scratch(p->a, p->b), sizeof *scratch);
    return scratch && !cld_poses_check(p->pose_a, p->pose_b, p->a->dimension, NULL) ? scratch : NULL;
}

cld_status cld_find_depth(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                          const cld_pose *pose_b, const cld_query_options *options, cld_workspace *workspace,
                          cld_result *result, cld_error *err) {
    cld_shape_prefetch(a, b, 2);
    if (is_quick(a, b, options) && !options->trace) {
        double tolerance = find_tolerance(a, b, options);
        cld_centres centres = cld_find_centres(a, pose_a, b, pose_b);
        const cld_posed_pair pair = {a, b, pose_a, pose_b, &centres};
        result->outcome = CLD_SEPARATED;
        if (cld_balls_are_apart(a, b, &centres, find_together(&pair, tolerance)))
            return CLD_OK;
        double *scratch = are_solid(a, b) ? NULL : get_scratch(&pair, workspace);
        if (scratch && decide_others(&pair, tolerance, scratch) == CLD_APART)
            return CLD_OK;
    }
    const cld_request request = {a, b, pose_a, pose_b, options, workspace, CLD_REACH_DEPTH};
    return cld_answer(&request, result, err);
}

cld_status cld_is_colliding(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                            const cld_pose *pose_b, const cld_query_options *options,
                            cld_workspace *workspace, bool *colliding, cld_error *err) {
    cld_verdict found = CLD_UNSURE;
    cld_shape_prefetch(a, b, 2);
    if (is_quick(a, b, options)) {
        double tolerance = find_tolerance(a, b, options);
        cld_centres centres = cld_find_centres(a, pose_a, b, pose_b);
        const cld_posed_pair pair = {a, b, pose_a, pose_b, &centres};
        found = compare_balls(&pair, tolerance);
        if (options->trace) {
            if (!cld_trace_prepare(a, b))
                return cld_fail_memory(err);
            tell_balls(&pair, options->trace);
        }
        double *scratch = found ? NULL : get_scratch(&pair, workspace);
        if (scratch)
            found = are_solid(a, b) ? decide_solids(&pair, tolerance, options->trace, scratch)
                                    : decide_others(&pair, tolerance, scratch);
    }
    *colliding = found == CLD_MEETS;
    if (found)
        return CLD_OK;
    cld_result result;
    const cld_request request = {a, b, pose_a, pose_b, options, workspace, CLD_REACH_MEETING};
    cld_status status = cld_answer(&request, &result, err);
    if (status == CLD_OK)
        *colliding = result.outcome != CLD_SEPARATED;
    return status;
}
