#include "generate.h"

#include <math.h>
#include <string.h>

/// Every third pair: both sets turned by the same rotation, each coordinate rounded.
static void turn_some(random_state *r, test_pair *pair) {
    if (!random_one_in(r, 3))
        return;
    double m[3][3];
    random_rotation(r, m);
    solid_rotate(&pair->a, m);
    solid_rotate(&pair->b, m);
}

static void make_hulls(random_state *r, test_pair *pair, double gap) {
    solid_make_hull(&pair->a, r);
    solid_make_hull(&pair->b, r);
    solid_meet(&pair->a, &pair->b, r, gap);
}

static void make_apart(random_state *r, test_pair *pair) {
    make_hulls(r, pair, random_power_of_ten(r, -1, 4));
}

static void make_near(random_state *r, test_pair *pair) {
    make_hulls(r, pair, random_power_of_ten(r, -16, -2));
}

static void make_shallow(random_state *r, test_pair *pair) {
    make_hulls(r, pair, -random_power_of_ten(r, -16, -2));
}

static void make_deep(random_state *r, test_pair *pair) {
    solid_make_hull(&pair->a, r);
    solid_make_hull(&pair->b, r);
    double x = random_short(r), y = random_short(r), z = random_short(r);
    solid_move(&pair->b, 0.5 * x, 0.5 * y, 0.5 * z);
}

static void make_contained(random_state *r, test_pair *pair) {
    solid_make_hull(&pair->a, r);
    solid_make_any(&pair->b, r);
    solid_scale(&pair->b, random_power_of_ten(r, -8, -1));
    const point_set *a = &pair->a;
    double c[3] = {0, 0, 0};
    for (size_t i = 0; i < a->count; i++)
        for (int k = 0; k < 3; k++)
            c[k] += a->at[i][k] / (double)a->count;
    solid_move(&pair->b, c[0], c[1], c[2]);
}

static void make_many_points(random_state *r, test_pair *pair) {
    make_hulls(r, pair, random_real(r, -1, 0.25));
    for (int i = 0; i < 4; i++) {
        double x = random_short(r), y = random_short(r), z = random_short(r);
        solid_add(&pair->a, x, y, z);
        solid_add(&pair->b, pair->b.at[0][0] + y, pair->b.at[0][1] + z, pair->b.at[0][2] + x);
    }
}

/// Whole coordinates so small that touching, ties and flat sets are common.
static void make_grid(random_state *r, test_pair *pair) {
    int reach = random_int(r, 1, 3);
    solid_make_grid(&pair->a, r, reach);
    solid_make_grid(&pair->b, r, reach);
    int x = random_int(r, 0, 2 * reach), y = random_int(r, 0, reach);
    solid_move(&pair->b, x, y, random_int(r, -1, 1));
}

/// The same times a factor that no double holds, so that ties are broken by rounding.
static void make_rough_grid(random_state *r, test_pair *pair) {
    make_grid(r, pair);
    double factor = random_one_in(r, 2) ? 0.1 : 1.0 / 3;
    double shift = random_int(r, -3, 3) * 0.1;
    for (int side = 0; side < 2; side++) {
        point_set *s = side ? &pair->b : &pair->a;
        solid_scale(s, factor);
        solid_move(s, shift, shift, shift);
    }
}

/// Polygons in one plane as the top of A and the bottom of B.
static void make_shared_plane(random_state *r, test_pair *pair) {
    solid_make_polygon(&pair->a, r, random_int(r, 3, 6));
    solid_make_polygon(&pair->b, r, random_int(r, 3, 6));
    solid_scale(&pair->b, random_int(r, 1, 8) / 4.0);
    double slide_y = random_int(r, -8, 8) / 4.0, slide_x = random_int(r, -8, 8) / 4.0;
    solid_move(&pair->b, slide_x, slide_y, 0);
    for (int i = random_int(r, 1, 3); i > 0; i--) {
        double x = random_short(r), y = random_short(r);
        solid_add(&pair->a, x, y, -1 + 0.5 * random_short(r));
        solid_add(&pair->b, y, x, 1 + 0.5 * random_short(r));
    }
    turn_some(r, pair);
}

