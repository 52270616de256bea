#include "hull/surface.h"

#include <math.h>
#include <string.h>

#include "hull/frame.h"
#include "hull/near.h"
#include "hull/neighbour.h"
#include "math/vec.h"

/// Sets `at`, `unit`, `tolerance`, `flat`, `inside`, `across`.
static void place(cld_surface *s, const double *points) {
    const cld_hull *hull = s->hull;
    cld_frame frame = cld_frame_make(points, hull->point_count);
    cld_vec3 low = {0, 0, 0}, high = {0, 0, 0}, sum = {0, 0, 0};
    for (uint32_t i = 0; i < hull->point_count; i++) {
        cld_vec3 p = s->at[i] = cld_dd3_value(cld_frame_find_offset(&frame, points + 3 * (size_t)i));
        low = cld_vec3_make(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = cld_vec3_make(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        sum = cld_add(sum, s->at[hull->vertex[i]]);
    s->inside = cld_scale(sum, 1.0 / hull->vertex_count);
    s->unit = 1 / frame.scale[0] / frame.scale[1];
    // far from the origin, 1e-6 D may be less than the rounding of coordinates; and never 0
    double least = frame.rank > 0 ? 2 * frame.tolerance : 1;
    s->tolerance = fmax(1e-6 * cld_distance(high, low), least);
    s->flat = fmin(16 * frame.tolerance, s->tolerance); // hull.c: a few tolerances
    if (hull->rank == 3 && frame.extent[2] <= s->tolerance)
        s->across = frame.axis[2];
}

/// Points that are no extreme vertices are looked up by place, if there are any. Of a crowd of vertices only
/// some can be found so, else looking through all of them each time would take quadratic time.
static bool find_corners(cld_surface *s) {
    const cld_hull *hull = s->hull;
    for (uint32_t i = 0; i < hull->point_count; i++)
        s->corner[i] = CLD_NO_INDEX;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        s->corner[hull->vertex[i]] = hull->vertex[i]; // each its own, however near others are
    if (hull->vertex_count == hull->point_count)
        return true;
    cld_near corners;
    if (!cld_near_create(&corners, s->at, hull->vertex_count, s->tolerance))
        return false;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        if (!cld_near_is_crowded(&corners, s->at[hull->vertex[i]]))
            cld_near_add(&corners, hull->vertex[i]);
    for (uint32_t i = 0; i < hull->point_count; i++)
        if (s->corner[i] == CLD_NO_INDEX)
            s->corner[i] = cld_near_find(&corners, s->at[i]);
    cld_near_destroy(&corners);
    return true;
}

/// Collects the faces around each vertex, ascending.
static void find_fans(cld_surface *s) {
    const cld_hull *hull = s->hull;
    uint32_t *end = s->fan_start + 1;
    memset(s->fan_start, 0, ((size_t)hull->point_count + 2) * sizeof *s->fan_start);
    for (uint32_t h = 0; h < hull->face_start[hull->face_count]; h++)
        end[hull->face_vertex[h] + 1]++;
    for (uint32_t v = 0; v < hull->point_count; v++)
        end[v + 1] += end[v];
    for (uint32_t f = 0; f < hull->face_count; f++)
        for (uint32_t h = hull->face_start[f]; h < hull->face_start[f + 1]; h++) {
            s->fan_place[end[hull->face_vertex[h]]] = h;
            s->fan[end[hull->face_vertex[h]]++] = f;
        }
}

bool cld_surface_build(cld_surface *s, const double *points, const cld_hull *hull, cld_arena *arena) {
    *s = (cld_surface){.hull = hull};
    s->at = cld_arena_add(arena, hull->point_count, sizeof *s->at);
    s->corner = cld_arena_add(arena, hull->point_count, sizeof *s->corner);
    s->fan_start = cld_arena_add(arena, (size_t)hull->point_count + 2, sizeof *s->fan_start);
    s->fan = cld_arena_add(arena, hull->face_start[hull->face_count], sizeof *s->fan);
    s->fan_place = cld_arena_add(arena, hull->face_start[hull->face_count], sizeof *s->fan_place);
    if (!s->at || !s->corner || !s->fan_start || !s->fan || !s->fan_place)
        return false;
    place(s, points);
    find_fans(s);
    return find_corners(s);
}

uint32_t cld_surface_find_place(const cld_surface *s, uint32_t face, uint32_t vertex) {
    uint32_t low = s->fan_start[vertex], high = s->fan_start[vertex + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->fan[middle] < face)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->fan_start[vertex + 1] && s->fan[low] == face ? s->fan_place[low] : CLD_NO_INDEX;
}

double cld_surface_find_height(const cld_surface *s, uint32_t face, cld_vec3 p) {
    cld_vec3 on = s->at[s->hull->face_vertex[s->hull->face_start[face]]];
    return cld_dot(s->hull->face_normal[face], cld_sub(p, on));
}

bool cld_surface_is_near_segment(const cld_surface *s, cld_vec3 p, cld_vec3 from, cld_vec3 to) {
    cld_vec3 line = cld_sub(to, from), offset = cld_sub(p, from);
    double length = cld_dot(line, line), along = length > 0 ? cld_dot(offset, line) / length : 0;
    return cld_length(cld_add_scaled(offset, -fmin(fmax(along, 0), 1), line)) <= s->tolerance;
}

/// How far p is to the left of the line from a to b, corners of a face by their places in its loop, seen from
/// outside.
static double find_left(const cld_surface *s, uint32_t face, uint32_t a, uint32_t b, cld_vec3 p) {
    const uint32_t *loop = s->hull->face_vertex + s->hull->face_start[face];
    cld_vec3 left = cld_unit(cld_cross(s->hull->face_normal[face], cld_sub(s->at[loop[b]], s->at[loop[a]])));
    return cld_dot(left, cld_sub(p, s->at[loop[a]]));
}

/// Of the triangles between the first corner and the sides, p is in one, or beyond that one's side, or beyond
/// one of those at the first corner.
uint32_t cld_surface_find_side(const cld_surface *s, uint32_t face, cld_vec3 p, double *left) {
    const uint32_t *edge = s->hull->face_edge + s->hull->face_start[face];
    uint32_t last = s->hull->face_start[face + 1] - s->hull->face_start[face] - 1, low = 1, high = last;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (find_left(s, face, 0, middle, p) < 0)
            high = middle;
        else
            low = middle;
    }
    const uint32_t side[3][2] = {{low, high}, {0, 1}, {last, 0}};
    uint32_t nearest = 0;
    *left = INFINITY;
    for (uint32_t k = 0; k < 3; k++) {
        double distance = find_left(s, face, side[k][0], side[k][1], p);
        if (distance < *left) {
            *left = distance;
            nearest = side[k][0];
        }
    }
    return edge[nearest];
}

/// How far the ray is on its way through the face's plane when it passes p: the function that the walk
/// climbs. It is linear on the polar dual of the hull, whose vertices are the faces, so that the only local
/// maximum is the greatest value.
static double find_progress(const cld_surface *s, uint32_t face, cld_vec3 p) {
    double depth = -cld_surface_find_height(s, face, s->inside);
    return cld_dot(s->hull->face_normal[face], cld_sub(p, s->inside)) / depth;
}

uint32_t cld_surface_find_face(const cld_surface *s, uint32_t start, cld_vec3 p) {
    const cld_hull *hull = s->hull;
    uint32_t face = start, better = start;
    double best = find_progress(s, face, p);
    do {
        face = better;
        if (fabs(cld_surface_find_height(s, face, p)) <= s->tolerance)
            break;
        for (uint32_t h = hull->face_start[face]; h < hull->face_start[face + 1]; h++) {
            uint32_t other = cld_hull_neighbour(hull, hull->face_edge[h], face);
            double progress = find_progress(s, other, p);
            if (progress > best) {
                best = progress;
                better = other;
            }
        }
    } while (better != face);
    return face;
}

/// One over how far the ray from p goes before it leaves through the face's plane: linear on the polar dual
/// of the hull around p, so that there, too, the only local maximum is the greatest value. Of faces that p is
/// on, as far as can be told, the one that looks along the ray most: points are about 1 large, so that each
/// of the three products in a height is off by few 2^-53.
static double find_nearness(const cld_surface *s, uint32_t face, cld_vec3 p, cld_vec3 d) {
    double depth = -cld_surface_find_height(s, face, p);
    return cld_dot(s->hull->face_normal[face], d) / fmax(depth, 0x1p-50);
}

/// What is nearer by no more than this part is level: more than rounding leaves, and less than faces differ
/// by that rounding has not made one.
#define LEVEL 1e-13

static bool is_listed(const uint32_t *list, uint32_t count, uint32_t face) {
    uint32_t k = 0;
    while (k < count && list[k] != face)
        k++;
    return k < count;
}

/// Climbs, and goes on over faces that are level: rounding may keep the way up from being seen.
uint32_t cld_surface_find_face_along(const cld_surface *s, uint32_t start, cld_vec3 p, cld_vec3 d,
                                     uint64_t *steps) {
    enum { MOST_LEVEL = 64 };
    const cld_hull *hull = s->hull;
    uint32_t level[MOST_LEVEL] = {start}, count = 1, at = 0, nearest = start;
    double best = find_nearness(s, start, p, d);
    while (at < count) {
        uint32_t face = level[at++];
        *steps += hull->face_start[face + 1] - hull->face_start[face];
        for (uint32_t h = hull->face_start[face]; h < hull->face_start[face + 1]; h++) {
            uint32_t other = cld_hull_neighbour(hull, hull->face_edge[h], face);
            double nearness = find_nearness(s, other, p, d);
            if (nearness > best + LEVEL * fabs(best))
                count = at = 0; // what was level is below
            if (nearness > best)
                best = nearness, nearest = other;
            if (nearness >= best - LEVEL * fabs(best) && count < MOST_LEVEL &&
                !is_listed(level, count, other))
                level[count++] = other;
        }
    }
    return nearest;
}

cld_vec3 cld_surface_find_normal(const cld_surface *s, const uint32_t *vertex, uint32_t count, cld_vec3 along,
                                 double *width) {
    cld_vec3 first = s->at[vertex[0]], far = {0, 0, 0}, area = {0, 0, 0};
    for (uint32_t i = 1; i < count; i++) {
        cld_vec3 to = cld_sub(s->at[vertex[i]], first);
        far = cld_length(to) > cld_length(far) ? to : far;
    }
    for (uint32_t i = 1; i < count; i++) {
        cld_vec3 wide = cld_cross(far, cld_sub(s->at[vertex[i]], first));
        area = cld_length(wide) > cld_length(area) ? wide : area;
    }
    double length = cld_length(far), height = length > 0 ? cld_length(area) / length : 0;
    if (width)
        *width = height;
    if (!(height > s->tolerance))
        return (cld_vec3){0, 0, 0};
    return cld_unit(cld_dot(area, along) < 0 ? cld_negate(area) : area);
}

uint32_t cld_surface_find_edge(const cld_surface *s, uint32_t a, uint32_t b) {
    const cld_hull *hull = s->hull;
    uint32_t i = a < b ? a : b, j = a < b ? b : a, low = 0, high = hull->edge_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint32_t *edge = hull->edge_vertex[middle];
        if (edge[0] < i || (edge[0] == i && edge[1] < j))
            low = middle + 1;
        else
            high = middle;
    }
    return low < hull->edge_count && hull->edge_vertex[low][0] == i && hull->edge_vertex[low][1] == j
               ? low
               : CLD_NO_INDEX;
}
