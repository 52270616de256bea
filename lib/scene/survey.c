#include "scene/survey.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "base/workers.h"
#include "scene/rule.h"
#include "scene/sides.h"
#include "shape/halfspace.h"
#include "shape/shape.h"

/// Objects that a thread takes at a time.
enum { CHUNK = 1024 };

/// How far a box may reach beyond what it holds, as a share of its longest side: of a ball that a transform
/// left nearly round it is less than 1.7e-6 of the radius (cld_affine_find_similarity).
#define SKEW 1e-6

/// How far what is in the plane reaches out of it: z is no way out, so that boxes must say nothing there. It
/// is finite since what has a bound is found faster, and far beyond all coordinates.
#define OUT_OF_PLANE 1e300

void cld_catch_finding(cld_catch *caught, cld_finding finding) {
    cld_finding *items =
        cld_grow(caught->findings, &caught->finding_capacity, caught->finding_count, sizeof *items);
    if (items) {
        caught->findings = items;
        caught->findings[caught->finding_count++] = finding;
    } else {
        caught->failed = true;
    }
}

void cld_catch_problem(cld_catch *caught, cld_scene_problem problem) {
    cld_scene_problem *items =
        cld_grow(caught->problems, &caught->problem_capacity, caught->problem_count, sizeof *items);
    if (items) {
        caught->problems = items;
        caught->problems[caught->problem_count++] = problem;
    } else {
        caught->failed = true;
    }
}

static cld_status check_sizes(const cld_scene *scene, cld_error *err) {
    if (scene->object_count > CLD_MOST_OBJECTS)
        return cld_fail(err, CLD_TOO_LARGE, "", "a scene may have %d objects, got %zu", CLD_MOST_OBJECTS,
                        scene->object_count);
    return cld_rules_check(scene->rules, scene->rule_count, err);
}

static void measure_some(void *context, unsigned worker, size_t begin, size_t end) {
    cld_survey *survey = context;
    const cld_object *object = survey->scene->objects;
    cld_catch *caught = &survey->caught[worker];
    for (size_t i = begin; i < end && !caught->failed; i++) {
        const cld_shape *shape;
        if (i + 4 < end && !object[i + 4].is_packed)
            cld_shape_prefetch_one(object[i + 4].shape);
        caught->failed = cld_unpacked_find(&caught->unpacked, 0, &object[i], &shape, NULL) != CLD_OK;
        if (caught->failed)
            return;
        cld_vec3 lower, upper;
        cld_shape_find_box(shape, &lower, &upper);
        cld_box box = cld_box_make(lower, upper);
        if (!isfinite(upper.x))
            caught->far_tolerance =
                cld_max(caught->far_tolerance, CLD_DEFAULT_TOLERANCE * cld_shape_find_diagonal(shape));
        if (shape->dimension == 2) {
            box.lower[2] = -OUT_OF_PLANE;
            box.upper[2] = OUT_OF_PLANE;
        }
        cld_tree_set_box(&survey->tree, (uint32_t)i, &box);
        survey->place[i] = (uint32_t)i;
    }
}

/// The tolerance is a share of the diagonal of what the box is around, which a radius under a transform that
/// is only nearly a similarity may make larger by a few parts in a million, and rounding by the slack. So
/// half of the longest side is no longer than that diagonal, and all sides together are no shorter. Faces are
/// off by four ulps, the gap of two boxes by twice that.
static cld_extent make_extent(const cld_survey *survey, const cld_box *box) {
    const int dimension = box->upper[2] == OUT_OF_PLANE ? 2 : 3;
    cld_extent extent = {.box = *box, .most_tolerance = survey->far_tolerance};
    double magnitude = 0, longest = 0, sum = 0;
    if (!isfinite(box->upper[0]))
        return extent;
    for (int k = 0; k < dimension; k++) {
        double side = box->upper[k] - box->lower[k];
        magnitude = cld_max(magnitude, cld_max(fabs(box->lower[k]), fabs(box->upper[k])));
        longest = cld_max(longest, side);
        sum += side;
    }
    extent.slack = 8 * CLD_ROUNDOFF * magnitude;
    extent.skew = SKEW * longest;
    extent.least_tolerance = CLD_DEFAULT_TOLERANCE * cld_max(0, longest / 2 - extent.slack);
    extent.most_tolerance = CLD_DEFAULT_TOLERANCE * (sum + extent.slack);
    return extent;
}

cld_extent cld_survey_find_extent(const cld_survey *survey, uint32_t i) {
    const cld_box box = cld_survey_box(survey, i);
    return make_extent(survey, &box);
}

/// A face that rounding moved out by the slack moves a corner by less than twice that. Nothing is said of
/// what has no bound either, or is of another dimension, which no query answers.
static double find_gap_to_plane(const cld_survey *survey, unsigned thread, uint32_t plane,
                                const cld_extent *other) {
    const cld_object *object = &survey->scene->objects[plane];
    const cld_shape *halfspace;
    const int dimension = other->box.upper[2] == OUT_OF_PLANE ? 2 : 3;
    if (!isfinite(other->box.upper[0]) || cld_object_dimension(object) != dimension ||
        cld_unpacked_find(&survey->caught[thread].unpacked, 1, object, &halfspace, NULL) != CLD_OK)
        return -INFINITY;
    return cld_halfspace_find_gap(halfspace, other->box.lower, other->box.upper) - 2 * other->slack;
}

