/// The contacts of an incident face with a reference face.
#ifndef CLD_NARROW_INCIDENT_H
#define CLD_NARROW_INCIDENT_H

#include "narrow/contact_list.h"
#include "narrow/manifold.h"

/// A reference face; it lies on the supporting plane where it `is_level`.
typedef struct cld_reference {
    uint32_t face;
    bool is_b, is_level;
} cld_reference;

/// Clips the other shape's face that is turned most against the reference face to the sides of that, and
/// lists the contacts of what is left, in memory of the workspace with room for one more. `deepest` is what
/// of the other shape lies on its supporting plane. False when memory runs out.
bool cld_meet_reference(const cld_manifold_input *in, const cld_plan *plan, cld_reference reference,
                        cld_hull_feature deepest, cld_workspace *workspace, cld_contact_list *list);

#endif
