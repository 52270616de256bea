#include "body.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/tangent.h"
#include "narrow/pair.h"
#include "shape/compound.h"
#include "tessellate.h"

/// How thick a half-space's slab is, in parts of its reach.
#define SLAB 0.12

cld_vec3 cli_frame_from_world(const cli_frame *frame, cld_vec3 world) {
    return cld_scale(cld_sub(world, frame->origin), 1 / frame->unit);
}

double cli_frame_find_unit(double size) {
    int exponent = 0;
    frexp(size, &exponent);
    return size > 0 && isfinite(size) ? ldexp(1, exponent > -1021 ? exponent : -1021) : 1;
}

bool cli_find_shown_box(const cld_shape *shape, cld_vec3 *lower, cld_vec3 *upper) {
    if (shape->kind == CLD_COMPOUND)
        cld_shape_find_bounded_box(shape, lower, upper);
    else
        cld_shape_find_box(shape, lower, upper);
    return cld_max_abs(cld_sub(*upper, *lower)) < INFINITY;
}

static void clear_body(cli_body *b) {
    free(b->name);
    free(b->vertex);
    free(b->vertex_number);
    free(b->face_start);
    free(b->face_vertex);
    free(b->face_number);
    free(b->face_normal);
    free(b->edge_vertex);
    free(b->edge_face);
    free(b->edge_number);
    free(b->edge_is_sharp);
}

void cli_bodies_clear(cli_bodies *bodies) {
    for (size_t i = 0; i < bodies->count; i++)
        clear_body(&bodies->at[i]);
    free(bodies->at);
    *bodies = (cli_bodies){NULL, 0};
}

/// An array of at least one item, all bits 0.
static void *allocate(size_t count, size_t size) { return calloc(count ? count : 1, size); }

