/// Objects that no pair has shown to be supported, and objects that a container must hold.

#include <stdatomic.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/workers.h"
#include "scene/judge.h"
#include "scene/rule.h"

/// Objects that a thread takes at a time.
enum { CHUNK = 16 };

typedef struct object_work {
    const cld_survey *survey;
    const cld_tree *tree; ///< over the objects' own boxes
    size_t rule;
    uint32_t *second; ///< the objects on the rule's second side
    size_t second_count;
} object_work;

/// An object, and what may support or hold it.
typedef struct neighbourhood {
    const object_work *work;
    unsigned thread;
    uint32_t self;
    bool is_in_doubt; ///< a pair that it is one of has no answer, which is a problem of its own
} neighbourhood;

/// Whether the rule lets j stand by i.
static bool may_stand_by(const cld_survey *survey, size_t rule, uint32_t i, uint32_t j) {
    return j != i && cld_survey_has_side(survey, rule, j, CLD_SECOND) &&
           !cld_survey_is_silenced(survey, i, j);
}

static double find_distance(void *context, uint32_t j, double most) {
    neighbourhood *n = context;
    const cld_survey *survey = n->work->survey;
    cld_result result;
    if (!may_stand_by(survey, n->work->rule, n->self, j) || cld_survey_find_gap(survey, n->self, j) > most)
        return INFINITY;
    if (cld_survey_find_distance(survey, n->thread, n->self, j, &result))
        return result.signed_distance;
    n->is_in_doubt = true;
    return INFINITY;
}

/// Reports an object that nothing supports or holds, with the nearest of what might.
static void report(const object_work *work, unsigned thread, uint32_t i, uint32_t nearest) {
    cld_finding finding = {.rule = (uint32_t)work->rule, .a = i, .b = nearest};
    cld_result result;
    if (nearest != CLD_NO_INDEX && cld_survey_find_distance(work->survey, thread, i, nearest, &result))
        finding.signed_distance = result.signed_distance;
    cld_catch_finding(&work->survey->caught[thread], finding);
}

static bool holds(neighbourhood *n, uint32_t container) {
    const cld_survey *survey = n->work->survey;
    const cld_extent *a = &survey->extent[n->self], *b = &survey->extent[container];
    const cld_box *in = &a->box, *out = &b->box;
    double room = cld_survey_tolerance(survey, n->self, container) + a->slack + b->slack;
    for (int k = 0; k < 3; k++)
        if (in->lower[k] < out->lower[k] - room || in->upper[k] > out->upper[k] + room)
            return false;
    cld_result result;
    survey->caught[n->thread].tested++;
    if (cld_survey_find_collision(survey, n->thread, n->self, container, &result))
        return result.containment == CLD_A_IN_B || result.containment == CLD_EQUAL;
    n->is_in_doubt = true;
    return false;
}

static bool is_held(neighbourhood *n) {
    for (size_t k = 0; k < n->work->second_count; k++) {
        uint32_t j = n->work->second[k];
        if (may_stand_by(n->work->survey, n->work->rule, n->self, j) && holds(n, j))
            return true;
    }
    return false;
}

/// Judges an object that no pair has shown to be supported.
static void judge_object(const object_work *work, unsigned thread, uint32_t i) {
    const cld_survey *survey = work->survey;
    bool is_support = survey->scene->rules[work->rule].kind == CLD_RULE_SUPPORTED;
    neighbourhood n = {.work = work, .thread = thread, .self = i};
    if (!is_support && is_held(&n))
        return;
    uint32_t nearest = cld_tree_find_nearest(work->tree, &survey->extent[i].box, find_distance, &n);
    // The only container has nothing to be in.
    if (!n.is_in_doubt && (is_support || nearest != CLD_NO_INDEX))
        report(work, thread, i, nearest);
}

static void judge_some(void *context, unsigned thread, size_t begin, size_t end) {
    const object_work *work = context;
    const cld_survey *survey = work->survey;
    for (uint32_t i = (uint32_t)begin; i < end; i++) {
        size_t cell = i * survey->scene->rule_count + work->rule;
        if (cld_survey_has_side(survey, work->rule, i, CLD_FIRST) &&
            !atomic_load_explicit(&survey->supported[cell], memory_order_relaxed))
            judge_object(work, thread, i);
    }
}

static void judge_rule(object_work *work) {
    const cld_survey *survey = work->survey;
    size_t count = survey->scene->object_count;
    work->second_count = 0;
    if (!work->second)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (cld_survey_has_side(survey, work->rule, i, CLD_SECOND))
            work->second[work->second_count++] = i;
    cld_workers_run(survey->threads, count, CHUNK, judge_some, work);
}

static cld_box find_box(const void *context, size_t i) {
    const cld_survey *survey = context;
    return survey->extent[i].box;
}

cld_status cld_judge_objects(const cld_survey *survey, cld_error *err) {
    const cld_scene *scene = survey->scene;
    cld_tree tree = {.item_count = 0};
    object_work work = {.survey = survey, .tree = &tree};
    cld_status status = CLD_OK;
    for (size_t rule = 0; rule < scene->rule_count && status == CLD_OK; rule++) {
        cld_rule_role role = cld_rule_rows[scene->rules[rule].kind].role;
        if (role != CLD_ROLE_REQUIRES && role != CLD_ROLE_CONTAINS)
            continue;
        if (!work.second) {
            work.second = malloc((scene->object_count + 1) * sizeof *work.second);
            status = work.second ? cld_tree_build(find_box, survey, scene->object_count, &tree, err)
                                 : cld_fail_memory(err);
        }
        work.rule = rule;
        if (status == CLD_OK)
            judge_rule(&work);
    }
    free(work.second);
    cld_tree_clear(&tree);
    return status;
}
