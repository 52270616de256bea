/// A tolerance of 0: the status is that of exact arithmetic, however near the shapes are to touching.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/exact_status.h"
#include "support/families.h"
#include "support/inquiry.h"
#include "support/oracle2.h"
#include "support/planar.h"
#include "support/random.h"
#include "support/shapes.h"

/// Of each family; every second pair with one coordinate moved by an ulp.
enum { PAIRS = 1000, FAILURES_SHOWN = 3 };

/// Moves one coordinate of one point to a neighbouring double; 0 to 2^-300, so that the truth is no denormal
/// number.
static void nudge(test_pair *pair, uint64_t seed) {
    random_state r = random_make(seed ^ 0x9e3779b97f4a7c15u);
    point_set *s = random_one_in(&r, 2) ? &pair->a : &pair->b;
    double *x = &s->at[random_int(&r, 0, (int)s->count - 1)][random_int(&r, 0, 2)];
    double toward = random_one_in(&r, 2) ? HUGE_VAL : -HUGE_VAL;
    *x = *x == 0 ? copysign(0x1p-300, toward) : nextafter(*x, toward);
}

/// NULL, or what is wrong with an answer.
static const char *find_fault(const inquiry *q, const cld_result *r) {
    if (r->outcome != outcome_of(-oracle_excess(0, q->truth)))
        return "status";
    if (r->outcome != outcome_of(r->signed_distance))
        return "signed distance against status";
    if (!(r->lower <= r->signed_distance && r->signed_distance <= r->upper))
        return "signed distance against bounds";
    if (oracle_excess(r->lower, q->truth) > 0 || oracle_excess(r->upper, q->truth) < 0)
        return "bounds";
    if (fabs(oracle_excess(r->signed_distance, q->truth)) > 1e-12 * q->diagonal + 4e-16 * q->largest)
        return "accuracy";
    if ((r->outcome == CLD_SEPARATED) != r->has_axis || (r->has_axis && !(r->gap > 0)))
        return "separating axis";
    if ((r->outcome == CLD_SEPARATED) == (r->contact_count > 0))
        return "contacts";
    return NULL;
}

static const char *find_fault_of_pair(law_checker *checker, const test_pair *pair, cld_algorithm algorithm) {
    inquiry q = inquiry_make(checker, pair);
    cld_query_options options = cld_query_options_make();
    options.algorithm = algorithm;
    options.tolerance = 0;
    const char *fault = "no answer";
    if (cld_find_collision(q.a, NULL, q.b, NULL, &options, checker->workspace, &q.result, NULL) == CLD_OK)
        fault = find_fault(&q, &q.result);
    if (!fault &&
        cld_find_collision(q.b, NULL, q.a, NULL, &options, checker->workspace, &q.swapped, NULL) == CLD_OK)
        fault = find_fault(&q, &q.swapped);
    inquiry_end(&q);
    return fault;
}

ParameterizedTestParameters(exact_status, is_true_for_every_pair_and_an_ulp_beside_it) {
    return families_list();
}

ParameterizedTest(const size_t *index, exact_status, is_true_for_every_pair_and_an_ulp_beside_it) {
    const pair_family *family = &pair_families[*index];
    law_checker *checker = law_checker_create();
    size_t failures = 0;
    for (uint64_t seed = 0, trials = random_trials(PAIRS); seed < trials; seed++) {
        test_pair pair;
        pair_make(family, seed, &pair);
        if (seed % 2)
            nudge(&pair, seed);
        const char *fault = find_fault_of_pair(checker, &pair, seed % 5 ? CLD_AUTO : CLD_SAT);
        if (fault && failures++ < FAILURES_SHOWN) {
            fprintf(stderr, "%s, seed %llu: wrong %s\n", family->name, (unsigned long long)seed, fault);
            pair_print(stderr, &pair);
        }
    }
    law_checker_destroy(checker);
    cr_expect_eq(failures, 0, "%s: %zu of %d answers are wrong", family->name, failures, PAIRS);
}

/// Shears, mirrors and swaps axes; its columns are independent.
static const cld_mat3 shear = {{{2, 1, 0}, {0, -1, 3}, {1, 0, 1}}};
static const cld_mat3 quarter_turn = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};

static void apply(const cld_mat3 *m, cld_vec3 t, point_set *s) {
    for (size_t i = 0; i < s->count; i++) {
        double *p = s->at[i], x = p[0], y = p[1], z = p[2];
        p[0] = m->row[0].x * x + m->row[0].y * y + m->row[0].z * z + t.x;
        p[1] = m->row[1].x * x + m->row[1].y * y + m->row[1].z * z + t.y;
        p[2] = m->row[2].x * x + m->row[2].y * y + m->row[2].z * z + t.z;
    }
}

static cld_shape *make_moved(const point_set *s, const cld_transform *transform) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points_of(s);
    def.point_count = s->count;
    def.transform = *transform;
    cld_shape *shape = NULL;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

