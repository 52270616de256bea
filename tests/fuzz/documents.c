/// Fuzz target: shapes and scenes that are nearly right. The bytes choose what is written down.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bytes.h"
#include "use.h"

enum { MOST_POINTS = 10, MOST_OBJECTS = 6, MOST_TEXT = 60000 };

typedef struct document {
    fuzz_bytes bytes;
    cld_text text;
} document;

typedef void write_value(document *d, int dimension);

static void put(document *d, const char *text) { cld_text_add_string(&d->text, text); }

/// One time in 32.
static bool is_odd(document *d) { return fuzz_byte(&d->bytes) >= 0xF8; }

static void put_hostile(document *d) {
    static const char *const values[] = {
        "1e999",
        "-1e999",
        "-0",
        "1e-400",
        "-1E-0400",
        "0.1000000000000000055511151231257827",
        "123456789012345678901234567890",
        "1e100",
        "1e-100",
        "1e150",
        "1e151",
        "4.9e-324",
        "2.2250738585072014e-308",
        "1.7976931348623157e308",
        "null",
        "true",
        "\"1\"",
        "[]",
        "{}",
        "[[1]]",
        "-1",
        "0",
        "4294967295",
        "4294967296",
        "0.5",
        "01",
        "NaN",
        "Infinity",
        "\"\\u0000\"",
        "\"\\ud83d\\ude00\"",
        "\"tag:\"",
        "[1,2,3,4,5]",
    };
    put(d, values[fuzz_choose(&d->bytes, sizeof values / sizeof *values)]);
}

static void put_number(document *d, int dimension) {
    (void)dimension;
    if (is_odd(d)) {
        put_hostile(d);
        return;
    }
    double value = fuzz_number(&d->bytes);
    cld_text_add_number(&d->text, isfinite(value) ? value : 1);
}

static void put_size(document *d, int dimension) {
    (void)dimension;
    if (is_odd(d))
        put_hostile(d);
    else
        cld_text_add_number(&d->text, fuzz_byte(&d->bytes) / 8.0);
}

static void put_list(document *d, size_t count, write_value *write, int dimension) {
    if (is_odd(d))
        count = fuzz_choose(&d->bytes, 8);
    put(d, "[");
    for (size_t i = 0; i < count && d->text.length < MOST_TEXT; i++) {
        put(d, i ? "," : "");
        write(d, dimension);
    }
    put(d, "]");
}

static void put_vector(document *d, int dimension) { put_list(d, (size_t)dimension, put_number, dimension); }
static void put_sizes(document *d, int dimension) { put_list(d, (size_t)dimension, put_size, dimension); }
static void put_point(document *d, int dimension) { put_vector(d, dimension); }
static void put_two(document *d, int dimension) { put_list(d, 2, put_point, dimension); }
static void put_three(document *d, int dimension) { put_list(d, 3, put_point, dimension); }

static void put_points(document *d, int dimension) {
    put_list(d, 1 + fuzz_choose(&d->bytes, MOST_POINTS), put_point, dimension);
}

static void put_index(document *d, int dimension) {
    (void)dimension;
    if (is_odd(d))
        put_hostile(d);
    else
        cld_text_add_integer(&d->text, fuzz_choose(&d->bytes, MOST_POINTS));
}

static void put_face(document *d, int dimension) {
    put_list(d, 3 + fuzz_choose(&d->bytes, 3), put_index, dimension);
}
static void put_edge(document *d, int dimension) { put_list(d, 2, put_index, dimension); }
static void put_faces(document *d, int dimension) {
    put_list(d, fuzz_choose(&d->bytes, 8), put_face, dimension);
}
static void put_edges(document *d, int dimension) {
    put_list(d, fuzz_choose(&d->bytes, 8), put_edge, dimension);
}
static void put_normals(document *d, int dimension) {
    put_list(d, fuzz_choose(&d->bytes, 8), put_point, dimension);
}

static void put_name(document *d, int dimension) {
    static const char *const names[] = {"\"a\"",  "\"b\"",          "\"c\"", "\"d\"",
                                        "\"*\"",  "\"tag:t\"",      "\"\"",  "\"x<&\\\"\\n\\u007f\"",
                                        "\"a?\"", "\"caf\xC3\xA9\""};
    (void)dimension;
    if (is_odd(d))
        put_hostile(d);
    else
        put(d, names[fuzz_choose(&d->bytes, sizeof names / sizeof *names)]);
}

