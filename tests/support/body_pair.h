/// A pair of bodies, and what the library says of it.
#ifndef TESTS_SUPPORT_BODY_PAIR_H
#define TESTS_SUPPORT_BODY_PAIR_H

#include "support/body.h"

/// The kinds that are curved and no balls, and all that are bounded and no compounds, in space.
extern const cld_kind body_curved[3], body_bounded[10];

/// From a point to another: a segment, a cylinder, a cone.
body_def body_def_between(cld_kind kind, cld_vec3 p, cld_vec3 q, double radius);

/// The same from one height to another on the z axis.
body_def body_def_upright(cld_kind kind, double low, double high, double radius);

/// A box by its size, an ellipsoid by its radii.
body_def body_def_sized(cld_kind kind, double x, double y, double z);

/// A pair and its answer, until the next question. All zero to begin with.
typedef struct body_pair {
    cld_workspace *workspace;
    cld_shape *a, *b;
    cld_result r;
} body_pair;

/// Makes the two and asks; ends the test where there is no answer.
void body_pair_ask(body_pair *pair, body_def a, body_def b);

void body_pair_free(body_pair *pair);

#endif
