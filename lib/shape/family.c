/// What the shapes that are made of one definition have in common.
///
/// Each keeps its vertices in the world; those in its own frame, the hull of them, and what the user's lists
/// call its parts are the same for all, however they are turned and moved.

#include "shape/family.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"

cld_status cld_family_found(cld_family **families, cld_arena *arena, cld_shape_def *def, cld_error *err) {
    size_t numbers = 3 * def->point_count;
    cld_status status = CLD_OK;
    if (numbers > 0) {
        cld_family *family = cld_arena_add(arena, sizeof *family / sizeof(double) + numbers, sizeof(double));
        if (!family)
            return cld_fail_memory(err);
        memcpy(family->points, def->points, numbers * sizeof(double));
        def->points = family->points;
        def->family = family;
        family->older = *families;
        family->def = *def;
        atomic_init(&family->hull, NULL);
        family->names = (cld_names){.face = NULL};
        family->is_audited = false;
        *families = family;
    }
    for (size_t i = 0; i < def->child_count && !status; i++) // as deep as compounds may be
        status = cld_family_found(families, arena, (cld_shape_def *)&def->children[i], err);
    return status;
}

void cld_families_clear(cld_family *families) {
    for (; families; families = families->older) {
        cld_hull_destroy(atomic_load(&families->hull));
        cld_names_forget(&families->names);
    }
}
