/// Pairs: those of the tree whose boxes are as near as the rules look, then for each pair what the boxes say,
/// then the signed distance, then for duplicates the full answer. Each step is taken only where the one
/// before leaves a rule in doubt.

#include <stdatomic.h>
#include <stdlib.h>

#include "base/workers.h"
#include "scene/judge.h"
#include "scene/rule.h"
#include "shape/shape.h"

/// Pairs that a thread takes at a time: neighbours, unless there are so few pairs that one may take long.
enum { CHUNK = 256, FEWEST_CHUNKS = 12 };

typedef struct pair_work {
    const cld_survey *survey;
    const cld_check_options *options;
    const cld_pairs *pairs;
    atomic_size_t done;
} pair_work;

static bool is_near(const cld_survey *survey, size_t rule, double distance, double tolerance) {
    const cld_rule *r = &survey->scene->rules[rule];
    return cld_rule_rows[r->kind].is_near(r->limit, distance, tolerance);
}

/// What the extents leave open: the more of the tolerance, the nearer is near for some rules, and the less
/// for others.
static bool may_be_near(const cld_survey *survey, size_t rule, double gap, const cld_extent *a,
                        const cld_extent *b) {
    return is_near(survey, rule, gap, cld_max(a->least_tolerance, b->least_tolerance)) ||
           is_near(survey, rule, gap, cld_max(a->most_tolerance, b->most_tolerance));
}

/// Whether the boxes of a pair are as near as some rule about it looks: they may reach as far as rules look
/// that are about others.
static bool is_in_reach(const cld_survey *survey, uint32_t i, uint32_t j) {
    const cld_extent a = cld_survey_find_extent(survey, i), b = cld_survey_find_extent(survey, j);
    double gap = cld_box_find_gap(&a.box, &b.box) - a.slack - b.slack;
    size_t rule = cld_survey_find_near_rule(survey, 0, i, j);
    while (rule < survey->scene->rule_count && !may_be_near(survey, rule, gap, &a, &b))
        rule = cld_survey_find_near_rule(survey, rule + 1, i, j);
    return rule < survey->scene->rule_count;
}

static bool is_wanted(const void *context, uint32_t i, uint32_t j) {
    const cld_survey *survey = context;
    uint64_t wanted = 0, silenced = 0;
    for (size_t word = 0; word < survey->words; word++) {
        uint64_t rules = cld_survey_find_rules(survey, word, i, j);
        wanted |= rules & survey->near_rules[word];
        silenced |= rules & survey->silencers[word];
    }
    return wanted && !silenced && (!survey->looks_unlike || is_in_reach(survey, i, j));
}

/// Whether every face of one box is within the tolerance of the other's: what two equal sets have.
static bool has_equal_boxes(const cld_extent *a, const cld_extent *b) {
    double room = cld_survey_find_room(a, b);
    for (int k = 0; k < 3; k++)
        if (fabs(a->box.lower[k] - b->box.lower[k]) > room || fabs(a->box.upper[k] - b->box.upper[k]) > room)
            return false;
    return true;
}

static bool is_duplicate(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j) {
    const cld_extent a = cld_survey_find_extent(survey, i), b = cld_survey_find_extent(survey, j);
    cld_result result;
    return has_equal_boxes(&a, &b) && cld_survey_ask(survey, thread, i, j, cld_find_collision, &result) &&
           result.containment == CLD_EQUAL;
}

/// Support may go either way.
static void note_support(const cld_survey *survey, size_t rule, uint32_t i, uint32_t j) {
    if (cld_survey_has_side(survey, rule, i, CLD_FIRST) && cld_survey_has_side(survey, rule, j, CLD_SECOND))
        cld_survey_note_support(survey, rule, i);
    if (cld_survey_has_side(survey, rule, j, CLD_FIRST) && cld_survey_has_side(survey, rule, i, CLD_SECOND))
        cld_survey_note_support(survey, rule, j);
}

/// What has to be known of a pair before every rule about it can tell whether it minds.
typedef enum doubt { DOUBT_NONE, DOUBT_TOUCHING, DOUBT_DISTANCE } doubt;