/// A and B have 1 to 3 points in common, on either side of a plane or anyhow.
static void make_shared_points(random_state *r, test_pair *pair) {
    solid_make_hull(&pair->a, r);
    solid_make_hull(&pair->b, r);
    if (random_one_in(r, 2)) {
        for (size_t i = 0; i < pair->a.count; i++)
            pair->a.at[i][0] = -fabs(pair->a.at[i][0]);
        for (size_t i = 0; i < pair->b.count; i++)
            pair->b.at[i][0] = fabs(pair->b.at[i][0]);
        for (int i = 0; i < 3; i++)
            pair->a.at[i][0] = 0;
    }
    for (int i = random_int(r, 1, 3) - 1; i >= 0; i--)
        for (int k = 0; k < 3; k++)
            pair->b.at[i][k] = pair->a.at[i][k];
    turn_some(r, pair);
}

/// Roofs whose ridges meet: parallel, or off by an angle from 1e-15 to 1e-3, at a small distance or none.
static void make_parallel_edges(random_state *r, test_pair *pair) {
    double angle = random_one_in(r, 4) ? 0 : random_power_of_ten(r, -15, -3);
    double gap = random_one_in(r, 3) ? 0 : random_power_of_ten(r, -15, -1);
    gap = gap != 0 && !random_one_in(r, 2) ? -gap : gap;
    double slide = random_short(r);
    for (int side = 0; side < 2; side++) {
        point_set *s = side ? &pair->b : &pair->a;
        double up = side ? 1 : -1, half = random_real(r, 0.25, 1);
        s->count = 0;
        solid_add(s, -half, 0, 0);
        solid_add(s, half, 0, 0);
        for (int i = random_int(r, 2, 4); i > 0; i--) {
            double x = random_short(r), y = random_short(r);
            solid_add(s, x, y, up * (1 + 0.5 * random_short(r)));
        }
    }
    pair->b.at[0][1] -= angle;
    pair->b.at[1][1] += angle;
    solid_move(&pair->b, slide, 0, gap);
    turn_some(r, pair);
}

/// Boxes turned against each other by an angle from 1e-15 to 1e-3, all edges and faces nearly parallel.
static void make_nearly_aligned(random_state *r, test_pair *pair) {
    double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1}, angle = random_power_of_ten(r, -15, -3);
    solid_make_box(&pair->a, low, high);
    high[0] = random_int(r, 1, 4) / 2.0, high[1] = random_int(r, 1, 4) / 2.0;
    solid_make_box(&pair->b, low, high);
    double m[3][3] = {{1, -angle, 0}, {angle, 1, 0}, {0, 0, 1}};
    solid_rotate(&pair->b, m);
    solid_cycle_axes(&pair->b, random_int(r, 0, 2));
    double d[3] = {0, 0, 1}, gap = random_one_in(r, 2) ? 0 : random_real(r, -1.5, 0.5);
    solid_place(&pair->a, &pair->b, d, gap);
    double y = random_short(r), x = random_short(r);
    solid_move(&pair->b, x, y, 0);
    turn_some(r, pair);
}

static void make_thin(random_state *r, point_set *s, bool needle) {
    double thin = random_power_of_ten(r, -13, -3);
    solid_make_hull(s, r);
    solid_stretch(s, 1, needle ? thin : 1, thin);
    double m[3][3];
    random_rotation(r, m);
    if (random_one_in(r, 2))
        solid_rotate(s, m);
    else
        solid_cycle_axes(s, random_int(r, 0, 2));
}

/// Needles and slivers against each other and against anything.
static void make_thin_pair(random_state *r, test_pair *pair) {
    make_thin(r, &pair->a, random_one_in(r, 2));
    if (random_one_in(r, 3))
        solid_make_any(&pair->b, r);
    else
        make_thin(r, &pair->b, random_one_in(r, 2));
    int kind = random_int(r, 0, 2);
    double gap = kind == 2 ? random_power_of_ten(r, -15, 0) : 0;
    gap = gap != 0 && !random_one_in(r, 2) ? -gap : gap;
    if (kind > 0)
        solid_meet(&pair->a, &pair->b, r, gap);
}

/// Points, segments, triangles and polygons, crossing, touching or apart.
static void make_flat_pair(random_state *r, test_pair *pair) {
    solid_make_flat(&pair->a, r);
    if (random_one_in(r, 3))
        solid_make_any(&pair->b, r);
    else
        solid_make_flat(&pair->b, r);
    if (random_one_in(r, 2))
        solid_meet(&pair->a, &pair->b, r, random_one_in(r, 2) ? 0 : random_power_of_ten(r, -15, 1));
}