/// A new body with room for what the caller then fills in; NULL without memory.
static cli_body *add_body(cli_bodies *bodies, const char *name, cli_paint paint, uint32_t vertices,
                          uint32_t faces, uint32_t corners, uint32_t edges) {
    cli_body *grown = realloc(bodies->at, (bodies->count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    bodies->at = grown;
    cli_body *b = &grown[bodies->count++];
    *b = (cli_body){.paint = paint, .child = CLD_NO_INDEX, .name = strdup(name)};
    b->vertex_count = vertices;
    b->face_count = faces;
    b->edge_count = edges;
    b->vertex = allocate(vertices, sizeof *b->vertex);
    b->vertex_number = allocate(vertices, sizeof *b->vertex_number);
    b->face_start = allocate((size_t)faces + 1, sizeof *b->face_start);
    b->face_vertex = allocate(corners, sizeof *b->face_vertex);
    b->face_number = allocate(faces, sizeof *b->face_number);
    b->face_normal = allocate(faces, sizeof *b->face_normal);
    b->edge_vertex = allocate(edges, sizeof *b->edge_vertex);
    b->edge_face = allocate(edges, sizeof *b->edge_face);
    b->edge_number = allocate(edges, sizeof *b->edge_number);
    b->edge_is_sharp = allocate(edges, sizeof *b->edge_is_sharp);
    return b->name && b->vertex && b->vertex_number && b->face_start && b->face_vertex && b->face_number &&
                   b->face_normal && b->edge_vertex && b->edge_face && b->edge_number && b->edge_is_sharp
               ? b
               : NULL;
}

/// The unit normal of a loop (Newell's sum); 0 for one without area.
static cld_vec3 find_normal(const cli_body *b, uint32_t face) {
    const uint32_t *loop = b->face_vertex + b->face_start[face];
    uint32_t count = b->face_start[face + 1] - b->face_start[face];
    cld_vec3 sum = {0, 0, 0}, o = b->vertex[loop[0]];
    for (uint32_t i = 0; i < count; i++)
        sum = cld_add(
            sum, cld_cross(cld_sub(b->vertex[loop[i]], o), cld_sub(b->vertex[loop[(i + 1) % count]], o)));
    double largest = cld_max_abs(sum);
    return largest > 0 ? cld_unit(cld_scale(sum, 1 / largest)) : sum;
}

/// The faces and edges of a hull, whose points are at `point`, all of them, in the picture; loops are turned
/// round where the picture mirrors the hull. All numbers are the hull's own.
static cli_body *add_hull(cli_bodies *bodies, const cld_hull *hull, const cld_vec3 *point, bool mirrored,
                          const char *name, cli_paint paint) {
    uint32_t corners = hull->face_count ? hull->face_start[hull->face_count] : 0;
    cli_body *b =
        add_body(bodies, name, paint, hull->vertex_count, hull->face_count, corners, hull->edge_count);
    uint32_t *rank = allocate(hull->point_count, sizeof *rank);
    for (uint32_t i = 0; b && rank && i < b->vertex_count; i++) {
        b->vertex_number[i] = hull->vertex[i];
        b->vertex[i] = point[hull->vertex[i]];
        rank[hull->vertex[i]] = i;
    }
    for (uint32_t f = 0; b && rank && f < b->face_count; f++) {
        uint32_t from = b->face_start[f] = hull->face_start[f],
                 to = b->face_start[f + 1] = hull->face_start[f + 1];
        for (uint32_t i = from; i < to; i++)
            b->face_vertex[i] = rank[hull->face_vertex[mirrored ? to - 1 - (i - from) : i]];
        b->face_normal[f] = find_normal(b, f);
        b->face_number[f] = f;
    }
    for (uint32_t e = 0; b && rank && e < b->edge_count; e++) {
        for (int k = 0; k < 2; k++) {
            b->edge_vertex[e][k] = rank[hull->edge_vertex[e][k]];
            b->edge_face[e][k] = hull->edge_face[e][k];
        }
        b->edge_number[e] = e;
        b->edge_is_sharp[e] = true;
    }
    bool failed = !rank;
    free(rank);
    return failed ? NULL : b;
}

cld_status cli_bodies_add_hull(cli_bodies *bodies, const cld_vec3 *points, size_t count, const char *name,
                               cli_paint paint, cld_error *err) {
    cld_hull *hull = NULL;
    cld_status status = cld_hull_create(&points->x, count, &hull, err);
    if (!status && !add_hull(bodies, hull, points, false, name, paint))
        status = cld_fail_memory(err);
    cld_hull_destroy(hull);
    return status;
}

/// What one convex shape is drawn with.
typedef struct drawing {
    cli_bodies *bodies;
    const cld_shape *shape;
    const char *name;
    cli_paint paint;
    const cli_frame *frame;
    cld_vec3 middle;
    double reach;
} drawing;

static cld_vec3 place(const drawing *d, cld_vec3 p) {
    return cld_add_scaled(cli_frame_from_world(d->frame, d->shape->centre), 1 / d->frame->unit, p);
}

static void name_parts(const cld_shape *shape, cli_body *b) {
    for (uint32_t f = 0; f < b->face_count; f++)
        b->face_number[f] =
            shape->dimension == 2 ? CLD_NO_INDEX : cld_shape_name_feature(shape, CLD_FEATURE_FACE, f).index;
    for (uint32_t e = 0; e < b->edge_count; e++)
        b->edge_number[e] = cld_shape_name_feature(shape, CLD_FEATURE_EDGE, e).index;
}

static cld_status draw_solid(const drawing *d, cld_error *err) {
    const cld_shape *shape = d->shape;
    const cld_hull *hull;
    cld_status status = cld_shape_find_hull(shape, &hull, err);
    cld_vec3 *point = status ? NULL : allocate(shape->core.count, sizeof *point);
    cli_body *b = NULL;
    for (uint32_t i = 0; point && i < shape->core.count; i++)
        point[i] = place(d, cld_cloud_at(&shape->core, i));
    if (point)
        b = add_hull(d->bodies, hull, point, shape->mirrored, d->name, d->paint);
    free(point);
    if (b)
        name_parts(shape, b);
    return status || b ? status : cld_fail_memory(err);
}

/// The outline as a flat body: edge i leads from vertex i to the next, where the shape stands.
static cld_status draw_planar(const drawing *d, cld_error *err) {
    const cld_shape *shape = d->shape;
    uint32_t n = shape->rare->outline_count, faces = n > 2 ? 2 : 0, edges = n > 2 ? n : n - 1;
    cli_body *b = add_body(d->bodies, d->name, d->paint, n, faces, faces * n, edges);
    if (!b)
        return cld_fail_memory(err);
    for (uint32_t i = 0; i < n; i++) {
        b->vertex[i] = place(d, cld_cloud_at(&shape->core, shape->rare->outline[i]));
        b->vertex_number[i] = shape->rare->outline[i];
        if (faces) {
            b->face_vertex[i] = shape->mirrored ? n - 1 - i : i;
            b->face_vertex[n + i] = shape->mirrored ? i : n - 1 - i;
        }
    }
    for (uint32_t f = 0; f < faces; f++) {
        b->face_start[f + 1] = (f + 1) * n;
        b->face_normal[f] = cld_vec3_make(0, 0, f ? -1 : 1);
    }
    for (uint32_t e = 0; e < edges; e++) {
        b->edge_vertex[e][0] = e, b->edge_vertex[e][1] = (e + 1) % n;
        b->edge_face[e][0] = faces ? 0 : CLD_NO_INDEX, b->edge_face[e][1] = faces ? 1 : CLD_NO_INDEX;
        b->edge_is_sharp[e] = true;
    }
    name_parts(shape, b);
    return CLD_OK;
}

/// Whether the faces beside an edge meet at more than what tessellating makes of a smooth surface.
static bool is_sharp(const cli_body *b, uint32_t e, double smooth) {
    const uint32_t *f = b->edge_face[e];
    return f[0] == CLD_NO_INDEX || cld_dot(b->face_normal[f[0]], b->face_normal[f[1]]) < smooth;
}

static cld_status draw_curved(const drawing *d, cld_error *err) {
    cld_vec3 *point;
    size_t count;
    if (!cli_tessellate(d->shape, d->frame->turns, &point, &count))
        return cld_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        point[i] = place(d, point[i]);
    cld_status status = cli_bodies_add_hull(d->bodies, point, count, d->name, d->paint, err);
    free(point);
    if (status)
        return status;
    cli_body *b = &d->bodies->at[d->bodies->count - 1];
    b->is_curved = true;
    memset(b->vertex_number, 0xFF, b->vertex_count * sizeof *b->vertex_number); // CLD_NO_INDEX
    memset(b->face_number, 0xFF, b->face_count * sizeof *b->face_number);
    memset(b->edge_number, 0xFF, b->edge_count * sizeof *b->edge_number);
    double smooth = cli_smooth_cosine(d->frame->turns);
    for (uint32_t e = 0; e < b->edge_count; e++)
        b->edge_is_sharp[e] = d->shape->radius == 0 && is_sharp(b, e, smooth);
    return CLD_OK;
}

/// A slab below the part of the plane that is near the middle; in the plane a strip below the line.
static cld_status draw_halfspace(const drawing *d, cld_error *err) {
    const cld_shape *shape = d->shape;
    cld_vec3 n = cld_unit(cld_dd3_value(shape->rare->plane.normal)), t[2], corner[8];
    cld_vec3 on_plane = place(d, cld_scale(n, cld_dd_value(shape->rare->plane.offset)));
    cld_vec3 q = cld_add_scaled(d->middle, -cld_dot(n, cld_sub(d->middle, on_plane)), n);
    cld_find_tangents_catto(n, &t[0], &t[1]);
    bool planar = shape->dimension == 2;
    if (planar)
        t[0] = cld_vec3_make(-n.y, n.x, 0), t[1] = cld_vec3_make(0, 0, 0);
    for (int i = 0; i < 8; i++) {
        corner[i] = cld_add_scaled(q, i & 1 ? d->reach : -d->reach, t[0]);
        corner[i] = cld_add_scaled(corner[i], i & 2 ? d->reach : -d->reach, t[1]);
        corner[i] = cld_add_scaled(corner[i], i & 4 ? -SLAB * d->reach : 0, n);
    }
    cld_status status = cli_bodies_add_hull(d->bodies, corner, 8, d->name, d->paint, err);
    if (status)
        return status;
    cli_body *b = &d->bodies->at[d->bodies->count - 1];
    b->is_cut = true;
    memset(b->vertex_number, 0xFF, b->vertex_count * sizeof *b->vertex_number);
    memset(b->edge_number, 0xFF, b->edge_count * sizeof *b->edge_number);
    for (uint32_t f = 0; f < b->face_count; f++)
        b->face_number[f] = cld_dot(b->face_normal[f], n) > 0.5 ? 0 : CLD_NO_INDEX;
    return CLD_OK;
}

/// A hull of more vertices is drawn as what is curved is: no one can tell, and hiding what lies behind it
/// takes time with the square of its faces.
#define MOST_VERTICES 1024

static cld_status draw_convex(const drawing *d, cld_error *err) {
    const cld_shape *shape = d->shape;
    if (shape->kind == CLD_HALFSPACE)
        return draw_halfspace(d, err);
    bool is_vast = shape->dimension == 3 && shape->core.count > MOST_VERTICES;
    if (shape->curve->count || shape->radius > 0 || is_vast)
        return draw_curved(d, err);
    return shape->dimension == 2 ? draw_planar(d, err) : draw_solid(d, err);
}

cld_status cli_bodies_add_shape(cli_bodies *bodies, const cld_shape *shape, const char *name, cli_paint paint,
                                const cli_frame *frame, cld_vec3 middle, double reach, cld_error *err) {
    drawing d = {bodies, shape, name, paint, frame, middle, reach};
    if (shape->kind != CLD_COMPOUND)
        return draw_convex(&d, err);
    cld_status status = CLD_OK;
    for (uint32_t i = 0; i < shape->rare->leaf_count && !status; i++) {
        d.shape = shape->rare->leaves[i].shape;
        status = draw_convex(&d, err);
        if (!status)
            bodies->at[bodies->count - 1].child = shape->rare->leaves[i].child;
    }
    return status;
}

cld_vec3 cli_body_find_middle(const cli_body *b) {
    cld_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < b->vertex_count; i++)
        sum = cld_add_scaled(sum, 1.0 / b->vertex_count, b->vertex[i]);
    return sum;
}
