/// Brushes as solids: the vertices of an intersection of half-spaces.
#ifndef CLD_MAP_SOLID_H
#define CLD_MAP_SOLID_H

#include "map/map.h"

/// The most sides that a brush may have. Its faces are found in time linear in their number times that of
/// their corners: quadratic where few meet in a corner, cubic where many faces have many edges. Sides in one
/// plane count once.
enum { CLD_MAP_MOST_SIDES = 1024 };

/// Working memory for one brush at a time.
typedef struct cld_map_workspace cld_map_workspace;

/// NULL when memory runs out.
cld_map_workspace *cld_map_workspace_create(void);

void cld_map_workspace_destroy(cld_map_workspace *workspace);

/// The vertices of a brush of `map` that has sides: exactly those of the intersection of the half-spaces,
/// each coordinate rounded once to the nearest double, sorted by x, then y, then z, none twice. They stay
/// until the workspace is used again. CLD_BAD_VALUE if the brush is empty, flat or unbounded, or if the
/// points of a side lie on a line, CLD_TOO_LARGE above CLD_MAP_MOST_SIDES, or if it would take more than
/// a second or two; the error's line is that of the brush or the side.
cld_status cld_map_find_vertices(const cld_map *map, const cld_map_brush *brush, cld_map_workspace *workspace,
                                 const cld_vec3 **vertices, size_t *count, cld_error *err);

#endif
