#include "hull/audit.h"

#include <stdlib.h>
#include <string.h>

#include "hull/audit_lists.h"
#include "hull/audit_state.h"
#include "hull/near.h"

/// Warns of vertices that the listed faces make remarkable. `used` tells which ones they have.
static bool check_vertices(cld_audit *a, const bool *used) {
    const cld_hull *hull = a->hull;
    cld_near seen;
    if (!cld_near_create(&seen, a->surface.at, hull->point_count, a->surface.tolerance))
        return false;
    for (uint32_t i = 0; i < hull->point_count; i++) {
        uint32_t twin = cld_near_find(&seen, a->surface.at[i]);
        if (twin != CLD_NEAR_NONE)
            cld_audit_warn(a, cld_pointer_to("vertices", i).text, "coincides with vertex %u", twin);
        else
            cld_near_add(&seen, i);
        if (twin == CLD_NEAR_NONE && !used[i] && a->surface.corner[i] != i)
            cld_audit_warn(a, cld_pointer_to("vertices", i).text,
                           "no face uses it, and it is no corner of the hull");
    }
    cld_near_destroy(&seen);
    return true;
}

static bool check_unused(cld_audit *a) {
    if (!a->def->face_count)
        return true;
    bool *used = cld_arena_add(&a->arena, a->hull->point_count, sizeof *used);
    if (!used)
        return false;
    memset(used, 0, a->hull->point_count * sizeof *used);
    for (uint32_t h = 0; h < a->def->face_start[a->def->face_count]; h++)
        used[a->def->face_vertex[h]] = true;
    return check_vertices(a, used);
}

static uint32_t *create_names(size_t listed, uint32_t count) {
    uint32_t *names = listed && count ? malloc(count * sizeof *names) : NULL;
    for (uint32_t i = 0; names && i < count; i++)
        names[i] = CLD_NO_INDEX;
    return names;
}

/// The listed parts of the hull's faces and edges. False when memory runs out.
static bool create_parts(cld_audit *a) {
    const cld_shape_def *def = a->def;
    uint32_t *start = a->edges.count ? cld_arena_add(&a->arena, def->edge_count + 1, sizeof *start) : NULL;
    for (size_t i = 0; start && i <= def->edge_count; i++)
        start[i] = (uint32_t)(2 * i);
    return (start || !a->edges.count) &&
           cld_parts_create(&a->faces, a->hull->face_count, def->face_start, a->face_vertex, def->face_count,
                            &a->names.face_parts) &&
           cld_parts_create(&a->edges, a->hull->edge_count, start, (const uint32_t *)def->edge_vertex,
                            def->edge_count, &a->names.edge_parts);
}

static bool copy_faces(cld_audit *a) {
    uint32_t total = a->def->face_count ? a->def->face_start[a->def->face_count] : 0;
    a->face_vertex = cld_arena_add(&a->arena, total, sizeof *a->face_vertex);
    if (a->face_vertex && total)
        memcpy(a->face_vertex, a->def->face_vertex, total * sizeof *a->face_vertex);
    return a->face_vertex != NULL;
}

static cld_status run(cld_audit *a, const double *points) {
    const cld_hull *hull = a->hull;
    a->names.face = create_names(a->def->face_count, hull->face_count);
    a->names.edge = create_names(a->def->edge_count, hull->edge_count);
    if ((a->def->face_count && hull->face_count && !a->names.face) ||
        (a->def->edge_count && hull->edge_count && !a->names.edge) || !copy_faces(a) ||
        !cld_surface_build(&a->surface, points, hull, &a->arena) ||
        !cld_matcher_build(&a->matcher, &a->surface, &a->arena))
        return cld_fail_memory(a->err);
    cld_status status = cld_audit_faces(a);
    if (status == CLD_OK && !check_unused(a))
        status = cld_fail_memory(a->err);
    if (status == CLD_OK)
        status = cld_audit_edges(a);
    if (status == CLD_OK && !a->is_concave && !create_parts(a))
        status = cld_fail_memory(a->err);
    if (status == CLD_OK)
        cld_audit_warn_of_rest(a);
    return status;
}

cld_status cld_hull_audit(const double *points, const cld_hull *hull, const cld_shape_def *def,
                          cld_warn *warn, void *warn_context, cld_names *names, cld_error *err) {
    *names = (cld_names){NULL, NULL, NULL, NULL};
    cld_status status = cld_audit_lists(def, err);
    if (status != CLD_OK)
        return status;
    cld_audit a = {.def = def, .hull = hull, .warn = warn, .warn_context = warn_context, .err = err};
    status = run(&a, points);
    if (status != CLD_OK || a.is_concave)
        cld_names_forget(&a.names);
    *names = a.names;
    free(a.faces.at);
    free(a.edges.at);
    cld_arena_clear(&a.arena);
    return status;
}