/// Whole coordinates stay whole under all that moves them here, so the oracle can be given them moved.
Test(exact_status, is_true_of_shapes_that_transforms_and_poses_have_moved) {
    law_checker *checker = law_checker_create();
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (uint64_t seed = 0, trials = random_trials(2000); seed < trials; seed++) {
        test_pair pair, moved;
        pair_make(&pair_families[6], seed, &pair);
        random_state r = random_make(seed);
        double far = ldexp(1, random_int(&r, 0, 45));
        cld_vec3 t = {far, -far, 3 * far}, back = {-3 * far, far, far};
        cld_transform transform = cld_transform_make_matrix(&shear, t);
        cld_pose pose = {quarter_turn, back};
        cld_shape *a = make_moved(&pair.a, &transform), *b = make_moved(&pair.b, &transform);
        moved = pair;
        apply(&shear, t, &moved.a);
        apply(&shear, t, &moved.b);
        apply(&quarter_turn, back, &moved.a);
        apply(&quarter_turn, back, &moved.b);
        oracle_load(checker->judge, points_of(&moved.a), moved.a.count, points_of(&moved.b), moved.b.count);
        oracle_real truth = oracle_find_signed_distance(checker->judge);
        cld_result result;
        cr_assert_eq(cld_find_collision(a, &pose, b, &pose, &options, checker->workspace, &result, NULL),
                     CLD_OK);
        cr_expect_eq(result.outcome, outcome_of(-oracle_excess(0, truth)), "seed %llu",
                     (unsigned long long)seed);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    law_checker_destroy(checker);
}

/// Moves one coordinate of one point to a neighbouring double, as above.
static void nudge_in_plane(planar_pair *pair, uint64_t seed) {
    random_state r = random_make(seed ^ 0x9e3779b97f4a7c15u);
    planar_set *s = random_one_in(&r, 2) ? &pair->a : &pair->b;
    double *x = &s->at[random_int(&r, 0, (int)s->count - 1)][random_int(&r, 0, 1)];
    double toward = random_one_in(&r, 2) ? HUGE_VAL : -HUGE_VAL;
    *x = *x == 0 ? copysign(0x1p-300, toward) : nextafter(*x, toward);
}

/// The end of a long segment above a short one, by less than doubles see beside them.
Test(exact_status, comes_with_an_axis_along_which_the_shapes_are_apart) {
    static const double tall[] = {0, 3.75, 0, 0, 0, 0}, small[] = {-1e-15, -1e-15, 0, 1e-15, -1e-15, 0};
    cld_shape_def def[2] = {cld_shape_def_make(CLD_SEGMENT), cld_shape_def_make(CLD_SEGMENT)};
    cld_shape *shape[2];
    for (int i = 0; i < 2; i++) {
        def[i].dimension = 2, def[i].point_count = 2, def[i].points = i ? small : tall;
        cr_assert_eq(cld_shape_create(&def[i], NULL, NULL, &shape[i], NULL), CLD_OK);
    }
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (int i = 0; i < 2; i++) {
        cld_result r;
        cr_assert_eq(cld_find_collision(shape[i], NULL, shape[1 - i], NULL, &options, workspace, &r, NULL),
                     CLD_OK);
        cr_expect_float_eq(r.signed_distance, 1e-15, 1e-29);
        cr_expect_eq(r.axis.x, 0);
        cr_expect_eq(r.axis.y, i ? 1 : -1);
        cr_expect_eq(r.closest_b.y - r.closest_a.y, i ? 1e-15 : -1e-15);
        cr_expect_float_eq(r.gap, 1e-15, 1e-29);
    }
    cld_workspace_destroy(workspace);
    for (int i = 0; i < 2; i++)
        cld_shape_destroy(shape[i]);
}

/// A point beside a segment, by 2^-1300.
Test(exact_status, is_apart_by_less_than_the_least_double) {
    static const double ends[2][3] = {{-1, 0x1p-300, 0}, {0x1p-600, -0x1p-1060, 0}}, origin[3] = {0};
    cld_shape_def def = cld_shape_def_make(CLD_SEGMENT), at = cld_shape_def_make(CLD_POINT);
    def.points = ends[0], def.point_count = 2,
    def.transform.m = (cld_mat3){{{0x1p-400, 0, 0}, {0, 0x1p-400, 0}, {0, 0, 1}}};
    at.points = origin, at.point_count = 1;
    cld_shape *a = shape_make(&def), *b = shape_make(&at);
    const cld_query_options options = {.tolerance = 0};
    cld_result r = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_eq(r.outcome, CLD_SEPARATED);
    cr_expect_eq(r.signed_distance, 0x1p-1074);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, NULL), CLD_OK);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// The nearest point of two triangles, one of them a sliver, by less than doubles see: the plane that they
