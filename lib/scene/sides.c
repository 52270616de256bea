#include "scene/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "scene/problem.h"
#include "scene/rule.h"
#include "scene/selector.h"
#include "scene/unpacked.h"

/// Of so many patterns that no object has, each is compared with those that objects have.
enum { MOST_SUGGESTIONS = 1000 };

/// The objects that have each tag: those of tag t are objects[start[t]] up to objects[start[t + 1]].
typedef struct tag_list {
    cld_name_table numbers;
    size_t *start;
    uint32_t *objects;
} tag_list;

/// What patterns mean.
typedef struct pattern_index {
    cld_name_table names; ///< if a rule names an object
    tag_list tags;        ///< if a rule names a tag
    uint64_t steps;       ///< that matching the other patterns may still take
} pattern_index;

static bool list_names(const cld_scene *scene, cld_name_table *names) {
    for (size_t i = 0; i < scene->object_count; i++)
        if (!cld_names_add(names, scene->objects[i].name, (uint32_t)i))
            return false;
    return true;
}

/// Numbers the tags; `total` is how often objects have one.
static bool number_tags(const cld_scene *scene, cld_name_table *numbers, size_t *total) {
    *total = 0;
    for (size_t i = 0; i < scene->object_count; i++)
        for (size_t k = 0; k < scene->objects[i].tag_count; k++, ++*total) {
            const char *tag = scene->objects[i].tags[k];
            if (cld_names_find(numbers, tag) == UINT32_MAX &&
                !cld_names_add(numbers, tag, (uint32_t)numbers->count))
                return false;
        }
    return true;
}

/// Lists the objects of each tag, in order: counts them, then puts them behind those of the tags before.
static bool list_tags(const cld_scene *scene, tag_list *tags) {
    size_t total;
    if (!number_tags(scene, &tags->numbers, &total))
        return false;
    tags->start = calloc(tags->numbers.count + 2, sizeof *tags->start);
    tags->objects = malloc((total + 1) * sizeof *tags->objects);
    if (!tags->start || !tags->objects)
        return false;
    size_t *next = tags->start + 1;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < scene->object_count; i++)
            for (size_t k = 0; k < scene->objects[i].tag_count; k++) {
                uint32_t tag = cld_names_find(&tags->numbers, scene->objects[i].tags[k]);
                if (pass == 0)
                    next[tag + 1]++;
                else
                    tags->objects[next[tag]++] = (uint32_t)i;
            }
        for (size_t tag = 0; pass == 0 && tag < tags->numbers.count; tag++)
            next[tag + 1] += next[tag];
    }
    return true;
}

static cld_status make_index(const cld_scene *scene, pattern_index *index, cld_error *err) {
    *index = (pattern_index){.steps = CLD_MOST_MATCHING_STEPS};
    size_t names = cld_rules_count_patterns(scene->rules, scene->rule_count, CLD_PATTERN_NAME),
           tags = cld_rules_count_patterns(scene->rules, scene->rule_count, CLD_PATTERN_TAG);
    bool listed = (!names || list_names(scene, &index->names)) && (!tags || list_tags(scene, &index->tags));
    return listed ? CLD_OK : cld_fail_memory(err);
}

static void clear_index(pattern_index *index) {
    cld_names_clear(&index->names);
    cld_names_clear(&index->tags.numbers);
    free(index->tags.start);
    free(index->tags.objects);
}

/// What the objects of a rule are, so far.
typedef struct marked_objects {
    size_t count;
    bool has_bounded;
} marked_objects;

/// A side of a rule, or both sides of a rule that has but one.
typedef struct marked_side {
    size_t rule;
    bool first, second;
    marked_objects *objects;
} marked_side;

/// Only unbounded shapes are asked what they are: it takes as long as everything else here to have them all
/// come from memory.
static bool is_halfspace(const cld_survey *survey, size_t i) {
    return !isfinite(cld_survey_box(survey, (uint32_t)i).upper[0]) &&
           cld_object_kind(&survey->scene->objects[i]) == CLD_HALFSPACE;
}

static void mark(cld_survey *survey, marked_side side, size_t i) {
    uint64_t *first = cld_survey_sides(survey, i) + side.rule / 64, *second = first + survey->words;
    uint64_t bit = UINT64_C(1) << side.rule % 64;
    side.objects->count += !((*first | *second) & bit);
    side.objects->has_bounded = side.objects->has_bounded || !is_halfspace(survey, i);
    *first |= side.first ? bit : 0;
    *second |= side.second ? bit : 0;
}

static bool mark_name(cld_survey *survey, const pattern_index *index, marked_side side, const char *name) {
    uint32_t i = cld_names_find(&index->names, name);
    if (i != UINT32_MAX)
        mark(survey, side, i);
    return i != UINT32_MAX;
}

static bool mark_tag(cld_survey *survey, const pattern_index *index, marked_side side, const char *tag) {
    uint32_t number = cld_names_find(&index->tags.numbers, tag);
    if (!index->tags.start || number == UINT32_MAX) // nothing is listed where no tag is
        return false;
    for (size_t i = index->tags.start[number]; i < index->tags.start[number + 1]; i++)
        mark(survey, side, index->tags.objects[i]);
    return true;
}

