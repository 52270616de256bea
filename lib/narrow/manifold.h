/// The contact manifold of two polytope cores, once their normal and depth are known.
#ifndef CLD_NARROW_MANIFOLD_H
#define CLD_NARROW_MANIFOLD_H

#include "narrow/clip.h"
#include "narrow/feature.h"
#include "narrow/pair.h"

/// What a manifold is made from; lengths in the frame of the cso, radii not included.
typedef struct cld_manifold_input {
    const cld_cso *cso;
    const cld_solid *a, *b;
    cld_vec3 normal; ///< unit, from A to B
    double depth;    ///< of the deepest point; negative where the cores are apart
    double least;    ///< contacts of less depth than this are left out
    double slack;    ///< how far from a supporting plane, or a side, a vertex still counts as on it
    double merge;    ///< points nearer to each other than this are one
} cld_manifold_input;

/// Writes all contacts, deepest first, into memory of the workspace, given the features of both on their
/// supporting planes. False when memory runs out.
bool cld_find_manifold(const cld_manifold_input *in, cld_hull_feature feature_a, cld_hull_feature feature_b,
                       cld_workspace *workspace, cld_core_contact **contacts, size_t *count);

/// What stands for `chain` below where a contact belongs to none.
#define CLD_NO_CHAIN SIZE_MAX

/// Adds a contact to those that there is room after, or where one of them is at the same place on either
/// shape, keeps the deeper of the two. The contacts from `chain` on are those of points that were ordered by
/// cld_order_chain, as is this one: of them it can only be in the place of the first or the last. With the
/// others it is compared one by one.
void cld_add_contact(cld_core_contact *contacts, size_t *count, size_t chain, const cld_core_contact *c,
                     double merge);

/// Whether one of the contacts is at least so deep.
bool cld_has_contact(const cld_core_contact *contacts, size_t count, double least);

/// Puts a contact, for which there is room, in the place of all within `merge` of it on A.
void cld_put_contact(cld_core_contact *contacts, size_t *count, const cld_core_contact *c, double merge);

/// Puts the points of a convex outline in an order in which those at the same place in the plan, nearer to
/// each other than `merge`, are neighbours: its own, or the order along the line that it is where it is seen
/// from its edge.
void cld_order_chain(cld_plan_point *points, uint32_t count, double merge);

#endif
