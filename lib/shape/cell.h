/// What tables of supports are made of, for those who build and who ask them.
#ifndef CLD_SHAPE_CELL_H
#define CLD_SHAPE_CELL_H

#include "shape/cells.h"
#include "shape/rim.h"

/// A vertex; two to a cache line. Those of one cell stand near each other.
typedef struct cld_spot {
    _Alignas(32) double x;
    double y, z;
    uint64_t index;
} cld_spot;

/// Up to so many vertices stand in the cell itself.
enum { CLD_CELL_FEW = 8 };

/// Where its vertices stand, in the order of their indices, filled up with the first. Where they are more, or
/// one stands farther back than that can say, `place[0]` is CLD_CELL_LISTED, and they stand in a list of
/// their own.
typedef union cld_cell {
    uint16_t place[CLD_CELL_FEW];
    struct {
        uint16_t mark, unused;
        uint32_t start, count; ///< filled up to whole lanes with the first, too
    } list;
} cld_cell;

#define CLD_CELL_LISTED UINT16_MAX

struct cld_cells {
    const cld_cloud *cloud;
    double shortest; ///< directions of which no coordinate is as large are scanned for
    cld_spot *spots;
    cld_cell *cells;
    uint32_t *listed;
    uint32_t side; ///< cells along each side of a face of the cube
    uint32_t listed_count, listed_room;
    double slack;  ///< what is no lower than the farthest by more than this is in the list, too
    cld_rims rims; ///< in place of cells where there are any; here, so that nobody waits for where they are
};

#endif
