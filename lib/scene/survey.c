#include "scene/survey.h"

#include <stdlib.h>

#include "base/error.h"
#include "scene/problem.h"
#include "scene/rule.h"
#include "scene/selector.h"
#include "shape/shape.h"

static bool reserve(void **items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*items, more * size);
    if (!grown)
        return false;
    *items = grown;
    *capacity = more;
    return true;
}

void cld_catch_finding(cld_catch *caught, cld_finding finding) {
    void *items = caught->findings;
    if (reserve(&items, &caught->finding_capacity, caught->finding_count, sizeof finding)) {
        caught->findings = items;
        caught->findings[caught->finding_count++] = finding;
    } else {
        caught->failed = true;
    }
}

void cld_catch_problem(cld_catch *caught, cld_scene_problem problem) {
    void *items = caught->problems;
    if (reserve(&items, &caught->problem_capacity, caught->problem_count, sizeof problem)) {
        caught->problems = items;
        caught->problems[caught->problem_count++] = problem;
    } else {
        caught->failed = true;
    }
}

/// Marks the objects on one side of a rule, and tells of patterns that no object has.
static void mark_side(cld_survey *survey, size_t rule, unsigned char side) {
    const cld_scene *scene = survey->scene;
    const cld_selector *selector = side == CLD_FIRST ? &scene->rules[rule].first : &scene->rules[rule].second;
    unsigned char *sides = survey->sides + rule;
    for (size_t i = 0; i < scene->object_count && selector->count == 0; i++)
        sides[i * scene->rule_count] |= side;
    for (size_t k = 0; k < selector->count; k++) {
        bool found = false;
        for (size_t i = 0; i < scene->object_count; i++) {
            if (!cld_pattern_matches(selector->patterns[k], &scene->objects[i]))
                continue;
            sides[i * scene->rule_count] |= side;
            found = true;
        }
        if (!found)
            cld_catch_problem(&survey->caught[0], cld_make_unmatched(scene, rule, side == CLD_FIRST, k));
    }
}

static void measure(cld_survey *survey, size_t i) {
    cld_vec3 lower, upper;
    cld_shape_find_box(survey->scene->objects[i].shape, &lower, &upper);
    cld_box box = cld_box_make(lower, upper);
    double side[3] = {0, 0, 0}, magnitude = 0;
    for (int k = 0; k < 3; k++) {
        if (!isfinite(box.lower[k]) || !isfinite(box.upper[k]))
            continue;
        magnitude = fmax(magnitude, fmax(fabs(box.lower[k]), fabs(box.upper[k])));
        side[k] = box.upper[k] - box.lower[k];
    }
    survey->box[i] = box;
    bool is_bounded = survey->scene->objects[i].shape->kind != CLD_HALFSPACE;
    survey->tolerance[i] = is_bounded ? 1e-9 * cld_length_of_any((cld_vec3){side[0], side[1], side[2]}) : 0;
    // Faces are off by two ulps, the gap of two boxes by twice that.
    survey->slack[i] = 8 * CLD_ROUNDOFF * magnitude;
}

cld_status cld_survey_make(const cld_scene *scene, unsigned threads, cld_survey *survey, cld_error *err) {
    size_t count = scene->object_count, cells = count * scene->rule_count;
    *survey = (cld_survey){.scene = scene, .threads = threads};
    survey->sides = calloc(cells + 1, sizeof *survey->sides);
    survey->supported = calloc(cells + 1, sizeof *survey->supported);
    survey->box = malloc((count + 1) * sizeof *survey->box);
    survey->tolerance = malloc((count + 1) * sizeof *survey->tolerance);
    survey->slack = malloc((count + 1) * sizeof *survey->slack);
    survey->caught = calloc(threads, sizeof *survey->caught);
    bool has_memory = survey->sides && survey->supported && survey->box && survey->tolerance &&
                      survey->slack && survey->caught;
    for (unsigned t = 0; has_memory && t < threads; t++)
        has_memory = (survey->caught[t].workspace = cld_workspace_create()) != NULL;
    if (!has_memory)
        return cld_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        measure(survey, i);
    for (size_t rule = 0; rule < scene->rule_count; rule++) {
        mark_side(survey, rule, CLD_FIRST);
        if (cld_rule_rows[scene->rules[rule].kind].second_key)
            mark_side(survey, rule, CLD_SECOND);
    }
    return CLD_OK;
}

