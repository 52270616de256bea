/// A face as it is seen in the plan of a contact: a polygon of which no corner is looked at before it is
/// asked for.
///
/// Where a point is beside a polygon of many sides is told by few of its corners: inside is who is in the
/// wedge between two neighbours, seen from another one, and on the near side of what joins them (F.
/// Preparata, M. Shamos, Computational Geometry, 1985, section 2.2.1).
#ifndef CLD_NARROW_WINDOW_H
#define CLD_NARROW_WINDOW_H

#include <stdbool.h>

#include "narrow/plan.h"
#include "narrow/sat.h"

typedef struct cld_outline {
    const cld_plan *plan;
    const cld_solid *solid;
    const uint32_t *vertex;
    uint32_t count;
    bool is_b;        ///< the solid is B
    bool is_reversed; ///< the first corner is the last vertex
} cld_outline;

/// The corners in the order of the face's loop. Without faces, CLD_NO_INDEX stands for the segment or point
/// that the hull is.
cld_outline cld_outline_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b);

/// The corners counter-clockwise as seen along the normal, of a face of A that looks along it or one of B
/// that looks against it.
cld_outline cld_outline_make_window(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b);

static inline cld_plan_point cld_outline_look(const cld_outline *o, uint32_t i) {
    return cld_plan_look(o->plan, cld_solid_at(o->solid, o->vertex[o->is_reversed ? o->count - 1 - i : i]),
                         o->is_b);
}

/// Looks at all corners. Returns how many they are.
uint32_t cld_outline_look_at_all(const cld_outline *o, cld_plan_point *out);

/// How far inside a counter-clockwise outline of at least three corners a point is, from one side: positive
/// only inside; who is outside is no less so of some side.
double cld_outline_find_depth(const cld_outline *o, const cld_plan_point *q);

/// Clips a closed polygon of at least three corners to a counter-clockwise outline of as many, as cld_clip
/// does, but along few sides, found by where the corners are that each leaves outside. False where those are
/// more than CLD_MOST_CUTS, or meet in a sharp corner: then something is left to clip. `subject` must have
/// room for count + CLD_MOST_CUTS points.
bool cld_outline_clip(const cld_outline *window, cld_plan_point *subject, uint32_t *count);
enum { CLD_MOST_CUTS = 24 };

#endif
