#include "hull/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void cld_names_forget(cld_names *names) {
    free(names->face);
    free(names->edge);
    free(names->face_parts);
    free(names->edge_parts);
    *names = (cld_names){NULL, NULL, NULL, NULL};
}

bool cld_matches_add(cld_matches *matches, uint32_t part, uint32_t item, bool is_all) {
    void *grown = cld_grow(matches->at, &matches->capacity, matches->count, sizeof *matches->at);
    if (!grown)
        return false;
    matches->at = grown;
    matches->has_part |= !is_all;
    matches->at[matches->count][0] = part;
    matches->at[matches->count++][1] = item;
    return true;
}

static cld_parts *allocate(uint32_t part_count, size_t match_count, size_t item_count, size_t corner_count) {
    size_t numbers = part_count + 1 + match_count + item_count + 1 + corner_count;
    cld_parts *parts = malloc(sizeof *parts + numbers * sizeof(uint32_t));
    if (!parts)
        return NULL;
    parts->start = (uint32_t *)(void *)(parts + 1);
    parts->item = parts->start + part_count + 1;
    parts->corner_start = parts->item + match_count;
    parts->corner = parts->corner_start + item_count + 1;
    return parts;
}

/// Sorts the matches by the hull's faces. While they are filled in, start[i + 1] is where the next one of
/// face i goes. Returns the most that one face has.
static uint32_t sort_matches(const cld_matches *matches, uint32_t part_count, cld_parts *parts) {
    uint32_t *next = parts->start + 1, sum = 0, most = 0;
    memset(parts->start, 0, (part_count + 1) * sizeof *parts->start);
    for (size_t i = 0; i < matches->count; i++)
        next[matches->at[i][0]]++;
    for (uint32_t f = 0; f < part_count; f++) {
        uint32_t count = next[f];
        most = count > most ? count : most;
        next[f] = sum;
        sum += count;
    }
    for (size_t i = 0; i < matches->count; i++)
        parts->item[next[matches->at[i][0]]++] = matches->at[i][1];
    return most;
}

bool cld_parts_create(const cld_matches *matches, uint32_t part_count, const uint32_t *corner_start,
                      const uint32_t *corner, size_t item_count, cld_parts **parts) {
    *parts = NULL;
    if (!matches->count)
        return true;
    cld_parts *made = allocate(part_count, matches->count, item_count, corner_start[item_count]);
    if (!made)
        return false;
    if (sort_matches(matches, part_count, made) > 1 || matches->has_part) {
        memcpy(made->corner_start, corner_start, (item_count + 1) * sizeof *corner_start);
        memcpy(made->corner, corner, corner_start[item_count] * sizeof *corner);
        *parts = made;
    } else {
        free(made);
    }
    return true;
}
