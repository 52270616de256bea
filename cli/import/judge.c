/// Whether a mesh is the surface of a convex set.
///
/// Each face has to lie on the hull of the vertices; the face that is farthest off names the worst vertex.
/// That alone would take a floor and a ceiling for the block between them, so that what the faces leave open
/// is looked at too: how much area there is in all, and of each face of the hull how much is on it, and the
/// edges that only one face has. A mesh that is flat within the tolerance is judged in its plane, for on
/// which side of that a vertex is says nothing.
#include "import/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/sort.h"
#include "hull/cover.h"
#include "hull/frame.h"
#include "math/vec.h"

/// What one judgement works with.
typedef struct judge {
    const cli_mesh *mesh;
    const double *points; ///< the mesh's, or what they are in its plane
    const cld_hull *hull; ///< of the points
    cld_hull *own_hull;   ///< of those in the plane; NULL without
    cld_surface surface;
    double *met; ///< of each face of the hull: twice the area that the mesh has on it, or INFINITY
    cld_matcher matcher;
    cld_arena arena;
    uint64_t *rim; ///< the edges of one face alone, low vertex first
    size_t rim_count;
    cli_mesh_view *view;
} judge;

static cld_told_number tell_short(double value, int digits) {
    return cld_number_tell(cld_number_round(value, digits));
}

/// The reason in words, around the place of the vertex that shows it.
static void give_reason(judge *j, const char *before, uint32_t vertex, const char *after) {
    const double *p = j->mesh->points + 3 * (size_t)vertex;
    snprintf(j->view->reason, sizeof j->view->reason, "%s [%s, %s, %s]%s", before, tell_short(p[0], 6).text,
             tell_short(p[1], 6).text, tell_short(p[2], 6).text, after);
}

/// Twice the area of a polygon times its unit normal (Newell).
static cld_vec3 find_area(const cld_surface *s, const uint32_t *vertex, uint32_t count) {
    cld_vec3 sum = {0, 0, 0}, first = s->at[vertex[0]];
    for (uint32_t i = 1; i + 1 < count; i++)
        sum = cld_add(sum, cld_cross(cld_sub(s->at[vertex[i]], first), cld_sub(s->at[vertex[i + 1]], first)));
    return sum;
}

/// Notes the faces of the hull that one of the mesh is on. How much of it is on which of several, nobody
/// knows.
static void meet(judge *j, const uint32_t *vertex, uint32_t count, double area, const cld_match *match) {
    if (match->is_across)
        cld_cover_find(&j->matcher, vertex, count, match->normal);
    for (uint32_t i = 0; i < j->matcher.covered_count; i++)
        j->met[j->matcher.covered[i]] = INFINITY;
    j->met[match->face] += match->is_across ? INFINITY : area;
}

/// Twice the area of a face of the hull.
static double find_hull_area(const judge *j, uint32_t f) {
    uint32_t begin = j->hull->face_start[f];
    return cld_length(
        find_area(&j->surface, j->hull->face_vertex + begin, j->hull->face_start[f + 1] - begin));
}

/// Whether something of the mesh, of this area, is missing, or would be but for faces over each other.
static bool is_open(const judge *j, double area) {
    double hull_area = 0, missed = 0;
    for (uint32_t f = 0; f < j->hull->face_count; f++) {
        double own = find_hull_area(j, f);
        hull_area += own;
        missed += j->matcher.has_stopped_covering ? 0 : fmax(0, own - j->met[f]);
    }
    // Cracks between faces that meet within the tolerance, at most 1e-6 wide, are no holes.
    const double most = 1e-4 * hull_area;
    return area < hull_area - most || missed > most;
}

/// Compares the faces with the hull's, until the matcher gives up. Sets the view's reason if one is off, else
/// how they cover and turn.
static void check_faces(judge *j) {
    const cli_mesh *mesh = j->mesh;
    double worst = j->surface.tolerance, area = 0, turn = 0;
    for (size_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *vertex = mesh->face_vertex + mesh->face_start[f];
        uint32_t count = mesh->face_start[f + 1] - mesh->face_start[f];
        cld_match match = cld_match_face(&j->matcher, vertex, count, NULL);
        if (j->matcher.has_given_up)
            return;
        cld_vec3 normal = find_area(&j->surface, vertex, count);
        meet(j, vertex, count, cld_length(normal), &match);
        area += cld_length(normal);
        turn += cld_dot(normal, cld_sub(j->surface.at[vertex[0]], j->surface.inside));
        if (match.off > worst) {
            char after[64];
            worst = match.off;
            snprintf(after, sizeof after, " is %s off the convex hull",
                     tell_short(match.off * j->surface.unit, 3).text);
            give_reason(j, "the face at its vertex", vertex[match.worst], after);
        }
    }
    j->view->is_open = j->hull->rank == 3 && is_open(j, area);
    j->view->is_inside_out = j->hull->rank == 3 && turn < 0;
}

/// Collects the edges that only one face has.
static bool find_rim(judge *j) {
    const cli_mesh *mesh = j->mesh;
    size_t total = mesh->face_start[mesh->face_count];
    j->rim = cld_arena_add(&j->arena, total + 1, sizeof *j->rim);
    if (!j->rim)
        return false;
    for (size_t f = 0; f < mesh->face_count; f++) {
        uint32_t begin = mesh->face_start[f], end = mesh->face_start[f + 1];
        for (uint32_t h = begin; h < end; h++) {
            uint64_t a = mesh->face_vertex[h], b = mesh->face_vertex[h + 1 < end ? h + 1 : begin];
            j->rim[h] = a < b ? a << 32 | b : b << 32 | a;
        }
    }
    qsort(j->rim, total, sizeof *j->rim, cld_compare_words);
    for (size_t i = 0, next = 0; i < total; i = next) {
        while (next < total && j->rim[next] == j->rim[i])
            next++;
        if (next - i == 1)
            j->rim[j->rim_count++] = j->rim[i];
    }
    return true;
}

