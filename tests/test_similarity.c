#include <criterion/criterion.h>
#include <math.h>

#include "collide/collide.h"
#include "math/dd.h"
#include "support/random.h"

Test(similarity, a_similarity_has_the_factor_that_its_lengths_have) {
    random_state random = random_make(7);
    const double factors[] = {1, 2, 3, 0.1, 1e-100, 7e99};
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++)
        for (int i = 0; i < 50; i++) {
            double s = factors[f];
            cld_transform scale = cld_transform_make_scale((cld_vec3){i % 2 ? s : -s, s, i % 3 ? s : -s});
            cld_vec3 axis = {random_real(&random, -1, 1), random_real(&random, -1, 1), 0.1};
            cld_transform turn = cld_transform_make_axis_angle(axis, random_real(&random, 0, 360));
            cld_transform t = cld_transform_compose(&turn, &scale);
            t.t = (cld_vec3){1e50, 2, 3};
            cr_expect_leq(fabs(cld_transform_find_similarity(&t, 3) - s), 8 * CLD_ROUNDOFF * s);
        }
}

Test(similarity, what_has_a_number_that_is_none_is_no_similarity) {
    for (int i = 0; i < 9; i++) {
        cld_transform high = cld_transform_make_identity(), low = high;
        (&high.m.row[0].x)[i] = NAN;
        (&low.m_low.row[0].x)[i] = NAN;
        cr_expect_eq(cld_transform_find_similarity(&high, 3), -1, "entry %d", i);
        cr_expect_eq(cld_transform_find_similarity(&low, 3), -1, "entry %d", i);
    }
}

Test(similarity, what_stretches_or_shears_is_no_similarity) {
    cld_transform t = cld_transform_make_scale((cld_vec3){1, 1, 1.00001});
    cr_expect_eq(cld_transform_find_similarity(&t, 3), -1);
    cr_expect_eq(cld_transform_find_similarity(&t, 2), 1);
    t = cld_transform_make_scale((cld_vec3){2, 2.0000001, 2});
    cr_expect_float_eq(cld_transform_find_similarity(&t, 3), 2, 1e-6);
    const cld_mat3 shear = {{{1, 0.00001, 0}, {0, 1, 0}, {0, 0, 1}}};
    t = cld_transform_make_matrix(&shear, (cld_vec3){0, 0, 0});
    cr_expect_eq(cld_transform_find_similarity(&t, 3), -1);
    cr_expect_eq(cld_transform_find_similarity(&t, 2), -1);
    t = cld_transform_make_scale((cld_vec3){0, 0, 0});
    cr_expect_eq(cld_transform_find_similarity(&t, 3), -1);
}
