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

/// The vertex of a corner.
static inline uint32_t cld_outline_vertex(const cld_outline *o, uint32_t i) {
    return o->vertex[o->is_reversed ? o->count - 1 - i : i];
}

static inline cld_plan_point cld_outline_look(const cld_outline *o, uint32_t i) {
    return cld_plan_look(o->plan, cld_solid_at(o->solid, cld_outline_vertex(o, i)), o->is_b);
}

/// Looks at all corners. Returns how many they are.
uint32_t cld_outline_look_at_all(const cld_outline *o, cld_plan_point *out);

/// A face that others are held against: an outline of at least three corners, counter-clockwise as seen along
/// the normal.
typedef struct cld_window {
    cld_outline outline;
    uint32_t near; ///< the side where the last search ended, from which the next begins; 0 before the first
    cld_plan_point first, second, last; ///< corners, from the first search on
} cld_window;

/// A face of A that looks along the normal, or one of B that looks against it.
cld_window cld_window_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b);

/// How far inside of one side a point is, so chosen that by more than the slack it is so only inside of the
/// face. Who is outside of that by more is so of the face, too; what is between says nothing.
double cld_window_find_depth(cld_window *w, const cld_plan_point *q);

/// Clips a closed polygon of at least three corners, as cld_clip does, but along few sides, found by where
/// the corners are that each leaves outside. False where those are more than CLD_MOST_CUTS or meet in a sharp
/// corner, or where a corner is within the slack of one: then something may be left to clip. `subject` must
/// have room for count + CLD_MOST_CUTS points.
bool cld_window_clip(cld_window *w, cld_plan_point *subject, uint32_t *count);
enum { CLD_MOST_CUTS = 24 };

#endif
