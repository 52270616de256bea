#include "hull/audit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "hull/audit_lists.h"
#include "hull/cover.h"
#include "hull/match.h"
#include "hull/near.h"
#include "math/vec.h"

enum { MOST_WARNINGS = 20 };

/// What one audit works with.
typedef struct audit {
    const cld_shape_def *def;
    const cld_hull *hull;
    cld_surface surface;
    uint32_t *face_vertex; ///< that of `def`, each face in cyclic order
    cld_matcher matcher;
    cld_arena arena;
    cld_warn *warn;
    void *warn_context;
    size_t warnings;
    bool is_concave; ///< where that is allowed
    cld_names names;
    cld_matches faces, edges; ///< each listed one and what of the hull's it lies on
    cld_error *err;
} audit;

/// A JSON pointer to an element of a list.
typedef struct place {
    char pointer[64];
} place;

static place place_of(const char *list, size_t index) {
    place p;
    snprintf(p.pointer, sizeof p.pointer, "/%s/%zu", list, index);
    return p;
}

CLD_PRINTF(3, 4) static void warn_of(audit *a, const char *pointer, const char *format, ...) {
    cld_warning warning;
    if (!a->warn || a->warnings++ >= MOST_WARNINGS)
        return;
    snprintf(warning.pointer, sizeof warning.pointer, "%s", pointer);
    va_list values;
    va_start(values, format);
    vsnprintf(warning.message, sizeof warning.message, format, values);
    va_end(values);
    a->warn(a->warn_context, &warning);
}

static void warn_of_rest(audit *a) {
    cld_warning warning = {.pointer = ""};
    if (a->warnings <= MOST_WARNINGS)
        return;
    snprintf(warning.message, sizeof warning.message, "and %s%zu more like these",
             a->matcher.has_given_up ? "at least " : "", a->warnings - MOST_WARNINGS);
    a->warn(a->warn_context, &warning);
}

/// A list that is not on the hull: a failure, or a warning if the hull is all that is wanted.
static cld_status tell_concave(audit *a, const char *pointer, const char *message) {
    if (!a->def->convexify)
        return cld_fail(a->err, CLD_NOT_CONVEX, pointer, "%s", message);
    a->is_concave = true;
    warn_of(a, pointer, "%s", message);
    return CLD_OK;
}

/// A list for which the matcher gave up: of a shape of which only the hull is wanted, enough is known.
static cld_status tell_given_up(audit *a, const char *pointer) {
    if (a->is_concave)
        return CLD_OK;
    return cld_fail(
        a->err, CLD_TOO_LARGE, pointer,
        "finding the faces that lists are on may take %d tries for each vertex of a face, takes more",
        CLD_MATCH_MOST_TRIES);
}

/// How far a normal may be from that of the plane that a face was found on. Where the hull has several faces
/// there, that is any plane within the tolerance of the face, and so is one that leans against it by twice
/// the tolerance over the width. What the matcher has covered are still the faces that the listed one is.
static double find_normal_limit(const audit *a, size_t index, const cld_match *match) {
    uint32_t start = a->def->face_start[index], count = a->def->face_start[index + 1] - start;
    double width;
    if (!match->is_across && (a->hull->rank < 3 || a->matcher.covered_count < 2))
        return 1e-6;
    cld_surface_find_normal(&a->surface, a->face_vertex + start, count, match->normal, &width);
    return 1e-6 + (width > 0 ? 2 * a->surface.tolerance / width : 2);
}

/// Compares a listed normal with the hull's. A flat hull has two sides, and either is right.
static void check_normal(audit *a, size_t index, const cld_match *match) {
    cld_vec3 normal = match->normal, n = cld_audit_normal(a->def, index);
    if (a->hull->rank == 2 && cld_dot(n, normal) < 0)
        normal = cld_negate(normal);
    double off = cld_distance(n, normal);
    if (off <= find_normal_limit(a, index, match))
        return;
    char degrees[CLD_NUMBER_SIZE];
    double angle = 2 * asin(fmin(1, off / 2)) * (180 / 3.14159265358979323846);
    cld_number_write(round(angle * 1e6) / 1e6, degrees);
    warn_of(a, place_of("normals", index).pointer, "is %s degrees off the outward normal of face %zu",
            degrees, index);
}

