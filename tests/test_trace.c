#include <criterion/criterion.h>
#include <string.h>

#include "math/vec.h"
#include "narrow/trace.h"
#include "shape/compound.h"
#include "support/generate.h"
#include "support/kinds.h"
#include "support/magnitude.h"

enum { MOST_STEPS = 4096, PAIRS = 25, PAIRS_OF_A_KIND = 4, FAILURES_SHOWN = 3 };

typedef struct steps {
    cld_trace_step at[MOST_STEPS];
    size_t count;
} steps;

static void keep(void *context, const cld_trace_step *step) {
    steps *all = context;
    if (all->count < MOST_STEPS)
        all->at[all->count] = *step;
    all->count++;
}

static bool is_near(cld_vec3 p, cld_vec3 q, double size) { return cld_length(cld_sub(p, q)) <= 1e-12 * size; }

/// Whether `p` is the vertex with that index, and no vertex of the core is farther along n.
static bool is_support(const cld_shape *shape, uint32_t index, cld_vec3 p, cld_vec3 n, double size) {
    if (index == CLD_NO_INDEX)
        return true;
    if (index >= shape->core.count ||
        !is_near(p, cld_add(shape->centre, cld_cloud_at(&shape->core, index)), size))
        return false;
    double farthest = -INFINITY;
    for (uint32_t i = 0; i < shape->core.count; i++)
        farthest = fmax(farthest, cld_dot(n, cld_add(shape->centre, cld_cloud_at(&shape->core, i))));
    return cld_dot(n, p) >= farthest - 1e-12 * size;
}

/// What is wrong with a step of a pair of convex shapes; NULL for nothing. `size` is that of all coordinates.
static const char *find_fault(const cld_trace_step *s, const cld_shape *a, const cld_shape *b,
                              const cld_result *r, double size) {
    double slack = 1e-11 * size;
    if (s->lower > r->upper + slack || s->upper < r->lower - slack)
        return "bounds that do not hold the distance";
    if (s->has_direction && fabs(cld_length(s->direction) - 1) > 1e-12)
        return "a direction that is not unit";
    if (s->has_support && !is_near(s->support.w, cld_sub(s->support.a, s->support.b), size))
        return "a support point that is not a - b";
    if (s->has_support && !is_support(a, s->support.index_a, s->support.a, s->direction, size))
        return "a vertex of A that is not the farthest";
    if (s->has_support && !is_support(b, s->support.index_b, s->support.b, cld_negate(s->direction), size))
        return "a vertex of B that is not the farthest";
    for (uint32_t i = 0; i < s->face_count; i++)
        if (fabs(cld_dot(s->direction, cld_sub(s->face[i].w, s->face[0].w))) > 1e-6 * size)
            return "a face that is not orthogonal to its normal";
    if (s->face_count == 3) {
        cld_vec3 n = cld_cross(cld_sub(s->face[1].w, s->face[0].w), cld_sub(s->face[2].w, s->face[0].w));
        if (cld_dot(n, s->direction) < 0)
            return "a face that is wound the wrong way";
    }
    return NULL;
}

typedef struct trial {
    cld_workspace *workspace;
    steps steps;
    cld_result result;
} trial;

/// Asks with and without a trace. False where there is no answer.
static bool ask(trial *t, const cld_shape *a, const cld_shape *b, cld_algorithm algorithm) {
    cld_query_options options = cld_query_options_make();
    options.algorithm = algorithm;
    cld_trace trace = {keep, &t->steps};
    cld_result plain;
    cld_error err;
    t->steps.count = 0;
    if (cld_find_collision(a, NULL, b, NULL, &options, t->workspace, &plain, &err))
        return false;
    options.trace = &trace;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, t->workspace, &t->result, &err), CLD_OK);
    plain.contacts = t->result.contacts;
    plain.stats = t->result.stats;
    cr_expect_eq(memcmp(&plain.normal, &t->result.normal, sizeof plain.normal), 0);
    cr_expect(plain.signed_distance == t->result.signed_distance && plain.lower == t->result.lower);
    return true;
}

/// Each step of GJK and EPA asks for a support, an octahedron for six more.
static bool has_counted(const steps *s, const cld_query_stats *stats) {
    size_t gjk = 0, supports = 0;
    for (size_t i = 0; i < s->count; i++) {
        bool is_gjk = s->at[i].kind == CLD_TRACE_GJK, is_epa = s->at[i].kind == CLD_TRACE_EPA;
        gjk += is_gjk;
        supports += is_gjk + is_epa + (is_epa && s->at[i].simplex_count == 6 ? 6 : 0);
    }
    return gjk == stats->gjk_iterations && supports == stats->support_calls;
}

