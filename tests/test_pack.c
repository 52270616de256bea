#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "shape/compound.h"
#include "shape/family.h"
#include "shape/given.h"
#include "shape/pack.h"
#include "support/kinds.h"
#include "support/shapes.h"

static bool is_same(const void *p, const void *q, size_t size) { return memcmp(p, q, size) == 0; }

/// All that queries read of the shapes is the same, to the last bit.
static void expect_same(const cld_shape *a, const cld_shape *b) {
    cr_assert_eq(a->kind, b->kind);
    cr_assert_eq(a->dimension, b->dimension);
    cr_assert_eq(a->core.count, b->core.count);
    cr_assert_eq(a->rare->leaf_count, b->rare->leaf_count);
    cr_assert_eq(cld_given_compare(a, b), 0);
    const double numbers[2][6] = {{a->reach, a->radius, a->diagonal, a->error, a->extent, (double)a->skew},
                                  {b->reach, b->radius, b->diagonal, b->error, b->extent, (double)b->skew}};
    cr_assert(is_same(numbers[0], numbers[1], sizeof numbers[0]));
    cr_assert(is_same(&a->centre, &b->centre, sizeof a->centre));
    cr_assert(is_same(a->curve, b->curve, sizeof *a->curve));
    size_t bytes = 3 * cld_cloud_stride(a->core.count) * sizeof(double);
    cr_assert(bytes == 0 || is_same(a->core.x, b->core.x, bytes));
    cr_assert(is_same(&a->rare->plane.normal, &b->rare->plane.normal, sizeof a->rare->plane.normal));
    cr_assert(is_same(&a->rare->plane.offset, &b->rare->plane.offset, sizeof a->rare->plane.offset));
    for (uint32_t i = 0; i < a->rare->leaf_count; i++) {
        cr_assert_eq(a->rare->leaves[i].child, b->rare->leaves[i].child);
        expect_same(a->rare->leaves[i].shape, b->rare->leaves[i].shape);
    }
}

static void expect_unpacked(const cld_shape_def *def) {
    cld_arena arena = {NULL};
    const cld_packed_shape *packed;
    cld_shape *shape = shape_make(def), *again = NULL;
    cld_shape_def own = *def;
    cld_family *families = NULL;
    for (int in_family = 0; in_family < 2; in_family++) {
        if (in_family)
            cr_assert_eq(cld_family_found(&families, &arena, &own, NULL), CLD_OK);
        cr_assert_eq(cld_pack(&own, in_family, &arena, &packed, NULL), CLD_OK);
        cr_assert_eq(cld_shape_unpack(packed, &again, NULL), CLD_OK);
        expect_same(shape, again);
        cld_shape_destroy(again);
    }
    cld_shape_destroy(shape);
    cld_families_clear(families);
    cld_arena_clear(&arena);
}

Test(pack, a_definition_of_any_kind_makes_the_same_shape_again) {
    size_t pairs, made = 0;
    const kind_pair *pair = kinds_list_pairs(&pairs);
    random_state r = random_make(1);
    for (size_t i = 0; i < 20 * pairs; i++) {
        kind_def *k = kind_def_make(pair[i % pairs].b, pair[i % pairs].dimension, i / pairs % 2, &r);
        cld_shape *shape = kind_def_create(&k->def);
        if (shape)
            expect_unpacked(&k->def);
        made += shape != NULL;
        cld_shape_destroy(shape);
        kind_def_destroy(k);
    }
    cr_assert_gt(made, 15 * pairs);
}

/// Those that are decimals of few digits and those that only look like it.
Test(pack, every_number_comes_back_to_the_last_bit) {
    static const double numbers[] = {0.0,        -0.0,        0.1,          -0.1,        1e-7,      1e-8,
                                     268435455,  268435456,   -268435455,   -268435456,  26.843546, 0.3,
                                     0.1 + 0.2,  1.0 / 3,     5e-324,       1e100,       -1e100,    0x1p-40,
                                     0.00000012, 12345.67891, -98765.43210, 123456789.5, 27.000001, 1e7};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    for (int i = 0; i < COUNT; i++) {
        double point[3] = {numbers[i], 0.5, 0.25};
        cld_shape_def def = cld_shape_def_make(CLD_POINT);
        def.points = point;
        def.point_count = 1;
        expect_unpacked(&def);
        point[1] = nextafter(0.5, 1);
        def.transform = cld_transform_make_translation((cld_vec3){0, 0.125, numbers[i]});
        expect_unpacked(&def);
    }
}

