/// The growing polygon of planar EPA: a closed ring of edges between vertices of A - B.
#ifndef CLD_NARROW_POLYGON2_H
#define CLD_NARROW_POLYGON2_H

#include "narrow/edge2.h"

/// An edge from its vertex to that of the next one; also a node of the tree of all edges.
typedef struct cld_polygon2_edge {
    cld_cso_vertex from;
    cld_edge2 edge;
    uint32_t next;                ///< counter-clockwise
    uint32_t left, right, parent; ///< in the tree, the ring's order from edge 0; CLD_NO_INDEX for none
    double least;                 ///< the least offset in the tree below, this edge included
} cld_polygon2_edge;

/// Counter-clockwise. The caller owns the arrays, each with room for `room`, at least 3.
typedef struct cld_polygon2 {
    cld_cso_vertex *vertex;  ///< in order, once cld_polygon2_list has put them there
    cld_polygon2_edge *edge; ///< in the order in which they were made
    uint32_t count, room;
    uint32_t root;
} cld_polygon2;

/// Begins with a triangle, counter-clockwise, whose corners are three points.
void cld_polygon2_begin(cld_polygon2 *polygon, const cld_cso *cso, const cld_cso_vertex corner[3]);

/// The edge with the least offset; of several the first one, counter-clockwise from the first corner. Takes
/// time with the logarithm of the edges, over many calls.
uint32_t cld_polygon2_find_nearest(cld_polygon2 *polygon);

/// Puts a vertex between the ends of the edge that was found last. False, and nothing done, if there is no
/// room or the vertex is one of them.
bool cld_polygon2_split(cld_polygon2 *polygon, const cld_cso *cso, const cld_cso_vertex *vertex);

/// Writes the vertices in order.
void cld_polygon2_list(cld_polygon2 *polygon);

#endif
