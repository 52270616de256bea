/// What the shapes that are made of one definition have in common.
///
/// Each keeps its vertices in the world; those in its own frame, and the hull of them, are the same for all,
/// however they are turned and moved.

#include "shape/family.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "shape/compound.h"

cld_status cld_family_found(cld_family **families, cld_arena *arena, cld_shape_def *def, cld_error *err) {
    size_t numbers = 3 * def->point_count;
    cld_status status = CLD_OK;
    if (numbers > 0) {
        cld_family *family = cld_arena_add(arena, sizeof *family / sizeof(double) + numbers, sizeof(double));
        if (!family)
            return cld_fail_memory(err);
        family->older = *families;
        atomic_init(&family->hull, NULL);
        memcpy(family->points, def->points, numbers * sizeof(double));
        def->points = family->points;
        *families = family;
    }
    for (size_t i = 0; i < def->child_count && !status; i++) // as deep as compounds may be
        status = cld_family_found(families, arena, (cld_shape_def *)&def->children[i], err);
    return status;
}

void cld_families_clear(cld_family *families) {
    for (; families; families = families->older)
        cld_hull_destroy(atomic_load(&families->hull));
}

static void join(cld_shape *shape, const cld_shape_def *def) {
    size_t count = shape->core.count;
    bool is_same = count > 0 && def->point_count == count &&
                   (!shape->points || memcmp(shape->points, def->points, 3 * count * sizeof(double)) == 0);
    if (!is_same || shape->in_family)
        return;
    cld_shape_forget_hull(shape);
    free(shape->points);
    shape->points = (double *)def->points;
    shape->in_family = true;
}

/// Goes through the leaves of a compound as they were made; returns the one after those of `def`.
static const struct cld_leaf *join_leaves(const struct cld_leaf *leaf, const cld_shape_def *def) {
    if (def->kind != CLD_COMPOUND) {
        join(leaf->shape, def);
        return leaf + 1;
    }
    for (size_t i = 0; i < def->child_count; i++)
        leaf = join_leaves(leaf, &def->children[i]); // as deep as compounds may be
    return leaf;
}

void cld_shape_join_family(cld_shape *shape, const cld_shape_def *def) {
    if (shape->kind == CLD_COMPOUND)
        join_leaves(shape->rare->leaves, def);
    else
        join(shape, def);
}
