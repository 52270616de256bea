/// Definitions that no shape can be made of: what is said of them, and where.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "shape/shape.h"
#include "support/kinds.h"

static void expect_refused(const cld_shape_def *def, cld_status status, const char *pointer) {
    cld_shape *shape = NULL;
    cld_error err = {.status = CLD_OK};
    cr_expect_eq(cld_shape_create(def, NULL, NULL, &shape, &err), status, "%s: got %s", pointer,
                 cld_status_name(err.status));
    cr_expect_eq(err.status, status);
    cr_expect_str_eq(err.pointer, pointer);
    cr_expect_str_neq(err.message, "");
    cr_expect_null(shape);
    cr_expect_eq(cld_shape_create(def, NULL, NULL, &shape, NULL), status, "%s without an error to fill",
                 pointer);
}

static void expect_made(const cld_shape_def *def) {
    cld_shape *shape = kind_def_create(def);
    cr_expect(shape, "a \"%s\" of dimension %d", cld_kind_name(def->kind), def->dimension);
    cld_shape_destroy(shape);
}

static cld_shape_def def_of(cld_kind kind, const double *points, size_t count) {
    cld_shape_def def = cld_shape_def_make(kind);
    def.points = points;
    def.point_count = count;
    return def;
}

Test(definition, wrong_counts_of_points_are_refused) {
    static const double points[12];
    const struct {
        cld_kind kind;
        size_t count;
        const char *pointer;
    } wrong[] = {
        {CLD_HULL, 0, "/vertices"},     {CLD_POLYGON, 0, "/vertices"},  {CLD_POINT, 0, "/position"},
        {CLD_POINT, 2, "/position"},    {CLD_SEGMENT, 1, "/vertices"},  {CLD_SEGMENT, 3, "/vertices"},
        {CLD_TRIANGLE, 2, "/vertices"}, {CLD_TRIANGLE, 4, "/vertices"}, {CLD_CAPSULE, 1, "/ends"},
        {CLD_CYLINDER, 1, "/ends"},     {CLD_CONE, 1, "/base"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cld_shape_def def = def_of(wrong[i].kind, points, wrong[i].count);
        expect_refused(&def, CLD_BAD_VALUE, wrong[i].pointer);
    }
    cld_shape_def def = def_of(CLD_HULL, points, 1000001);
    expect_refused(&def, CLD_TOO_LARGE, "/vertices");
    def.kind = CLD_CAPSULE;
    expect_refused(&def, CLD_TOO_LARGE, "/ends");
}

Test(definition, lists_that_are_counted_but_not_there_are_refused) {
    static const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    cld_shape_def whole = cld_shape_def_make(CLD_HULL), def = whole;
    def.point_count = 4;
    expect_refused(&def, CLD_BAD_VALUE, "/vertices");
    def.kind = CLD_CAPSULE;
    def.point_count = 2;
    expect_refused(&def, CLD_BAD_VALUE, "/ends");
    whole.points = points;
    whole.point_count = 4;
    def = whole, def.face_count = 1;
    expect_refused(&def, CLD_BAD_VALUE, "/faces");
    def = whole, def.edge_count = 1;
    expect_refused(&def, CLD_BAD_VALUE, "/edges");
    def = whole, def.normal_count = 1;
    expect_refused(&def, CLD_BAD_VALUE, "/normals");
    def = cld_shape_def_make(CLD_COMPOUND), def.child_count = 1;
    expect_refused(&def, CLD_BAD_VALUE, "/children");
}

Test(definition, lists_that_lack_what_they_are_about_are_refused) {
    static const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, normals[6] = {0, 0, -1, 0, -1, 0};
    cld_shape_def def = def_of(CLD_HULL, points, 4), none = cld_shape_def_make(CLD_COMPOUND), outer = none;
    def.normals = normals, def.normal_count = 2;
    expect_refused(&def, CLD_BAD_VALUE, "/normals");
    expect_refused(&none, CLD_BAD_VALUE, "/children");
    outer.children = &none, outer.child_count = 1;
    expect_refused(&outer, CLD_BAD_VALUE, "/children/0/children");
}

/// Whether there is something in them or nothing.
Test(definition, lists_that_a_kind_has_not_are_refused) {
    static const uint32_t start[2] = {0, 3}, loop[3] = {0, 1, 2}, edge[1][2] = {{0, 1}};
    static const double normal[3] = {0, 0, 1};
    cld_shape_def box = cld_shape_def_make(CLD_BOX), child = cld_shape_def_make(CLD_SPHERE), def;
    box.size[0] = box.size[1] = box.size[2] = child.radius = 1;
    for (int full = 0; full < 2; full++) {
        def = box, def.child_count = 1, def.children = full ? &child : NULL;
        expect_refused(&def, CLD_BAD_VALUE, "/children");
        def.child_count = 0;
        expect_made(&def);
        cld_shape_def compound = cld_shape_def_make(CLD_COMPOUND);
        compound.child_count = 1, compound.children = &child;
        const cld_shape_def wholes[] = {box, child, compound};
        for (size_t i = 0; i < 3; i++) {
            expect_made(&wholes[i]);
            def = wholes[i], def.face_count = 1;
            def.face_start = full ? start : NULL, def.face_vertex = full ? loop : NULL;
            expect_refused(&def, CLD_BAD_VALUE, "/faces");
            def = wholes[i], def.edge_count = 1, def.edge_vertex = full ? edge : NULL;
            expect_refused(&def, CLD_BAD_VALUE, "/edges");
            def = wholes[i], def.normal_count = 1, def.normals = full ? normal : NULL;
            expect_refused(&def, CLD_BAD_VALUE, "/normals");
        }
    }
}

Test(definition, what_leaves_the_plane_is_refused_in_two_dimensions) {
    static const double flat[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, bent[] = {0, 0, 0, 1, 0, 0, 0, 1, 1e-9};
    cld_shape_def polygon = def_of(CLD_POLYGON, flat, 3), def = polygon;
    expect_made(&polygon);
    def.points = bent;
    expect_refused(&def, CLD_BAD_VALUE, "/vertices/2/2");
    def = def_of(CLD_SEGMENT, bent + 3, 2), def.dimension = 2;
    expect_refused(&def, CLD_BAD_VALUE, "/vertices/1/2");
    def.dimension = 3;
    expect_made(&def);
    cld_shape_def ground = cld_shape_def_make(CLD_HALFSPACE);
    ground.dimension = 2, ground.normal[1] = 1;
    expect_made(&ground);
    ground.normal[2] = -1e-9;
    expect_refused(&ground, CLD_BAD_VALUE, "/normal/2");
    cld_quat about_z = {0, 0, 0.6, 0.8}, about_x = {0.6, 0, 0, 0.8};
    def = polygon, def.transform = cld_transform_make_quaternion(about_z);
    expect_made(&def);
    def.transform = cld_transform_make_quaternion(about_x);
    expect_refused(&def, CLD_BAD_TRANSFORM, "/transform");
    def = polygon, def.transform.t.z = 5;
    expect_refused(&def, CLD_BAD_TRANSFORM, "/transform");
    def = polygon, def.transform.t_low.z = 1e-20;
    expect_refused(&def, CLD_BAD_TRANSFORM, "/transform");
    // What a compound turns out of the plane, its child may turn back.
    def = polygon, def.transform = cld_transform_make_axis_angle((cld_vec3){1, 0, 0}, 90);
    cld_shape_def inner = cld_shape_def_make(CLD_COMPOUND), outer = inner;
    inner.dimension = outer.dimension = 2;
    inner.children = &def, inner.child_count = 1, outer.children = &inner, outer.child_count = 1;
    inner.transform = cld_transform_make_axis_angle((cld_vec3){1, 0, 0}, -90);
    expect_refused(&inner, CLD_BAD_TRANSFORM, "/transform");
    expect_refused(&outer, CLD_BAD_TRANSFORM, "/children/0/transform");
}

Test(definition, numbers_that_are_none_or_negative_are_refused) {
    const double bad[] = {NAN, INFINITY, -INFINITY, -1};
    for (int i = 0; i < 4; i++) {
        double points[] = {0, 0, 0, 1, bad[i], 0};
        cld_shape_def def = def_of(CLD_SEGMENT, points, 2);
        if (i < 3)
            expect_refused(&def, CLD_BAD_VALUE, "/vertices/1/1");
        points[4] = 0;
        def.margin = bad[i];
        expect_refused(&def, CLD_BAD_VALUE, "/margin");
        def = cld_shape_def_make(CLD_BOX);
        def.size[0] = def.size[1] = 1, def.size[2] = bad[i];
        expect_refused(&def, CLD_BAD_VALUE, "/size/2");
        def = cld_shape_def_make(CLD_SPHERE);
        def.radius = bad[i];
        expect_refused(&def, CLD_BAD_VALUE, "/radius");
        for (int k = 0; k < 3 && i < 3; k++) {
            def = cld_shape_def_make(CLD_HALFSPACE);
            def.normal[k] = bad[i], def.normal[(k + 1) % 3] = 1;
            expect_refused(&def, CLD_BAD_VALUE, "/normal");
        }
    }
}

Test(definition, half_spaces_have_no_margin_and_an_offset_that_is_finite_beside_the_normal) {
    cld_shape_def ground = cld_shape_def_make(CLD_HALFSPACE), def;
    expect_refused(&ground, CLD_BAD_VALUE, "/normal");
    ground.normal[2] = 1;
    expect_made(&ground);
    def = ground, def.margin = 1e-9;
    expect_refused(&def, CLD_BAD_VALUE, "/margin");
    const struct {
        double offset, normal;
    } wrong[] = {{NAN, 1}, {INFINITY, 1}, {-INFINITY, 1}, {1e308, 1e-300}, {-1, 5e-324}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        def = ground, def.offset = wrong[i].offset, def.normal[2] = wrong[i].normal;
        expect_refused(&def, CLD_BAD_VALUE, "/offset");
    }
    def = ground, def.offset = 1e-300, def.normal[2] = 1e-300;
    expect_made(&def);
}

Test(definition, dimensions_that_a_kind_has_not_are_refused) {
    static const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const size_t counts[CLD_KIND_COUNT] = {
        [CLD_HULL] = 3,    [CLD_POINT] = 1,    [CLD_SEGMENT] = 2, [CLD_TRIANGLE] = 3,
        [CLD_CAPSULE] = 2, [CLD_CYLINDER] = 2, [CLD_CONE] = 2,    [CLD_POLYGON] = 3};
    for (int kind = 0; kind < CLD_KIND_COUNT; kind++)
        for (int dimension = -1; dimension <= 4; dimension++) {
            cld_shape_def def = def_of((cld_kind)kind, points, counts[kind]), child = def;
            bool in_plane_only = kind == CLD_POLYGON || kind == CLD_RECTANGLE || kind == CLD_CIRCLE,
                 in_both = kind == CLD_POINT || kind == CLD_SEGMENT || kind == CLD_CAPSULE ||
                           kind == CLD_HALFSPACE || kind == CLD_COMPOUND;
            for (int k = 0; k < 3; k++)
                def.size[k] = def.radii[k] = 1;
            def.radius = def.normal[0] = 1;
            def.dimension = dimension;
            if (kind == CLD_COMPOUND) {
                child = def_of(CLD_POINT, points, 1);
                child.dimension = dimension;
                def.children = &child, def.child_count = 1;
            }
            if (in_both ? dimension == 2 || dimension == 3 : dimension == (in_plane_only ? 2 : 3))
                expect_made(&def);
            else
                expect_refused(&def, CLD_BAD_VALUE, kind == CLD_COMPOUND ? "/children/0" : "");
        }
}

Test(definition, kinds_that_there_are_not_are_refused) {
    const int kinds[] = {CLD_KIND_COUNT, CLD_KIND_COUNT + 1, 99, -1};
    for (int i = 0; i < 4; i++) {
        cld_shape_def def = cld_shape_def_make((cld_kind)kinds[i]);
        cr_expect_eq(def.dimension, 3);
        expect_refused(&def, CLD_BAD_VALUE, "/type");
    }
    cr_expect_str_eq(cld_kind_name(CLD_HULL), "hull");
    cr_expect_str_eq(cld_kind_name(CLD_KIND_COUNT), "unknown");
}

Test(definition, transforms_that_lose_a_dimension_or_deform_a_margin_are_refused) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = def.size[1] = def.size[2] = 1;
    def.transform = cld_transform_make_scale(cld_vec3_make(1, 0, 1));
    expect_refused(&def, CLD_BAD_TRANSFORM, "/transform");
    def.transform = cld_transform_make_scale(cld_vec3_make(1, 2, 1));
    def.margin = 0.1;
    expect_refused(&def, CLD_BAD_TRANSFORM, "/transform");
    def.margin = 0;
    expect_made(&def);
}

Test(definition, what_leaves_the_range_of_doubles_is_refused) {
    const double numbers[] = {NAN, INFINITY, 1e200};
    for (int i = 0; i < 3; i++) {
        cld_shape_def def = cld_shape_def_make(CLD_BOX);
        cld_status expected = isnan(numbers[i]) ? CLD_BAD_TRANSFORM : CLD_TOO_LARGE;
        def.size[0] = def.size[1] = def.size[2] = 1;
        def.transform.t.y = numbers[i];
        expect_refused(&def, expected, "/transform");
        def.transform = cld_transform_make_identity();
        def.transform.m.row[1].x = numbers[i];
        expect_refused(&def, expected, "/transform");
        def.transform = cld_transform_make_identity();
        def.transform.t_low.z = numbers[i];
        expect_refused(&def, expected, "/transform");
        def.transform = cld_transform_make_identity();
        def.transform.m_low.row[2].y = numbers[i];
        expect_refused(&def, expected, "/transform");
        cld_shape_def compound = cld_shape_def_make(CLD_COMPOUND);
        compound.children = &def, compound.child_count = 1;
        def.transform = cld_transform_make_identity();
        compound.transform.t.y = numbers[i];
        expect_refused(&compound, expected, "/transform");
    }
    const double far[] = {0, 0, 0, 0, 0, -1e102};
    cld_shape_def def = def_of(CLD_SEGMENT, far, 2);
    expect_refused(&def, CLD_TOO_LARGE, "/vertices/1/2");
    def = def_of(CLD_POINT, far, 2);
    expect_refused(&def, CLD_TOO_LARGE, "");
    def.points = far + 3, def.point_count = 1;
    expect_refused(&def, CLD_TOO_LARGE, "/position/2");
    def = cld_shape_def_make(CLD_SPHERE);
    def.radius = 1e100;
    def.transform = cld_transform_make_scale(cld_vec3_make(1e100, 1e100, 1e100));
    expect_refused(&def, CLD_TOO_LARGE, "");
    def = cld_shape_def_make(CLD_HALFSPACE);
    def.normal[2] = 2;
    def.offset = 1e101;
    expect_made(&def);
    def.offset = 3e101;
    expect_refused(&def, CLD_TOO_LARGE, "/offset");
    def.offset = 1e60;
    def.transform = cld_transform_make_scale(cld_vec3_make(1e50, 1e50, 1e50));
    expect_refused(&def, CLD_TOO_LARGE, "");
}

/// Beyond it, products with a transform overflow: what is not a number must not be lost on the way.
Test(definition, lengths_are_refused_where_they_stand_whatever_the_transform) {
    static const double ends[] = {0, 0, 0, 0, 0, 1};
    const double scales[] = {1e-100, 1, 1e90}, lengths[] = {1.1e101, 1e250, DBL_MAX};
    for (int i = 0; i < 9; i++) {
        double s = scales[i % 3], length = lengths[i / 3];
        cld_shape_def def = cld_shape_def_make(CLD_BOX);
        def.transform = cld_transform_make_scale(cld_vec3_make(s, s, s));
        def.size[1] = length;
        expect_refused(&def, CLD_TOO_LARGE, "/size/1");
        def.size[1] = 1;
        def.margin = length;
        expect_refused(&def, CLD_TOO_LARGE, "/margin");
        def.margin = 0;
        def.kind = CLD_ELLIPSOID;
        def.radii[2] = length;
        expect_refused(&def, CLD_TOO_LARGE, "/radii/2");
        def.kind = CLD_HALFSPACE;
        def.normal[0] = 1;
        def.offset = -length;
        expect_refused(&def, CLD_TOO_LARGE, "/offset");
        const cld_kind rounds[] = {CLD_SPHERE, CLD_CAPSULE, CLD_CYLINDER, CLD_CONE};
        for (int k = 0; k < 4; k++) {
            def.kind = rounds[k];
            def.points = ends;
            def.point_count = k > 0 ? 2 : 0;
            def.radius = length;
            expect_refused(&def, CLD_TOO_LARGE, "/radius");
        }
    }
}

static cld_shape_def compound_of(const cld_shape_def *children, size_t count) {
    cld_shape_def def = cld_shape_def_make(CLD_COMPOUND);
    def.dimension = 2;
    def.children = children;
    def.child_count = count;
    return def;
}

Test(definition, a_compound_takes_the_hulls_of_all_that_it_is_made_of_where_asked) {
    static const double dented[12] = {0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 4, 0};
    cld_shape_def child[2] = {def_of(CLD_POLYGON, dented, 4), def_of(CLD_POLYGON, dented, 4)};
    cld_shape_def inner = compound_of(child, 2), outer = compound_of(&inner, 1);
    expect_refused(&outer, CLD_NOT_CONVEX, "/children/0/children/0/vertices/2");
    child[0].convexify = true; // which does not speak for its neighbour
    expect_refused(&outer, CLD_NOT_CONVEX, "/children/0/children/1/vertices/2");
    child[1].convexify = true;
    expect_made(&outer);
    child[0].convexify = child[1].convexify = false;
    inner.convexify = true;
    expect_made(&inner);
    expect_made(&outer);
    inner.convexify = false;
    outer.convexify = true;
    expect_made(&outer);
    expect_refused(&inner, CLD_NOT_CONVEX, "/children/0/vertices/2");
}
