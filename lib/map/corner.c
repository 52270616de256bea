#include "map/corner.h"

#include <limits.h>
#include <math.h>

#include "base/error.h"
#include "base/number.h"
#include "map/exact_corner.h"
#include "math/whole.h"

/// Enough for 1e-70 beside 4096 with all its 53 bits, little enough to keep the exact stage at microseconds.
enum { MOST_BITS = 300 };

cld_status cld_map_find_frame(const cld_map_side *sides, size_t count, cld_map_frame *frame, cld_error *err) {
    double largest = 0, smallest = INFINITY;
    *frame = (cld_map_frame){.lowest = INT_MAX};
    for (size_t i = 0; i < 9 * count; i++) {
        double x = fabs(cld_component(sides[i / 9].points[i / 3 % 3], (int)(i % 3)));
        int lowest = cld_lowest_bit(x);
        frame->lowest = lowest < frame->lowest ? lowest : frame->lowest;
        largest = cld_max(largest, x);
        smallest = x > 0 ? cld_min(smallest, x) : smallest;
    }
    if (frame->lowest == INT_MAX)
        frame->lowest = 0;
    frexp(largest, &frame->highest);
    if (frame->highest - frame->lowest > MOST_BITS)
        return cld_fail(err, CLD_BAD_VALUE, "",
                        "coordinates as different as %s and %s cannot be worked with together",
                        cld_number_tell(smallest).text, cld_number_tell(largest).text);
    // Measured: 4 microseconds at 15 bits, 8 at 60, 30 at 300, beside some 15 nanoseconds.
    frame->exact_work = 256 + 6 * (uint64_t)(frame->highest - frame->lowest);
    return CLD_OK;
}

static cld_vec3 scale_down(const cld_map_frame *frame, cld_vec3 p) {
    return (cld_vec3){ldexp(p.x, -frame->highest), ldexp(p.y, -frame->highest), ldexp(p.z, -frame->highest)};
}

static void normalise(cld_dd3 *n, int exponent) {
    cld_dd *c[] = {&n->x, &n->y, &n->z};
    for (int k = 0; k < 3; k++)
        *c[k] = (cld_dd){ldexp(c[k]->hi, -exponent), ldexp(c[k]->lo, -exponent)};
}

bool cld_map_plane_make(const cld_map_frame *frame, const cld_vec3 points[3], cld_map_plane *plane) {
    cld_vec3 p1 = scale_down(frame, points[1]);
    cld_dd3 a = cld_dd3_diff(scale_down(frame, points[0]), p1);
    cld_dd3 b = cld_dd3_diff(scale_down(frame, points[2]), p1);
    cld_dd3 n = cld_dd3_cross(a, b);
    double length_a = cld_max_abs(cld_dd3_value(a)), length_b = cld_max_abs(cld_dd3_value(b));
    double largest = cld_max_abs(cld_dd3_value(n));
    // Coordinates, at most 1, that were rounded err by half a roundoff, those of a and b by one, those of n,
    // each of two products, by two of each length.
    if (!(largest > 2 * CLD_ROUNDOFF * (length_a + length_b)))
        return false;
    // The differences are exact. Each operation of the cross product errs by 2^-102 of its result: those are
    // two products of at most length_a length_b, and their difference.
    double error = length_a * length_b * 0x1p-100;
    *plane = (cld_map_plane){.points = points};
    int exponent;
    frexp(largest, &exponent);
    normalise(&n, exponent);
    plane->fine_n = n;
    plane->fine_d = cld_dd3_dot(n, cld_dd3_make(p1));
    plane->n = cld_dd3_value(n);
    plane->d = cld_dd_value(plane->fine_d);
    plane->weight = cld_max(1, fabs(plane->d));
    // The points' coordinates are at most 1, n's too: d errs by 3 times what n does and 9 * 2^-102 for its
    // five operations. As largest <= 2 size, error is 2^-102 at least. That is within 4 times the following.
    plane->fine_error = 3 * ldexp(error, -exponent);
    plane->error = CLD_ROUNDOFF + plane->fine_error;
    return true;
}

bool cld_map_plane_is_same(const cld_map_frame *frame, const cld_map_plane *a, const cld_map_plane *b,
                           uint64_t *work) {
    ++*work;
    for (int k = 0; k < 3; k++) {
        // With a's n erring by e, d by 4 e m, m being its weight, and coordinates of at most 1, out errs by
        // (3 + 4 m) e, and by (8 + 3 + m) roundoffs of its operations: 19 e m.
        double out = cld_dot(a->n, scale_down(frame, b->points[k])) - a->d;
        if (fabs(out) > 32 * a->error * a->weight)
            return false;
    }
    *work += frame->exact_work;
    return cld_map_exact_is_same(frame, a, b);
}

