#include <criterion/criterion.h>
#include <stdlib.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "narrow/contact_order.h"
#include "narrow/manifold.h"
#include "support/generate.h"
#include "support/random.h"
#include "support/shapes.h"

static cld_workspace *workspace;

static void set_up(void) { workspace = cld_workspace_create(); }

static void tear_down(void) { cld_workspace_destroy(workspace); }

TestSuite(manifold, .init = set_up, .fini = tear_down);

static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};

static cld_shape *make_box_at(double x, double y, double z, cld_vec3 at, double degrees) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = x, def.size[1] = y, def.size[2] = z;
    def.transform = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, degrees);
    def.transform.t = at;
    return shape_make(&def);
}

/// What every manifold has: depths in order, the deepest being the answer's; a - b = depth n; no point twice.
static void expect_lawful(const cld_result *r) {
    for (size_t i = 0; i < r->contact_count; i++) {
        const cld_contact *c = &r->contacts[i];
        cld_vec3 apart = cld_sub(c->world_a, c->world_b);
        cr_expect_leq(cld_max_abs(cld_sub(apart, cld_scale(r->normal, c->depth))), 1e-12);
        if (i > 0)
            cr_expect_leq(c->depth, r->contacts[i - 1].depth);
        for (size_t k = 0; k < i; k++)
            cr_expect_gt(cld_length(cld_sub(c->world_a, r->contacts[k].world_a)), 1e-10,
                         "contacts %zu and %zu", k, i);
    }
    cr_assert_gt(r->contact_count, 0);
    cr_expect_eq(r->contacts[0].depth, -r->signed_distance);
}

static cld_result ask(const cld_shape *a, const cld_shape *b, cld_algorithm algorithm, uint32_t most) {
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    options.algorithm = algorithm;
    options.max_contacts = most;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, &err), CLD_OK, "%s",
                 err.message);
    expect_lawful(&r);
    return r;
}

static bool has(const cld_result *r, double x, double y, double z, double depth) {
    for (size_t i = 0; i < r->contact_count; i++) {
        const cld_contact *c = &r->contacts[i];
        if (fabs(c->depth - depth) < 1e-12 && cld_max_abs(cld_sub(c->world_b, (cld_vec3){x, y, z})) < 1e-12)
            return true;
    }
    return false;
}

Test(manifold, stacked_boxes_touch_in_the_four_corners_with_every_algorithm) {
    for (int i = 0; i < 3; i++)
        for (int swap = 0; swap < 2; swap++) {
            cld_shape *below = make_box_at(1, 1, 1, (cld_vec3){0, 0, 0}, 0),
                      *above = make_box_at(1, 1, 1, (cld_vec3){0, 0, 1}, 0);
            cld_result r = swap ? ask(above, below, algorithms[i], 0) : ask(below, above, algorithms[i], 0);
            cr_expect_eq(r.outcome, CLD_TOUCHING);
            cr_expect_eq(r.normal.z, swap ? -1 : 1);
            cr_expect_eq(r.feature_a.kind, CLD_FEATURE_FACE);
            cr_expect_eq(r.feature_b.kind, CLD_FEATURE_FACE);
            cr_assert_eq(r.contact_count, 4);
            for (int k = 0; k < 4; k++)
                cr_expect(has(&r, k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, 0.5, 0));
            cld_shape_destroy(below);
            cld_shape_destroy(above);
        }
}

Test(manifold, a_face_partly_over_a_face_is_clipped_to_it) {
    cld_shape *below = make_box_at(2, 2, 2, (cld_vec3){0, 0, 0}, 0),
              *above = make_box_at(2, 2, 2, (cld_vec3){1, 0.5, 1.75}, 0);
    cld_result r = ask(below, above, CLD_AUTO, 0); // 0 <= x <= 1, -0.5 <= y <= 1, 0.25 deep
    cr_assert_eq(r.contact_count, 4);
    cr_expect(has(&r, 0, -0.5, 0.75, 0.25) && has(&r, 1, -0.5, 0.75, 0.25));
    cr_expect(has(&r, 0, 1, 0.75, 0.25) && has(&r, 1, 1, 0.75, 0.25));
    cld_shape_destroy(below);
    cld_shape_destroy(above);
}

