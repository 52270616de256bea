/// What the code for wide registers leaves behind.
#include <criterion/criterion.h>

#include "collide/collide.h"
#include "support/generate.h"
#include "support/sanitizer.h"
#include "support/shapes.h"

#if defined(__x86_64__) && !HAS_ADDRESS_SANITIZER
#include <cpuid.h>

/// Whether the upper halves of vector registers hold something: code for narrower ones, ours or the caller's,
/// is slower then. False where the processor does not tell, and where a sanitizer's own code uses them.
static bool are_upper_halves_in_use(void) {
    uint32_t a = 0, b, c, d;
    if (!__builtin_cpu_supports("avx2") || !__get_cpuid_count(0xd, 1, &a, &b, &c, &d) || !(a & 4))
        return false;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return a & 4;
}
#else
static bool are_upper_halves_in_use(void) { return false; }
#endif

Test(registers, are_left_as_they_were_found) {
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            solid_move(&pair.b, (double)(seed % 5), 0, 0);
            cld_shape *a = shape_make_hull(&pair.a, NULL), *b = shape_make_hull(&pair.b, NULL);
            cld_result result;
            bool colliding, in_use[4];
            cld_is_colliding(a, NULL, b, NULL, &options, workspace, &colliding, NULL);
            in_use[0] = are_upper_halves_in_use();
            cld_find_depth(a, NULL, b, NULL, &options, workspace, &result, NULL);
            in_use[1] = are_upper_halves_in_use();
            cld_find_distance(a, NULL, b, NULL, &options, workspace, &result, NULL);
            in_use[2] = are_upper_halves_in_use();
            cld_find_collision(a, NULL, b, NULL, &options, workspace, &result, NULL);
            in_use[3] = are_upper_halves_in_use();
            for (int i = 0; i < 4; i++)
                cr_expect_not(in_use[i], "%s, seed %llu, query %d", pair_families[family].name,
                              (unsigned long long)seed, i);
            cld_shape_destroy(a);
            cld_shape_destroy(b);
        }
    cld_workspace_destroy(workspace);
}