cld_map_plane cld_map_plane_far(int axis, int sign) {
    cld_vec3 n = {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
    return (cld_map_plane){.axis = axis,
                           .sign = sign,
                           .n = n,
                           .d = CLD_MAP_FAR,
                           .error = CLD_ROUNDOFF, // none; what it is used for counts on this much
                           .weight = CLD_MAP_FAR,
                           .fine_n = cld_dd3_make(n),
                           .fine_d = cld_dd_make(CLD_MAP_FAR),
                           .fine_error = CLD_DD_ERROR};
}

/// Errors of corners, for planes whose n err by e and whose d by 4 e m, m being their weight, and operations
/// that err by a relative u <= e. Components of n are at most 1, |d| at most m.
///
/// A cross product's components are at most 2 and err by 4 e of their factors and 4 u of the operations: 8 e.
/// w, at most 6, errs by 3 (8 + 2) e and (6 + 4 + 6) u: 46 e. x, at most 2 m with m of the three planes
/// together, errs by (8 + 2 * 4) e m and (2 + 4) u m: 22 e m. nl . x - dl w, with ml, errs by
/// 3 (22 + 2) e m + (46 + 6 * 4) e ml and by 5 roundings of at most 6 m + 6 ml: 102 e m + 100 e ml. What is
/// rounded up to powers of two covers the terms in e^2.
static const double w_error = 64, x_error = 32, side_error = 128;

cld_map_corner cld_map_corner_make(const cld_map_plane *i, const cld_map_plane *j, const cld_map_plane *k) {
    cld_vec3 jk = cld_cross(j->n, k->n), ki = cld_cross(k->n, i->n), ij = cld_cross(i->n, j->n);
    cld_vec3 x = cld_add_scaled(cld_add_scaled(cld_scale(jk, i->d), j->d, ki), k->d, ij);
    return (cld_map_corner){.planes = {i, j, k},
                            .x = x,
                            .w = cld_dot(i->n, jk),
                            .error = cld_max(cld_max(i->error, j->error), k->error),
                            .weight = i->weight + j->weight + k->weight};
}

int cld_map_corner_side(const cld_map_frame *frame, const cld_map_corner *corner, const cld_map_plane *plane,
                        uint64_t *work) {
    ++*work;
    double out = cld_dot(plane->n, corner->x) - plane->d * corner->w;
    double error = cld_max(corner->error, plane->error);
    if (fabs(corner->w) > w_error * error &&
        fabs(out) > side_error * error * (corner->weight + plane->weight))
        return (out > 0) == (corner->w > 0) ? 1 : -1;
    *work += frame->exact_work;
    return cld_map_exact_side(frame, corner, plane);
}

/// Rounds x / w, which err by as much, to a double; false if it is not certain which.
static bool round_ratio(cld_dd x, cld_dd w, double error_of_x, double error_of_w, double *rounded) {
    cld_dd q = cld_dd_div(x, w);
    // |x' / w' - x / w| <= (|x' - x| + |x / w| |w' - w|) / |w'|; twice that covers the roundings of this
    // line.
    double error = 2 * ((error_of_x + fabs(q.hi) * error_of_w) / (fabs(w.hi) - error_of_w) +
                        fabs(q.hi) * 16 * CLD_DD_ERROR);
    *rounded = q.hi;
    return fabs(w.hi) > 2 * error_of_w && q.hi + (q.lo + error) == q.hi && q.hi + (q.lo - error) == q.hi;
}

cld_vec3 cld_map_corner_place(const cld_map_frame *frame, const cld_map_corner *corner) {
    const cld_map_plane *i = corner->planes[0], *j = corner->planes[1], *k = corner->planes[2];
    double error = cld_max(cld_max(i->fine_error, j->fine_error), k->fine_error);
    cld_dd3 jk = cld_dd3_cross(j->fine_n, k->fine_n), ki = cld_dd3_cross(k->fine_n, i->fine_n);
    cld_dd3 x = cld_dd3_add(cld_dd3_scale(jk, i->fine_d), cld_dd3_scale(ki, j->fine_d));
    x = cld_dd3_add(x, cld_dd3_scale(cld_dd3_cross(i->fine_n, j->fine_n), k->fine_d));
    cld_dd w = cld_dd3_dot(i->fine_n, jk), c[] = {x.x, x.y, x.z};
    double place[3];
    for (int axis = 0; axis < 3; axis++) {
        if (round_ratio(c[axis], w, x_error * error * corner->weight, w_error * error, &place[axis]))
            place[axis] = ldexp(place[axis], frame->highest);
        else
            place[axis] = cld_map_exact_coordinate(frame, corner, axis);
    }
    return (cld_vec3){place[0], place[1], place[2]};
}
