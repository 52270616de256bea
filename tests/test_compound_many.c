/// Compounds of many children, whose tree must lead to what a look at all of them finds.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "shape/compound.h"
#include "support/kinds.h"
#include "support/random.h"
#include "support/shapes.h"

enum { MOST = 60 };

typedef struct many {
    cld_shape *shape;
    bool is_posed;
    cld_pose pose;
} many;

static const cld_pose *pose_of(const many *m) { return m->is_posed ? &m->pose : NULL; }

static cld_result ask(const many *a, const many *b, const cld_query_options *options) {
    return shape_ask(a->shape, pose_of(a), b->shape, pose_of(b), options);
}

static cld_pose make_pose(random_state *r, int dimension) {
    bool space = dimension == 3;
    return cld_pose_make(
        (cld_quat){space ? random_short(r) : 0, space ? random_short(r) : 0, random_short(r), 1},
        (cld_vec3){2 * random_short(r), 2 * random_short(r), space ? random_short(r) : 0});
}

/// Children of any bounded kind, or of simple ones where there are many, some of them the same; or one shape.
static many make_many(random_state *r, int dimension, bool has_plane) {
    static const cld_kind space[] = {CLD_BOX,     CLD_SPHERE, CLD_HULL,     CLD_POINT,
                                     CLD_CAPSULE, CLD_CONE,   CLD_CYLINDER, CLD_ELLIPSOID},
                          plane[] = {CLD_RECTANGLE, CLD_CIRCLE, CLD_POLYGON, CLD_POINT};
    cld_shape_def list[MOST];
    kind_def *kinds[MOST];
    bool coarse = random_one_in(r, 2);
    int count = random_one_in(r, 4) ? 1 : random_int(r, 2, random_one_in(r, 2) ? 5 : MOST),
        kind_count = dimension == 2 ? 4
                     : count > 8    ? 4
                                    : 8;
    for (int i = 0; i < count; i++) {
        cld_kind kind = (dimension == 2 ? plane : space)[random_int(r, 0, kind_count - 1)];
        kinds[i] = kind_def_make(has_plane && i == 1 ? CLD_HALFSPACE : kind, dimension, coarse, r);
        list[i] = i > 1 && random_one_in(r, 8) ? list[random_int(r, 0, i - 1)] : kinds[i]->def;
        cld_vec3 away = {6 * random_short(r), 6 * random_short(r), dimension == 3 ? 6 * random_short(r) : 0};
        list[i].transform.t = cld_add(list[i].transform.t, coarse ? cld_vec3_make(0, 0, 0) : away);
    }
    cld_shape_def compound = cld_shape_def_make(CLD_COMPOUND);
    compound.dimension = dimension;
    compound.children = list;
    compound.child_count = (size_t)count;
    many made = {kind_def_create(count == 1 && random_one_in(r, 2) ? &list[0] : &compound),
                 random_one_in(r, 2), make_pose(r, dimension)};
    for (int i = 0; i < count; i++)
        kind_def_destroy(kinds[i]);
    return made;
}

/// The deepest, else nearest pair of leaves, and bounds on how deep, by a look at all of them.
static cld_result look_at_all(const many *a, const many *b, double tolerance) {
    cld_query_options options = cld_query_options_make();
    options.tolerance = tolerance;
    cld_result best = {.signed_distance = INFINITY, .lower = INFINITY, .upper = INFINITY};
    for (uint32_t i = 0; i < cld_shape_count_leaves(a->shape); i++)
        for (uint32_t j = 0; j < cld_shape_count_leaves(b->shape); j++) {
            uint32_t child_a, child_b;
            const cld_shape *p = cld_shape_leaf(a->shape, i, &child_a),
                            *q = cld_shape_leaf(b->shape, j, &child_b);
            cld_result r = shape_ask(p, pose_of(a), q, pose_of(b), &options);
            double lower = fmin(best.lower, r.lower), upper = fmin(best.upper, r.upper);
            if (r.signed_distance < best.signed_distance)
                best = r;
            best.lower = lower, best.upper = upper;
        }
    best.upper = fmax(best.upper, best.signed_distance);
    return best;
}

