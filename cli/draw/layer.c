#include "layer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "math/vec.h"

void cli_layer_add_mark(cli_layer *layer, cli_mark_kind kind, cli_paint paint, cld_vec3 at,
                        const char *label) {
    cli_mark *grown = cld_grow(layer->marks, &layer->mark_room, layer->mark_count, sizeof *grown);
    layer->failed = layer->failed || !grown;
    if (!grown)
        return;
    layer->marks = grown;
    cli_mark *m = &grown[layer->mark_count++];
    *m = (cli_mark){.kind = kind, .paint = paint, .at = at};
    snprintf(m->label, sizeof m->label, "%s", label);
}

static void add_line(cli_layer *layer, const cli_line *line, const char *label) {
    cli_line *grown = cld_grow(layer->lines, &layer->line_room, layer->line_count, sizeof *grown);
    layer->failed = layer->failed || !grown;
    if (!grown)
        return;
    layer->lines = grown;
    cli_line *l = &grown[layer->line_count++];
    *l = *line;
    snprintf(l->label, sizeof l->label, "%s", label);
}

void cli_layer_add_line(cli_layer *layer, cli_line_kind kind, cli_paint paint, cld_vec3 from, cld_vec3 to,
                        const char *label) {
    add_line(layer, &(cli_line){.kind = kind, .paint = paint, .from = from, .to = to}, label);
}

void cli_layer_add_arrow(cli_layer *layer, cli_line_kind kind, cli_paint paint, cld_vec3 from, cld_vec3 to,
                         const char *label) {
    add_line(layer, &(cli_line){kind, paint, .has_head = true, .from = from, .to = to}, label);
}

static void widen(cld_vec3 axis, cld_vec3 p, double *from, double *to) {
    double along = cld_dot(axis, p);
    *from = fmin(*from, along);
    *to = fmax(*to, along);
}

void cli_layer_find_span(const cli_layer *layer, cld_vec3 axis, double *from, double *to) {
    *from = INFINITY, *to = -INFINITY;
    for (size_t i = 0; i < layer->bodies.count; i++)
        for (uint32_t k = 0; k < layer->bodies.at[i].vertex_count; k++)
            widen(axis, layer->bodies.at[i].vertex[k], from, to);
    for (size_t i = 0; i < layer->mark_count; i++)
        widen(axis, layer->marks[i].at, from, to);
    for (size_t i = 0; i < layer->line_count; i++) {
        widen(axis, layer->lines[i].from, from, to);
        widen(axis, layer->lines[i].to, from, to);
    }
}

void cli_layer_clear(cli_layer *layer) {
    cli_bodies_clear(&layer->bodies);
    free(layer->marks);
    free(layer->lines);
    *layer = (cli_layer){.failed = false};
}
