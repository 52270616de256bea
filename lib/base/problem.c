#include "base/problem.h"

#include <stdlib.h>

#include "base/grow.h"

void cld_problems_add(cld_problem_list *list, const cld_problem *problem) {
    cld_problem *grown = cld_grow(list->items, &list->capacity, list->count, sizeof *grown);
    if (!grown) {
        list->failed = true;
        return;
    }
    list->items = grown;
    list->items[list->count] = *problem;
    list->items[list->count].serial = list->count;
    list->count++;
}

static int compare_orders(const void *p, const void *q) {
    const cld_problem *a = p, *b = q;
    int order = (a->order > b->order) - (a->order < b->order);
    return order ? order : (a->serial > b->serial) - (a->serial < b->serial);
}

void cld_problems_sort(cld_problem_list *list, size_t first) {
    if (list->count > first + 1)
        qsort(list->items + first, list->count - first, sizeof *list->items, compare_orders);
}

void cld_problems_clear(cld_problem_list *list) {
    free(list->items);
    *list = (cld_problem_list){.count = 0};
}
