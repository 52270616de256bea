/// Levels as scene documents.
#include "import/level.h"
#include "json/writer.h"

static void write_points(cld_json_writer *w, const char *key, const double *points, size_t count) {
    cld_json_open_array(w, key, CLD_JSON_LINES);
    for (size_t i = 0; i < count; i++)
        cld_json_put_numbers(w, NULL, points + 3 * i, 3);
    cld_json_close(w, ']');
}

static void write_hull(cld_json_writer *w, const cld_shape_def *def) {
    write_points(w, "vertices", def->points, def->point_count);
    if (def->face_count == 0)
        return;
    cld_json_open_array(w, "faces", CLD_JSON_LINES);
    for (size_t f = 0; f < def->face_count; f++) {
        uint32_t begin = def->face_start[f];
        cld_json_put_integers(w, NULL, def->face_vertex + begin, def->face_start[f + 1] - begin);
    }
    cld_json_close(w, ']');
}

static void write_box(cld_json_writer *w, const cld_shape_def *def) {
    cld_json_put_numbers(w, "size", def->size, 3);
}

static void write_sphere(cld_json_writer *w, const cld_shape_def *def) {
    cld_json_put_number(w, "radius", def->radius);
}

static void write_rod(cld_json_writer *w, const cld_shape_def *def) {
    write_points(w, "ends", def->points, 2);
    cld_json_put_number(w, "radius", def->radius);
}

static void write_shape(cld_json_writer *w, const char *key, const cld_shape_def *def);

static void write_compound(cld_json_writer *w, const cld_shape_def *def) {
    cld_json_open_array(w, "children", CLD_JSON_LINES);
    for (size_t i = 0; i < def->child_count; i++)
        write_shape(w, NULL, &def->children[i]);
    cld_json_close(w, ']');
}

/// How each kind that readers make is written.
static const struct {
    cld_kind kind;
    void (*write)(cld_json_writer *w, const cld_shape_def *def);
} rows[] = {
    {CLD_HULL, write_hull},    {CLD_BOX, write_box},     {CLD_SPHERE, write_sphere},
    {CLD_CYLINDER, write_rod}, {CLD_CAPSULE, write_rod}, {CLD_COMPOUND, write_compound},
};

/// Nothing for the identity, a translation where it is one, else the matrix.
static void write_transform(cld_json_writer *w, const cli_matrix *matrix) {
    bool has_matrix = false, has_translation = false;
    for (int i = 0; i < 3; i++) {
        has_translation |= matrix->at[i][3] != 0;
        for (int j = 0; j < 3; j++)
            has_matrix |= matrix->at[i][j] != (i == j);
    }
    if (!has_matrix && !has_translation)
        return;
    cld_json_open_object(w, "transform", CLD_JSON_ON_A_LINE);
    if (has_matrix) {
        cld_json_open_array(w, "matrix", CLD_JSON_ON_A_LINE);
        for (int i = 0; i < 3; i++)
            cld_json_put_numbers(w, NULL, matrix->at[i], 4);
        cld_json_close(w, ']');
    } else {
        cld_json_put_numbers(w, "translation",
                             (const double[]){matrix->at[0][3], matrix->at[1][3], matrix->at[2][3]}, 3);
    }
    cld_json_close(w, '}');
}

static void write_shape(cld_json_writer *w, const char *key, const cld_shape_def *def) {
    const cld_vec3 *m = def->transform.m.row, t = def->transform.t;
    const cli_matrix matrix = {
        {{m[0].x, m[0].y, m[0].z, t.x}, {m[1].x, m[1].y, m[1].z, t.y}, {m[2].x, m[2].y, m[2].z, t.z}}};
    cld_json_open_object(w, key, CLD_JSON_LINES);
    cld_json_put_string(w, "type", cld_kind_name(def->kind));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == def->kind)
            rows[i].write(w, def);
    }
    if (def->margin > 0)
        cld_json_put_number(w, "margin", def->margin);
    write_transform(w, &matrix);
    cld_json_close(w, '}');
}

static void write_object(cld_json_writer *w, const cli_level *level, const cli_level_object *object) {
    cld_json_open_object(w, NULL, CLD_JSON_LINES);
    cld_json_put_string(w, "name", object->name);
    const cli_level_shape *shape = &level->shapes[object->shape];
    if (shape->is_in_place)
        write_shape(w, "shape", &shape->def);
    else
        cld_json_put_string(w, "shape", shape->name);
    write_transform(w, &object->matrix);
    if (object->tag_count > 0) {
        cld_json_open_array(w, "tags", CLD_JSON_ON_A_LINE);
        for (size_t i = 0; i < object->tag_count; i++)
            cld_json_put_string(w, NULL, object->tags[i]);
        cld_json_close(w, ']');
    }
    cld_json_close(w, '}');
}

/// A selector of the objects of a tag.
static void put_tag(cld_json_writer *w, const char *tag) {
    cld_text selector = {0};
    cld_text_add_string(&selector, "tag:");
    cld_text_add_string(&selector, tag);
    if (selector.failed)
        w->text->failed = true;
    else
        cld_json_put_string(w, NULL, selector.bytes);
    cld_text_clear(&selector);
}

/// Rules of a scene take the place of the one that holds without any, so that one is told too.
static void write_rules(cld_json_writer *w, const cli_level *level) {
    cld_json_open_array(w, "rules", CLD_JSON_LINES);
    cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(w, "rule", "no-overlap");
    cld_json_close(w, '}');
    for (size_t i = 0; i < level->ignored_count; i++) {
        cld_json_open_object(w, NULL, CLD_JSON_ON_A_LINE);
        cld_json_put_string(w, "rule", "ignore");
        cld_json_open_array(w, "between", CLD_JSON_ON_A_LINE);
        put_tag(w, level->ignored[i].a);
        put_tag(w, level->ignored[i].b);
        cld_json_close(w, ']');
        cld_json_close(w, '}');
    }
    cld_json_close(w, ']');
}

/// The shapes that objects refer to, if there are any.
static void write_shapes(cld_json_writer *w, const cli_level *level) {
    bool is_open = false;
    for (size_t i = 0; i < level->shape_count; i++) {
        if (level->shapes[i].is_in_place)
            continue;
        if (!is_open)
            cld_json_open_object(w, "shapes", CLD_JSON_LINES);
        is_open = true;
        write_shape(w, level->shapes[i].name, &level->shapes[i].def);
    }
    if (is_open)
        cld_json_close(w, '}');
}

void cli_level_write(const cli_level *level, bool compact, cld_text *text) {
    cld_json_writer w = {.text = text, .compact = compact};
    cld_json_open_object(&w, NULL, CLD_JSON_LINES);
    write_shapes(&w, level);
    cld_json_open_array(&w, "objects", CLD_JSON_LINES);
    for (size_t i = 0; i < level->object_count; i++)
        write_object(&w, level, &level->objects[i]);
    cld_json_close(&w, ']');
    if (level->ignored_count > 0)
        write_rules(&w, level);
    cld_json_end(&w);
}
