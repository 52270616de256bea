#include "base/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/// FNV-1a, 64 bits, begun with where the table lies, which no file can know: names that all go to one place
/// are easily made for a hash that is known. The high half is folded in, since only the low bits choose a
/// place.
static size_t hash(const cld_name_table *table, const char *name) {
    uint64_t h = CLD_FNV_BASIS * ((uint64_t)(uintptr_t)table->entries | 1);
    h = cld_hash_bytes(h, name, strlen(name));
    return (size_t)(h ^ (h >> 32));
}

/// The entry of a name, or the free one where it would go.
static cld_name_entry *find_entry(const cld_name_table *table, const char *name) {
    size_t at = hash(table, name) & (table->capacity - 1);
    while (table->entries[at].name && strcmp(table->entries[at].name, name) != 0)
        at = (at + 1) & (table->capacity - 1);
    return &table->entries[at];
}

uint32_t cld_names_find(const cld_name_table *table, const char *name) {
    const cld_name_entry *entry = table->capacity ? find_entry(table, name) : NULL;
    return entry && entry->name ? entry->number : UINT32_MAX;
}

/// Doubles the table.
static bool grow(cld_name_table *table) {
    cld_name_table larger = {.count = table->count, .capacity = table->capacity ? 2 * table->capacity : 64};
    larger.entries = calloc(larger.capacity, sizeof *larger.entries);
    if (!larger.entries)
        return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->entries[i].name)
            *find_entry(&larger, table->entries[i].name) = table->entries[i];
    free(table->entries);
    *table = larger;
    return true;
}

bool cld_names_add(cld_name_table *table, const char *name, uint32_t number) {
    if (3 * table->count >= 2 * table->capacity && !grow(table))
        return false;
    *find_entry(table, name) = (cld_name_entry){name, number};
    table->count++;
    return true;
}

void cld_names_clear(cld_name_table *table) {
    free(table->entries);
    *table = (cld_name_table){.count = 0};
}
