#include "support/core_pair.h"

#include <criterion/criterion.h>
#include <stdlib.h>

core_pair core_pair_make(const body_def *a, const body_def *b) {
    core_pair p = {.a = body_create(a), .b = body_create(b)};
    cr_assert(p.a && p.b);
    p.scratch = aligned_alloc(32, (cld_cso_scratch(p.a, p.b) * sizeof(double) + 31) / 32 * 32);
    cr_assert_not_null(p.scratch);
    cld_cso_make(p.a, NULL, p.b, NULL, p.scratch, &p.cso);
    return p;
}

void core_pair_free(core_pair *pair) {
    free(pair->scratch);
    cld_shape_destroy(pair->a);
    cld_shape_destroy(pair->b);
}
