#include "audited.h"

#include <criterion/criterion.h>

static void collect(void *context, const cld_warning *warning) {
    audited *a = context;
    if (a->warnings < AUDITED_MOST_WARNINGS)
        a->warning[a->warnings] = *warning;
    a->warnings++;
}

cld_shape_def audited_define(const double (*points)[3], size_t count) {
    return (cld_shape_def){.kind = CLD_HULL, .points = &points[0][0], .point_count = count};
}

audited audited_make(const cld_shape_def *def) {
    audited a = {0};
    cr_assert_eq(cld_hull_create(def->points, def->point_count, &a.hull, &a.error), CLD_OK);
    a.status = cld_hull_audit(def->points, a.hull, def, collect, &a, &a.names, &a.error);
    return a;
}

void audited_free(audited *a) {
    cld_names_forget(&a->names);
    cld_hull_destroy(a->hull);
}

void audited_expect_warning(const audited *a, size_t index, const char *pointer, const char *message) {
    cr_assert_lt(index, a->warnings, "%zu warnings", a->warnings);
    cr_expect_str_eq(a->warning[index].pointer, pointer);
    cr_expect_str_eq(a->warning[index].message, message);
}
