/// The verification accepts every true answer, and none that is wrong by 1e-9 of the shapes' size.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "math/tangent.h"
#include "math/vec.h"
#include "support/body_pair.h"
#include "support/families.h"
#include "support/inquiry.h"
#include "support/random.h"

enum { PAIRS = 160, FAILURES_SHOWN = 3 };

/// What is broken is wrong by this: 1e-9 D, and what no rounding of world coordinates can hide.
static double find_step(const inquiry *q) { return 1e-9 * q->diagonal + 1e-14 * q->largest; }

static double find_accuracy(const inquiry *q) { return 1e-12 * q->diagonal + 4e-16 * q->largest; }

/// What a broken solver would have put into its answer; false if there is nothing to break there.
typedef bool breakage(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts);

static cld_vec3 random_unit(random_state *r) {
    cld_vec3 v = {random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1)};
    return cld_length(v) > 0.1 ? cld_unit(v) : random_unit(r);
}

static bool break_distance(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)contacts;
    double step = random_one_in(r, 2) ? find_step(q) : -find_step(q);
    result->signed_distance += step;
    result->lower += step;
    result->upper += step;
    result->mtv = cld_scale(result->normal, fmax(0, -result->signed_distance));
    double d = result->signed_distance, t = result->tolerance;
    result->outcome = d > t ? CLD_SEPARATED : d < -t ? CLD_PENETRATING : CLD_TOUCHING;
    return true;
}

static bool break_closest_a(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)contacts;
    result->closest_a = cld_add_scaled(result->closest_a, find_step(q), random_unit(r));
    return true;
}

static bool break_closest_b(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)contacts;
    result->closest_b = cld_add_scaled(result->closest_b, find_step(q), random_unit(r));
    return true;
}

/// Both, so that they stay as far apart as they were: off the surface of one shape.
static bool break_closest_points(const inquiry *q, random_state *r, cld_result *result,
                                 cld_contact *contacts) {
    (void)r;
    (void)contacts;
    result->closest_a = cld_add_scaled(result->closest_a, find_step(q), result->normal);
    result->closest_b = cld_add_scaled(result->closest_b, find_step(q), result->normal);
    return true;
}

static bool break_contact(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    if (result->contact_count == 0)
        return false;
    cld_contact *c = &contacts[random_int(r, 0, (int)result->contact_count - 1)];
    cld_vec3 *point[4] = {&c->world_a, &c->world_b, &c->local_a, &c->local_b};
    cld_vec3 *p = point[random_int(r, 0, 3)];
    *p = cld_add_scaled(*p, find_step(q), random_unit(r));
    return true;
}

static bool break_depth(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    if (result->contact_count == 0)
        return false;
    contacts[random_int(r, 0, (int)result->contact_count - 1)].depth -= find_step(q);
    return true;
}

/// Tilted so far that a move by the signed distance along it is wrong by that much, or by that much of the
/// size where there is hardly one. Where the tilted normal shows the same distance it is as good as the
/// first, unless that is a gap.
static bool break_normal(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)contacts;
    double lever = fmax(fabs(result->signed_distance), find_step(q));
    cld_vec3 side = cld_unit(cld_cross(result->normal, random_unit(r)));
    result->normal = cld_unit(cld_add_scaled(result->normal, fmin(0.5, find_step(q) / lever), side));
    result->mtv = cld_scale(result->normal, fmax(0, -result->signed_distance));
    cld_find_tangents_catto(result->normal, &result->tangent[0], &result->tangent[1]);
    const test_pair *p = q->pair;
    cld_vec3 n = result->normal;
    oracle_load(q->checker->judge, points_of(&p->a), p->a.count, points_of(&p->b), p->b.count);
    oracle_real separation = oracle_find_separation(q->checker->judge, (double[]){n.x, n.y, n.z});
    bool has_gap = result->signed_distance > 2 * find_step(q);
    return has_gap || oracle_excess(result->signed_distance, separation) > 2 * find_accuracy(q);
}

static bool break_axis(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)r;
    (void)contacts;
    result->gap += find_step(q);
    return result->has_axis;
}

