/// What answers call the faces and edges of a hull: the numbers of the user's lists.
#ifndef CLD_HULL_PARTS_H
#define CLD_HULL_PARTS_H

#include <stdbool.h>

#include "collide/shape.h"

/// The listed faces or edges on each face or edge of the hull, where one at least has several, or one that is
/// not all of it. Corners are within 1e-6 D (audit.h) of where they would be if the list were exact, those of
/// faces in cyclic order. One block.
typedef struct cld_parts {
    uint32_t *start; ///< of the hull's face f: item[start[f] .. start[f + 1] - 1], ascending
    uint32_t *item;
    uint32_t *corner_start; ///< of the listed face i: corner[corner_start[i] .. corner_start[i + 1] - 1]
    uint32_t *corner;
} cld_parts;

/// For each face and edge of the hull the lowest number of a listed one that lies there, CLD_NO_INDEX for
/// what the list leaves out. All may be NULL: without `face` or `edge` the numbers are the hull's own,
/// without parts none lies where another does.
typedef struct cld_names {
    uint32_t *face;
    uint32_t *edge; ///< of a planar shape: the first edge of the list from outline[i] to the next corner
    cld_parts *face_parts, *edge_parts;
} cld_names;

void cld_names_forget(cld_names *names);

/// Which listed face lies on which of the hull's, as it is found out.
typedef struct cld_matches {
    uint32_t (*at)[2]; ///< the hull's, then the listed one; these come in ascending order
    size_t count, capacity;
    bool has_part; ///< a listed one is not all of the hull's
} cld_matches;

/// `is_all` tells whether the listed one is all of the hull's. False when memory runs out.
bool cld_matches_add(cld_matches *matches, uint32_t part, uint32_t item, bool is_all);

/// The parts that make up `part_count` faces or edges of a hull, or NULL where each is one listed one; listed
/// ones have the corners that cld_parts says. False when memory runs out.
bool cld_parts_create(const cld_matches *matches, uint32_t part_count, const uint32_t *corner_start,
                      const uint32_t *corner, size_t item_count, cld_parts **parts);

#endif
