#include <criterion/criterion.h>
#include <math.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "shape/shape.h"
#include "support/scatter.h"

static void find(const cld_shape *a, const cld_shape *b, const cld_pose *pose, cld_workspace *workspace,
                 cld_result *result) {
    cld_query_options options = cld_query_options_make();
    cld_error err;
    cr_assert_eq(cld_find_collision(a, NULL, b, pose, &options, workspace, result, &err), CLD_OK, "%s",
                 err.message);
}

static bool same(cld_vec3 p, cld_vec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

static bool same_feature(cld_feature p, cld_feature q) {
    return p.kind == q.kind && p.index == q.index && p.child == q.child;
}

/// What of two answers is not the same to the last bit, or NULL. The answers are those of two workspaces.
static const char *find_difference(const cld_result *p, const cld_result *q) {
    if (p->outcome != q->outcome || p->signed_distance != q->signed_distance || p->lower != q->lower ||
        p->upper != q->upper || !same(p->normal, q->normal))
        return "distance";
    if (p->has_axis != q->has_axis || !same(p->axis, q->axis) || p->gap != q->gap)
        return "axis";
    if (p->containment != q->containment)
        return "containment";
    if (!same_feature(p->feature_a, q->feature_a) || !same_feature(p->feature_b, q->feature_b))
        return "features";
    if (!same(p->closest_a, q->closest_a) || !same(p->closest_b, q->closest_b))
        return "closest points";
    bool contacts = p->contact_count == q->contact_count;
    for (size_t i = 0; contacts && i < p->contact_count; i++) {
        const cld_contact *c = &p->contacts[i], *d = &q->contacts[i];
        contacts = c->depth == d->depth && same(c->world_a, d->world_a) && same(c->world_b, d->world_b) &&
                   same(c->local_a, d->local_a) && same(c->local_b, d->local_b);
    }
    return contacts ? NULL : "contacts";
}

static double find_width(const cld_shape *a, const cld_shape *b, const cld_pose *pose,
                         cld_algorithm algorithm, cld_workspace *workspace) {
    cld_query_options options = cld_query_options_make();
    cld_result result;
    options.algorithm = algorithm;
    cr_assert_eq(cld_find_distance(a, NULL, b, pose, &options, workspace, &result, NULL), CLD_OK);
    return result.signed_distance;
}

Test(tables_used, find_the_depth_that_axes_find_however_deep) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(9);
    cld_workspace *workspace = cld_workspace_create();
    for (int trial = 0; trial < 4; trial++) {
        cld_shape *shape[2];
        for (int i = 0; i < 2; i++) {
            for (size_t k = 0; k < CLD_FEWEST_FOR_CELLS; k++) {
                cld_vec3 p = cld_unit(scatter_direction(&r, 1));
                points[k][0] = p.x, points[k][1] = 0.8 * p.y, points[k][2] = (0.5 + 0.1 * trial) * p.z;
            }
            shape[i] = scatter_make_hull((const double(*)[3])points, CLD_FEWEST_FOR_CELLS);
            cr_assert_eq(cld_shape_build_tables(shape[i], NULL), CLD_OK);
        }
        for (int k = 0; k < 7; k++) {
            double x = 0.1 + 0.3 * k;
            cld_pose pose = cld_pose_make((cld_quat){0.5, -0.5, 0.5, 0.5}, cld_vec3_make(x, 0.1, 0.02));
            double expected = find_width(shape[0], shape[1], &pose, CLD_SAT, workspace);
            cr_assert_float_eq(find_width(shape[0], shape[1], &pose, CLD_AUTO, workspace), expected, 4e-12,
                               "trial %d, %g apart: not %.17g", trial, x, expected);
        }
        cld_shape_destroy(shape[0]);
        cld_shape_destroy(shape[1]);
    }
    cld_workspace_destroy(workspace);
}

/// Shapes without tables and the same with them, and a workspace for each.
typedef struct twins {
    cld_shape *plain[2], *tabled[2];
    cld_workspace *workspace[2];
} twins;

static void add_twin(twins *t, int i, const double (*points)[3], size_t count) {
    t->plain[i] = scatter_make_hull(points, count);
    t->tabled[i] = scatter_make_hull(points, count);
    cr_assert_eq(cld_shape_build_tables(t->tabled[i], NULL), CLD_OK);
    cr_assert_eq(cld_shape_build_tables(t->tabled[i], NULL), CLD_OK, "again");
    t->workspace[i] = cld_workspace_create();
}

static void clear_twins(twins *t) {
    for (int i = 0; i < 2; i++) {
        cld_shape_destroy(t->plain[i]);
        cld_shape_destroy(t->tabled[i]);
        cld_workspace_destroy(t->workspace[i]);
    }
}

