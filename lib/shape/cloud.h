/// Vertices as scans read them.
#ifndef CLD_SHAPE_CLOUD_H
#define CLD_SHAPE_CLOUD_H

#include <stddef.h>
#include <stdint.h>

#include "math/vec.h"

/// How many vertices a scan takes at a time; the arrays are padded to a multiple of it with copies of vertex
/// 0.
#define CLD_LANES 4

/// Vertices as arrays of coordinates, 32-byte aligned, padded to a multiple of CLD_LANES.
typedef struct cld_cloud {
    const double *x, *y, *z;
    uint32_t count;
} cld_cloud;

static inline cld_vec3 cld_cloud_at(const cld_cloud *cloud, uint32_t i) {
    return cld_vec3_make(cloud->x[i], cloud->y[i], cloud->z[i]);
}

/// Memory of a cloud of one vertex.
typedef struct cld_cloud_point {
    _Alignas(32) double x[CLD_LANES], y[CLD_LANES], z[CLD_LANES];
} cld_cloud_point;

static inline cld_cloud cld_cloud_make_point(cld_vec3 p, cld_cloud_point *memory) {
    for (int k = 0; k < CLD_LANES; k++)
        memory->x[k] = p.x, memory->y[k] = p.y, memory->z[k] = p.z;
    return (cld_cloud){memory->x, memory->y, memory->z, 1};
}

/// The index of the vertex farthest along d, the lowest of equally far ones.
uint32_t cld_cloud_find_extreme(const cld_cloud *cloud, cld_vec3 d);

/// The largest dot product of d and a vertex.
double cld_cloud_find_reach(const cld_cloud *cloud, cld_vec3 d);

/// cld_cloud_find_extreme for two clouds at once: of A along d, of B along -d.
void cld_cloud_find_extremes(const cld_cloud *a, const cld_cloud *b, cld_vec3 d, uint32_t *at_a,
                             uint32_t *at_b);

/// Writes the indices of the vertices v with d . v >= least, ascending, the first `room` of them; returns how
/// many there are.
uint32_t cld_cloud_select(const cld_cloud *cloud, cld_vec3 d, double least, uint32_t room, uint32_t *found);

/// Writes the cloud's coordinates, turned by m, then scaled: three arrays of cld_cloud_stride(count), 32-byte
/// aligned.
void cld_cloud_turn(const cld_cloud *cloud, const cld_mat3 *m, double scale, double *to);

/// How many doubles of each coordinate a cloud of `count` vertices occupies.
static inline size_t cld_cloud_stride(size_t count) {
    return (count + CLD_LANES - 1) / CLD_LANES * CLD_LANES;
}

/// How a cloud's vertices are spread: sums over all of them, divided by their number. xy is that of x y, with
/// x and y measured from the mean.
typedef struct cld_spread {
    cld_vec3 mean;
    double xx, yy, zz, xy, xz, yz;
} cld_spread;

cld_spread cld_spread_make(const cld_cloud *cloud);

#endif
