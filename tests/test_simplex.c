#include <criterion/criterion.h>

#include "math/vec.h"
#include "narrow/simplex.h"
#include "support/random.h"

static cld_find_nearest *const solvers[] = {cld_simplex_find_nearest, cld_simplex_find_nearest_exactly};
static const char *const names[] = {"fast", "exact"};
static const cld_cso nowhere;

/// A simplex whose points are those given, less `origin`: the nearest point is sought from there.
static cld_simplex make_simplex(int count, const cld_vec3 *points, cld_vec3 origin) {
    cld_simplex s = {.count = count};
    for (int i = 0; i < count; i++) {
        cld_vec3 w = cld_sub(points[i], origin);
        s.vertex[i] = (cld_cso_vertex){.a = w, .w = w, .ia = (uint32_t)i};
    }
    return s;
}

/// v is the weighted point of the simplex, the weights are convex, and the points kept are in order.
static void expect_sound(const cld_simplex *s, cld_vec3 v, const char *solver, double tolerance) {
    cld_vec3 sum = {0, 0, 0};
    double total = 0;
    for (int i = 0; i < s->count; i++) {
        cr_expect_geq(s->weight[i], 0, "%s: weight %g", solver, s->weight[i]);
        total += s->weight[i];
        sum = cld_add_scaled(sum, s->weight[i], s->vertex[i].w);
    }
    cr_expect_float_eq(total, 1, 1e-15, "%s: weights add up to %g", solver, total);
    cr_expect_leq(cld_max_abs(cld_sub(sum, v)), tolerance, "%s: the weights are not those of v", solver);
    cld_vec3 a, b;
    cld_simplex_find_points(s, &a, &b);
    cr_expect_leq(cld_max_abs(cld_sub(cld_sub(a, b), v)), tolerance, "%s: the witnesses", solver);
}

/// The nearest point to `from` is `expected`, in the smallest face that holds it: the points whose bits are
/// set.
static void expect_nearest(int count, const cld_vec3 *points, cld_vec3 from, cld_vec3 expected,
                           unsigned members) {
    for (int i = 0; i < 2; i++) {
        cld_simplex s = make_simplex(count, points, from);
        cld_vec3 v;
        solvers[i](&nowhere, &s, &v);
        unsigned kept = 0;
        for (int k = 0; k < s.count; k++)
            kept |= 1u << s.vertex[k].ia;
        cr_expect_eq(kept, members, "%s from (%g %g %g): points %x, expected %x", names[i], from.x, from.y,
                     from.z, kept, members);
        cld_vec3 at = cld_add(v, from);
        cr_expect_leq(cld_max_abs(cld_sub(at, expected)), 1e-15, "%s from (%g %g %g): (%g %g %g)", names[i],
                      from.x, from.y, from.z, at.x, at.y, at.z);
        expect_sound(&s, v, names[i], 1e-14);
    }
}

Test(simplex, a_point_is_its_own_nearest) {
    const cld_vec3 p = {1, 2, 3};
    expect_nearest(1, &p, (cld_vec3){0, 0, 0}, p, 1);
    expect_nearest(1, &p, p, p, 1);
}

Test(simplex, a_segment_has_two_ends_and_a_middle) {
    const cld_vec3 p[] = {{0, 0, 0}, {4, 0, 0}};
    expect_nearest(2, p, (cld_vec3){-1, 5, 2}, p[0], 1);
    expect_nearest(2, p, (cld_vec3){9, 5, 2}, p[1], 2);
    expect_nearest(2, p, (cld_vec3){1, 5, 2}, (cld_vec3){1, 0, 0}, 3);
    expect_nearest(2, p, (cld_vec3){0, 1, 0}, p[0], 1); // on the border of its region
    expect_nearest(2, p, (cld_vec3){4, 1, 0}, p[1], 2);
    expect_nearest(2, p, p[0], p[0], 1);
    expect_nearest(2, p, p[1], p[1], 2);
    expect_nearest(2, p, (cld_vec3){3, 0, 0}, (cld_vec3){3, 0, 0}, 3);
}