static void expect_the_same(const cld_result *found, const cld_result *all, uint64_t seed) {
    unsigned long long s = seed;
    cr_expect_eq(found->signed_distance, all->signed_distance, "seed %llu: %.17g, not %.17g", s,
                 found->signed_distance, all->signed_distance);
    cr_expect_eq(found->outcome, all->outcome, "seed %llu", s);
    cr_expect_eq(found->upper, all->upper, "seed %llu: %.17g, not %.17g", s, found->upper, all->upper);
    cr_expect_eq(found->lower, all->lower, "seed %llu: %.17g, not %.17g", s, found->lower, all->lower);
}

Test(compound_many, answers_as_a_look_at_all_pairs_of_children_does) {
    int outcomes[3] = {0};
    cld_workspace *workspace = cld_workspace_create();
    for (uint64_t seed = 0; seed < random_trials(600); seed++) {
        random_state r = random_make(seed);
        int dimension = random_int(&r, 2, 3);
        many a = make_many(&r, dimension, random_one_in(&r, 6)), b = make_many(&r, dimension, false);
        if (!a.shape || !b.shape) {
            cld_shape_destroy(a.shape);
            cld_shape_destroy(b.shape);
            continue;
        }
        cld_query_options options = cld_query_options_make();
        options.tolerance = random_one_in(&r, 2) ? -1 : random_real(&r, 0, 0.5);
        cld_result found = ask(&a, &b, &options), swapped = ask(&b, &a, &options),
                   all = look_at_all(&a, &b, found.tolerance);
        expect_the_same(&found, &all, seed);
        expect_the_same(&swapped, &all, seed);
        cr_expect_eq(found.feature_a.child, swapped.feature_b.child, "seed %llu", (unsigned long long)seed);
        cr_expect_eq(found.feature_b.child, swapped.feature_a.child, "seed %llu", (unsigned long long)seed);
        outcomes[found.outcome]++;

        cld_result depth;
        bool colliding;
        cr_assert_eq(
            cld_find_depth(a.shape, pose_of(&a), b.shape, pose_of(&b), &options, workspace, &depth, NULL),
            CLD_OK);
        cr_assert_eq(cld_is_colliding(a.shape, pose_of(&a), b.shape, pose_of(&b), &options, workspace,
                                      &colliding, NULL),
                     CLD_OK);
        cr_expect_eq(colliding, found.outcome != CLD_SEPARATED, "seed %llu", (unsigned long long)seed);
        cr_expect_eq(depth.outcome, found.outcome, "seed %llu", (unsigned long long)seed);
        if (colliding)
            expect_the_same(&depth, &all, seed);
        cld_shape_destroy(a.shape);
        cld_shape_destroy(b.shape);
    }
    cld_workspace_destroy(workspace);
    for (int i = 0; i < 3; i++)
        cr_expect_geq(outcomes[i], (int)(random_trials(600) / 100), "%s: %d", cld_outcome_name(i),
                      outcomes[i]);
}

/// Bounds are wide where a transform leaves balls not quite round: wider than what is far enough here.
Test(compound_many, have_depths_with_the_bounds_of_distances) {
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    options.tolerance = 1e-12;
    cld_shape_def ball = cld_shape_def_make(CLD_SPHERE), whole = cld_shape_def_make(CLD_COMPOUND);
    ball.radius = 1;
    ball.transform = cld_transform_make_scale((cld_vec3){1, 1 + 9e-7, 1});
    whole.children = &ball;
    whole.child_count = 1;
    cld_shape *a = shape_make(&whole);
    ball.transform.t.x = 2;
    cld_shape *b = shape_make(&ball);
    cld_result distance = shape_ask(a, NULL, b, NULL, &options), depth;
    cr_assert_eq(cld_find_depth(a, NULL, b, NULL, &options, workspace, &depth, NULL), CLD_OK);
    cr_expect_neq(depth.outcome, CLD_SEPARATED);
    cr_expect_gt(distance.upper, 1e-7);
    cr_expect_eq(depth.upper, distance.upper);
    cr_expect_eq(depth.lower, distance.lower);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    cld_workspace_destroy(workspace);
}

