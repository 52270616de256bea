/// Reads PLY: rows of properties, as text or binary, of which those of "vertex" and "face" make a mesh.
///
/// Done here and not with assimp, which keeps coordinates as floats, and does not come to an end over many a
/// text that is cut short.
///
/// Source: Greg Turk, The PLY Polygon File Format, 1994.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "import/polygons.h"
#include "import/readers.h"
#include "import/words.h"

typedef struct type {
    const char *name, *sized_name;
    int size;  ///< in bytes
    char kind; ///< of a whole number with or without a sign, 'i' or 'u', or of a real one, 'f'
} type;

static const type types[] = {
    {"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},    {"short", "int16", 2, 'i'},
    {"ushort", "uint16", 2, 'u'}, {"int", "int32", 4, 'i'},      {"uint", "uint32", 4, 'u'},
    {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'},
};

/// What a value is to a mesh.
enum { IGNORED = -1, X, Y, Z, CORNERS };

typedef struct property {
    const type *type, *count_type; ///< the latter of lists only, else NULL
    int role;
} property;

enum { OTHER, VERTEX, FACE, ELEMENT_KINDS };

/// Rows of properties. A vertex has those called x, y and z, a face a list of indices.
typedef struct element {
    int kind;
    size_t count;
    size_t begin, end; ///< of its properties
} element;

enum { TEXT, LITTLE, BIG };

/// More elements and properties than these are no mesh's.
enum { MOST_ELEMENTS = 64, MOST_PROPERTIES = 1024 };

typedef struct reading {
    cli_words words;
    int format;
    element elements[MOST_ELEMENTS];
    size_t element_count, property_count;
    property properties[MOST_PROPERTIES];
    size_t vertex_count;
    double rounding;
    cli_polygons polygons;
} reading;

static cld_status fail(const reading *r, cld_status status, const char *expected, cld_error *err) {
    return cli_words_fail(&r->words, status, expected, err);
}

static cld_status read_format(reading *r, cld_error *err) {
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    cli_words_next(&r->words);
    for (int i = 0; i < 3; i++) {
        r->format = i;
        if (cli_words_is(&r->words, names[i])) {
            cli_words_skip_line(&r->words);
            return CLD_OK;
        }
    }
    return fail(r, CLD_SYNTAX, "ascii, binary_little_endian or binary_big_endian", err);
}

static cld_status read_element(reading *r, cld_error *err) {
    static const char *const names[] = {[VERTEX] = "vertex", [FACE] = "face"};
    uint32_t count;
    if (r->element_count == MOST_ELEMENTS)
        return fail(r, CLD_TOO_LARGE, "fewer elements", err);
    element *e = &r->elements[r->element_count++];
    *e = (element){.begin = r->property_count, .end = r->property_count};
    cli_words_next(&r->words);
    for (int i = VERTEX; i < ELEMENT_KINDS; i++)
        e->kind = cli_words_is(&r->words, names[i]) ? i : e->kind;
    if (cli_words_is(&r->words, "tristrips"))
        return fail(r, CLD_UNSUPPORTED, "faces", err);
    cld_status status = cli_words_take_index(&r->words, UINT32_MAX, "a number of rows", &count, err);
    e->count = count;
    if (e->kind == VERTEX)
        r->vertex_count = count;
    return status;
}

static cld_status read_type(reading *r, const type **found, cld_error *err) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        *found = &types[i];
        if (cli_words_is(&r->words, types[i].name) || cli_words_is(&r->words, types[i].sized_name))
            return CLD_OK;
    }
    return fail(r, CLD_SYNTAX, "a type, as float or uchar", err);
}

static int find_role(const reading *r, const element *e, bool is_list) {
    static const char *const axes[] = {"x", "y", "z"};
    for (int i = X; i <= Z && e->kind == VERTEX && !is_list; i++)
        if (cli_words_is(&r->words, axes[i]))
            return i;
    bool is_corners = cli_words_is(&r->words, "vertex_indices") || cli_words_is(&r->words, "vertex_index");
    return e->kind == FACE && is_list && is_corners ? CORNERS : IGNORED;
}

