#include "json/source.h"

#include <string.h>

#include <criterion/criterion.h>

#include "json/scene_source.h"
#include "json/write_record.h"
#include "json/write_shape.h"

static cld_status read(const char *text, const char *name, cld_source *source, cld_error *err) {
    return cld_source_read(text, strlen(text), name, source, err);
}

/// Reads a shape that is all right.
static cld_source read_shape(const char *text) {
    cld_source source;
    cld_error err;
    cr_assert_eq(read(text, NULL, &source, &err), CLD_OK, "%s: %s", err.pointer, err.message);
    return source;
}

static cld_vec3 apply(const cld_source *source, double x, double y, double z) {
    return cld_transform_apply(&source->def.transform, (cld_vec3){x, y, z});
}

#define EXPECT_POINT(p, at_x, at_y, at_z)                                                                    \
    do {                                                                                                     \
        cld_vec3 q = (p);                                                                                    \
        cr_expect(q.x == (at_x) && q.y == (at_y) && q.z == (at_z), "got %g %g %g", q.x, q.y, q.z);           \
    } while (0)

Test(json_source, holds_what_a_hull_says) {
    cld_source source = read_shape(
        "{\"vertices\": [[0,0,0], [1,0,0], [0,1,0], [0,0,1]], \"faces\": [[0,1,2], [0,1,3], [3,2,1,0]],"
        "\"edges\": [[0,1], [3,2]], \"normals\": [[0,0,-1], [0,-1,0], [1,0,0]], \"margin\": 0.5,"
        "\"name\": \"n\", \"extras\": [null]}");
    const cld_shape_def *def = &source.def;
    cr_expect_eq(def->kind, CLD_HULL);
    cr_expect_eq(def->point_count, 4);
    cr_expect_eq(def->points[3 * 3 + 2], 1);
    cr_expect_eq(def->face_count, 3);
    cr_expect_eq(def->face_start[3], 10);
    cr_expect_eq(def->face_vertex[6], 3);
    cr_expect_eq(def->edge_count, 2);
    cr_expect_eq(def->edge_vertex[1][1], 2);
    cr_expect_eq(def->normal_count, 3);
    cr_expect_eq(def->normals[6], 1);
    cr_expect_eq(def->margin, 0.5);
    cr_expect_str_eq(source.name, "n");
    cr_expect_str_eq(source.place, "");
    cld_source_clear(&source);
}

Test(json_source, holds_the_points_of_the_other_kinds) {
    cld_source source = read_shape("{\"type\": \"point\", \"position\": [1, 2, 3]}");
    cr_expect(source.def.kind == CLD_POINT && source.def.point_count == 1 && source.def.points[2] == 3);
    cld_source_clear(&source);
    source = read_shape("{\"type\": \"segment\", \"vertices\": [[1, 2, 3], [4, 5, 6]]}");
    cr_expect(source.def.kind == CLD_SEGMENT && source.def.point_count == 2 && source.def.points[5] == 6);
    cld_source_clear(&source);
    source = read_shape("{\"type\": \"triangle\", \"vertices\": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}");
    cr_expect(source.def.kind == CLD_TRIANGLE && source.def.point_count == 3 && source.def.points[8] == 9);
    cld_source_clear(&source);
    source = read_shape("{\"type\": \"box\", \"size\": [1, 2, 3], \"$schema\": \"x\"}");
    cr_expect(source.def.kind == CLD_BOX && source.def.size[1] == 2 && !source.name);
    cld_source_clear(&source);
}

Test(json_source, scales_then_rotates_then_translates) {
    cld_source source =
        read_shape("{\"vertices\": [[0,0,0]], \"transform\": {\"translation\": [10, 20, 30],"
                   "\"rotation\": {\"axis\": [0, 0, 2], \"degrees\": 90}, \"scale\": [2, 3, -4]}}");
    // (1, 1, 1) -> (2, 3, -4) -> (-3, 2, -4) -> (7, 22, 26)
    EXPECT_POINT(apply(&source, 1, 1, 1), 7, 22, 26);
    cld_source_clear(&source);
}

Test(json_source, takes_matrices_of_three_and_four_rows) {
    static const char *const documents[] = {
        "{\"vertices\": [[0,0,0]], \"transform\": {\"matrix\": [[0, 2, 0, 5], [1, 0, 0, 6], [0, 0, 3, 7]]}}",
        "{\"vertices\": [[0,0,0]], \"transform\": {\"matrix\": [[0, 2, 0, 5], [1, 0, 0, 6], [0, 0, 3, 7], "
        "[0, 0, 0, 1]]}}",
    };
    for (int i = 0; i < 2; i++) {
        cld_source source = read_shape(documents[i]);
        EXPECT_POINT(apply(&source, 1, 2, 3), 9, 7, 16);
        cld_source_clear(&source);
    }
}

