/// Pairs that no query can answer.
#ifndef CLD_SCENE_UNANSWERED_H
#define CLD_SCENE_UNANSWERED_H

#include "collide/scene.h"

/// Those that one thread has met. Of very many, only the problems of the first are held.
typedef struct cld_unanswered {
    uint64_t *pairs; ///< the lower object in the high half; some more than once
    size_t pair_count, pair_capacity;
    cld_scene_problem *problems;
    size_t count, capacity;
    uint64_t last; ///< the last pair that can still be among the first; 0 as long as all can
} cld_unanswered;

/// Adds a pair a < b, once more or for the first time. False when memory runs out.
bool cld_unanswered_add(cld_unanswered *unanswered, const cld_scene *scene, uint32_t a, uint32_t b,
                        const cld_error *cause);

/// Adds what another thread has met. False when memory runs out.
bool cld_unanswered_merge(cld_unanswered *unanswered, const cld_unanswered *other);

/// Puts the problems in order, by the pair, each once, with one behind them for the pairs whose problems are
/// left out. False when memory runs out.
bool cld_unanswered_finish(cld_unanswered *unanswered, const cld_scene *scene);

void cld_unanswered_clear(cld_unanswered *unanswered);

#endif
