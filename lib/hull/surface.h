/// Finding one's way on a hull: which of its corners and faces a point lies on.
#ifndef CLD_HULL_SURFACE_H
#define CLD_HULL_SURFACE_H

#include <stdbool.h>

#include "base/arena.h"
#include "collide/hull.h"

/// A hull with its points and what it takes to search it. All memory is the arena's.
typedef struct cld_surface {
    const cld_hull *hull;
    cld_vec3 *at;     ///< the points, moved and scaled by a power of two to be about 1 large
    double unit;      ///< what 1 of that scale is in the points' own
    double tolerance; ///< 1e-6 of the diagonal of the points' box, in that scale
    double flat;      ///< what is no farther from the plane of a face is in the face
    uint32_t *corner; ///< of each point: itself if extreme, else an extreme vertex within the tolerance of
                      ///< it, the nearest unless many are that near, or CLD_NO_INDEX
    uint32_t *fan; ///< the faces around extreme vertex v are fan[fan_start[v]] .. fan[fan_start[v + 1] - 1]
    uint32_t *fan_place; ///< beside it: where in face_vertex that face has v
    uint32_t *fan_start;
    cld_vec3 inside; ///< the mean of the extreme vertices
    cld_vec3 across; ///< unit: of a solid no thicker than about the tolerance, its thin direction; else 0
} cld_surface;

/// Prepares the hull of `points` (both borrowed) for the calls below. False when memory runs out. Linear
/// time.
bool cld_surface_build(cld_surface *surface, const double *points, const cld_hull *hull, cld_arena *arena);

/// How far p is above the plane of a face, in the surface's scale.
double cld_surface_find_height(const cld_surface *surface, uint32_t face, cld_vec3 p);

/// Whether p is within the tolerance of the segment between two points.
bool cld_surface_is_near_segment(const cld_surface *surface, cld_vec3 p, cld_vec3 from, cld_vec3 to);

/// The edge of a face that a point in its plane is next to, as seen from its first corner: that which the
/// point is beyond, if any. `left` gets how far it is on the inner side. Logarithmic time.
uint32_t cld_surface_find_side(const cld_surface *surface, uint32_t face, cld_vec3 p, double *left);

/// Where in face_vertex a face has an extreme vertex, or CLD_NO_INDEX.
uint32_t cld_surface_find_place(const cld_surface *surface, uint32_t face, uint32_t vertex);

/// The face of a solid that the ray from the inside through p leaves by, found by walking from face to face,
/// or the first one on that way whose plane is within the tolerance of p.
uint32_t cld_surface_find_face(const cld_surface *surface, uint32_t start, cld_vec3 p);

/// The face of a solid that the ray from p, a point of it, along d leaves by, or one that p is on. Adds the
/// faces that were looked at to `steps`.
uint32_t cld_surface_find_face_along(const cld_surface *surface, uint32_t start, cld_vec3 p, cld_vec3 d,
                                     uint64_t *steps);

/// The unit normal of a list of points, by a wide triangle of them, on the side of `along`; 0 for a list that
/// is narrower than the tolerance. `width`, if not NULL, gets the height of that triangle over its longest
/// side.
cld_vec3 cld_surface_find_normal(const cld_surface *surface, const uint32_t *vertex, uint32_t count,
                                 cld_vec3 along, double *width);

/// The edge between two extreme vertices, or CLD_NO_INDEX.
uint32_t cld_surface_find_edge(const cld_surface *surface, uint32_t a, uint32_t b);

#endif
