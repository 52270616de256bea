#include <criterion/criterion.h>

#include "shape/rough.h"
#include "support/random.h"

/// Clouds of up to this many vertices.
#define MOST 255
#define STRIDE (MOST + 1)

typedef struct room {
    _Alignas(32) double at[3 * STRIDE], memory[3 * STRIDE];
} room;

/// Vertices within 1 of the origin, no farther from a corner of the cube there than `spread`. As clouds have
/// it, the first one is in the places behind the last, too.
static cld_cloud make_cloud(random_state *r, uint32_t count, double spread, double *at) {
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < STRIDE; i++)
            at[k * STRIDE + i] = i < count ? 0.57 - random_real(r, 0, spread) : at[k * STRIDE];
    return (cld_cloud){at, at + STRIDE, at + 2 * STRIDE, count};
}

static cld_mat3 make_turn(random_state *r) {
    double turn[3][3];
    cld_mat3 m;
    random_rotation(r, turn);
    for (int k = 0; k < 3; k++)
        m.row[k] = (cld_vec3){turn[k][0], turn[k][1], turn[k][2]};
    return m;
}

Test(rough, finds_vertices_that_are_as_far_as_the_farthest_but_for_their_error) {
    static room rooms[2];
    int others = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        random_state r = random_make(seed);
        cld_cloud cloud[2];
        cld_rough rough[2];
        cld_mat3 m = make_turn(&r);
        const cld_mat3 *turn = seed % 3 ? &m : NULL;
        for (int i = 0; i < 2; i++) {
            uint32_t count = 1 + (uint32_t)(seed * (i ? 7 : 1) % MOST);
            cloud[i] = make_cloud(&r, count, seed % 7 ? 1.14 : 1e-5, rooms[i].at);
            cld_rough_make(&cloud[i], turn, rooms[i].memory, &rough[i]);
        }
        cld_vec3 d = {random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)};
        double scale = seed % 2 ? 0x1p-98 : 1;
        uint32_t found[2];
        cld_rough_find_extremes(rough, (float)(scale * d.x), (float)(scale * d.y), (float)(scale * d.z),
                                found);
        for (int i = 0; i < 2; i++) {
            cld_vec3 along = i ? d : cld_negate(d),
                     own = turn ? cld_mat3_apply_transposed(turn, along) : along;
            uint32_t farthest = cld_cloud_find_extreme(&cloud[i], own);
            cr_assert_lt(found[i], cloud[i].count, "seed %llu", (unsigned long long)seed);
            double behind = cld_dot(own, cld_cloud_at(&cloud[i], farthest)) -
                            cld_dot(own, cld_cloud_at(&cloud[i], found[i]));
            cr_expect_leq(behind, cld_rough_find_error(&rough[i]) * cld_length(d), "seed %llu: %.3g",
                          (unsigned long long)seed, behind);
            others += found[i] != farthest;
        }
    }
    cr_expect(others > 2000 && others < 6000, "%d", others);
}

Test(rough, finds_along_three_directions_what_it_finds_along_each) {
    static room rooms[2];
    for (uint64_t seed = 0; seed < 5000; seed++) {
        random_state r = random_make(seed);
        cld_rough rough[2];
        float d[3][3];
        uint32_t at[3][2], found[2];
        for (int i = 0; i < 2; i++) {
            cld_cloud cloud = make_cloud(&r, 1 + (uint32_t)random_int(&r, 0, MOST - 1), 1.14, rooms[i].at);
            cld_rough_make(&cloud, NULL, rooms[i].memory, &rough[i]);
        }
        for (int k = 0; k < 9; k++)
            d[k / 3][k % 3] = (float)random_real(&r, -1, 1);
        cld_rough_find_three(rough, d, at);
        for (int k = 0; k < 3; k++) {
            cld_rough_find_extremes(rough, d[k][0], d[k][1], d[k][2], found);
            cr_expect(found[0] == at[k][0] && found[1] == at[k][1], "seed %llu", (unsigned long long)seed);
        }
    }
}
