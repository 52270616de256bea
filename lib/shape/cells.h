/// Constant-time supports of large clouds: for each of many cells of directions, the vertices that can be
/// farthest.
///
/// The table changes how fast cld_cells_find_extreme is beside a scan, never what it finds. It costs 80 to
/// 240 bytes a vertex where hulls are round, up to 256 more where many vertices lie around a ring, which
/// takes 2 to 8 microseconds a vertex to build, longer where small cells do not fit. So it is for hulls that
/// are asked often. Where all but a few vertices are corners of a few large faces, the faces' rims take the
/// place of cells (shape/rim.h): 40 bytes a vertex.
///
/// Who builds it: cld_shape_build_tables, once for each shape of CLD_FEWEST_FOR_CELLS vertices or more that
/// its caller wants it for; fill_cells.c fills cells (cell.h), fill_rims.c rims (rim.h). Who asks it:
/// shape/cso.h for supports of A - B, through cells.c, and the GJK and EPA that are in plain doubles through
/// corner.h, where look_up.h is inlined; decide.c and feature.c of narrow/ for one shape. All of them scan
/// the cloud, or ask its patches (patches.h), where there is no table.
#ifndef CLD_SHAPE_CELLS_H
#define CLD_SHAPE_CELLS_H

#include "collide/hull.h"
#include "shape/shape.h"

typedef struct cld_cells cld_cells;

/// The table of a cloud of CLD_FEWEST_FOR_CELLS vertices or more; NULL where even the coarsest would take
/// more than 512 bytes a vertex. `hull` is the cloud's, or NULL, with which there are never rims. The cloud
/// outlives the table. CLD_INTERNAL when memory runs out.
cld_status cld_cells_create(const cld_cloud *cloud, const cld_hull *hull, cld_cells **out, cld_error *err);
void cld_cells_destroy(const cld_cells *cells);

/// What cld_cloud_find_extreme finds in the cloud, and where that vertex is.
uint32_t cld_cells_find_extreme(const cld_cells *cells, cld_vec3 d, cld_vec3 *v);

/// How much lower than the farthest vertices may be for cld_cells_select to find them, along unit directions.
double cld_cells_find_slack(const cld_cells *cells);

/// What cld_cloud_select finds in the cloud; which ones are found is of no use where they are more than
/// `room`.
uint32_t cld_cells_select(const cld_cells *cells, cld_vec3 d, double least, uint32_t room, uint32_t *found);

/// The face of which all corners are as high as `least` along a unit direction, and no other vertex is;
/// CLD_NO_INDEX where that is not told at once.
uint32_t cld_cells_find_face(const cld_cells *cells, cld_vec3 d, double least);

/// The table of a shape that has one, else NULL.
static inline const cld_cells *cld_shape_cells(const cld_shape *shape) {
    return atomic_load_explicit(&shape->cells, memory_order_acquire);
}

typedef struct cld_cells_ask {
    const cld_cells *cells; ///< NULL to scan the cloud
    const cld_cloud *cloud; ///< not read where there is a table
    cld_vec3 d;
} cld_cells_ask;

typedef struct cld_cells_answer {
    cld_vec3 v;
    uint32_t at;
} cld_cells_answer;

/// The same for two directions at once: neither waits for the other's cell to come from memory.
void cld_cells_find_pair(const cld_cells_ask ask[2], cld_cells_answer found[2]);

#endif
