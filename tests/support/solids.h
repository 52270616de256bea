/// Small point sets for tests, and what can be done to them.
#ifndef TESTS_SUPPORT_SOLIDS_H
#define TESTS_SUPPORT_SOLIDS_H

#include <stddef.h>

#include "oracle.h"
#include "random.h"

typedef struct point_set {
    size_t count;
    double at[ORACLE_MAX_POINTS][3];
} point_set;

/// Appends a point; a full set stays as it is.
void solid_add(point_set *s, double x, double y, double z);

/// The makers start from an empty set; sizes are about 1.
void solid_make_box(point_set *s, const double low[3], const double high[3]);

/// 4 to 8 points in a cube: short numbers every other time, full doubles else.
void solid_make_hull(point_set *s, random_state *r);

/// 4 to 8 points with whole coordinates from -`reach` to `reach`.
void solid_make_grid(point_set *s, random_state *r, int reach);

/// A convex polygon of `corners` (at most 8) in the plane z = 0 around the origin, on the unit circle within
/// rounding.
void solid_make_polygon(point_set *s, random_state *r, int corners);

/// The polygon at z = -height / 2 and at z = height / 2.
void solid_make_prism(point_set *s, random_state *r, int corners, double height);

/// A box without two of its upper corners: a ramp.
void solid_make_wedge(point_set *s, const double low[3], const double high[3]);

/// Any of the above or a point, a segment, a triangle, a needle, a sliver.
void solid_make_any(point_set *s, random_state *r);

/// A flat, straight or single-point set; short numbers.
void solid_make_flat(point_set *s, random_state *r);

void solid_move(point_set *s, double x, double y, double z);
void solid_scale(point_set *s, double factor);
void solid_stretch(point_set *s, double x, double y, double z);
void solid_rotate(point_set *s, double m[3][3]);

/// Exchanges the axes x -> y -> z -> x, `times` times.
void solid_cycle_axes(point_set *s, int times);

/// Repeats points, and adds midpoints of pairs and of triples of points, until `count` points are there.
void solid_repeat(point_set *s, random_state *r, size_t count);

/// Moves b along `direction` until the lowest of it is `gap` above the highest of a, within rounding.
void solid_place(const point_set *a, point_set *b, const double direction[3], double gap);

/// Moves b until it is `gap` beyond a, within rounding, across a vertex, an edge or a face of either:
/// opposite points of the supporting features stand on one line along their normal.
void solid_meet(const point_set *a, point_set *b, random_state *r, double gap);

#endif
