#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/generate.h"

static cld_workspace *workspace;

static void set_up(void) { workspace = cld_workspace_create(); }

static void tear_down(void) { cld_workspace_destroy(workspace); }

TestSuite(query, .init = set_up, .fini = tear_down);

static cld_shape *make(const cld_shape_def *def) {
    cld_shape *shape = NULL;
    cld_error err;
    cr_assert_eq(cld_shape_create(def, NULL, NULL, &shape, &err), CLD_OK, "%s: %s", err.pointer, err.message);
    return shape;
}

static cld_shape *make_box(double size, const cld_transform *transform) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = def.size[1] = def.size[2] = size;
    if (transform)
        def.transform = *transform;
    return make(&def);
}

static cld_shape *make_hull(const point_set *s, const cld_transform *transform) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = s->at[0];
    def.point_count = s->count;
    if (transform)
        def.transform = *transform;
    return make(&def);
}

static cld_pose move(double x, double y, double z) {
    cld_pose pose = cld_pose_make_identity();
    pose.t = (cld_vec3){x, y, z};
    return pose;
}

static cld_result ask(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                      const cld_query_options *options) {
    cld_result r;
    cld_error err;
    cr_assert_eq(cld_find_collision(a, pose_a, b, pose_b, options, workspace, &r, &err), CLD_OK, "%s",
                 err.message);
    return r;
}

