/// Objects that no pair has shown to be supported, and objects that a container must hold.
///
/// What may support or hold them is looked for in trees of objects that are silenced alike, so that all those
/// with which an object is silenced are left out at once, however many there are. Where few are alike, they
/// share a tree with others, and are left out one by one: of n that may support or hold, only root n or more
/// have a tree of their own, so that an object asks root n + 1 trees at most, the nearest first. How many it
/// leaves out one by one is bounded by n alone. Nothing much better is known where rules are many: whether
/// there is anything that an object is not silenced with is the problem of orthogonal vectors.
///
/// Source: R. Williams, A new algorithm for optimal 2-constraint satisfaction and its implications, 2005.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/workers.h"
#include "scene/judge.h"
#include "scene/rule.h"

/// A tree of their own have no fewer objects than these, for which one by one is as quick.
enum { LEAST_ALIKE = 64 };

/// Objects that a thread takes at a time.
enum { CHUNK = 16 };

/// Objects of a rule's second side, in their order.
typedef struct group {
    const uint32_t *object;
    uint32_t count;
    bool is_alike; ///< all of them are silenced with the same others
    cld_box box;   ///< around their safe boxes
    cld_tree tree; ///< over those; its items are places in `object`
} group;

typedef struct object_work {
    const cld_survey *survey;
    size_t rule;
    uint32_t *order;  ///< all objects, those that are silenced alike together, in their order
    uint32_t *second; ///< the objects on the rule's second side, group by group
    uint32_t *mixed;  ///< room for as many
    group *groups;
    size_t group_count;
    cld_tree forest; ///< over the boxes of the groups
} object_work;

/// The box of an object with room for rounding, in it and in queries: the gap of two is no larger than any
/// distance that is found of their objects.
static cld_box find_safe_box(const cld_survey *survey, uint32_t i) {
    const cld_extent extent = cld_survey_find_extent(survey, i);
    return cld_box_grow(&extent.box, extent.slack + extent.most_tolerance);
}

/// An object, and what may support or hold it.
typedef struct neighbourhood {
    const object_work *work;
    const group *group; ///< that is being searched
    unsigned thread;
    uint32_t self;
    cld_box box;      ///< its safe one
    uint32_t nearest; ///< of those looked at, the first of equally near ones; CLD_NO_INDEX if there is none
    double least;     ///< its distance
    bool is_in_doubt; ///< a pair that it is one of has no answer, which is a problem of its own
    uint32_t plane;   ///< a half-space that may stand by it, as one itself; CLD_NO_INDEX if there is none
} neighbourhood;

/// Keeps j, which is silenced, in mind if it and the object are half-spaces, of which nobody can tell.
static void note_plane(neighbourhood *n, uint32_t j) {
    const cld_survey *survey = n->work->survey;
    if (j != n->self && j < n->plane && cld_survey_is_of_halfspaces(survey, n->self, j) &&
        !cld_survey_is_ignored(survey, n->self, j))
        n->plane = j;
}

/// Whether j, of the rule's second side, may stand by the object.
static bool may_stand_by(neighbourhood *n, uint32_t j) {
    bool silenced = cld_survey_is_silenced(n->work->survey, n->self, j);
    if (silenced)
        note_plane(n, j);
    return j != n->self && !silenced;
}

static double find_distance(void *context, uint32_t place) {
    neighbourhood *n = context;
    const cld_survey *survey = n->work->survey;
    uint32_t j = n->group->object[place];
    cld_result result;
    if (!may_stand_by(n, j))
        return INFINITY;
    if (cld_survey_ask(survey, n->thread, n->self, j, cld_find_distance, &result))
        return result.signed_distance;
    n->is_in_doubt = true;
    return INFINITY;
}

/// Reports an object that nothing supports or holds, with the nearest of what might.
static void report(const object_work *work, unsigned thread, uint32_t i, uint32_t nearest) {
    cld_finding finding = {.rule = (uint32_t)work->rule, .a = i, .b = nearest};
    cld_result result;
    if (nearest != CLD_NO_INDEX &&
        cld_survey_ask(work->survey, thread, i, nearest, cld_find_distance, &result))
        finding.signed_distance = result.signed_distance;
    cld_catch_finding(&work->survey->caught[thread], finding);
}

static bool is_held_by(void *context, uint32_t place) {
    neighbourhood *n = context;
    const cld_survey *survey = n->work->survey;
    uint32_t container = n->group->object[place];
    const cld_extent a = cld_survey_find_extent(survey, n->self),
                     b = cld_survey_find_extent(survey, container);
    if (!cld_box_holds(&b.box, &a.box, cld_survey_find_room(&a, &b)) || !may_stand_by(n, container))
        return false;
    cld_result result;
    survey->caught[n->thread].tested++;
    if (cld_survey_ask(survey, n->thread, n->self, container, cld_find_collision, &result))
        return result.containment == CLD_A_IN_B || result.containment == CLD_EQUAL;
    n->is_in_doubt = true;
    return false;
}