static void put_names(document *d, int dimension) {
    put_list(d, fuzz_choose(&d->bytes, 4), put_name, dimension);
}

static void put_turn(document *d, int dimension) {
    static const char *const turns[] = {
        "[0,0,0,1]",         "[0,0.6,0,0.8]",      "{\"axis\":[1,1,1],\"degrees\":120}",
        "{\"degrees\":90}",  "{\"degrees\":33.3}", "{\"axis\":[0,0,1],\"degrees\":1e9}",
        "[0,0,0,1.0000005]", "[0.5,0.5,0.5,0.5]"};
    (void)dimension;
    if (is_odd(d))
        put_hostile(d);
    else
        put(d, turns[fuzz_choose(&d->bytes, sizeof turns / sizeof *turns)]);
}

static void put_row(document *d, int dimension) { put_vector(d, dimension + 1); }
static void put_matrix(document *d, int dimension) { put_list(d, (size_t)dimension, put_row, dimension); }

/// A key, now and then misspelt, with its value, if the bytes choose it or `is_needed`.
static bool put_member(document *d, bool *has_some, bool is_needed, const char *key, write_value *write,
                       int dimension) {
    unsigned c = fuzz_byte(&d->bytes);
    if (c < 4 || (!is_needed && c < 0xC0) || d->text.length > MOST_TEXT)
        return false;
    put(d, *has_some ? ",\"" : "\"");
    put(d, key);
    put(d, c == 4 ? "x\":" : "\":");
    write(d, dimension);
    *has_some = true;
    return true;
}

static void put_transform(document *d, int dimension) {
    bool has_some = false;
    put(d, "{");
    if (fuzz_byte(&d->bytes) < 0x20) {
        put_member(d, &has_some, true, "matrix", put_matrix, dimension);
    } else {
        put_member(d, &has_some, true, "translation", put_vector, dimension);
        put_member(d, &has_some, false, "rotation", put_turn, dimension);
        put_member(d, &has_some, false, "scale", fuzz_byte(&d->bytes) & 1 ? put_size : put_vector, dimension);
    }
    put(d, "}");
}

static write_value put_children;

static const struct {
    const char *type;
    int dimension; ///< 0 for either
    struct {
        const char *key;
        write_value *write;
        bool is_needed;
    } members[4];
} types[] = {
    {"hull",
     3,
     {{"vertices", put_points, true},
      {"faces", put_faces, false},
      {"edges", put_edges, false},
      {"normals", put_normals, false}}},
    {"box", 3, {{"size", put_sizes, true}}},
    {"sphere", 3, {{"radius", put_size, true}}},
    {"capsule", 0, {{"ends", put_two, true}, {"radius", put_size, true}}},
    {"cylinder", 3, {{"ends", put_two, true}, {"radius", put_size, true}}},
    {"cone", 3, {{"base", put_point, true}, {"apex", put_point, true}, {"radius", put_size, true}}},
    {"ellipsoid", 3, {{"radii", put_sizes, true}}},
    {"point", 0, {{"position", put_point, true}}},
    {"segment", 0, {{"vertices", put_two, true}}},
    {"triangle", 3, {{"vertices", put_three, true}}},
    {"halfspace", 0, {{"normal", put_point, true}, {"offset", put_number, true}}},
    {"polygon", 2, {{"vertices", put_points, true}}},
    {"rectangle", 2, {{"size", put_sizes, true}}},
    {"circle", 2, {{"radius", put_size, true}}},
    {"compound", 0, {{"children", put_children, true}}},
};

