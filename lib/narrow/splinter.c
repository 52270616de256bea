/// A bound for shapes that are hardly thicker than rounding: where EPA folds its surface on one, it does not
/// on the segment between two of its vertices, which the shape holds, and than which it is little thicker.

#include <math.h>

#include "narrow/core.h"
#include "narrow/epa.h"
#include "narrow/gjk.h"

/// The vertex farthest from the first, and the one farthest from that.
static cld_cloud select_ends(const cld_cso *cso, bool is_b, cld_cloud_point *memory) {
    cld_vec3 first = cld_cso_at(cso, is_b, cld_cso_find_farthest(cso, is_b, cld_cso_at(cso, is_b, 0))),
             second = cld_cso_at(cso, is_b, cld_cso_find_farthest(cso, is_b, first));
    cld_cloud ends = cld_cloud_make_point(first, memory);
    memory->x[1] = second.x, memory->y[1] = second.y, memory->z[1] = second.z;
    ends.count = 2;
    return ends;
}

double cld_pair_bound_from_splinter(const cld_pair *pair, bool is_b) {
    cld_cso cso = pair->cso;
    cld_cloud_point memory;
    cso.tracer = NULL;
    cld_cso_set_cloud(&cso, is_b, select_ends(&pair->cso, is_b, &memory));
    bool is_centred = !(cld_dot(cso.offset, cso.offset) > 0);
    cld_vec3 v0 = is_centred ? cld_vec3_make(1, 0, 0) : cld_negate(cso.offset);
    cld_gjk_result r = cld_gjk(&cso, v0, cld_simplex_find_nearest_exactly);
    if (r.stop != CLD_GJK_MEETS)
        return INFINITY;
    cld_epa_result epa = cld_epa(&cso, &r.simplex, &pair->workspace->polytope);
    pair->workspace->failed |= epa.stop == CLD_EPA_NO_MEMORY;
    bool has_surface = epa.stop != CLD_EPA_FLAT && epa.stop != CLD_EPA_NO_MEMORY;
    return has_surface ? cld_pair_bound_from_polytope(pair, &cso, NULL) : INFINITY;
}
