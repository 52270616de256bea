/// Findings in full.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/workers.h"
#include "scene/unpacked.h"

/// Findings that a thread takes at a time.
enum { CHUNK = 8 };

typedef struct description {
    const cld_scene *scene;
    const cld_finding *findings;
    cld_detail *details;
    cld_workspace *workspace[CLD_MOST_WORKERS];
    cld_unpacked *unpacked; ///< one a thread
    cld_error *err;
    atomic_int status; ///< the first failure
} description;

static cld_finding_kind find_kind(const cld_rule *rule, const cld_result *result) {
    static const cld_finding_kind kinds[] = {
        [CLD_RULE_CLEARANCE] = CLD_FINDING_CLEARANCE,
        [CLD_RULE_SUPPORTED] = CLD_FINDING_FLOATING,
        [CLD_RULE_INSIDE] = CLD_FINDING_OUTSIDE,
        [CLD_RULE_NO_DUPLICATES] = CLD_FINDING_DUPLICATE,
    };
    if (rule->kind != CLD_RULE_NO_OVERLAP)
        return kinds[rule->kind];
    return result->containment == CLD_CONTAINS_NONE ? CLD_FINDING_OVERLAP
           : result->containment == CLD_EQUAL       ? CLD_FINDING_DUPLICATE
                                                    : CLD_FINDING_ENCLOSED;
}

/// Gives the detail contacts of its own.
static bool keep_contacts(cld_result *result) {
    size_t bytes = result->contact_count * sizeof *result->contacts;
    cld_contact *own = bytes ? malloc(bytes) : NULL;
    if (own)
        memcpy(own, result->contacts, bytes);
    result->contacts = own;
    return own || !bytes;
}

static cld_status answer(const description *d, const cld_finding *finding, unsigned worker,
                         cld_result *result, cld_error *err) {
    const cld_object *objects = d->scene->objects;
    cld_query_options options = cld_query_options_make();
    cld_unpacked *unpacked = &d->unpacked[worker];
    const cld_shape *a, *b;
    cld_status status = cld_unpacked_find(unpacked, 0, &objects[finding->a], &a, err);
    if (status == CLD_OK)
        status = cld_unpacked_find(unpacked, 1, &objects[finding->b], &b, err);
    if (status == CLD_OK)
        status = cld_find_collision(a, NULL, b, NULL, &options, d->workspace[worker], result, err);
    return status != CLD_OK || keep_contacts(result) ? status : cld_fail_memory(err);
}

static cld_status describe(const description *d, size_t i, unsigned worker, cld_error *err) {
    const cld_finding *finding = &d->findings[i];
    cld_detail *detail = &d->details[i];
    cld_result result = {.contact_count = 0};
    *detail = (cld_detail){.has_result = finding->b != CLD_NO_INDEX};
    cld_status status = detail->has_result ? answer(d, finding, worker, &result, err) : CLD_OK;
    if (status != CLD_OK)
        return status;
    detail->kind = find_kind(&d->scene->rules[finding->rule], &result);
    detail->result = result;
    return CLD_OK;
}

static void describe_some(void *context, unsigned worker, size_t begin, size_t end) {
    description *d = context;
    cld_error err;
    for (size_t i = begin; i < end && !atomic_load(&d->status); i++) {
        cld_status status = describe(d, i, worker, &err);
        int none = CLD_OK;
        if (status != CLD_OK && atomic_compare_exchange_strong(&d->status, &none, (int)status) && d->err)
            *d->err = err;
    }
}

cld_status cld_describe_findings(const cld_scene *scene, const cld_finding *findings, size_t count,
                                 unsigned threads, cld_detail *details, cld_error *err) {
    description d = {.scene = scene, .findings = findings, .details = details, .err = err};
    threads = cld_workers_count(threads);
    threads = threads < count ? threads : (unsigned)count; // more would have nothing to do
    if (count > 0)
        memset(details, 0, count * sizeof *details);
    d.unpacked = calloc(threads + 1, sizeof *d.unpacked);
    bool has_memory = d.unpacked;
    for (unsigned t = 0; t < threads; t++)
        has_memory &= (d.workspace[t] = cld_workspace_create()) != NULL;
    if (has_memory)
        cld_workers_run(threads, count, CHUNK, describe_some, &d);
    for (unsigned t = 0; t < threads; t++) {
        cld_workspace_destroy(d.workspace[t]);
        if (d.unpacked)
            cld_unpacked_clear(&d.unpacked[t]);
    }
    free(d.unpacked);
    cld_status status = has_memory ? (cld_status)atomic_load(&d.status) : cld_fail_memory(err);
    if (status != CLD_OK)
        cld_details_clear(details, count);
    return status;
}

void cld_details_clear(cld_detail *details, size_t count) {
    for (size_t i = 0; i < count; i++)
        free((cld_contact *)details[i].result.contacts);
    if (count > 0)
        memset(details, 0, count * sizeof *details);
}
