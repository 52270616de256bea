/// The faces and edges of a convex hull.
#ifndef COLLIDE_HULL_H
#define COLLIDE_HULL_H

#include <stddef.h>
#include <stdint.h>

#include "collide/export.h"
#include "collide/status.h"
#include "collide/vec.h"

CLD_API_BEGIN

/// Stands for no vertex, edge, face or object.
#define CLD_NO_INDEX UINT32_MAX

/// Faces, edges and extreme vertices of the convex hull of a point set, by index into that set.
///
/// `rank` is the dimension of the set within rounding. A solid (3) has faces wound counter-clockwise seen
/// from outside. A flat set (2) has two faces, the same loop wound both ways, and its edges lie between face
/// 0 and face 1. A straight one (1) has no face and one edge, whose faces are CLD_NO_INDEX; a single point
/// (0) has neither. Coplanar facets are one face; of equal points only the one with the lowest index is used;
/// points inside faces or edges are not used.
///
/// The order is fixed by the set alone: each loop begins with its lowest index, and the faces are sorted by
/// their loops, index by index. Edges [i, j] have i < j and are sorted by i, then j.
///
/// All arrays are owned by the hull and valid until it is destroyed. Immutable, so any number of threads may
/// read it.
typedef struct cld_hull {
    int rank;
    uint32_t point_count;  ///< of the point set
    uint32_t vertex_count; ///< extreme points
    uint32_t face_count;
    uint32_t edge_count;
    uint32_t *vertex;     ///< the extreme points' indices, ascending
    uint32_t *face_start; ///< face f has face_vertex[face_start[f] .. face_start[f + 1] - 1]
    uint32_t *face_vertex;
    uint32_t *face_edge;        ///< beside face_vertex: the edge from that vertex to the next in the loop
    cld_vec3 *face_normal;      ///< unit, outward, in the frame of the points
    uint32_t (*edge_vertex)[2]; ///< i < j
    uint32_t (*edge_face)[2];   ///< the face in whose loop i -> j stands, then the one with j -> i
} cld_hull;

/// Points that a hull may be of.
#define CLD_MOST_POINTS 1000000

/// The convex hull of `count` points, three doubles each, in time n log n. They are read during the call
/// only, and the caller destroys the hull. Facets that rounding alone may tell from one plane are one face.
/// CLD_BAD_VALUE for none, or a coordinate that is not finite; CLD_TOO_LARGE above CLD_MOST_POINTS;
/// CLD_INTERNAL when memory runs out. After a failure `*hull` means nothing.
cld_status cld_hull_create(const double *points, size_t count, cld_hull **hull, cld_error *err);

/// Frees a hull; NULL is allowed.
void cld_hull_destroy(cld_hull *hull);

CLD_API_END

#endif
