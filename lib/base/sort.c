#include "base/sort.h"

#include <stddef.h>
#include <string.h>

void cld_sort_by_key(const uint32_t *key, uint32_t limit, const uint32_t *in, uint32_t count, uint32_t *out,
                     uint32_t *place) {
    memset(place, 0, ((size_t)limit + 1) * sizeof *place);
    for (uint32_t i = 0; i < count; i++)
        place[key[i] + 1]++;
    for (uint32_t v = 0; v < limit; v++)
        place[v + 1] += place[v];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t item = in ? in[i] : i;
        out[place[key[item]]++] = item;
    }
}

int cld_compare_indices(const void *p, const void *q) {
    uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
    return (a > b) - (a < b);
}

int cld_compare_words(const void *p, const void *q) {
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}