static cld_status read_property(reading *r, cld_error *err) {
    if (r->element_count == 0)
        return fail(r, CLD_SYNTAX, "an element before its properties", err);
    if (r->property_count == MOST_PROPERTIES)
        return fail(r, CLD_TOO_LARGE, "fewer properties", err);
    element *e = &r->elements[r->element_count - 1];
    property *p = &r->properties[r->property_count++];
    cld_status status = CLD_OK;
    e->end = r->property_count;
    p->count_type = NULL;
    cli_words_next(&r->words);
    if (cli_words_is(&r->words, "list")) {
        cli_words_next(&r->words);
        status = read_type(r, &p->count_type, err);
        cli_words_next(&r->words);
    }
    if (!status)
        status = read_type(r, &p->type, err);
    cli_words_next(&r->words);
    p->role = find_role(r, e, p->count_type != NULL);
    if (p->role <= Z && p->role >= X && strcmp(p->type->name, "float") == 0)
        r->rounding = 0x1p-24;
    return status;
}

/// A vertex has x, y and z, a face its corners, and all that has rows something in them.
static cld_status check_elements(const reading *r, cld_error *err) {
    bool has_role[CORNERS + 1] = {false}, has_faces = false;
    for (size_t i = 0; i < r->element_count; i++) {
        const element *e = &r->elements[i];
        has_faces |= e->kind == FACE && e->count > 0;
        for (size_t p = e->begin; p < e->end; p++)
            if (r->properties[p].role != IGNORED)
                has_role[r->properties[p].role] = true;
        if (e->begin == e->end && e->count > 0)
            return fail(r, CLD_SYNTAX, "properties of each element", err);
    }
    if (!has_role[X] || !has_role[Y] || !has_role[Z])
        return fail(r, CLD_SYNTAX, "an element vertex with x, y and z", err);
    return has_faces && !has_role[CORNERS]
               ? fail(r, CLD_SYNTAX, "an element face with a list vertex_indices", err)
               : CLD_OK;
}

/// Bytes that are no text come right after the line's end, which all lines of the head have: a line feed
/// behind a carriage return may be one of them.
static void skip_line_end(reading *r, char line_end) {
    while (r->words.at < r->words.end && *r->words.at++ != line_end) {
    }
}

/// What begins with another word is a comment, whether it says so or, as some programs have it, not.
static cld_status read_head(reading *r, cld_error *err) {
    static const struct {
        const char *word;
        cld_status (*read)(reading *r, cld_error *err);
    } rows[] = {{"format", read_format}, {"element", read_element}, {"property", read_property}};
    if (!cli_words_next(&r->words) || !cli_words_is(&r->words, "ply"))
        return fail(r, CLD_SYNTAX, "ply", err);
    const char line_end = cli_words_ends_with_return(&r->words) ? '\r' : '\n';
    while (cli_words_next(&r->words) && !cli_words_is(&r->words, "end_header")) {
        cld_status (*read)(reading *, cld_error *) = NULL;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            read = cli_words_is(&r->words, rows[i].word) ? rows[i].read : read;
        cld_status status = read ? read(r, err) : CLD_OK;
        if (status)
            return status;
        if (!read)
            cli_words_skip_line(&r->words);
    }
    if (r->words.length == 0)
        return fail(r, CLD_SYNTAX, "end_header", err);
    cli_words_skip_line(&r->words);
    if (r->format != TEXT)
        skip_line_end(r, line_end);
    return check_elements(r, err);
}

