/// The contact manifold of two polytope cores, once their normal and depth are known.
#ifndef CLD_NARROW_MANIFOLD_H
#define CLD_NARROW_MANIFOLD_H

#include "narrow/feature.h"
#include "narrow/pair.h"

/// What a manifold is made from; lengths in the frame of the cso, radii not included.
typedef struct cld_manifold_input {
    const cld_cso *cso;
    const cld_solid *a, *b;
    cld_vec3 normal;  ///< unit, from A to B
    double depth;     ///< of the deepest point; negative where the cores are apart
    double least;     ///< contacts of less depth than this are left out
    double slack;     ///< how far from a supporting plane, or a side, a vertex still counts as on it
    double nearly[2]; ///< how far from one the corners of A's and B's faces are that lie on it but for noise
    double merge;     ///< points nearer to each other than this are one
} cld_manifold_input;

/// Writes all contacts, deepest first, into memory of the workspace, given the features of both on their
/// supporting planes. False when memory runs out.
bool cld_find_manifold(const cld_manifold_input *in, cld_hull_feature feature_a, cld_hull_feature feature_b,
                       cld_workspace *workspace, cld_core_contact **contacts, size_t *count);

#endif
