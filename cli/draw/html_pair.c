/// collide draw A B -o FILE.html: a picture of a pair as a scene to walk around in.
///
/// The document has the picture's two spaces as scenes, the world of the shapes and that of A - B, each with
/// its bodies as objects and its marks and lines; the steps name the scene that they are drawn over.

#include "backend.h"
#include "base/error.h"
#include "html.h"
#include "math/vec.h"
#include "json/write_result.h"

static const char *const mark_names[] = {[CLI_MARK_CLOSEST] = "closest",
                                         [CLI_MARK_CONTACT] = "contact",
                                         [CLI_MARK_ORIGIN] = "origin",
                                         [CLI_MARK_VERTEX] = "vertex",
                                         [CLI_MARK_SUPPORT] = "support"};

static const char *const line_names[] = {[CLI_LINE_NORMAL] = "normal",
                                         [CLI_LINE_TANGENT] = "tangent",
                                         [CLI_LINE_MTV] = "mtv",
                                         [CLI_LINE_GAP] = "gap",
                                         [CLI_LINE_CONTACT] = "contact",
                                         [CLI_LINE_SIMPLEX] = "simplex",
                                         [CLI_LINE_DIRECTION] = "direction"};

typedef struct writer {
    cld_json_writer w;
    uint32_t geometries; ///< so far
    cli_frame frame;     ///< of the layer that is being put: the page is told of the world
} writer;

/// Puts a point of the frame as one of the world.
static void put_point(writer *p, const char *key, cld_vec3 at) {
    cld_json_put_vector(&p->w, key, cld_add(p->frame.origin, cld_scale(at, p->frame.unit)), 3);
}

static void put_marks(writer *p, const cli_layer *layer) {
    cld_json_writer *w = &p->w;
    cld_json_open_array(w, "marks", CLD_JSON_ON_A_LINE);
    for (size_t i = 0; i < layer->mark_count; i++) {
        const cli_mark *mark = &layer->marks[i];
        cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
        cld_json_put_string(w, "kind", mark_names[mark->kind]);
        cld_json_put_string(w, "paint", cli_colours[mark->paint].name);
        put_point(p, "at", mark->at);
        cld_json_put_string(w, "label", mark->label);
        cld_json_close(w, '}');
    }
    cld_json_close(w, ']');
}

static void put_lines(writer *p, const cli_layer *layer) {
    cld_json_writer *w = &p->w;
    cld_json_open_array(w, "lines", CLD_JSON_ON_A_LINE);
    for (size_t i = 0; i < layer->line_count; i++) {
        const cli_line *line = &layer->lines[i];
        cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
        cld_json_put_string(w, "kind", line_names[line->kind]);
        cld_json_put_string(w, "paint", cli_colours[line->paint].name);
        cld_json_put_bool(w, "arrow", line->has_head);
        put_point(p, "from", line->from);
        put_point(p, "to", line->to);
        cld_json_put_string(w, "label", line->label);
        cld_json_close(w, '}');
    }
    cld_json_close(w, ']');
}

