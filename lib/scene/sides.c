#include "scene/sides.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "base/names.h"
#include "base/suggestion.h"
#include "scene/problem.h"
#include "scene/rule.h"
#include "scene/selector.h"

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

/// A row of sides while they are marked: how many objects share it, and, in the pass that marks some of them,
/// the row where those go. Rows that no object has any more are chained by `into`.
typedef struct row_use {
    uint32_t count, pass, into;
} row_use;

/// The objects, divided into those that stand on the same sides. Each pass, one for a side of a rule, parts
/// those that it marks from the others of their row.
typedef struct division {
    cld_survey *survey;
    row_use *uses;                      ///< beside the rows
    size_t side_capacity, use_capacity; ///< rows that there is room for
    uint32_t pass;                      ///< the number of this one, from 1
    uint32_t unused;                    ///< the first row that no object has, or CLD_NO_INDEX
    bool failed;                        ///< memory ran out
} division;

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

/// A row that no object has: CLD_NO_INDEX without memory.
static uint32_t add_row(division *d) {
    cld_survey *survey = d->survey;
    if (d->unused != CLD_NO_INDEX) {
        uint32_t row = d->unused;
        d->unused = d->uses[row].into;
        return row;
    }
    size_t count = survey->row_count;
    uint64_t *sides = cld_grow(survey->sides, &d->side_capacity, count, 2 * survey->words * sizeof *sides);
    survey->sides = sides ? sides : survey->sides;
    row_use *uses = cld_grow(d->uses, &d->use_capacity, count, sizeof *uses);
    d->uses = uses ? uses : d->uses;
    d->failed |= !sides || !uses;
    return d->failed ? CLD_NO_INDEX : (uint32_t)survey->row_count++;
}

static void set_sides(const cld_survey *survey, marked_side side, size_t row) {
    uint64_t *first = survey->sides + 2 * survey->words * row + side.rule / 64,
             *second = first + survey->words;
    uint64_t bit = UINT64_C(1) << side.rule % 64;
    *first |= side.first ? bit : 0;
    *second |= side.second ? bit : 0;
}

/// Adds the row that has the sides of another and one more.
static uint32_t add_marked_row(division *d, marked_side side, uint32_t from) {
    const size_t width = 2 * d->survey->words;
    uint32_t row = add_row(d);
    if (row == CLD_NO_INDEX)
        return row;
    memcpy(d->survey->sides + width * row, d->survey->sides + width * from, width * sizeof *d->survey->sides);
    d->uses[row] = (row_use){.pass = d->pass, .into = row};
    set_sides(d->survey, side, row);
    return row;
}

static void mark(division *d, marked_side side, size_t i) {
    cld_survey *survey = d->survey;
    uint32_t from = survey->row[i];
    const uint64_t *sides = cld_survey_sides(survey, (uint32_t)i) + side.rule / 64;
    side.objects->count += !((sides[0] | sides[survey->words]) >> side.rule % 64 & 1);
    side.objects->has_bounded = side.objects->has_bounded || !cld_survey_is_halfspace(survey, (uint32_t)i);
    if (d->uses[from].pass != d->pass) {
        uint32_t into = add_marked_row(d, side, from);
        if (into == CLD_NO_INDEX)
            return;
        d->uses[from].pass = d->pass;
        d->uses[from].into = into;
    }
    uint32_t into = d->uses[from].into;
    survey->row[i] = into;
    d->uses[into].count++;
    if (--d->uses[from].count == 0) {
        d->uses[from].into = d->unused;
        d->unused = from;
    }
}

static bool mark_name(division *d, const pattern_index *index, marked_side side, const char *name) {
    uint32_t i = cld_names_find(&index->names, name);
    if (i != UINT32_MAX)
        mark(d, side, i);
    return i != UINT32_MAX;
}

static bool mark_tag(division *d, const pattern_index *index, marked_side side, const char *tag) {
    uint32_t number = cld_names_find(&index->tags.numbers, tag);
    if (!index->tags.start || number == UINT32_MAX) // nothing is listed where no tag is
        return false;
    for (size_t i = index->tags.start[number]; i < index->tags.start[number + 1]; i++)
        mark(d, side, index->tags.objects[i]);
    return true;
}

static cld_status mark_glob(division *d, pattern_index *index, marked_side side, const char *glob,
                            bool *found, cld_error *err) {
    const cld_scene *scene = d->survey->scene;
    for (size_t i = 0; i < scene->object_count && index->steps; i++)
        if (cld_glob_matches(glob, scene->objects[i].name, &index->steps)) {
            mark(d, side, i);
            *found = true;
        }
    if (!index->steps)
        return cld_fail(err, CLD_TOO_LARGE, "",
                        "matching the patterns of rules with names may take %d steps, takes more",
                        CLD_MOST_MATCHING_STEPS);
    return CLD_OK;
}

/// Marks the objects that a pattern means.
static cld_status mark_pattern(division *d, pattern_index *index, marked_side side, const char *pattern,
                               bool *found, cld_error *err) {
    cld_pattern_kind kind = cld_find_pattern_kind(pattern);
    *found = false;
    if (kind == CLD_PATTERN_GLOB)
        return mark_glob(d, index, side, pattern, found, err);
    *found = kind == CLD_PATTERN_TAG ? mark_tag(d, index, side, cld_pattern_tag(pattern))
                                     : mark_name(d, index, side, pattern);
    return CLD_OK;
}

