/// Reads OFF: counts, a vertex a line, then a face a line. Colours and what else stands behind the numbers do
/// not matter.
///
/// Source: Geomview manual, version 1.9, section OFF Files. Not read here are binary ones, and those in other
/// than three dimensions.
#include <string.h>

#include "import/polygons.h"
#include "import/readers.h"
#include "import/words.h"

/// The first word: OFF, after letters for what a vertex has besides. It may be left out, and some programs
/// set no blank behind it.
static cld_status read_kind(cli_words *words, cld_error *err) {
    cli_words before = *words;
    cli_words_next(words);
    size_t at = 0;
    while (at < words->length && strchr("STCN4n", words->word[at]))
        at++;
    bool is_off = words->length >= at + 3 && memcmp(words->word + at, "OFF", 3) == 0;
    if (!is_off) {
        double x;
        *words = before;
        cld_status status = cli_words_take_number(words, &x, err);
        *words = before;
        if (status)
            cli_words_next(words);
        return status ? cli_words_fail(words, CLD_SYNTAX, "OFF", err) : CLD_OK;
    }
    if (memchr(words->word, '4', at) || memchr(words->word, 'n', at))
        return cli_words_fail(words, CLD_UNSUPPORTED, "OFF in three dimensions", err);
    words->at = words->word + at + 3;
    return CLD_OK;
}

static cld_status read_vertex(cli_words *words, cli_polygons *polygons, cld_error *err) {
    double p[3];
    cld_status status = CLD_OK;
    for (int i = 0; i < 3 && !status; i++) {
        status = cli_words_take_number(words, &p[i], err);
        cli_digits_note(&polygons->digits, words->word, words->length);
    }
    if (!status)
        cli_polygons_add_point(polygons, p[0], p[1], p[2]);
    cli_words_skip_line(words);
    return status;
}

static cld_status read_face(cli_words *words, size_t points, cli_polygons *polygons, cld_error *err) {
    uint32_t corners, vertex;
    // each of them takes a byte at least
    size_t left = (size_t)(words->end - words->at) + 1;
    cld_status status = cli_words_take_index(words, left, "a number of corners", &corners, err);
    for (uint32_t i = 0; !status && i < corners; i++) {
        status = cli_words_take_index(words, points, "an index of a vertex", &vertex, err);
        if (!status)
            cli_polygons_add_vertex(polygons, vertex);
    }
    cli_polygons_end_face(polygons);
    cli_words_skip_line(words);
    return status;
}

/// Passes over the number of edges, which need not be there, need not be right, and may stand alone on the
/// next line, where nothing else can: a vertex has three numbers.
static void skip_edges(cli_words *words) {
    unsigned long line = words->line;
    cli_words next = *words;
    bool is_there = cli_words_next(&next) && next.word_line == line;
    cli_words after = next;
    bool is_alone = cli_words_next(&after) && after.word_line > next.word_line;
    if (is_there || is_alone)
        *words = next;
    cli_words_skip_line(words);
}

static cld_status read_all(cli_words *words, cli_polygons *polygons, cld_error *err) {
    uint32_t points = 0, faces = 0;
    cld_status status = read_kind(words, err);
    if (!status)
        status = cli_words_take_index(words, UINT32_MAX, "a number of vertices", &points, err);
    if (!status)
        status = cli_words_take_index(words, UINT32_MAX, "a number of faces", &faces, err);
    skip_edges(words);
    for (uint32_t i = 0; i < points && !status; i++)
        status = read_vertex(words, polygons, err);
    for (uint32_t i = 0; i < faces && !status; i++)
        status = read_face(words, points, polygons, err);
    // a count that is too small would leave faces out without a word
    return !status && cli_words_next(words)
               ? cli_words_fail(words, CLD_SYNTAX, "the end of the file after its last face", err)
               : status;
}

cld_status cli_read_off(const char *path, const cli_import_options *options, cli_level *level,
                        cld_error *err) {
    cld_text bytes = {0};
    cli_polygons polygons = {.points = {0}};
    cld_status status = cli_import_read_bytes(path, &bytes, err);
    cli_words words = cli_words_make(&bytes, true);
    if (!status)
        status = read_all(&words, &polygons, err);
    if (!status)
        status = cli_polygons_add_object(&polygons, 0, &(cli_mesh_object){.path = path}, options, level, err);
    cli_polygons_clear(&polygons);
    cld_text_clear(&bytes);
    return status;
}