double cld_survey_find_gap(const cld_survey *survey, unsigned thread, uint32_t i, const cld_extent *of_i,
                           uint32_t j, const cld_extent *of_j) {
    if (cld_survey_is_halfspace(survey, i))
        return find_gap_to_plane(survey, thread, i, of_j);
    if (cld_survey_is_halfspace(survey, j))
        return find_gap_to_plane(survey, thread, j, of_i);
    return cld_box_find_gap(&of_i->box, &of_j->box) - of_i->slack - of_j->slack;
}

double cld_survey_find_room(const cld_extent *a, const cld_extent *b) {
    return cld_max(a->most_tolerance, b->most_tolerance) + a->slack + b->slack + a->skew + b->skew;
}

/// The first rule from `rule` on that is about near pairs and on whose side the objects of a row stand; the
/// number of rules if there is none.
static size_t find_rule(const cld_survey *survey, size_t row, size_t side, size_t rule) {
    const uint64_t *sides = survey->sides + survey->words * (2 * row + side);
    for (size_t word = rule / 64; word < survey->words; word++) {
        uint64_t rules = cld_survey_keep_near(survey, word, sides[word], rule);
        if (rules)
            return 64 * word + (size_t)__builtin_ctzll(rules);
    }
    return survey->scene->rule_count;
}

/// What is kept of the two sides of a rule: how many objects stand on each, or how far their boxes reach.
typedef struct rule_sides {
    double of[2];
} rule_sides;

/// How far the boxes of a rule's two sides have to reach so that those of a pair meet if the rule reaches
/// that far: half of its limit each, or the whole on a side of far fewer objects, or else one floor would
/// have the boxes of all that stand on it meet each other.
static rule_sides share_limit(double limit, const rule_sides *count) {
    const double *of = count->of;
    double first = 2 * of[0] <= of[1] ? limit : 2 * of[1] <= of[0] ? 0 : limit / 2;
    return (rule_sides){{first, limit - first}};
}

/// Sets the reach of each row: the longest that a rule about near pairs asks for. False when memory runs out.
static bool find_rule_reaches(const cld_survey *survey, double *of) {
    const cld_rule *rule = survey->scene->rules;
    const size_t rule_count = survey->scene->rule_count, side_count = 2 * survey->row_count;
    rule_sides *sides = calloc(rule_count + 1, sizeof *sides);
    if (!sides)
        return false;
    memset(of, 0, survey->row_count * sizeof *of);
    for (size_t i = 0; i < survey->scene->object_count; i++)
        of[survey->row[i]]++; // for now
    for (size_t k = 0; k < side_count; k++)
        for (size_t r = 0; (r = find_rule(survey, k / 2, k % 2, r)) < rule_count; r++)
            sides[r].of[k % 2] += of[k / 2];
    for (size_t r = 0; r < rule_count; r++)
        sides[r] = share_limit(cld_rule_find_reach(&rule[r]), &sides[r]);
    memset(of, 0, survey->row_count * sizeof *of);
    for (size_t k = 0; k < side_count; k++)
        for (size_t r = 0; (r = find_rule(survey, k / 2, k % 2, r)) < rule_count; r++)
            of[k / 2] = cld_max(of[k / 2], sides[r].of[k % 2]);
    free(sides);
    return true;
}

typedef struct reaches {
    const cld_survey *survey;
    double *of; ///< beside the rows
} reaches;

static double find_reach(const void *context, uint32_t i, const cld_box *box) {
    const reaches *reach = context;
    const cld_extent extent = make_extent(reach->survey, box);
    return reach->of[reach->survey->row[i]] + extent.most_tolerance + extent.slack;
}

static void place_some(void *context, unsigned worker, size_t begin, size_t end) {
    const cld_survey *survey = context;
    (void)worker;
    for (size_t place = begin; place < end; place++)
        survey->place[survey->tree.item[place]] = (uint32_t)place;
}

static cld_status build_tree(cld_survey *survey, cld_error *err) {
    reaches reach = {survey, malloc(survey->row_count * sizeof *reach.of)};
    if (!reach.of || !find_rule_reaches(survey, reach.of)) {
        free(reach.of);
        return cld_fail_memory(err);
    }
    cld_status status = cld_tree_build(&survey->tree, find_reach, &reach, survey->threads, err);
    free(reach.of);
    if (status == CLD_OK)
        cld_workers_run(survey->threads, survey->scene->object_count, CHUNK, place_some, survey);
    return status;
}

static void *add_zeros(cld_arena *arena, size_t count, size_t size) {
    void *zeros = cld_arena_add(arena, count, size);
    return zeros ? memset(zeros, 0, count * size) : NULL;
}

