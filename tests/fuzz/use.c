#include "use.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bytes.h"
#include "report/baseline.h"
#include "report/report.h"
#include "json/library.h"
#include "json/parse.h"
#include "json/read_baseline.h"
#include "json/read_record.h"
#include "json/read_rules.h"
#include "json/source.h"
#include "json/write_result.h"
#include "json/write_shape.h"

/// Points tried at most: a verification or a scene of large hulls would take too long for a fuzzer.
enum { MANY_POINTS = 64 };

void fuzz_require_json(const char *bytes, size_t length) {
    cJSON *tree;
    cld_error err;
    FUZZ_REQUIRE(cld_json_parse(bytes, length, &tree, &err) == CLD_OK);
    cJSON_Delete(tree);
}

static void count_warning(void *context, const cld_warning *warning) {
    FUZZ_REQUIRE(memchr(warning->pointer, 0, sizeof warning->pointer));
    FUZZ_REQUIRE(memchr(warning->message, 0, sizeof warning->message));
    ++*(size_t *)context;
}

/// An error says something, and can be printed.
static void check_error(const cld_error *err) {
    cld_text text = {0};
    cld_json_writer writer = {.text = &text, .compact = true};
    FUZZ_REQUIRE(err->status != CLD_OK && err->status != CLD_INTERNAL && err->message[0]);
    cld_json_write_error(&writer, NULL, "file", err);
    fuzz_require_json(text.bytes, text.length);
    cld_text_clear(&text);
}

/// Prints the hull; what is printed is a shape.
static void print_hull(const cld_source *source, const cld_shape *shape) {
    const cld_hull *hull;
    cld_text text = {0};
    cld_json_writer writer = {.text = &text, .compact = true};
    cld_source again;
    cld_shape *same = NULL;
    cld_error err;
    size_t count = cld_shape_points(shape, NULL), warnings = 0;
    double *points = count ? malloc(3 * count * sizeof *points) : NULL;
    if (!points)
        return;
    cld_shape_points(shape, points);
    FUZZ_REQUIRE(cld_shape_find_hull(shape, &hull, &err) == CLD_OK);
    cld_json_write_hull(&writer, source, hull, points);
    free(points);
    FUZZ_REQUIRE(cld_source_read(text.bytes, text.length, NULL, &again, &err) == CLD_OK);
    FUZZ_REQUIRE(cld_source_create_shape(&again, count_warning, &warnings, &same, &err) == CLD_OK);
    cld_shape_destroy(same);
    cld_source_clear(&again);
    cld_text_clear(&text);
}

/// The shape against itself.
static void ask(const cld_source *source, const cld_shape *shape) {
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    cld_text text = {0};
    cld_json_writer writer = {.text = &text};
    cld_result result;
    cld_error err;
    cld_status status = cld_find_collision(shape, NULL, shape, NULL, &options, workspace, &result, &err);
    if (status)
        check_error(&err);
    else
        cld_json_write_result(&writer, &result, (cld_json_notes){0});
    if (!status)
        fuzz_require_json(text.bytes, text.length);
    text.length = 0;
    writer = (cld_json_writer){.text = &text, .compact = true};
    cld_json_write_pair(&writer, source, source, &options);
    fuzz_require_json(text.bytes, text.length);
    cld_text_clear(&text);
    cld_workspace_destroy(workspace);
}

void fuzz_use_shape(const char *bytes, size_t length) {
    static const char *const names[] = {NULL, "a"};
    for (int i = 0; i < 2; i++) {
        cld_source source;
        cld_shape *shape = NULL;
        cld_error err;
        size_t warnings = 0;
        cld_status status = cld_source_read(bytes, length, names[i], &source, &err);
        if (!status)
            status = cld_source_create_shape(&source, count_warning, &warnings, &shape, &err);
        if (status) {
            check_error(&err);
        } else {
            print_hull(&source, shape);
            ask(&source, shape);
        }
        cld_shape_destroy(shape);
        cld_source_clear(&source);
    }
}

static cld_status flush(void *context, cld_text *text, cld_error *err) {
    (void)err;
    cld_text_add(context, text->bytes, text->length);
    text->length = 0;
    return CLD_OK;
}

