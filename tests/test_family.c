#include <criterion/criterion.h>
#include <string.h>

#include "base/arena.h"
#include "base/workers.h"
#include "shape/compound.h"
#include "shape/family.h"
#include "shape/pack.h"
#include "support/random.h"
#include "support/shapes.h"

enum { POINTS = 40, SHAPES = 16 };

/// Shapes of one definition, each in another place.
typedef struct instances {
    double points[3 * POINTS];
    cld_shape_def def; ///< whose family was founded
    cld_arena arena;
    cld_family *families;
    cld_shape *shape[SHAPES];
    const cld_hull *hull[SHAPES];
} instances;

static cld_transform find_place(int i) {
    cld_transform turn = cld_transform_make_axis_angle((cld_vec3){1, 2, i}, 10 * i),
                  shift = cld_transform_make_translation((cld_vec3){0.125 * i, 0, 0.3 * i});
    return i % 2 ? shift : cld_transform_compose(&shift, &turn);
}

static cld_shape *make(const instances *s, int i, bool in_family) {
    cld_shape_def def = s->def;
    def.transform = find_place(i);
    def.family = in_family ? def.family : NULL;
    return shape_make(&def);
}

static void set_up(instances *s) {
    random_state r = random_make(1);
    *s = (instances){.def = cld_shape_def_make(CLD_HULL)};
    random_points(&r, s->points, POINTS, 1, 0);
    s->def.points = s->points;
    s->def.point_count = POINTS;
    cr_assert_eq(cld_family_found(&s->families, &s->arena, &s->def, NULL), CLD_OK);
    memset(s->points, 0, sizeof s->points); // the family has its own
    for (int i = 0; i < SHAPES; i++)
        s->shape[i] = make(s, i, true);
}

static void tear_down(instances *s) {
    for (int i = 0; i < SHAPES; i++)
        cld_shape_destroy(s->shape[i]);
    cld_families_clear(s->families);
    cld_arena_clear(&s->arena);
}

static void find_some(void *context, unsigned worker, size_t begin, size_t end) {
    instances *s = context;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        cld_shape_find_hull(s->shape[i], &s->hull[i], NULL);
}

Test(family, shapes_of_one_definition_have_one_hull_whichever_thread_asks_first) {
    instances s;
    set_up(&s);
    cld_workers_run(4, SHAPES, 1, find_some, &s);
    for (int i = 0; i < SHAPES; i++) {
        cr_assert_not_null(s.hull[i]);
        cr_assert_eq(s.hull[i], s.hull[0], "shape %d", i);
    }
    const cld_hull *again;
    cld_shape_forget_hull(s.shape[0]);
    cr_assert_eq(cld_shape_find_hull(s.shape[0], &again, NULL), CLD_OK);
    cr_assert_eq(again, s.hull[1]);
    tear_down(&s);
}

