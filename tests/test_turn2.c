#include <criterion/criterion.h>

#include "math/turn2.h"
#include "math/vec.h"
#include "support/random.h"
#include "support/rational.h"

/// The sign of the area in fractions.
static int turn_in_fractions(const cld_vec3 p[3]) {
    mpq_t x[3], y[3], left, right;
    mpq_inits(left, right, NULL);
    for (int i = 0; i < 3; i++) {
        mpq_inits(x[i], y[i], NULL);
        mpq_set_d(x[i], p[i].x), mpq_set_d(y[i], p[i].y);
    }
    for (int i = 1; i < 3; i++)
        mpq_sub(x[i], x[i], x[0]), mpq_sub(y[i], y[i], y[0]);
    mpq_mul(left, x[1], y[2]), mpq_mul(right, x[2], y[1]);
    int sign = mpq_cmp(left, right);
    for (int i = 0; i < 3; i++)
        mpq_clears(x[i], y[i], NULL);
    mpq_clears(left, right, NULL);
    return (sign > 0) - (sign < 0);
}

static void check(const cld_vec3 p[3]) {
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}};
    int expected = turn_in_fractions(p);
    for (int i = 0; i < 6; i++) {
        const int *k = order[i];
        cr_assert_eq(cld_turn2(p[k[0]], p[k[1]], p[k[2]]), i < 3 ? expected : -expected,
                     "(%.17g, %.17g), (%.17g, %.17g), (%.17g, %.17g)", p[k[0]].x, p[k[0]].y, p[k[1]].x,
                     p[k[1]].y, p[k[2]].x, p[k[2]].y);
    }
}

static double choose_number(random_state *r, int kind) {
    double tenths = (double)random_int(r, -40, 40) / 10;
    return kind == 0 ? tenths : kind == 1 ? tenths * random_power_of_ten(r, -300, 0) : random_real(r, -1, 1);
}

Test(turn2, is_that_of_fractions_in_every_order) {
    random_state r = random_make(1);
    for (int trial = 0; trial < 20000; trial++) {
        cld_vec3 p[3];
        int kind = trial % 4;
        for (int i = 0; i < 3; i++)
            p[i] = cld_vec3_make(choose_number(&r, kind), choose_number(&r, kind), 0);
        if (kind == 3) // about on a line
            p[2] = cld_add_scaled(p[0], random_real(&r, -2, 2), cld_sub(p[1], p[0]));
        check(p);
    }
}

Test(turn2, of_points_that_are_the_same_or_at_the_ends_of_the_range_is_exact) {
    const cld_vec3 tiny[3] = {{0, 0, 0}, {0x1p-1074, 0, 0}, {0, 0x1p-1074, 0}},
                   wide[3] = {{-1e300, -1e300, 0}, {1e300, 1e300, 0}, {0x1p-1074, 0, 0}},
                   same[3] = {{0.1, 0.2, 0}, {0.1, 0.2, 0}, {0.3, 0.7, 0}}, none[3] = {{0, 0, 0}};
    check(tiny), check(wide), check(same), check(none);
}