/// Returns the answer that both give.
static cld_result expect_same(const twins *t, const cld_pose *pose, int trial) {
    cld_result plain, tabled;
    cld_query_options options = cld_query_options_make();
    bool colliding;
    find(t->plain[0], t->plain[1], pose, t->workspace[0], &plain);
    find(t->tabled[0], t->tabled[1], pose, t->workspace[1], &tabled);
    const char *difference = find_difference(&plain, &tabled);
    cr_assert_null(difference, "trial %d: other %s: %.17g and %.17g", trial, difference,
                   plain.signed_distance, tabled.signed_distance);
    cld_is_colliding(t->tabled[0], NULL, t->tabled[1], pose, &options, t->workspace[1], &colliding, NULL);
    cr_assert_eq(colliding, plain.outcome != CLD_SEPARATED, "trial %d", trial);
    return tabled;
}

Test(tables_used, change_no_answer) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(2);
    for (int trial = 1; trial < 40; trial += 3) { // all corners
        twins t;
        for (int i = 0; i < 2; i++) {
            size_t count = scatter_points(&r, trial, points);
            double size = hypot(hypot(points[0][0], points[0][1]), points[0][2]);
            for (size_t k = 0; k < 3 * count; k++)
                points[k / 3][k % 3] /= size;
            add_twin(&t, i, (const double(*)[3])points, count);
            cr_assert_not_null(atomic_load(&t.tabled[i]->cells));
        }
        for (int i = 0; i < 20; i++) {
            cld_pose pose = cld_pose_make((cld_quat){0.5, -0.5, 0.5, i % 2 ? 0.5 : -0.5},
                                          cld_vec3_make(random_real(&r, -2, 2), random_real(&r, -1, 1), 0.1));
            expect_same(&t, &pose, trial);
        }
        clear_twins(&t);
    }
}

/// Points on the faces, or on the edges, of a cube, or around a drum: most of them corners, a little off.
static size_t make_crowded(random_state *r, int kind, double (*points)[3]) {
    size_t count = (size_t)random_int(r, CLD_FEWEST_FOR_CELLS, SCATTER_MOST);
    double off = ldexp(1, -random_int(r, 30, 52));
    for (size_t i = 0; i < count; i++) {
        size_t corner = i / 2, corners = count / 2; // one above the other
        double angle = 2 * 3.141592653589793 * (double)corner / (double)corners;
        int axis = random_int(r, 0, 2), next = (axis + 1) % 3;
        for (int k = 0; k < 3; k++)
            points[i][k] = random_real(r, -1, 1);
        points[i][axis] = random_one_in(r, 2) ? -1 : 1;
        if (kind == 1)
            points[i][next] = random_one_in(r, 2) ? -1 : 1;
        if (kind == 2)
            points[i][0] = cos(angle), points[i][1] = sin(angle), points[i][2] = i % 2 ? -1 : 1;
        for (int k = 0; k < 3; k++)
            points[i][k] += off * random_int(r, -3, 3);
    }
    return count;
}

Test(tables_used, change_no_answer_where_faces_and_edges_are_full_of_vertices) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(12);
    const double half = sqrt(0.5);
    for (int trial = 0; trial < 90; trial++) {
        twins t;
        for (int i = 0; i < 2; i++) {
            size_t count = make_crowded(&r, (i ? trial / 3 : trial) % 3, points);
            add_twin(&t, i, (const double(*)[3])points, count);
        }
        for (int i = 0; i < 20; i++) {
            const cld_quat turn[] = {
                {0, 0, 0, 1}, {0.5, -0.5, 0.5, 0.5}, {0, 0, half, half}, {1e-9, half, 0, half}};
            cld_pose pose =
                cld_pose_make(turn[i % 4], cld_vec3_make(0.25 * random_int(&r, -9, 9),
                                                         0.25 * random_int(&r, -9, 9), random_short(&r)));
            expect_same(&t, &pose, trial);
        }
        clear_twins(&t);
    }
}