static bool break_upper_bound(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)r;
    (void)contacts;
    result->upper += 1.1 * find_step(q);
    return true;
}

/// Sheared, so that the cross product of the tangents stays the normal.
static bool break_tangent(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)q;
    (void)contacts;
    double shear = random_one_in(r, 2) ? 1e-6 : 5;
    result->tangent[1] = cld_add_scaled(result->tangent[1], shear, result->tangent[0]);
    return result->dimension == 3;
}

static bool break_mtv(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)contacts;
    result->mtv = cld_add_scaled(result->mtv, find_step(q), random_unit(r));
    return true;
}

static bool break_outcome(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)q;
    (void)contacts;
    result->outcome = (cld_outcome)(((int)result->outcome + random_int(r, 1, 2)) % 3);
    return true;
}

/// One number of the answer is none, or infinite.
static bool break_number(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)q;
    cld_vec3 *of_answer[] = {&result->normal,     &result->mtv,       &result->axis,     &result->tangent[0],
                             &result->tangent[1], &result->closest_a, &result->closest_b};
    cld_vec3 *of_contact[] = {&contacts->world_a, &contacts->world_b, &contacts->local_a, &contacts->local_b};
    cld_vec3 *v = result->contact_count && random_one_in(r, 2) ? of_contact[random_int(r, 0, 3)]
                                                               : of_answer[random_int(r, 0, 6)];
    double *number[] = {&v->x, &v->y, &v->z};
    *number[random_int(r, 0, 2)] = random_one_in(r, 2) ? NAN : random_one_in(r, 2) ? INFINITY : -INFINITY;
    return true;
}

static bool break_tolerance(const inquiry *q, random_state *r, cld_result *result, cld_contact *contacts) {
    (void)q;
    (void)r;
    (void)contacts;
    result->tolerance = -1;
    return true;
}

static const struct {
    const char *name;
    breakage *break_it;
} breakages[] = {
    {"signed distance", break_distance},
    {"closest point on A", break_closest_a},
    {"closest point on B", break_closest_b},
    {"closest points", break_closest_points},
    {"contact point", break_contact},
    {"depth of a contact", break_depth},
    {"normal", break_normal},
    {"gap", break_axis},
    {"upper bound", break_upper_bound},
    {"tangent", break_tangent},
    {"mtv", break_mtv},
    {"outcome", break_outcome},
    {"number", break_number},
    {"tolerance", break_tolerance},
};

/// The name of a breakage that the verification does not see, or NULL.
static const char *find_blind_spot(const inquiry *q, uint64_t seed) {
    random_state r = random_make(seed);
    for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
        cld_contact contacts[64];
        cld_result broken = q->result;
        if (broken.contact_count > 64)
            continue;
        if (broken.contact_count)
            memcpy(contacts, broken.contacts, broken.contact_count * sizeof *contacts);
        broken.contacts = contacts;
        broken.verified_by = NULL;
        if (!breakages[i].break_it(q, &r, &broken, contacts))
            continue;
        cld_status status = cld_verify(q->a, NULL, q->b, NULL, &broken, NULL);
        if (status != CLD_NOT_CERTIFIED || broken.verified_by)
            return breakages[i].name;
    }
    return NULL;
}

static bool ask(inquiry *q, uint64_t seed) {
    static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};
    return inquiry_ask(q, algorithms[seed % 3]);
}

ParameterizedTestParameters(verify, accepts_true_answers) { return families_list(); }

ParameterizedTest(const size_t *index, verify, accepts_true_answers) {
    const pair_family *family = &pair_families[*index];
    law_checker *checker = law_checker_create();
    size_t failures = 0;
    for (uint64_t seed = 0, trials = random_trials(PAIRS); seed < trials; seed++) {
        test_pair pair;
        pair_make(family, seed, &pair);
        inquiry q = inquiry_make(checker, &pair);
        cld_error err = {.message = "no answer"};
        if (!ask(&q, seed) || cld_verify(q.a, NULL, q.b, NULL, &q.result, &err) != CLD_OK ||
            !q.result.verified_by) {
            if (failures++ < FAILURES_SHOWN) {
                fprintf(stderr, "%s, seed %llu, D %g: %s\n", family->name, (unsigned long long)seed,
                        q.diagonal, err.message);
                pair_print(stderr, &pair);
            }
        }
        inquiry_end(&q);
    }
    law_checker_destroy(checker);
    cr_expect_eq(failures, 0, "%s: %zu of %d true answers are refused", family->name, failures, PAIRS);
}

