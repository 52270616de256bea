#include "html.h"

#include <stdio.h>
#include <string.h>

#include "math/vec.h"

/// The viewer as make-page.sh made it, with a NUL behind it.
__asm__(".pushsection .rodata\n"
        "cli_viewer: .incbin \"" CLI_VIEWER "\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char cli_viewer[];

void cli_html_begin(cld_text *page) { cld_text_add_string(page, cli_viewer); }

void cli_html_add(cld_text *page, const cld_text *json) {
    const char *at = json->bytes, *end = at + json->length;
    page->failed |= json->failed;
    while (at < end) {
        const char *mark = memchr(at, '<', (size_t)(end - at)); // stands in strings only
        cld_text_add(page, at, (size_t)((mark ? mark : end) - at));
        if (mark)
            cld_text_add_string(page, "\\u003c");
        at = mark ? mark + 1 : end;
    }
}

void cli_html_end(cld_text *page) { cld_text_add_string(page, "</script>\n</body>\n</html>\n"); }

/// To seven digits, all that a page makes use of.
static void put_points(cld_json_writer *w, const cli_body *b, uint32_t first) {
    (void)first;
    for (uint32_t v = 0; v < b->vertex_count; v++)
        for (int k = 0; k < 3; k++) {
            char number[32];
            int length = snprintf(number, sizeof number, "%.7g", cld_component(b->vertex[v], k));
            cld_json_put_text(w, NULL, number, (size_t)length);
        }
}

/// Faces are convex: each is a fan.
static void put_triangles(cld_json_writer *w, const cli_body *b, uint32_t first) {
    for (uint32_t f = 0; f < b->face_count; f++) {
        const uint32_t *loop = b->face_vertex + b->face_start[f];
        uint32_t count = b->face_start[f + 1] - b->face_start[f];
        for (uint32_t i = 2; i < count; i++) {
            const uint32_t corner[3] = {loop[0], loop[i - 1], loop[i]};
            for (int k = 0; k < 3; k++)
                cld_json_put_integer(w, NULL, first + corner[k]);
        }
    }
}

/// Whether an edge is a line to see: of smooth surfaces only the rims of flat ones are.
static bool is_line(const cli_body *b, uint32_t e) {
    const uint32_t *face = b->edge_face[e];
    return b->edge_is_sharp[e] || (face[0] != CLD_NO_INDEX && face[1] != CLD_NO_INDEX &&
                                   cld_dot(b->face_normal[face[0]], b->face_normal[face[1]]) < 0);
}

static void put_edges(cld_json_writer *w, const cli_body *b, uint32_t first) {
    for (uint32_t e = 0; e < b->edge_count; e++)
        for (int k = 0; k < 2 && is_line(b, e); k++)
            cld_json_put_integer(w, NULL, first + b->edge_vertex[e][k]);
}

void cli_html_put_bodies(cld_json_writer *w, const cli_body *bodies, size_t count) {
    static const struct {
        const char *key;
        void (*put)(cld_json_writer *w, const cli_body *b,
                    uint32_t first); ///< the index of the body's first point
    } lists[] = {{"points", put_points}, {"triangles", put_triangles}, {"edges", put_edges}};
    cld_json_open_object(w, "geometry", CLD_JSON_ON_A_LINE);
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        uint32_t first = 0;
        cld_json_open_array(w, lists[l].key, CLD_JSON_ON_A_LINE);
        for (size_t i = 0; i < count; first += bodies[i++].vertex_count)
            lists[l].put(w, &bodies[i], first);
        cld_json_close(w, ']');
    }
    cld_json_close(w, '}');
}

void cli_html_put_colours(cld_json_writer *w) {
    cld_json_open_object(w, "colours", CLD_JSON_ON_A_LINE);
    for (int i = 0; i < CLI_PAINT_COUNT; i++) {
        unsigned rgb = cli_colours[i].rgb;
        const uint32_t parts[3] = {rgb >> 16, rgb >> 8 & 255, rgb & 255};
        cld_json_put_integers(w, cli_colours[i].name, parts, 3);
    }
    cld_json_close(w, '}');
}