static void put_object(writer *p, const cli_body *b) {
    const cli_frame *f = &p->frame;
    const double place[12] = {f->unit, 0,           0, f->origin.x, 0,       f->unit,
                              0,       f->origin.y, 0, 0,           f->unit, f->origin.z};
    cld_json_open_object(&p->w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(&p->w, "name", b->name);
    if (b->child != CLD_NO_INDEX)
        cld_json_put_integer(&p->w, "child", b->child);
    cld_json_put_string(&p->w, "paint", cli_colours[b->paint].name);
    cld_json_put_integer(&p->w, "shape", p->geometries++);
    cli_html_put_bodies(&p->w, b, 1);
    cld_json_put_numbers(&p->w, "matrix", place, 12);
    cld_json_close(&p->w, '}');
}

/// The frame of the world, or of A - B.
static cli_frame find_frame(const cli_picture *picture, bool in_difference) {
    cli_frame frame = picture->frame;
    if (in_difference)
        frame.origin = cld_vec3_make(0, 0, 0);
    return frame;
}

/// Puts the members of what is drawn together.
static void put_layer(writer *p, const cli_layer *layer) {
    cld_json_open_array(&p->w, "objects", CLD_JSON_ON_A_LINE);
    for (size_t i = 0; i < layer->bodies.count; i++)
        put_object(p, &layer->bodies.at[i]);
    cld_json_close(&p->w, ']');
    put_marks(p, layer);
    put_lines(p, layer);
}

static void put_scene(writer *p, const char *name, const cli_picture *picture, bool in_difference) {
    p->frame = find_frame(picture, in_difference);
    cld_json_open_object(&p->w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(&p->w, "name", name);
    cld_json_put_integer(&p->w, "dimension", (uint64_t)picture->dimension);
    put_layer(p, in_difference ? &picture->difference : &picture->shapes);
    cld_json_close(&p->w, '}');
}

/// Puts from where to where something reaches along an axis through the world's origin.
static void put_span(writer *p, const char *key, cld_vec3 axis, const double span[2]) {
    double zero = cld_dot(axis, p->frame.origin);
    const double reach[2] = {zero + p->frame.unit * span[0], zero + p->frame.unit * span[1]};
    cld_json_put_numbers(&p->w, key, reach, 2);
}

static void put_step(writer *p, const cli_picture *picture, const cli_step *step) {
    cld_json_writer *w = &p->w;
    p->frame = find_frame(picture, step->in_difference);
    cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_integer(w, "scene", step->in_difference ? 1 : 0);
    cld_json_put_string(w, "title", step->title);
    cld_json_put_string(w, "text", step->text);
    cld_json_put_number(w, "lower", step->lower);
    cld_json_put_number(w, "upper", step->upper);
    if (step->has_axis) {
        cld_json_put_vector(w, "axis", step->axis, 3);
        put_span(p, "span_a", step->axis, step->span[0]);
        put_span(p, "span_b", step->axis, step->span[1]);
    }
    put_layer(p, &step->layer);
    cld_json_close(w, '}');
}

static void put_about(cld_json_writer *w, const cli_picture *picture) {
    static const char *const keys[] = {"title", "found", "by"};
    for (int i = 0; i < 3; i++)
        cld_json_put_string(w, keys[i], picture->caption[i]);
}

static void put_document(writer *p, const cli_picture *picture, const cli_view *view,
                         const cli_options *options) {
    cld_json_writer *w = &p->w;
    cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
    put_about(w, picture);
    cli_html_put_colours(w);
    cld_json_put_vector(w, "eye", view->eye, 3);
    cld_json_put_integer(w, "start", options->draw.cso ? 1 : 0);
    cld_json_open_array(w, "scenes", CLD_JSON_ON_A_LINE);
    put_scene(p, "the shapes", picture, false);
    if (picture->has_difference)
        put_scene(p, "the difference A \xe2\x88\x92 B", picture, true);
    cld_json_close(w, ']');
    cld_json_open_array(w, "steps", CLD_JSON_ON_A_LINE);
    for (size_t i = 0; i < picture->step_count; i++)
        put_step(p, picture, &picture->steps[i]);
    cld_json_close(w, ']');
    cld_json_open_object(w, "result", CLD_JSON_ON_A_LINE);
    cld_json_put_result(w, picture->result, (cld_json_notes){0});
    cld_json_close(w, '}');
    cld_json_close(w, '}');
}

cld_status cli_write_html(const cli_picture *picture, const cli_view *view, const cli_options *options,
                          cld_text *file, cld_error *err) {
    cld_text json = {0};
    writer p = {.w = {.text = &json, .compact = true}};
    put_document(&p, picture, view, options);
    cli_html_begin(file);
    cli_html_add(file, &json);
    cli_html_end(file);
    cld_text_clear(&json);
    return file->failed ? cld_fail_memory(err) : CLD_OK;
}
