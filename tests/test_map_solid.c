#include "map/solid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "support/oracle_brush.h"
#include "support/random.h"

enum { TRIALS = 150 };

static cld_map_workspace *workspace;
static const cld_vec3 *vertices;
static size_t vertex_count;
static cld_error err;

static void set_up(void) { workspace = cld_map_workspace_create(); }

static void tear_down(void) { cld_map_workspace_destroy(workspace); }

TestSuite(map_solid, .init = set_up, .fini = tear_down);

static cld_status find(cld_map_side *sides, size_t count) {
    cld_map_brush brush = {.line = 7, .side_count = count};
    cld_map map = {.sides = sides};
    return cld_map_find_vertices(&map, &brush, workspace, &vertices, &vertex_count, &err);
}

/// The half-space x <= at, or >= for a negative sign; y or z for other axes.
static cld_map_side make_side(int axis, int sign, double at) {
    double p[3][3] = {{0, 1, 0}, {0, 0, 0}, {0, 0, 1}};
    cld_map_side side;
    for (int i = 0; i < 3; i++) {
        double c[3];
        const double *from = p[sign > 0 ? i : 2 - i];
        for (int k = 0; k < 3; k++)
            c[(axis + k) % 3] = k == 0 ? at : from[k];
        side.points[i] = (cld_vec3){c[0], c[1], c[2]};
    }
    side.line = 8;
    return side;
}

static size_t make_box(cld_map_side *sides, double lower, double upper) {
    for (int axis = 0; axis < 3; axis++) {
        sides[2 * axis] = make_side(axis, 1, upper);
        sides[2 * axis + 1] = make_side(axis, -1, lower);
    }
    return 6;
}

static void expect_vertex(size_t index, double x, double y, double z) {
    cld_vec3 v = vertices[index];
    cr_expect(v.x == x && v.y == y && v.z == z, "vertex %zu is %.17g %.17g %.17g, not %.17g %.17g %.17g",
              index, v.x, v.y, v.z, x, y, z);
}

Test(map_solid, of_six_sides_is_a_box) {
    cld_map_side sides[6];
    cr_assert_eq(find(sides, make_box(sides, -1, 3)), CLD_OK, "%s", err.message);
    cr_assert_eq(vertex_count, 8);
    for (size_t i = 0; i < 8; i++)
        expect_vertex(i, i & 4 ? 3 : -1, i & 2 ? 3 : -1, i & 1 ? 3 : -1);
}

Test(map_solid, has_a_corner_of_many_planes_once_and_takes_a_side_given_twice) {
    // The pyramid |x| + z <= 1, |y| + z <= 1, z >= 0, its four upper sides twice, and a plane that only
    // touches.
    cld_map_side sides[10] = {make_side(2, -1, 0), make_side(2, 1, 1)};
    const double directions[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = 0; i < 8; i++) {
        double x = directions[i % 4][0], y = directions[i % 4][1];
        sides[2 + i].points[1] = (cld_vec3){0, 0, 1};
        sides[2 + i].points[0] = (cld_vec3){x + y, y - x, 0};
        sides[2 + i].points[2] = (cld_vec3){x - y, y + x, 0};
    }
    cr_assert_eq(find(sides, 10), CLD_OK, "%s", err.message);
    cr_assert_eq(vertex_count, 5);
    expect_vertex(0, -1, -1, 0);
    expect_vertex(1, -1, 1, 0);
    expect_vertex(2, 0, 0, 1);
    expect_vertex(3, 1, -1, 0);
    expect_vertex(4, 1, 1, 0);
}

Test(map_solid, is_exact_between_planes_that_are_nearly_parallel) {
    // The plane through (0, 0, 1), (4095, 4096, 0) and (4096, 4095, 0), x + y + 8191 z <= 8191, cuts a
    // tetrahedron off a corner of the box.
    cld_map_side sides[7];
    make_box(sides, 0, 8192);
    sides[6].points[0] = (cld_vec3){4096, 4095, 0};
    sides[6].points[1] = (cld_vec3){0, 0, 1};
    sides[6].points[2] = (cld_vec3){4095, 4096, 0};
    cr_assert_eq(find(sides, 7), CLD_OK, "%s", err.message);
    cr_assert_eq(vertex_count, 4);
    expect_vertex(0, 0, 0, 0);
    expect_vertex(1, 0, 0, 1);
    expect_vertex(2, 0, 8191, 0);
    expect_vertex(3, 8191, 0, 0);
}