/// Notes that a listed face lies on one of the hull's, and whether it is all of it. False when memory runs
/// out.
static bool name(uint32_t *names, cld_matches *matches, uint32_t part, size_t index, bool is_all) {
    if (index < names[part])
        names[part] = (uint32_t)index;
    return cld_matches_add(matches, part, (uint32_t)index, is_all);
}

/// What is all of a flat hull is the side that its normal or, without one, its winding tells, which goes
/// counter-clockwise around the match's where `turn` is positive. Parts are on both sides.
static cld_status name_faces(audit *a, const cld_match *match, size_t index, double turn) {
    const uint32_t sides[] = {match->face, 1 - match->face}, *part = a->matcher.covered;
    uint32_t count = a->matcher.covered_count;
    bool is_flat = a->hull->rank == 2;
    if (is_flat && cld_match_is_covered(&a->matcher, match->face)) {
        double towards =
            a->def->normal_count ? cld_dot(cld_audit_normal(a->def, index), match->normal) : turn;
        part = &sides[towards < 0], count = 1;
    } else if (is_flat) {
        part = sides, count = 2;
    } else if (count == 0) {
        part = &match->face, count = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!name(a->names.face, &a->faces, part[i], index, cld_match_is_covered(&a->matcher, part[i])))
            return cld_fail_memory(a->err);
    return CLD_OK;
}

static cld_status check_face(audit *a, size_t index) {
    uint32_t *vertex = a->face_vertex + a->def->face_start[index];
    uint32_t count = a->def->face_start[index + 1] - a->def->face_start[index];
    cld_match match = cld_match_face(&a->matcher, vertex, count);
    if (a->matcher.has_given_up)
        return tell_given_up(a, place_of("faces", index).pointer);
    if (match.off > a->surface.tolerance) {
        char off[CLD_NUMBER_SIZE], message[160];
        cld_number_write(match.off * a->surface.unit, off);
        snprintf(message, sizeof message,
                 "not a face of the convex hull: vertex %u is %s away from the nearest one",
                 vertex[match.worst], off);
        return tell_concave(a, place_of("faces", index).pointer, message);
    }
    double turn;
    if (!cld_cover_is_cyclic(&a->surface, vertex, count, match.normal, &turn)) {
        warn_of(a, place_of("faces", index).pointer, "the vertices are not in cyclic order");
        if (!cld_cover_sort(&a->surface, vertex, count, match.normal))
            return cld_fail_memory(a->err);
    }
    if (a->def->normal_count)
        check_normal(a, index, &match);
    if (match.is_across)
        cld_cover_find(&a->matcher, vertex, count, match.normal);
    return name_faces(a, &match, index, turn);
}

/// A side of a flat hull that nothing is listed for has what is listed for the other.
static bool share_sides(audit *a) {
    for (uint32_t side = 0; side < 2 && a->hull->rank == 2; side++) {
        bool is_named = a->names.face[side] != CLD_NO_INDEX;
        for (size_t i = 0; i < a->def->face_count && !is_named; i++)
            if (!name(a->names.face, &a->faces, side, i, true))
                return false;
    }
    return true;
}

/// Gives faces of the hull that are narrower than the tolerance, and on which nothing is listed, the name of
/// a face next to them.
static void name_narrow_faces(audit *a) {
    const cld_hull *hull = a->hull;
    uint32_t *named = a->matcher.covered, *tried = a->matcher.face_stamp, count = 0;
    const uint32_t stamp = ++a->matcher.stamp;
    for (uint32_t f = 0; f < hull->face_count; f++)
        if (a->names.face[f] != CLD_NO_INDEX)
            named[count++] = f;
    for (uint32_t i = 0; i < count && count < hull->face_count; i++)
        for (uint32_t h = hull->face_start[named[i]]; h < hull->face_start[named[i] + 1]; h++) {
            const uint32_t *side = hull->edge_face[hull->face_edge[h]];
            uint32_t other = side[side[0] == named[i]], start = hull->face_start[other];
            double width;
            if (a->names.face[other] != CLD_NO_INDEX || tried[other] == stamp)
                continue;
            tried[other] = stamp;
            cld_surface_find_normal(&a->surface, hull->face_vertex + start,
                                    hull->face_start[other + 1] - start, hull->face_normal[other], &width);
            if (width > a->surface.tolerance)
                continue;
            a->names.face[other] = a->names.face[named[i]];
            named[count++] = other;
        }
}