static void check_lines(const cld_text *text) {
    for (const char *at = text->bytes, *end = at + text->length; at < end;) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        FUZZ_REQUIRE(line);
        fuzz_require_json(at, (size_t)(line - at));
        at = line + 1;
    }
}

static void print_reports(const cld_checked_scene *checked, const cld_problem_list *problems) {
    for (int format = 0; format < CLD_REPORT_FORMAT_COUNT; format++) {
        cld_text text = {0};
        cld_report report = {.scenes = checked,
                             .scene_count = 1,
                             .problems = problems,
                             .version = "0",
                             .most_findings = format == CLD_REPORT_GITHUB ? 3 : SIZE_MAX,
                             .threads = 1,
                             .flush = flush,
                             .flush_context = &text};
        cld_error err;
        FUZZ_REQUIRE(cld_report_write(&report, (cld_report_format)format, &err) == CLD_OK);
        if (format == CLD_REPORT_JSON || format == CLD_REPORT_SARIF)
            fuzz_require_json(text.bytes, text.length);
        if (format == CLD_REPORT_NDJSON && text.length > 0)
            check_lines(&text);
        cld_text_clear(&text);
    }
}

static void print_baseline(const cld_checked_scene *checked) {
    cld_text text = {0};
    uint64_t *ids = NULL;
    size_t count;
    cld_error err;
    cld_baseline_write(checked, 1, &text);
    FUZZ_REQUIRE(cld_baseline_read(text.bytes, text.length, &ids, &count, &err) == CLD_OK);
    FUZZ_REQUIRE(count == checked->check.finding_count);
    free(ids);
    cld_text_clear(&text);
}

static void check_scene(const cld_scene_source *source) {
    static const cld_rule no_overlap = {.kind = CLD_RULE_NO_OVERLAP, .severity = CLD_SEVERITY_ERROR};
    cld_checked_scene checked = {.places = source->places};
    cld_check_options options = {.threads = 1};
    cld_error err;
    checked.scene = (cld_scene){"scene",
                                source->objects,
                                source->object_count,
                                source->has_rules ? source->rules.items : &no_overlap,
                                source->has_rules ? source->rules.count : 1,
                                false};
    FUZZ_REQUIRE(cld_check_scene(&checked.scene, &options, &checked.check, &err) == CLD_OK);
    checked.known = calloc(checked.check.finding_count + 1, sizeof *checked.known);
    print_reports(&checked, &source->problems);
    print_baseline(&checked);
    free(checked.known);
    cld_check_clear(&checked.check);
}

static void use_library(const char *bytes, size_t length) {
    cld_library library = {0};
    cld_error err;
    if (cld_library_read(bytes, length, false, &library, &err))
        check_error(&err);
    cld_library_clear(&library);
}

void fuzz_use_scene(const char *bytes, size_t length) {
    cld_scene_source scene = {0}, shapes = {0};
    size_t warnings = 0;
    bool is_scene;
    cld_scene_text text = {
        .bytes = bytes, .length = length, .file = "file", .warn = count_warning, .warn_context = &warnings};
    cld_error err;
    if (cld_scene_source_read(&text, &scene, &shapes, &is_scene, &err))
        check_error(&err);
    else if (is_scene && scene.object_count > 0 && scene.object_count < MANY_POINTS)
        check_scene(&scene);
    else if (!is_scene && shapes.object_count > 0)
        check_scene(&shapes);
    cld_scene_source_clear(&scene);
    cld_scene_source_clear(&shapes);
    use_library(bytes, length);
}

void fuzz_use_rest(const char *bytes, size_t length) {
    cld_arena arena = {0};
    cld_rule_list rules;
    uint64_t *ids = NULL;
    size_t count;
    cld_transform transform;
    cld_record record = {0};
    cld_query_options options = cld_query_options_make();
    cld_error err;
    if (cld_rules_read(bytes, length, &arena, &rules, &err))
        check_error(&err);
    if (cld_baseline_read(bytes, length, &ids, &count, &err))
        check_error(&err);
    for (int dimension = 2; dimension <= 3; dimension++)
        if (cld_source_read_transform(bytes, length, dimension, &transform, &err))
            check_error(&err);
    if (cld_record_read(bytes, length, NULL, &options, &record, &err))
        check_error(&err);
    fuzz_require_json(record.id, record.id_length);
    cld_record_clear(&record);
    cld_arena_clear(&arena);
    free(ids);
}
