/// What the solvers tell of their steps.
///
/// A solver that works on a frame with a tracer calls cld_trace_tell once a step, with what it has at hand;
/// all else is done here. It knows nothing of who listens.
#ifndef CLD_NARROW_TRACE_H
#define CLD_NARROW_TRACE_H

#include "collide/trace.h"
#include "shape/cso.h"

typedef struct cld_tracer {
    const cld_trace *sink;
    const cld_shape *a, *b; ///< in the order of the frame
    bool swapped;           ///< the caller's A is `b`
    double lower, upper;    ///< the bounds so far, in the frame, radii not included
} cld_tracer;

/// A step in terms of the frame. What a kind does not have is left out, but for the bounds.
typedef struct cld_event {
    cld_trace_kind kind;
    bool is_exact;
    const cld_cso_vertex *simplex; ///< `simplex_count` of them
    uint32_t simplex_count;
    const cld_cso_vertex *face; ///< `face_count` of them
    uint32_t face_count;
    cld_vec3 direction;                  ///< of any length; 0 for none
    const cld_cso_vertex *support;       ///< NULL: asked for along the direction
    cld_trace_source source_a, source_b; ///< with the hulls' own numbers
    double lower, upper;                 ///< on the signed distance of the cores
} cld_event;

/// A tracer that has been told nothing yet.
static inline cld_tracer cld_tracer_make(const cld_trace *sink, const cld_shape *a, const cld_shape *b,
                                         bool swapped) {
    return (cld_tracer){sink, a, b, swapped, -INFINITY, INFINITY};
}

/// Builds what the axes of two bricks are named by, before any is told. False when memory runs out.
bool cld_trace_prepare(const cld_shape *a, const cld_shape *b);

/// Tells a step of a frame that has a tracer.
void cld_trace_tell(const cld_cso *cso, const cld_event *event);

#endif
