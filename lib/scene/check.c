/// A check from beginning to end; what the threads have caught is put in order at the end, so that their
/// number is not seen.

#include <stdlib.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/workers.h"
#include "scene/fingerprint.h"
#include "scene/judge.h"

/// Findings that a thread takes at a time.
enum { CHUNK = 1024 };

static void count_all(const cld_survey *survey, cld_check *check) {
    for (unsigned t = 0; t < survey->threads; t++) {
        check->finding_count += survey->caught[t].finding_count;
        check->pairs_tested += survey->caught[t].tested;
    }
    // `inside` asks about both of a pair, and about pairs that other rules have asked about
    if (check->pairs_tested > check->pairs_possible)
        check->pairs_tested = check->pairs_possible;
}

/// Puts what the threads have caught behind what the first of them has, each one's freed when it is copied:
/// there may be more of it than of the scene. False without memory.
static bool gather_findings(const cld_survey *survey, cld_check *check) {
    size_t count = survey->caught[0].finding_count;
    check->findings =
        realloc(survey->caught[0].findings, (check->finding_count + 1) * sizeof *check->findings);
    if (!check->findings)
        return false;
    survey->caught[0].findings = NULL;
    for (unsigned t = 1; t < survey->threads; t++) {
        cld_catch *caught = &survey->caught[t];
        for (size_t i = 0; i < caught->finding_count; i++)
            check->findings[count++] = caught->findings[i];
        free(caught->findings);
        caught->findings = NULL;
    }
    return true;
}

/// Those about rules come first, in their order, in which the first thread caught them before there were
/// others.
static bool gather_problems(const cld_survey *survey, cld_check *check) {
    cld_catch *first = &survey->caught[0];
    cld_unanswered *unanswered = &first->unanswered;
    bool has_memory = true;
    for (unsigned t = 1; t < survey->threads && has_memory; t++)
        has_memory = cld_unanswered_merge(unanswered, &survey->caught[t].unanswered);
    if (!has_memory || !cld_unanswered_finish(unanswered, survey->scene))
        return false;
    check->problems = calloc(first->problem_count + unanswered->count + 1, sizeof *check->problems);
    for (size_t i = 0; check->problems && i < first->problem_count; i++)
        check->problems[check->problem_count++] = first->problems[i];
    for (size_t i = 0; check->problems && i < unanswered->count; i++)
        check->problems[check->problem_count++] = unanswered->problems[i];
    return check->problems;
}

static cld_status gather(const cld_survey *survey, cld_check *check, cld_error *err) {
    bool failed = false;
    for (unsigned t = 0; t < survey->threads; t++)
        failed |= survey->caught[t].failed;
    count_all(survey, check);
    if (check->finding_count > UINT32_MAX)
        return cld_fail(err, CLD_TOO_LARGE, "", "a check may have %u findings, got %zu", UINT32_MAX,
                        check->finding_count);
    bool has_memory = !failed && gather_findings(survey, check) && gather_problems(survey, check);
    return has_memory ? CLD_OK : cld_fail_memory(err);
}

static uint32_t find_b(const cld_finding *f) { return f->b; }
static uint32_t find_a(const cld_finding *f) { return f->a; }
static uint32_t find_rule(const cld_finding *f) { return f->rule; }

/// Puts findings[order[i]] at i, for all i; `order` is lost.
static void rearrange(cld_finding *findings, uint32_t *order, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        cld_finding first = findings[i];
        uint32_t at = i;
        for (uint32_t next = order[at]; next != i; next = order[at]) {
            findings[at] = findings[next];
            order[at] = at;
            at = next;
        }
        findings[at] = first;
        order[at] = at;
    }
}

/// By rule, if there are several, then by objects.
static cld_status sort_findings(const cld_scene *scene, cld_check *check, cld_error *err) {
    static uint32_t (*const find[])(const cld_finding *) = {find_b, find_a, find_rule};
    size_t passes = scene->rule_count > 1 ? 3 : 2;
    uint32_t count = (uint32_t)check->finding_count;
    size_t most = scene->object_count > scene->rule_count ? scene->object_count : scene->rule_count;
    uint32_t limit = (uint32_t)most + 1; // the last for CLD_NO_INDEX
    uint32_t *key = malloc((3 * (size_t)count + limit + 1) * sizeof *key);
    if (!key)
        return cld_fail_memory(err);
    uint32_t *order = key + count, *other = order + count, *place = other + count;
    for (size_t k = 0; k < passes; k++) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t number = find[k](&check->findings[i]);
            key[i] = number < limit ? number : limit - 1;
        }
        cld_sort_by_key(key, limit, k ? other : NULL, count, order, place);
        uint32_t *t = order;
        order = other, other = t;
    }
    rearrange(check->findings, other, count);
    free(key);
    return CLD_OK;
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

typedef struct naming {
    const cld_scene *scene;
    const cld_check *check;
} naming;

static void add_fingerprints(void *context, unsigned worker, size_t begin, size_t end) {
    const naming *work = context;
    cld_finding *finding = work->check->findings;
    uint64_t hash = 0;
    (void)worker;
    for (size_t i = begin; i < end; i++) {
        fetch_names(work->scene, work->check, i);
        if (i == begin || finding[i].rule != finding[i - 1].rule)
            hash = cld_fingerprint_rule(work->scene, finding[i].rule);
        finding[i].id = cld_fingerprint_finding(work->scene, &finding[i], hash);
    }
}

cld_status cld_check_scene(const cld_scene *scene, const cld_check_options *options, cld_check *check,
                           cld_error *err) {
    cld_survey survey;
    unsigned threads = cld_workers_count(options->threads);
    *check = (cld_check){.finding_count = 0};
    uint64_t count = scene->object_count;
    check->pairs_possible = count ? count * (count - 1) / 2 : 0;
    cld_status status = cld_survey_make(scene, threads, &survey, err);
    if (status == CLD_OK)
        status = cld_judge_pairs(&survey, options, err);
    if (status == CLD_OK)
        status = cld_judge_objects(&survey, err);
    if (status == CLD_OK)
        status = gather(&survey, check, err);
    cld_survey_clear(&survey);
    if (status == CLD_OK)
        status = sort_findings(scene, check, err);
    if (status == CLD_OK) {
        naming work = {scene, check};
        cld_workers_run(threads, check->finding_count, CHUNK, add_fingerprints, &work);
        status = cld_fingerprints_tell_apart(scene, check, err);
    }
    if (status != CLD_OK)
        cld_check_clear(check);
    return status;
}

void cld_check_clear(cld_check *check) {
    free(check->findings);
    free(check->problems);
    *check = (cld_check){.finding_count = 0};
}
