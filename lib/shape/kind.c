#include "shape/kind.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "shape/compound.h"
#include "shape/curved_kinds.h"
#include "shape/def.h"
#include "shape/halfspace.h"
#include "shape/outline.h"

static cld_status check_hull(const cld_shape_def *def, cld_error *err) {
    if (def->point_count < 1)
        return cld_fail(err, CLD_BAD_VALUE, "/vertices", "a hull needs at least 1 vertex, got none");
    return CLD_OK;
}

static cld_status check_size(const cld_shape_def *def, int dimension, cld_error *err) {
    static const char *const pointer[3] = {"/size/0", "/size/1", "/size/2"};
    cld_status status = CLD_OK;
    for (int k = 0; k < dimension && status == CLD_OK; k++)
        status = cld_check_length(def->size[k], pointer[k], "size", err);
    return status;
}

static cld_status check_box(const cld_shape_def *def, cld_error *err) { return check_size(def, 3, err); }
static cld_status check_rectangle(const cld_shape_def *def, cld_error *err) {
    return check_size(def, 2, err);
}

static cld_status check_polygon(const cld_shape_def *def, cld_error *err) {
    if (def->point_count < 1)
        return cld_fail(err, CLD_BAD_VALUE, "/vertices", "a polygon needs at least 1 vertex, got none");
    return def->convexify ? CLD_OK : cld_outline_check(def, err);
}

static cld_status check_count(const cld_shape_def *def, size_t count, cld_error *err) {
    if (def->point_count == count)
        return CLD_OK;
    return cld_fail(err, CLD_BAD_VALUE, cld_kind_find_points(def->kind).text, "a %s has %zu points, got %zu",
                    cld_kind_name(def->kind), count, def->point_count);
}

static cld_status check_point(const cld_shape_def *def, cld_error *err) { return check_count(def, 1, err); }
static cld_status check_segment(const cld_shape_def *def, cld_error *err) { return check_count(def, 2, err); }
static cld_status check_triangle(const cld_shape_def *def, cld_error *err) {
    return check_count(def, 3, err);
}

static size_t count_given(const cld_shape_def *def) { return def->point_count; }

static void copy_given(const cld_shape_def *def, double *points) {
    memcpy(points, def->points, 3 * def->point_count * sizeof *points);
}

/// Whether a corner of a box or a rectangle, on the positive side of the axes whose bits are set, is one that
/// the negative side has already.
static bool is_repeated(const cld_shape_def *def, unsigned sides) {
    for (int k = 0; k < 3; k++)
        if (sides >> k & 1 && 0.5 * def->size[k] == 0)
            return true;
    return false;
}

/// Writes the corners that are not repeated, in the order given, so that a flat box has the vertices of its
/// hull and no others: answers name those.
static void write_sides(const cld_shape_def *def, const unsigned *sides, int count, double *points) {
    for (int i = 0; i < count; i++) {
        if (is_repeated(def, sides[i]))
            continue;
        for (int k = 0; k < 3; k++) {
            double half = k < def->dimension ? 0.5 * def->size[k] : 0;
            *points++ = half == 0 || sides[i] >> k & 1 ? half : -half;
        }
    }
}

static size_t count_sides(const cld_shape_def *def, unsigned count) {
    size_t corners = 0;
    for (unsigned sides = 0; sides < count; sides++)
        corners += !is_repeated(def, sides);
    return corners;
}

static size_t count_corners(const cld_shape_def *def) { return count_sides(def, 8); }