/// One vertex of a smaller ball sticks out of a large one, or does not. The large one has so many faces that
/// each vertex is held against all of it instead.
Test(tables_used, change_nothing_about_what_is_inside) {
    enum { FEW = CLD_FEWEST_FOR_CELLS, MANY = 2200 };
    static double points[MANY][3];
    random_state r = random_make(13);
    int contained = 0, sticking_out = 0;
    for (int trial = 0; trial < 4; trial++) {
        twins t;
        for (int i = 0; i < 2; i++) {
            for (size_t k = 0; k < (i ? MANY : FEW); k++) {
                double size = i ? 1 : k == 0 ? 0.99 + 0.01 * trial : 0.9;
                cld_vec3 p = cld_scale(cld_unit(scatter_direction(&r, 1)), size);
                points[k][0] = p.x, points[k][1] = p.y, points[k][2] = p.z;
            }
            add_twin(&t, i, (const double(*)[3])points, i ? MANY : FEW);
        }
        for (int i = 0; i < 10; i++) {
            cld_pose pose = cld_pose_make((cld_quat){0.5, -0.5, 0.5, 0.5},
                                          cld_vec3_make(0.01 * random_short(&r), 0.01 * random_short(&r), 0));
            cld_result found = expect_same(&t, &pose, trial);
            contained += found.containment == CLD_A_IN_B;
            sticking_out += found.containment == CLD_CONTAINS_NONE;
        }
        clear_twins(&t);
    }
    cr_expect(contained > 5 && sticking_out > 5, "%d and %d", contained, sticking_out);
}

/// A small cloud is scanned where a table beside it is looked up in; every other pair has the table in B.
Test(tables_used, beside_a_shape_without_one_change_no_answer) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(11);
    cld_workspace *workspace = cld_workspace_create(), *other = cld_workspace_create();
    int colliding = 0, trials = 0;
    for (int trial = 1; trial < 120; trial += 3) { // all corners
        size_t count = scatter_points(&r, trial, points);
        double size = hypot(hypot(points[0][0], points[0][1]), points[0][2]);
        for (size_t k = 0; k < 3 * count; k++)
            points[k / 3][k % 3] /= size;
        size_t few = (size_t)random_int(&r, 4, CLD_FEWEST_FOR_CELLS - 1);
        cld_shape *small = scatter_make_hull((const double(*)[3])points, few);
        cld_shape *plain = scatter_make_hull((const double(*)[3])points, count);
        cld_shape *tabled = scatter_make_hull((const double(*)[3])points, count);
        cr_assert_eq(cld_shape_build_tables(tabled, NULL), CLD_OK);
        cr_assert_not_null(atomic_load(&tabled->cells));
        for (int i = 0; i < 20; i++, trials++) {
            cld_pose pose = cld_pose_make((cld_quat){0.5, -0.5, 0.5, i % 4 < 2 ? 0.5 : -0.5},
                                          cld_vec3_make(random_real(&r, -3, 3), random_real(&r, -1, 1), 0.1));
            cld_result expected, found;
            find(i % 2 ? small : plain, i % 2 ? plain : small, &pose, workspace, &expected);
            find(i % 2 ? small : tabled, i % 2 ? tabled : small, &pose, other, &found);
            const char *difference = find_difference(&expected, &found);
            cr_assert_null(difference, "trial %d: other %s: %.17g and %.17g", trial, difference,
                           expected.signed_distance, found.signed_distance);
            colliding += found.outcome != CLD_SEPARATED;
        }
        cld_shape_destroy(small);
        cld_shape_destroy(plain);
        cld_shape_destroy(tabled);
    }
    cr_expect(4 * colliding > trials && 4 * colliding < 3 * trials, "%d of %d", colliding, trials);
    cld_workspace_destroy(workspace);
    cld_workspace_destroy(other);
}

/// Points on a sphere of radius 2^-42, and one far from them: of those, nothing beats another clearly.
static cld_shape *create_cluster(void) {
    enum { COUNT = 1000 };
    double points[COUNT + 1][3];
    random_state r = random_make(5);
    for (int i = 0; i < COUNT; i++) {
        cld_vec3 p = cld_unit(scatter_direction(&r, 1));
        points[i][0] = 0x1p-42 * p.x, points[i][1] = 0x1p-42 * p.y, points[i][2] = 0x1p-42 * p.z;
    }
    points[COUNT][0] = 1, points[COUNT][1] = points[COUNT][2] = 0;
    return scatter_make_hull((const double(*)[3])points, COUNT + 1);
}

Test(tables_used, are_left_out_where_they_would_take_more_than_512_bytes_a_vertex) {
    cld_shape *plain = create_cluster(), *tabled = create_cluster();
    for (int again = 0; again < 2; again++) {
        cr_assert_eq(cld_shape_build_tables(tabled, NULL), CLD_OK);
        cr_expect_null(atomic_load(&tabled->cells));
    }
    cld_workspace *workspace = cld_workspace_create();
    random_state r = random_make(6);
    for (int i = 0; i < 20; i++) {
        cld_pose pose = cld_pose_make((cld_quat){0.5, -0.5, 0.5, i % 2 ? 0.5 : -0.5},
                                      cld_vec3_make(random_real(&r, -2, 2), random_real(&r, -1, 1), 0));
        cld_result expected, found;
        find(plain, plain, &pose, workspace, &expected);
        find(tabled, tabled, &pose, workspace, &found);
        cr_assert(expected.signed_distance == found.signed_distance && expected.outcome == found.outcome,
                  "pose %d: %.17g and %.17g", i, expected.signed_distance, found.signed_distance);
    }
    cld_workspace_destroy(workspace);
    cld_shape_destroy(plain);
    cld_shape_destroy(tabled);
}

