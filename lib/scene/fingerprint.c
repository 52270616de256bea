/// FNV-1a, 64 bits (G. Fowler, L. Noll, K.-P. Vo, 1991). Among a million findings two of the same value are
/// as likely as 3 in 10^8; every text ends in a zero byte, so that "ab", "c" differs from "a", "bc".
/// Several rules may say the same. What they find is told apart by counting, not by the rules' places, so
/// that the first of one rule is known by the same number whatever rules it is repeated by. Those of its
/// fingerprint that are of another kind or severity are told apart by that: else an error might be known by
/// the number of a warning.

#include "scene/fingerprint.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/number.h"
#include "scene/rule.h"

static uint64_t add_text(uint64_t hash, const char *text) {
    return cld_hash_bytes(hash, text, strlen(text) + 1);
}

static uint64_t add_selector(uint64_t hash, const cld_selector *selector) {
    for (size_t i = 0; i < selector->count; i++)
        hash = add_text(hash, selector->patterns[i]);
    return add_text(hash, "");
}

uint64_t cld_fingerprint_rule(const cld_scene *scene, size_t rule) {
    const cld_rule *r = &scene->rules[rule];
    uint64_t hash = add_text(CLD_FNV_BASIS, scene->name ? scene->name : "");
    if (r->id)
        return add_text(hash, r->id);
    char limit[CLD_NUMBER_SIZE];
    cld_number_write(r->limit, limit);
    hash = add_text(hash, cld_rule_rows[r->kind].name);
    hash = add_selector(hash, &r->first);
    return add_text(add_selector(hash, &r->second), limit);
}

uint64_t cld_fingerprint_finding(const cld_scene *scene, const cld_finding *finding, uint64_t rule) {
    const char *a = scene->objects[finding->a].name;
    // What is nearest to an object that floats or sticks out may change with edits elsewhere.
    cld_rule_role role = cld_rule_find_role(&scene->rules[finding->rule]);
    if (role == CLD_ROLE_REQUIRES || role == CLD_ROLE_CONTAINS)
        return add_text(rule, a);
    // Which of a pair comes first may change, too.
    const char *b = scene->objects[finding->b].name;
    bool is_ordered = strcmp(a, b) < 0;
    return add_text(add_text(rule, is_ordered ? a : b), is_ordered ? b : a);
}

uint64_t cld_fingerprint_repeat(uint64_t fingerprint, size_t repeat) {
    return repeat ? (fingerprint ^ repeat) * CLD_FNV_PRIME : fingerprint;
}

/// A rule or a finding by its fingerprint.
typedef struct entry {
    uint64_t fingerprint;
    size_t index;
} entry;

static int compare(const void *p, const void *q) {
    const entry *a = p, *b = q;
    if (a->fingerprint != b->fingerprint)
        return a->fingerprint < b->fingerprint ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/// What a rule has in common with others.
typedef enum sharing {
    SHARES_NOTHING,
    SHARES_ALL,        ///< it has the fingerprint of others, and says what the first of them does
    SHARES_FINGERPRINT ///< it is of another kind or severity than that one
} sharing;

static bool says_the_same(const cld_rule *p, const cld_rule *q) {
    return p->kind == q->kind && p->severity == q->severity;
}

/// Whether any rules share something.
static bool find_sharing(const cld_scene *scene, entry *rules, sharing *shared) {
    const cld_rule *first = NULL;
    bool found = false;
    for (size_t i = 0; i < scene->rule_count; i++)
        rules[i] = (entry){cld_fingerprint_rule(scene, i), i};
    qsort(rules, scene->rule_count, sizeof *rules, compare);
    for (size_t i = 0; i < scene->rule_count; i++) {
        const cld_rule *rule = &scene->rules[rules[i].index];
        bool follows = i > 0 && rules[i].fingerprint == rules[i - 1].fingerprint;
        first = follows ? first : rule;
        if (follows)
            shared[rules[i].index] = says_the_same(rule, first) ? SHARES_ALL : SHARES_FINGERPRINT;
        if (follows && shared[rules[i - 1].index] == SHARES_NOTHING)
            shared[rules[i - 1].index] = SHARES_ALL;
        found |= follows;
    }
    return found;
}

static uint64_t add_what_it_says(uint64_t hash, const cld_rule *rule) {
    hash = add_text(hash, cld_rule_rows[rule->kind].name);
    return add_text(hash, cld_severity_name(rule->severity));
}

static bool tell_apart(const cld_scene *scene, const sharing *shared, cld_check *check) {
    size_t count = 0, repeat = 0;
    entry *entries = malloc((check->finding_count + 1) * sizeof *entries);
    if (!entries)
        return false;
    for (size_t i = 0; i < check->finding_count; i++) {
        const cld_finding *f = &check->findings[i];
        if (shared[f->rule] == SHARES_ALL)
            entries[count++] = (entry){f->id, i};
        else if (shared[f->rule] == SHARES_FINGERPRINT)
            entries[count++] = (entry){add_what_it_says(f->id, &scene->rules[f->rule]), i};
    }
    qsort(entries, count, sizeof *entries, compare);
    for (size_t i = 0; i < count; i++) {
        repeat = i > 0 && entries[i].fingerprint == entries[i - 1].fingerprint ? repeat + 1 : 0;
        check->findings[entries[i].index].id = cld_fingerprint_repeat(entries[i].fingerprint, repeat);
    }
    free(entries);
    return true;
}

cld_status cld_fingerprints_tell_apart(const cld_scene *scene, cld_check *check, cld_error *err) {
    entry *rules = malloc((scene->rule_count + 1) * sizeof *rules);
    sharing *shared = calloc(scene->rule_count + 1, sizeof *shared);
    bool has_memory = rules && shared;
    if (has_memory && find_sharing(scene, rules, shared))
        has_memory = tell_apart(scene, shared, check);
    free(rules);
    free(shared);
    return has_memory ? CLD_OK : cld_fail_memory(err);
}
