#include <criterion/criterion.h>
#include <string.h>

#include "base/arena.h"
#include "base/workers.h"
#include "shape/compound.h"
#include "shape/family.h"
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

static cld_shape *make(const instances *s, int i) {
    cld_shape_def def = s->def;
    def.transform = find_place(i);
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
        cld_shape_join_family(s->shape[i] = make(s, i), &s->def);
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
        cld_shape *a = make(&s, i), *b = make(&s, i + 1);
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
        cld_shape_join_family(shape[k] = shape_make(&compound), &compound);
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

/// What was audited has a hull before it joins.
Test(family, a_hull_that_a_shape_has_already_is_given_up_for_that_of_the_family) {
    instances s;
    set_up(&s);
    const cld_hull *own, *shared, *after;
    cld_shape *late = make(&s, 3);
    cr_assert_eq(cld_shape_find_hull(late, &own, NULL), CLD_OK);
    cr_assert_eq(cld_shape_find_hull(s.shape[0], &shared, NULL), CLD_OK);
    cld_shape_join_family(late, &s.def);
    cr_assert_eq(cld_shape_find_hull(late, &after, NULL), CLD_OK);
    cr_assert_eq(after, shared);
    cld_shape_destroy(late);
    tear_down(&s);
}