/// Both sets in one plane, or on one line.
static void make_coplanar(random_state *r, test_pair *pair) {
    solid_make_grid(&pair->a, r, 3);
    solid_make_grid(&pair->b, r, 3);
    double y = random_one_in(r, 4) ? 0 : 1;
    solid_stretch(&pair->a, 1, y, 0);
    solid_stretch(&pair->b, 1, y, 0);
    double up = random_one_in(r, 4) ? random_short(r) : 0;
    int aside = random_int(r, 0, 2), along = random_int(r, 0, 6);
    solid_move(&pair->b, along, aside * y, up);
    turn_some(r, pair);
}

/// Points that stand twice, lie on edges, or inside faces.
static void make_repeated(random_state *r, test_pair *pair) {
    if (random_one_in(r, 2))
        make_grid(r, pair);
    else
        make_shared_plane(r, pair);
    pair->a.count = pair->a.count > 6 ? 6 : pair->a.count;
    solid_repeat(&pair->a, r, pair->a.count + (size_t)random_int(r, 1, 4));
    solid_repeat(&pair->b, r, pair->b.count + (size_t)random_int(r, 0, 2));
}

/// The same set twice, from point to solid, or its mirror image, or two of the same centre.
static void make_identical(random_state *r, test_pair *pair) {
    solid_make_any(&pair->a, r);
    pair->b = pair->a;
    int kind = random_int(r, 0, 3);
    if (kind == 1)
        solid_scale(&pair->b, -1);
    if (kind == 2)
        solid_scale(&pair->b, random_int(r, 1, 16) / 8.0);
    if (kind == 3)
        solid_cycle_axes(&pair->b, 1);
    turn_some(r, pair);
}

/// Boxes and prisms with one centre, or one inside the other.
static void make_concentric(random_state *r, test_pair *pair) {
    for (int side = 0; side < 2; side++) {
        point_set *s = side ? &pair->b : &pair->a;
        double x = random_int(r, 1, 4), y = random_int(r, 1, 4), z = random_int(r, 1, 4);
        double high[3] = {x, y, z}, low[3] = {-x, -y, -z};
        if (random_one_in(r, 3))
            solid_make_prism(s, r, random_int(r, 3, 6), 2 * high[2]);
        else
            solid_make_box(s, low, high);
    }
    if (random_one_in(r, 2)) {
        double z = random_int(r, -2, 2) / 2.0, y = random_int(r, -2, 2) / 2.0, x = random_int(r, -2, 2) / 2.0;
        solid_move(&pair->b, x, y, z);
    }
    turn_some(r, pair);
}

/// Boxes, prisms and wedges stacked with a gap or an overlap of a few ulps, or of 2^-10 to 2^-50.
static void make_stacked(random_state *r, test_pair *pair) {
    int corners = random_int(r, 3, 6);
    double low[3] = {-1, -1, -0.5}, high[3] = {1, 1, 0.5};
    solid_make_prism(&pair->a, r, corners, 1);
    if (random_one_in(r, 2))
        solid_make_box(&pair->a, low, high);
    solid_make_prism(&pair->b, r, corners, 1);
    if (random_one_in(r, 2))
        solid_make_wedge(&pair->b, low, high);
    int exponent = -random_int(r, 10, 54);
    double gap = ldexp(random_int(r, -2, 2), exponent);
    double y = random_int(r, -4, 4) / 4.0, x = random_int(r, -4, 4) / 4.0;
    solid_move(&pair->b, x, y, 1 + gap);
    double height = random_int(r, 0, 3);
    solid_move(&pair->a, 0, 0, height);
    solid_move(&pair->b, 0, 0, height);
    turn_some(r, pair);
}

static void make_any_pair(random_state *r, test_pair *pair) {
    solid_make_any(&pair->a, r);
    solid_make_any(&pair->b, r);
    double x = random_short(r), y = random_short(r), z = random_short(r);
    if (random_one_in(r, 2))
        solid_meet(&pair->a, &pair->b, r, random_one_in(r, 2) ? 0 : 0.25 * random_short(r));
    else
        solid_move(&pair->b, x, y, z);
}