/// Warns of the faces that nothing is listed on, where it is known for all.
static void check_face_cover(audit *a) {
    for (uint32_t f = 0; f < a->hull->face_count && !a->matcher.has_stopped_covering; f++)
        if (a->names.face[f] == CLD_NO_INDEX) {
            const uint32_t *loop = a->hull->face_vertex + a->hull->face_start[f];
            warn_of(
                a, "/faces",
                "the hull's face with vertices %u, %u, %u is not listed; answers name it without a number",
                loop[0], loop[1], loop[2]);
        }
}

static cld_status check_faces(audit *a) {
    if (a->def->face_count && a->hull->rank < 2) {
        warn_of(a, "/faces", "the vertices lie on a straight line: there are no faces");
        return CLD_OK;
    }
    for (size_t i = 0; i < a->def->face_count && !a->matcher.has_given_up; i++) {
        cld_status status = check_face(a, i);
        if (status != CLD_OK)
            return status;
    }
    if (a->def->face_count && !a->is_concave) {
        if (!share_sides(a))
            return cld_fail_memory(a->err);
        name_narrow_faces(a);
        check_face_cover(a);
    }
    return CLD_OK;
}

/// Warns of vertices that the listed faces make remarkable. `used` tells which ones they have.
static bool check_vertices(audit *a, const bool *used) {
    const cld_hull *hull = a->hull;
    cld_near seen;
    if (!cld_near_create(&seen, a->surface.at, hull->point_count, a->surface.tolerance))
        return false;
    for (uint32_t i = 0; i < hull->point_count; i++) {
        uint32_t twin = cld_near_find(&seen, a->surface.at[i]);
        if (twin != CLD_NEAR_NONE)
            warn_of(a, place_of("vertices", i).pointer, "coincides with vertex %u", twin);
        else
            cld_near_add(&seen, i);
        if (twin == CLD_NEAR_NONE && !used[i] && a->surface.corner[i] != i)
            warn_of(a, place_of("vertices", i).pointer, "no face uses it, and it is no corner of the hull");
    }
    cld_near_destroy(&seen);
    return true;
}

