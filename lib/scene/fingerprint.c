/// FNV-1a, 64 bits (G. Fowler, L. Noll, K.-P. Vo, 1991). Among a million findings two of the same value are
/// as likely as 3 in 10^8; every text ends in a zero byte, so that "ab", "c" differs from "a", "bc".

#include "scene/fingerprint.h"

#include "base/number.h"
#include "scene/rule.h"

static uint64_t add_text(uint64_t hash, const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    do {
        hash ^= *c;
        hash *= UINT64_C(0x100000001b3);
    } while (*c++);
    return hash;
}

static uint64_t add_selector(uint64_t hash, const cld_selector *selector) {
    for (size_t i = 0; i < selector->count; i++)
        hash = add_text(hash, selector->patterns[i]);
    return add_text(hash, "");
}

uint64_t cld_fingerprint_rule(const cld_scene *scene, size_t rule) {
    const cld_rule *r = &scene->rules[rule];
    uint64_t hash = add_text(UINT64_C(0xcbf29ce484222325), scene->name);
    if (r->id)
        return add_text(hash, r->id);
    char limit[CLD_NUMBER_SIZE];
    cld_number_write(r->limit, limit);
    hash = add_text(hash, cld_rule_rows[r->kind].name);
    hash = add_selector(hash, &r->first);
    return add_text(add_selector(hash, &r->second), limit);
}

uint64_t cld_fingerprint_finding(const cld_scene *scene, const cld_finding *finding, uint64_t rule) {
    uint64_t hash = add_text(rule, scene->objects[finding->a].name);
    // What is nearest to an object that floats or sticks out may change with edits elsewhere.
    cld_rule_role role = cld_rule_rows[scene->rules[finding->rule].kind].role;
    bool is_pair = role != CLD_ROLE_REQUIRES && role != CLD_ROLE_CONTAINS;
    return is_pair ? add_text(hash, scene->objects[finding->b].name) : hash;
}
