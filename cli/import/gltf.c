/// A key of which a letter is changed is one that nobody looks for: that keeps all lengths, those of a GLB
/// too.
#include "import/gltf.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "import/readers.h"

/// A walk through JSON from key to key. What is not JSON is walked through all the same.
typedef struct walk {
    char *at, *end;
    int depth;
    char *key; ///< without its quotes
    size_t length;
} walk;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Goes to the end of the string that begins before `at`.
static char *skip_string(char *at, const char *end) {
    while (at < end && *at != '"')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

static char *skip_blanks(char *at, const char *end) {
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/// Goes on to what follows the next key and its colon; false at the end.
static bool next_key(walk *w) {
    while (w->at < w->end) {
        char c = *w->at++;
        w->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (c != '"')
            continue;
        w->key = w->at;
        w->at = skip_string(w->at, w->end);
        w->length = (size_t)(w->at - w->key);
        w->at = skip_blanks(w->at + (w->at < w->end), w->end);
        if (w->at < w->end && *w->at == ':') {
            w->at = skip_blanks(w->at + 1, w->end);
            return true;
        }
    }
    return false;
}

static bool is_key(const walk *w, const char *key) {
    return strlen(key) == w->length && memcmp(w->key, key, w->length) == 0;
}

/// How many objects the array has that begins here.
static unsigned long count_objects(walk w) {
    unsigned long count = 0;
    int depth = 0;
    for (; w.at < w.end; w.at++) {
        if (*w.at == '"')
            w.at = skip_string(w.at + 1, w.end);
        if (w.at == w.end)
            break;
        count += *w.at == '{' && depth == 1;
        depth += (*w.at == '{' || *w.at == '[') - (*w.at == '}' || *w.at == ']');
        if (depth <= 0)
            break;
    }
    return count;
}

/// Lists of the document that hold nothing of use, and the members of a material that refer to them.
static bool is_look(const walk *w) {
    static const char *const lists[] = {"textures", "images", "samplers", "animations"};
    static const char ending[] = "Texture";
    size_t length = strlen(ending);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && w->depth == 1; i++)
        if (is_key(w, lists[i]))
            return true;
    return w->length > length && memcmp(w->key + w->length - length, ending, length) == 0;
}

static void forget(const walk *document) {
    unsigned long materials = 0;
    bool is_first_version = false; // in which things are not in lists, but under names
    walk w = *document;
    while (next_key(&w)) {
        if (w.depth == 1 && is_key(&w, "materials"))
            materials = count_objects(w);
        is_first_version |= w.depth == 1 && is_key(&w, "meshes") && *w.at == '{';
    }
    if (is_first_version)
        return;
    w = *document;
    while (next_key(&w)) {
        // the text ends with a NUL, so that no number goes on behind it
        bool is_missing =
            is_key(&w, "material") && *w.at >= '0' && *w.at <= '9' && strtoul(w.at, NULL, 10) >= materials;
        if (is_missing || is_look(&w))
            *w.key = '-';
    }
}

static size_t find_word(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
}

void cli_gltf_forget(const char *path, cld_text *bytes) {
    enum { HEAD = 20 }; // of a GLB, then of its first chunk, which is the document
    if (cli_import_has_ending(path, "gltf") && bytes->length > 0)
        forget(&(walk){.at = bytes->bytes, .end = bytes->bytes + bytes->length});
    if (!cli_import_has_ending(path, "glb") || bytes->length < HEAD || find_word(bytes->bytes + 4) != 2)
        return;
    size_t length = find_word(bytes->bytes + 12), left = bytes->length - HEAD;
    char *begin = bytes->bytes + HEAD;
    forget(&(walk){.at = begin, .end = begin + (length < left ? length : left)});
}
