/// The contacts of two planar cores, once their normal and depth are known.
#ifndef CLD_NARROW_CLIP2_H
#define CLD_NARROW_CLIP2_H

#include "narrow/pair.h"

/// The part of a shape that lies on its supporting line.
typedef struct cld_touch2 {
    cld_feature_kind kind; ///< vertex or edge
    uint32_t index;        ///< of a vertex of the cloud, or of an edge of the outline
} cld_touch2;

/// The edge with both ends within `slack` of the supporting line with outward unit normal n, of several the
/// one turned most towards n; else the vertex farthest along n.
cld_touch2 cld_find_touch2(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n, double slack);

/// The edge of the outline turned most towards n (of equally turned ones the first); edge i leads
/// from outline[i] to the next, which for a point is itself.
uint32_t cld_find_facing2(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n);

/// Writes one or two contacts of at least `least` depth, the deeper first, and returns how many. `a` and `b`
/// touch along the answer's normal; what is out by no more than `slack` is in, and points nearer to each
/// other than `merge` are one.
size_t cld_clip2(const cld_pair *pair, const cld_core_answer *answer, cld_touch2 a, cld_touch2 b,
                 double least, double slack, double merge, cld_core_contact contacts[2]);

#endif
