#include <criterion/criterion.h>

#include "collide/collide.h"

Test(enum_names, are_the_words_of_results) {
    static const char *const outcomes[] = {"separated", "touching", "penetrating"},
                             *const algorithms[] = {"auto", "gjk-epa", "sat", "sampling", "gjk", "analytic"},
                             *const features[] = {"vertex", "edge", "face", "surface"};
    for (int i = 0; i <= CLD_PENETRATING; i++)
        cr_expect_str_eq(cld_outcome_name((cld_outcome)i), outcomes[i]);
    for (int i = 0; i < CLD_ALGORITHM_COUNT; i++)
        cr_expect_str_eq(cld_algorithm_name((cld_algorithm)i), algorithms[i]);
    for (int i = 0; i <= CLD_FEATURE_SURFACE; i++)
        cr_expect_str_eq(cld_feature_name((cld_feature_kind)i), features[i]);
}

Test(enum_names, of_what_is_no_value_are_unknown) {
    const char *const names[] = {cld_outcome_name((cld_outcome)(CLD_PENETRATING + 1)),
                                 cld_algorithm_name(CLD_ALGORITHM_COUNT),
                                 cld_feature_name((cld_feature_kind)(CLD_FEATURE_SURFACE + 1)),
                                 cld_rule_kind_name(CLD_RULE_KIND_COUNT),
                                 cld_finding_kind_name((cld_finding_kind)(CLD_FINDING_OUTSIDE + 1)),
                                 cld_trace_name(CLD_TRACE_KIND_COUNT),
                                 cld_kind_name(CLD_KIND_COUNT)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_str_eq(names[i], "unknown", "%zu: %s", i, names[i]);
}