/// meet in tells points by far less than the distance.
Test(exact_status, comes_with_the_nearest_points) {
    static const double sliver[3][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 8.739332446485113e-08}, {0.0, 2.0, 0.0}},
                        other[3][3] = {{0.1211317319954528, 0.15970068006481924, -3.7443392819975134},
                                       {-0.15026476875860081, -0.12102301912985847, 3.8169953931872755},
                                       {0.5236449273031926, 0.3765004889803715, 0.37496319648716564}};
    const cld_pose pose[2] = {{{{{0.06588883651109134, 0.5106159849284819, 0.8572805708510669},
                                 {-0.5083655117643536, -0.7221071963954644, 0.4691755570811943},
                                 {0.8586170087249504, -0.4667253077018629, 0.2120007534864439}}},
                               {0.0, 0.0, 0.0}},
                              {{{{0.5913213126040932, 0.7581916551140485, -0.2747444619561823},
                                 {0.6026282367945935, -0.1890496720921878, 0.7753060232577041},
                                 {0.5358902065516888, -0.6240237460203386, -0.5686968005226795}}},
                               {-1.221447979116547, 2.8602027575799567, -2.0946500620063335}}};
    cld_shape_def def = cld_shape_def_make(CLD_TRIANGLE);
    def.point_count = 3;
    def.points = sliver[0];
    cld_shape *a = shape_make(&def);
    def.points = other[0];
    cld_shape *b = shape_make(&def);
    const cld_query_options options = {.tolerance = 0};
    cld_result r = shape_ask(a, &pose[0], b, &pose[1], &options);
    cld_vec3 off = cld_sub(cld_sub(r.closest_b, r.closest_a), cld_scale(r.normal, r.signed_distance));
    cr_expect_eq(r.outcome, CLD_SEPARATED);
    cr_expect_lt(r.signed_distance, 1e-15);
    cr_expect_lt(cld_length(off), 1e-14);
    cr_expect_eq(cld_verify(a, &pose[0], b, &pose[1], &r, NULL), CLD_OK);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(exact_status, is_true_in_the_plane_and_an_ulp_beside_touching) {
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    size_t seen[3] = {0};
    for (uint64_t seed = 0, trials = random_trials(20000); seed < trials; seed++) {
        planar_pair pair = planar_make_pair(seed);
        if (seed / 2 % 2)
            nudge_in_plane(&pair, seed);
        cld_shape *a = planar_make_hull(&pair.a), *b = planar_make_hull(&pair.b);
        oracle_real truth =
            oracle2_find_signed_distance(pair.a.at[0], pair.a.count, pair.b.at[0], pair.b.count);
        cld_result r;
        cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
        cr_expect_eq(r.outcome, outcome_of(-oracle_excess(0, truth)), "%s, seed %llu: %d, true distance %g",
                     pair.family, (unsigned long long)seed, (int)r.outcome, truth.value);
        cr_expect_eq(r.outcome, outcome_of(r.signed_distance), "%s, seed %llu", pair.family,
                     (unsigned long long)seed);
        seen[r.outcome]++;
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    for (int i = 0; i < 3; i++)
        cr_expect_gt(seen[i], random_trials(20000) / 200, "outcome %d", i);
    cld_workspace_destroy(workspace);
}

/// A box 32 x 8 x 16 with more points than it has corners, on its edges along z.
static cld_shape *make_box_of_many(uint32_t count) {
    static double points[256][3];
    for (uint32_t i = 0; i < count; i++) {
        points[i][0] = i & 1 ? 16 : -16;
        points[i][1] = i & 2 ? 4 : -4;
        uint32_t row = i / 4, last = (count - 1) / 4;
        points[i][2] = -8 + 16.0 * row / last;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = count;
    return shape_make(&def);
}

/// From 256 vertices on a pose leaves them as they are, and turns directions instead.
Test(exact_status, of_large_clouds_in_a_quarter_turn_is_as_of_small_ones) {
    const cld_pose quarter = {.r = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
    const struct {
        cld_vec3 at;
        cld_outcome outcome;
    } cases[] = {{{5, 0, 0}, CLD_TOUCHING},
                 {{5, 17, 0}, CLD_TOUCHING},
                 {{5, 17, 9}, CLD_TOUCHING},
                 {{nextafter(5, 0), 0, 0}, CLD_PENETRATING},
                 {{nextafter(5, 6), 0, 0}, CLD_SEPARATED}};
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = def.size[1] = def.size[2] = 2;
    cld_shape *box = shape_make(&def);
    cld_workspace *workspace = cld_workspace_create();
    const cld_query_options options = {.tolerance = 0};
    for (uint32_t count = 252; count <= 256; count += 4) {
        cld_shape *many = make_box_of_many(count);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            cld_pose pose = {.r = cld_mat3_identity, .t = cases[i].at};
            cld_result r = shape_ask(many, &quarter, box, &pose, &options);
            bool found;
            cr_expect_eq(r.outcome, cases[i].outcome, "%u vertices, case %zu: %g", count, i,
                         r.signed_distance);
            cr_expect_float_eq(r.signed_distance, 0, 1e-15, "%u vertices, case %zu", count, i);
            cr_expect(r.lower <= r.signed_distance && r.signed_distance <= r.upper && r.upper < 1e-12);
            cr_assert_eq(cld_is_colliding(many, &quarter, box, &pose, &options, workspace, &found, NULL),
                         CLD_OK);
            cr_expect_eq(found, cases[i].outcome != CLD_SEPARATED, "%u vertices, case %zu", count, i);
        }
        cld_shape_destroy(many);
    }
    cld_workspace_destroy(workspace);
    cld_shape_destroy(box);
}
