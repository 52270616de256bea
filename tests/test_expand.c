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

/// Each a little lower than the one before, which then sees no face but the one below it.
static cld_corner make_rim_corner(uint32_t i, uint32_t count) {
    double angle = 2 * 3.141592653589793 * i / count;
    return (cld_corner){{cos(angle), sin(angle), 1 - 1e-6 * i}, i, i};
}

/// A cone that stands on its tip, with so many corners around its top, a multiple of three.
static void make_cone(cld_shell *h, uint32_t corners) {
    static const uint32_t face[3][8] = {{0, 0, 1, 2}, {1, 3, 3, 3}, {2, 1, 2, 0}};
    const cld_lanes none = {CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY};
    cld_lanes nearest = none;
    uint32_t third = corners / 3;
    h->rounding = 1e-14;
    h->least_nn = 1e-20;
    h->tables = NULL;
    for (uint32_t i = 0; i < 3; i++)
        h->vertex[i] = make_rim_corner(i * third, corners);
    h->vertex[3] = (cld_corner){{0, 0, -1}, corners, corners};
    cr_assert(cld_shell_begin(h, 4, face, 1, &nearest));
    for (uint32_t i = 0; i < corners; i++) {
        cld_corner w = make_rim_corner(i, corners);
        cr_assert(i % third == 0 || cld_shell_add(h, &w, &nearest), "corner %u", i);
    }
}

/// As if faces that nobody sees were in all groups but the last `rest`.
static void use_up(cld_shell *h, uint32_t rest) {
    for (; h->group_count < CLD_SHELL_GROUPS - rest; h->group_count++) {
        uint32_t i = h->group_count;
        uint64_t *alive = &h->alive[i / CLD_SHELL_BLOCK];
        *alive = (i % CLD_SHELL_BLOCK ? *alive : 0) | UINT64_C(1) << i % CLD_SHELL_BLOCK * CLD_LANES;
        for (uint32_t k = 0; k < CLD_LANES; k++)
            h->rim[i][k] = INFINITY;
    }
}

Test(expand, adds_no_face_for_which_there_is_no_room) {
    static cld_shell h;
    enum { CORNERS = 90, NEW = 23 }; // of the top, and groups of faces from there to a vertex above it
    int added = 0;
    for (uint32_t rest = 0; rest < 40; rest++) {
        const cld_corner above = {{0, 0, 2}, CORNERS + 1, CORNERS + 1};
        cld_lanes nearest = {CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY};
        make_cone(&h, CORNERS);
        cr_assert_leq(h.group_count, CLD_SHELL_GROUPS - 40);
        use_up(&h, rest);
        added += cld_shell_add(&h, &above, &nearest);
        cr_expect_leq(h.group_count, CLD_SHELL_GROUPS, "%u groups left: %u", rest, h.group_count);
    }
    cr_expect_eq(added, 40 - NEW, "%d", added);
}
