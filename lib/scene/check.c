/// A check from beginning to end; what the threads have caught is put in order at the end, so that their
/// number is not seen.

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/workers.h"
#include "scene/fingerprint.h"
#include "scene/judge.h"

static int compare(uint32_t p, uint32_t q) { return (p > q) - (p < q); }

/// Those about no pair come first, in the order of the rules, in which they were caught.
static int compare_problems(const void *p, const void *q) {
    const cld_scene_problem *f = p, *g = q;
    int order = compare(f->a + 1, g->a + 1);
    order = order ? order : compare(f->b + 1, g->b + 1);
    return order ? order : strcmp(f->pointer, g->pointer);
}

static cld_status allocate(const cld_survey *survey, cld_check *check, cld_error *err) {
    bool failed = false;
    for (unsigned t = 0; t < survey->threads; t++) {
        const cld_catch *caught = &survey->caught[t];
        failed |= caught->failed;
        check->finding_count += caught->finding_count;
        check->problem_count += caught->problem_count;
        check->pairs_tested += caught->tested;
    }
    // `inside` asks about both of a pair, and about pairs that other rules have asked about
    if (check->pairs_tested > check->pairs_possible)
        check->pairs_tested = check->pairs_possible;
    check->findings = calloc(check->finding_count + 1, sizeof *check->findings);
    check->problems = calloc(check->problem_count + 1, sizeof *check->problems);
    return failed || !check->findings || !check->problems ? cld_fail_memory(err) : CLD_OK;
}

static uint32_t find_b(const cld_finding *f) { return f->b; }
static uint32_t find_a(const cld_finding *f) { return f->a; }
static uint32_t find_rule(const cld_finding *f) { return f->rule; }

/// Sorts by one number of each finding, the largest of which is CLD_NO_INDEX or less than `values`; equal
/// ones stay as they were. Counting sort: `start` has room for values + 2.
static void sort_by(uint32_t (*find)(const cld_finding *), size_t values, size_t *start,
                    const cld_finding *from, size_t count, cld_finding *to) {
    memset(start, 0, (values + 2) * sizeof *start);
    for (size_t i = 0; i < count; i++) {
        size_t value = find(&from[i]);
        start[(value < values ? value : values) + 1]++;
    }
    for (size_t value = 0; value < values; value++)
        start[value + 1] += start[value];
    for (size_t i = 0; i < count; i++) {
        size_t value = find(&from[i]);
        to[start[value < values ? value : values]++] = from[i];
    }
}

/// By rule, then by objects: the last number first, since each pass keeps the order of the one before.
static cld_status sort_findings(const cld_scene *scene, cld_check *check, cld_error *err) {
    size_t objects = scene->object_count, values = objects > scene->rule_count ? objects : scene->rule_count;
    size_t *start = malloc((values + 2) * sizeof *start), count = check->finding_count;
    cld_finding *sorted = calloc(count + 1, sizeof *sorted);
    bool has_memory = start && sorted;
    if (has_memory) {
        sort_by(find_b, objects, start, check->findings, count, sorted);
        sort_by(find_a, objects, start, sorted, count, check->findings);
        sort_by(find_rule, scene->rule_count, start, check->findings, count, sorted);
        free(check->findings);
        check->findings = sorted;
        sorted = NULL;
    }
    free(start);
    free(sorted);
    return has_memory ? CLD_OK : cld_fail_memory(err);
}

/// Copies what the threads have caught, emptying them as it goes.
static void gather(const cld_survey *survey, cld_check *check) {
    cld_finding *finding = check->findings;
    cld_scene_problem *problem = check->problems;
    for (unsigned t = 0; t < survey->threads; t++) {
        cld_catch *caught = &survey->caught[t];
        for (size_t i = 0; i < caught->finding_count; i++)
            *finding++ = caught->findings[i];
        for (size_t i = 0; i < caught->problem_count; i++)
            *problem++ = caught->problems[i];
        free(caught->findings);
        caught->findings = NULL;
    }
    if (check->problem_count > 1)
        qsort(check->problems, check->problem_count, sizeof *problem, compare_problems);
}

/// Asks for the name of a finding's second object, which may be anywhere: first where it lies, then the name.
static void fetch_names(const cld_scene *scene, const cld_check *check, size_t i) {
    const size_t ahead[] = {i + 16, i + 8};
    const cld_object *object[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++)
        if (ahead[k] < check->finding_count && check->findings[ahead[k]].b != CLD_NO_INDEX)
            object[k] = &scene->objects[check->findings[ahead[k]].b];
    __builtin_prefetch(object[0]);
    __builtin_prefetch(object[1] ? object[1]->name : NULL);
}

static void add_fingerprints(const cld_scene *scene, cld_check *check) {
    uint64_t hash = 0;
    for (size_t i = 0; i < check->finding_count; i++) {
        cld_finding *finding = &check->findings[i];
        fetch_names(scene, check, i);
        if (i == 0 || finding->rule != finding[-1].rule)
            hash = cld_fingerprint_rule(scene, finding->rule);
        finding->id = cld_fingerprint_finding(scene, finding, hash);
    }
}

cld_status cld_check_scene(const cld_scene *scene, const cld_check_options *options, cld_check *check,
                           cld_error *err) {
    cld_survey survey;
    unsigned threads = options->threads ? options->threads : cld_workers_available();
    threads = threads < CLD_MOST_WORKERS ? threads : CLD_MOST_WORKERS;
    *check = (cld_check){.finding_count = 0};
    uint64_t count = scene->object_count;
    check->pairs_possible = count ? count * (count - 1) / 2 : 0;
    cld_status status = cld_survey_make(scene, threads, &survey, err);
    if (status == CLD_OK)
        status = cld_judge_pairs(&survey, options, err);
    if (status == CLD_OK)
        status = cld_judge_objects(&survey, err);
    if (status == CLD_OK)
        status = allocate(&survey, check, err);
    if (status == CLD_OK) {
        gather(&survey, check);
        status = sort_findings(scene, check, err);
    }
    if (status == CLD_OK) {
        add_fingerprints(scene, check);
        status = cld_fingerprints_tell_apart(scene, check, err);
    }
    if (status != CLD_OK)
        cld_check_clear(check);
    cld_survey_clear(&survey);
    return status;
}

void cld_check_clear(cld_check *check) {
    free(check->findings);
    free(check->problems);
    *check = (cld_check){.finding_count = 0};
}
