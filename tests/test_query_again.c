/// Asked again, with the shapes exchanged or placed in another way, by another thread or for less, a question
/// has the same answer.
#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/generate.h"
#include "support/kinds.h"
#include "support/shapes.h"

Test(query_again, no_pose_and_the_pose_that_moves_nothing_are_one) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        test_pair pair;
        pair_make(&pair_families[seed % pair_family_count], seed, &pair);
        cld_shape *a = shape_make_hull(&pair.a, NULL), *b = shape_make_hull(&pair.b, NULL);
        cld_pose still = cld_pose_make_identity();
        cld_query_options options = cld_query_options_make();
        cld_result r = shape_ask(a, NULL, b, NULL, &options);
        size_t count = r.contact_count;
        cld_result s = shape_ask(a, &still, b, &still, &options);
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

Test(query_again, a_pose_does_what_the_same_transform_of_the_shape_does) {
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
        cld_shape *a0 = shape_make_hull(&a, NULL), *b0 = shape_make_hull(&b, NULL),
                  *a1 = shape_make_hull(&a, &baked[0]), *b1 = shape_make_hull(&b, &baked[1]);
        cld_query_options options = cld_query_options_make();
        cld_result posed = shape_ask(a0, &pose[0], b0, &pose[1], &options),
                   fixed = shape_ask(a1, NULL, b1, NULL, &options);
        cr_expect_float_eq(posed.signed_distance, fixed.signed_distance, 2e-14, "seed %llu",
                           (unsigned long long)seed);
        cr_expect_eq(posed.outcome, fixed.outcome);
        cr_expect_leq(posed.lower, fixed.upper + 2e-15, "seed %llu", (unsigned long long)seed);
        cr_expect_geq(posed.upper, fixed.lower - 2e-15, "seed %llu", (unsigned long long)seed);
        cld_result mixed = shape_ask(a0, &pose[0], b1, NULL, &options);
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

Test(query_again, a_swapped_pair_gives_the_same_numbers_to_the_last_bit) {
    static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            cld_shape *a = shape_make_hull(&pair.a, NULL), *b = shape_make_hull(&pair.b, NULL);
            cld_pose pose = cld_pose_make((cld_quat){0.1, 0.2, -0.3, 0.9}, (cld_vec3){0.125, 0, 0});
            cld_query_options options = cld_query_options_make();
            options.algorithm = algorithms[seed % 3];
            const cld_pose *moved = seed % 2 ? &pose : NULL;
            double one[16], other[16];
            cld_result r = shape_ask(a, moved, b, NULL, &options);
            write_numbers(&r, false, one);
            cld_feature feature = r.feature_a;
            r = shape_ask(b, NULL, a, moved, &options);
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

Test(query_again, neither_the_workspaces_past_nor_other_threads_change_a_byte) {
    cld_shape *a[PAIRS], *b[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        test_pair pair;
        pair_make(&pair_families[(size_t)i % pair_family_count], (uint64_t)i, &pair);
        a[i] = shape_make_hull(&pair.a, NULL), b[i] = shape_make_hull(&pair.b, NULL);
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

Test(query_again, the_distance_alone_is_that_of_the_whole_answer) {
    cld_workspace *workspace = cld_workspace_create();
    for (uint64_t seed = 0; seed < 300; seed++) {
        test_pair pair;
        pair_make(&pair_families[seed % pair_family_count], seed, &pair);
        cld_shape *a = shape_make_hull(&pair.a, NULL), *b = shape_make_hull(&pair.b, NULL);
        cld_query_options options = cld_query_options_make();
        double whole[16], alone[16];
        cld_result r = shape_ask(a, NULL, b, NULL, &options);
        r.contact_count = 0;
        write_numbers(&r, false, whole);
        cr_assert_eq(cld_find_distance(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
        cr_expect_eq(r.contact_count, 0);
        write_numbers(&r, false, alone);
        cr_expect_eq(memcmp(whole, alone, sizeof whole), 0, "seed %llu", (unsigned long long)seed);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}

/// A compound's children are kept there, too; what cannot be made leaves nothing behind.
Test(query_again, shapes_in_an_arena_answer_as_those_by_themselves) {
    cld_arena arena = {NULL};
    size_t count, answered = 0;
    const kind_pair *kinds = kinds_list_pairs(&count);
    for (size_t i = 0; i < 300; i++) {
        const kind_pair *pair = &kinds[i % count];
        random_state r = random_make(i);
        kind_def *def[2] = {kind_def_make(pair->a, pair->dimension, i % 2, &r),
                            kind_def_make(pair->b, pair->dimension, i % 2, &r)};
        cld_shape *shape[4]; // A and B by themselves, then in the arena
        for (int k = 0; k < 4; k++) {
            def[k % 2]->def.arena = k < 2 ? NULL : &arena;
            shape[k] = kind_def_create(&def[k % 2]->def);
        }
        cr_assert((shape[0] != NULL) == (shape[2] != NULL) && (shape[1] != NULL) == (shape[3] != NULL));
        if (shape[0] && shape[1]) {
            cld_query_options options = cld_query_options_make();
            double numbers[2][16];
            for (int k = 0; k < 2; k++) {
                cld_result result = shape_ask(shape[2 * k], NULL, shape[2 * k + 1], NULL, &options);
                write_numbers(&result, false, numbers[k]);
            }
            cr_expect_eq(memcmp(numbers[0], numbers[1], sizeof numbers[0]), 0, "pair %zu", i);
            answered++;
        }
        for (int k = 0; k < 4; k++)
            cld_shape_destroy(shape[k]);
        kind_def_destroy(def[0]);
        kind_def_destroy(def[1]);
    }
    cr_expect_geq(answered, 200, "%zu", answered);
    cr_expect_not_null(arena.block);
    cld_arena_clear(&arena);
}
