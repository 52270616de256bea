/// Numbers by name.
#ifndef CLD_BASE_NAMES_H
#define CLD_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cld_name_entry {
    const char *name; ///< borrowed; NULL for none
    uint32_t number;
} cld_name_entry;

/// A hash table with open addressing. {0} is an empty one.
typedef struct cld_name_table {
    cld_name_entry *entries;
    size_t count, capacity; ///< the capacity is a power of two, or 0
} cld_name_table;

/// The number that a name was added with, UINT32_MAX if it was not.
uint32_t cld_names_find(const cld_name_table *table, const char *name);

/// Adds a name that is not there yet and must outlive the table. False when memory runs out.
bool cld_names_add(cld_name_table *table, const char *name, uint32_t number);

void cld_names_clear(cld_name_table *table);

#endif
