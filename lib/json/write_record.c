#include "json/write_record.h"

#include <cjson/cJSON.h>

#include "base/error.h"
#include "json/find_id.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/read_record.h"
#include "json/read_scene.h"
#include "json/read_shape.h"
#include "json/write_shape.h"

/// Reads a shape out of the scene.
static cld_status read_reference(const cJSON *node, const cJSON *name_node, const cld_library *library,
                                 cld_source *source, cld_error *err) {
    const char *name;
    cld_status status = cld_json_read_string(name_node, &name, err);
    if (status)
        return status;
    if (!library)
        return cld_fail(err, CLD_NOT_FOUND, "/ref", "there is no scene to find \"%s\" in",
                        cld_name_tell(name).text);
    status = cld_source_read(library->document.bytes, library->document.length, name, source, err);
    source->is_moved |= cld_json_find(node, "transform") != NULL;
    return status ? status : cld_json_move_def(node, &source->def, err);
}

static cld_status read_operand(const cJSON *tree, const char *side, const cld_library *library,
                               cld_source *source, cld_error *err) {
    const cJSON *node;
    cld_status status = cld_json_require(tree, side, "a record", &node, err);
    const cJSON *reference = status ? NULL : cld_json_find(node, "ref");
    if (status)
        return status;
    return reference ? read_reference(node, reference, library, source, err)
                     : cld_json_read_shape(node, false, source, err);
}

cld_status cld_json_write_record(const char *line, size_t length, const cld_library *library,
                                 const cld_query_options *options, cld_text *text, cld_error *err) {
    cld_source a = {.name = NULL}, b = {.name = NULL};
    cld_query_options whole = *options;
    const char *id;
    size_t id_length;
    cJSON *tree = NULL;
    cld_status status = cld_json_find_id(line, length, &id, &id_length, err);
    if (!status)
        status = cld_json_parse(line, length, &tree, err);
    if (!status)
        status = read_operand(tree, "a", library, &a, err);
    if (!status)
        status = read_operand(tree, "b", library, &b, err);
    if (!status)
        status = cld_record_read_options(tree, &whole, err);
    if (!status) {
        cld_json_writer w = {.text = text, .compact = true};
        cld_json_open_object(&w, NULL, CLD_JSON_LINES);
        cld_json_put_text(&w, "id", id, id_length);
        cld_json_put_pair(&w, &a, &b, &whole);
        cld_json_end(&w);
    }
    cld_source_clear(&a);
    cld_source_clear(&b);
    cJSON_Delete(tree);
    return status;
}