Test(family, answers_are_those_of_shapes_of_their_own) {
    instances s;
    set_up(&s);
    cld_query_options options = cld_query_options_make();
    size_t touched = 0;
    for (int i = 0; i + 1 < SHAPES; i++) {
        cld_shape *a = make(&s, i, false), *b = make(&s, i + 1, false);
        cld_result own = shape_ask(a, NULL, b, NULL, &options);
        cld_contact contacts[64];
        cr_assert_leq(own.contact_count, 64);
        memcpy(contacts, own.contacts, own.contact_count * sizeof *contacts);
        cld_result shared = shape_ask(s.shape[i], NULL, s.shape[i + 1], NULL, &options);
        cr_assert_eq(shared.signed_distance, own.signed_distance);
        cr_assert_eq(shared.contact_count, own.contact_count);
        cr_assert_eq(memcmp(contacts, shared.contacts, own.contact_count * sizeof *contacts), 0);
        touched += own.contact_count;
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_assert_gt(touched, 20);
    tear_down(&s);
}

Test(family, children_of_compounds_belong_to_families_of_their_own) {
    random_state r = random_make(2);
    double points[2][3 * POINTS];
    cld_shape_def children[2], compound = cld_shape_def_make(CLD_COMPOUND);
    for (int i = 0; i < 2; i++) {
        random_points(&r, points[i], POINTS, 1, 0);
        children[i] = cld_shape_def_make(CLD_HULL);
        children[i].points = points[i];
        children[i].point_count = POINTS;
    }
    compound.children = children;
    compound.child_count = 2;
    cld_arena arena = {NULL};
    cld_family *families = NULL;
    const cld_hull *hull[2][2];
    cld_shape *shape[2];
    cr_assert_eq(cld_family_found(&families, &arena, &compound, NULL), CLD_OK);
    for (int k = 0; k < 2; k++) {
        compound.transform = find_place(k);
        shape[k] = shape_make(&compound);
        for (int i = 0; i < 2; i++)
            cr_assert_eq(cld_shape_find_hull(shape[k]->rare->leaves[i].shape, &hull[k][i], NULL), CLD_OK);
    }
    for (int i = 0; i < 2; i++)
        cr_assert_eq(hull[0][i], hull[1][i]);
    cr_assert_neq(hull[0][0], hull[0][1]);
    cld_shape_destroy(shape[0]);
    cld_shape_destroy(shape[1]);
    cld_families_clear(families);
    cld_arena_clear(&arena);
}

static void count_warning(void *context, const cld_warning *warning) {
    (void)warning;
    ++*(int *)context;
}

Test(family, names_of_faces_are_found_for_the_first_shape_alone) {
    static const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t start[] = {0, 3, 6, 9}, vertex[] = {1, 2, 3, 0, 2, 1, 0, 3, 2}; // one is left out
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points;
    def.point_count = 4;
    def.face_start = start;
    def.face_vertex = vertex;
    def.face_count = 3;
    cld_arena arena = {NULL};
    cld_family *families = NULL;
    cld_shape *shape[4];
    int warnings[4] = {0};
    cr_assert_eq(cld_shape_create(&def, count_warning, &warnings[3], &shape[3], NULL), CLD_OK);
    cr_assert_eq(cld_family_found(&families, &arena, &def, NULL), CLD_OK);
    for (int i = 0; i < 2; i++) {
        def.transform = find_place(i);
        cr_assert_eq(cld_shape_create(&def, count_warning, &warnings[i], &shape[i], NULL), CLD_OK);
    }
    const cld_packed_shape *packed;
    cr_assert(cld_can_pack(&def));
    cr_assert_eq(cld_pack(&def, true, &arena, &packed, NULL), CLD_OK);
    cr_assert_eq(cld_shape_unpack(packed, &shape[2], NULL), CLD_OK);
    cr_assert_gt(warnings[3], 0);
    cr_assert_eq(warnings[0], warnings[3]); // all who want to know are told
    cr_assert_eq(warnings[1], warnings[3]);
    const uint32_t *own = shape[3]->rare->names.face;
    for (int i = 0; i < 3; i++) {
        const uint32_t *face = shape[i]->rare->names.face;
        cr_assert_eq(face, shape[0]->rare->names.face);
        cr_assert_neq(face, own);
        cr_assert_eq(memcmp(face, own, 4 * sizeof *own), 0);
        cr_assert_eq(shape[i]->given, shape[3]->given);
    }
    for (int i = 0; i < 4; i++)
        cld_shape_destroy(shape[i]);
    cld_families_clear(families);
    cld_arena_clear(&arena);
}

Test(family, lists_that_are_wrong_leave_nothing_behind) {
    static const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t start[] = {0, 3}, vertex[] = {0, 1, 9};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points;
    def.point_count = 4;
    def.face_start = start;
    def.face_vertex = vertex;
    def.face_count = 1;
    cld_arena arena = {NULL};
    cld_family *families = NULL;
    cld_shape *shape;
    cld_error err;
    cr_assert_eq(cld_family_found(&families, &arena, &def, NULL), CLD_OK);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_BAD_INDEX);
    cr_assert_str_eq(err.pointer, "/faces/0/2");
    cld_families_clear(families);
    cld_arena_clear(&arena);
}
