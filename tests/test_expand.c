#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "collide/collide.h"
#include "narrow/epa.h"
#include "narrow/expand.h"
#include "narrow/shell.h"
#include "narrow/walk.h"
#include "proof/bounds.h"
#include "support/shapes.h"

/// How often two hulls met, and how many of those were expanded, and the most steps that one of those took.
typedef struct tally {
    int met, found;
    uint32_t steps;
} tally;

/// Holds an expansion, from a tetrahedron or without one, to what EPA finds from that of the walk.
static void compare(const cld_cso *cso, const cld_corner *tetrahedron, const cld_epa_result *slow,
                    uint64_t seed, tally *counts) {
    cld_expand_result r;
    counts->met++;
    if (cld_expand(cso, tetrahedron, INFINITY, &r) != CLD_EXPAND_DEPTH)
        return;
    double slack = 64 * CLD_ROUNDOFF * cso->size + 2 * cso->error;
    counts->found++;
    counts->steps = r.iterations > counts->steps ? r.iterations : counts->steps;
    if (tetrahedron) // from which EPA began, too
        cr_assert_eq(slow->stop, CLD_EPA_CONVERGED, "seed %llu", (unsigned long long)seed);
    cr_expect_float_eq(r.depth, slow->depth, slack, "seed %llu: %.17g, not %.17g", (unsigned long long)seed,
                       r.depth, slow->depth);
    cr_expect_geq(r.upper, cld_bound_from_direction(cso, slow->normal), "seed %llu: %.17g",
                  (unsigned long long)seed, r.upper);
    cr_expect_leq(r.upper, -r.depth + slack, "seed %llu: %.17g", (unsigned long long)seed, r.upper);
    cr_expect_float_eq(cld_cso_find_separation(cso, r.normal), -r.depth, slack);
}

static void compare_all(const cld_cso *cso, cld_polytope *polytope, uint64_t seed, tally counts[2]) {
    cld_walk_result walk;
    cld_walk(cso, INFINITY, false, &walk);
    if (walk.stop != CLD_WALK_MEETS)
        return;
    cld_simplex simplex;
    cld_walk_get_simplex(cso, &walk, &simplex);
    cld_epa_result slow = cld_epa(cso, &simplex, polytope);
    compare(cso, walk.corner, &slow, seed, &counts[0]);
    compare(cso, NULL, &slow, seed, &counts[1]);
}

/// Among hulls of many vertices are some that fill all the room there is, and those that it is too small for.
/// Each step brings another vertex: of more than a word has bits for.
Test(expand, finds_the_depth_that_epa_finds_as_long_as_there_is_room) {
    static cld_polytope polytope;
    tally counts[2] = {{0}};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        random_state r = random_make(seed);
        int kind = random_int(&r, 0, 4);
        cld_shape *a = shape_make_large(&r, kind, 0),
                  *b = shape_make_large(&r, random_one_in(&r, 2) ? kind : random_int(&r, 0, 4),
                                        random_one_in(&r, 2) ? 0 : random_real(&r, 0, 0.5));
        double *scratch = aligned_alloc(64, (cld_cso_scratch(a, b) * sizeof *scratch + 63) / 64 * 64);
        cr_assert_not_null(scratch);
        cld_cso cso;
        cld_cso_make(a, NULL, b, NULL, scratch, &cso);
        if (cso.asleep)
            cld_cso_wake(&cso, scratch);
        compare_all(&cso, &polytope, seed, counts);
        free(scratch);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_polytope_free(&polytope);
    for (int i = 0; i < 2; i++) {
        cr_expect_geq(10 * counts[i].found, 9 * counts[i].met, "%d of %d", counts[i].found, counts[i].met);
        cr_expect_lt(counts[i].found, counts[i].met);
        cr_expect_gt(counts[i].steps, CLD_SHELL_WORD, "%u", counts[i].steps);
    }
}