Test(query, the_tolerance_decides_what_touches) {
    cld_shape *a = make_box(1, NULL), *b = make_box(1, NULL);
    const struct {
        double gap, tolerance;
        cld_outcome outcome;
    } cases[] = {
        {0.125, 0, CLD_SEPARATED},    {0.125, 0.125, CLD_TOUCHING},  {0.125, 0.1249, CLD_SEPARATED},
        {-0.125, 0, CLD_PENETRATING}, {-0.125, 0.125, CLD_TOUCHING}, {-0.125, 0.1249, CLD_PENETRATING},
        {0, 0, CLD_TOUCHING},         {1e-9, -1, CLD_TOUCHING},      {1e-8, -1, CLD_SEPARATED},
        {-1e-9, -1, CLD_TOUCHING},    {-1e-8, -1, CLD_PENETRATING},  {3, 5, CLD_TOUCHING}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cld_query_options options = cld_query_options_make();
        options.tolerance = cases[i].tolerance;
        cld_pose pose = move(1 + cases[i].gap, 0, 0);
        cld_result r = ask(a, NULL, b, &pose, &options);
        cr_expect_eq(r.outcome, cases[i].outcome, "case %zu: %s", i, cld_outcome_name(r.outcome));
        cr_expect_eq(r.tolerance, cases[i].tolerance >= 0 ? cases[i].tolerance : 1e-9 * sqrt(3), "case %zu",
                     i);
        cr_expect_eq(r.contact_count > 0, r.outcome != CLD_SEPARATED);
        cr_expect_eq(r.has_axis, r.outcome == CLD_SEPARATED);
        cr_expect_float_eq(r.signed_distance, cases[i].gap, 1e-15);
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(query, the_translation_ends_the_overlap_and_is_zero_without_one) {
    cld_shape *a = make_box(1, NULL), *b = make_box(1, NULL);
    cld_query_options options = cld_query_options_make();
    cld_pose pose = move(0.75, 0.25, 0.125);
    cld_result r = ask(a, NULL, b, &pose, &options);
    cr_expect(r.mtv.x == 0.25 && r.mtv.y == 0 && r.mtv.z == 0);
    pose = move(1, 0.25, 0.125);
    r = ask(a, NULL, b, &pose, &options);
    cr_expect_eq(r.outcome, CLD_TOUCHING);
    pose = move(3, 0, 0);
    r = ask(a, NULL, b, &pose, &options);
    cr_expect(r.mtv.x == 0 && r.mtv.y == 0 && r.mtv.z == 0);
    cr_expect(r.axis.x == 1 && r.gap <= 2 && r.gap > 2 - 1e-14);
    cr_expect_eq(r.algorithm, CLD_GJK);
    cr_expect_eq(r.closest_a.x, 0.5);
    cr_expect_eq(r.closest_b.x, 2.5);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(query, both_kinds_of_tangents_are_given_for_the_answers_normal) {
    cld_shape *a = make_box(1, NULL), *b = make_box(1, NULL);
    cld_pose pose = move(0, 0.9, 0);
    for (int i = 0; i < 2; i++) {
        cld_query_options options = cld_query_options_make();
        options.tangents = i ? CLD_TANGENTS_LEAST_AXIS : CLD_TANGENTS_CATTO;
        cld_result r = ask(a, NULL, b, &pose, &options);
        cld_vec3 cross = cld_cross(r.tangent[0], r.tangent[1]);
        cr_expect(cross.x == 0 && cross.y == 1 && cross.z == 0);
        // For y: (0, n.z, -n.y), and n x z, z being the last of the smallest components.
        cr_expect(i ? r.tangent[0].x == 1 : r.tangent[0].z == -1);
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(query, no_pose_and_the_pose_that_moves_nothing_are_one) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        test_pair pair;
        pair_make(&pair_families[seed % pair_family_count], seed, &pair);
        cld_shape *a = make_hull(&pair.a, NULL), *b = make_hull(&pair.b, NULL);
        cld_pose still = cld_pose_make_identity();
        cld_query_options options = cld_query_options_make();
        cld_result r = ask(a, NULL, b, NULL, &options);
        size_t count = r.contact_count;
        cld_result s = ask(a, &still, b, &still, &options);
        cr_expect_eq(s.contact_count, count);
        r.contacts = s.contacts = NULL;
        cr_expect_eq(memcmp(&r.signed_distance, &s.signed_distance, sizeof r.signed_distance), 0);
        cr_expect_eq(r.outcome, s.outcome);
        cr_expect_eq(cld_max_abs(cld_sub(r.normal, s.normal)), 0);
        cr_expect_eq(cld_max_abs(cld_sub(r.closest_a, s.closest_a)), 0);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

Test(query, a_pose_does_what_the_same_transform_of_the_shape_does) {
    for (uint64_t seed = 0; seed < 300; seed++) {
        random_state r = random_make(seed);
        point_set a, b;
        solid_make_hull(&a, &r);
        solid_make_hull(&b, &r);
        cld_quat q[2];
        cld_vec3 t[2];
        cld_transform baked[2];
        cld_pose pose[2];
        for (int i = 0; i < 2; i++) {
            q[i] = (cld_quat){random_short(&r), random_short(&r), random_short(&r), 1};
            t[i] = (cld_vec3){random_short(&r), random_short(&r), random_short(&r)};
            baked[i] = cld_transform_make_quaternion(q[i]);
            baked[i].t = t[i];
            pose[i] = cld_pose_make(q[i], t[i]);
        }
        cld_shape *a0 = make_hull(&a, NULL), *b0 = make_hull(&b, NULL), *a1 = make_hull(&a, &baked[0]),
                  *b1 = make_hull(&b, &baked[1]);
        cld_query_options options = cld_query_options_make();
        cld_result posed = ask(a0, &pose[0], b0, &pose[1], &options),
                   fixed = ask(a1, NULL, b1, NULL, &options);
        cr_expect_float_eq(posed.signed_distance, fixed.signed_distance, 2e-14, "seed %llu",
                           (unsigned long long)seed);
        cr_expect_eq(posed.outcome, fixed.outcome);
        cr_expect_leq(posed.lower, fixed.upper + 2e-15, "seed %llu", (unsigned long long)seed);
        cr_expect_geq(posed.upper, fixed.lower - 2e-15, "seed %llu", (unsigned long long)seed);
        cld_result mixed = ask(a0, &pose[0], b1, NULL, &options);
        cr_expect_float_eq(mixed.signed_distance, fixed.signed_distance, 2e-14, "seed %llu",
                           (unsigned long long)seed);
        cld_shape_destroy(a0), cld_shape_destroy(b0), cld_shape_destroy(a1), cld_shape_destroy(b1);
    }
}

/// The numbers of an answer but for its points, as of (B, A) turned round if asked.
static void write_numbers(const cld_result *r, bool turn, double out[16]) {
    double sign = turn ? -1 : 1;
    const double all[16] = {
        r->signed_distance, r->lower,           r->upper,         r->tolerance,    sign * r->normal.x,
        sign * r->normal.y, sign * r->normal.z, sign * r->mtv.x,  sign * r->mtv.y, sign * r->mtv.z,
        sign * r->axis.x,   sign * r->axis.y,   sign * r->axis.z, r->gap,          (double)r->contact_count,
        (double)r->outcome};
    for (int i = 0; i < 16; i++)
        out[i] = all[i] + 0.0; // -0 is 0
}

Test(query, a_swapped_pair_gives_the_same_numbers_to_the_last_bit) {
    static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            cld_shape *a = make_hull(&pair.a, NULL), *b = make_hull(&pair.b, NULL);
            cld_pose pose = cld_pose_make((cld_quat){0.1, 0.2, -0.3, 0.9}, (cld_vec3){0.125, 0, 0});
            cld_query_options options = cld_query_options_make();
            options.algorithm = algorithms[seed % 3];
            const cld_pose *moved = seed % 2 ? &pose : NULL;
            double one[16], other[16];
            cld_result r = ask(a, moved, b, NULL, &options);
            write_numbers(&r, false, one);
            cld_feature feature = r.feature_a;
            r = ask(b, NULL, a, moved, &options);
            write_numbers(&r, true, other);
            if (memcmp(pair.a.at, pair.b.at, sizeof pair.a.at) != 0 || moved)
                cr_expect_eq(memcmp(one, other, sizeof one), 0, "%s, seed %llu: %.17g and %.17g",
                             pair_families[family].name, (unsigned long long)seed, one[0], other[0]);
            cr_expect(memcmp(pair.a.at, pair.b.at, sizeof pair.a.at) == 0 ||
                      (feature.kind == r.feature_b.kind && feature.index == r.feature_b.index));
            cld_shape_destroy(a);
            cld_shape_destroy(b);
        }
}

enum { PAIRS = 60, MOST_CONTACTS = 64 };

/// A result with its contacts.
typedef struct kept {
    cld_result result;
    cld_contact contacts[MOST_CONTACTS];
} kept;

static void keep(kept *k, const cld_result *r) {
    memset(k, 0, sizeof *k);
    memcpy(&k->result, r, sizeof *r);
    k->result.contacts = NULL;
    if (r->contact_count)
        memcpy(k->contacts, r->contacts,
               (r->contact_count < MOST_CONTACTS ? r->contact_count : MOST_CONTACTS) * sizeof *r->contacts);
}

typedef struct job {
    cld_shape *const *a, *const *b;
    kept *out;
    bool fresh, backwards;
} job;

static void *answer_all(void *context) {
    job *j = context;
    cld_workspace *w = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (int n = 0; n < PAIRS; n++) {
        int i = j->backwards ? PAIRS - 1 - n : n;
        if (j->fresh) {
            cld_workspace_destroy(w);
            w = cld_workspace_create();
        }
        cld_result r;
        memset(&r, 0, sizeof r);
        if (cld_find_collision(j->a[i], NULL, j->b[i], NULL, &options, w, &r, NULL) == CLD_OK)
            keep(&j->out[i], &r);
    }
    cld_workspace_destroy(w);
    return NULL;
}

static kept answers[4][PAIRS];

Test(query, neither_the_workspaces_past_nor_other_threads_change_a_byte) {
    cld_shape *a[PAIRS], *b[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        test_pair pair;
        pair_make(&pair_families[(size_t)i % pair_family_count], (uint64_t)i, &pair);
        a[i] = make_hull(&pair.a, NULL), b[i] = make_hull(&pair.b, NULL);
    }
    job jobs[4] = {{a, b, answers[0], true, false},
                   {a, b, answers[1], false, false},
                   {a, b, answers[2], false, true},
                   {a, b, answers[3], true, true}};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++) // hulls are built by whichever comes first
        cr_assert_eq(pthread_create(&thread[i], NULL, answer_all, &jobs[2 + i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    answer_all(&jobs[0]);
    answer_all(&jobs[1]);
    for (int i = 0; i < PAIRS; i++) {
        for (int k = 1; k < 4; k++)
            cr_expect_eq(memcmp(&answers[0][i], &answers[k][i], sizeof(kept)), 0, "pair %d, run %d", i, k);
        cld_shape_destroy(a[i]);
        cld_shape_destroy(b[i]);
    }
}

Test(query, the_distance_alone_is_that_of_the_whole_answer) {
    for (uint64_t seed = 0; seed < 300; seed++) {
        test_pair pair;
        pair_make(&pair_families[seed % pair_family_count], seed, &pair);
        cld_shape *a = make_hull(&pair.a, NULL), *b = make_hull(&pair.b, NULL);
        cld_query_options options = cld_query_options_make();
        double whole[16], alone[16];
        cld_result r = ask(a, NULL, b, NULL, &options);
        r.contact_count = 0;
        write_numbers(&r, false, whole);
        cr_assert_eq(cld_find_distance(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
        cr_expect_eq(r.contact_count, 0);
        write_numbers(&r, false, alone);
        cr_expect_eq(memcmp(whole, alone, sizeof whole), 0, "seed %llu", (unsigned long long)seed);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

Test(query, a_shape_of_the_plane_has_no_answer_with_one_of_space) {
    cld_shape_def def = cld_shape_def_make(CLD_RECTANGLE);
    def.size[0] = def.size[1] = 1;
    cld_shape *flat = make(&def), *solid = make_box(1, NULL);
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    cr_expect_eq(cld_find_collision(flat, NULL, solid, NULL, &options, workspace, &r, &err),
                 CLD_DIMENSION_MISMATCH);
    cr_expect_eq(err.status, CLD_DIMENSION_MISMATCH);
    cr_expect_eq(cld_find_distance(solid, NULL, flat, NULL, &options, workspace, &r, NULL),
                 CLD_DIMENSION_MISMATCH);
    cld_shape_destroy(flat);
    cld_shape_destroy(solid);
}

Test(query, sizes_from_1e_minus_100_to_1e100_give_the_same_answer_in_their_unit) {
    for (int e = -100; e <= 100; e += 20) {
        double unit = power_of_ten(e);
        cld_shape *a = make_box(unit, NULL), *b = make_box(unit, NULL);
        cld_pose pose = move(0.75 * unit, 0.25 * unit, 0);
        cld_query_options options = cld_query_options_make();
        cld_result r = ask(a, NULL, b, &pose, &options);
        cr_expect_eq(r.outcome, CLD_PENETRATING, "1e%d", e);
        cr_expect_float_eq(r.signed_distance / unit, -0.25, 1e-15, "1e%d: %g", e, r.signed_distance);
        cr_expect_float_eq(r.normal.x, 1, 1e-15);
        cr_expect_eq(r.contact_count, 4);
        cr_expect(r.lower <= r.signed_distance && r.signed_distance <= r.upper &&
                  r.upper - r.lower <= 1e-13 * unit);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

Test(query, names_are_those_of_documents) {
    cr_expect_str_eq(cld_outcome_name(CLD_SEPARATED), "separated");
    cr_expect_str_eq(cld_outcome_name(CLD_TOUCHING), "touching");
    cr_expect_str_eq(cld_outcome_name(CLD_PENETRATING), "penetrating");
    cr_expect_str_eq(cld_algorithm_name(CLD_GJK_EPA), "gjk-epa");
    cr_expect_str_eq(cld_algorithm_name(CLD_ANALYTIC), "analytic");
    cr_expect_str_eq(cld_feature_name(CLD_FEATURE_SURFACE), "surface");
}

Test(query, a_tiny_shape_that_is_far_out_touches_itself) {
    const double position[] = {-0x1p-1074, 0, 1e100};
    cld_shape_def def = cld_shape_def_make(CLD_POINT);
    def.points = position;
    def.point_count = 1;
    cld_shape *point = make(&def);
    cld_query_options options = cld_query_options_make();
    cld_result r = ask(point, NULL, point, NULL, &options);
    cr_assert_eq(r.outcome, CLD_TOUCHING);
    cr_assert(r.lower <= 0 && r.upper >= 0 && r.upper - r.lower <= 1e-14 * 1e100, "[%g, %g]", r.lower,
              r.upper);
    cld_shape_destroy(point);
}

Test(query, small_radii_do_not_round_a_large_distance_twice) {
    static const double at[2][3] = {{-0.5864279593705544, -0.3865710493721397, -0.7312460704326358},
                                    {0.5429532253177118, 0.37494370029477087, 0.8815567017157151}};
    static const double margin[2] = {7.036776535415758e-10, 5.943058220238078e-07};
    cld_shape *point[2];
    for (int i = 0; i < 2; i++) {
        cld_shape_def def = cld_shape_def_make(CLD_POINT);
        def.points = at[i];
        def.point_count = 1;
        def.margin = margin[i];
        point[i] = make(&def);
    }
    cld_query_options options = cld_query_options_make();
    // 2.11105112300631779974, of which this is the nearest double
    cr_expect_eq(ask(point[0], NULL, point[1], NULL, &options).signed_distance, 2.111051123006318);
    for (int i = 0; i < 2; i++)
        cld_shape_destroy(point[i]);
}

Test(query, refuses_poses_that_are_no_rigid_motions) {
    cld_shape *box = make_box(1, NULL);
    cld_pose poses[] = {move(0, 1e102, 0), move(INFINITY, 0, 0), move(0, 0, NAN), cld_pose_make_identity(),
                        cld_pose_make_identity()};
    const cld_status expected[] = {CLD_TOO_LARGE, CLD_TOO_LARGE, CLD_TOO_LARGE, CLD_BAD_TRANSFORM,
                                   CLD_BAD_TRANSFORM};
    poses[3].r.row[1].y = NAN;
    poses[4].r.row[2].z = 2;
    cld_query_options options = cld_query_options_make();
    cld_result r = ask(box, NULL, box, NULL, &options);
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++)
        for (int side = 0; side < 2; side++) {
            const cld_pose *a = side ? NULL : &poses[i], *b = side ? &poses[i] : NULL;
            cr_expect_eq(cld_find_collision(box, a, box, b, &options, workspace, &r, NULL), expected[i]);
            cr_expect_eq(cld_find_distance(box, a, box, b, &options, workspace, &r, NULL), expected[i]);
            cr_expect_eq(cld_verify(box, a, box, b, &r, NULL), expected[i]);
        }
    cld_shape_destroy(box);
}

Test(query, what_only_decides_looks_at_poses_only_where_balls_leave_it_open) {
    cld_shape *box = make_box(1, NULL);
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cr_assert_eq(cld_shape_build_tables(box, NULL), CLD_OK); // with the ball inside
    // The balls around two such boxes meet up to sqrt(3), those inside of them up to 1.
    static const struct {
        double x;
        cld_status decides, finds_depth;
        bool colliding;
    } cases[] = {{1.8, CLD_OK, CLD_OK, false},
                 {1.2, CLD_BAD_TRANSFORM, CLD_BAD_TRANSFORM, false},
                 {0.9, CLD_OK, CLD_BAD_TRANSFORM, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int side = 0; side < 2; side++) {
            cld_pose pose = move(cases[i].x, 0, 0);
            pose.r.row[2].z = 2;
            const cld_pose *a = side ? NULL : &pose, *b = side ? &pose : NULL;
            bool colliding = !cases[i].colliding;
            cr_expect_eq(cld_is_colliding(box, a, box, b, &options, workspace, &colliding, NULL),
                         cases[i].decides, "case %zu", i);
            cr_expect_eq(colliding, cases[i].colliding, "case %zu", i);
            cr_expect_eq(cld_find_depth(box, a, box, b, &options, workspace, &r, NULL), cases[i].finds_depth,
                         "case %zu", i);
            if (cases[i].finds_depth == CLD_OK)
                cr_expect_eq(r.outcome, CLD_SEPARATED, "case %zu", i);
            cr_expect_eq(cld_find_distance(box, a, box, b, &options, workspace, &r, NULL), CLD_BAD_TRANSFORM);
        }
    cld_shape_destroy(box);
}
