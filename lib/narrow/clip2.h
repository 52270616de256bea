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

/// How far from a line points are that lie on it, and that nearly do.
typedef struct cld_slack2 {
    double of_lines, nearly;
} cld_slack2;

/// What bends back by more than `most` does not nearly lie on the line.
static inline cld_slack2 cld_slack2_make(const cld_pair *pair, bool is_b, double most) {
    return (cld_slack2){cld_pair_find_slack(pair), cld_min(cld_pair_find_nearly(pair, is_b), most)};
}

/// The ends of the edge of the outline that is turned most towards n (of equally turned ones the first), or
/// of what `touches` the supporting line, with all that nearly is on one line with it; how many vertices
/// those are. An edge of a point has it at both ends.
uint32_t cld_find_facing2(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n, bool touches,
                          cld_slack2 slack, uint32_t end[2]);

enum { CLD_MOST_CONTACTS2 = 3 };

/// Writes the contacts of at least `least` depth, the deepest first, and returns how many: one or two, and
/// where what is bent is deepest between them. `a` and `b` touch along the answer's normal; points nearer to
/// each other than `merge` are one.
size_t cld_clip2(const cld_pair *pair, const cld_core_answer *answer, cld_touch2 a, cld_touch2 b,
                 double least, double merge, cld_core_contact contacts[CLD_MOST_CONTACTS2]);

#endif
