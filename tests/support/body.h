/// Solids by their support functions alone, and the signed distance of two of them by trying directions:
/// slow, obvious, and independent of the library's.
#ifndef TESTS_SUPPORT_BODY_H
#define TESTS_SUPPORT_BODY_H

#include "collide/collide.h"
#include "support/random.h"

enum { BODY_MOST_PARTS = 12 };

/// A point, disc or ellipsoid: centre + x[0] axis[0] + x[1] axis[1] + x[2] axis[2] over |x| <= 1.
typedef struct body_part {
    cld_vec3 centre, axis[3];
} body_part;

/// All points within `radius` of the hull of the parts, in the world.
typedef struct body {
    body_part part[BODY_MOST_PARTS];
    int count;
    double radius;
} body;

/// A definition together with what it points at.
typedef struct body_def {
    cld_shape_def def;
    double points[3 * BODY_MOST_PARTS];
} body_def;

/// A shape of this kind; `style` says how: 0 for numbers all over, 1 for those of a coarse grid, 2 with
/// extreme proportions, 3 where anything may be 0. No transform.
body_def body_def_make(cld_kind kind, int style, random_state *r);

/// A unit vector.
cld_vec3 body_direction_make(random_state *r);

/// Turned, by any angle or by quarter turns, then moved.
cld_transform body_place(bool quarter_turns, double reach, random_state *r);

cld_shape *body_create(const body_def *def);

/// The solid that the definition describes.
body body_make(const body_def *def);

/// The largest n . x over the body.
double body_reach(const body *b, cld_vec3 n);

/// The diagonal of its bounding box.
double body_diagonal(const body *b);

/// The least n . x over B less the largest over A, for a unit n.
double body_separation(const body *a, const body *b, cld_vec3 n);

/// The largest separation along `count` well spread directions and those that a local search finds from the
/// best of them: never more than the signed distance.
double body_search(const body *a, const body *b, int count, cld_vec3 *n);

/// How far a point sticks out of a body along the direction, of `count` well spread ones, along which it does
/// most.
double body_excess(const body *b, cld_vec3 p, int count);

#endif