Test(pack, a_box_of_few_digits_takes_at_most_32_bytes_and_others_56) {
    random_state r = random_make(2);
    size_t bytes[2];
    for (int is_long = 0; is_long < 2; is_long++) {
        cld_arena arena = {NULL};
        const cld_packed_shape *packed;
        for (int i = 0; i < 10000; i++) {
            cld_shape_def def = cld_shape_def_make(CLD_BOX);
            double x[6];
            for (int k = 0; k < 6; k++)
                x[k] = is_long ? random_real(&r, 1, 1000) : random_int(&r, 1, 100000) / 1000.0;
            memcpy(def.size, x, sizeof def.size);
            def.transform = cld_transform_make_translation((cld_vec3){x[3], x[4], x[5]});
            cr_assert_eq(cld_shape_pack(&def, &arena, &packed, NULL), CLD_OK);
        }
        bytes[is_long] = cld_arena_measure(&arena);
        cld_arena_clear(&arena);
    }
    cr_expect_leq(bytes[0], 325000, "%zu", bytes[0]);
    cr_expect_leq(bytes[1], 565000, "%zu", bytes[1]);
}

Test(pack, lists_of_faces_edges_and_normals_are_not_packed) {
    static const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t edge[1][2] = {{0, 1}};
    cld_shape_def hull = cld_shape_def_make(CLD_HULL), compound = cld_shape_def_make(CLD_COMPOUND);
    cld_arena arena = {NULL};
    const cld_packed_shape *packed;
    cld_error err;
    hull.points = points;
    hull.point_count = 4;
    compound.children = &hull;
    compound.child_count = 1;
    expect_unpacked(&compound);
    hull = cld_shape_def_make(CLD_HULL); // which has had a family
    hull.points = points;
    hull.point_count = 4;
    hull.edge_vertex = edge;
    hull.edge_count = 1;
    cr_assert_eq(cld_shape_pack(&hull, &arena, &packed, &err), CLD_UNSUPPORTED);
    cr_assert_eq(cld_shape_pack(&compound, &arena, &packed, &err), CLD_UNSUPPORTED);
    cr_assert_str_eq(err.message, "a shape with faces, edges or normals cannot be packed");
    cld_arena_clear(&arena);
}

Test(pack, what_no_shape_can_be_made_of_is_refused_as_it_is_in_making_one) {
    enum { DEPTH = 100000 };
    const uint32_t too_many = (1 << 20) + 4; // which leaves 4 in the bits of a count
    cld_shape_def bad[5], *nested = calloc(DEPTH, sizeof *nested);
    double *points = calloc(3 * (size_t)too_many, sizeof *points);
    cld_arena arena = {NULL};
    cr_assert(nested && points);
    bad[0] = cld_shape_def_make(CLD_BOX);
    bad[0].kind = (cld_kind)(CLD_BOX + 16);
    bad[1] = cld_shape_def_make(CLD_HULL);
    bad[1].points = points;
    bad[1].point_count = too_many;
    bad[2] = cld_shape_def_make(CLD_SPHERE);
    bad[2].radius = -1;
    bad[3] = cld_shape_def_make(CLD_HULL);
    bad[3].point_count = 4;
    nested[0] = cld_shape_def_make(CLD_BOX);
    for (size_t i = 1; i < DEPTH; i++) {
        nested[i] = cld_shape_def_make(CLD_COMPOUND);
        nested[i].children = &nested[i - 1];
        nested[i].child_count = 1;
    }
    bad[4] = nested[DEPTH - 1];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const cld_packed_shape *packed;
        cld_shape *shape;
        cld_error expected, err;
        cld_status status = cld_shape_create(&bad[i], NULL, NULL, &shape, &expected);
        cr_assert_neq(status, CLD_OK);
        cr_expect_eq(cld_shape_pack(&bad[i], &arena, &packed, &err), status, "%zu", i);
        cr_expect_str_eq(err.message, expected.message);
        cr_expect_str_eq(err.pointer, expected.pointer);
    }
    cr_expect_eq(cld_arena_measure(&arena), 0);
    free(nested);
    free(points);
}
