/// The vertices of A - B are among the differences of those of A and of B. Where those are many, only what
/// is farthest along the normals of the faces of either, and along directions all around, is taken.

#include "difference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/text.h"
#include "math/vec.h"

/// All pairs of vertices are few enough for a hull that is made in a millisecond.
#define FEW_PAIRS 4096

/// How much less far a vertex may be and still be of the face, edge or vertex that decides, in parts of the
/// size: the picture's resolution is no better.
#define SAME 1e-6

enum { TURNS = 32 };

static void add(cld_text *points, cld_vec3 a, cld_vec3 b) {
    cld_vec3 w = cld_sub(a, b);
    cld_text_add(points, (const char *)&w, sizeof w);
}

static double find_farthest(const cli_body *b, cld_vec3 d) {
    double farthest = -INFINITY;
    for (uint32_t i = 0; i < b->vertex_count; i++)
        farthest = fmax(farthest, cld_dot(d, b->vertex[i]));
    return farthest;
}

/// Adds all differences that are farthest along d.
static void add_direction(cld_text *points, const cli_body *a, const cli_body *b, cld_vec3 d, double slack) {
    double far_a = find_farthest(a, d) - slack, far_b = find_farthest(b, cld_negate(d)) - slack;
    for (uint32_t i = 0; i < a->vertex_count; i++)
        for (uint32_t j = 0; j < b->vertex_count && cld_dot(d, a->vertex[i]) >= far_a; j++)
            if (-cld_dot(d, b->vertex[j]) >= far_b)
                add(points, a->vertex[i], b->vertex[j]);
}

static void add_all_around(cld_text *points, const cli_body *a, const cli_body *b, double slack) {
    for (int row = 0; row <= TURNS / 2; row++)
        for (int step = 0; step < TURNS; step++) {
            double latitude = 3.14159265358979 * (2.0 * row / TURNS - 0.5);
            double longitude = 3.14159265358979 * 2 * step / TURNS;
            cld_vec3 d = {cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)};
            add_direction(points, a, b, d, slack);
        }
}

static double find_size(const cli_body *b) {
    double size = 0;
    for (uint32_t i = 0; i < b->vertex_count; i++)
        size = fmax(size, cld_max_abs(cld_sub(b->vertex[i], b->vertex[0])));
    return size;
}

static void add_points(cld_text *points, const cli_body *a, const cli_body *b) {
    double slack = 1e-9 * (find_size(a) + find_size(b));
    if ((uint64_t)a->vertex_count * b->vertex_count > FEW_PAIRS) {
        for (uint32_t f = 0; f < a->face_count; f++)
            add_direction(points, a, b, a->face_normal[f], slack);
        for (uint32_t f = 0; f < b->face_count; f++)
            add_direction(points, a, b, cld_negate(b->face_normal[f]), slack);
        add_all_around(points, a, b, slack);
        return;
    }
    for (uint32_t i = 0; i < a->vertex_count; i++)
        for (uint32_t j = 0; j < b->vertex_count; j++)
            add(points, a->vertex[i], b->vertex[j]);
}

/// The part of the body that is farthest along n, as a body.
static cld_status add_feature(cli_layer *layer, cld_vec3 n, cld_error *err) {
    static const char *const names[] = {"the closest vertex", "the closest edge", "the closest face"};
    const cli_body *body = &layer->bodies.at[0];
    double least = find_farthest(body, n) - SAME * find_size(body);
    cld_text points = {0};
    for (uint32_t i = 0; i < body->vertex_count; i++)
        if (cld_dot(n, body->vertex[i]) >= least)
            cld_text_add(&points, (const char *)&body->vertex[i], sizeof body->vertex[i]);
    size_t count = points.length / sizeof(cld_vec3);
    const char *name = names[count > 2 ? 2 : count > 1];
    cld_status status =
        points.failed || !count
            ? cld_fail_memory(err)
            : cli_bodies_add_hull(&layer->bodies, (const cld_vec3 *)(const void *)points.bytes, count, name,
                                  CLI_PAINT_FEATURE, err);
    cld_text_clear(&points);
    return status;
}

cld_status cli_difference_make(const cli_body *a, const cli_body *b, cli_picture *picture, cld_error *err) {
    cli_layer *layer = &picture->difference;
    const cld_result *r = picture->result;
    cld_text points = {0};
    add_points(&points, a, b);
    cld_status status =
        points.failed
            ? cld_fail_memory(err)
            : cli_bodies_add_hull(&layer->bodies, (const cld_vec3 *)(const void *)points.bytes,
                                  points.length / sizeof(cld_vec3), "A - B", CLI_PAINT_DIFFERENCE, err);
    cld_text_clear(&points);
    if (status)
        return status;
    cli_body *body = &layer->bodies.at[0];
    body->is_curved = a->is_curved || b->is_curved;
    body->is_cut = a->is_cut || b->is_cut;
    for (uint32_t e = 0; e < body->edge_count && body->is_curved && picture->dimension == 3; e++) {
        const uint32_t *f = body->edge_face[e];
        body->edge_is_sharp[e] =
            f[0] == CLD_NO_INDEX || cld_dot(body->face_normal[f[0]], body->face_normal[f[1]]) < 0.92;
    }
    const cld_vec3 origin = {0, 0, 0};
    cld_vec3 nearest = cld_scale(r->normal, -r->signed_distance / picture->frame.unit);
    char label[64];
    snprintf(label, sizeof label, "%s %.4g", r->signed_distance < 0 ? "depth" : "distance",
             fabs(r->signed_distance));
    cli_layer_add_mark(layer, CLI_MARK_ORIGIN, CLI_PAINT_INK, origin, "0");
    if (r->outcome != CLD_TOUCHING)
        cli_layer_add_arrow(layer, CLI_LINE_MTV, CLI_PAINT_MTV, origin, nearest, label);
    return layer->failed ? cld_fail_memory(err) : add_feature(layer, r->normal, err);
}

void cli_difference_choose(const cli_picture *picture, const cli_body **a, const cli_body **b) {
    const cld_feature *feature[2] = {&picture->result->feature_a, &picture->result->feature_b};
    const cld_vec3 closest[2] = {picture->result->closest_a, picture->result->closest_b};
    const cli_body *chosen[2] = {NULL, NULL};
    double nearest[2] = {INFINITY, INFINITY};
    for (size_t i = 0; i < picture->shapes.bodies.count; i++) {
        const cli_body *body = &picture->shapes.bodies.at[i];
        int side = body->paint == CLI_PAINT_B;
        if (body->child != feature[side]->child)
            continue;
        // A child may have several parts, of which the one with the closest point on its surface decides.
        cld_vec3 p = cli_frame_from_world(&picture->frame, closest[side]);
        double outside = body->face_count ? -INFINITY : 0;
        for (uint32_t f = 0; f < body->face_count; f++)
            outside =
                fmax(outside, cld_dot(body->face_normal[f],
                                      cld_sub(p, body->vertex[body->face_vertex[body->face_start[f]]])));
        if (fabs(outside) < nearest[side]) {
            nearest[side] = fabs(outside);
            chosen[side] = body;
        }
    }
    *a = chosen[0];
    *b = chosen[1];
}