static bool check_unused(audit *a) {
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

static bool is_all_of(const audit *a, uint32_t edge, size_t index) {
    const uint32_t *vertex = a->def->edge_vertex[index], *end = a->hull->edge_vertex[edge];
    uint32_t p = a->surface.corner[vertex[0]], q = a->surface.corner[vertex[1]];
    return (p == end[0] && q == end[1]) || (p == end[1] && q == end[0]);
}

static cld_status check_edge(audit *a, size_t index) {
    bool on_surface;
    uint32_t edge = cld_match_edge(&a->matcher, a->def->edge_vertex[index], &on_surface);
    place p = place_of("edges", index);
    if (a->matcher.has_given_up)
        return tell_given_up(a, p.pointer);
    if (edge != CLD_NO_INDEX)
        return name(a->names.edge, &a->edges, edge, index, is_all_of(a, edge, index))
                   ? CLD_OK
                   : cld_fail_memory(a->err);
    if (!on_surface)
        return tell_concave(a, p.pointer, "not an edge of the convex hull: it runs through the inside");
    warn_of(a, p.pointer, "lies on the hull, but is no edge of it");
    return CLD_OK;
}

/// The lowest name of an edge around a face of the hull.
static uint32_t find_lowest_around(const audit *a, uint32_t face) {
    uint32_t lowest = CLD_NO_INDEX;
    for (uint32_t h = a->hull->face_start[face]; h < a->hull->face_start[face + 1]; h++) {
        uint32_t other = a->names.edge[a->hull->face_edge[h]];
        lowest = other < lowest ? other : lowest;
    }
    return lowest;
}

/// Whether a listed face has the edge inside, since it consists of several of the hull's or lies across.
static bool is_inner(const audit *a, uint32_t edge) {
    const uint32_t *side = a->hull->edge_face[edge];
    return a->hull->rank == 3 && a->names.face &&
           (a->matcher.is_inner[edge] ||
            (a->names.face[side[0]] == a->names.face[side[1]] && a->names.face[side[0]] != CLD_NO_INDEX));
}

/// Names the edges that listed faces have inside, and warns of others.
static void check_edge_cover(audit *a) {
    for (uint32_t e = 0; e < a->hull->edge_count; e++) {
        const uint32_t *side = a->hull->edge_face[e], *end = a->hull->edge_vertex[e];
        if (a->names.edge[e] != CLD_NO_INDEX)
            continue;
        if (is_inner(a, e)) {
            uint32_t one = find_lowest_around(a, side[0]), other = find_lowest_around(a, side[1]);
            a->names.edge[e] = one < other ? one : other;
        }
        if (a->names.edge[e] == CLD_NO_INDEX)
            warn_of(a, "/edges", "the hull's edge %u, %u is not listed; answers name it without a number",
                    end[0], end[1]);
    }
}

static cld_status check_edges(audit *a) {
    for (size_t i = 0; i < a->def->edge_count && !a->matcher.has_given_up; i++) {
        cld_status status = check_edge(a, i);
        if (status != CLD_OK)
            return status;
    }
    if (a->def->edge_count && !a->is_concave)
        check_edge_cover(a);
    return CLD_OK;
}

static uint32_t *create_names(size_t listed, uint32_t count) {
    uint32_t *names = listed && count ? malloc(count * sizeof *names) : NULL;
    for (uint32_t i = 0; names && i < count; i++)
        names[i] = CLD_NO_INDEX;
    return names;
}

/// The listed parts of the hull's faces and edges. False when memory runs out.
static bool create_parts(audit *a) {
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

static bool copy_faces(audit *a) {
    uint32_t total = a->def->face_count ? a->def->face_start[a->def->face_count] : 0;
    a->face_vertex = cld_arena_add(&a->arena, total, sizeof *a->face_vertex);
    if (a->face_vertex && total)
        memcpy(a->face_vertex, a->def->face_vertex, total * sizeof *a->face_vertex);
    return a->face_vertex != NULL;
}

static cld_status run(audit *a, const double *points) {
    const cld_hull *hull = a->hull;
    a->names.face = create_names(a->def->face_count, hull->face_count);
    a->names.edge = create_names(a->def->edge_count, hull->edge_count);
    if ((a->def->face_count && hull->face_count && !a->names.face) ||
        (a->def->edge_count && hull->edge_count && !a->names.edge) || !copy_faces(a) ||
        !cld_surface_build(&a->surface, points, hull, &a->arena) ||
        !cld_matcher_build(&a->matcher, &a->surface, &a->arena))
        return cld_fail_memory(a->err);
    cld_status status = check_faces(a);
    if (status == CLD_OK && !check_unused(a))
        status = cld_fail_memory(a->err);
    if (status == CLD_OK)
        status = check_edges(a);
    if (status == CLD_OK && !a->is_concave && !create_parts(a))
        status = cld_fail_memory(a->err);
    if (status == CLD_OK)
        warn_of_rest(a);
    return status;
}

cld_status cld_hull_audit(const double *points, const cld_hull *hull, const cld_shape_def *def,
                          cld_warn *warn, void *warn_context, cld_names *names, cld_error *err) {
    *names = (cld_names){NULL, NULL, NULL, NULL};
    cld_status status = cld_audit_lists(def, err);
    if (status != CLD_OK)
        return status;
    audit a = {.def = def, .hull = hull, .warn = warn, .warn_context = warn_context, .err = err};
    status = run(&a, points);
    if (status != CLD_OK || a.is_concave)
        cld_names_forget(&a.names);
    *names = a.names;
    free(a.faces.at);
    free(a.edges.at);
    cld_arena_clear(&a.arena);
    return status;
}