Test(json_source, grants_quaternions_a_millionth) {
    cld_source source =
        read_shape("{\"vertices\": [[0,0,0]], \"transform\": {\"rotation\": [0, 0, 0, 1.0000009]}}");
    EXPECT_POINT(apply(&source, 1, 2, 3), 1, 2, 3);
    cld_source_clear(&source);
    cld_error err;
    cr_expect_eq(read("{\"vertices\": [[0,0,0]], \"transform\": {\"rotation\": [0, 0, 0, 1.0000011]}}", NULL,
                      &source, &err),
                 CLD_BAD_TRANSFORM);
    cld_source_clear(&source);
    cr_expect_eq(
        read("{\"vertices\": [[0,0,0]], \"transform\": {\"rotation\": [1e300, 1e308, 1e308, 1e308]}}", NULL,
             &source, &err),
        CLD_BAD_TRANSFORM);
    cld_source_clear(&source);
}

Test(json_source, moves_an_object_after_its_shape) {
    static const char scene[] =
        "{\"shapes\": {\"s\": {\"type\": \"box\", \"size\": [1, 1, 1], \"transform\": {\"translation\": [1, "
        "0, 0]}, \"name\": \"x\"}},"
        "\"objects\": [{\"name\": \"o\", \"shape\": \"s\", \"transform\": {\"scale\": 2}}]}";
    cld_source source;
    cld_error err;
    cr_assert_eq(read(scene, "o", &source, &err), CLD_OK, "%s", err.message);
    EXPECT_POINT(apply(&source, 0, 1, 0), 2, 2, 0);
    cr_expect_str_eq(source.place, "/shapes/s");
    cr_expect_str_eq(source.name, "o");
    cr_expect(source.is_moved);
    cld_source_clear(&source);
    cr_assert_eq(read(scene, "s", &source, &err), CLD_OK, "%s", err.message);
    EXPECT_POINT(apply(&source, 0, 1, 0), 1, 1, 0);
    cr_expect_not(source.is_moved);
    cld_source_clear(&source);
}

Test(json_source, prefers_objects_to_shapes_of_the_same_name) {
    cld_source source;
    cld_error err;
    cr_assert_eq(read("{\"shapes\": {\"s\": {\"type\": \"box\", \"size\": [1, 1, 1]}},"
                      "\"objects\": [{\"name\": \"s\", \"shape\": {\"vertices\": [[0, 0, 0]]}}]}",
                      "s", &source, &err),
                 CLD_OK);
    cr_expect_eq(source.def.kind, CLD_HULL);
    cr_expect_str_eq(source.place, "/objects/0/shape");
    cld_source_clear(&source);
}

Test(json_source, writes_a_pair_that_reads_as_the_same_pair) {
    static const char b_text[] = "{\"vertices\": [[0.1, 0.2, 0.30000000000000004], [1, 0, 0]], "
                                 "\"transform\": {\"translation\": [0, 0, 1]}}";
    cld_source a = read_shape("{\"type\": \"box\", \"size\": [1, 1, 1], \"$schema\": \"x\", \"transform\": "
                              "{\"scale\": 0.1}, \"name\": \"a\"}");
    cld_source b = read_shape(b_text);
    const cld_transform turn = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, 90);
    cld_source_move(&b, &turn);
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0.25;
    cld_text text = {0};
    cld_json_write_pair(&(cld_json_writer){.text = &text, .compact = true}, &a, &b, &options);
    cr_expect_str_eq(
        text.bytes, "{\"a\":{\"type\":\"box\",\"size\":[1,1,1],\"name\":\"a\",\"transform\":{\"scale\":0.1}},"
                    "\"b\":{\"vertices\":[[0.1,0.2,0.30000000000000004],[1,0,0]],"
                    "\"transform\":{\"matrix\":[[0,-1,0,0],[1,0,0,0],[0,0,1,1]]}},"
                    "\"options\":{\"algorithm\":\"auto\",\"tolerance\":0.25}}\n");
    cld_text_clear(&text);
    cld_source_clear(&a);
    cld_source_clear(&b);
}

/// The record as one that stands alone; "" if it cannot be.
static const char *write_alone(const char *line, const cld_library *library, cld_text *text) {
    cld_query_options options = cld_query_options_make();
    cld_error err;
    options.max_contacts = 4;
    options.tolerance = 0.5;
    text->length = 0;
    return cld_json_write_record(line, strlen(line), library, &options, text, &err) ? "" : text->bytes;
}

