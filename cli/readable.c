#include "readable.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

CLD_PRINTF(2, 3) static void add(cld_text *text, const char *format, ...) {
    char line[320];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    cld_text_add_string(text, line);
}

static void add_numbers(cld_text *text, cld_vec3 v, int dimension) {
    add(text, " %.9g %.9g", v.x + 0.0, v.y + 0.0); // + 0.0 makes -0 0
    if (dimension == 3)
        add(text, " %.9g", v.z + 0.0);
}

static void add_vector(cld_text *text, const char *label, cld_vec3 v, int dimension) {
    add(text, "  %-16s", label);
    add_numbers(text, v, dimension);
    cld_text_add(text, "\n", 1);
}

static void add_feature(cld_text *text, const char *shape, cld_feature feature) {
    add(text, " %s %s", shape, cld_feature_name(feature.kind));
    if (feature.index != CLD_NO_INDEX)
        add(text, " %" PRIu32, feature.index);
    if (feature.child != CLD_NO_INDEX)
        add(text, " of child %" PRIu32, feature.child);
}

static void add_contacts(cld_text *text, const cld_result *result) {
    for (size_t i = 0; i < result->contact_count; i++) {
        const cld_contact *c = &result->contacts[i];
        add(text, "  %-16s depth %.9g, on A", i == 0 ? "contacts" : "", c->depth + 0.0);
        add_numbers(text, c->world_a, result->dimension);
        cld_text_add_string(text, ", on B");
        add_numbers(text, c->world_b, result->dimension);
        cld_text_add(text, "\n", 1);
    }
}

static void add_stats(cld_text *text, const cld_query_stats *stats, const cld_json_timing *timing) {
    add(text, "  %-16s %" PRIu32 " of GJK, %" PRIu32 " of EPA\n", "iterations", stats->gjk_iterations,
        stats->epa_iterations);
    add(text, "  %-16s %" PRIu32 " supports, %" PRIu32 " axes of SAT\n", "tried", stats->support_calls,
        stats->sat_axes);
    add(text, "  %-16s %" PRIu64 " to read, %" PRIu64 " to build, %" PRIu64 " to answer\n", "nanoseconds",
        timing->read, timing->build, timing->query);
}

/// A pointer may hold names of the document, and is "" where nothing leads into that.
static void add_warning(cld_text *text, const cld_json_warning *warning) {
    add(text, "warning: %s: ", strcmp(warning->shape, "a") == 0 ? "A" : "B");
    cld_utf8_add_visibly(text, warning->warning.pointer);
    cld_text_add_string(text, *warning->warning.pointer ? ": " : "");
    cld_utf8_add_visibly(text, warning->warning.message);
    cld_text_add(text, "\n", 1);
}

void cli_write_readable(cld_text *text, const cld_result *result, cld_json_notes notes) {
    static const char *const containments[] = {
        [CLD_A_IN_B] = "A lies in B", [CLD_B_IN_A] = "B lies in A", [CLD_EQUAL] = "A and B are the same set"};
    double distance = result->signed_distance;
    int dimension = result->dimension;
    add(text, "%s, %s %.9g\n", cld_outcome_name(result->outcome), distance < 0 ? "depth" : "distance",
        fabs(distance));
    add(text, "  %-16s %.9g to %.9g, tolerance %.9g\n", "bounds", result->lower + 0.0, result->upper + 0.0,
        result->tolerance);
    add_vector(text, "normal", result->normal, dimension);
    add_vector(text, "mtv", result->mtv, dimension);
    for (int i = 0; i < dimension - 1; i++)
        add_vector(text, i > 0 ? "" : dimension == 2 ? "tangent" : "tangents", result->tangent[i], dimension);
    add_vector(text, "closest on A", result->closest_a, dimension);
    add_vector(text, "closest on B", result->closest_b, dimension);
    add_contacts(text, result);
    add(text, "  %-16s", "features");
    add_feature(text, "A", result->feature_a);
    cld_text_add(text, ",", 1);
    add_feature(text, "B", result->feature_b);
    cld_text_add(text, "\n", 1);
    if (result->containment != CLD_CONTAINS_NONE)
        add(text, "  %-16s %s\n", "containment", containments[result->containment]);
    if (result->has_axis)
        add_vector(text, "separating axis", result->axis, dimension);
    add(text, "  %-16s %s\n", "algorithm", cld_algorithm_name(result->algorithm));
    if (result->verified_by)
        add(text, "  %-16s %s\n", "verified by", result->verified_by);
    if (notes.timing)
        add_stats(text, &result->stats, notes.timing);
    for (size_t i = 0; i < notes.warning_count; i++)
        add_warning(text, &notes.warnings[i]);
}