Test(map_solid, that_is_none_is_refused) {
    cld_map_side sides[7];
    make_box(sides, 0, 1);
    cr_expect_eq(find(sides, 5), CLD_BAD_VALUE);
    cr_expect_str_eq(err.message,
                     "a brush must be bounded; its 5 sides leave it open, or reaching to more than 1e9 "
                     "times its coordinates, towards -z");
    cr_expect_eq(err.line, 7);
    sides[6] = make_side(0, 1, -1);
    cr_expect_eq(find(sides, 7), CLD_BAD_VALUE);
    cr_expect_str_eq(err.message,
                     "a brush must be solid; this one is empty or flat: nothing lies inside all of its 7 "
                     "sides");
    sides[6] = make_side(0, 1, 0);
    cr_expect_eq(find(sides, 7), CLD_BAD_VALUE);
    cr_expect_str_eq(err.message,
                     "a brush must be solid; this one is flat: two of its 7 sides are one plane, seen "
                     "from either side");
    sides[6].points[0] = (cld_vec3){1, 1, 1};
    sides[6].points[1] = (cld_vec3){2, 2, 2};
    sides[6].points[2] = (cld_vec3){0.1, 0.1, 0.1};
    cr_expect_eq(find(sides, 7), CLD_BAD_VALUE);
    cr_expect_str_eq(err.message, "the three points of a side must not lie on a line");
    cr_expect_eq(err.line, sides[6].line);
    cr_expect_eq(find(sides, 0), CLD_BAD_VALUE);
    cr_expect_str_eq(err.message, "a brush must have sides, found none");
    cr_expect_eq(find(sides, CLD_MAP_MOST_SIDES + 1), CLD_TOO_LARGE);
    sides[6] = make_side(0, 1, 1e-300);
    cr_expect_eq(find(sides, 7), CLD_BAD_VALUE);
    cr_expect_str_eq(err.message, "coordinates as different as 1e-300 and 1 cannot be worked with together");
}

/// The walls of a prism around the parabola x -> x^2: along its chords from 0 to `chords`, and back.
static void make_walls(cld_map_side *sides, int chords) {
    for (int i = 0; i <= chords; i++) {
        double a = i, b = i < chords ? i + 1 : 0;
        sides[i].points[0] = (cld_vec3){a, a * a, -1};
        sides[i].points[1] = (cld_vec3){a, a * a, 0};
        sides[i].points[2] = (cld_vec3){b, b * b, 0};
    }
}

/// Expects the vertices of a prism with such walls from 0 up to `height`.
static void expect_prism(int chords, double height) {
    cr_assert_eq(vertex_count, 2 * (size_t)(chords + 1));
    for (int i = 0; i <= chords; i++) {
        expect_vertex(2 * (size_t)i, i, (double)i * i, 0);
        expect_vertex(2 * (size_t)i + 1, i, (double)i * i, height);
    }
}

Test(map_solid, may_have_a_thousand_sides) {
    // Every side is a face, every corner exact.
    static cld_map_side sides[CLD_MAP_MOST_SIDES];
    int count = CLD_MAP_MOST_SIDES, chords = count - 3;
    sides[0] = make_side(2, 1, 1);
    sides[1] = make_side(2, -1, 0);
    make_walls(sides + 2, chords);
    cr_assert_eq(find(sides, (size_t)count), CLD_OK, "%s", err.message);
    expect_prism(chords, 1);
}

Test(map_solid, may_have_one_side_hundreds_of_times) {
    // The upper side is given by points of the same plane again and again.
    enum { CHORDS = 300, CAPS = 700 };
    static cld_map_side sides[CHORDS + 2 + CAPS];
    sides[0] = make_side(2, -1, 0);
    make_walls(sides + 1, CHORDS);
    for (int i = 0; i < CAPS; i++) {
        sides[CHORDS + 2 + i] = make_side(2, 1, 0.1);
        sides[CHORDS + 2 + i].points[0].x += i;
    }
    cr_assert_eq(find(sides, CHORDS + 2 + CAPS), CLD_OK, "%s", err.message);
    expect_prism(CHORDS, 0.1);
}

Test(map_solid, that_takes_too_long_is_refused) {
    // A cone over the parabola: each of its faces has the apex, which lies in the planes of all others.
    enum { CHORDS = 600 };
    static cld_map_side sides[CHORDS + 2];
    sides[0] = make_side(2, -1, 0);
    for (int i = 0; i <= CHORDS; i++) {
        double a = i, b = i < CHORDS ? i + 1 : 0;
        sides[1 + i].points[0] = (cld_vec3){a, a * a, 0};
        sides[1 + i].points[1] = (cld_vec3){300, 150000, 1000};
        sides[1 + i].points[2] = (cld_vec3){b, b * b, 0};
    }
    cr_expect_eq(find(sides, CHORDS + 2), CLD_TOO_LARGE);
    cr_expect_str_eq(
        err.message,
        "finding the corners of a brush may take 134217728 steps, of one of 602 sides takes more");
    cr_expect_eq(err.line, 7);
}

