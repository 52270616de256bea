#include "json/write_result.h"

#include <math.h>

static void write_points(cld_json_writer *w, const char *key, cld_vec3 a, cld_vec3 b, int dimension) {
    cld_json_open_object(w, key, CLD_JSON_LINES);
    cld_json_put_vector(w, "a", a, dimension);
    cld_json_put_vector(w, "b", b, dimension);
    cld_json_close(w, '}');
}

static void write_contacts(cld_json_writer *w, const cld_result *result) {
    cld_json_open_array(w, "contacts", CLD_JSON_LINES);
    for (size_t i = 0; i < result->contact_count; i++) {
        const cld_contact *contact = &result->contacts[i];
        cld_json_open_object(w, NULL, CLD_JSON_LINES);
        cld_json_put_number(w, "depth", contact->depth);
        write_points(w, "world", contact->world_a, contact->world_b, result->dimension);
        write_points(w, "local", contact->local_a, contact->local_b, result->dimension);
        cld_json_close(w, '}');
    }
    cld_json_close(w, ']');
}

static void write_feature(cld_json_writer *w, const char *key, cld_feature feature) {
    cld_json_open_object(w, key, CLD_JSON_ON_A_LINE);
    cld_json_put_string(w, "type", cld_feature_name(feature.kind));
    if (feature.index != CLD_NO_INDEX)
        cld_json_put_integer(w, "index", feature.index);
    if (feature.child != CLD_NO_INDEX)
        cld_json_put_integer(w, "child", feature.child);
    cld_json_close(w, '}');
}

static void write_containment(cld_json_writer *w, cld_containment containment) {
    static const char *const names[] = {
        [CLD_CONTAINS_NONE] = NULL, [CLD_A_IN_B] = "a_in_b", [CLD_B_IN_A] = "b_in_a", [CLD_EQUAL] = "equal"};
    cld_json_put_string(w, "containment", names[containment]);
}

static void write_features(cld_json_writer *w, const cld_result *result) {
    cld_json_open_object(w, "features", CLD_JSON_LINES);
    write_feature(w, "a", result->feature_a);
    write_feature(w, "b", result->feature_b);
    cld_json_close(w, '}');
    write_containment(w, result->containment);
    if (!result->has_axis)
        return;
    cld_json_open_object(w, "separating_axis", CLD_JSON_LINES);
    cld_json_put_vector(w, "axis", result->axis, result->dimension);
    cld_json_put_number(w, "gap", result->gap);
    cld_json_close(w, '}');
}

static void write_warnings(cld_json_writer *w, cld_json_notes notes) {
    cld_json_open_array(w, "warnings", CLD_JSON_LINES);
    for (size_t i = 0; i < notes.warning_count; i++) {
        const cld_json_warning *one = &notes.warnings[i];
        cld_json_open_object(w, NULL, CLD_JSON_LINES);
        cld_json_put_string(w, "shape", one->shape);
        cld_json_put_string(w, "pointer", one->warning.pointer);
        cld_json_put_string(w, "message", one->warning.message);
        cld_json_close(w, '}');
    }
    cld_json_close(w, ']');
}

static void write_stats(cld_json_writer *w, const cld_query_stats *stats, const cld_json_timing *timing) {
    cld_json_open_object(w, "stats", CLD_JSON_LINES);
    cld_json_put_integer(w, "gjk_iterations", stats->gjk_iterations);
    cld_json_put_integer(w, "epa_iterations", stats->epa_iterations);
    cld_json_put_integer(w, "support_calls", stats->support_calls);
    cld_json_put_integer(w, "sat_axes", stats->sat_axes);
    cld_json_open_object(w, "nanoseconds", CLD_JSON_ON_A_LINE);
    cld_json_put_integer(w, "read", timing->read);
    cld_json_put_integer(w, "build", timing->build);
    cld_json_put_integer(w, "query", timing->query);
    cld_json_close(w, '}');
    cld_json_close(w, '}');
}

void cld_json_put_result(cld_json_writer *w, const cld_result *result, cld_json_notes notes) {
    double distance = result->signed_distance;
    cld_json_put_bool(w, "colliding", result->outcome != CLD_SEPARATED);
    cld_json_put_string(w, "status", cld_outcome_name(result->outcome));
    cld_json_put_number(w, "signed_distance", distance);
    cld_json_put_number(w, "distance", fmax(0, distance) + 0.0); // fmax may give -0 for -0
    cld_json_put_number(w, "depth", fmax(0, -distance) + 0.0);
    cld_json_put_numbers(w, "bounds", (const double[]){result->lower, result->upper}, 2);
    cld_json_put_number(w, "tolerance", result->tolerance);
    cld_json_put_vector(w, "normal", result->normal, result->dimension);
    cld_json_put_vector(w, "mtv", result->mtv, result->dimension);
    cld_json_open_array(w, "tangents", CLD_JSON_LINES);
    for (int i = 0; i < result->dimension - 1; i++)
        cld_json_put_vector(w, NULL, result->tangent[i], result->dimension);
    cld_json_close(w, ']');
    write_points(w, "closest", result->closest_a, result->closest_b, result->dimension);
    write_contacts(w, result);
    write_features(w, result);
    cld_json_put_string(w, "algorithm", cld_algorithm_name(result->algorithm));
    if (result->algorithm == CLD_SAMPLING)
        cld_json_put_bool(w, "exact", false);
    if (result->verified_by) {
        cld_json_put_bool(w, "verified", true);
        cld_json_put_string(w, "verified_by", result->verified_by);
    }
    write_warnings(w, notes);
    if (notes.timing)
        write_stats(w, &result->stats, notes.timing);
}

void cld_json_write_result(cld_json_writer *w, const cld_result *result, cld_json_notes notes) {
    cld_json_open_object(w, NULL, CLD_JSON_LINES);
    cld_json_put_result(w, result, notes);
    cld_json_end(w);
}

void cld_json_write_error(cld_json_writer *w, const char *code, const char *file, const cld_error *err) {
    cld_json_open_object(w, NULL, CLD_JSON_LINES);
    cld_json_put_string(w, "code", code ? code : cld_status_name(err->status));
    cld_json_put_string(w, "file", file);
    cld_json_put_string(w, "pointer", err->pointer);
    cld_json_put_position(w, "line", err->line);
    cld_json_put_position(w, "column", err->column);
    cld_json_put_string(w, "message", err->message);
    cld_json_end(w);
}
