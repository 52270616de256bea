#include "proof/approach.h"

#include <math.h>
#include <stdbool.h>

/// The point of the plane, line, ... through the corners in `mask` that is nearest to the origin; false
/// unless it is between them.
static bool find_between(const cld_approach *s, int mask, cld_vec3 *v) {
    cld_vec3 w[4], sum = {0, 0, 0};
    double share[4] = {1, 0, 0, 0};
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (mask >> i & 1)
            w[count++] = s->at[i];
    if (count == 2) {
        cld_vec3 e = cld_sub(w[1], w[0]);
        share[0] = cld_dot(w[1], e), share[1] = -cld_dot(w[0], e);
    }
    cld_vec3 n = count > 2 ? cld_cross(cld_sub(w[1], w[0]), cld_sub(w[2], w[0])) : cld_vec3_make(0, 0, 0);
    for (int i = 0; i < 3 && count > 2; i++)
        share[i] = cld_dot(n, cld_cross(w[(i + 1) % 3], w[(i + 2) % 3]));
    double total = 0, least = INFINITY;
    for (int i = 0; i < count; i++)
        total += share[i], least = fmin(least, share[i]);
    for (int i = 0; i < count; i++)
        sum = cld_add_scaled(sum, share[i] / total, w[i]);
    *v = sum;
    return least > 0 && cld_length(sum) < INFINITY;
}

/// Whether the origin is between four corners: on the side of each face where the other corner is.
static bool is_inside(const cld_vec3 w[4]) {
    for (int i = 0; i < 4; i++) {
        cld_vec3 p = w[(i + 1) % 4], n = cld_cross(cld_sub(w[(i + 2) % 4], p), cld_sub(w[(i + 3) % 4], p));
        if (!(cld_dot(n, cld_sub(w[i], p)) * cld_dot(n, p) < 0))
            return false;
    }
    return true;
}

cld_vec3 cld_approach_step(cld_approach *s, cld_vec3 point) {
    cld_vec3 v, nearest = point;
    int kept = 1 << s->count, count = 0;
    s->at[s->count++] = point;
    if (s->count == 4 && is_inside(s->at)) {
        s->count = 3;
        return cld_vec3_make(0, 0, 0);
    }
    for (int mask = 1; mask < 1 << s->count; mask++)
        if (mask != 15 && find_between(s, mask, &v) && cld_length(v) < cld_length(nearest))
            nearest = v, kept = mask;
    for (int i = 0; i < s->count; i++)
        if (kept >> i & 1)
            s->at[count++] = s->at[i];
    s->count = count;
    return nearest;
}
