/// The distance of two cores, or that they meet.
#ifndef CLD_NARROW_GJK_H
#define CLD_NARROW_GJK_H

#include "narrow/simplex.h"

/// How GJK ended.
typedef enum cld_gjk_stop {
    CLD_GJK_CONVERGED, ///< apart: the distance is proven to the solver's precision
    CLD_GJK_APART,     ///< a direction separates by more than was asked about
    CLD_GJK_MEETS,     ///< the simplex holds the origin, or comes as near to it as rounding can tell
    CLD_GJK_STALLED    ///< apart, but rounding kept the distance from being proven
} cld_gjk_stop;

typedef struct cld_gjk_result {
    cld_gjk_stop stop;
    cld_simplex simplex; ///< the smallest one found to hold the nearest point
    cld_vec3 v;          ///< the point of A - B nearest to the origin: from B's witness to A's
    uint32_t iterations;
} cld_gjk_result;

/// Runs GJK from the first direction -`v0` with the given subalgorithm (cld_simplex_find_nearest or its exact
/// twin).
cld_gjk_result cld_gjk(const cld_cso *cso, cld_vec3 v0, cld_find_nearest *find_nearest);

/// The same for who asks only whether the cores are farther apart than `beyond` or come as near as `within`:
/// as soon as a support shows the former, to rounding, it stops as CLD_GJK_APART, -v being the direction, and
/// where the simplex shows the latter as CLD_GJK_MEETS.
cld_gjk_result cld_gjk_decide(const cld_cso *cso, cld_vec3 v0, cld_find_nearest *find_nearest, double beyond,
                              double within);

#endif
