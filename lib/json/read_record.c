#include "json/read_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "json/find_id.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/path.h"
#include "json/read_plain.h"
#include "json/read_scene.h"
#include "json/read_shape.h"
#include "json/scan.h"

static cld_status read_algorithm(const cJSON *node, cld_query_options *options, cld_error *err) {
    const char *name;
    cld_status status = cld_json_read_string(node, &name, err);
    for (cld_algorithm asked = CLD_AUTO; !status && asked <= CLD_SAMPLING; asked++) {
        if (strcmp(name, cld_algorithm_name(asked)) == 0) {
            options->algorithm = asked;
            return CLD_OK;
        }
    }
    return status ? status
                  : cld_fail(err, CLD_BAD_VALUE, "", "expected auto, gjk-epa, sat or sampling, found \"%s\"",
                             cld_name_tell(name).text);
}

static cld_status read_tolerance(const cJSON *node, cld_query_options *options, cld_error *err) {
    double tolerance;
    cld_status status = cld_json_read_number(node, &tolerance, err);
    if (status)
        return status;
    if (!(tolerance >= 0))
        return cld_json_fail_value(CLD_BAD_VALUE, node, "a number from 0", err);
    options->tolerance = tolerance;
    return CLD_OK;
}

static cld_status read_max_contacts(const cJSON *node, cld_query_options *options, cld_error *err) {
    double count;
    cld_status status = cld_json_read_number(node, &count, err);
    if (status)
        return status;
    if (!(count >= 1 && count <= 1e9 && count == floor(count)))
        return cld_json_fail_value(CLD_BAD_VALUE, node, "a whole number from 1 to 1000000000", err);
    options->max_contacts = (uint32_t)count;
    return CLD_OK;
}

cld_status cld_record_read_options(const cJSON *record, cld_query_options *options, cld_error *err) {
    static const struct {
        const char *key;
        cld_status (*read)(const cJSON *node, cld_query_options *options, cld_error *err);
    } rows[] = {
        {"algorithm", read_algorithm}, {"tolerance", read_tolerance}, {"max_contacts", read_max_contacts}};
    static const char *const keys[] = {"algorithm", "tolerance", "max_contacts", NULL};
    const cJSON *node = cld_json_find(record, "options");
    cld_status status = node ? cld_json_check_keys(node, keys, NULL, "the object \"options\"", err) : CLD_OK;
    for (size_t i = 0; node && !status && i < sizeof rows / sizeof *rows; i++) {
        const cJSON *member = cld_json_find(node, rows[i].key);
        if (member)
            status = cld_json_at_key(rows[i].read(member, options, err), rows[i].key, err);
    }
    return cld_json_at_key(status, "options", err);
}

static cld_status read_reference(const cJSON *node, const cJSON *name_node, const cld_library *library,
                                 cld_record_operand *operand, cld_error *err) {
    static const char *const keys[] = {"ref", "transform", NULL};
    const char *name;
    cld_status status = cld_json_check_keys(node, keys, NULL, "a reference", err);
    if (status)
        return status;
    if ((status = cld_json_read_string(name_node, &name, err)))
        return cld_json_at_key(status, "ref", err);
    if (!library)
        return cld_fail(err, CLD_NOT_FOUND, "/ref", "there is no scene to find \"%s\" in: --shapes names one",
                        cld_name_tell(name).text);
    if ((status = cld_library_find(library, name, &operand->made, err)))
        return cld_json_at_key(status, "ref", err);
    operand->is_reference = true;
    if (!cld_json_find(node, "transform"))
        return CLD_OK;
    operand->def = operand->made->def;
    operand->made = NULL;
    return cld_json_move_def(node, &operand->def, err);
}

static cld_status read_operand(const cJSON *node, const cld_library *library, cld_record *record,
                               cld_record_operand *operand, cld_error *err) {
    const cJSON *reference = cJSON_IsObject(node) ? cld_json_find(node, "ref") : NULL;
    if (reference)
        return read_reference(node, reference, library, operand, err);
    if (cJSON_IsObject(node) && !cld_json_find(node, "type") && !cld_json_find(node, "vertices"))
        return cld_fail(
            err, CLD_MISSING_KEY, "",
            "expected a shape, with the key \"type\" or \"vertices\", or a reference, with \"ref\"");
    return cld_json_read_def(node, false, &record->arena, &operand->def, err);
}

static cld_status read_members(const cJSON *tree, const cld_library *library, cld_record *record,
                               cld_error *err) {
    static const char *const keys[] = {"id", "a", "b", "options", NULL}, *const sides[] = {"a", "b"};
    cld_status status = cld_json_check_keys(tree, keys, NULL, "a record", err);
    for (int i = 0; i < 2 && !status; i++) {
        const cJSON *operand;
        status = cld_json_require(tree, sides[i], "a record", &operand, err);
        if (!status)
            status = cld_json_at_key(read_operand(operand, library, record, &record->operand[i], err),
                                     sides[i], err);
    }
    return status ? status : cld_record_read_options(tree, &record->options, err);
}

/// Forgets what was read but keeps the memory of plain records.
static void forget(cld_record *record) {
    cJSON_Delete(record->tree);
    cld_arena_clear(&record->arena);
    *record = (cld_record){.numbers = record->numbers, .number_room = record->number_room};
}

static bool is_one_of(char c, const char *all) { return c && strchr(all, c); }

/// Whether a line ends where a document goes on.
static bool is_open_ended(const char *line, size_t length) {
    while (length > 0 && is_one_of(line[length - 1], " \t\r"))
        length--;
    return length > 0 && is_one_of(line[length - 1], "{[,:");
}

/// Whether a record begins with a line.
static bool is_begun(const char *line, size_t length) {
    while (length > 0 && is_one_of(*line, " \t"))
        line++, length--;
    return length > 0 && *line == '{';
}

/// Says of such a line what is wrong with it, unless that is within a record that it begins with.
static void tell_open_end(const char *line, size_t length, cld_error *err) {
    if (!err || err->status != CLD_SYNTAX || !is_open_ended(line, length) ||
        (is_begun(line, length) && err->column <= length))
        return;
    cld_error told = *err;
    cld_print(err->message, sizeof err->message, "%s: a record is one line", told.message);
}

cld_status cld_record_read(const char *line, size_t length, const cld_library *library,
                           const cld_query_options *options, cld_record *record, cld_error *err) {
    size_t mark = cld_utf8_find_mark(line, length);
    line += mark, length -= mark;
    forget(record);
    record->id = "null";
    record->id_length = 4;
    bool is_plain = cld_record_read_plain(line, length, record);
    record->options = *options;
    if (is_plain)
        return CLD_OK;
    cld_status status = cld_json_find_id(line, length, &record->id, &record->id_length, err);
    if (!status)
        status = cld_json_parse(line, length, &record->tree, err);
    if (status)
        tell_open_end(line, length, err);
    else
        status = read_members(record->tree, library, record, err);
    return status;
}

void cld_record_clear(cld_record *record) {
    forget(record);
    free(record->numbers);
    *record = (cld_record){.id = NULL};
}