/// Corner i is on the positive side of x, y, z where bits 0, 1, 2 of i are set.
static void write_corners(const cld_shape_def *def, double *points) {
    static const unsigned sides[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    write_sides(def, sides, 8, points);
}

static size_t count_corners2(const cld_shape_def *def) { return count_sides(def, 4); }

/// Counter-clockwise from the lower left, so that the edges are bottom, right, top and left.
static void write_corners2(const cld_shape_def *def, double *points) {
    static const unsigned sides[4] = {0, 1, 3, 2};
    write_sides(def, sides, 4, points);
}

static double find_given_radius(const cld_shape_def *def) { return def->radius; }

static cld_status check_radius(const cld_shape_def *def, cld_error *err) {
    return cld_check_length(def->radius, "/radius", "radius", err);
}

static cld_status check_capsule(const cld_shape_def *def, cld_error *err) {
    cld_status status = check_count(def, 2, err);
    return status == CLD_OK ? check_radius(def, err) : status;
}

static size_t count_one(const cld_shape_def *def) {
    (void)def;
    return 1;
}

static void write_origin(const cld_shape_def *def, double *points) {
    (void)def;
    points[0] = points[1] = points[2] = 0;
}

static size_t count_none(const cld_shape_def *def) {
    (void)def;
    return 0;
}

static const cld_kind_row_type rows[CLD_KIND_COUNT] = {
    [CLD_HULL] = {.name = "hull",
                  .dimension = 3,
                  .list_key = "vertices",
                  .check = check_hull,
                  .count_points = count_given,
                  .write_points = copy_given},
    [CLD_BOX] = {.name = "box",
                 .dimension = 3,
                 .check = check_box,
                 .count_points = count_corners,
                 .write_points = write_corners},
    [CLD_POINT] = {.name = "point",
                   .point_key = {"position"},
                   .check = check_point,
                   .count_points = count_given,
                   .write_points = copy_given},
    [CLD_SEGMENT] = {.name = "segment",
                     .list_key = "vertices",
                     .check = check_segment,
                     .count_points = count_given,
                     .write_points = copy_given},
    [CLD_TRIANGLE] = {.name = "triangle",
                      .dimension = 3,
                      .list_key = "vertices",
                      .check = check_triangle,
                      .count_points = count_given,
                      .write_points = copy_given},
    [CLD_SPHERE] = {.name = "sphere",
                    .dimension = 3,
                    .find_radius = find_given_radius,
                    .check = check_radius,
                    .count_points = count_one,
                    .write_points = write_origin},
    [CLD_CAPSULE] = {.name = "capsule",
                     .list_key = "ends",
                     .find_radius = find_given_radius,
                     .check = check_capsule,
                     .count_points = count_given,
                     .write_points = copy_given},
    [CLD_CYLINDER] = {.name = "cylinder",
                      .dimension = 3,
                      .list_key = "ends",
                      .check = cld_cylinder_check,
                      .count_points = cld_cylinder_count_points,
                      .write_points = copy_given,
                      .is_curved = true,
                      .place = cld_cylinder_place},
    [CLD_CONE] = {.name = "cone",
                  .dimension = 3,
                  .point_key = {"base", "apex"},
                  .check = cld_cone_check,
                  .count_points = cld_cylinder_count_points,
                  .write_points = copy_given,
                  .is_curved = true,
                  .place = cld_cone_place},
    [CLD_ELLIPSOID] = {.name = "ellipsoid",
                       .dimension = 3,
                       .find_radius = cld_ellipsoid_find_radius,
                       .check = cld_ellipsoid_check,
                       .count_points = cld_ellipsoid_count_points,
                       .write_points = cld_ellipsoid_write_points,
                       .is_curved = true,
                       .place = cld_ellipsoid_place},
    [CLD_HALFSPACE] = {.name = "halfspace",
                       .check = cld_halfspace_check,
                       .count_points = count_none,
                       .place = cld_halfspace_place},
    [CLD_COMPOUND] = {.name = "compound", .create = cld_compound_create},
    [CLD_POLYGON] = {.name = "polygon",
                     .list_key = "vertices",
                     .dimension = 2,
                     .check = check_polygon,
                     .count_points = count_given,
                     .write_points = copy_given},
    [CLD_RECTANGLE] = {.name = "rectangle",
                       .dimension = 2,
                       .check = check_rectangle,
                       .count_points = count_corners2,
                       .write_points = write_corners2},
    [CLD_CIRCLE] = {.name = "circle",
                    .dimension = 2,
                    .find_radius = find_given_radius,
                    .check = check_radius,
                    .count_points = count_one,
                    .write_points = write_origin},
};

const cld_kind_row_type *cld_kind_row(cld_kind kind) { return &rows[kind]; }

bool cld_kind_is_polytope(cld_kind kind) {
    const cld_kind_row_type *row = &rows[kind];
    return row->write_points && !row->is_curved && !row->find_radius;
}

const char *cld_kind_name(cld_kind kind) { return kind < CLD_KIND_COUNT ? rows[kind].name : "unknown"; }

cld_short_pointer cld_kind_find_points(cld_kind kind) {
    const char *key = rows[kind].list_key ? rows[kind].list_key : rows[kind].point_key[0];
    cld_short_pointer pointer = {""};
    if (key)
        snprintf(pointer.text, sizeof pointer.text, "/%s", key);
    return pointer;
}

cld_short_pointer cld_kind_find_coordinate(cld_kind kind, size_t i, size_t k) {
    const char *list = rows[kind].list_key, *own = i < 2 ? rows[kind].point_key[i] : NULL;
    if (list)
        return cld_pointer_to_part(list, i, k);
    return own ? cld_pointer_to(own, k) : (cld_short_pointer){""};
}