/// Marks the objects that a selector of a rule means, and tells of patterns that no object has.
static cld_status mark_side(division *d, pattern_index *index, marked_side side, cld_error *err) {
    const cld_scene *scene = d->survey->scene;
    const cld_rule *rule = &scene->rules[side.rule];
    const cld_selector *selector = side.first ? &rule->first : &rule->second;
    cld_catch *caught = &d->survey->caught[0];
    d->pass++;
    for (size_t row = 0; row < d->survey->row_count && selector->count == 0; row++)
        set_sides(d->survey, side, row);
    for (size_t k = 0; k < selector->count; k++) {
        bool found;
        cld_status status = mark_pattern(d, index, side, selector->patterns[k], &found, err);
        if (status)
            return status;
        if (!found)
            cld_catch_problem(caught, cld_make_unmatched(scene, side.rule, side.first, k,
                                                         caught->problem_count < CLD_MOST_SUGGESTIONS));
    }
    return CLD_OK;
}

static bool has_bounded(const cld_survey *survey) {
    size_t i = 0, count = survey->scene->object_count;
    while (i < count && cld_survey_is_halfspace(survey, (uint32_t)i))
        i++;
    return i < count;
}

/// Whether a rule about pairs can look at none of them. Without selectors it is about all objects, of which
/// those that were left out may be bounded.
static bool is_idle(const cld_survey *survey, const cld_rule *rule, const marked_objects *objects) {
    const cld_rule_row *row = &cld_rule_rows[rule->kind];
    if (row->role != CLD_ROLE_FORBIDS && row->role != CLD_ROLE_COMPARES)
        return false;
    if (rule->first.count == 0 || (row->second_key && rule->second.count == 0))
        return survey->scene->object_count > 1 && !survey->scene->is_partial && !has_bounded(survey);
    return objects->count > 1 && !objects->has_bounded;
}

static cld_status mark_rules(division *d, pattern_index *index, cld_error *err) {
    cld_survey *survey = d->survey;
    const cld_scene *scene = survey->scene;
    cld_status status = CLD_OK;
    bool silences = false;
    double reach = -1; // of rules about near pairs so far; -1 before the first
    for (size_t i = 0; !status && i < scene->rule_count; i++) {
        const cld_rule *r = &scene->rules[i];
        const cld_rule_row *row = &cld_rule_rows[r->kind];
        uint64_t bit = UINT64_C(1) << i % 64;
        survey->near_rules[i / 64] |= row->is_near ? bit : 0;
        survey->silencers[i / 64] |= row->role == CLD_ROLE_SILENCES ? bit : 0;
        marked_objects objects = {.count = 0};
        status = mark_side(d, index, (marked_side){i, true, !row->second_key, &objects}, err);
        if (!status && row->second_key)
            status = mark_side(d, index, (marked_side){i, false, true, &objects}, err);
        if (!status && is_idle(survey, r, &objects))
            cld_catch_problem(&survey->caught[0], cld_make_idle(i));
        double limit = cld_rule_find_reach(r);
        survey->looks_unlike |= row->is_near && reach >= 0 && limit != reach;
        reach = row->is_near ? limit : reach;
        survey->looks_at_all |= row->is_near && r->first.count == 0 && r->second.count == 0;
        silences |= row->role == CLD_ROLE_SILENCES;
    }
    survey->looks_at_all &= !silences;
    return status;
}

/// Pairs of half-spaces are silenced.
static void mark_halfspaces(division *d) {
    cld_survey *survey = d->survey;
    size_t rule = survey->scene->rule_count;
    marked_objects halfspaces = {.count = 0};
    survey->silencers[rule / 64] |= UINT64_C(1) << rule % 64;
    d->pass++;
    for (size_t i = 0; i < survey->scene->object_count; i++)
        if (cld_survey_is_halfspace(survey, (uint32_t)i)) {
            mark(d, (marked_side){rule, true, true, &halfspaces}, i);
            survey->looks_at_all = false;
        }
}

/// Puts all objects into one row, without sides.
static bool begin_division(division *d, cld_survey *survey) {
    const size_t count = survey->scene->object_count;
    *d = (division){.survey = survey, .unused = CLD_NO_INDEX};
    survey->row = cld_arena_add(&survey->arena, count, sizeof *survey->row);
    if (!survey->row || add_row(d) == CLD_NO_INDEX)
        return false;
    memset(survey->row, 0, count * sizeof *survey->row);
    memset(survey->sides, 0, 2 * survey->words * sizeof *survey->sides);
    d->uses[0] = (row_use){.count = (uint32_t)count};
    return true;
}

cld_status cld_survey_mark(cld_survey *survey, cld_error *err) {
    division d;
    pattern_index index = {.steps = 0};
    bool has_memory = begin_division(&d, survey);
    cld_status status = has_memory ? make_index(survey->scene, &index, err) : cld_fail_memory(err);
    if (!status)
        status = mark_rules(&d, &index, err);
    if (!status)
        mark_halfspaces(&d);
    if (!status && d.failed)
        status = cld_fail_memory(err);
    clear_index(&index);
    free(d.uses);
    return status;
}
