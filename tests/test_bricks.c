#include <criterion/criterion.h>
#include <string.h>

#include "math/vec.h"
#include "narrow/bricks.h"
#include "support/frame.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(bricks, .init = set_up, .fini = tear_down);

static cld_vec3 make_vector(random_state *r) {
    return cld_vec3_make(random_short(r), random_short(r), random_short(r));
}

/// Far enough from the origin not to be taken for it, or the origin.
static cld_vec3 make_centre(random_state *r) {
    return random_one_in(r, 3) ? cld_vec3_make(0, 0, 0) : cld_add(cld_vec3_make(4, 0, 0), make_vector(r));
}

/// The corners of a parallelepiped around `centre`, in any order. Its axes are those of space every third
/// time; else the first is that of `like` every third time, where there is one.
static point_set make_points(random_state *r, cld_vec3 centre, const cld_vec3 *like, cld_vec3 axis[3]) {
    bool straight = random_one_in(r, 3), shared = like && random_one_in(r, 3);
    for (int k = 0; k < 3; k++) {
        cld_vec3 v = make_vector(r);
        axis[k] = straight ? cld_vec3_make(k == 0 ? v.x : 0, k == 1 ? v.y : 0, k == 2 ? v.z : 0) : v;
    }
    if (shared)
        axis[0] = *like;
    point_set s = {0};
    int first = random_int(r, 0, 7), step = 2 * random_int(r, 0, 3) + 1;
    for (int i = 0; i < 8; i++) {
        int signs = (first + i * step) % 8;
        cld_vec3 p = centre;
        for (int k = 0; k < 3; k++)
            p = cld_add_scaled(p, signs & 1 << k ? -1 : 1, axis[k]);
        solid_add(&s, p.x, p.y, p.z);
    }
    return s;
}

static bool is_clearly_solid(const cld_vec3 axis[3]) {
    double volume = cld_dot(axis[0], cld_cross(axis[1], axis[2]));
    return fabs(volume) > 0x1p-9 * cld_length(axis[0]) * cld_length(axis[1]) * cld_length(axis[2]);
}

Test(bricks, are_found_whatever_the_order_of_their_corners) {
    random_state r = random_make(1);
    int found = 0;
    for (int trial = 0; trial < 2000; trial++) {
        cld_vec3 axis[3], corner;
        point_set s = make_points(&r, make_centre(&r), NULL, axis);
        cld_shape *shape = frame_make_shape(&s);
        const cld_brick *b = shape->is_brick ? cld_shape_brick(shape) : NULL;
        cr_expect(b || !is_clearly_solid(axis), "trial %d", trial);
        for (uint32_t i = 0; b && i < 8; i++) { // each vertex is a corner
            double nearest = INFINITY;
            for (int signs = 0; signs < 8; signs++) {
                corner = cld_cloud_at(&shape->core, i);
                for (int k = 0; k < 3; k++)
                    corner = cld_add_scaled(corner, signs & 1 << k ? -1 : 1,
                                            cld_vec3_make(b->x[k], b->y[k], b->z[k]));
                nearest = fmin(nearest, cld_length(corner));
            }
            cr_expect_leq(nearest, b->error, "trial %d: corner %u is off by %g", trial, i, nearest);
        }
        found += b != NULL;
        cld_shape_destroy(shape);
    }
    cr_expect_geq(found, 1900);
}

Test(bricks, are_not_what_has_a_corner_elsewhere_or_no_volume) {
    random_state r = random_make(2);
    for (int trial = 0; trial < 500; trial++) {
        cld_vec3 axis[3];
        point_set s = make_points(&r, make_centre(&r), NULL, axis);
        size_t i = (size_t)random_int(&r, 0, 7);
        if (trial % 2)
            s.at[i][trial % 3] += 0x1p-30;
        else
            memcpy(s.at[i], s.at[(i + 1) % 8], sizeof s.at[i]);
        cld_shape *shape = frame_make_shape(&s);
        cr_expect_not(shape->is_brick, "trial %d", trial);
        cld_shape_destroy(shape);
        s = make_points(&r, make_centre(&r), NULL, axis);
        solid_stretch(&s, 1, 1, 0);
        shape = frame_make_shape(&s);
        cr_expect_not(shape->is_brick, "trial %d, flat", trial);
        cld_shape_destroy(shape);
    }
}