/// Each child in a slightly larger one somewhere in the other's list, or all but one of them.
Test(compound_many, is_inside_where_each_of_its_children_is_in_one_of_the_other) {
    cld_query_options options = cld_query_options_make();
    for (uint64_t seed = 0; seed < random_trials(200); seed++) {
        random_state r = random_make(seed);
        cld_shape_def inner[MOST], outer[MOST];
        int count = random_int(&r, 1, MOST), first = random_int(&r, 0, count - 1);
        for (int i = 0; i < count; i++) {
            cld_shape_def *p = &inner[i], *q = &outer[(i + first) % count];
            *p = cld_shape_def_make(CLD_BOX);
            for (int k = 0; k < 3; k++)
                p->size[k] = random_real(&r, 0.1, 1);
            p->transform = cld_transform_make_translation(
                (cld_vec3){5 * random_short(&r), 5 * random_short(&r), 5 * random_short(&r)});
            *q = *p;
            for (int k = 0; k < 3; k++)
                q->size[k] *= 1.25;
        }
        bool is_whole = random_one_in(&r, 2);
        if (!is_whole) // one reaches farther than any other
            inner[random_int(&r, 0, count - 1)].size[random_int(&r, 0, 2)] = 20;
        cld_shape_def defs[2] = {cld_shape_def_make(CLD_COMPOUND), cld_shape_def_make(CLD_COMPOUND)};
        defs[0].children = inner, defs[1].children = outer;
        defs[0].child_count = defs[1].child_count = (size_t)count;
        cld_shape *a = shape_make(&defs[0]), *b = shape_make(&defs[1]);
        cld_pose pose = make_pose(&r, 3), *posed = random_one_in(&r, 2) ? &pose : NULL;
        cr_expect_eq(shape_ask(a, posed, b, posed, &options).containment,
                     is_whole ? CLD_A_IN_B : CLD_CONTAINS_NONE, "seed %llu", (unsigned long long)seed);
        cr_expect_eq(shape_ask(b, posed, a, posed, &options).containment,
                     is_whole ? CLD_B_IN_A : CLD_CONTAINS_NONE, "seed %llu", (unsigned long long)seed);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

/// Whichever pair of children collides, and comes first.
Test(compound_many, have_no_answer_where_both_have_a_half_space) {
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (int i = 0; i < 16; i++) {
        cld_shape_def list[2][4], whole[2];
        cld_shape *shape[2];
        for (int k = 0; k < 2; k++) {
            for (int n = 0; n < 4; n++) {
                cld_shape_def *def = &list[k][n];
                *def = cld_shape_def_make(n == (k ? i % 4 : i / 4) ? CLD_HALFSPACE : CLD_BOX);
                def->normal[2] = def->kind == CLD_HALFSPACE;
                def->size[0] = def->size[1] = def->size[2] = def->kind == CLD_BOX;
                def->transform.t.x = n;
            }
            whole[k] = cld_shape_def_make(CLD_COMPOUND);
            whole[k].children = list[k];
            whole[k].child_count = 4;
            shape[k] = shape_make(&whole[k]);
        }
        cld_result r;
        bool colliding;
        cr_expect_eq(cld_find_collision(shape[0], NULL, shape[1], NULL, &options, workspace, &r, NULL),
                     CLD_UNSUPPORTED, "%d", i);
        cr_expect_eq(cld_find_depth(shape[0], NULL, shape[1], NULL, &options, workspace, &r, NULL),
                     CLD_UNSUPPORTED, "%d", i);
        cr_expect_eq(cld_is_colliding(shape[0], NULL, shape[1], NULL, &options, workspace, &colliding, NULL),
                     CLD_UNSUPPORTED, "%d", i);
        cld_shape_destroy(shape[0]);
        cld_shape_destroy(shape[1]);
    }
    cld_workspace_destroy(workspace);
}

/// Balls of radius 1 above a plate, `gap` and `other_gap` up, the first under a matrix that is a similarity
/// within 5e-7 only: the second, which is less deep, bounds the distance more closely.
static cld_shape *make_balls(double gap, double other_gap) {
    const cld_mat3 nearly = {{{1.0000005, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    cld_shape_def balls[2] = {cld_shape_def_make(CLD_SPHERE), cld_shape_def_make(CLD_SPHERE)},
                  whole = cld_shape_def_make(CLD_COMPOUND);
    balls[0].radius = balls[1].radius = 1;
    balls[0].transform = cld_transform_make_matrix(&nearly, (cld_vec3){0, 0, 1 + gap});
    balls[1].transform = cld_transform_make_translation((cld_vec3){4, 0, 1 + other_gap});
    whole.children = balls;
    whole.child_count = 2;
    return shape_make(&whole);
}

Test(compound_many, have_bounds_that_count_what_transforms_leave_of_all_children) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = def.size[1] = 20, def.size[2] = 2;
    def.transform = cld_transform_make_translation((cld_vec3){0, 0, -1});
    cld_shape *plate = shape_make(&def);
    cld_workspace *workspace = cld_workspace_create();
    for (int i = 0; i < 60; i++) {
        double gap = i % 3 * 0.05 + 1e-8 * i;
        cld_shape *balls = make_balls(gap, gap + (i % 4 - 1) * 1e-7);
        for (int k = 0; k < 3; k++) {
            cld_query_options options = {.tolerance = k ? gap + (k - 2) * 1e-7 : 0};
            cld_result whole = shape_ask(balls, NULL, plate, NULL, &options), depth;
            cr_assert_eq(cld_find_depth(balls, NULL, plate, NULL, &options, workspace, &depth, NULL), CLD_OK);
            cr_expect_eq(depth.outcome, whole.outcome, "%d, %d", i, k);
            if (whole.outcome != CLD_SEPARATED)
                cr_expect(depth.lower == whole.lower && depth.upper == whole.upper, "%d, %d", i, k);
            cld_error err;
            cr_assert_eq(cld_find_collision(balls, NULL, plate, NULL, &options, workspace, &whole, NULL),
                         CLD_OK);
            cr_expect_eq(cld_verify(balls, NULL, plate, NULL, &whole, &err), CLD_OK, "%d, %d: %s", i, k,
                         err.message);
        }
        cld_shape_destroy(balls);
    }
    cld_workspace_destroy(workspace);
    cld_shape_destroy(plate);
}

static bool holds(const cld_leaf_node *outer, const cld_leaf_node *inner) {
    return outer->lower.x <= inner->lower.x && outer->lower.y <= inner->lower.y &&
           outer->lower.z <= inner->lower.z && outer->upper.x >= inner->upper.x &&
           outer->upper.y >= inner->upper.y && outer->upper.z >= inner->upper.z && outer->skew >= inner->skew;
}

Test(compound_many, have_a_tree_with_each_leaf_once_in_boxes_that_hold_it) {
    for (uint64_t seed = 0; seed < random_trials(200); seed++) {
        random_state r = random_make(seed);
        many m = make_many(&r, 3, random_one_in(&r, 3));
        if (!m.shape || m.shape->kind != CLD_COMPOUND) {
            cld_shape_destroy(m.shape);
            continue;
        }
        const cld_leaf_node *nodes = m.shape->rare->leaf_nodes;
        uint32_t count = m.shape->rare->leaf_count, seen[MOST] = {0}, depth = 0, deepest = 0, end[64] = {0};
        cr_assert_eq(nodes[0].skip, 2 * count - 1);
        for (uint32_t n = 0; n < 2 * count - 1; n++) {
            while (depth > 0 && end[depth - 1] <= n)
                depth--;
            for (uint32_t k = 0; k < nodes[n].skip - n; k++)
                cr_expect(holds(&nodes[n], &nodes[n + k]), "seed %llu", (unsigned long long)seed);
            end[depth++] = nodes[n].skip;
            deepest = depth > deepest ? depth : deepest;
            if (nodes[n].leaf == CLD_NO_INDEX)
                continue;
            cld_vec3 lower, upper;
            cld_shape_find_box(m.shape->rare->leaves[nodes[n].leaf].shape, &lower, &upper);
            cr_expect(nodes[n].lower.x == lower.x && nodes[n].upper.z == upper.z);
            cr_expect_eq(nodes[n].skip, n + 1);
            seen[nodes[n].leaf]++;
        }
        for (uint32_t i = 0; i < count; i++)
            cr_expect_eq(seen[i], 1, "seed %llu: leaf %u", (unsigned long long)seed, i);
        cr_expect_leq(deepest, 7, "seed %llu: as deep as halving %u makes it", (unsigned long long)seed,
                      count);
        cld_shape_destroy(m.shape);
    }
}
