#include <criterion/criterion.h>

#include "hull/near.h"
#include "math/vec.h"
#include "support/random.h"

enum { MOST = 700 };

/// By trying all points up to `count`.
static uint32_t find_slowly(const cld_vec3 *points, uint32_t count, cld_vec3 p, double tolerance) {
    uint32_t best = CLD_NEAR_NONE;
    for (uint32_t i = 0; i < count; i++) {
        double distance = cld_length(cld_sub(points[i], p));
        if (distance < tolerance || (best == CLD_NEAR_NONE && distance == tolerance)) {
            best = i;
            tolerance = distance;
        }
    }
    return best;
}

Test(near, finds_the_nearest_point_however_many_are_in_a_cell) {
    static cld_vec3 points[MOST];
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_state r = random_make(seed);
        // cells are 4 wide: some hold more than the slots that are for one, in a part of them or in all
        double wide = random_int(&r, 1, 12), tolerance = 1;
        bool is_grid = random_one_in(&r, 2); // of equal points and equal distances
        uint32_t count = (uint32_t)random_int(&r, 1, MOST);
        cld_near near;
        cr_assert(cld_near_create(&near, points, count, tolerance));
        for (uint32_t i = 0; i < count; i++) {
            double x[3];
            for (int k = 0; k < 3; k++)
                x[k] = is_grid ? random_int(&r, -(int)wide, (int)wide) * 0.5 : random_real(&r, -wide, wide);
            points[i] = cld_vec3_make(x[0], x[1], x[2]);
            cr_assert_eq(cld_near_find(&near, points[i]), find_slowly(points, i, points[i], tolerance),
                         "seed %llu, point %u", (unsigned long long)seed, i);
            cld_near_add(&near, i);
        }
        cld_near_destroy(&near);
    }
}

Test(near, finds_a_crowd_behind_whatever_else_is_in_its_cell) {
    enum { OTHERS = 150, CROWD = 8 };
    static cld_vec3 points[OTHERS + CROWD];
    random_state r = random_make(1);
    cld_near near;
    cr_assert(cld_near_create(&near, points, OTHERS + CROWD, 1));
    for (uint32_t i = 0; i < OTHERS + CROWD; i++) { // in one cell, 4 wide
        bool is_other = i < OTHERS;
        double y = random_real(&r, 0, 3.9), z = random_real(&r, 0, 3.9);
        points[i] = is_other ? cld_vec3_make(3, y, z) : cld_vec3_make(1, 1, 1);
        cr_expect_not(cld_near_is_crowded(&near, cld_vec3_make(1, 1, 1.1)), "%u", i);
        cld_near_add(&near, i);
    }
    cr_expect(cld_near_is_crowded(&near, cld_vec3_make(1, 1, 1.1)));
    cld_near_destroy(&near);
}
