/// How two convex shapes collide, exactly.
///
///     cld_shape_def def = cld_shape_def_make(CLD_BOX);       // describe
///     cld_shape_create(&def, NULL, NULL, &box, &err);        // build, once
///     cld_find_collision(box, NULL, hull, &pose, &options, workspace, &result, &err);  // ask, often
///
/// The library keeps no global state, does no input or output, and may be used from any number of threads; a
/// handle that is not documented as immutable belongs to one thread at a time. A pointer may be NULL where
/// its description says so, an `err` everywhere, and a handle where it is destroyed.
#ifndef COLLIDE_COLLIDE_H
#define COLLIDE_COLLIDE_H

#include "collide/arena.h"
#include "collide/hull.h"
#include "collide/query.h"
#include "collide/scene.h"
#include "collide/shape.h"
#include "collide/status.h"
#include "collide/trace.h"
#include "collide/transform.h"
#include "collide/vec.h"
#include "collide/verify.h"

/// The version of the library, as "MAJOR.MINOR.PATCH".
#define CLD_VERSION "0.1.0"

#endif
