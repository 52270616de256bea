#include "narrow/contact_order.h"

#include <math.h>
#include <string.h>

/// Whether a contact stands before another: less than 0 if so, 0 where either may.
static inline int compare_contacts(const cld_core_contact *a, const cld_core_contact *b) {
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    double d = a->a.x != b->a.x ? a->a.x - b->a.x : a->a.y != b->a.y ? a->a.y - b->a.y : a->a.z - b->a.z;
    return (d > 0) - (d < 0);
}

/// Where the contacts from `first` on stop to be in order, or in the opposite one, of which they are turned
/// round.
static size_t find_run(cld_core_contact *at, size_t first, size_t count) {
    size_t end = first + 1;
    if (end >= count)
        return count;
    bool is_opposite = compare_contacts(&at[first], &at[end]) > 0;
    for (end++; end < count && (compare_contacts(&at[end - 1], &at[end]) > 0) == is_opposite;)
        end++;
    for (size_t i = first, k = end - 1; is_opposite && i < k; i++, k--) {
        cld_core_contact c = at[i];
        at[i] = at[k];
        at[k] = c;
    }
    return end;
}

/// Merges two runs, the second of which begins where the first ends.
static void merge_runs(const cld_core_contact *p, const cld_core_contact *q, const cld_core_contact *end,
                       cld_core_contact *out) {
    const cld_core_contact *middle = q;
    while (p < middle && q < end)
        *out++ = compare_contacts(q, p) < 0 ? *q++ : *p++;
    memcpy(out, p < middle ? p : q, (size_t)(p < middle ? middle - p : end - q) * sizeof *out);
}

bool cld_sort_contacts(cld_core_contact *contacts, size_t count, cld_buffer *spare) {
    if (find_run(contacts, 0, count) == count)
        return true;
    cld_core_contact *from = contacts, *to = cld_buffer_reserve(spare, count, sizeof *to);
    if (!to)
        return false;
    do {
        for (size_t first = 0, middle, end; first < count; first = end) {
            middle = find_run(from, first, count);
            end = middle < count ? find_run(from, middle, count) : count;
            merge_runs(from + first, from + middle, from + end, to + first);
        }
        cld_core_contact *t = from;
        from = to;
        to = t;
    } while (find_run(from, 0, count) < count);
    if (from != contacts)
        memcpy(contacts, from, count * sizeof *contacts);
    return true;
}

bool cld_reduce_contacts(cld_core_contact *contacts, size_t *count, size_t most, cld_workspace *workspace) {
    if (most == 0 || *count <= most)
        return true;
    double *away = cld_buffer_reserve(&workspace->results, *count, sizeof *away); // from those kept
    if (!away)
        return false;
    for (size_t i = 1; i < *count; i++)
        away[i] = INFINITY;
    for (size_t kept = 1; kept < most; kept++) {
        size_t farthest = kept;
        for (size_t i = kept; i < *count; i++) {
            away[i] = cld_min(away[i], cld_distance(contacts[i].a, contacts[kept - 1].a));
            farthest = away[i] > away[farthest] ? i : farthest;
        }
        cld_core_contact next = contacts[farthest];
        contacts[farthest] = contacts[kept];
        contacts[kept] = next;
        away[farthest] = away[kept];
    }
    *count = most;
    return cld_sort_contacts(contacts, most, &workspace->clipping);
}
