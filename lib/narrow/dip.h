/// The part of a face that lies below a level, around one of its corners.
#ifndef CLD_NARROW_DIP_H
#define CLD_NARROW_DIP_H

#include "narrow/window.h"

enum { CLD_MOST_DIPPED = 64 };

/// Writes the corners of `face` that are no higher than `level`, where up is along the normal for a face of B
/// and against it for one of A, and returns how many. They are those around `vertex`, which is one. 0 if they
/// are more than CLD_MOST_DIPPED, if `vertex` is no corner, or if not all of the face down there is surely
/// inside `window`: what clipping the one to the other would leave has then to be found out.
///
/// Neither is looked at corner by corner: around a vertex a convex face rises. `face` has the order of its
/// loop.
uint32_t cld_find_dipped(const cld_outline *face, uint32_t vertex, double level, cld_window *window,
                         cld_plan_point *dipped);

#endif