Test(manifold, a_box_turned_by_45_degrees_on_a_box_touches_in_an_octagon) {
    cld_shape *below = make_box_at(2, 2, 2, (cld_vec3){0, 0, 0}, 0),
              *above = make_box_at(2, 2, 2, (cld_vec3){0, 0, 2}, 45);
    cld_result r = ask(below, above, CLD_AUTO, 0);
    cr_assert_eq(r.contact_count, 8);
    // The sides x + y = +-sqrt(2) and x - y = +-sqrt(2) cut the square's sides at sqrt(2) - 1.
    const double s = sqrt(2) - 1;
    for (int k = 0; k < 4; k++) {
        double u = k & 1 ? 1 : -1, v = k & 2 ? s : -s;
        cr_expect(has(&r, u, v, 1, 0) && has(&r, v, u, 1, 0));
    }
    cld_shape_destroy(below);
    cld_shape_destroy(above);
}

Test(manifold, a_vertex_on_a_face_is_one_contact) {
    static const double pyramid[][3] = {{0, 0, 0}, {1, 1, 2}, {-1, 1, 2}, {-1, -1, 2}, {1, -1, 2}};
    cld_shape *box = make_box_at(4, 4, 2, (cld_vec3){0, 0, -0.75}, 0),
              *tip = shape_make_of(pyramid, 5); // top at 0.25
    cld_result r = ask(box, tip, CLD_AUTO, 0);
    cr_expect_eq(r.feature_a.kind, CLD_FEATURE_FACE);
    cr_expect_eq(r.feature_b.kind, CLD_FEATURE_VERTEX);
    cr_expect_eq(r.feature_b.index, 0);
    cr_expect(has(&r, 0, 0, 0, 0.25));
    cld_shape_destroy(box);
    cld_shape_destroy(tip);
}

/// A drum that stands on its edge, a little in the ground: whichever of the two is A, and mirrored or not.
Test(manifold, a_tilted_drum_touches_the_ground_in_all_its_corners_that_are_as_deep) {
    cld_query_options options = cld_query_options_make();
    int several = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        random_state r = random_make(seed);
        static const uint32_t counts[] = {3, 12, 40};
        uint32_t sides = counts[seed % 3], expected = 0;
        double points[2 * 40][3], tilt = random_real(&r, 0.001, 0.2), depth = random_real(&r, 0.001, 0.03),
                                  first = random_real(&r, 0, 6), lowest = 0;
        options.tolerance = seed % 5 ? 1e-9 : 0.002;
        for (uint32_t i = 0; i < 2 * sides; i++) {
            uint32_t side = i / 2;
            double angle = first + side * 6.283185307179586 / sides, x = cos(angle), z = i % 2;
            points[i][0] = x * cos(tilt) - z * sin(tilt), points[i][1] = sin(angle);
            points[i][2] = x * sin(tilt) + z * cos(tilt);
            lowest = points[i][2] < lowest ? points[i][2] : lowest;
        }
        for (uint32_t i = 0; i < 2 * sides; i++)
            points[i][2] -= lowest + depth;
        cld_shape_def ground = cld_shape_def_make(CLD_BOX);
        ground.size[0] = ground.size[1] = 10, ground.size[2] = 4;
        if (seed % 2)
            ground.transform = cld_transform_make_scale((cld_vec3){-1, 1, 1});
        ground.transform.t.z = -2;
        cld_shape *a = shape_make(&ground), *b = shape_make_of((const double(*)[3])points, 2 * sides);
        cld_result found = shape_ask(a, NULL, b, NULL, &options);
        for (uint32_t i = 0; i < 2 * sides; i += 2)
            if (points[i][2] <= options.tolerance) {
                expected++;
                cr_expect(has(&found, points[i][0], points[i][1], points[i][2], -points[i][2]),
                          "seed %llu: corner %u", (unsigned long long)seed, i);
            }
        cr_expect_eq(found.contact_count, expected, "seed %llu: %zu, not %u", (unsigned long long)seed,
                     found.contact_count, expected);
        several += expected > 2;
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect_geq(several, 200, "%d", several);
}

