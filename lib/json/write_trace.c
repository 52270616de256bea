#include "json/write_trace.h"

#include "collide/hull.h"

static void put_index(cld_json_writer *w, const char *key, uint32_t index) {
    if (index != CLD_NO_INDEX)
        cld_json_put_integer(w, key, index);
}

static void put_point(cld_json_writer *w, const char *key, const cld_trace_point *p, int dimension) {
    cld_json_open_object(w, key, CLD_JSON_ON_A_LINE);
    cld_json_put_vector(w, "w", p->w, dimension);
    cld_json_put_vector(w, "a", p->a, dimension);
    cld_json_put_vector(w, "b", p->b, dimension);
    put_index(w, "index_a", p->index_a);
    put_index(w, "index_b", p->index_b);
    cld_json_close(w, '}');
}

static void put_points(cld_json_writer *w, const char *key, const cld_trace_point *points, uint32_t count,
                       int dimension) {
    if (!count)
        return;
    cld_json_open_array(w, key, CLD_JSON_ON_A_LINE);
    for (uint32_t i = 0; i < count; i++)
        put_point(w, NULL, &points[i], dimension);
    cld_json_close(w, ']');
}

static void put_source(cld_json_writer *w, const char *key, cld_trace_source source) {
    if (!source.is_set)
        return;
    cld_json_open_object(w, key, CLD_JSON_ON_A_LINE);
    cld_json_put_string(w, "type", source.is_face ? "face" : "edge");
    put_index(w, "index", source.index);
    cld_json_close(w, '}');
}

/// Writes a step as a document on one line.
static void write_step(cld_text *text, const cld_trace_step *step) {
    cld_json_writer writer = {.text = text, .compact = true}, *w = &writer;
    int dimension = step->is_planar ? 2 : 3;
    cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(w, "step", cld_trace_name(step->kind));
    put_index(w, "child_a", step->child_a);
    put_index(w, "child_b", step->child_b);
    if (step->kind == CLD_TRACE_GJK)
        cld_json_put_string(w, "arithmetic", step->is_exact ? "double-double" : "double");
    put_points(w, "simplex", step->simplex, step->simplex_count, dimension);
    put_points(w, "face", step->face, step->face_count, dimension);
    put_source(w, "source_a", step->source_a);
    put_source(w, "source_b", step->source_b);
    if (step->has_direction)
        cld_json_put_vector(w, "direction", step->direction, dimension);
    if (step->has_support)
        put_point(w, "support", &step->support, dimension);
    cld_json_put_numbers(w, "bounds", (const double[]){step->lower, step->upper}, 2); // null where unknown
    cld_json_end(w);
}

static void add_step(void *context, const cld_trace_step *step) { write_step((cld_text *)context, step); }

cld_trace cld_json_trace_into(cld_text *text) { return (cld_trace){add_step, text}; }

void cld_json_write_last_step(cld_text *text, const cld_result *result, cld_json_notes notes) {
    cld_json_writer writer = {.text = text, .compact = true}, *w = &writer;
    cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(w, "step", "result");
    cld_json_open_object(w, "result", CLD_JSON_ON_A_LINE);
    cld_json_put_result(w, result, notes);
    cld_json_close(w, '}');
    cld_json_end(w);
}
