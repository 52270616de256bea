#include "base/problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/// Adds a kept problem, whose texts stay where they are.
static void keep(cld_problem_list *list, const cld_kept_problem *kept) {
    cld_kept_problem *grown = cld_grow(list->items, &list->capacity, list->count, sizeof *grown);
    if (!grown) {
        list->failed = true;
        return;
    }
    list->items = grown;
    list->items[list->count] = *kept;
    list->items[list->count].serial = list->count;
    list->count++;
}

void cld_problems_add(cld_problem_list *list, const cld_problem *problem) {
    const cld_error *error = &problem->error;
    size_t pointer = strlen(error->pointer) + 1, message = strlen(error->message) + 1;
    char *texts = cld_arena_add(&list->arena, pointer + message, 1);
    if (!texts) {
        list->failed = true;
        return;
    }
    memcpy(texts, error->pointer, pointer);
    memcpy(texts + pointer, error->message, message);
    keep(list, &(cld_kept_problem){.file = problem->file,
                                   .name = problem->name,
                                   .texts = texts,
                                   .order = problem->order,
                                   .line = error->line,
                                   .column = error->column,
                                   .status = error->status});
}

cld_problem cld_problems_get(const cld_problem_list *list, size_t i) {
    const cld_kept_problem *kept = &list->items[i];
    cld_problem problem = {.file = kept->file, .name = kept->name, .order = kept->order};
    size_t pointer = strlen(kept->texts) + 1;
    problem.error.status = kept->status;
    problem.error.line = kept->line;
    problem.error.column = kept->column;
    memcpy(problem.error.pointer, kept->texts, pointer);
    memcpy(problem.error.message, kept->texts + pointer, strlen(kept->texts + pointer) + 1);
    return problem;
}

void cld_problems_take(cld_problem_list *list, cld_problem_list *other) {
    if (list->count == 0) {
        cld_problem_list empty = *list;
        *list = *other;
        *other = empty;
        list->failed |= other->failed;
    }
    for (size_t i = 0; i < other->count; i++)
        keep(list, &other->items[i]);
    list->failed |= other->failed;
    cld_arena_take(&list->arena, &other->arena);
    cld_problems_clear(other);
}

static int compare_orders(const void *p, const void *q) {
    const cld_kept_problem *a = p, *b = q;
    int order = (a->order > b->order) - (a->order < b->order);
    return order ? order : (a->serial > b->serial) - (a->serial < b->serial);
}

void cld_problems_sort(cld_problem_list *list) {
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, compare_orders);
}

void cld_problems_clear(cld_problem_list *list) {
    free(list->items);
    cld_arena_clear(&list->arena);
    *list = (cld_problem_list){.count = 0};
}
