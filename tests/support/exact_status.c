#include "support/exact_status.h"

#include <criterion/criterion.h>

cld_outcome outcome_of(double x) { return x > 0 ? CLD_SEPARATED : x < 0 ? CLD_PENETRATING : CLD_TOUCHING; }

cld_result expect_exact_status(const cld_shape *a, const cld_shape *b, const cld_pose *pose, int sign,
                               uint64_t seed, cld_workspace *workspace) {
    const cld_query_options options = {.tolerance = 0};
    const unsigned long long s = seed;
    cld_result result;
    bool colliding;
    cr_assert_eq(cld_is_colliding(a, pose, b, pose, &options, workspace, &colliding, NULL), CLD_OK);
    cr_expect_eq(colliding, sign <= 0, "seed %llu", s);
    cr_assert_eq(cld_find_collision(a, pose, b, pose, &options, workspace, &result, NULL), CLD_OK);
    cr_expect_eq(result.outcome, outcome_of(sign), "seed %llu", s);
    cr_expect_eq(result.outcome, outcome_of(result.signed_distance), "seed %llu", s);
    cr_expect(result.lower <= result.signed_distance && result.signed_distance <= result.upper, "seed %llu",
              s);
    cr_expect_eq(result.has_axis, sign > 0, "seed %llu", s);
    cr_expect_eq(result.contact_count == 0, sign > 0, "seed %llu", s);
    cr_expect_eq(cld_verify(a, pose, b, pose, &result, NULL), CLD_OK, "seed %llu", s);
    return result;
}