Test(simplex, a_triangle_has_three_corners_three_sides_and_an_inside) {
    const cld_vec3 p[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    for (int side = -1; side <= 1; side++) {
        double z = 3 * side;
        expect_nearest(3, p, (cld_vec3){-1, -2, z}, p[0], 1);
        expect_nearest(3, p, (cld_vec3){7, 1, z}, p[1], 2);
        expect_nearest(3, p, (cld_vec3){1, 7, z}, p[2], 4);
        expect_nearest(3, p, (cld_vec3){1, -2, z}, (cld_vec3){1, 0, 0}, 3);
        expect_nearest(3, p, (cld_vec3){-1, 3, z}, (cld_vec3){0, 3, 0}, 5);
        expect_nearest(3, p, (cld_vec3){4, 4, z}, (cld_vec3){2, 2, 0}, 6);
        expect_nearest(3, p, (cld_vec3){1, 1, z}, (cld_vec3){1, 1, 0}, 7);
        expect_nearest(3, p, (cld_vec3){1, 0, z}, (cld_vec3){1, 0, 0}, 3); // on a side
        expect_nearest(3, p, (cld_vec3){1, 3, z}, (cld_vec3){1, 3, 0}, 6);
        expect_nearest(3, p, (cld_vec3){4, 0, z}, p[1], 2); // on a corner
    }
}

/// All regions of a tetrahedron: of each vertex, edge and face, from outside and from the face itself, and
/// the inside.
static void expect_all_regions(const cld_vec3 *p) {
    cld_vec3 middle = {0, 0, 0};
    for (int i = 0; i < 4; i++)
        middle = cld_add_scaled(middle, 0.25, p[i]);
    expect_nearest(4, p, middle, middle, 15);
    for (unsigned members = 1; members < 15; members++) {
        cld_vec3 centre = {0, 0, 0};
        int count = 0;
        for (int i = 0; i < 4; i++)
            if (members >> i & 1)
                centre = cld_add(centre, p[i]), count++;
        centre = cld_scale(centre, 1.0 / count);
        // In a regular tetrahedron the line from the middle through the centre of a face is that face's
        // normal.
        expect_nearest(4, p, cld_add_scaled(centre, 2, cld_sub(centre, middle)), centre, members);
        expect_nearest(4, p, centre, centre, members);
    }
}

Test(simplex, a_tetrahedron_has_fifteen_regions_in_either_orientation) {
    const cld_vec3 p[] = {{3, 3, 3}, {3, -3, -3}, {-3, 3, -3}, {-3, -3, 3}};
    const int orders[][4] = {{0, 1, 2, 3}, {1, 0, 2, 3}, {3, 1, 0, 2},
                             {2, 3, 1, 0}, {0, 2, 3, 1}, {3, 2, 1, 0}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        cld_vec3 q[4];
        for (int k = 0; k < 4; k++)
            q[k] = p[orders[i][k]];
        expect_all_regions(q);
    }
}

Test(simplex, an_origin_exactly_on_a_face_edge_or_vertex_is_at_distance_zero) {
    random_state r = random_make(1);
    for (int trial = 0; trial < 4000; trial++) {
        int count = random_int(&r, 2, 4), face = random_int(&r, 1, count);
        cld_vec3 p[4], from = {0, 0, 0};
        for (int i = 0; i < count; i++)
            p[i] = cld_vec3_make(random_int(&r, -20, 20), random_int(&r, -20, 20), random_int(&r, -20, 20));
        for (int i = 0; i < face; i++) // twelfths of the corners, which are multiples of 12: all whole
            from = cld_add(from, cld_scale(p[i] = cld_scale(p[i], 12), 1.0 / face));
        from = cld_vec3_make(rint(from.x), rint(from.y), rint(from.z));
        for (int i = 0; i < 2; i++) {
            cld_simplex s = make_simplex(count, p, from);
            cld_vec3 v;
            solvers[i](&nowhere, &s, &v);
            cr_expect_leq(cld_length(v), 1e-13, "%s, trial %d: %g", names[i], trial, cld_length(v));
            expect_sound(&s, v, names[i], 1e-12);
        }
    }
}

/// The nearest point of a convex set has v . w >= v . v for every point w of it.
static double find_excess(int count, const cld_vec3 *points, cld_vec3 v) {
    double excess = 0;
    for (int i = 0; i < count; i++)
        excess = fmax(excess, cld_dot(v, v) - cld_dot(v, points[i]));
    return excess;
}

Test(simplex, both_solvers_agree_on_random_simplices) {
    random_state r = random_make(2);
    for (int trial = 0; trial < 20000; trial++) {
        int count = random_int(&r, 1, 4);
        cld_vec3 p[4], v[2];
        bool whole = random_one_in(&r, 2); // small whole numbers are often flat, straight, or equal
        for (int i = 0; i < count; i++)
            p[i] =
                whole ? cld_vec3_make(random_int(&r, -3, 3), random_int(&r, -3, 3), random_int(&r, -3, 3))
                      : cld_vec3_make(random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1));
        for (int i = 0; i < 2; i++) {
            cld_simplex s = make_simplex(count, p, (cld_vec3){0, 0, 0});
            solvers[i](&nowhere, &s, &v[i]);
            expect_sound(&s, v[i], names[i], 1e-13);
            cr_expect_leq(find_excess(count, p, v[i]), i ? 1e-14 : 1e-11, "%s, trial %d: %g too far",
                          names[i], trial, find_excess(count, p, v[i]));
        }
        cr_expect_leq(cld_max_abs(cld_sub(v[0], v[1])), 1e-10, "trial %d: %g %g %g and %g %g %g", trial,
                      v[0].x, v[0].y, v[0].z, v[1].x, v[1].y, v[1].z);
    }
}

