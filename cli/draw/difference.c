/// The vertices of A - B are among the differences of those of A and of B. Where those are many, only what
/// is farthest along the normals of the faces of either, and along directions all around, is taken.

#include "difference.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "math/tangent.h"
#include "math/vec.h"

/// All pairs of vertices are few enough for a hull that is made in a millisecond.
#define FEW_PAIRS 4096

/// How much less far a vertex may be and still be of the face, edge or vertex that decides, in parts of the
/// size: the picture's resolution is no better.
#define SAME 1e-6

/// The same of the faces that lie on each other, in parts of each body's size: what rounding moves them by.
#define SLACK 1e-9

enum { TURNS = 32, AROUND = 4 * TURNS };

static void add(cld_text *points, cld_vec3 a, cld_vec3 b) {
    cld_vec3 w = cld_sub(a, b);
    cld_text_add(points, (const char *)&w, sizeof w);
}

static double find_size(const cli_body *b) {
    double size = 0;
    for (uint32_t i = 0; i < b->vertex_count; i++)
        size = fmax(size, cld_max_abs(cld_sub(b->vertex[i], b->vertex[0])));
    return size;
}

static double find_farthest(const cli_body *b, cld_vec3 d) {
    double farthest = -INFINITY;
    for (uint32_t i = 0; i < b->vertex_count; i++)
        farthest = fmax(farthest, cld_dot(d, b->vertex[i]));
    return farthest;
}

/// The vertices of a body that are farthest along d.
static cld_text find_tied(const cli_body *b, cld_vec3 d, double slack) {
    cld_text tied = {0};
    double least = find_farthest(b, d) - slack;
    for (uint32_t i = 0; i < b->vertex_count; i++)
        if (cld_dot(d, b->vertex[i]) >= least)
            cld_text_add(&tied, (const char *)&b->vertex[i], sizeof b->vertex[i]);
    return tied;
}

/// The one of some points that is farthest along d.
static cld_vec3 choose(const cld_vec3 *points, size_t count, cld_vec3 d) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (cld_dot(d, points[i]) > cld_dot(d, points[best]))
            best = i;
    return points[best];
}

/// Adds the differences of two faces along d: of many corners those farthest along directions around it.
static void add_pairs(cld_text *points, const cld_text *a, const cld_text *b, cld_vec3 d) {
    const cld_vec3 *p = (const void *)a->bytes, *q = (const void *)b->bytes;
    size_t count_a = a->length / sizeof *p, count_b = b->length / sizeof *q;
    cld_vec3 x, y;
    if (count_a * count_b <= FEW_PAIRS) {
        for (size_t i = 0; i < count_a; i++)
            for (size_t j = 0; j < count_b; j++)
                add(points, p[i], q[j]);
        return;
    }
    cld_find_tangents_catto(d, &x, &y);
    for (int step = 0; step < AROUND; step++) {
        double angle = 2 * M_PI * step / (double)AROUND;
        cld_vec3 e = cld_add_scaled(cld_scale(x, cos(angle)), sin(angle), y);
        add(points, choose(p, count_a, e), choose(q, count_b, cld_negate(e)));
    }
}

/// Adds the differences that are farthest along d.
static void add_direction(cld_text *points, const cli_body *a, const cli_body *b, cld_vec3 d) {
    cld_text tied_a = find_tied(a, d, SLACK * find_size(a)),
             tied_b = find_tied(b, cld_negate(d), SLACK * find_size(b));
    points->failed = points->failed || tied_a.failed || tied_b.failed;
    if (!points->failed)
        add_pairs(points, &tied_a, &tied_b, d);
    cld_text_clear(&tied_a);
    cld_text_clear(&tied_b);
}

/// In the plane all around it; in space all around the globe, whose poles are one point each.
static void add_all_around(cld_text *points, const cli_body *a, const cli_body *b, int dimension) {
    for (int row = dimension == 2 ? TURNS / 4 : 0; row <= (dimension == 2 ? TURNS / 4 : TURNS / 2); row++)
        for (int step = 0; step < (row % (TURNS / 2) ? TURNS : 1); step++) {
            double latitude = M_PI * (2.0 * row / (double)TURNS - 0.5),
                   longitude = 2 * M_PI * step / (double)TURNS;
            cld_vec3 d = {cos(latitude) * cos(longitude), cos(latitude) * sin(longitude),
                          dimension == 2 ? 0 : sin(latitude)};
            add_direction(points, a, b, d);
        }
}

/// Along the normals of what bounds one body: its faces or, in the plane, its edges, from either side.
static void add_normals(cld_text *points, const cli_body *a, const cli_body *b, const cli_body *of,
                        int dimension) {
    for (uint32_t f = 0; f < of->face_count && dimension == 3; f++)
        add_direction(points, a, b, of == a ? of->face_normal[f] : cld_negate(of->face_normal[f]));
    for (uint32_t e = 0; e < of->edge_count && dimension == 2; e++) {
        cld_vec3 side = cld_sub(of->vertex[of->edge_vertex[e][1]], of->vertex[of->edge_vertex[e][0]]);
        cld_vec3 n = cld_unit(cld_vec3_make(side.y, -side.x, 0));
        add_direction(points, a, b, n);
        add_direction(points, a, b, cld_negate(n));
    }
}

static void add_points(cld_text *points, const cli_body *a, const cli_body *b, int dimension) {
    if ((uint64_t)a->vertex_count * b->vertex_count > FEW_PAIRS) {
        add_normals(points, a, b, a, dimension);
        add_normals(points, a, b, b, dimension);
        add_all_around(points, a, b, dimension);
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
    cld_text points = find_tied(body, n, SAME * find_size(body));
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
    add_points(&points, a, b, picture->dimension);
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
