/// Contacts as they are found, each place once.
#ifndef CLD_NARROW_CONTACT_LIST_H
#define CLD_NARROW_CONTACT_LIST_H

#include "narrow/pair.h"
#include "narrow/plan.h"
#include "shape/lanes.h"

typedef struct cld_contact_list {
    cld_core_contact *at;
    size_t count;
    double merge; ///< points nearer to each other than this are one
} cld_contact_list;

/// The contact of a point on one shape with the other's surface, `depth` away along the normal.
static inline cld_core_contact cld_contact_at(cld_vec3 n, cld_vec3 point, bool is_b, double depth) {
    cld_vec3 other = cld_add_scaled(point, is_b ? depth : -depth, n);
    return is_b ? (cld_core_contact){other, point, depth} : (cld_core_contact){point, other, depth};
}

/// What stands for `chain` below where a contact belongs to none.
#define CLD_NO_CHAIN SIZE_MAX

/// Whether they are no farther from each other than that; most are along some axis.
static inline bool cld_is_near(cld_vec3 a, cld_vec3 b, double most) {
    return !(cld_max_abs(cld_sub(a, b)) > most) && !(cld_distance(a, b) > most);
}

/// Whether a contact is at the same place on either shape as one that there is, of which the deeper one is
/// kept.
static inline bool cld_is_taken(cld_core_contact *at, const cld_core_contact *c, double merge) {
    if (!cld_is_near(at->a, c->a, merge) && !cld_is_near(at->b, c->b, merge))
        return false;
    if (c->depth > at->depth)
        *at = *c;
    return true;
}

/// Adds a contact to those that there is room after, or where one of them is at the same place on either
/// shape, keeps the deeper of the two. The contacts from `chain` on are those of points that were ordered by
/// cld_order_chain, as is this one: of them it can only be in the place of the first or the last. With the
/// others it is compared one by one.
CLD_INLINE void cld_add_contact(cld_core_contact *contacts, size_t *count, size_t chain,
                                const cld_core_contact *c, double merge) {
    size_t singly = chain < *count ? chain + 1 : *count;
    for (size_t i = 0; i < singly; i++)
        if (cld_is_taken(&contacts[i], c, merge))
            return;
    if (singly < *count && cld_is_taken(&contacts[*count - 1], c, merge))
        return;
    contacts[(*count)++] = *c;
}

/// Whether one of the contacts is at least so deep.
bool cld_has_contact(const cld_core_contact *contacts, size_t count, double least);

/// Puts a contact, for which there is room, in the place of all within `merge` of it on either shape.
void cld_put_contact(cld_core_contact *contacts, size_t *count, const cld_core_contact *c, double merge);

/// Puts the points of a convex outline in an order in which those at the same place in the plan, nearer to
/// each other than `merge`, are neighbours: its own, or the order along the line that it is where it is seen
/// from its edge.
void cld_order_chain(cld_plan_point *points, uint32_t count, double merge);

#endif