/// Checks that a trace of convex shapes is one from begin to end; returns what is wrong.
static const char *check(const trial *t, const cld_shape *a, const cld_shape *b) {
    const steps *s = &t->steps;
    if (s->count < 3 || s->count > MOST_STEPS)
        return s->count < 3 ? "no steps" : NULL;
    const cld_trace_step *last = &s->at[s->count - 1];
    if (s->at[0].kind != CLD_TRACE_PAIR || last->kind != CLD_TRACE_ANSWER)
        return "no beginning or no end";
    if (last->lower != t->result.lower || last->upper != t->result.upper)
        return "an end with other bounds than the result";
    double size = cld_max_abs(t->result.closest_a) + cld_max_abs(t->result.closest_b) +
                  fabs(t->result.signed_distance) + find_magnitude(a) + find_magnitude(b);
    for (size_t i = 1; i + 1 < s->count; i++) {
        const char *fault = find_fault(&s->at[i], a, b, &t->result, size);
        if (fault)
            return fault;
    }
    return NULL;
}

static size_t count_kind(const steps *s, cld_trace_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += s->at[i].kind == kind;
    return count;
}

Test(trace, tells_real_supports_and_ends_with_the_bounds_of_the_result) {
    static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_SAT, CLD_SAMPLING};
    trial *t = calloc(1, sizeof *t);
    t->workspace = cld_workspace_create();
    size_t failures = 0, counted = 0, told[CLD_TRACE_KIND_COUNT] = {0};
    for (size_t f = 0; f < pair_family_count; f++)
        for (uint64_t seed = 0; seed < PAIRS; seed++) {
            test_pair pair;
            pair_make(&pair_families[f], seed, &pair);
            cld_shape_def def[2] = {cld_shape_def_make(CLD_HULL), cld_shape_def_make(CLD_HULL)};
            def[0].points = pair.a.at[0], def[0].point_count = pair.a.count;
            def[1].points = pair.b.at[0], def[1].point_count = pair.b.count;
            cld_shape *a = kind_def_create(&def[0]), *b = kind_def_create(&def[1]);
            if (a && b && ask(t, a, b, algorithms[seed % 3])) {
                const char *fault = check(t, a, b);
                counted += algorithms[seed % 3] == CLD_AUTO && has_counted(&t->steps, &t->result.stats);
                for (size_t i = 0; i < CLD_TRACE_KIND_COUNT; i++)
                    told[i] += count_kind(&t->steps, (cld_trace_kind)i);
                if (fault && failures++ < FAILURES_SHOWN) {
                    cr_log_error("%s, seed %llu: %s", pair_families[f].name, (unsigned long long)seed, fault);
                    pair_print(stderr, &pair);
                }
            }
            cld_shape_destroy(a);
            cld_shape_destroy(b);
        }
    cr_expect_eq(failures, 0);
    cr_expect_gt(counted, 150, "%zu: the others are polished, which is no step", counted);
    cr_expect_gt(told[CLD_TRACE_GJK], 100);
    cr_expect_gt(told[CLD_TRACE_EPA], 100);
    cr_expect_gt(told[CLD_TRACE_SAT], 100);
    cr_expect_gt(told[CLD_TRACE_SAMPLING], 100);
    cld_workspace_destroy(t->workspace);
    free(t);
}

/// Whether all vertices are as high along d, and no other vertex of the shape is higher.
static bool is_top(const cld_shape *shape, const uint32_t *vertex, size_t count, cld_vec3 d) {
    double highest = -INFINITY, lowest = INFINITY;
    for (uint32_t i = 0; i < shape->core.count; i++)
        highest = fmax(highest, cld_dot(d, cld_cloud_at(&shape->core, i)));
    for (size_t i = 0; i < count; i++)
        lowest = fmin(lowest, cld_dot(d, cld_cloud_at(&shape->core, vertex[i])));
    return lowest >= highest - 1e-9 * shape->reach;
}

/// Whether what an axis comes from lies across it, at the top of the shape.
static bool is_source(const cld_shape *shape, cld_trace_source source, cld_vec3 d) {
    const cld_hull *hull;
    cr_assert_eq(cld_shape_find_hull(shape, &hull, NULL), CLD_OK);
    const uint32_t *start = hull->face_start + source.index;
    if (!source.is_face)
        return source.index < hull->edge_count && is_top(shape, hull->edge_vertex[source.index], 2, d);
    return source.index < hull->face_count &&
           is_top(shape, hull->face_vertex + start[0], start[1] - start[0], d);
}

