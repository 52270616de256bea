/// Errors that do not end the work: each keeps its own part of it from being done.
#ifndef CLD_BASE_PROBLEM_H
#define CLD_BASE_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "collide/status.h"

typedef struct cld_problem {
    const char *file; ///< borrowed
    const char *name; ///< of the object it is about, borrowed; NULL for none
    size_t order;     ///< where it belongs among the problems of its file; those of one order stay as added
    size_t serial;    ///< how many its list had before it
    cld_error error;
} cld_problem;

/// {0} is an empty list.
typedef struct cld_problem_list {
    cld_problem *items;
    size_t count, capacity;
    bool failed; ///< memory ran out, and something is missing
} cld_problem_list;

/// Keeps a copy, which gets its serial number.
void cld_problems_add(cld_problem_list *list, const cld_problem *problem);

/// Sorts those from `first` on by their order, then as they were added.
void cld_problems_sort(cld_problem_list *list, size_t first);

void cld_problems_clear(cld_problem_list *list);

#endif
