/// In which order contacts stand, and which few of them stand for all.
#ifndef CLD_NARROW_CONTACT_ORDER_H
#define CLD_NARROW_CONTACT_ORDER_H

#include "narrow/pair.h"

/// Sorts contacts, deepest first; equally deep ones by their place. Those of an outline, whose depths fall
/// and rise once around it, take time in proportion to their number. `spare` is for its own use; false if it
/// gets no memory.
bool cld_sort_contacts(cld_core_contact *contacts, size_t count, cld_buffer *spare);

/// Reduces sorted contacts to `most`: the deepest, then always the one farthest from those kept; takes time
/// in proportion to the product of both numbers. Uses the workspace's room for results. False when memory
/// runs out.
bool cld_reduce_contacts(cld_core_contact *contacts, size_t *count, size_t most, cld_workspace *workspace);

#endif
