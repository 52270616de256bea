/// collide check --format html: the report with the scenes that it is about.
///
/// Objects that share a named shape share its geometry too: that of the first of them, which the map from its
/// transform to each other's moves there.

#include "html_check.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "html.h"
#include "scene/unpacked.h"
#include "shape/shape.h"
#include "tessellate.h"

enum {
    MOST_OBJECTS = 100000, ///< of a scene; with more, a page takes minutes to come up
    FLUSH_SIZE = 1 << 16,  ///< bytes of JSON from which on they are written out
};

/// How far half-spaces are drawn, in parts of the size of what else is in a scene.
#define REACH 1.5

/// Where the geometry of a named shape was put.
typedef struct entry {
    bool is_put;
    uint32_t number;    ///< among the geometries of the page
    cld_vec3 origin;    ///< of the geometry, in the world
    double unit;        ///< of the geometry
    cld_transform back; ///< from the world to the frame of the first object that has it
} entry;

typedef struct writer {
    const cld_report *report;
    cld_text json, page;
    cld_json_writer w;
    uint32_t geometries; ///< so far
    const cld_checked_scene *checked;
    cld_unpacked unpacked;
    entry *entries;  ///< beside the scene's named shapes
    cli_frame frame; ///< of what is bounded in the scene
    double reach;    ///< of half-spaces, in the frame
} writer;

/// The sink of the report, and of all else that is in the document.
static cld_status flush(void *context, cld_text *json, cld_error *err) {
    writer *p = context;
    cli_html_add(&p->page, json);
    json->length = 0;
    if (p->page.failed)
        return cld_fail_memory(err);
    return p->report->flush(p->report->flush_context, &p->page, err);
}

static bool is_bounded(const cld_shape *shape) {
    cld_vec3 lower, upper;
    cld_shape_find_box(shape, &lower, &upper);
    return cld_max_abs(cld_sub(upper, lower)) < INFINITY;
}

/// Finds the frame of the scene.
static cld_status frame_scene(writer *p, cld_error *err) {
    const cld_scene *scene = &p->checked->scene;
    cld_vec3 low = {INFINITY, INFINITY, INFINITY}, high = cld_negate(low);
    for (size_t i = 0; i < scene->object_count; i++) {
        const cld_shape *shape;
        cld_vec3 lower, upper;
        cld_status status = cld_unpacked_find(&p->unpacked, 0, &scene->objects[i], &shape, err);
        if (status)
            return status;
        if (!cli_find_shown_box(shape, &lower, &upper))
            continue;
        low = cld_vec3_make(fmin(low.x, lower.x), fmin(low.y, lower.y), fmin(low.z, lower.z));
        high = cld_vec3_make(fmax(high.x, upper.x), fmax(high.y, upper.y), fmax(high.z, upper.z));
    }
    bool is_empty = !(low.x <= high.x);
    double radius = is_empty ? 0 : cld_distance(cld_scale(high, 0.5), cld_scale(low, 0.5));
    p->frame.origin = is_empty ? cld_vec3_make(0, 0, 0) : cld_add(cld_scale(low, 0.5), cld_scale(high, 0.5));
    p->frame.unit = cli_frame_find_unit(radius);
    p->frame.turns = CLI_FEW_TURNS;
    p->reach = radius > 0 ? REACH * radius / p->frame.unit : 1;
    return CLD_OK;
}

/// Puts the map from a geometry to the world: that to where it was put first, then `onward`.
static void put_matrix(writer *p, const entry *at, const cld_transform *onward) {
    double rows[12];
    cld_vec3 t = cld_transform_apply(onward, at->origin);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            rows[4 * i + k] = at->unit * cld_component(onward->m.row[i], k);
        rows[4 * i + 3] = cld_component(t, i);
    }
    cld_json_put_numbers(&p->w, "matrix", rows, 12);
}

/// What the points of a geometry are near. A compound has no centre of its own.
static cld_vec3 find_origin(const cld_shape *shape) {
    cld_vec3 lower, upper;
    if (shape->kind != CLD_COMPOUND)
        return shape->centre;
    cld_shape_find_box(shape, &lower, &upper);
    return cld_add(cld_scale(lower, 0.5), cld_scale(upper, 0.5));
}

/// Puts an object's geometry, and the map to where the object is.
static cld_status put_geometry(writer *p, const cld_shape *shape, entry *at, cld_error *err) {
    cld_transform onward = cld_transform_make_identity();
    bool bounded = is_bounded(shape);
    cli_frame frame = {find_origin(shape), cli_frame_find_unit(shape->diagonal), CLI_FEW_TURNS};
    if (!bounded)
        frame = p->frame;
    *at = (entry){true, p->geometries++, frame.origin, frame.unit, onward};
    cld_transform space;
    at->back = *cld_shape_find_inverse(shape, &space);
    cli_bodies bodies = {NULL, 0};
    cld_status status =
        cli_bodies_add_shape(&bodies, shape, "", CLI_PAINT_A, &frame, cld_vec3_make(0, 0, 0), p->reach, err);
    if (!status) {
        cld_json_put_integer(&p->w, "shape", at->number);
        cli_html_put_bodies(&p->w, bodies.at, bodies.count);
        put_matrix(p, at, &onward);
        if (!bounded)
            cld_json_put_bool(&p->w, "unbounded", true);
    }
    cli_bodies_clear(&bodies);
    cld_shape_forget_hull((cld_shape *)shape);
    return status;
}

