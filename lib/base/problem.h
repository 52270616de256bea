/// Errors that do not end the work: each keeps its own part of it from being done.
#ifndef CLD_BASE_PROBLEM_H
#define CLD_BASE_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "collide/status.h"

typedef struct cld_problem {
    const char *file; ///< borrowed
    const char *name; ///< of the object it is about, borrowed; NULL for none
    size_t order;     ///< where it belongs among the problems of its file; those of one order stay as added
    cld_error error;
} cld_problem;

/// A problem in a list, where there may be one of each object: an error has room for far more than most say.
typedef struct cld_kept_problem {
    const char *file, *name;
    const char *texts;    ///< of the error: the pointer, and behind its end the message
    size_t order, serial; ///< `serial`: how many the list had before it
    unsigned long line, column;
    cld_status status;
} cld_kept_problem;

/// {0} is an empty list.
typedef struct cld_problem_list {
    cld_kept_problem *items;
    size_t count, capacity;
    cld_arena arena; ///< of the texts
    bool failed;     ///< memory ran out, and something is missing
} cld_problem_list;

/// Keeps a copy.
void cld_problems_add(cld_problem_list *list, const cld_problem *problem);

/// Number `i` as it was added.
cld_problem cld_problems_get(const cld_problem_list *list, size_t i);

/// Takes over all of another list, which is empty then, behind its own.
void cld_problems_take(cld_problem_list *list, cld_problem_list *other);

/// Sorts by order, then as they were added.
void cld_problems_sort(cld_problem_list *list);

void cld_problems_clear(cld_problem_list *list);

#endif