/// Goes on to a group; false if nothing of it may stand by the object.
static bool enter_group(neighbourhood *n, uint32_t k) {
    n->group = &n->work->groups[k];
    if (!n->group->is_alike || !cld_survey_is_silenced(n->work->survey, n->self, n->group->object[0]))
        return true;
    for (uint32_t i = 0; i < n->group->count && i < 2; i++) // one may be the object itself
        note_plane(n, n->group->object[i]);
    return false;
}

static bool is_held_in_group(void *context, uint32_t k) {
    neighbourhood *n = context;
    return enter_group(n, k) && cld_tree_has_meeting(&n->group->tree, &n->box, is_held_by, n);
}

/// The distance of what is nearest in a group, infinite if that is farther than what is known.
static double find_distance_in_group(void *context, uint32_t k) {
    neighbourhood *n = context;
    double before = n->least;
    if (!enter_group(n, k))
        return INFINITY;
    uint32_t place = cld_tree_find_nearest(&n->group->tree, &n->box, find_distance, n, &n->least);
    if (place == UINT32_MAX)
        return INFINITY;
    if (n->least < before || n->group->object[place] < n->nearest)
        n->nearest = n->group->object[place];
    return n->least;
}

static bool is_held(neighbourhood *n) {
    return cld_tree_has_meeting(&n->work->forest, &n->box, is_held_in_group, n);
}

static void find_nearest(neighbourhood *n) {
    double least = n->least;
    cld_tree_find_nearest(&n->work->forest, &n->box, find_distance_in_group, n, &least);
}

static void judge_object(const object_work *work, unsigned thread, uint32_t i) {
    const cld_survey *survey = work->survey;
    bool is_support = cld_rule_find_role(&survey->scene->rules[work->rule]) == CLD_ROLE_REQUIRES;
    neighbourhood n = {.work = work,
                       .thread = thread,
                       .self = i,
                       .box = find_safe_box(survey, i),
                       .nearest = CLD_NO_INDEX,
                       .plane = CLD_NO_INDEX,
                       .least = INFINITY};
    if (!is_support && is_held(&n))
        return;
    find_nearest(&n);
    // Of an object with which all containers are silenced the rule says nothing. Asking about a plane tells
    // why there is no answer.
    cld_result none;
    if (n.plane != CLD_NO_INDEX)
        cld_survey_ask(survey, thread, i, n.plane, cld_find_distance, &none);
    else if (!n.is_in_doubt && (is_support || n.nearest != CLD_NO_INDEX))
        report(work, thread, i, n.nearest);
}

/// Whether the rule is about an object that no pair has shown to be supported. A container holds itself.
static bool has_to_judge(const object_work *work, uint32_t i) {
    const cld_survey *survey = work->survey;
    bool is_inside = cld_rule_find_role(&survey->scene->rules[work->rule]) == CLD_ROLE_CONTAINS;
    return cld_survey_has_side(survey, work->rule, i, CLD_FIRST) &&
           !(is_inside ? cld_survey_has_side(survey, work->rule, i, CLD_SECOND)
                       : cld_survey_is_supported(survey, work->rule, i));
}

static void judge_some(void *context, unsigned thread, size_t begin, size_t end) {
    const object_work *work = context;
    for (uint32_t i = (uint32_t)begin; i < end; i++)
        if (has_to_judge(work, i))
            judge_object(work, thread, i);
}

static cld_status add_group(object_work *work, const uint32_t *object, uint32_t count, bool is_alike,
                            cld_error *err) {
    group *g = &work->groups[work->group_count];
    *g = (group){.object = object, .count = count, .is_alike = is_alike};
    cld_status status = cld_tree_make_room(count, &g->tree, err);
    for (uint32_t k = 0; status == CLD_OK && k < count; k++) {
        cld_box box = find_safe_box(work->survey, object[k]);
        cld_tree_set_box(&g->tree, k, &box);
        if (k == 0)
            g->box = box;
        cld_box_include(&g->box, &box);
    }
    if (status == CLD_OK)
        status = cld_tree_build(&g->tree, NULL, NULL, 1, err);
    work->group_count += status == CLD_OK;
    return status;
}

static cld_status build_forest(object_work *work, cld_error *err) {
    cld_status status = cld_tree_make_room(work->group_count, &work->forest, err);
    for (uint32_t k = 0; status == CLD_OK && k < work->group_count; k++)
        cld_tree_set_box(&work->forest, k, &work->groups[k].box);
    return status == CLD_OK ? cld_tree_build(&work->forest, NULL, NULL, 1, err) : status;
}