/// Puts which geometry an object shares, and the map from there to the object.
static void put_sharing(writer *p, const cld_shape *shape, const entry *at) {
    cld_transform space;
    cld_transform onward = cld_transform_compose(cld_shape_find_transform(shape, &space), &at->back);
    cld_json_put_integer(&p->w, "shape", at->number);
    put_matrix(p, at, &onward);
}

static cld_status put_object(writer *p, size_t i, cld_error *err) {
    const cld_object *object = &p->checked->scene.objects[i];
    const cld_place *place = &p->checked->places[i];
    entry own = {.is_put = false}, *at = place->shape == CLD_NO_INDEX ? &own : &p->entries[place->shape];
    cld_json_open_object(&p->w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(&p->w, "name", object->name);
    cld_json_put_string(&p->w, "kind", cld_kind_name(cld_object_kind(object)));
    cld_json_put_integer(&p->w, "line", place->line);
    cld_json_open_array(&p->w, "tags", CLD_JSON_ON_A_LINE);
    for (size_t t = 0; t < object->tag_count; t++)
        cld_json_put_string(&p->w, NULL, object->tags[t]);
    cld_json_close(&p->w, ']');
    const cld_shape *shape;
    cld_status status = cld_unpacked_find(&p->unpacked, 0, object, &shape, err);
    if (!status && at->is_put && is_bounded(shape))
        put_sharing(p, shape, at);
    else if (!status)
        status = put_geometry(p, shape, at, err);
    cld_json_close(&p->w, '}');
    return status || p->json.length < FLUSH_SIZE ? status : flush(p, &p->json, err);
}

/// Marks the objects that a page has room for, those that findings are about first. NULL without memory.
static bool *choose_objects(const cld_checked_scene *checked) {
    size_t count = checked->scene.object_count, left = MOST_OBJECTS;
    bool *chosen = calloc(count + 1, sizeof *chosen);
    for (size_t i = 0; chosen && i < checked->check.finding_count; i++) {
        const uint32_t pair[2] = {checked->check.findings[i].a, checked->check.findings[i].b};
        for (int k = 0; k < 2 && !checked->known[i]; k++)
            if (pair[k] != CLD_NO_INDEX && !chosen[pair[k]] && left > 0) {
                chosen[pair[k]] = true;
                left--;
            }
    }
    for (size_t i = 0; chosen && i < count && left > 0; i++)
        if (!chosen[i]) {
            chosen[i] = true;
            left--;
        }
    return chosen;
}

static uint32_t count_shapes(const cld_checked_scene *checked) {
    uint32_t count = 0;
    for (size_t i = 0; i < checked->scene.object_count; i++) {
        uint32_t shape = checked->places[i].shape;
        if (shape != CLD_NO_INDEX && shape >= count)
            count = shape + 1;
    }
    return count;
}

static cld_status put_scene(writer *p, const cld_checked_scene *checked, cld_error *err) {
    size_t count = checked->scene.object_count;
    cld_status status = CLD_OK;
    p->checked = checked;
    p->entries = calloc((size_t)count_shapes(checked) + 1, sizeof *p->entries);
    bool *chosen = choose_objects(checked);
    if (!p->entries || !chosen)
        status = cld_fail_memory(err);
    if (!status)
        status = frame_scene(p, err);
    cld_json_open_object(&p->w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(&p->w, "name", checked->scene.name);
    cld_json_put_integer(&p->w, "dimension",
                         count > 0 ? (uint64_t)cld_object_dimension(&checked->scene.objects[0]) : 3);
    cld_json_put_integer(&p->w, "omitted", count > MOST_OBJECTS ? count - MOST_OBJECTS : 0);
    cld_json_open_array(&p->w, "objects", CLD_JSON_ON_A_LINE);
    for (size_t i = 0; chosen && i < count && !status; i++)
        if (chosen[i])
            status = put_object(p, i, err);
    cld_json_close(&p->w, ']');
    cld_json_close(&p->w, '}');
    free(chosen);
    free(p->entries);
    return status;
}

static cld_status put_scenes(writer *p, cld_error *err) {
    cld_status status = CLD_OK;
    cld_json_open_object(&p->w, NULL, CLD_JSON_ON_A_LINE);
    cli_html_put_colours(&p->w);
    cld_json_open_array(&p->w, "scenes", CLD_JSON_ON_A_LINE);
    for (size_t i = 0; i < p->report->scene_count && !status; i++)
        status = put_scene(p, &p->report->scenes[i], err);
    cld_json_close(&p->w, ']');
    cld_json_put_text(&p->w, "report", "", 0); // which follows
    return status ? status : flush(p, &p->json, err);
}

cld_status cli_html_write_check(const cld_report *report, cld_report_format format, cld_error *err) {
    writer p = {.report = report};
    p.w = (cld_json_writer){.text = &p.json, .compact = true};
    cld_report inner = *report;
    inner.flush = flush;
    inner.flush_context = &p;
    if (format != CLD_REPORT_HTML)
        return cld_report_write(report, format, err);
    cli_html_begin(&p.page);
    cld_status status = put_scenes(&p, err);
    if (!status)
        status = cld_report_write(&inner, format, err);
    if (!status) {
        cli_html_add(&p.page, &(cld_text){.bytes = "}", .length = 1});
        cli_html_end(&p.page);
        status = p.page.failed ? cld_fail_memory(err) : report->flush(report->flush_context, &p.page, err);
    }
    cld_unpacked_clear(&p.unpacked);
    cld_text_clear(&p.json);
    cld_text_clear(&p.page);
    return status;
}
