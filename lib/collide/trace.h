/// The steps of a query, for debugging and teaching.
///
/// A query tells its steps to the cld_trace that its options name, in the order in which it takes them: it
/// begins a pair, takes steps of one algorithm or of several, and ends with the answer. cld_is_colliding
/// tells only steps, until they decide; where they do not, those of the whole query follow. All points and
/// vectors are in the world frame, with the caller's A and B, and are those of the cores: of shapes without
/// their radius or margin. The bounds have the radii in them. Without a trace, a query spends nothing on
/// this.
#ifndef COLLIDE_TRACE_H
#define COLLIDE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "collide/export.h"
#include "collide/vec.h"

CLD_API_BEGIN

typedef enum cld_trace_kind {
    CLD_TRACE_PAIR,   ///< a pair of convex shapes is begun; of compounds, each pair of children that is tried
    CLD_TRACE_BALLS,  ///< bounds from balls around and inside the shapes (cld_is_colliding only)
    CLD_TRACE_GJK,    ///< the simplex so far, and the support vertex that was asked for next
    CLD_TRACE_EPA,    ///< the face nearest to the origin, and the support vertex along its normal
    CLD_TRACE_NEWTON, ///< curved shapes: the direction, and the vertices that show it, polished
    CLD_TRACE_SAT,    ///< an axis that was measured, and of polytopes the features that it comes from
    CLD_TRACE_SAMPLING, ///< a direction better than all before
    CLD_TRACE_ANALYTIC, ///< a closed form
    CLD_TRACE_ANSWER,   ///< what the pair was answered with; of compounds, once more for the whole
    CLD_TRACE_KIND_COUNT
} cld_trace_kind;

/// A point w = a - b of the Minkowski difference A - B, a on A and b on B.
typedef struct cld_trace_point {
    cld_vec3 w, a, b;
    uint32_t index_a, index_b; ///< of the vertices; CLD_NO_INDEX of a curved core and of a half-space, and of
                               ///< both in the closed form of balls and capsules
} cld_trace_point;

/// A feature that an axis of SAT comes from; `is_set` is false on the side that has no part in it.
typedef struct cld_trace_source {
    bool is_set, is_face; ///< else an edge
    uint32_t index;       ///< as in cld_feature
} cld_trace_source;

typedef struct cld_trace_step {
    cld_trace_kind kind;
    bool is_planar;             ///< all z are 0
    bool is_exact;              ///< GJK: the subalgorithm works in double-double
    uint32_t simplex_count;     ///< GJK: the simplex before the step; EPA: what it begins with, on its first
    cld_trace_point simplex[6]; ///< step only; NEWTON, ANALYTIC: the points that show the direction
    uint32_t face_count;        ///< EPA: 3 in space, 2 in the plane
    cld_trace_point face[3];    ///< counter-clockwise seen from outside
    bool has_direction;
    cld_vec3 direction; ///< unit: GJK's search direction, EPA's face normal, SAT's axis, the answer's normal;
                        ///< always from A towards B, so outward on A - B
    bool has_support;
    cld_trace_point support;             ///< of A the farthest along `direction`, of B the least far
    cld_trace_source source_a, source_b; ///< SAT
    uint32_t child_a, child_b;           ///< PAIR: as in cld_feature
    double lower, upper; ///< what the steps so far show of the signed distance, but for rounding; infinite
                         ///< where they show nothing. Of an answer: those of the result
} cld_trace_step;

/// Receives the steps, each valid during the call only.
typedef struct cld_trace {
    void (*add)(void *context, const cld_trace_step *step);
    void *context;
} cld_trace;

/// "pair", "balls", "gjk", "epa", ...; "unknown" for what is none of the values.
const char *cld_trace_name(cld_trace_kind kind);

CLD_API_END

#endif