ParameterizedTestParameters(verify, sees_whatever_is_broken) { return families_list(); }

ParameterizedTest(const size_t *index, verify, sees_whatever_is_broken) {
    const pair_family *family = &pair_families[*index];
    law_checker *checker = law_checker_create();
    size_t failures = 0;
    for (uint64_t seed = 0, trials = random_trials(PAIRS); seed < trials; seed++) {
        test_pair pair;
        pair_make(family, seed, &pair);
        inquiry q = inquiry_make(checker, &pair);
        const char *spot = "no answer";
        if (!ask(&q, seed) || (spot = find_blind_spot(&q, seed))) {
            if (failures++ < FAILURES_SHOWN) {
                fprintf(stderr, "%s, seed %llu, D %g, M %g, sd %g: unseen: %s\n", family->name,
                        (unsigned long long)seed, q.diagonal, q.largest, q.result.signed_distance, spot);
                pair_print(stderr, &pair);
            }
        }
        inquiry_end(&q);
    }
    law_checker_destroy(checker);
    cr_expect_eq(failures, 0, "%s: %zu of %d broken answers are accepted", family->name, failures, PAIRS);
}

Test(verify, accepts_an_infinite_tolerance) {
    body_pair q = {0};
    body_pair_ask(&q, body_def_sized(CLD_BOX, 1, 1, 1), body_def_sized(CLD_BOX, 2, 1, 1));
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    options.tolerance = INFINITY;
    cld_error err;
    cr_assert_eq(cld_find_collision(q.a, NULL, q.b, NULL, &options, workspace, &q.r, NULL), CLD_OK);
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "%s", err.message);
    q.r.tolerance = NAN;
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_NOT_CERTIFIED);
    cld_workspace_destroy(workspace);
    body_pair_free(&q);
}

/// An answer about two children of a compound, given out as the compound's, where a third is deeper by 1e-9.
Test(verify, sees_a_deeper_child) {
    cld_shape_def child[2] = {cld_shape_def_make(CLD_BOX), cld_shape_def_make(CLD_BOX)};
    cld_shape_def def = cld_shape_def_make(CLD_COMPOUND);
    cld_shape *whole, *part, *box;
    for (int i = 0; i < 2; i++) {
        child[i].size[0] = child[i].size[1] = child[i].size[2] = 1;
        child[i].transform = cld_transform_make_translation((cld_vec3){4 * i, i ? 0.25 - 1e-9 : 0.25, 0});
    }
    def.children = child;
    def.child_count = 1;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &part, NULL), CLD_OK);
    def.child_count = 2;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &whole, NULL), CLD_OK);
    cld_shape_def floor = cld_shape_def_make(CLD_BOX);
    floor.size[0] = 20, floor.size[1] = floor.size[2] = 1;
    floor.transform = cld_transform_make_translation((cld_vec3){0, -0.5, 0});
    cr_assert_eq(cld_shape_create(&floor, NULL, NULL, &box, NULL), CLD_OK);

    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    cr_assert_eq(cld_find_collision(whole, NULL, box, NULL, &options, workspace, &r, NULL), CLD_OK);
    cr_expect_eq(r.feature_a.child, 1);
    cr_expect_eq(cld_verify(whole, NULL, box, NULL, &r, &err), CLD_OK, "%s", err.message);

    cr_assert_eq(cld_find_collision(part, NULL, box, NULL, &options, workspace, &r, NULL), CLD_OK);
    cr_expect_eq(r.feature_a.child, 0);
    cr_expect_eq(cld_verify(whole, NULL, box, NULL, &r, &err), CLD_NOT_CERTIFIED);
    cr_expect_neq(strstr(err.message, "no other children are deeper"), NULL, "%s", err.message);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(whole);
    cld_shape_destroy(part);
    cld_shape_destroy(box);
}
