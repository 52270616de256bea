/// Arrays that grow by an item at a time.
#ifndef CLD_BASE_GROW_H
#define CLD_BASE_GROW_H

#include <stddef.h>

/// Makes room for one item of `size` bytes behind the `count` that there are. Returns the array, perhaps in
/// another place, its capacity raised if need be; NULL without memory, and the array is as it was. `items` is
/// NULL and `capacity` 0 at first. The caller frees it. Constant time an item, over all of them.
void *cld_grow(void *items, size_t *capacity, size_t count, size_t size);

#endif