/// Each vertex found is one of the oracle's, rounded, and each of these was found.
static void compare(const oracle_brush *o, const char *about) {
    for (size_t i = 0; i < vertex_count; i++) {
        bool is_found = false;
        for (size_t k = 0; k < o->vertex_count && !is_found; k++)
            is_found = oracle_brush_is_vertex(o, k, vertices[i]);
        cr_expect(is_found, "%s: %.17g %.17g %.17g is a vertex", about, vertices[i].x, vertices[i].y,
                  vertices[i].z);
    }
    for (size_t k = 0; k < o->vertex_count; k++) {
        bool is_found = false;
        for (size_t i = 0; i < vertex_count && !is_found; i++)
            is_found = oracle_brush_is_vertex(o, k, vertices[i]);
        cr_expect(is_found, "%s: vertex %zu of the oracle's is among those found", about, k);
    }
}

static void hold_to_oracle(oracle_brush *o, cld_map_side *sides, size_t count, const char *about) {
    oracle_brush_set(o, sides, count);
    cld_status status = find(sides, count);
    cr_expect_eq(status == CLD_OK, oracle_brush_has_inside(o), "%s: %s", about,
                 status ? err.message : "solid");
    if (!status)
        compare(o, about);
}

/// Points for one side more; what is kept of the solid is where the origin is.
typedef void make_points(random_state *r, const cld_map_side *sides, size_t count, double *p);

static void make_on_grid(random_state *r, const cld_map_side *sides, size_t count, double *p) {
    (void)sides, (void)count;
    for (int k = 0; k < 9; k++)
        p[k] = random_int(r, -3, 3);
}

static void make_anywhere(random_state *r, const cld_map_side *sides, size_t count, double *p) {
    (void)sides, (void)count;
    for (int k = 0; k < 9; k++)
        p[k] = random_real(r, -3, 3);
}

/// Nearly parallel to a side that is there already, and nearly in one place.
static void make_nearly(random_state *r, const cld_map_side *sides, size_t count, double *p) {
    memcpy(p, sides[random_int(r, 0, (int)count - 1)].points, 9 * sizeof *p);
    double least = random_one_in(r, 2) ? 0x1p-40 : 0x1p-50;
    for (int k = 0; k < 9; k++)
        p[k] += random_int(r, -1, 1) * least;
}

static void flip_away(random_state *r, cld_map_side *side) {
    const cld_vec3 *p = side->points;
    cld_vec3 a = {p[0].x - p[1].x, p[0].y - p[1].y, p[0].z - p[1].z};
    cld_vec3 b = {p[2].x - p[1].x, p[2].y - p[1].y, p[2].z - p[1].z};
    double d = p[1].x * (a.y * b.z - a.z * b.y) + p[1].y * (a.z * b.x - a.x * b.z) +
               p[1].z * (a.x * b.y - a.y * b.x);
    if ((d < 0) == random_one_in(r, 20))
        return;
    cld_vec3 first = p[0];
    side->points[0] = p[2];
    side->points[2] = first;
}

static bool is_straight(const cld_map_side *side) {
    cld_map_side box[7];
    make_box(box, -3, 3);
    box[6] = *side;
    return find(box, 7) && strstr(err.message, "line");
}

static void compare_random(make_points *make, uint64_t seed) {
    oracle_brush *o = calloc(1, sizeof *o);
    random_state r = random_make(seed);
    cld_map_side sides[ORACLE_BRUSH_MOST_SIDES] = {{.line = 0}};
    char about[80];
    oracle_brush_init(o);
    for (int trial = 0; trial < TRIALS; trial++) {
        size_t count = make_box(sides, -3, 3), most = (size_t)random_int(&r, 7, ORACLE_BRUSH_MOST_SIDES);
        for (int tries = 0; count < most && tries < 100; tries++) {
            make(&r, sides, count, &sides[count].points[0].x);
            flip_away(&r, &sides[count]);
            count += !is_straight(&sides[count]);
        }
        double scale = random_one_in(&r, 4) ? power_of_ten(random_int(&r, -90, 90)) : 1;
        for (size_t i = 0; i < 9 * count; i++)
            (&sides[i / 9].points[i / 3 % 3].x)[i % 3] *= scale;
        snprintf(about, sizeof about, "seed %llu, trial %d", (unsigned long long)seed, trial);
        hold_to_oracle(o, sides, count, about);
    }
    oracle_brush_clear(o);
    free(o);
}

Test(map_solid, is_that_of_the_oracle_where_planes_share_points) { compare_random(make_on_grid, 1); }

Test(map_solid, is_that_of_the_oracle_where_they_lie_anywhere) { compare_random(make_anywhere, 2); }

Test(map_solid, is_that_of_the_oracle_where_planes_nearly_coincide) { compare_random(make_nearly, 3); }