/// A flat mesh has to reach to the edges of its hull.
static void check_flat_rim(judge *j) {
    for (size_t i = 0; i < j->rim_count && !*j->view->reason; i++) {
        const uint32_t edge[2] = {(uint32_t)(j->rim[i] >> 32), (uint32_t)j->rim[i]};
        bool is_on_surface;
        if (!cld_match_edge(&j->matcher, edge, &is_on_surface))
            give_reason(j, "it is flat, and its rim at the vertex", edge[0], " lies inside the convex hull");
    }
}

/// What is open has to be so in one face of the hull, and to show its outside. False when memory runs out.
static bool check_hole(judge *j) {
    static const char several[] = "it is open on more than one side, one being at the vertex";
    if (j->rim_count == 0) { // there is no hole: a part of the surface is missing that no face is next to
        give_reason(j, several, 0, "");
        return true;
    }
    uint32_t *vertex = cld_arena_add(&j->arena, 2 * j->rim_count, sizeof *vertex);
    if (!vertex)
        return false;
    for (size_t i = 0; i < j->rim_count; i++) {
        vertex[2 * i] = (uint32_t)(j->rim[i] >> 32);
        vertex[2 * i + 1] = (uint32_t)j->rim[i];
    }
    cld_match match = cld_match_face(&j->matcher, vertex, (uint32_t)(2 * j->rim_count), NULL);
    if (match.off > j->surface.tolerance)
        give_reason(j, several, vertex[match.worst], "");
    else if (j->view->is_inside_out)
        give_reason(j, "it is open, at the vertex", vertex[0], ", and shows its inside, as a room does");
    return true;
}

/// Prepares to look at the hull of the points. False when memory runs out.
static bool look_at_hull(judge *j) {
    j->met = cld_arena_add(&j->arena, j->hull->face_count, sizeof *j->met);
    if (!j->met || !cld_surface_build(&j->surface, j->points, j->hull, &j->arena) ||
        !cld_matcher_build(&j->matcher, &j->surface, &j->arena))
        return false;
    memset(j->met, 0, j->hull->face_count * sizeof *j->met);
    return true;
}

/// Takes the points, if they are all within the tolerance of a plane, to that, in the surface's scale. False
/// when memory runs out.
static bool flatten(judge *j) {
    size_t count = j->mesh->point_count;
    cld_frame frame = cld_frame_make(j->points, count);
    cld_error err;
    if (j->hull->rank < 3 || frame.extent[2] > j->surface.tolerance)
        return true;
    double tolerance = j->surface.tolerance, *points = cld_arena_add(&j->arena, 3 * count, sizeof *points);
    if (!points)
        return false;
    for (size_t i = 0; i < count; i++) {
        cld_vec3 p = j->surface.at[i];
        p = cld_add_scaled(p, -cld_dot(p, frame.axis[2]), frame.axis[2]);
        memcpy(points + 3 * i, (const double[]){p.x, p.y, p.z}, 3 * sizeof *points);
    }
    if (cld_hull_create(points, count, &j->own_hull, &err))
        return false;
    j->points = points;
    j->hull = j->own_hull;
    if (!look_at_hull(j))
        return false;
    j->surface.tolerance = fmax(j->surface.tolerance, tolerance / j->surface.unit);
    return true;
}

static bool run(judge *j) {
    if (!look_at_hull(j))
        return false;
    double largest = 0;
    for (size_t i = 0; i < 3 * j->mesh->point_count; i++)
        largest = fmax(largest, fabs(j->mesh->points[i]));
    // Each vertex may be off by its rounding in three coordinates, and so may those that its face's plane
    // goes through: twice the root of three, below four.
    double error = fmax(j->mesh->rounding * largest, cli_digits_find_error(&j->mesh->digits, largest));
    j->surface.tolerance = fmax(j->surface.tolerance, 4 * error / j->surface.unit);
    if (!flatten(j) || !find_rim(j))
        return false;
    check_faces(j);
    if (*j->view->reason || j->matcher.has_given_up)
        return true;
    if (j->hull->rank == 2)
        check_flat_rim(j);
    else if (j->view->is_open)
        return check_hole(j);
    return true;
}

cld_status cli_mesh_judge(const cli_mesh *mesh, const cld_hull *hull, cli_mesh_view *view, cld_error *err) {
    *view = (cli_mesh_view){.is_convex = true};
    if (mesh->face_count == 0 || hull->rank < 2)
        return CLD_OK;
    judge j = {.mesh = mesh, .points = mesh->points, .hull = hull, .view = view};
    bool has_run = run(&j);
    cld_hull_destroy(j.own_hull);
    cld_arena_clear(&j.arena);
    view->is_convex = !*view->reason;
    if (view->is_convex && j.matcher.has_given_up)
        return cld_fail(
            err, CLD_TOO_LARGE, "",
            "finding the faces of its hull that a mesh is on may take %d tries for each vertex of a "
            "face, takes more",
            CLD_MATCH_MOST_TRIES);
    return has_run ? CLD_OK : cld_fail_memory(err);
}