/// How many axes of two boxes, one in a pose that floats have rounded, come from an edge of each.
static size_t count_axes_of_edges(trial *t, const cld_shape *a, const cld_shape *b, random_state *r) {
    cld_pose pose = cld_pose_make((cld_quat){random_real(r, -1, 1), 0.3, 0.5, 1}, (cld_vec3){0, 1, 0});
    for (double *x = &pose.r.row[0].x; x < &pose.r.row[0].x + 9; x++)
        *x = (double)(float)*x;
    cld_query_options options = cld_query_options_make();
    cld_trace trace = {keep, &t->steps};
    options.trace = &trace;
    t->steps.count = 0;
    cr_assert_eq(cld_find_collision(a, &pose, b, NULL, &options, t->workspace, &t->result, NULL), CLD_OK);
    size_t edges = 0;
    for (size_t k = 0; k < t->steps.count; k++) {
        const cld_trace_step *s = &t->steps.at[k];
        edges += s->source_a.is_set && s->source_b.is_set && s->source_a.index < 12 && s->source_b.index < 12;
    }
    return edges;
}

/// Bricks turned and sheared, or along each other, some of these rounded.
Test(trace, says_which_faces_and_edges_the_axes_of_bricks_come_from) {
    trial *t = calloc(1, sizeof *t);
    t->workspace = cld_workspace_create();
    random_state r = random_make(8);
    size_t faces = 0, edges = 0, faces_expected = 0, edges_expected = 0;
    for (int i = 0; i < 300; i++) {
        cld_shape *shape[2];
        for (int k = 0; k < 2; k++) {
            cld_shape_def def = cld_shape_def_make(CLD_BOX);
            double *m = &def.transform.m.row[0].x;
            for (int j = 0; j < 3; j++)
                def.size[j] = random_real(&r, 0.5, 2);
            for (int j = 0; j < 9 && i % 3 > 0; j++)
                m[j] += random_real(&r, -0.3, 0.3) * (i % 3);
            def.margin = i % 6 ? 0 : 0.125;
            def.transform.t.x = k * random_real(&r, 0, 3);
            def.transform.t.y = k * random_real(&r, 0, 0.25);
            shape[k] = kind_def_create(&def);
            cr_assert(shape[k]);
        }
        bool are_bricks = shape[0]->is_brick && shape[1]->is_brick; // nearly all are, to rounding
        faces_expected += are_bricks ? 6 : 0;
        edges_expected += !are_bricks ? 0 : i % 3 ? 9 : 6; // along each other, three pairs are parallel
        cr_assert(ask(t, shape[0], shape[1], CLD_AUTO));
        for (size_t k = 0; k < t->steps.count; k++) {
            const cld_trace_step *s = &t->steps.at[k];
            if (s->kind != CLD_TRACE_SAT)
                continue;
            bool of_a = s->source_a.is_set, of_b = s->source_b.is_set;
            cr_expect(s->has_direction && (of_a || of_b), "pair %d, step %zu", i, k);
            cr_expect(!of_a || is_source(shape[0], s->source_a, s->direction), "pair %d, step %zu", i, k);
            cr_expect(!of_b || is_source(shape[1], s->source_b, cld_negate(s->direction)),
                      "pair %d, step %zu", i, k);
            faces += of_a != of_b;
            edges += of_a && of_b && !s->source_a.is_face && !s->source_b.is_face;
        }
        cr_expect(!are_bricks || count_axes_of_edges(t, shape[0], shape[1], &r) == 9, "pair %d", i);
        cld_shape_destroy(shape[0]);
        cld_shape_destroy(shape[1]);
    }
    cr_expect_eq(faces, faces_expected);
    cr_expect_eq(edges, edges_expected);
    cr_expect_gt(faces, 1500, "%zu", faces);
    cld_workspace_destroy(t->workspace);
    free(t);
}

Test(trace, tells_of_every_pair_of_kinds) {
    size_t count, failures = 0;
    const kind_pair *pairs = kinds_list_pairs(&count);
    trial *t = calloc(1, sizeof *t);
    t->workspace = cld_workspace_create();
    for (size_t i = 0; i < count; i++)
        for (uint64_t seed = 0; seed < PAIRS_OF_A_KIND; seed++) {
            random_state r = random_make(1000 * i + seed);
            kind_def *first = kind_def_make(pairs[i].a, pairs[i].dimension, seed % 2, &r);
            kind_def *second = kind_def_make(pairs[i].b, pairs[i].dimension, seed % 2, &r);
            cld_shape *a = kind_def_create(&first->def), *b = kind_def_create(&second->def);
            const char *fault = NULL;
            if (a && b && ask(t, a, b, seed == 0 ? CLD_GJK_EPA : CLD_AUTO)) {
                bool compound = a->kind == CLD_COMPOUND || b->kind == CLD_COMPOUND;
                const cld_trace_step *last = &t->steps.at[t->steps.count - 1];
                if (!compound)
                    fault = check(t, a, b);
                else if (t->steps.count <= MOST_STEPS &&
                         (last->lower != t->result.lower || last->upper != t->result.upper))
                    fault = "an end with other bounds than the result";
            }
            if (fault && failures++ < FAILURES_SHOWN) {
                cr_log_error("%s and %s, seed %llu: %s", cld_kind_name(pairs[i].a), cld_kind_name(pairs[i].b),
                             (unsigned long long)seed, fault);
                kind_def_print(stderr, &first->def);
                kind_def_print(stderr, &second->def);
            }
            cld_shape_destroy(a);
            cld_shape_destroy(b);
            kind_def_destroy(first);
            kind_def_destroy(second);
        }
    cr_expect_eq(failures, 0);
    cld_workspace_destroy(t->workspace);
    free(t);
}

