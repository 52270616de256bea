/// Reads STL: triangles, as text in named solids, or binary.
///
/// Source: 3D Systems, StereoLithography Interface Specification, 1989. Normals are left to the corners'
/// order.
#include <string.h>

#include "import/polygons.h"
#include "import/readers.h"
#include "import/words.h"

enum { HEAD = 80, BINARY_HEAD = HEAD + 4, TRIANGLE = 50 };

/// What one file is read with.
typedef struct reading {
    const char *path;
    const cli_import_options *options;
    cli_level *level;
    cld_text bytes;
    cli_words words;
    cli_polygons polygons;
    uint32_t points; ///< so far, of this solid
    bool is_in_loop; ///< a corner has been read, and no end yet
} reading;

static uint32_t find_word(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void add_corner(reading *r, const double p[3]) {
    cli_polygons_add_point(&r->polygons, p[0], p[1], p[2]);
    cli_polygons_add_vertex(&r->polygons, r->points++);
}

/// Adds what was read as a solid of this name, NULL for the file's.
static cld_status add_solid(reading *r, const char *name, unsigned long line, cld_error *err) {
    const cli_mesh_object object = {.path = r->path,
                                    .name = name,
                                    .tags = &name,
                                    .tag_count = name && r->options->tag_nodes,
                                    .line = line};
    r->points = 0;
    return cli_polygons_add_object(&r->polygons, 0x1p-24, &object, r->options, r->level, err);
}

static cld_status read_binary(reading *r, cld_error *err) {
    uint32_t count = find_word(r->bytes.bytes + HEAD);
    size_t held = (r->bytes.length - BINARY_HEAD) / TRIANGLE;
    if (held < count)
        return cld_fail(err, CLD_SYNTAX, "", "expected %u triangles, found %zu bytes, which hold %zu", count,
                        r->bytes.length, held);
    if (held > count)
        cli_level_tell_loss(r->level, r->path, "left out: %zu bytes behind its %u triangles",
                            r->bytes.length - BINARY_HEAD - (size_t)TRIANGLE * count, count);
    for (uint32_t t = 0; t < count; t++) {
        const char *at = r->bytes.bytes + BINARY_HEAD + (size_t)TRIANGLE * t + 12; // after the normal
        for (int i = 0; i < 3; i++, at += 12) {
            double p[3];
            for (int k = 0; k < 3; k++) {
                uint32_t bits = find_word(at + 4 * k);
                float x;
                memcpy(&x, &bits, sizeof x);
                p[k] = x;
            }
            add_corner(r, p);
        }
        cli_polygons_end_face(&r->polygons);
    }
    return add_solid(r, NULL, 0, err);
}

static cld_status read_vertex(reading *r, cld_error *err) {
    double p[3];
    cld_status status = CLD_OK;
    for (int k = 0; k < 3 && !status; k++) {
        status = cli_words_take_number(&r->words, &p[k], err);
        cli_digits_note(&r->polygons.digits, r->words.word, r->words.length);
    }
    if (!status)
        add_corner(r, p);
    r->is_in_loop = true;
    return status;
}

static cld_status end_loop(reading *r, cld_error *err) {
    (void)err;
    cli_polygons_end_face(&r->polygons);
    r->is_in_loop = false;
    return CLD_OK;
}

/// Three words, whatever they say: some programs write what is no number.
static cld_status skip_normal(reading *r, cld_error *err) {
    (void)err;
    for (int k = 0; k < 3; k++)
        cli_words_next(&r->words);
    return CLD_OK;
}

static cld_status skip_nothing(reading *r, cld_error *err) {
    (void)r;
    (void)err;
    return CLD_OK;
}

/// Reads what stands between solid NAME and endsolid.
static cld_status read_facets(reading *r, cld_error *err) {
    static const struct {
        const char *word;
        cld_status (*read)(reading *r, cld_error *err);
    } rows[] = {{"vertex", read_vertex},   {"endloop", end_loop},   {"facet", skip_nothing},
                {"normal", skip_normal},   {"outer", skip_nothing}, {"loop", skip_nothing},
                {"endfacet", skip_nothing}};
    r->is_in_loop = false;
    while (cli_words_next(&r->words) && (r->is_in_loop || !cli_words_is(&r->words, "endsolid"))) {
        cld_status (*read)(reading *, cld_error *) = NULL;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            read = cli_words_is(&r->words, rows[i].word) ? rows[i].read : read;
        if (r->is_in_loop && read != read_vertex && read != end_loop)
            return cli_words_fail(&r->words, CLD_SYNTAX, "vertex or endloop", err);
        cld_status status = read ? read(r, err)
                                 : cli_words_fail(&r->words, CLD_SYNTAX,
                                                  "facet, outer, vertex, endloop, endfacet or endsolid", err);
        if (status)
            return status;
    }
    return r->words.length > 0 ? CLD_OK : cli_words_fail(&r->words, CLD_SYNTAX, "endsolid", err);
}

static cld_status read_solids(reading *r, cld_error *err) {
    r->words = cli_words_make(&r->bytes, false);
    while (cli_words_next(&r->words)) {
        unsigned long line = r->words.line;
        const char *rest;
        size_t length;
        if (!cli_words_is(&r->words, "solid"))
            return cli_words_fail(&r->words, CLD_SYNTAX, "solid", err);
        cli_words_take_line(&r->words, &rest, &length);
        const char *name = cld_arena_copy(&r->level->arena, rest, length);
        if (!name)
            return cld_fail_memory(err);
        cld_status status = read_facets(r, err);
        cli_words_skip_line(&r->words);
        if (!status)
            status = add_solid(r, length > 0 ? name : NULL, line, err);
        if (status)
            return status;
    }
    return CLD_OK;
}

/// Whether a file is binary: by its length, for there are some whose head begins with "solid" as a text does.
static bool is_binary(const cld_text *bytes) {
    if (bytes->length < BINARY_HEAD)
        return false;
    size_t length = BINARY_HEAD + (size_t)TRIANGLE * find_word(bytes->bytes + HEAD);
    cli_words words = cli_words_make(bytes, false);
    cli_words_next(&words);
    return length == bytes->length || !cli_words_is(&words, "solid") ||
           memchr(bytes->bytes, '\0', BINARY_HEAD);
}

cld_status cli_read_stl(const char *path, const cli_import_options *options, cli_level *level,
                        cld_error *err) {
    reading r = {.path = path, .options = options, .level = level};
    cld_status status = cli_import_read_bytes(path, &r.bytes, err);
    if (!status)
        status = is_binary(&r.bytes) ? read_binary(&r, err) : read_solids(&r, err);
    cli_polygons_clear(&r.polygons);
    cld_text_clear(&r.bytes);
    return status;
}
