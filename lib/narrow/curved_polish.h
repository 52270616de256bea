/// The last digits of a direction in which two shapes, one of them curved at least, are farthest apart.
#ifndef CLD_NARROW_CURVED_POLISH_H
#define CLD_NARROW_CURVED_POLISH_H

#include "shape/cso.h"

/// A direction in which the separation is stationary, with the points that show it.
typedef struct cld_peak {
    cld_vec3 normal;   ///< unit
    double separation; ///< along it, as of cld_cso_find_separation
    cld_cso_vertex
        vertex[3];    ///< points of A - B on the supporting plane, which hold its point nearest to the origin
    double weight[3]; ///< of that point: not negative within rounding, and of sum 1
    int count;        ///< of the vertices; 0 for a direction that nothing but its separation speaks for
} cld_peak;

static inline void cld_peak_take_better(cld_peak *peak, const cld_peak *other) {
    if (other->separation > peak->separation)
        *peak = *other;
}

/// Finds the stationary direction near n, given up to three vertices of A - B that lie about on its
/// supporting plane. False where there is none that Newton's method finds.
bool cld_polish(const cld_cso *cso, cld_vec3 n, const cld_cso_vertex *vertex, const double *weight, int count,
                cld_peak *peak);

#endif