/// A number of so many bytes.
static double find_binary(const unsigned char *bytes, const type *t, bool is_big) {
    uint64_t bits = 0;
    for (int i = 0; i < t->size; i++)
        bits = bits << 8 | bytes[is_big ? i : t->size - 1 - i];
    if (t->kind == 'u')
        return (double)bits;
    if (t->kind == 'i') {
        uint64_t sign = (uint64_t)1 << (8 * t->size - 1);
        return bits & sign ? (double)bits - 2 * (double)sign : (double)bits;
    }
    if (t->size == 4) {
        uint32_t half = (uint32_t)bits;
        float x;
        memcpy(&x, &half, sizeof x);
        return x;
    }
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static cld_status take(reading *r, const type *t, double *x, cld_error *err) {
    if (r->format == TEXT)
        return cli_words_take_number(&r->words, x, err);
    if (r->words.end - r->words.at < t->size)
        return cld_fail(err, CLD_SYNTAX, "", "expected more rows, found the end of the file");
    *x = find_binary((const unsigned char *)r->words.at, t, r->format == BIG);
    r->words.at += t->size;
    return CLD_OK;
}

/// Passes over a value that is nothing to a mesh, whatever it says: some programs write in a text what is no
/// number, as nan for the normal of a face that has none.
static cld_status skip(reading *r, const type *t, cld_error *err) {
    double x;
    if (r->format != TEXT)
        return take(r, t, &x, err);
    return cli_words_next(&r->words) ? CLD_OK : fail(r, CLD_SYNTAX, "a number", err);
}

static bool is_index(double x, size_t limit) { return x >= 0 && x < (double)limit && x == floor(x); }

static cld_status fail_number(const reading *r, const char *what, size_t limit, double x, cld_error *err) {
    cld_fail(err, CLD_BAD_INDEX, "", "expected %s below %zu, found %s", what, limit, cld_number_tell(x).text);
    if (r->format == TEXT) {
        err->line = r->words.word_line;
        err->column = r->words.word_column;
    }
    return CLD_BAD_INDEX;
}

/// Each value takes a byte at least, so that no list is longer than what is left of the file.
static cld_status read_list(reading *r, const property *p, cld_error *err) {
    size_t left = (size_t)(r->words.end - r->words.at) + 1;
    double count = 0, x = 0;
    cld_status status = take(r, p->count_type, &count, err);
    if (!status && !is_index(count, left))
        return fail_number(r, "a length of a list", left, count, err);
    for (size_t i = 0; !status && i < (size_t)count; i++) {
        status = p->role == CORNERS ? take(r, p->type, &x, err) : skip(r, p->type, err);
        if (status || p->role != CORNERS)
            continue;
        if (!is_index(x, r->vertex_count))
            return fail_number(r, "an index of a vertex", r->vertex_count, x, err);
        cli_polygons_add_vertex(&r->polygons, (uint32_t)x);
    }
    if (p->role == CORNERS)
        cli_polygons_end_face(&r->polygons);
    return status;
}

static cld_status read_row(reading *r, const element *e, cld_error *err) {
    double place[3] = {0, 0, 0}, x = 0;
    cld_status status = CLD_OK;
    for (size_t i = e->begin; i < e->end && !status; i++) {
        const property *p = &r->properties[i];
        bool is_coordinate = p->role >= X && p->role <= Z;
        status = p->count_type   ? read_list(r, p, err)
                 : is_coordinate ? take(r, p->type, &x, err)
                                 : skip(r, p->type, err);
        if (status || !is_coordinate)
            continue;
        place[p->role] = x;
        if (r->format == TEXT)
            cli_digits_note(&r->polygons.digits, r->words.word, r->words.length);
    }
    if (!status && e->kind == VERTEX)
        cli_polygons_add_point(&r->polygons, place[0], place[1], place[2]);
    return status;
}

static cld_status read_rows(reading *r, cld_error *err) {
    cld_status status = CLD_OK;
    for (size_t i = 0; i < r->element_count; i++)
        for (size_t row = 0; row < r->elements[i].count && !status; row++)
            status = read_row(r, &r->elements[i], err);
    // a count that is too small would leave faces out without a word
    return !status && r->format == TEXT && cli_words_next(&r->words)
               ? fail(r, CLD_SYNTAX, "the end of the file after its last row", err)
               : status;
}

/// Tells of bytes behind the last row, but for a line's end: rows that no count tells of may be among them.
static void tell_rest(const reading *r, const char *path, cli_level *level) {
    const char *at = r->words.at;
    while (r->format != TEXT && at < r->words.end && (*at == '\n' || *at == '\r'))
        at++;
    if (at < r->words.end && r->format != TEXT)
        cli_level_tell_loss(level, path, "left out: %td bytes behind its last row", r->words.end - at);
}

cld_status cli_read_ply(const char *path, const cli_import_options *options, cli_level *level,
                        cld_error *err) {
    cld_text bytes = {0};
    reading *r = calloc(1, sizeof *r);
    if (!r)
        return cld_fail_memory(err);
    cld_status status = cli_import_read_bytes(path, &bytes, err);
    if (!status) {
        r->words = cli_words_make(&bytes, false);
        status = read_head(r, err);
    }
    if (!status)
        status = read_rows(r, err);
    if (!status)
        tell_rest(r, path, level);
    if (!status)
        status = cli_polygons_add_object(&r->polygons, r->rounding, &(cli_mesh_object){.path = path}, options,
                                         level, err);
    cli_polygons_clear(&r->polygons);
    free(r);
    cld_text_clear(&bytes);
    return status;
}
