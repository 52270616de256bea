// How listed edges lie on a hull.
#include "hull/audit_state.h"

/// Whether a listed edge has both ends of one of the hull's, or consists of several of these.
static bool is_all_of(const cld_audit *a, uint32_t edge, size_t index) {
    const uint32_t *vertex = a->def->edge_vertex[index], *end = a->hull->edge_vertex[edge];
    uint32_t p = a->surface.corner[vertex[0]], q = a->surface.corner[vertex[1]];
    return a->matcher.passed_count > 1 || (p == end[0] && q == end[1]) || (p == end[1] && q == end[0]);
}

static cld_status check_edge(cld_audit *a, size_t index) {
    bool on_surface, is_on_edge = cld_match_edge(&a->matcher, a->def->edge_vertex[index], &on_surface);
    cld_short_pointer place = cld_pointer_to("edges", index);
    if (a->matcher.has_given_up)
        return cld_audit_tell_given_up(a, place.text);
    for (uint32_t i = 0; i < a->matcher.passed_count; i++) {
        uint32_t edge = a->matcher.passed[i];
        if (!cld_audit_name(a->names.edge, &a->edges, edge, index, is_all_of(a, edge, index)))
            return cld_fail_memory(a->err);
    }
    if (is_on_edge)
        return CLD_OK;
    if (!on_surface)
        return cld_audit_tell_concave(a, place.text,
                                      "not an edge of the convex hull: it runs through the inside");
    cld_audit_warn(a, place.text, "lies on the hull, but is no edge of it");
    return CLD_OK;
}

/// The lowest name of an edge around a face of the hull.
static uint32_t find_lowest_around(const cld_audit *a, uint32_t face) {
    uint32_t lowest = CLD_NO_INDEX;
    for (uint32_t h = a->hull->face_start[face]; h < a->hull->face_start[face + 1]; h++) {
        uint32_t other = a->names.edge[a->hull->face_edge[h]];
        lowest = other < lowest ? other : lowest;
    }
    return lowest;
}

/// Whether one of two faces lies in the plane of the other, within the tolerance.
static bool are_flat(const cld_audit *a, uint32_t face, uint32_t other) {
    for (uint32_t h = a->hull->face_start[other]; h < a->hull->face_start[other + 1]; h++) {
        cld_vec3 p = a->surface.at[a->hull->face_vertex[h]];
        if (cld_surface_find_height(&a->surface, face, p) < -a->surface.tolerance)
            return false;
    }
    return true;
}

/// Whether a listed face has the edge inside, since it consists of several of the hull's or lies across, or
/// listed faces that are one within the tolerance.
static bool is_inner(const cld_audit *a, uint32_t edge) {
    const uint32_t *side = a->hull->edge_face[edge];
    return a->hull->rank == 3 && a->names.face &&
           (a->matcher.is_inner[edge] ||
            (a->names.face[side[0]] == a->names.face[side[1]] && a->names.face[side[0]] != CLD_NO_INDEX) ||
            are_flat(a, side[0], side[1]) || are_flat(a, side[1], side[0]));
}

/// Names the edges that listed faces have inside, and warns of others.
static void check_edge_cover(cld_audit *a) {
    for (uint32_t e = 0; e < a->hull->edge_count; e++) {
        const uint32_t *side = a->hull->edge_face[e], *end = a->hull->edge_vertex[e];
        if (a->names.edge[e] != CLD_NO_INDEX)
            continue;
        if (is_inner(a, e)) {
            uint32_t one = find_lowest_around(a, side[0]), other = find_lowest_around(a, side[1]);
            a->names.edge[e] = one < other ? one : other;
        }
        if (a->names.edge[e] == CLD_NO_INDEX)
            cld_audit_warn(a, "/edges",
                           "the hull's edge %u, %u is not listed; answers name it without a number", end[0],
                           end[1]);
    }
}

cld_status cld_audit_edges(cld_audit *a) {
    for (size_t i = 0; i < a->def->edge_count && !a->matcher.has_given_up; i++) {
        cld_status status = check_edge(a, i);
        if (status != CLD_OK)
            return status;
    }
    if (a->def->edge_count && !a->is_concave)
        check_edge_cover(a);
    return CLD_OK;
}
