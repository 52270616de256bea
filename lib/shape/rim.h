/// Constant-time supports of hulls whose vertices lie around a few large faces, as those of drums, discs,
/// prisms, wedges and cones do.
///
/// A face is a convex polygon. Of a direction d only what is in its plane tells which of its corners is the
/// farthest, and that by its angle alone: a table of angles gives the arc of corners that can be. Where next
/// to nothing of d is in the plane, all may be.
#ifndef CLD_SHAPE_RIM_H
#define CLD_SHAPE_RIM_H

#include "collide/hull.h"
#include "shape/lanes.h"

enum { CLD_MOST_RIMS = 4 };

/// Four corners that follow one another.
typedef struct cld_rim_group {
    cld_lanes x, y, z;
    cld_lane_mask key; ///< index << 32 | slot among the corners of all groups
} cld_rim_group;

/// Groups that follow one another, the first again after the last.
typedef struct cld_rim_arc {
    uint16_t first, count;
} cld_rim_arc;

/// Corner i is at centre + a_i p + b_i q, with (a, b) near the unit circle.
typedef struct cld_rim {
    cld_vec3 p, q, centre;
    double around; ///< no |a| or |b| is larger
    double off;    ///< how far corners may be from where that says; INFINITY for what is no rim
    double least;  ///< the part of a direction that has to be in the plane for its angle to tell
    uint32_t side; ///< arcs along each side of the square of angles
    cld_rim_arc whole;
    uint32_t corner_count; ///< with the last of which groups are filled up
    uint32_t face;         ///< whose corners these are; CLD_NO_INDEX where another rim has some of them
    const cld_rim_arc *arc;
    const cld_rim_group *group;
} cld_rim;

typedef struct cld_rims {
    uint32_t count, group_count;
    double twin_off; ///< how far the corners of the first rim are from those of the second, each moved as the
                     ///< centre is; INFINITY where they are no twins, or there are others
    double extent;   ///< no coordinate is larger
    cld_rim_group *group;
    cld_rim_arc *arc;
    _Alignas(64)
        cld_rim rim[CLD_MOST_RIMS + 1]; ///< the last may be of vertices that are on none: its p and q are 0
} cld_rims;

/// None where more than a few vertices are on none of the CLD_MOST_RIMS largest faces, where there is no
/// volume, and for more than 262,136 vertices. CLD_INTERNAL when memory runs out.
cld_status cld_rims_create(const cld_cloud *cloud, const cld_hull *hull, cld_rims *rims, cld_error *err);
void cld_rims_free(const cld_rims *rims);

/// How much lower than the farthest along a unit direction the corners of arcs may be, where CLD_RIM_LEAST of
/// the direction is in the plane.
static inline double cld_rims_find_slack(const cld_rims *rims) { return 0x1p-31 * rims->extent; }
#define CLD_RIM_LEAST 0x1p-12

/// The group that begins where another ends.
static inline uint32_t cld_rim_next(const cld_rim *rim, uint32_t group) {
    return group + 1U < rim->whole.count ? group + 1 : 0;
}

/// The arc in which the corners farthest along d are, if `least` of it is in the plane, else the whole rim.
CLD_INLINE const cld_rim_arc *cld_rim_look_up(const cld_rim *rim, double extent, cld_vec3 d, double least) {
    double p = cld_dot(rim->p, d), q = cld_dot(rim->q, d), most = cld_max_abs(d) * extent;
    bool is_q = fabs(q) > fabs(p);
    double major = is_q ? q : p, minor = is_q ? -p : q;
    if (!(fabs(major) > least * most) || most < 0x1p-900) // below which products lose digits
        return &rim->whole;
    double half = 0.5 * rim->side;
    uint32_t column = (uint32_t)(half + half * (minor / major)), last = rim->side - 1;
    return &rim->arc[(is_q + 2U * (major < 0)) * rim->side + (column < last ? column : last)];
}

#endif
