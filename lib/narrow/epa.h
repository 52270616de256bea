/// The depth of overlapping cores.
#ifndef CLD_NARROW_EPA_H
#define CLD_NARROW_EPA_H

#include "narrow/polytope.h"
#include "narrow/simplex.h"

typedef enum cld_epa_stop {
    CLD_EPA_CONVERGED, ///< the face is one of A - B itself, within rounding
    CLD_EPA_FLAT,      ///< A - B has no interior: the depth is 0 along the normal
    CLD_EPA_STALLED,   ///< rounding or the step limit ended it; the normal is the best that was found
    CLD_EPA_NO_MEMORY
} cld_epa_stop;

typedef struct cld_epa_result {
    cld_epa_stop stop;
    cld_vec3 normal;  ///< unit, outward on A - B where the origin is nearest to its boundary: from A to B
    double depth;     ///< the distance of the origin behind that plane; negative if it is in front
    cld_simplex face; ///< a triangle of A - B parallel to that plane, unless flat; the weights are not set
    uint32_t iterations;
    uint32_t support_calls; ///< those of blowing up included
} cld_epa_result;

/// Runs EPA from the simplex that GJK ended with, one to four points in any position. The polytope keeps the
/// final hull, whose faces prove the depth.
cld_epa_result cld_epa(const cld_cso *cso, const cld_simplex *simplex, cld_polytope *polytope);

#endif
