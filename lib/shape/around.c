/// An ellipsoid around a shape, from how its vertices are spread.
///
/// S = sum v v^T / count + m I, with m a part of the trace, has a Cholesky factor L, and k is the largest
/// |L^-1 v|. For any d then d . v = (L^T d) . (L^-1 v) <= k |L^T d|. Rounding: the y that substitution finds
/// is exact for some L + E with |E| <= 3 u |L|, entry by entry (N. Higham, Accuracy and Stability of
/// Numerical Algorithms, 2002, theorem 8.5), whatever the condition of L, and floats add 2^-24 |L|. No entry
/// of L is larger than the root of the trace t, so that the six of them move |L^T d| by less than 2^-21
/// sqrt(t) |d|. It is at least sqrt(m) |d|, less some u t of Cholesky's own (theorem 10.3): with m = t / 2^13
/// that is below 2^-14 |L^T d|, and 2^-12 is added.

#include <math.h>

#include "shape/shape.h"

/// In smaller clouds a vertex is as quickly found.
#define FEWEST_VERTICES 64

/// Of the trace; flat shapes get an ellipsoid about 2 % as thick as they are long.
#define LEAST_PART 0x1p-13

/// Directions that ellipsoids tell grow with the fifth power of lengths, and the squares of those have to
/// stay far from what overflows or underflows.
#define SMALLEST_REACH 0x1p-50
#define LARGEST_REACH 0x1p50

/// S, row by row, of its lower half.
static void find_spread(const cld_cloud *cloud, double s[CLD_AROUND_COUNT]) {
    for (int i = 0; i < CLD_AROUND_COUNT; i++)
        s[i] = 0;
    for (uint32_t i = 0; i < cloud->count; i++) {
        cld_vec3 v = cld_cloud_at(cloud, i);
        s[0] += v.x * v.x;
        s[1] += v.y * v.x, s[2] += v.y * v.y;
        s[3] += v.z * v.x, s[4] += v.z * v.y, s[5] += v.z * v.z;
    }
    for (int i = 0; i < CLD_AROUND_COUNT; i++)
        s[i] /= cloud->count;
    double least = LEAST_PART * (s[0] + s[2] + s[5]);
    s[0] += least, s[2] += least, s[5] += least;
}

void cld_shape_build_around(const cld_shape *shape) {
    double s[CLD_AROUND_COUNT], l[CLD_AROUND_COUNT], square = 0;
    _Atomic(float) *around = ((cld_shape *)shape)->around;
    if (shape->core.count < FEWEST_VERTICES ||
        !(shape->reach >= SMALLEST_REACH && shape->reach <= LARGEST_REACH))
        return;
    find_spread(&shape->core, s);
    l[0] = sqrt(s[0]);
    l[1] = s[1] / l[0], l[2] = sqrt(s[2] - l[1] * l[1]);
    l[3] = s[3] / l[0], l[4] = (s[4] - l[3] * l[1]) / l[2], l[5] = sqrt(s[5] - l[3] * l[3] - l[4] * l[4]);
    for (uint32_t i = 0; i < shape->core.count; i++) {
        cld_vec3 v = cld_cloud_at(&shape->core, i);
        double x = v.x / l[0], y = (v.y - l[1] * x) / l[2], z = (v.z - l[3] * x - l[4] * y) / l[5];
        square = cld_max(square, x * x + y * y + z * z);
    }
    double k = sqrt(square) * (1 + 0x1p-12);
    // Who sees the first one sees the others; threads that build it at once all write the same.
    for (int i = CLD_AROUND_COUNT; i-- > 0;)
        atomic_store_explicit(&around[i], (float)(k * l[i]), memory_order_release);
}