static void put_shape(document *d, int dimension) {
    size_t kind = fuzz_choose(&d->bytes, sizeof types / sizeof *types);
    if (types[kind].dimension && types[kind].dimension != dimension && !is_odd(d))
        kind = dimension == 2 ? 12 : 1;
    if (is_odd(d)) {
        put_hostile(d);
        return;
    }
    bool has_some = true;
    put(d, "{\"type\":\"");
    put(d, types[kind].type);
    put(d, "\"");
    for (size_t i = 0; i < 4 && types[kind].members[i].key; i++)
        put_member(d, &has_some, types[kind].members[i].is_needed, types[kind].members[i].key,
                   types[kind].members[i].write, dimension);
    put_member(d, &has_some, false, "transform", put_transform, dimension);
    put_member(d, &has_some, false, "margin", put_size, dimension);
    put_member(d, &has_some, false, "name", put_name, dimension);
    put(d, "}");
}

static void put_children(document *d, int dimension) {
    put_list(d, 1 + fuzz_choose(&d->bytes, 3), put_shape, dimension);
}

static void put_reference(document *d, int dimension) {
    (fuzz_byte(&d->bytes) < 0x40 ? put_name : put_shape)(d, dimension);
}

static void put_object(document *d, int dimension) {
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "x<&]]>"};
    bool has_some = true;
    put(d, "{\"name\":\"");
    put(d, names[fuzz_choose(&d->bytes, sizeof names / sizeof *names)]);
    cld_text_add_integer(&d->text, d->text.length);
    put(d, "\"");
    put_member(d, &has_some, true, "shape", put_reference, dimension);
    put_member(d, &has_some, false, "transform", put_transform, dimension);
    put_member(d, &has_some, false, "tags", put_names, dimension);
    put(d, "}");
}

static void put_selector(document *d, int dimension) {
    (fuzz_byte(&d->bytes) < 0x80 ? put_name : put_names)(d, dimension);
}
static void put_between(document *d, int dimension) { put_list(d, 2, put_selector, dimension); }

static void put_severity(document *d, int dimension) {
    (void)dimension;
    put(d, fuzz_byte(&d->bytes) < 0x80 ? "\"warning\"" : "\"error\"");
}

static const struct {
    const char *name, *keys[3];
} rules[] = {
    {"no-overlap", {"between", "max_depth"}},
    {"clearance", {"between", "min_distance"}},
    {"supported", {"objects", "by", "max_gap"}},
    {"inside", {"objects", "container"}},
    {"no-duplicates", {"objects"}},
    {"ignore", {"between"}},
};

static void put_rule(document *d, int dimension) {
    size_t kind = fuzz_choose(&d->bytes, sizeof rules / sizeof *rules);
    bool has_some = true;
    put(d, "{\"rule\":\"");
    put(d, rules[kind].name);
    put(d, "\"");
    for (size_t i = 0; i < 3 && rules[kind].keys[i]; i++) {
        const char *key = rules[kind].keys[i];
        write_value *write = strchr(key, '_')         ? put_number
                             : strcmp(key, "between") ? put_selector
                                                      : put_between;
        put_member(d, &has_some, false, key, write, dimension);
    }
    put_member(d, &has_some, false, "severity", put_severity, dimension);
    put_member(d, &has_some, false, "id", put_name, dimension);
    put_member(d, &has_some, false, "message", put_name, dimension);
    put(d, "}");
}

static void put_scene(document *d, int dimension) {
    bool has_some = false;
    put(d, "{");
    if (fuzz_byte(&d->bytes) < 0x80) {
        put(d, "\"shapes\":{\"a\":");
        put_shape(d, dimension);
        put(d, ",\"b\":");
        put_shape(d, dimension);
        put(d, "}");
        has_some = true;
    }
    put(d, has_some ? ",\"objects\":" : "\"objects\":");
    put_list(d, 1 + fuzz_choose(&d->bytes, MOST_OBJECTS), put_object, dimension);
    if (fuzz_byte(&d->bytes) < 0xC0) {
        put(d, ",\"rules\":");
        put_list(d, 1 + fuzz_choose(&d->bytes, 4), put_rule, dimension);
    }
    put(d, "}");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    document d = {.bytes = {data, data + size}};
    unsigned kind = fuzz_byte(&d.bytes);
    (kind & 1 ? put_scene : put_shape)(&d, kind & 2 ? 2 : 3);
    if (fuzz_is_shown())
        fprintf(stderr, "%s\n", d.text.bytes);
    (kind & 1 ? fuzz_use_scene : fuzz_use_shape)(d.text.bytes, d.text.length);
    cld_text_clear(&d.text);
    return 0;
}
