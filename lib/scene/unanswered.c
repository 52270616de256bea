/// Every pair of many objects may have no answer. A problem takes fifty times the memory of a pair, and told
/// are the first only, whichever thread met them: each thread keeps its own first.
#include "scene/unanswered.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/sort.h"
#include "scene/problem.h"

/// Problems that are held at most before all but the first are dropped.
enum { MOST_HELD = 2 * CLD_MOST_UNANSWERED };

static uint64_t find_pair(const cld_scene_problem *problem) {
    return (uint64_t)problem->a << 32 | problem->b;
}

static int compare_problems(const void *p, const void *q) {
    uint64_t a = find_pair(p), b = find_pair(q);
    return a != b ? (a > b) - (a < b)
                  : strcmp(((const cld_scene_problem *)p)->message, ((const cld_scene_problem *)q)->message);
}

/// Sorts the problems and keeps the first, one of each pair: several rules may have asked about it in vain,
/// each something else.
static void keep_first(cld_unanswered *u) {
    cld_scene_problem *problem = u->problems;
    size_t kept = 0;
    if (u->count > 0)
        qsort(problem, u->count, sizeof *problem, compare_problems);
    for (size_t i = 0; i < u->count && kept < CLD_MOST_UNANSWERED; i++)
        if (i == 0 || find_pair(&problem[i]) != find_pair(&problem[kept - 1]))
            problem[kept++] = problem[i];
    u->count = kept;
}

static bool add_pair(cld_unanswered *u, uint64_t pair) {
    uint64_t *pairs = cld_grow(u->pairs, &u->pair_capacity, u->pair_count, sizeof *pairs);
    if (!pairs)
        return false;
    u->pairs = pairs;
    pairs[u->pair_count++] = pair;
    return true;
}

static bool add_problem(cld_unanswered *u, const cld_scene_problem *problem) {
    cld_scene_problem *problems = cld_grow(u->problems, &u->capacity, u->count, sizeof *problems);
    if (!problems)
        return false;
    u->problems = problems;
    problems[u->count++] = *problem;
    if (u->count == MOST_HELD) {
        keep_first(u);
        u->last = u->count == CLD_MOST_UNANSWERED ? find_pair(&problems[u->count - 1]) : 0;
    }
    return true;
}

bool cld_unanswered_add(cld_unanswered *u, const cld_scene *scene, uint32_t a, uint32_t b,
                        const cld_error *cause) {
    uint64_t pair = (uint64_t)a << 32 | b;
    if (!add_pair(u, pair))
        return false;
    if (u->last && pair > u->last)
        return true;
    cld_scene_problem problem = cld_make_unanswered(scene, a, b, cause);
    return add_problem(u, &problem);
}

bool cld_unanswered_merge(cld_unanswered *u, const cld_unanswered *other) {
    bool has_memory = true;
    for (size_t i = 0; i < other->pair_count && has_memory; i++)
        has_memory = add_pair(u, other->pairs[i]);
    for (size_t i = 0; i < other->count && has_memory; i++)
        has_memory = add_problem(u, &other->problems[i]);
    return has_memory;
}

bool cld_unanswered_finish(cld_unanswered *u, const cld_scene *scene) {
    keep_first(u);
    if (u->count < CLD_MOST_UNANSWERED)
        return true;
    const cld_scene_problem told = u->problems[u->count - 1];
    uint64_t first = 0;
    size_t left_out = 0;
    qsort(u->pairs, u->pair_count, sizeof *u->pairs, cld_compare_words);
    for (size_t i = 0; i < u->pair_count; i++) {
        uint64_t pair = u->pairs[i];
        if (pair <= find_pair(&told) || (i > 0 && pair == u->pairs[i - 1]))
            continue;
        first = left_out++ ? first : pair;
    }
    if (left_out == 0)
        return true;
    cld_scene_problem rest = cld_make_left_out(scene, (uint32_t)(first >> 32), (uint32_t)first, left_out);
    rest.status = told.status;
    return add_problem(u, &rest);
}

void cld_unanswered_clear(cld_unanswered *u) {
    free(u->pairs);
    free(u->problems);
}
