/// Sorting indices, and by them.
#ifndef CLD_BASE_SORT_H
#define CLD_BASE_SORT_H

#include <stdint.h>

/// Counting sort: writes the items `in` (NULL: 0, 1, 2, ...) to `out` in the order of their keys, those with
/// equal keys in the order in which they were. Item i has key[i], below `limit`; `place` has room for limit +
/// 1 numbers. By several keys: by the last of them first.
void cld_sort_by_key(const uint32_t *key, uint32_t limit, const uint32_t *in, uint32_t count, uint32_t *out,
                     uint32_t *place);

/// For qsort: the order of two uint32_t.
int cld_compare_indices(const void *p, const void *q);

/// The same of two uint64_t.
int cld_compare_words(const void *p, const void *q);

#endif
