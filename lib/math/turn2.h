/// Which way three points of the plane turn, without error.
#ifndef CLD_MATH_TURN2_H
#define CLD_MATH_TURN2_H

#include "collide/vec.h"

/// 1 where a, b, c turn left, that is counter-clockwise, -1 where they turn right, 0 on one line. z is not
/// looked at; no coordinate may be larger than 1e300.
int cld_turn2(cld_vec3 a, cld_vec3 b, cld_vec3 c);

#endif
