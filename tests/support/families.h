/// The families of pairs as parameters of a test.
#ifndef TESTS_SUPPORT_FAMILIES_H
#define TESTS_SUPPORT_FAMILIES_H

#include <assert.h>
#include <criterion/parameterized.h>

#include "generate.h"

/// The number of each family.
static inline struct criterion_test_params families_list(void) {
    static size_t index[64];
    assert(pair_family_count <= sizeof index / sizeof *index);
    for (size_t i = 0; i < pair_family_count; i++)
        index[i] = i;
    return cr_make_param_array(size_t, index, pair_family_count);
}

#endif