/// The silencers on a side of which an object stands, in a word of those sides.
static uint64_t find_silencers(const cld_survey *survey, uint32_t i, size_t word) {
    return cld_survey_sides(survey, i)[word] & survey->silencers[word % survey->words];
}

static bool are_alike(const cld_survey *survey, uint32_t i, uint32_t j) {
    size_t word = 0;
    while (word < 2 * survey->words && find_silencers(survey, i, word) == find_silencers(survey, j, word))
        word++;
    return word == 2 * survey->words;
}

/// How many objects have to be silenced alike for a tree of their own, of `count` that have trees.
static uint32_t find_least_alike(uint32_t count) {
    uint32_t root = (uint32_t)sqrt(count);
    return root > LEAST_ALIKE ? root : LEAST_ALIKE;
}

/// Divides the rule's second side into groups. There is room for one of each LEAST_ALIKE objects, and one
/// more.
static cld_status make_groups(object_work *work, cld_error *err) {
    const cld_survey *survey = work->survey;
    uint32_t total = (uint32_t)survey->scene->object_count, count = 0, mixed = 0;
    cld_status status = CLD_OK;
    for (uint32_t k = 0; k < total; k++)
        if (cld_survey_has_side(survey, work->rule, work->order[k], CLD_SECOND))
            work->second[count++] = work->order[k];
    const uint32_t least = find_least_alike(count);
    for (uint32_t first = 0, end = 0; first < count && status == CLD_OK; first = end) {
        while (end < count && are_alike(survey, work->second[first], work->second[end]))
            end++;
        if (end - first >= least)
            status = add_group(work, work->second + first, end - first, true, err);
        else
            for (uint32_t k = first; k < end; k++)
                work->mixed[mixed++] = work->second[k];
    }
    if (status != CLD_OK || mixed == 0)
        return status;
    qsort(work->mixed, mixed, sizeof *work->mixed, cld_compare_indices);
    return add_group(work, work->mixed, mixed, false, err);
}

/// Sorts the objects by the silencers on whose sides they stand, one after the other. `other` has room for
/// all.
static void find_order(const cld_survey *survey, uint32_t *order, uint32_t *other) {
    uint32_t count = (uint32_t)survey->scene->object_count;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t bit = 0; bit < 64 * 2 * survey->words; bit++) {
        if (!(survey->silencers[bit / 64 % survey->words] >> bit % 64 & 1))
            continue;
        uint32_t kept = 0, moved = 0;
        for (uint32_t k = 0; k < count; k++) {
            bool has_bit = find_silencers(survey, order[k], bit / 64) >> bit % 64 & 1;
            other[moved] = order[k];
            order[kept] = order[k];
            moved += has_bit;
            kept += !has_bit;
        }
        memcpy(order + kept, other, moved * sizeof *order);
    }
}

static bool create(object_work *work) {
    size_t count = work->survey->scene->object_count;
    work->order = malloc((3 * count + 1) * sizeof *work->order);
    work->groups = malloc((count / LEAST_ALIKE + 1) * sizeof *work->groups);
    if (!work->order || !work->groups)
        return false;
    work->second = work->order + count;
    work->mixed = work->second + count;
    find_order(work->survey, work->order, work->second);
    return true;
}

/// The trees are built only where somebody will ask them: where a rule is kept, mostly nobody does.
static cld_status judge_rule(object_work *work, cld_error *err) {
    const cld_survey *survey = work->survey;
    uint32_t count = (uint32_t)survey->scene->object_count;
    bool has_work = false;
    for (uint32_t i = 0; i < count && !has_work; i++)
        has_work = has_to_judge(work, i);
    if (!has_work)
        return CLD_OK;
    if (!work->order && !create(work))
        return cld_fail_memory(err);
    work->group_count = 0;
    work->forest = (cld_tree){.item_count = 0};
    cld_status status = make_groups(work, err);
    if (status == CLD_OK)
        status = build_forest(work, err);
    if (status == CLD_OK)
        cld_workers_run(survey->threads, count, CHUNK, judge_some, work);
    for (size_t k = 0; k < work->group_count; k++)
        cld_tree_clear(&work->groups[k].tree);
    cld_tree_clear(&work->forest);
    return status;
}

cld_status cld_judge_objects(const cld_survey *survey, cld_error *err) {
    const cld_scene *scene = survey->scene;
    object_work work = {.survey = survey};
    cld_status status = CLD_OK;
    for (size_t rule = 0; rule < scene->rule_count && status == CLD_OK; rule++) {
        cld_rule_role role = cld_rule_find_role(&scene->rules[rule]);
        if (role != CLD_ROLE_REQUIRES && role != CLD_ROLE_CONTAINS)
            continue;
        work.rule = rule;
        status = judge_rule(&work, err);
    }
    free(work.order);
    free(work.groups);
    return status;
}