static cld_status mark_glob(cld_survey *survey, pattern_index *index, marked_side side, const char *glob,
                            bool *found, cld_error *err) {
    for (size_t i = 0; i < survey->scene->object_count && index->steps; i++)
        if (cld_glob_matches(glob, survey->scene->objects[i].name, &index->steps)) {
            mark(survey, side, i);
            *found = true;
        }
    if (!index->steps)
        return cld_fail(err, CLD_TOO_LARGE, "",
                        "matching the patterns of rules with names may take %d steps, takes more",
                        CLD_MOST_MATCHING_STEPS);
    return CLD_OK;
}

/// Marks the objects that a pattern means.
static cld_status mark_pattern(cld_survey *survey, pattern_index *index, marked_side side,
                               const char *pattern, bool *found, cld_error *err) {
    cld_pattern_kind kind = cld_find_pattern_kind(pattern);
    *found = false;
    if (kind == CLD_PATTERN_GLOB)
        return mark_glob(survey, index, side, pattern, found, err);
    *found = kind == CLD_PATTERN_TAG ? mark_tag(survey, index, side, cld_pattern_tag(pattern))
                                     : mark_name(survey, index, side, pattern);
    return CLD_OK;
}

/// Marks the objects that a selector of a rule means, and tells of patterns that no object has.
static cld_status mark_side(cld_survey *survey, pattern_index *index, marked_side side, cld_error *err) {
    const cld_scene *scene = survey->scene;
    const cld_rule *rule = &scene->rules[side.rule];
    const cld_selector *selector = side.first ? &rule->first : &rule->second;
    cld_catch *caught = &survey->caught[0];
    for (size_t i = 0; i < cld_survey_rows(survey) && selector->count == 0; i++)
        mark(survey, side, i);
    for (size_t k = 0; k < selector->count; k++) {
        bool found;
        cld_status status = mark_pattern(survey, index, side, selector->patterns[k], &found, err);
        if (status)
            return status;
        if (!found)
            cld_catch_problem(caught, cld_make_unmatched(scene, side.rule, side.first, k,
                                                         caught->problem_count < MOST_SUGGESTIONS));
    }
    return CLD_OK;
}

/// Whether a rule about pairs, of which selectors say what they are, can look at none of them.
static bool is_idle(const cld_rule *rule, const marked_objects *objects) {
    const cld_rule_row *row = &cld_rule_rows[rule->kind];
    return (row->role == CLD_ROLE_FORBIDS || row->role == CLD_ROLE_COMPARES) && rule->first.count > 0 &&
           (!row->second_key || rule->second.count > 0) && objects->count > 1 && !objects->has_bounded;
}

static cld_status mark_rules(cld_survey *survey, pattern_index *index, cld_error *err) {
    const cld_scene *scene = survey->scene;
    cld_status status = CLD_OK;
    bool silences = false;
    for (size_t i = 0; !status && i < scene->rule_count; i++) {
        const cld_rule *r = &scene->rules[i];
        const cld_rule_row *row = &cld_rule_rows[r->kind];
        uint64_t bit = UINT64_C(1) << i % 64;
        survey->near_rules[i / 64] |= row->is_near ? bit : 0;
        survey->silencers[i / 64] |= row->role == CLD_ROLE_SILENCES ? bit : 0;
        marked_objects objects = {.count = 0};
        status = mark_side(survey, index, (marked_side){i, true, !row->second_key, &objects}, err);
        if (!status && row->second_key)
            status = mark_side(survey, index, (marked_side){i, false, true, &objects}, err);
        if (!status && is_idle(r, &objects))
            cld_catch_problem(&survey->caught[0], cld_make_idle(i));
        survey->looks_at_all |= row->is_near && r->first.count == 0 && r->second.count == 0;
        silences |= row->role == CLD_ROLE_SILENCES;
    }
    survey->looks_at_all &= !silences;
    return status;
}

/// Pairs of half-spaces are silenced.
static void mark_halfspaces(cld_survey *survey) {
    size_t rule = survey->scene->rule_count;
    marked_objects halfspaces = {.count = 0};
    survey->silencers[rule / 64] |= UINT64_C(1) << rule % 64;
    for (size_t i = 0; i < survey->scene->object_count && !survey->is_uniform; i++)
        if (is_halfspace(survey, i)) {
            mark(survey, (marked_side){rule, true, true, &halfspaces}, i);
            survey->looks_at_all = false;
        }
}

/// Whether nothing tells objects apart, neither a selector nor that they are half-spaces.
static bool is_uniform(const cld_survey *survey) {
    const cld_scene *scene = survey->scene;
    for (size_t i = 0; i < scene->rule_count; i++)
        if (scene->rules[i].first.count > 0 || scene->rules[i].second.count > 0)
            return false;
    for (size_t i = 0; i < scene->object_count; i++)
        if (is_halfspace(survey, i))
            return false;
    return scene->object_count > 0;
}

cld_status cld_survey_mark(cld_survey *survey, cld_error *err) {
    survey->is_uniform = is_uniform(survey);
    size_t rows = cld_survey_rows(survey), size = 2 * survey->words * sizeof *survey->sides;
    survey->sides = cld_arena_add(&survey->arena, rows, size);
    if (!survey->sides)
        return cld_fail_memory(err);
    memset(survey->sides, 0, rows * size);
    pattern_index index;
    cld_status status = make_index(survey->scene, &index, err);
    if (!status)
        status = mark_rules(survey, &index, err);
    mark_halfspaces(survey);
    clear_index(&index);
    return status;
}