Test(json_source, writes_a_record_with_shapes_in_place_of_references) {
    static const char scene[] =
        "{\"shapes\": {\"s\": {\"type\": \"box\", \"size\": [1, 2, 3], \"transform\": {\"scale\": 2}}},"
        "\"objects\": [{\"name\": \"o\", \"shape\": \"s\", \"transform\": {\"translation\": [1, 0, 0]}}]}";
    cld_library library;
    cld_error err;
    cld_text text = {0};
    cr_assert_eq(cld_library_read(scene, strlen(scene), false, &library, &err), CLD_OK, "%s", err.message);
    cr_expect_str_eq(
        write_alone("{\"id\": 1.50, \"a\": {\"ref\": \"s\"}, \"b\": {\"ref\": \"o\", \"transform\": "
                    "{\"translation\": [0, 1, 0]}}, \"options\": {\"tolerance\": 0}}",
                    &library, &text),
        "{\"id\":1.50,\"a\":{\"type\":\"box\",\"size\":[1,2,3],\"transform\":{\"scale\":2}},"
        "\"b\":{\"type\":\"box\",\"size\":[1,2,3],\"transform\":{\"matrix\":"
        "[[2,0,0,1],[0,2,0,1],[0,0,2,0]]}},"
        "\"options\":{\"algorithm\":\"auto\",\"tolerance\":0,\"max_contacts\":4}}\n");
    cr_expect_str_eq(write_alone("{\"a\": {\"vertices\": [[0.1, 0, 0]]}, \"b\": {\"vertices\": [[1, 0, 0]]}}",
                                 NULL, &text),
                     "{\"id\":null,\"a\":{\"vertices\":[[0.1,0,0]]},\"b\":{\"vertices\":[[1,0,0]]},"
                     "\"options\":{\"algorithm\":\"auto\",\"tolerance\":0.5,\"max_contacts\":4}}\n");
    cr_expect_str_eq(write_alone("{\"a\": {\"ref\": \"s\"}, \"b\": {\"ref\": \"s\"}}", NULL, &text), "");
    cr_expect_str_eq(write_alone("{\"a\": {\"ref\": \"s\"}, \"b\": {\"ref\": \"x\"}}", &library, &text), "");
    cld_text_clear(&text);
    cld_library_clear(&library);
}

static void keep_warning(void *context, const cld_warning *warning) { *(cld_warning *)context = *warning; }

Test(json_source, puts_its_place_before_the_pointers_of_the_shape) {
    cld_source source;
    cld_error err;
    cld_shape *shape = NULL;
    cr_assert_eq(
        read("{\"objects\": [{\"name\": \"o\", \"shape\": {\"type\": \"box\", \"size\": [1, 1, -1]}}]}", "o",
             &source, &err),
        CLD_OK);
    cr_expect_eq(cld_source_create_shape(&source, NULL, NULL, &shape, &err), CLD_BAD_VALUE);
    cr_expect_str_eq(err.pointer, "/objects/0/shape/size/2");
    cld_source_clear(&source);
    cr_assert_eq(read("{\"objects\": [{\"name\": \"o\", \"shape\": {\"vertices\": [[0,0,0], [1,0,0], "
                      "[0,1,0], [0,0,0]], \"faces\": [[0,1,2]]}}]}",
                      "o", &source, &err),
                 CLD_OK);
    cld_warning last = {.pointer = ""};
    cr_assert_eq(cld_source_create_shape(&source, keep_warning, &last, &shape, &err), CLD_OK, "%s",
                 err.message);
    cr_expect_eq(strncmp(last.pointer, "/objects/0/shape/", 17), 0, "%s", last.pointer);
    cld_shape_destroy(shape);
    cld_source_clear(&source);
}

/// Writes over the first object once what is behind it is read.
static void change(void *context, size_t offset) {
    static const char object[] = "{\"nome\": \"o\", \"shape\": \"s\"}";
    char *at = strstr(context, "{\"name\"");
    if (at && offset > (size_t)(at - (char *)context))
        memcpy(at, object, sizeof object - 1);
}

/// A file that is mapped shows what others write to it. An object that waits for its shape is read twice.
Test(json_source, tells_of_an_object_that_changes_while_it_waits) {
    char text[] = "{\"objects\": [{\"name\": \"o\", \"shape\": \"s\"}],"
                  "\"shapes\": {\"s\": {\"type\": \"sphere\", \"radius\": 1}}}";
    cld_scene_text whole = {.bytes = text, .length = strlen(text), .file = "file", .pass = change};
    cld_scene_source scene = {0}, shapes = {0};
    cld_error err;
    bool is_scene;
    whole.pass_context = text;
    cr_expect_eq(cld_scene_source_read(&whole, &scene, &shapes, &is_scene, &err), CLD_IO);
    cr_expect_str_eq(err.message, "cannot read: the file was changed meanwhile");
    cld_scene_source_clear(&scene);
    cld_scene_source_clear(&shapes);
}