static cld_shape *make_box(double x) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = def.size[1] = def.size[2] = 1;
    def.transform = cld_transform_make_translation(cld_vec3_make(x, 0, 0));
    return kind_def_create(&def);
}

Test(trace, of_a_pair_turned_round_is_turned_round) {
    trial *t = calloc(2, sizeof *t);
    cld_shape *a = make_box(0), *b = make_box(0.75);
    for (int i = 0; i < 2; i++) {
        t[i].workspace = cld_workspace_create();
        cr_assert(ask(&t[i], i ? b : a, i ? a : b, CLD_GJK_EPA));
    }
    cr_assert_eq(t[0].steps.count, t[1].steps.count);
    for (size_t i = 0; i < t[0].steps.count; i++) {
        const cld_trace_step *p = &t[0].steps.at[i], *q = &t[1].steps.at[i];
        cr_expect_eq(p->support.index_a, q->support.index_b);
        cr_expect_eq(p->support.w.x, -q->support.w.x);
        cr_expect_eq(p->direction.y, -q->direction.y);
        cr_expect_eq(p->lower, q->lower);
    }
    for (int i = 0; i < 2; i++)
        cld_workspace_destroy(t[i].workspace);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    free(t);
}

/// Boxes of edge 1 have balls of radius 1/2 inside and of sqrt(3)/2 around them; 3 apart that proves a gap of
/// 3 - sqrt(3).
Test(trace, tells_what_balls_show_about_a_collision) {
    steps *s = calloc(1, sizeof *s);
    cld_trace trace = {keep, s};
    cld_query_options options = cld_query_options_make();
    options.trace = &trace;
    cld_workspace *workspace = cld_workspace_create();
    cld_shape *a = make_box(0), *b = make_box(3);
    bool colliding;
    cld_error err;
    cr_assert_eq(cld_shape_build_tables(a, &err), CLD_OK);
    cr_assert_eq(cld_shape_build_tables(b, &err), CLD_OK);
    cr_assert_eq(cld_is_colliding(a, NULL, b, NULL, &options, workspace, &colliding, &err), CLD_OK);
    cr_expect_not(colliding);
    cr_assert_eq(s->count, 1);
    cr_expect_eq(s->at[0].kind, CLD_TRACE_BALLS);
    cr_expect_float_eq(s->at[0].lower, 3 - 1.7320508075688772, 1e-12);
    cr_expect_geq(s->at[0].upper, 2);
    cr_expect_lt(s->at[0].upper, 3);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    cld_workspace_destroy(workspace);
    free(s);
}

/// Each pair of children begins anew; the last step is about the whole.
Test(trace, of_a_compound_names_the_children) {
    cld_shape_def child[2], def = cld_shape_def_make(CLD_COMPOUND);
    trial *t = calloc(1, sizeof *t);
    t->workspace = cld_workspace_create();
    for (int i = 0; i < 2; i++) {
        child[i] = cld_shape_def_make(CLD_BOX);
        child[i].size[0] = child[i].size[1] = child[i].size[2] = 1;
        child[i].transform = cld_transform_make_translation(cld_vec3_make(i ? 1.125 : -1.5, 0, 0));
    }
    def.children = child;
    def.child_count = 2;
    cld_shape *a = kind_def_create(&def), *b = make_box(0.25);
    cr_assert(ask(t, a, b, CLD_AUTO));
    const steps *s = &t->steps;
    cr_expect_eq(s->at[0].kind, CLD_TRACE_PAIR);
    cr_expect_eq(s->at[0].child_a, 1);
    cr_expect_eq(s->at[0].child_b, CLD_NO_INDEX);
    cr_expect_eq(s->at[s->count - 1].kind, CLD_TRACE_ANSWER);
    cr_expect_eq(s->at[s->count - 2].kind, CLD_TRACE_ANSWER);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    cld_workspace_destroy(t->workspace);
    free(t);
}
