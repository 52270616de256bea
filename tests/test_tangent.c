#include <criterion/criterion.h>

#include "math/tangent.h"
#include "support/random.h"

typedef void find_tangents(cld_vec3 n, cld_vec3 *t1, cld_vec3 *t2);

static find_tangents *const methods[] = {cld_find_tangents_catto, cld_find_tangents_least_axis};
static const char *const names[] = {"catto", "least-axis"};

/// t1 and t2 are unit, orthogonal to n and to each other, and t1 x t2 = n.
static void expect_basis(int method, cld_vec3 n) {
    cld_vec3 t1, t2;
    methods[method](n, &t1, &t2);
    cld_vec3 cross = cld_cross(t1, t2);
    const char *name = names[method];
    cr_expect_float_eq(cld_length(t1), 1, 4e-16, "%s (%g %g %g): |t1|", name, n.x, n.y, n.z);
    cr_expect_float_eq(cld_length(t2), 1, 8e-16, "%s (%g %g %g): |t2|", name, n.x, n.y, n.z);
    cr_expect_float_eq(cld_dot(t1, n), 0, 4e-16, "%s (%g %g %g): t1 . n", name, n.x, n.y, n.z);
    cr_expect_float_eq(cld_dot(t2, n), 0, 4e-16, "%s (%g %g %g): t2 . n", name, n.x, n.y, n.z);
    cr_expect_float_eq(cld_dot(t1, t2), 0, 4e-16, "%s (%g %g %g): t1 . t2", name, n.x, n.y, n.z);
    cr_expect_leq(cld_max_abs(cld_sub(cross, n)), 1e-15, "%s (%g %g %g): t1 x t2", name, n.x, n.y, n.z);
}

static void expect_bases(cld_vec3 n) {
    expect_basis(0, n);
    expect_basis(1, n);
}

Test(tangent, every_axis_has_a_basis) {
    for (int k = 0; k < 3; k++)
        for (int sign = -1; sign <= 1; sign += 2)
            expect_bases(cld_vec3_make(sign * (k == 0), sign * (k == 1), sign * (k == 2)));
}

Test(tangent, equal_components_leave_no_normal_without_a_basis) {
    // (a, a, a) is where the smallest component is every component, and where |x| is on the threshold of the
    // other method.
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++)
                if (x || y || z)
                    expect_bases(cld_unit(cld_vec3_make(x, y, z)));
}

Test(tangent, normals_around_the_threshold_have_a_basis) {
    for (int i = -20; i <= 20; i++) {
        double x = 0.57735 + i * 0x1p-53;
        for (int s = -1; s <= 1; s += 2) {
            double rest = sqrt(1 - x * x);
            expect_bases(cld_vec3_make(s * x, rest, 0));
            expect_bases(cld_vec3_make(s * x, 0, -rest));
            expect_bases(cld_vec3_make(s * x, rest * sqrt(0.5), rest * sqrt(0.5)));
        }
    }
}

Test(tangent, normals_with_tiny_components_have_a_basis) {
    const double tiny[] = {0, 0x1p-1074, 1e-300, 1e-160, 1e-17, 1e-9};
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 6; j++)
            for (int s = -1; s <= 1; s += 2) {
                expect_bases(cld_unit(cld_vec3_make(1, s * tiny[i], tiny[j])));
                expect_bases(cld_unit(cld_vec3_make(s * tiny[i], -1, tiny[j])));
                expect_bases(cld_unit(cld_vec3_make(tiny[i], s * tiny[j], 1)));
            }
}

Test(tangent, random_normals_have_a_basis) {
    random_state r = random_make(1);
    for (int i = 0; i < 20000; i++) {
        double x = random_real(&r, -1, 1), y = random_real(&r, -1, 1), z = random_real(&r, -1, 1);
        expect_bases(cld_unit(cld_vec3_make(x, y, z)));
    }
}

static void expect_same(cld_vec3 got, double x, double y, double z) {
    cr_expect(got.x == x && got.y == y && got.z == z, "got %g %g %g, expected %g %g %g", got.x, got.y, got.z,
              x, y, z);
}

Test(tangent, the_first_tangent_of_catto_lies_in_a_coordinate_plane) {
    cld_vec3 t1, t2;
    cld_find_tangents_catto(cld_vec3_make(1, 0, 0), &t1, &t2); // (n.y, -n.x, 0)
    expect_same(t1, 0, -1, 0);
    expect_same(t2, 0, 0, -1);
    cld_find_tangents_catto(cld_vec3_make(-1, 0, 0), &t1, &t2);
    expect_same(t1, 0, 1, 0);
    expect_same(t2, 0, 0, -1);
    cld_find_tangents_catto(cld_vec3_make(0, 0, 1), &t1, &t2); // (0, n.z, -n.y)
    expect_same(t1, 0, 1, 0);
    expect_same(t2, -1, 0, 0);
}

Test(tangent, the_first_tangent_of_least_axis_is_orthogonal_to_the_smallest_components_axis) {
    random_state r = random_make(2);
    cld_vec3 t1, t2;
    for (int i = 0; i < 1000; i++) {
        cld_vec3 n =
            cld_unit(cld_vec3_make(random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)));
        int least = 0;
        for (int k = 1; k < 3; k++)
            if (fabs(cld_component(n, k)) < fabs(cld_component(n, least)))
                least = k;
        cld_find_tangents_least_axis(n, &t1, &t2);
        cr_expect_eq(cld_component(t1, least), 0);
    }
    cld_find_tangents_least_axis(cld_unit(cld_vec3_make(1, 1, 1)), &t1, &t2);
    cr_expect_eq(t1.z, 0);                                          // of equal ones the last
    cld_find_tangents_least_axis(cld_vec3_make(0, 0, 1), &t1, &t2); // z x y
    expect_same(t1, -1, 0, 0);
}