/// A quarter turn about one axis: exact.
static cld_pose make_turn(int axis, cld_vec3 t) {
    cld_pose pose = {.r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .t = t};
    if (axis == 1)
        pose.r = (cld_mat3){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    if (axis == 2)
        pose.r = (cld_mat3){{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
    return pose;
}

static cld_vec3 find_middle(const point_set *s) {
    cld_vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < s->count; i++)
        sum = cld_add(sum, cld_vec3_make(s->at[i][0], s->at[i][1], s->at[i][2]));
    return cld_scale(sum, 1.0 / (double)s->count);
}

static double find_truth(const point_set *a, const point_set *b, const cld_pose *pose) {
    point_set moved = *b;
    for (size_t i = 0; i < b->count; i++) {
        cld_vec3 p = cld_vec3_make(b->at[i][0], b->at[i][1], b->at[i][2]);
        p = cld_add(cld_mat3_apply(&pose->r, p), pose->t);
        moved.at[i][0] = p.x, moved.at[i][1] = p.y, moved.at[i][2] = p.z;
    }
    oracle_load(judge, a->at[0], a->count, moved.at[0], moved.count);
    return oracle_find_signed_distance(judge).value;
}

/// As bricks.c computes it.
static cld_vec3 find_face_normal(const cld_brick *b, int k) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    cld_vec3 n =
        cld_cross(cld_vec3_make(b->x[i], b->y[i], b->z[i]), cld_vec3_make(b->x[j], b->y[j], b->z[j]));
    return cld_scale(n, 1 / cld_length(n));
}

/// How far a point is outside of a brick that `turn` turns, both around the same centre.
static double find_excess(const cld_shape *shape, const cld_mat3 *turn, cld_vec3 p) {
    const cld_brick *b = cld_shape_brick(shape);
    double excess = 0;
    for (int k = 0; k < 3; k++) {
        cld_vec3 n = find_face_normal(b, k), axis = {b->x[k], b->y[k], b->z[k]};
        double along = cld_dot(n, turn ? cld_mat3_apply_transposed(turn, p) : p);
        excess = fmax(excess, fabs(along) - fabs(cld_dot(n, axis)));
    }
    return excess;
}

/// Holds the nearest points of a pair that is apart against its distance.
static void expect_nearest(const test_frame *f, const cld_pose *pose, const cld_bricks_result *r, int trial) {
    double size = f->cso.size;
    cld_vec3 way = cld_sub(cld_add(r->b, f->cso.offset), r->a);
    cr_expect_leq(cld_length(cld_sub(way, cld_scale(r->normal, r->separation))), 1e-12 * size, "trial %d",
                  trial);
    cr_expect_leq(find_excess(f->a, NULL, r->a), 1e-13 * size, "trial %d", trial);
    cr_expect_leq(find_excess(f->b, &pose->r, r->b), 1e-13 * size, "trial %d", trial);
}

/// How far B's vertices reach beyond the faces of A, or with `of_b` A's beyond those of B.
static double find_beyond(const test_frame *f, const cld_pose *pose, bool of_b) {
    const cld_brick *brick = cld_shape_brick(of_b ? f->b : f->a);
    double most = -INFINITY;
    for (int k = 0; k < 6; k++) {
        cld_vec3 n = cld_scale(find_face_normal(brick, k % 3), k < 3 ? 1 : -1);
        n = of_b ? cld_mat3_apply(&pose->r, n) : n;
        double reach_a = cld_dot(n, cld_cso_find_extreme(&f->cso, false, n)),
               reach_b = cld_dot(n, cld_add(cld_cso_find_extreme(&f->cso, true, n), f->cso.offset));
        most = fmax(most, of_b ? reach_a - reach_b : reach_b - reach_a);
    }
    return most;
}

static void expect_beyond(const test_frame *f, const cld_pose *pose, const cld_bricks_result *r, int trial) {
    for (int of_b = 0; of_b < 2; of_b++) {
        double truth = find_beyond(f, pose, of_b), told = of_b ? r->beyond_b : r->beyond_a;
        cr_expect_leq(told, truth, "trial %d", trial);
        cr_expect_geq(told, truth - 1e-12 * f->cso.size, "trial %d: %g too little", trial, truth - told);
    }
}

static void bound(const test_frame *f, const cld_pose *pose, double limit, double *lower, double *upper) {
    cld_bricks_bound(&f->cso, (cld_posed_brick){f->a, NULL}, (cld_posed_brick){f->b, pose}, limit, lower,
                     upper);
}

static bool find_distance(const test_frame *f, const cld_pose *pose, double limit,
                          cld_bricks_result *result) {
    return cld_bricks_find_distance(&f->cso, (cld_posed_brick){f->a, NULL}, (cld_posed_brick){f->b, pose},
                                    limit, result);
}

/// Holds what is said about a pair against the truth. Returns whether its distance was found.
static bool expect_truth(const test_frame *f, const cld_pose *pose, double truth, int trial) {
    double size = f->cso.size, lower, upper;
    bound(f, pose, INFINITY, &lower, &upper);
    cr_expect_leq(lower, truth, "trial %d", trial);
    cr_expect(upper >= truth || !(upper < 0), "trial %d", trial);
    cr_expect_eq(upper < 0, truth < 0 && upper < 0, "trial %d: apart, but said to overlap", trial);
    cld_bricks_result result;
    if (!find_distance(f, pose, INFINITY, &result))
        return false;
    cr_expect_leq(result.lower, truth, "trial %d", trial);
    cr_expect_geq(result.upper, truth, "trial %d", trial);
    cr_expect_float_eq(cld_length(result.normal), 1, 1e-15);
    cr_expect_float_eq(result.separation, truth, 32 * CLD_ROUNDOFF * size, "trial %d: %.17g", trial,
                       result.separation);
    cr_expect_float_eq(cld_cso_find_separation(&f->cso, result.normal), truth, 32 * CLD_ROUNDOFF * size,
                       "trial %d", trial);
    if (truth > 0)
        expect_nearest(f, pose, &result, trial);
    else
        expect_beyond(f, pose, &result, trial);
    return true;
}

Test(bricks, are_as_far_apart_or_deep_in_each_other_as_exact_arithmetic_says) {
    random_state r = random_make(3);
    int overlapping = 0, proven = 0, apart = 0, met = 0, boxes_apart = 0, tight = 0;
    for (int trial = 0; trial < 1500; trial++) {
        cld_vec3 axis_a[3], axis_b[3];
        point_set a = make_points(&r, make_centre(&r), NULL, axis_a),
                  b = make_points(&r, make_centre(&r), &axis_a[random_int(&r, 0, 2)], axis_b);
        if (random_one_in(&r, 10))
            b = a;
        cld_pose pose = make_turn(random_int(&r, 0, 2), cld_vec3_make(0, 0, 0));
        cld_vec3 lies = cld_mat3_apply(&pose.r, find_middle(&b));
        pose.t =
            cld_add(cld_sub(find_middle(&a), lies), cld_scale(make_vector(&r), random_one_in(&r, 3) ? 3 : 1));
        test_frame f = frame_make_posed(&a, NULL, &b, &pose);
        if (f.a->is_brick && f.b->is_brick) {
            double truth = find_truth(&a, &b, &pose);
            bool found = expect_truth(&f, &pose, truth, trial);
            overlapping += truth < -1e-9;
            proven += found && truth < -1e-9;
            apart += truth > 1e-9;
            met += found && truth > 1e-9;
            bool boxes = cld_shape_brick(f.a)->is_box && cld_shape_brick(f.b)->is_box;
            boxes_apart += boxes && truth > 1e-9;
            cr_expect(found || !boxes || truth <= 1e-9, "trial %d: boxes are left to others", trial);
            double lower, upper;
            bound(&f, &pose, INFINITY, &lower, &upper);
            tight += upper - lower < 512 * CLD_ROUNDOFF * f.cso.size;
        }
        frame_free(&f);
    }
    cr_expect_geq(overlapping, 800);
    cr_expect_geq(proven, overlapping - 5, "%d of %d", proven, overlapping);
    cr_expect_geq(apart, 300, "%d", apart);
    cr_expect_geq(5 * met, 4 * apart, "%d of %d", met, apart);
    cr_expect_geq(boxes_apart, 50, "%d", boxes_apart);
    cr_expect_geq(tight, 1200, "%d", tight);
}

Test(bricks, are_bounded_where_edges_are_nearly_parallel_and_cross_to_the_best_axis) {
    random_state r = random_make(5);
    const cld_pose pose = make_turn(0, cld_vec3_make(0, 0, 0));
    const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
    int known = 0;
    for (int trial = 0; trial < 400; trial++) {
        double tilt = random_power_of_ten(&r, -9, -2), turn[3][3];
        double twist[3][3] = {{1, -tilt, 0}, {tilt, 1, 0}, {0, 0, 1}};
        point_set a = {0}, b = {0};
        solid_make_box(&a, low, high);
        solid_make_box(&b, low, high);
        solid_rotate(&b, twist);
        solid_move(&b, random_real(&r, -0.5, 0.5), random_real(&r, -0.5, 0.5), random_real(&r, 1.75, 2.25));
        random_rotation(&r, turn);
        solid_rotate(&a, turn);
        solid_rotate(&b, turn);
        test_frame f = frame_make(&a, &b);
        cr_assert(f.a->is_brick && f.b->is_brick, "trial %d", trial);
        double truth = find_truth(&a, &b, &pose), lower, upper;
        bound(&f, NULL, INFINITY, &lower, &upper);
        cr_expect_leq(lower, truth, "trial %d: tilted by %g, %g too much", trial, tilt, lower - truth);
        cr_expect(upper >= truth || !(upper < 0), "trial %d: tilted by %g", trial, tilt);
        known += truth - lower < 64 * CLD_ROUNDOFF * f.cso.size;
        frame_free(&f);
    }
    cr_expect_geq(known, 350, "%d", known);
}

Test(bricks, that_are_far_apart_are_told_by_their_faces) {
    point_set box = {0};
    const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
    solid_make_box(&box, low, high);
    const cld_pose pose = make_turn(1, (cld_vec3){5, 0, 0});
    test_frame f = frame_make_posed(&box, NULL, &box, &pose);
    double lower, upper;
    bound(&f, &pose, 2.5, &lower, &upper);
    cr_expect_float_eq(lower, 3, 1e-13);
    cr_expect_eq(upper, INFINITY);
    frame_free(&f);
}

Test(bricks, of_axes_that_only_rounding_tells_apart_take_the_first_face_of_a) {
    random_state r = random_make(4);
    for (int trial = 0; trial < 300; trial++) {
        // Upright and turned alike: faces of both and crossed edges are the same three axes, but for
        // rounding.
        double angle = random_short(&r), c = cos(angle), s = sin(angle);
        double turn[3][3] = {{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
        const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
        point_set a = {0}, b = {0};
        solid_make_box(&a, low, high);
        solid_make_box(&b, low, high);
        solid_move(&b, 1.5, trial % 2 ? -1.5 : 0.25, trial % 3 ? 0.125 : 1.5);
        solid_rotate(&a, turn);
        solid_rotate(&b, turn);
        test_frame f = frame_make(&a, &b);
        cld_bricks_result result;
        cr_assert(find_distance(&f, NULL, 0, &result), "trial %d", trial);
        cld_vec3 n = {0, 0, 0};
        for (int k = 2; k >= 0; k--) {
            cld_vec3 normal = find_face_normal(cld_shape_brick(f.a), k);
            bool best = cld_cso_find_separation(&f.cso, normal) > result.separation - 1e-14 ||
                        cld_cso_find_separation(&f.cso, cld_negate(normal)) > result.separation - 1e-14;
            n = best ? normal : n;
        }
        double sign = cld_dot(n, result.normal) < 0 ? -1 : 1;
        n = cld_scale(n, sign);
        cr_expect(n.x == result.normal.x && n.y == result.normal.y && n.z == result.normal.z,
                  "trial %d: %.17g %.17g %.17g, not %.17g %.17g %.17g", trial, result.normal.x,
                  result.normal.y, result.normal.z, n.x, n.y, n.z);
        frame_free(&f);
    }
}
