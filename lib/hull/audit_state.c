#include "hull/audit_state.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_WARNINGS = 20 };

void cld_audit_warn(cld_audit *a, const char *pointer, const char *format, ...) {
    cld_warning warning;
    if (!a->warn || a->warnings++ >= MOST_WARNINGS)
        return;
    snprintf(warning.pointer, sizeof warning.pointer, "%s", pointer);
    va_list values;
    va_start(values, format);
    vsnprintf(warning.message, sizeof warning.message, format, values);
    va_end(values);
    a->warn(a->warn_context, &warning);
}

void cld_audit_warn_of_rest(cld_audit *a) {
    cld_warning warning = {.pointer = ""};
    if (a->warnings <= MOST_WARNINGS)
        return;
    snprintf(warning.message, sizeof warning.message, "and %s%zu more like these",
             a->matcher.has_given_up ? "at least " : "", a->warnings - MOST_WARNINGS);
    a->warn(a->warn_context, &warning);
}

cld_status cld_audit_tell_concave(cld_audit *a, const char *pointer, const char *message) {
    if (!a->def->convexify)
        return cld_fail(a->err, CLD_NOT_CONVEX, pointer, "%s (collide hull --convexify takes the hull)",
                        message);
    a->is_concave = true;
    cld_audit_warn(a, pointer, "%s; the hull is taken", message);
    return CLD_OK;
}

cld_status cld_audit_tell_given_up(cld_audit *a, const char *pointer) {
    if (a->is_concave)
        return CLD_OK;
    return cld_fail(
        a->err, CLD_TOO_LARGE, pointer,
        "finding the faces that lists are on may take %d tries for each vertex of a face, takes more",
        CLD_MATCH_MOST_TRIES);
}

bool cld_audit_name(uint32_t *names, cld_matches *matches, uint32_t part, size_t index, bool is_all) {
    if (index < names[part])
        names[part] = (uint32_t)index;
    return cld_matches_add(matches, part, (uint32_t)index, is_all);
}
