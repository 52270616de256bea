/// The highest place of a function of one number.
#ifndef CLD_NARROW_GOLDEN_H
#define CLD_NARROW_GOLDEN_H

#include <math.h>

typedef double cld_height(const void *context, double x);

/// Where a function is highest between two places with one peak between them, and how high, by golden section
/// (J. Kiefer, Sequential minimax search for a maximum, 1953); or the first place that is higher than
/// `enough`. What is left after n sections is 0.618^n as wide; of equal heights the one at `to` is kept.
static inline double cld_find_highest(cld_height *height, const void *context, double from, double to,
                                      int sections, double enough, double *highest) {
    static const double golden = 0.6180339887498949;
    double near = to - golden * (to - from), far = from + golden * (to - from);
    double at_near = height(context, near), at_far = height(context, far);
    for (int i = 0; i < sections && fmax(at_near, at_far) <= enough; i++) {
        if (at_near > at_far) {
            to = far, far = near, at_far = at_near;
            near = to - golden * (to - from);
            at_near = height(context, near);
        } else {
            from = near, near = far, at_near = at_far;
            far = from + golden * (to - from);
            at_far = height(context, far);
        }
    }
    *highest = fmax(at_near, at_far);
    return at_near > at_far ? near : far;
}

#endif
