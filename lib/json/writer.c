#include "json/writer.h"

#include <math.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "json/string.h"

static void begin_line(cld_json_writer *w) {
    cld_text_add(w->text, "\n", 1);
    cld_text_add_blanks(w->text, 2 * (size_t)w->depth);
}

/// What stands before a value: the comma after the one before it, its line, its key.
static void begin_value(cld_json_writer *w, const char *key) {
    if (w->has_value)
        cld_text_add_byte(w->text, ',');
    if (!w->compact && w->depth > 0) {
        if (!w->line_depth)
            begin_line(w);
        else if (w->has_value)
            cld_text_add_byte(w->text, ' ');
    }
    if (key) {
        cld_json_string_write(w->text, key);
        cld_text_add_byte(w->text, ':');
        if (!w->compact)
            cld_text_add_byte(w->text, ' ');
    }
    w->has_value = true;
}

static void open_container(cld_json_writer *w, const char *key, char bracket, cld_json_layout layout) {
    begin_value(w, key);
    cld_text_add_byte(w->text, bracket);
    w->depth++;
    if (layout == CLD_JSON_ON_A_LINE && !w->line_depth)
        w->line_depth = w->depth;
    w->has_value = false;
}

void cld_json_open_object(cld_json_writer *w, const char *key, cld_json_layout layout) {
    open_container(w, key, '{', layout);
}

void cld_json_open_array(cld_json_writer *w, const char *key, cld_json_layout layout) {
    open_container(w, key, '[', layout);
}

void cld_json_close(cld_json_writer *w, char bracket) {
    bool is_on_a_line = w->line_depth > 0;
    if (w->line_depth == w->depth)
        w->line_depth = 0;
    w->depth--;
    if (w->has_value && !is_on_a_line && !w->compact)
        begin_line(w);
    cld_text_add_byte(w->text, bracket);
    w->has_value = true;
}

void cld_json_end(cld_json_writer *w) {
    cld_json_close(w, '}');
    cld_text_add_byte(w->text, '\n');
}

void cld_json_put_number(cld_json_writer *w, const char *key, double value) {
    begin_value(w, key);
    if (isfinite(value))
        cld_text_add_number(w->text, value);
    else
        cld_text_add_string(w->text, "null"); // JSON has no other word for it
}

void cld_json_put_integer(cld_json_writer *w, const char *key, uint64_t value) {
    begin_value(w, key);
    cld_text_add_integer(w->text, value);
}

void cld_json_put_string(cld_json_writer *w, const char *key, const char *string) {
    begin_value(w, key);
    if (string)
        cld_json_string_write(w->text, string);
    else
        cld_text_add_string(w->text, "null");
}

void cld_json_put_text(cld_json_writer *w, const char *key, const char *text, size_t length) {
    begin_value(w, key);
    cld_json_string_copy(w->text, text, length);
}

static void put_word(cld_json_writer *w, const char *key, const char *word) {
    cld_json_put_text(w, key, word, strlen(word));
}

void cld_json_put_bool(cld_json_writer *w, const char *key, bool value) {
    put_word(w, key, value ? "true" : "false");
}

void cld_json_put_null(cld_json_writer *w, const char *key) { put_word(w, key, "null"); }

void cld_json_put_position(cld_json_writer *w, const char *key, unsigned long position) {
    if (position)
        cld_json_put_integer(w, key, position);
    else
        cld_json_put_null(w, key);
}

void cld_json_put_numbers(cld_json_writer *w, const char *key, const double *values, size_t count) {
    cld_json_open_array(w, key, CLD_JSON_ON_A_LINE);
    for (size_t i = 0; i < count; i++)
        cld_json_put_number(w, NULL, values[i]);
    cld_json_close(w, ']');
}

void cld_json_put_integers(cld_json_writer *w, const char *key, const uint32_t *values, size_t count) {
    cld_json_open_array(w, key, CLD_JSON_ON_A_LINE);
    for (size_t i = 0; i < count; i++)
        cld_json_put_integer(w, NULL, values[i]);
    cld_json_close(w, ']');
}

void cld_json_put_vector(cld_json_writer *w, const char *key, cld_vec3 v, int dimension) {
    cld_json_put_numbers(w, key, (const double[]){v.x, v.y, v.z}, dimension == 2 ? 2 : 3);
}

static bool has_containers(const cJSON *node) {
    for (const cJSON *child = node->child; child; child = child->next) {
        if (cJSON_IsArray(child) || cJSON_IsObject(child))
            return true;
    }
    return false;
}

void cld_json_put_node(cld_json_writer *w, const char *key, const cJSON *node) {
    if (cJSON_IsObject(node) || cJSON_IsArray(node)) {
        bool is_object = cJSON_IsObject(node);
        open_container(w, key, is_object ? '{' : '[',
                       has_containers(node) ? CLD_JSON_LINES : CLD_JSON_ON_A_LINE);
        for (const cJSON *child = node->child; child; child = child->next)
            cld_json_put_node(w, is_object ? child->string : NULL, child);
        cld_json_close(w, is_object ? '}' : ']');
    } else if (cJSON_IsNumber(node) && node->valuestring) {
        put_word(w, key, node->valuestring); // beyond the range of doubles
    } else if (cJSON_IsNumber(node)) {
        cld_json_put_number(w, key, node->valuedouble);
    } else if (cJSON_IsString(node)) {
        cld_json_put_string(w, key, node->valuestring);
    } else {
        put_word(w, key, cJSON_IsNull(node) ? "null" : cJSON_IsTrue(node) ? "true" : "false");
    }
}