Test(manifold, of_corners_of_a_face_on_edge_that_are_in_one_place_the_deeper_is_a_contact) {
    // 2 k corners, at equal angles: the lower k + 1 are as deep as those above them, or deeper.
    for (int sides = 6; sides <= 200; sides += sides < 10 ? 2 : 95)
        for (int i = 0; i < 3; i++) {
            double corners[200][3];
            for (int k = 0; k < sides; k++) {
                corners[k][0] = cos(2 * M_PI * k / sides);
                corners[k][1] = 0;
                corners[k][2] = 8 + sin(2 * M_PI * k / sides);
            }
            cld_shape *box = make_box_at(20, 20, 20, (cld_vec3){0, 0, 0}, 0),
                      *coin = shape_make_of((const double(*)[3])corners, (size_t)sides);
            cld_result r = ask(box, coin, algorithms[i], 0);
            cr_expect_eq(r.contact_count, (size_t)sides / 2 + 1, "%d sides: %zu", sides, r.contact_count);
            cr_expect_leq(r.contacts[r.contact_count - 1].world_b.z, 8 + 1e-12);
            cld_shape_destroy(box);
            cld_shape_destroy(coin);
        }
}

Test(manifold, crossed_edges_meet_in_one_point) {
    static const double lower[][3] = {{0, -2, 0},  {0, 2, 0},   {-1, -2, -1},
                                      {-1, 2, -1}, {1, -2, -1}, {1, 2, -1}};
    static const double upper[][3] = {{-2, 1, -0.125}, {2, 1, -0.125}, {-2, 0, 0.875},
                                      {2, 0, 0.875},   {-2, 2, 0.875}, {2, 2, 0.875}};
    cld_shape *a = shape_make_of(lower, 6), *b = shape_make_of(upper, 6);
    for (int i = 0; i < 3; i++) {
        cld_result r = ask(a, b, algorithms[i], 0);
        cr_expect_eq(r.feature_a.kind, CLD_FEATURE_EDGE);
        cr_expect_eq(r.feature_b.kind, CLD_FEATURE_EDGE);
        cr_assert_eq(r.contact_count, 1);
        cr_expect(has(&r, 0, 1, -0.125, 0.125));
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(manifold, parallel_edges_touch_in_the_two_ends_of_their_overlap) {
    static const double blunt[][3] = {{-2, 0, 0},    {2, 0, 0},     {-2, -1, -0.5},
                                      {2, -1, -0.5}, {-2, 1, -0.5}, {2, 1, -0.5}};
    static const double sharp[][3] = {{-1, 0, 0}, {5, 0, 0}, {-1, -1, 1}, {5, -1, 1}, {-1, 1, 1}, {5, 1, 1}};
    cld_shape *a = shape_make_of(blunt, 6), *b = shape_make_of(sharp, 6);
    for (int i = 0; i < 3; i++) {
        cld_result r = ask(a, b, algorithms[i], 0);
        cr_expect_eq(r.outcome, CLD_TOUCHING);
        cr_assert_eq(r.contact_count, 2);
        cr_expect(has(&r, -1, 0, 0, 0) && has(&r, 2, 0, 0, 0));
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

// The face of the tetrahedron that is turned most towards the box, of normal (2, 0, -1) / sqrt(5), has only
// one end of the edge on which it is deepest; that edge's own faces have (4, 1, -2) / sqrt(21) and one turned
// farther away.
Test(manifold, a_deepest_edge_has_both_ends_though_the_facing_face_has_one) {
    static const double points[][3] = {{0.5, 1, 1}, {0, 0, -0.5}, {0, -1, -0.5}, {0.5, 0, 0.5}};
    cld_shape *edge = shape_make_of(points, 4), *box = make_box_at(3, 3, 4, (cld_vec3){1.5, 1.5, 2}, 0);
    for (int i = 0; i < 3; i++) {
        cld_result r = ask(edge, box, algorithms[i], 0);
        cr_expect_eq(r.feature_a.kind, CLD_FEATURE_EDGE);
        cr_assert_eq(r.contact_count, 3);
        cr_expect(has(&r, 0, 0, 0.5, 0.5) && has(&r, 0, 1, 1, 0.5) && has(&r, 0, 0, 0, 0.25));
    }
    cld_shape_destroy(edge);
    cld_shape_destroy(box);
}

// The edge x = -0.5, z = 1 of B lies on an edge of A; the face of B turned most towards A does not have it.
Test(manifold, a_touching_edge_has_both_ends_though_the_facing_face_has_none) {
    static const double points[][3] = {
        {-2, 2, 0}, {-2, 3, 0.5}, {-1.5, 2.5, 0.5}, {-0.5, 1, 1}, {-0.5, 2, 1}};
    cld_shape *box = make_box_at(1, 3, 2, (cld_vec3){0, 0, 0}, 0), *edge = shape_make_of(points, 5);
    for (int i = 0; i < 3; i++) {
        cld_result r = ask(box, edge, algorithms[i], 0);
        cr_expect_eq(r.outcome, CLD_TOUCHING);
        cr_assert_eq(r.contact_count, 2);
        cr_expect(has(&r, -0.5, 1, 1, 0) && has(&r, -0.5, 1.5, 1, 0));
    }
    cld_shape_destroy(box);
    cld_shape_destroy(edge);
}

Test(manifold, a_prism_of_32_corners_keeps_them_all) {
    double points[64][3];
    for (int i = 0; i < 64; i++) {
        double angle = (i % 32) * (acos(-1) / 16);
        points[i][0] = cos(angle), points[i][1] = sin(angle), points[i][2] = i < 32 ? 0 : 1;
    }
    cld_shape *prism = shape_make_of((const double(*)[3])points, 64),
              *floor = make_box_at(10, 10, 1, (cld_vec3){0, 0, -0.5}, 0);
    cld_result r = ask(floor, prism, CLD_AUTO, 0);
    cr_expect_eq(r.contact_count, 32);
    r = ask(floor, prism, CLD_AUTO, 4);
    cr_expect_eq(r.contact_count, 4);
    cld_shape_destroy(prism);
    cld_shape_destroy(floor);
}

Test(manifold, fewer_contacts_keep_the_deepest_and_the_spread) {
    // A wedge of 10 by 2 sinks deeper at one end.
    static const double wedge[][3] = {
        {-5, -1, -0.5}, {-5, 1, -0.5}, {5, -1, -0.25}, {5, 1, -0.25}, {0, 0, 5}};
    cld_shape *floor = make_box_at(20, 20, 2, (cld_vec3){0, 0, -1}, 0), *b = shape_make_of(wedge, 5);
    cld_result all = ask(floor, b, CLD_AUTO, 0);
    cr_assert_eq(all.contact_count, 4);
    cld_vec3 deepest = all.contacts[0].world_b;
    for (uint32_t most = 1; most <= 5; most++) {
        cld_result r = ask(floor, b, CLD_AUTO, most);
        cr_expect_eq(r.contact_count, most < 4 ? most : 4);
        cr_expect_leq(cld_max_abs(cld_sub(r.contacts[0].world_b, deepest)), 1e-12);
        if (most >= 2) // the farthest from the deepest is the opposite corner
            cr_expect(has(&r, -deepest.x, -deepest.y, -0.25, 0.25) ||
                      has(&r, -deepest.x, -deepest.y, -0.5, 0.5));
    }
    cld_shape_destroy(floor);
    cld_shape_destroy(b);
}

static size_t reduce(cld_core_contact *contacts, size_t count, size_t most) {
    cr_assert(cld_reduce_contacts(contacts, &count, most, workspace));
    return count;
}

Test(manifold, reduction_takes_the_farthest_and_then_sorts) {
    cld_core_contact c[6] = {{.a = {0, 0, 0}, .depth = 3}};
    for (int i = 1; i < 6; i++)
        c[i] = (cld_core_contact){.a = {i, 0, 0}, .depth = 3 - 0.25 * i};
    cr_expect_eq(reduce(c, 6, 0), 6);
    cr_expect_eq(reduce(c, 6, 6), 6);
    cr_assert_eq(reduce(c, 6, 3), 3); // 0, then 5, then 2, the first of those 2 away from the nearest
    cr_expect(c[0].a.x == 0 && c[1].a.x == 2 && c[2].a.x == 5);
    cr_expect_eq(reduce(c, 3, 1), 1);
    cr_expect_eq(c[0].depth, 3);
}

Test(manifold, sorting_is_by_depth_then_by_place) {
    cld_buffer spare = {.data = NULL};
    cld_core_contact c[4] = {{.a = {1, 0, 0}, .depth = 1},
                             {.a = {0, 2, 0}, .depth = 1},
                             {.a = {5, 5, 5}, .depth = 2},
                             {.a = {0, 1, 7}, .depth = 1}};
    cr_assert(cld_sort_contacts(c, 4, &spare));
    cr_expect(c[0].depth == 2 && c[1].a.y == 1 && c[2].a.y == 2 && c[3].a.x == 1);
    cr_assert(cld_sort_contacts(c, 0, &spare));
    free(spare.data);
}

Test(manifold, sorting_keeps_every_contact_however_they_rise_and_fall) {
    enum { MOST = 40 };
    random_state r = random_make(23);
    cld_buffer spare = {.data = NULL};
    for (int trial = 0; trial < 2000; trial++) {
        cld_core_contact c[MOST];
        int count = random_int(&r, 1, MOST), kinds = random_int(&r, 1, 2 * MOST), turns = trial % 4;
        bool seen[MOST] = {false};
        for (int i = 0; i < count; i++) {
            int around = (i + trial) % count, wave = around < count / 2 ? around : count - around;
            int depth = turns == 0 ? random_int(&r, 0, kinds) : turns == 1 ? wave : turns == 2 ? i : -i;
            c[i] = (cld_core_contact){.a = {random_int(&r, 0, 1), 0, 0}, .b = {i, 0, 0}, .depth = depth};
        }
        cr_assert(cld_sort_contacts(c, (size_t)count, &spare));
        for (int i = 0; i < count; i++) {
            int at = (int)c[i].b.x;
            cr_assert(!seen[at]);
            seen[at] = true;
            if (i == 0)
                continue;
            double deeper = c[i - 1].depth - c[i].depth, place = c[i].a.x - c[i - 1].a.x;
            bool is_tie = deeper == 0 && place == 0; // which stay as they were
            cr_assert(deeper > 0 || (deeper == 0 && place > 0) || (is_tie && c[i - 1].b.x < c[i].b.x));
        }
    }
    free(spare.data);
}

Test(manifold, a_contact_in_a_shapes_own_frame_is_the_same_point) {
    cld_shape *below = make_box_at(2, 2, 2, (cld_vec3){5, 5, 5}, 30),
              *above = make_box_at(1, 1, 1, (cld_vec3){5, 5, 6.25}, 70);
    cld_result r = ask(below, above, CLD_AUTO, 0);
    cr_expect_eq(r.contact_count, 4);
    for (size_t i = 0; i < r.contact_count; i++) {
        cr_expect_float_eq(r.contacts[i].local_a.z, 1, 1e-14);
        cr_expect_float_eq(r.contacts[i].local_b.z, -0.5, 1e-14);
        cr_expect_float_eq(fabs(r.contacts[i].local_b.x), 0.5, 1e-14);
    }
    cld_shape_destroy(below);
    cld_shape_destroy(above);
}

Test(manifold, separated_shapes_have_none) {
    cld_shape *a = make_box_at(1, 1, 1, (cld_vec3){0, 0, 0}, 0),
              *b = make_box_at(1, 1, 1, (cld_vec3){3, 0, 0}, 0);
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
    cr_expect_eq(r.contact_count, 0);
    cr_expect_eq(r.outcome, CLD_SEPARATED);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(manifold, every_manifold_of_troublesome_pairs_is_lawful) {
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 30; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            cld_shape *a = shape_make_of((const double(*)[3])pair.a.at, pair.a.count);
            cld_shape *b = shape_make_of((const double(*)[3])pair.b.at, pair.b.count);
            cld_query_options options = cld_query_options_make();
            cld_result all, some;
            cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &all, NULL), CLD_OK);
            size_t count = all.contact_count;
            cld_vec3 first = count ? all.contacts[0].world_a : all.closest_a;
            options.max_contacts = 3;
            cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &some, NULL), CLD_OK);
            cr_expect_eq(count > 0, all.outcome != CLD_SEPARATED, "%s, seed %llu", pair_families[family].name,
                         (unsigned long long)seed);
            cr_expect_eq(some.contact_count, count < 3 ? count : 3);
            if (count)
                cr_expect_eq(cld_max_abs(cld_sub(some.contacts[0].world_a, first)), 0);
            cld_shape_destroy(a);
            cld_shape_destroy(b);
        }
}
