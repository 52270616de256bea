#include "hull/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "math/dd.h"

/// Memory for a hull and its arrays, in one block: first what contacts ask for, of which
/// cld_shape_prefetch_faces fetches the beginning.
static cld_hull *allocate(uint32_t point_count, uint32_t vertices, uint32_t faces, uint32_t sides,
                          uint32_t edges) {
    size_t numbers = (size_t)vertices + faces + 1 + 2 * (size_t)sides + 4 * (size_t)edges;
    numbers += numbers % 2; // doubles follow
    cld_hull *hull = malloc(sizeof *hull + numbers * sizeof(uint32_t) + faces * sizeof(cld_vec3));
    if (!hull)
        return NULL;
    uint32_t *next = (uint32_t *)(void *)(hull + 1);
    *hull = (cld_hull){
        .point_count = point_count, .vertex_count = vertices, .face_count = faces, .edge_count = edges};
    hull->edge_vertex = (uint32_t(*)[2])next;
    hull->face_start = (uint32_t *)(hull->edge_vertex + edges);
    hull->face_vertex = hull->face_start + faces + 1;
    hull->face_edge = hull->face_vertex + sides;
    hull->edge_face = (uint32_t(*)[2])(hull->face_edge + sides);
    hull->vertex = (uint32_t *)(hull->edge_face + edges);
    hull->face_normal = (cld_vec3 *)(void *)(next + numbers);
    hull->face_start[0] = 0;
    return hull;
}

cld_hull *cld_hull_assemble_straight(uint32_t count, const uint32_t *vertex, uint32_t vertex_count) {
    cld_hull *hull = allocate(count, vertex_count, 0, 0, vertex_count - 1);
    if (!hull)
        return NULL;
    hull->rank = (int)vertex_count - 1;
    memcpy(hull->vertex, vertex, vertex_count * sizeof *vertex);
    for (uint32_t e = 0; e < hull->edge_count; e++)
        for (int k = 0; k < 2; k++) {
            hull->edge_vertex[e][k] = vertex[k];
            hull->edge_face[e][k] = CLD_NO_INDEX;
        }
    return hull;
}

/// Sorts the faces by their first and second vertices: on a closed surface no two have both in common.
/// `scratch` is that of write_faces.
static void sort_faces(const cld_loops *loops, uint32_t point_count, uint32_t *order, uint32_t *scratch) {
    uint32_t count = loops->count, *key = scratch, *by_second = key + count, *place = by_second + count;
    for (uint32_t f = 0; f < count; f++)
        key[f] = loops->vertex[loops->start[f] + 1];
    cld_sort_by_key(key, point_count, NULL, count, by_second, place);
    for (uint32_t f = 0; f < count; f++)
        key[f] = loops->vertex[loops->start[f]];
    cld_sort_by_key(key, point_count, by_second, count, order, place);
}

/// Writes the faces in order. False when memory runs out.
static bool write_faces(cld_hull *hull, cld_loops *loops) {
    uint32_t *order = calloc(3 * (size_t)loops->count + hull->point_count + 1, sizeof *order);
    if (!order)
        return false;
    for (uint32_t f = 0; f < loops->count; f++)
        cld_loop_rotate(loops->vertex + loops->start[f], loops->start[f + 1] - loops->start[f],
                        hull->face_vertex);
    sort_faces(loops, hull->point_count, order, order + loops->count);
    for (uint32_t f = 0; f < loops->count; f++) {
        uint32_t start = hull->face_start[f], from = loops->start[order[f]],
                 length = loops->start[order[f] + 1] - from;
        memcpy(hull->face_vertex + start, loops->vertex + from, length * sizeof *loops->vertex);
        hull->face_start[f + 1] = start + length;
    }
    free(order);
    return true;
}

/// Pairs the sides of the faces into edges. `scratch` is that of write_edges.
static bool pair_edges(cld_hull *hull, uint32_t *scratch) {
    cld_loops loops = {hull->face_count, hull->face_start, hull->face_vertex};
    uint32_t total = hull->face_start[hull->face_count], *face_of = scratch, *order = scratch + total;
    if (!cld_loops_pair(&loops, hull->point_count, order, order + total))
        return false;
    for (uint32_t f = 0; f < hull->face_count; f++)
        for (uint32_t h = hull->face_start[f]; h < hull->face_start[f + 1]; h++)
            face_of[h] = f;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t h = order[i];
        hull->face_edge[h] = i / 2;
        hull->edge_vertex[i / 2][i % 2] = hull->face_vertex[h];
        hull->edge_face[i / 2][i % 2] = face_of[h];
    }
    return true;
}

