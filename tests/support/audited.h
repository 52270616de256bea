/// The hull of a definition, and what an audit said of its lists.
#ifndef TESTS_SUPPORT_AUDITED_H
#define TESTS_SUPPORT_AUDITED_H

#include "hull/audit.h"

enum { AUDITED_MOST_WARNINGS = 64 };

typedef struct audited {
    cld_hull *hull;
    cld_status status;
    cld_error error;
    size_t warnings;
    cld_warning warning[AUDITED_MOST_WARNINGS]; ///< the first ones
    cld_names names;
} audited;

/// A hull of points, of which nothing is listed.
cld_shape_def audited_define(const double (*points)[3], size_t count);

audited audited_make(const cld_shape_def *def);
void audited_free(audited *a);

void audited_expect_warning(const audited *a, size_t index, const char *pointer, const char *message);

#endif
