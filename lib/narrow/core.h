/// The signed distance of two polytope cores with its normal and proven bounds.
#ifndef CLD_NARROW_CORE_H
#define CLD_NARROW_CORE_H

#include "narrow/sat.h"
#include "narrow/simplex.h"

/// Lengths in the frame of the cso, radii not included.
typedef struct cld_core_answer {
    double signed_distance, lower, upper;
    cld_vec3 normal;   ///< unit, from A to B
    bool apart;        ///< the cores are proven to be apart; `nearest` then has their nearest points
    cld_simplex nearest;
    cld_vec3 axis;     ///< SAT on cores that are apart: the axis that it found, else `normal`
    double gap;        ///< along it
    cld_algorithm algorithm;
    cld_query_stats stats;
} cld_core_answer;

/// What an algorithm may need beside the clouds. The solids are made on demand, by the caller's function.
typedef struct cld_core_input {
    const cld_cso *cso;
    cld_algorithm algorithm; ///< CLD_GJK_EPA or CLD_SAT
    cld_workspace *workspace;
    cld_status (*make_solids)(void *context, const cld_solid **a, const cld_solid **b, cld_error *err);
    void *context;
} cld_core_input;

cld_status cld_find_core_answer(const cld_core_input *in, cld_core_answer *answer, cld_error *err);

#endif