static cld_status write_edges(cld_hull *hull) {
    uint32_t total = hull->face_start[hull->face_count];
    uint32_t *scratch = malloc((5 * (size_t)total + hull->point_count + 1) * sizeof *scratch);
    bool closed = scratch && pair_edges(hull, scratch);
    free(scratch);
    return closed ? CLD_OK : scratch ? CLD_NOT_CONVEX : CLD_INTERNAL;
}

/// a / b, rounded to a double; `inverse` is 1 / b.hi.
static double divide(cld_dd a, cld_dd b, double inverse) {
    double quotient = a.hi * inverse;
    cld_dd product = cld_two_product(quotient, b.hi);
    double rest = ((a.hi - product.hi) - product.lo) + (a.lo - quotient * b.lo);
    return quotient + rest * inverse;
}

/// Newell's normal, relative to the first vertex, in double-double: as sharp for a sliver as for any face.
static cld_vec3 find_normal(const cld_frame *frame, const double *points, const uint32_t *loop,
                            uint32_t length) {
    cld_dd zero = cld_dd_make(0);
    cld_dd3 sum = {zero, zero, zero};
    const double *first = points + 3 * (size_t)loop[0];
    cld_dd3 before = cld_frame_find_difference(frame, points + 3 * (size_t)loop[1], first);
    for (uint32_t i = 2; i < length; i++) {
        cld_dd3 after = cld_frame_find_difference(frame, points + 3 * (size_t)loop[i], first);
        sum = cld_dd3_add(sum, cld_dd3_cross(before, after));
        before = after;
    }
    cld_dd size = cld_dd_sqrt(cld_dd3_dot(sum, sum));
    if (!(size.hi > 0))
        return cld_vec3_make(0, 0, 0);
    double inverse = 1 / size.hi;
    return cld_vec3_make(divide(sum.x, size, inverse) + 0.0, divide(sum.y, size, inverse) + 0.0,
                         divide(sum.z, size, inverse) + 0.0); // no negative zeros
}

static bool write_normals(cld_hull *hull, const cld_frame *frame, const double *points) {
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *loop = hull->face_vertex + hull->face_start[f];
        cld_vec3 n = find_normal(frame, points, loop, hull->face_start[f + 1] - hull->face_start[f]);
        if (hull->rank == 2 && f == 1) // to the last bit
            n = cld_sub(cld_vec3_make(0, 0, 0), hull->face_normal[0]);
        if (n.x == 0 && n.y == 0 && n.z == 0)
            return false;
        hull->face_normal[f] = n;
    }
    return true;
}

/// Writes the vertices in use in ascending order, and how many they are. False when memory runs out.
static bool write_vertices(cld_hull *hull) {
    bool *used = calloc(hull->point_count, sizeof *used);
    if (!used)
        return false;
    for (uint32_t h = 0; h < hull->face_start[hull->face_count]; h++)
        used[hull->face_vertex[h]] = true;
    uint32_t count = 0;
    for (uint32_t v = 0; v < hull->point_count; v++)
        if (used[v])
            hull->vertex[count++] = v;
    hull->vertex_count = count;
    free(used);
    return true;
}

static cld_status write_hull(cld_hull *hull, const cld_frame *frame, const double *points, cld_loops *faces) {
    hull->rank = frame->rank;
    if (!write_faces(hull, faces) || !write_vertices(hull))
        return CLD_INTERNAL;
    cld_status status = write_edges(hull);
    if (status != CLD_OK)
        return status;
    bool is_ball = hull->vertex_count + hull->face_count == hull->edge_count + 2;
    return is_ball && write_normals(hull, frame, points) ? CLD_OK : CLD_NOT_CONVEX;
}

cld_status cld_hull_assemble(const cld_frame *frame, const double *points, uint32_t count, cld_loops *faces,
                             cld_hull **hull) {
    uint32_t sides = faces->start[faces->count], vertices = sides < count ? sides : count;
    cld_hull *made = allocate(count, vertices, faces->count, sides, sides / 2);
    cld_status status = made ? write_hull(made, frame, points, faces) : CLD_INTERNAL;
    if (status == CLD_OK)
        *hull = made;
    else
        free(made);
    return status;
}
