#include "base/grow.h"

#include <stdlib.h>

void *cld_grow(void *items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity)
        return items;
    size_t more = *capacity ? 2 * *capacity : 32;
    void *grown = realloc(items, more * size);
    if (grown)
        *capacity = more;
    return grown;
}
