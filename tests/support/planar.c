#include "planar.h"

#include <math.h>

#include "shapes.h"

cld_shape *planar_make_hull(const planar_set *set) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.points = &set->at[0][0];
    def.point_count = set->count;
    def.convexify = true;
    return shape_make(&def);
}

cld_result planar_ask(const cld_shape *a, const cld_shape *b, cld_algorithm algorithm) {
    cld_query_options options = cld_query_options_make();
    options.algorithm = algorithm;
    return shape_ask(a, NULL, b, NULL, &options);
}

static void fill(planar_set *set, random_state *r, bool whole) {
    set->count = (size_t)random_int(r, 1, random_one_in(r, 3) ? PLANAR_MOST : 5);
    for (size_t i = 0; i < set->count; i++)
        for (int k = 0; k < 2; k++)
            set->at[i][k] = whole ? random_int(r, -4, 4) : random_real(r, -4, 4);
}

static void change(planar_set *set, double x_factor, double y_factor, double x, double y) {
    for (size_t i = 0; i < set->count; i++) {
        set->at[i][0] = set->at[i][0] * x_factor + x;
        set->at[i][1] = set->at[i][1] * y_factor + y;
    }
}

static void move_near(planar_pair *p, random_state *r) {
    int small = random_int(r, 20, 52);
    double gap = ldexp(random_int(r, -1, 1), -small), y = random_one_in(r, 2) ? gap : 0;
    change(&p->b, 1, 1, random_int(r, -3, 3) + gap, y);
}

static void make_needles(planar_pair *p, random_state *r) {
    change(&p->a, 1, ldexp(1, -random_int(r, 10, 60)), 0, 0);
    bool upright = random_one_in(r, 2);
    double x = upright ? random_int(r, -4, 4) : random_real(r, -6, 6),
           thin = ldexp(1, -random_int(r, 10, 60));
    change(&p->b, upright ? thin : 1, upright ? 1 : thin, x, 0);
}

static void move_far(planar_pair *p, random_state *r) {
    double x = random_real(r, -1, 1) * random_power_of_ten(r, 2, 12), y = random_real(r, -1, 1) * 1e6;
    change(&p->a, 1, 1, x, y);
    change(&p->b, 1, 1, x, y);
}

static void resize(planar_pair *p, random_state *r) {
    double size = random_power_of_ten(r, -100, random_one_in(r, 2) ? -90 : 99);
    change(&p->a, size, size, 0, 0);
    change(&p->b, size, size, random_int(r, -4, 4) * size, 0);
}

static void mix_sizes(planar_pair *p, random_state *r) {
    double size = random_power_of_ten(r, -14, -1);
    int y = random_int(r, -4, 4), x = random_int(r, -4, 4);
    change(&p->b, size, size, x, y);
}

planar_pair planar_make_pair(uint64_t seed) {
    static const struct {
        const char *name;
        bool whole;
        void (*change)(planar_pair *, random_state *);
    } families[] = {{"whole", true, NULL},
                    {"any", false, NULL},
                    {"near", true, move_near},
                    {"needles", true, make_needles},
                    {"needles of any shape", false, make_needles},
                    {"far", false, move_far},
                    {"sizes", true, resize},
                    {"mixed sizes", true, mix_sizes}};
    random_state r = random_make(seed);
    size_t f = seed % (sizeof families / sizeof *families);
    planar_pair pair = {.family = families[f].name};
    fill(&pair.a, &r, families[f].whole);
    fill(&pair.b, &r, families[f].whole);
    if (random_one_in(&r, 2)) {
        int y = random_int(&r, -5, 5), x = random_int(&r, -5, 5);
        change(&pair.b, 1, 1, x, y);
    }
    if (families[f].change)
        families[f].change(&pair, &r);
    return pair;
}
