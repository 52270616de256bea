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
    size_t rule;
    uint32_t *second; ///< the objects on the rule's second side, in their order
    size_t second_count;
    cld_tree tree; ///< over their safe boxes; its items are places in `second`
} object_work;

/// The box of an object with room for rounding, in it and in queries: the gap of two is no larger than any
/// distance that is found of their objects.
static cld_box find_safe_box(const cld_survey *survey, uint32_t i) {
    const cld_extent *extent = &survey->extent[i];
    return cld_box_grow(&extent->box, extent->slack + extent->tolerance);
}

/// An object, and what may support or hold it.
typedef struct neighbourhood {
    const object_work *work;
    unsigned thread;
    uint32_t self;
    bool is_in_doubt; ///< a pair that it is one of has no answer, which is a problem of its own
} neighbourhood;

/// Whether j, of the rule's second side, may stand by the object.
static bool may_stand_by(const neighbourhood *n, uint32_t j) {
    return j != n->self && !cld_survey_is_silenced(n->work->survey, n->self, j);
}

static double find_distance(void *context, uint32_t place) {
    neighbourhood *n = context;
    const cld_survey *survey = n->work->survey;
    uint32_t j = n->work->second[place];
    cld_result result;
    if (!may_stand_by(n, j))
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

static bool is_held_by(void *context, uint32_t place) {
    neighbourhood *n = context;
    const cld_survey *survey = n->work->survey;
    uint32_t container = n->work->second[place];
    const cld_extent *a = &survey->extent[n->self], *b = &survey->extent[container];
    const cld_box *in = &a->box, *out = &b->box;
    double room = cld_survey_tolerance(survey, n->self, container) + a->slack + b->slack;
    for (int k = 0; k < 3; k++)
        if (in->lower[k] < out->lower[k] - room || in->upper[k] > out->upper[k] + room)
            return false;
    if (!may_stand_by(n, container))
        return false;
    cld_result result;
    survey->caught[n->thread].tested++;
    if (cld_survey_find_collision(survey, n->thread, n->self, container, &result))
        return result.containment == CLD_A_IN_B || result.containment == CLD_EQUAL;
    n->is_in_doubt = true;
    return false;
}

static void judge_object(const object_work *work, unsigned thread, uint32_t i) {
    const cld_survey *survey = work->survey;
    bool is_support = survey->scene->rules[work->rule].kind == CLD_RULE_SUPPORTED;
    neighbourhood n = {.work = work, .thread = thread, .self = i};
    cld_box box = find_safe_box(survey, i);
    if (!is_support && cld_tree_has_meeting(&work->tree, &box, is_held_by, &n))
        return;
    uint32_t place = cld_tree_find_nearest(&work->tree, &box, find_distance, &n);
    uint32_t nearest = place < work->second_count ? work->second[place] : CLD_NO_INDEX;
    // The only container has nothing to be in.
    if (!n.is_in_doubt && (is_support || nearest != CLD_NO_INDEX))
        report(work, thread, i, nearest);
}

/// Whether the rule is about an object that no pair has shown to be supported.
static bool has_to_judge(const object_work *work, uint32_t i) {
    const cld_survey *survey = work->survey;
    size_t cell = i * survey->scene->rule_count + work->rule;
    return cld_survey_has_side(survey, work->rule, i, CLD_FIRST) &&
           !atomic_load_explicit(&survey->supported[cell], memory_order_relaxed);
}

static void judge_some(void *context, unsigned thread, size_t begin, size_t end) {
    const object_work *work = context;
    for (uint32_t i = (uint32_t)begin; i < end; i++)
        if (has_to_judge(work, i))
            judge_object(work, thread, i);
}

static cld_box find_box(const void *context, size_t place) {
    const object_work *work = context;
    return find_safe_box(work->survey, work->second[place]);
}

/// The tree is built only where somebody will ask it: where a rule is kept, mostly nobody does.
static cld_status judge_rule(object_work *work, cld_error *err) {
    const cld_survey *survey = work->survey;
    uint32_t count = (uint32_t)survey->scene->object_count;
    bool has_work = false;
    work->second_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        has_work |= has_to_judge(work, i);
        if (cld_survey_has_side(survey, work->rule, i, CLD_SECOND))
            work->second[work->second_count++] = i;
    }
    if (!has_work)
        return CLD_OK;
    cld_status status = cld_tree_build(find_box, work, work->second_count, &work->tree, err);
    if (status != CLD_OK)
        return status;
    cld_workers_run(survey->threads, count, CHUNK, judge_some, work);
    cld_tree_clear(&work->tree);
    return CLD_OK;
}

cld_status cld_judge_objects(const cld_survey *survey, cld_error *err) {
    const cld_scene *scene = survey->scene;
    object_work work = {.survey = survey};
    cld_status status = CLD_OK;
    for (size_t rule = 0; rule < scene->rule_count && status == CLD_OK; rule++) {
        cld_rule_role role = cld_rule_rows[scene->rules[rule].kind].role;
        if (role != CLD_ROLE_REQUIRES && role != CLD_ROLE_CONTAINS)
            continue;
        if (!work.second && !(work.second = malloc((scene->object_count + 1) * sizeof *work.second)))
            return cld_fail_memory(err);
        work.rule = rule;
        status = judge_rule(&work, err);
    }
    free(work.second);
    return status;
}