/// None of the vertices is farther along d than the ellipsoid; returns how much farther that is, as a part.
static double expect_around(const cld_shape *shape, cld_vec3 d, int trial) {
    double around = cld_shape_reach_around(shape, NULL, d), most = 0;
    for (uint32_t i = 0; i < shape->core.count; i++) {
        double along = cld_dot(d, cld_cloud_at(&shape->core, i));
        cr_assert_leq(along, around, "trial %d: vertex %u is farther", trial, i);
        most = cld_max(most, along);
    }
    return around / most;
}

Test(tables_used, have_an_ellipsoid_around_a_large_shape_and_not_far_from_a_round_one) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(8);
    int found = 0;
    for (int trial = 0; trial < 240; trial++) {
        size_t count =
            trial % 2 ? scatter_crowd(&r, trial / 2, points) : scatter_points(&r, trial / 2, points);
        cld_shape *shape = scatter_make_hull((const double(*)[3])points, count);
        cld_shape_build_around(shape);
        bool is_usual = count >= 64 && shape->reach > 1e-15 && shape->reach < 1e15; // 2^-50, 2^50
        cr_assert_eq(cld_shape_has_around(shape), is_usual, "trial %d", trial);
        for (int i = 0; cld_shape_has_around(shape) && i < 100; i++) {
            double farther = expect_around(shape, scatter_direction(&r, i), trial);
            bool is_round = trial % 4 == 0 && trial / 2 % 3 == 1; // corners on a sphere
            cr_assert(!is_round || farther < 1.5, "trial %d: %g", trial, farther);
            found += is_round;
        }
        cld_shape_destroy(shape);
    }
    cr_assert_gt(found, 100);
}

/// Of thin shapes the middle of the box is often outside: a ball around it says nothing.
static double find_volume(const cld_vec3 v[4]) {
    return cld_dot(cld_sub(v[1], v[0]), cld_cross(cld_sub(v[2], v[0]), cld_sub(v[3], v[0])));
}

/// Whether the centre is beyond a face of a tetrahedron.
static bool is_centre_outside(const cld_shape *shape) {
    bool outside = false;
    cld_vec3 v[4];
    for (uint32_t k = 0; k < 4; k++)
        v[k] = cld_cloud_at(&shape->core, k);
    double volume = find_volume(v);
    for (uint32_t k = 0; k < 4; k++) {
        cld_vec3 corner = v[k];
        v[k] = (cld_vec3){0, 0, 0};
        outside |= find_volume(v) * volume < 0;
        v[k] = corner;
    }
    return outside;
}

Test(tables_used, know_no_ball_in_a_shape_whose_centre_is_outside) {
    int outside = 0;
    random_state r = random_make(4);
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (int trial = 0; trial < 4000; trial++) {
        cld_shape *shape[2];
        for (int i = 0; i < 2; i++) {
            double points[4][3];
            random_points(&r, points[0], 4, 1, 0);
            shape[i] = scatter_make_hull((const double(*)[3])points, 4);
            cr_assert_eq(cld_shape_build_tables(shape[i], NULL), CLD_OK);
            bool is_outside = is_centre_outside(shape[i]);
            cr_expect(!is_outside || shape[i]->inner == 0, "trial %d", trial);
            outside += is_outside;
        }
        cld_pose pose = cld_pose_make((cld_quat){1, 0, 0, 0}, cld_vec3_make(random_real(&r, -1, 1), 0, 0));
        cld_result result;
        bool colliding;
        cld_find_distance(shape[0], NULL, shape[1], &pose, &options, workspace, &result, NULL);
        cld_is_colliding(shape[0], NULL, shape[1], &pose, &options, workspace, &colliding, NULL);
        cr_expect_eq(colliding, result.outcome != CLD_SEPARATED, "trial %d", trial);
        for (int i = 0; i < 2; i++)
            cld_shape_destroy(shape[i]);
    }
    cr_expect(outside > 1000 && outside < 7000, "%d", outside);
    cld_workspace_destroy(workspace);
}
