/// Map sources: the levels that editors of Quake and its kin write.
///
/// A map is a list of entities, each in braces: keys with values, and brushes, in braces again. A brush is a
/// convex solid given by its sides:
///
///     ( x y z ) ( x y z ) ( x y z ) texture ...
///
/// are three points of a side's plane, clockwise seen from outside, then the texture and how it lies on the
/// side, which differs between games and says nothing about the solid.
#ifndef CLD_MAP_MAP_H
#define CLD_MAP_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "collide/status.h"
#include "collide/vec.h"

/// A part of the text that was read; no NUL at its end. `begin` is NULL for none.
typedef struct cld_map_word {
    const char *begin;
    size_t length;
} cld_map_word;

/// The half-space n . x <= n . p1 with n = (p0 - p1) x (p2 - p1).
typedef struct cld_map_side {
    cld_vec3 points[3];
    cld_map_word texture;
    unsigned long line;
} cld_map_side;

typedef struct cld_map_brush {
    uint32_t entity;    ///< of its map, from 0
    uint32_t index;     ///< among the brushes of its entity, from 0
    unsigned long line; ///< of its opening brace
    cld_map_word
        kind; ///< of what stands in a brush's place and is none, such as a patchDef2; it has no sides
    size_t first_side, side_count;
} cld_map_brush;

typedef struct cld_map_entity {
    cld_map_word class_name;
    unsigned long line;
} cld_map_entity;

/// {0} is an empty map.
typedef struct cld_map {
    cld_map_entity *entities;
    cld_map_brush *brushes; ///< in the order of the text
    cld_map_side *sides;
    size_t entity_count, entity_capacity;
    size_t brush_count, brush_capacity;
    size_t side_count, side_capacity;
} cld_map;

/// The largest magnitude of a coordinate.
#define CLD_MAP_LARGEST 1e100

/// Reads a map, in time linear in its length. The words lead into `bytes`. Brushes are those of Quake and
/// Quake 2, in either syntax (standard and Valve 220), and the brushDef of Quake 3. Of other things in a
/// brush's place only the kind is kept. CLD_SYNTAX or CLD_BAD_VALUE, with line and column, at the first thing
/// that is wrong; CLD_INTERNAL when memory runs out. The caller clears the map, also when this fails.
cld_status cld_map_read(const char *bytes, size_t length, cld_map *map, cld_error *err);

void cld_map_clear(cld_map *map);

#endif
