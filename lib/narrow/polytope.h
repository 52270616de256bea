/// The growing hull of EPA: a closed surface of triangles with corners in A - B.
#ifndef CLD_NARROW_POLYTOPE_H
#define CLD_NARROW_POLYTOPE_H

#include "shape/cso.h"

/// A triangle, counter-clockwise seen from outside. Side k runs from corner k to corner k + 1; `across[k]` is
/// the side of the neighbour that runs the other way, as 3 * face + side.
typedef struct cld_polytope_face {
    cld_vec3 normal; ///< unit, outward; zero for a triangle without area
    double
        offset; ///< normal . corner: the signed distance of the plane from the origin; INFINITY without area
    uint32_t corner[3];
    uint32_t across[3];
    uint32_t next; ///< chains new faces by their first corner, and free ones
    bool alive;
} cld_polytope_face;

/// The nearest face is looked for in groups of so many, of which one or two have to be looked through.
enum { CLD_POLYTOPE_GROUP = 64 };

typedef struct cld_polytope {
    cld_cso_vertex *vertex;
    uint32_t *chain; ///< beside vertex: the first new face that begins there
    size_t vertex_count, vertex_room;
    cld_polytope_face *face;
    double *key;   ///< beside face: its offset; INFINITY where there is no living face, or one that is closed
    double *least; ///< of each CLD_POLYTOPE_GROUP keys: no more than the least
    size_t face_count, face_room, group_room;
    size_t made_count;  ///< faces so far, dead ones included
    uint32_t free_face; ///< slots to use again, CLD_NO_INDEX when there are none
    uint32_t *stack;    ///< of sides: the horizon, and the way there
    size_t stack_room;
} cld_polytope;

/// Begins with a tetrahedron of any orientation. False when memory runs out.
bool cld_polytope_begin(cld_polytope *polytope, const cld_cso *cso, const cld_cso_vertex corner[4]);

/// The living face nearest to the origin by its plane (most negative offset first), or CLD_NO_INDEX if no
/// face has area and is open.
uint32_t cld_polytope_find_nearest(cld_polytope *polytope);

/// Closes a living face, which is not the nearest from then on.
void cld_polytope_close(cld_polytope *polytope, uint32_t face);

/// Adds a vertex that lies outside `face`: removes the faces that see it, which hang together around `face`,
/// and joins their horizon to it. False when memory runs out, the polytope being unusable then.
bool cld_polytope_add(cld_polytope *polytope, const cld_cso *cso, uint32_t face,
                      const cld_cso_vertex *vertex);

/// Tells the frame's tracer of a step of EPA: the support vertex along the normal of `face`, the least
/// support width so far, and on the first step the four vertices that the polytope began with.
void cld_polytope_tell(const cld_polytope *polytope, const cld_cso *cso, uint32_t face,
                       const cld_cso_vertex *support, double least_width, bool is_first);

/// Writes the corners of all living faces, three a face, and returns how many faces there are. Room for 3 *
/// face_count.
size_t cld_polytope_list(const cld_polytope *polytope, uint32_t *corner);

void cld_polytope_free(cld_polytope *polytope);

#endif
