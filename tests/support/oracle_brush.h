/// The vertices of a solid that is given by half-spaces, in exact arithmetic.
///
/// Slow and obvious: every three planes meet in a point, and those inside all half-spaces are the vertices.
#ifndef TESTS_SUPPORT_ORACLE_BRUSH_H
#define TESTS_SUPPORT_ORACLE_BRUSH_H

#include <gmp.h>
#include <stdbool.h>

#include "exact.h"
#include "map/map.h"

enum { ORACLE_BRUSH_MOST_SIDES = 12, ORACLE_BRUSH_MOST_VERTICES = 220 };

typedef struct oracle_brush {
    int unit; ///< points are whole numbers times 2^unit
    size_t side_count, vertex_count;
    exact_vec n[ORACLE_BRUSH_MOST_SIDES];
    mpz_t d[ORACLE_BRUSH_MOST_SIDES];
    exact_vec x[ORACLE_BRUSH_MOST_VERTICES]; ///< over w, which is positive
    mpz_t w[ORACLE_BRUSH_MOST_VERTICES];
} oracle_brush;

void oracle_brush_init(oracle_brush *o);

void oracle_brush_clear(oracle_brush *o);

/// Finds the vertices between the sides, some of them more than once where more than three planes meet.
void oracle_brush_set(oracle_brush *o, const cld_map_side *sides, size_t count);

/// Whether something lies inside all sides.
bool oracle_brush_has_inside(const oracle_brush *o);

/// Whether each coordinate is the double nearest to that of vertex i.
bool oracle_brush_is_vertex(const oracle_brush *o, size_t i, cld_vec3 v);

#endif
