/// A step of EPA on curved shapes, whatever keeps the polytope.
#ifndef CLD_NARROW_CURVED_STEP_H
#define CLD_NARROW_CURVED_STEP_H

#include "narrow/curved.h"
#include "proof/cap.h"

/// What a depth is looked for with.
typedef struct cld_curved_search {
    const cld_cso *cso;
    double diagonal;            ///< the contract's D in the frame
    double upper;               ///< no separation is greater; INFINITY where nobody knows
    cld_peak *peak;             ///< the best direction so far
    cld_caps caps;              ///< what peaks prove around them
    cld_cso_vertex corner[4];   ///< what the polytope begins with
    uint32_t steps, first_step; ///< of all, and when the polytope began
    cld_query_stats *stats;
} cld_curved_search;

/// The face of a polytope that is nearest to the origin.
typedef struct cld_curved_face {
    cld_vec3 normal; ///< unit, outward
    double offset;
    const cld_cso_vertex *corner[3];
} cld_curved_face;

/// Begins with the search's peak, and what that proves.
void cld_curved_begin(cld_curved_search *search);

/// Whether the faces so far leave something to be proven; `w` is then the vertex to add, outside the face.
bool cld_curved_step(cld_curved_search *search, const cld_curved_face *face, cld_cso_vertex *w);

/// Polishes the normal of a face; false if that leads nowhere.
bool cld_curved_polish_face(const cld_cso *cso, const cld_curved_face *face, cld_peak *peak);

/// Gives a peak that nothing speaks for what the corners of the last face say: where it touches A - B, they
/// tell which parts of the shapes do.
void cld_curved_end(cld_curved_search *search, const cld_curved_face *face);

/// EPA in lanes, which some hundred faces are enough for. False if they are not; else `upper` is what it
/// proves, and the search has the depth.
bool cld_curved_expand_in_lanes(cld_curved_search *search, double *upper);

#endif
