// Vertices between two faces only are dropped where the straight line between the ones that stay passes
// within the tolerance. Faces that shrink to an edge that way vanish, which may leave further vertices
// between two faces.
#include "hull/straighten.h"

#include <string.h>

#include "math/vec.h"

#define NONE UINT32_MAX

typedef struct straightener {
    const cld_vec3 *points;
    double tolerance;
    uint32_t *degree; ///< of each vertex: how many faces use it
} straightener;

/// Of the vertices between two of a chain, the one that stands farthest off the line between these; 0 if none
/// does by more than the tolerance.
static uint32_t find_far(const straightener *m, const uint32_t *chain, uint32_t first, uint32_t last) {
    cld_vec3 from = m->points[chain[first]], line = cld_sub(m->points[chain[last]], from);
    double worst = m->tolerance * cld_length(line);
    uint32_t far = 0;
    for (uint32_t i = first + 1; i < last; i++) {
        double off = cld_length(cld_cross(line, cld_sub(m->points[chain[i]], from)));
        if (off > worst) {
            worst = off;
            far = i;
        }
    }
    return far;
}

/// Walks a chain from its first to its last vertex in straight strides, each as long as may be found by
/// halving back to the vertex that stands farthest off: what a stride passes over is dropped (degree 0),
/// where it ends is kept (NONE). A stride is sought in all of the chain at first, then in a few times the one
/// before, doubled as long as that is straight: else a long curve would be looked through for each stride.
static void straighten(straightener *m, const uint32_t *chain, uint32_t count) {
    enum { LEAST_REACH = 64 };
    uint32_t first = 0, reach = count;
    while (first + 2 < count) {
        uint32_t straight = first + 1, last, far;
        for (;; reach *= 2) {
            last = reach < count - 1 - first ? first + reach : count - 1;
            far = find_far(m, chain, first, last);
            if (far || last == count - 1)
                break;
            straight = last;
        }
        while (far) {
            last = far > straight ? far : straight;
            far = far > straight ? find_far(m, chain, first, last) : 0;
        }
        for (uint32_t i = first + 1; i < last; i++)
            m->degree[chain[i]] = 0;
        if (last + 1 < count)
            m->degree[chain[last]] = NONE;
        reach = 2 * (last - first) > LEAST_REACH ? 2 * (last - first) : LEAST_REACH;
        first = last;
    }
}

/// Straightens the chains of vertices that only two faces use, along one face. `chain` has room for the face
/// and one more. False if the whole face is one.
static bool straighten_face(straightener *m, const cld_loops *faces, uint32_t face, uint32_t *chain) {
    uint32_t start = faces->start[face], size = faces->start[face + 1] - start, corner = 0;
    while (corner < size && m->degree[faces->vertex[start + corner]] < 3)
        corner++;
    if (corner == size)
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i <= size; i++) {
        uint32_t at = corner + i;
        chain[count++] = faces->vertex[start + (at < size ? at : at - size)];
        if (m->degree[chain[count - 1]] < 3)
            continue;
        if (count > 2 && m->degree[chain[1]] == 2)
            straighten(m, chain, count);
        chain[0] = chain[count - 1];
        count = 1;
    }
    return true;
}

/// Removes the dropped vertices from the loops, and the loops of less than three. Returns whether a loop
/// went.
static bool compact(const straightener *m, cld_loops *faces) {
    uint32_t face = 0, end = 0, start = 0;
    for (uint32_t f = 0; f < faces->count; f++) {
        uint32_t first = end, stop = faces->start[f + 1];
        for (uint32_t h = start; h < stop; h++)
            if (m->degree[faces->vertex[h]] != 0)
                faces->vertex[end++] = faces->vertex[h];
        start = stop;
        if (end - first < 3)
            end = first;
        else
            faces->start[++face] = end;
    }
    bool gone = face < faces->count;
    faces->count = face;
    return gone;
}

bool cld_straighten(const cld_vec3 *points, uint32_t count, double tolerance, uint32_t *degree,
                    uint32_t *chain, cld_loops *faces) {
    straightener all = {points, tolerance, degree}, *m = &all;
    do {
        memset(degree, 0, count * sizeof *degree);
        for (uint32_t h = 0; h < faces->start[faces->count]; h++)
            degree[faces->vertex[h]]++;
        for (uint32_t f = 0; f < faces->count; f++)
            if (!straighten_face(m, faces, f, chain))
                return false;
    } while (compact(m, faces) && faces->count >= 4);
    return faces->count >= 4;
}