void cld_survey_clear(cld_survey *survey) {
    for (unsigned t = 0; survey->caught && t < survey->threads; t++) {
        cld_workspace_destroy(survey->caught[t].workspace);
        free(survey->caught[t].findings);
        free(survey->caught[t].problems);
    }
    free(survey->caught);
    free(survey->sides);
    free(survey->supported);
    free(survey->box);
    free(survey->tolerance);
    free(survey->slack);
}

bool cld_survey_relates(const cld_survey *survey, size_t rule, uint32_t i, uint32_t j) {
    size_t rules = survey->scene->rule_count;
    unsigned p = survey->sides[i * rules + rule], q = survey->sides[j * rules + rule];
    if (!cld_rule_rows[survey->scene->rules[rule].kind].second_key)
        return p & q & CLD_FIRST;
    return ((p & CLD_FIRST) && (q & CLD_SECOND)) || ((q & CLD_FIRST) && (p & CLD_SECOND));
}

bool cld_survey_is_silenced(const cld_survey *survey, uint32_t i, uint32_t j) {
    const cld_scene *scene = survey->scene;
    if (scene->objects[i].shape->kind == CLD_HALFSPACE && scene->objects[j].shape->kind == CLD_HALFSPACE)
        return true;
    for (size_t rule = 0; rule < scene->rule_count; rule++)
        if (scene->rules[rule].kind == CLD_RULE_IGNORE && cld_survey_relates(survey, rule, i, j))
            return true;
    return false;
}

double cld_survey_tolerance(const cld_survey *survey, uint32_t i, uint32_t j) {
    return fmax(survey->tolerance[i], survey->tolerance[j]);
}

double cld_survey_find_gap(const cld_survey *survey, uint32_t i, uint32_t j) {
    return cld_box_find_gap(&survey->box[i], &survey->box[j]) - survey->slack[i] - survey->slack[j];
}

bool cld_survey_is_colliding(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j) {
    cld_query_options options = cld_query_options_make();
    cld_catch *caught = &survey->caught[thread];
    const cld_object *objects = survey->scene->objects;
    bool colliding = false;
    cld_error err;
    cld_status status = cld_is_colliding(objects[i].shape, NULL, objects[j].shape, NULL, &options,
                                         caught->workspace, &colliding, &err);
    if (status != CLD_OK)
        cld_catch_problem(caught, cld_make_unanswered(survey->scene, i, j, &err));
    return colliding;
}

typedef cld_status find_answer(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                               const cld_pose *pose_b, const cld_query_options *options,
                               cld_workspace *workspace, cld_result *result, cld_error *err);

static bool ask(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j, find_answer *find,
                cld_result *result) {
    cld_query_options options = cld_query_options_make();
    cld_catch *caught = &survey->caught[thread];
    const cld_object *a = &survey->scene->objects[i], *b = &survey->scene->objects[j];
    cld_error err;
    cld_status status = find(a->shape, NULL, b->shape, NULL, &options, caught->workspace, result, &err);
    if (status != CLD_OK)
        cld_catch_problem(caught, cld_make_unanswered(survey->scene, i, j, &err));
    return status == CLD_OK;
}

bool cld_survey_find_distance(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j,
                              cld_result *result) {
    return ask(survey, thread, i, j, cld_find_distance, result);
}

bool cld_survey_find_collision(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j,
                               cld_result *result) {
    return ask(survey, thread, i, j, cld_find_collision, result);
}