/// What the boxes leave open. What touches is no farther apart than the tolerance: whether a rule looks
/// farther than that, it is most likely to do by the least one.
static doubt find_doubt(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j) {
    const cld_scene *scene = survey->scene;
    const cld_extent a = cld_survey_find_extent(survey, i), b = cld_survey_find_extent(survey, j);
    double gap = cld_survey_find_gap(survey, thread, i, &a, j, &b);
    double least = cld_max(a.least_tolerance, b.least_tolerance);
    double apart = least * (1 + 2 * CLD_ROUNDOFF);
    doubt found = DOUBT_NONE;
    for (size_t rule = cld_survey_find_near_rule(survey, 0, i, j);
         rule < scene->rule_count && found != DOUBT_DISTANCE;
         rule = cld_survey_find_near_rule(survey, rule + 1, i, j)) {
        if (!may_be_near(survey, rule, gap, &a, &b) ||
            (cld_rule_find_role(&scene->rules[rule]) == CLD_ROLE_COMPARES && !has_equal_boxes(&a, &b)))
            continue;
        found = is_near(survey, rule, apart, least) ? DOUBT_DISTANCE : DOUBT_TOUCHING;
    }
    return found;
}

static void judge_pair(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j) {
    const cld_scene *scene = survey->scene;
    cld_result result;
    doubt open = find_doubt(survey, thread, i, j);
    if (open == DOUBT_NONE)
        return;
    survey->caught[thread].tested++;
    cld_query *query = open == DOUBT_TOUCHING ? cld_find_depth : cld_find_distance;
    bool known = cld_survey_ask(survey, thread, i, j, query, &result);
    if (!known || (open == DOUBT_TOUCHING && result.outcome == CLD_SEPARATED))
        return;
    for (size_t rule = cld_survey_find_near_rule(survey, 0, i, j); rule < scene->rule_count;
         rule = cld_survey_find_near_rule(survey, rule + 1, i, j)) {
        if (!is_near(survey, rule, result.signed_distance, result.tolerance))
            continue;
        cld_rule_role role = cld_rule_find_role(&scene->rules[rule]);
        cld_finding finding = {
            .rule = (uint32_t)rule, .a = i, .b = j, .signed_distance = result.signed_distance};
        if (role == CLD_ROLE_REQUIRES)
            note_support(survey, rule, i, j);
        else if (role == CLD_ROLE_FORBIDS || is_duplicate(survey, thread, i, j))
            cld_catch_finding(&survey->caught[thread], finding);
    }
}

/// Asks for what judging a pair some places ahead will read: first where its boxes and shapes lie, then
/// those.
static void fetch(const pair_work *work, size_t k) {
    const cld_survey *survey = work->survey;
    const cld_object *objects = survey->scene->objects;
    for (int side = 0; side < 2; side++) {
        if (k + 16 < work->pairs->count) {
            uint32_t far = work->pairs->pair[k + 16][side];
            __builtin_prefetch(&objects[far]);
            __builtin_prefetch(&survey->place[far]);
            __builtin_prefetch(&survey->row[far]);
        }
        if (k + 8 < work->pairs->count) {
            uint32_t near = work->pairs->pair[k + 8][side];
            cld_tree_prefetch_box(&survey->tree, survey->place[near]);
            if (!objects[near].is_packed)
                cld_shape_prefetch_one(objects[near].shape);
        }
    }
}

static void judge_some(void *context, unsigned thread, size_t begin, size_t end) {
    pair_work *work = context;
    for (size_t k = begin; k < end; k++) {
        fetch(work, k);
        judge_pair(work->survey, thread, work->pairs->pair[k][0], work->pairs->pair[k][1]);
    }
    size_t done = atomic_fetch_add_explicit(&work->done, end - begin, memory_order_relaxed) + end - begin;
    if (thread == 0 && work->options->progress)
        work->options->progress(work->options->progress_context, done, work->pairs->count);
}

cld_status cld_judge_pairs(cld_survey *survey, const cld_check_options *options, cld_error *err) {
    cld_pairs pairs;
    cld_want_pair *want = survey->looks_at_all && !survey->looks_unlike ? NULL : is_wanted;
    cld_status status = cld_tree_find_pairs(&survey->tree, want, survey, survey->threads, &pairs, err);
    cld_tree_drop_nodes(&survey->tree);
    if (status != CLD_OK)
        return status;
    pair_work work = {.survey = survey, .options = options, .pairs = &pairs};
    size_t chunk = pairs.count / FEWEST_CHUNKS < CHUNK ? pairs.count / FEWEST_CHUNKS + 1 : CHUNK;
    cld_workers_run(survey->threads, pairs.count, chunk, judge_some, &work);
    free(pairs.pair);
    return CLD_OK;
}