Test(simplex, the_exact_solver_is_right_for_slivers) {
    random_state r = random_make(3);
    for (int trial = 0; trial < 5000; trial++) {
        int count = random_int(&r, 3, 4);
        cld_vec3 p[4], along = {random_short(&r), random_short(&r), random_short(&r)};
        double thin = random_power_of_ten(&r, -16, -3);
        for (int i = 0; i < count; i++) {
            cld_vec3 off = {random_short(&r), random_short(&r), random_short(&r)};
            p[i] = cld_add_scaled(cld_scale(along, random_short(&r)), thin, off);
            p[i].z += 0.25;
        }
        cld_simplex s = make_simplex(count, p, (cld_vec3){0, 0, 0});
        cld_vec3 v;
        cld_simplex_find_nearest_exactly(&nowhere, &s, &v);
        expect_sound(&s, v, "exact", 1e-14);
        cr_expect_leq(find_excess(count, p, v), 1e-15, "trial %d, thin %g: %g", trial, thin,
                      find_excess(count, p, v));
    }
}

static cld_vec3 make_real(random_state *r) {
    return cld_vec3_make(random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1));
}

/// Two corners at each end of a needle, around the origin, as of two edges of which one is far longer: their
/// coordinates are sums that no double holds.
Test(simplex, the_exact_solver_weighs_needles_around_the_origin) {
    random_state r = random_make(4);
    for (int trial = 0; trial < 5000; trial++) {
        cld_vec3 off[4], middle = {0, 0, 0}, along = make_real(&r), v;
        double thin = random_power_of_ten(&r, -14, -3);
        for (int i = 0; i < 4; i++) {
            off[i] = cld_scale(make_real(&r), thin);
            middle = cld_add_scaled(middle, 0.25, off[i]);
        }
        cld_simplex s = {.count = 4};
        for (int i = 0; i < 4; i++) {
            cld_cso_vertex *at = &s.vertex[i];
            at->a = i < 2 ? along : cld_negate(along);
            at->b = cld_sub(off[i], middle);
            at->w = cld_sub(at->a, at->b);
        }
        cld_simplex_find_nearest_exactly(&nowhere, &s, &v);
        expect_sound(&s, v, "exact", 1e-15);
    }
}

Test(simplex, repeated_points_are_no_trouble) {
    const cld_vec3 p[] = {{1, 0, 0}, {1, 0, 0}, {1, 2, 0}, {1, 2, 0}};
    for (int i = 0; i < 2; i++)
        for (int count = 2; count <= 4; count++) {
            cld_simplex s = make_simplex(count, p, (cld_vec3){0, 1, 0});
            cld_vec3 v;
            solvers[i](&nowhere, &s, &v);
            cr_expect_eq(v.x, 1);
            cr_expect_eq(v.y, count == 2 ? -1 : 0);
            expect_sound(&s, v, names[i], 0);
        }
}