/// Any pair in units from 1e-100 to 1e100.
static void make_scaled(random_state *r, test_pair *pair) {
    make_any_pair(r, pair);
    double factor = random_power_of_ten(r, -100, 100);
    solid_scale(&pair->a, factor);
    solid_scale(&pair->b, factor);
}

/// One set is up to 1e8 times the other, and they are close or meet.
static void make_unequal(random_state *r, test_pair *pair) {
    solid_make_any(&pair->a, r);
    solid_make_any(&pair->b, r);
    double factor = random_power_of_ten(r, -8, 8);
    solid_scale(&pair->b, factor);
    if (!random_one_in(r, 4)) {
        int sign = random_int(r, -1, 1);
        solid_meet(&pair->a, &pair->b, r, sign * random_power_of_ten(r, -8, 0) * fmin(factor, 1));
    }
}

/// Any pair far from the origin, where coordinates have few digits left.
static void make_offset(random_state *r, test_pair *pair) {
    make_any_pair(r, pair);
    double far = random_power_of_ten(r, 3, 12);
    double x = far * random_short(r), y = far * random_short(r), z = far * random_short(r);
    solid_move(&pair->a, x, y, z);
    solid_move(&pair->b, x, y, z);
}

/// A set against a copy of itself that was turned and moved.
static void make_rotated_copy(random_state *r, test_pair *pair) {
    solid_make_any(&pair->a, r);
    pair->b = pair->a;
    double m[3][3];
    random_rotation(r, m);
    solid_rotate(&pair->b, m);
    if (random_one_in(r, 2)) {
        int sign = random_int(r, -1, 1);
        solid_meet(&pair->a, &pair->b, r, sign * random_power_of_ten(r, -15, -1));
    }
}

static void make_brush(random_state *r, point_set *s) {
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = 16 * random_int(r, -4, 4);
        high[k] = low[k] + 16 * random_int(r, 1, 4);
    }
    if (random_one_in(r, 3))
        solid_make_wedge(s, low, high);
    else
        solid_make_box(s, low, high);
    solid_cycle_axes(s, random_int(r, 0, 2));
}

/// Boxes and ramps on a grid, as in a level of a game, some far from its middle.
static void make_brushes(random_state *r, test_pair *pair) {
    make_brush(r, &pair->a);
    make_brush(r, &pair->b);
    double x = random_one_in(r, 3) ? 16 * random_int(r, -256, 256) : 0;
    solid_move(&pair->a, x, 0, x);
    solid_move(&pair->b, x, 0, x);
}

// No two calls of a generator stand in one expression, where C leaves their order to the compiler.
const pair_family pair_families[] = {
    {"apart", make_apart},
    {"near", make_near},
    {"shallow", make_shallow},
    {"deep", make_deep},
    {"contained", make_contained},
    {"many-points", make_many_points},
    {"grid", make_grid},
    {"rough-grid", make_rough_grid},
    {"shared-plane", make_shared_plane},
    {"shared-points", make_shared_points},
    {"parallel-edges", make_parallel_edges},
    {"nearly-aligned", make_nearly_aligned},
    {"thin", make_thin_pair},
    {"flat", make_flat_pair},
    {"coplanar", make_coplanar},
    {"repeated", make_repeated},
    {"identical", make_identical},
    {"concentric", make_concentric},
    {"stacked", make_stacked},
    {"scaled", make_scaled},
    {"unequal", make_unequal},
    {"offset", make_offset},
    {"rotated-copy", make_rotated_copy},
    {"brushes", make_brushes},
};
const size_t pair_family_count = sizeof pair_families / sizeof *pair_families;

void pair_make(const pair_family *family, uint64_t seed, test_pair *pair) {
    random_state r = random_make(seed);
    memset(pair, 0, sizeof *pair);
    family->make(&r, pair);
}

void pair_make_any(uint64_t seed, test_pair *pair) {
    if (seed % 2) {
        pair_make(&pair_families[seed / 2 % pair_family_count], seed, pair);
        return;
    }
    random_state r = random_make(seed);
    pair->a.count = pair->b.count = 0;
    for (int i = random_int(&r, 4, 12); i > 0; i--)
        solid_add(&pair->a, random_short(&r), random_short(&r), random_short(&r));
    for (int i = random_int(&r, 4, 12); i > 0; i--)
        solid_add(&pair->b, random_short(&r), random_short(&r), random_short(&r));
    solid_move(&pair->b, 2 * random_short(&r), random_short(&r), random_short(&r));
}