/// Makes room for what is noted of objects that rules want supported.
static bool make_supports(cld_survey *survey) {
    const cld_scene *scene = survey->scene;
    uint32_t count = 0;
    survey->requirement = cld_arena_add(&survey->arena, scene->rule_count, sizeof *survey->requirement);
    for (size_t i = 0; survey->requirement && i < scene->rule_count; i++) {
        survey->requirement[i] = count;
        count += cld_rule_find_role(&scene->rules[i]) == CLD_ROLE_REQUIRES;
    }
    survey->supported =
        add_zeros(&survey->arena, count * (scene->object_count / 64 + 1), sizeof *survey->supported);
    return survey->requirement && survey->supported;
}

static _Atomic uint64_t *find_supported(const cld_survey *survey, size_t rule, uint32_t i) {
    return &survey->supported[survey->requirement[rule] * (survey->scene->object_count / 64 + 1) + i / 64];
}

void cld_survey_note_support(const cld_survey *survey, size_t rule, uint32_t i) {
    _Atomic uint64_t *word = find_supported(survey, rule, i);
    uint64_t bit = UINT64_C(1) << i % 64;
    if (!(atomic_load_explicit(word, memory_order_relaxed) & bit))
        atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
}

bool cld_survey_is_supported(const cld_survey *survey, size_t rule, uint32_t i) {
    return atomic_load_explicit(find_supported(survey, rule, i), memory_order_relaxed) >> i % 64 & 1;
}

cld_status cld_survey_make(const cld_scene *scene, unsigned threads, cld_survey *survey, cld_error *err) {
    size_t count = scene->object_count, words = scene->rule_count / 64 + 1;
    *survey = (cld_survey){.scene = scene, .threads = threads, .words = words};
    cld_status status = check_sizes(scene, err);
    if (status != CLD_OK)
        return status;
    if ((status = cld_tree_make_room(count, &survey->tree, err)) != CLD_OK)
        return status;
    survey->place = cld_arena_add(&survey->arena, count, sizeof *survey->place);
    survey->near_rules = add_zeros(&survey->arena, 2 * words, sizeof *survey->near_rules);
    survey->caught = calloc(threads, sizeof *survey->caught);
    bool has_memory = survey->place && survey->near_rules && survey->caught && make_supports(survey);
    for (unsigned t = 0; has_memory && t < threads; t++)
        has_memory = (survey->caught[t].workspace = cld_workspace_create()) != NULL;
    if (!has_memory)
        return cld_fail_memory(err);
    survey->silencers = survey->near_rules + words;
    cld_workers_run(threads, count, CHUNK, measure_some, survey);
    for (unsigned t = 0; t < threads; t++) {
        if (survey->caught[t].failed)
            return cld_fail_memory(err);
        survey->far_tolerance = cld_max(survey->far_tolerance, survey->caught[t].far_tolerance);
    }
    status = cld_survey_mark(survey, err);
    return status == CLD_OK ? build_tree(survey, err) : status;
}

void cld_survey_clear(cld_survey *survey) {
    for (unsigned t = 0; survey->caught && t < survey->threads; t++) {
        cld_workspace_destroy(survey->caught[t].workspace);
        cld_unpacked_clear(&survey->caught[t].unpacked);
        free(survey->caught[t].findings);
        free(survey->caught[t].problems);
        cld_unanswered_clear(&survey->caught[t].unanswered);
    }
    free(survey->caught);
    free(survey->sides);
    cld_tree_clear(&survey->tree);
    cld_arena_clear(&survey->arena);
}

bool cld_survey_is_ignored(const cld_survey *survey, uint32_t i, uint32_t j) {
    size_t planes = survey->scene->rule_count;
    for (size_t word = 0; word < survey->words; word++) {
        uint64_t own = word == planes / 64 ? UINT64_C(1) << planes % 64 : 0;
        if (cld_survey_find_rules(survey, word, i, j) & survey->silencers[word] & ~own)
            return true;
    }
    return false;
}

bool cld_survey_ask(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j, cld_query *query,
                    cld_result *result) {
    cld_query_options options = cld_query_options_make();
    cld_catch *caught = &survey->caught[thread];
    const cld_object *objects = survey->scene->objects;
    const cld_shape *a, *b;
    cld_error err;
    cld_status status = cld_unpacked_find(&caught->unpacked, 0, &objects[i], &a, &err);
    if (status == CLD_OK)
        status = cld_unpacked_find(&caught->unpacked, 1, &objects[j], &b, &err);
    caught->failed |= status != CLD_OK;
    if (status != CLD_OK)
        return false;
    if (query(a, NULL, b, NULL, &options, caught->workspace, result, &err) == CLD_OK)
        return true;
    if (i > j) // what is told is the same, whichever way round a rule asked
        query(b, NULL, a, NULL, &options, caught->workspace, result, &err);
    caught->failed |=
        !cld_unanswered_add(&caught->unanswered, survey->scene, i < j ? i : j, i < j ? j : i, &err);
    return false;
}
