#include <criterion/criterion.h>
#include <stdlib.h>

#include "narrow/clip.h"
#include "narrow/dip.h"
#include "support/lone_face.h"

enum { MOST = 200 };

static uint32_t find_lowest(const cld_plan_point *p, uint32_t count, double up) {
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; i++)
        lowest = up * p[i].h < up * p[lowest].h ? i : lowest;
    return lowest;
}

static bool has(const cld_plan_point *points, uint32_t count, const cld_plan_point *p) {
    bool found = false;
    for (uint32_t i = 0; i < count; i++)
        found |= points[i].u == p->u && points[i].v == p->v && points[i].h == p->h;
    return found;
}

static uint32_t choose_count(random_state *r) {
    return 3 + (uint32_t)random_int(r, 0, random_one_in(r, 2) ? 5 : MOST - 3);
}

Test(dip, is_what_clipping_leaves_below_the_level_wherever_it_is_told) {
    static lone_face window, face;
    static cld_plan_point subject[3 * MOST], sides[MOST], dipped[CLD_MOST_DIPPED];
    cld_buffer spare = {0};
    uint32_t told = 0, several = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        random_state r = random_make(seed);
        bool is_b = random_one_in(&r, 2), mirrored = random_one_in(&r, 3), clockwise = is_b != mirrored;
        cld_plan plan = cld_plan_make((cld_vec3){0, 0, 1}, (cld_vec3){0.5, 0.25, 0.125},
                                      (cld_vec3){0.25, 0.5, 0.75}, 0x1p-34);
        lone_face_make(&window, &r, choose_count(&r), random_real(&r, 1, 3), 0, clockwise);
        lone_face_make(&face, &r, choose_count(&r), random_real(&r, 0.3, 2), random_real(&r, -1, 1),
                       random_one_in(&r, 2));
        window.solid.mirrored = mirrored;
        cld_window above = cld_window_make(&plan, &window.solid, 0, is_b);
        cld_outline below = cld_outline_make(&plan, &face.solid, 0, !is_b);
        uint32_t sides_count = cld_outline_look_at_all(&above.outline, sides),
                 count = cld_outline_look_at_all(&below, subject);
        double up = is_b ? -1 : 1;
        uint32_t lowest = find_lowest(subject, count, up);
        double level = up * subject[lowest].h + random_real(&r, 0, 0.3);
        uint32_t found = cld_find_dipped(&below, lowest, level, &above, dipped), expected = 0;
        if (found == 0)
            continue;
        count = cld_clip(subject, count, sides, sides_count, plan.slack, &spare);
        for (uint32_t i = 0; i < count; i++)
            if (up * subject[i].h <= level) {
                expected++;
                cr_expect(has(dipped, found, &subject[i]), "seed %llu", (unsigned long long)seed);
            }
        cr_expect_eq(found, expected, "seed %llu: %u, not %u", (unsigned long long)seed, found, expected);
        told++;
        several += found > 3;
    }
    cr_expect_geq(told, 3000, "%u", told);
    cr_expect_geq(several, 500, "%u", several);
    free(spare.data);
}

Test(dip, is_not_told_of_a_face_that_is_all_below_or_crosses_a_side_or_has_no_such_corner) {
    static const double square[2][4] = {{-1, 1, 1, -1}, {-1, -1, 1, 1}};
    static const double heights[4] = {0, 0.5, 1, 0.5};
    lone_face window = {.cloud = {0}}, face = {.cloud = {0}};
    lone_face *faces[2] = {&window, &face};
    for (int i = 0; i < 2; i++) {
        lone_face *f = faces[i];
        for (uint32_t k = 0; k < 4; k++) {
            f->x[k] = (i ? 0.5 : 1) * square[0][k], f->y[k] = (i ? 0.5 : 1) * square[1][k];
            f->z[k] = i ? heights[k] : 0;
        }
        lone_face_bind(f, 4);
    }
    cld_plan plan = cld_plan_make((cld_vec3){0, 0, 1}, (cld_vec3){0, 0, 0}, (cld_vec3){0, 0, 0}, 0x1p-34);
    cld_plan_point dipped[CLD_MOST_DIPPED];
    cld_window above = cld_window_make(&plan, &window.solid, 0, false);
    cld_outline below = cld_outline_make(&plan, &face.solid, 0, true);
    cr_expect_eq(cld_find_dipped(&below, 0, 0.25, &above, dipped), 1);
    cr_expect_eq(cld_find_dipped(&below, 0, 0.75, &above, dipped), 3);
    cr_expect_eq(cld_find_dipped(&below, 0, 1, &above, dipped), 0, "all of it");
    cr_expect_eq(cld_find_dipped(&below, 7, 0.25, &above, dipped), 0, "a corner of another face");
    for (uint32_t k = 0; k < 4; k++)
        face.x[k] -= 0.5 + 0x1p-20;
    cr_expect_eq(cld_find_dipped(&below, 0, 0.25, &above, dipped), 0, "beyond a side");
}
