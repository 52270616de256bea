#include "shadow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"

static bool faces_eye(const cli_body *b, uint32_t face, cld_vec3 eye) {
    return cld_dot(b->face_normal[face], eye) > 0;
}

/// Whether all the points are so far aside that the body hides nothing of what is between them.
static bool is_beside(const cli_shadow *shadow, const cld_vec3 *points, size_t count) {
    for (int k = 0; k < 2; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            double at = cld_dot(shadow->axis[k], points[i]);
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        if (low > shadow->high[k] || high < shadow->low[k])
            return true;
    }
    return false;
}

static void find_reach(const cli_body *b, cld_vec3 eye, cli_shadow *shadow) {
    shadow->axis[0] = cld_unit(cld_cross(eye, fabs(eye.z) < 0.9 ? (cld_vec3){0, 0, 1} : (cld_vec3){1, 0, 0}));
    shadow->axis[1] = cld_cross(eye, shadow->axis[0]);
    for (int k = 0; k < 2; k++) {
        shadow->low[k] = INFINITY, shadow->high[k] = -INFINITY;
        for (uint32_t i = 0; i < b->vertex_count; i++) {
            double at = cld_dot(shadow->axis[k], b->vertex[i]);
            shadow->low[k] = at < shadow->low[k] ? at : shadow->low[k];
            shadow->high[k] = at > shadow->high[k] ? at : shadow->high[k];
        }
    }
}

bool cli_shadow_make(const cli_body *b, cld_vec3 eye, double room, cli_shadow *shadow) {
    *shadow = (cli_shadow){.count = 0};
    if (!b->face_count)
        return true;
    find_reach(b, eye, shadow);
    shadow->planes = malloc(((size_t)b->face_count + b->edge_count) * sizeof *shadow->planes);
    if (!shadow->planes)
        return false;
    for (uint32_t f = 0; f < b->face_count; f++) {
        cld_vec3 n = b->face_normal[f];
        if (faces_eye(b, f, eye))
            shadow->planes[shadow->count++] =
                (cli_plane){n, cld_dot(n, b->vertex[b->face_vertex[b->face_start[f]]]) - room};
    }
    if (!shadow->count) { // a flat body seen from its side
        cli_shadow_clear(shadow);
        return true;
    }
    cld_vec3 middle = cli_body_find_middle(b);
    for (uint32_t e = 0; e < b->edge_count; e++) {
        cld_vec3 p = b->vertex[b->edge_vertex[e][0]], q = b->vertex[b->edge_vertex[e][1]];
        cld_vec3 n = cld_cross(cld_sub(q, p), eye);
        double length = cld_length(n);
        if (faces_eye(b, b->edge_face[e][0], eye) == faces_eye(b, b->edge_face[e][1], eye) || !(length > 0))
            continue;
        n = cld_scale(n, (cld_dot(n, cld_sub(middle, p)) > 0 ? -1 : 1) / length);
        shadow->planes[shadow->count++] = (cli_plane){n, cld_dot(n, p) - room};
    }
    return true;
}

void cli_shadow_clear(cli_shadow *shadow) {
    free(shadow->planes);
    *shadow = (cli_shadow){.count = 0};
}

bool cli_shadow_cut_line(const cli_shadow *shadow, cld_vec3 p, cld_vec3 q, double *from, double *to) {
    *from = 0, *to = 1;
    if (shadow->count == 0 || is_beside(shadow, (const cld_vec3[]){p, q}, 2))
        return false;
    for (size_t i = 0; i < shadow->count; i++) {
        const cli_plane *plane = &shadow->planes[i];
        double at_p = cld_dot(plane->normal, p) - plane->offset,
               at_q = cld_dot(plane->normal, q) - plane->offset;
        if (at_p > 0 && at_q > 0)
            return false;
        if (at_p > 0)
            *from = fmax(*from, at_p / (at_p - at_q));
        else if (at_q > 0)
            *to = fmin(*to, at_p / (at_p - at_q));
    }
    return *from < *to;
}

bool cli_polygon_copy(const cld_vec3 *points, size_t count, cli_polygon *polygon) {
    *polygon = (cli_polygon){malloc((count + 2) * sizeof *polygon->at), count};
    if (polygon->at)
        memcpy(polygon->at, points, count * sizeof *points);
    return polygon->at;
}

void cli_polygon_clear(cli_polygon *polygon) {
    free(polygon->at);
    *polygon = (cli_polygon){NULL, 0};
}

/// Splits a polygon by a plane; either part may be empty. False without memory.
static bool split(const cli_polygon *polygon, const cli_plane *plane, cli_polygon *inside,
                  cli_polygon *outside) {
    cld_vec3 *memory = malloc(2 * (polygon->count + 2) * sizeof *memory);
    *inside = *outside = (cli_polygon){NULL, 0};
    if (!memory)
        return false;
    cld_vec3 *in = memory, *out = memory + polygon->count + 2;
    size_t in_count = 0, out_count = 0;
    for (size_t i = 0; i < polygon->count; i++) {
        cld_vec3 p = polygon->at[i], q = polygon->at[(i + 1) % polygon->count];
        double at_p = cld_dot(plane->normal, p) - plane->offset,
               at_q = cld_dot(plane->normal, q) - plane->offset;
        if (at_p <= 0)
            in[in_count++] = p;
        if (at_p >= 0)
            out[out_count++] = p;
        if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
            cld_vec3 cut = cld_add_scaled(p, at_p / (at_p - at_q), cld_sub(q, p));
            in[in_count++] = cut;
            out[out_count++] = cut;
        }
    }
    bool good = cli_polygon_copy(in, in_count < 3 ? 0 : in_count, inside) &&
                cli_polygon_copy(out, out_count < 3 ? 0 : out_count, outside);
    free(memory);
    return good;
}

/// On which side of a plane all of a polygon lies: -1 inside, 1 outside, 0 if it has to be split.
static int find_side(const cli_polygon *polygon, const cli_plane *plane) {
    size_t inside = 0, outside = 0;
    for (size_t i = 0; i < polygon->count && (inside == 0 || outside == 0); i++) {
        double at = cld_dot(plane->normal, polygon->at[i]) - plane->offset;
        inside += at < 0;
        outside += at > 0;
    }
    return inside == polygon->count ? -1 : outside == polygon->count ? 1 : 0;
}

/// Finds whether a shadow hides anything of a polygon. False without memory.
static bool find_hiding(const cli_shadow *shadow, const cli_polygon *polygon, bool *hides) {
    cli_polygon rest;
    bool good = cli_polygon_copy(polygon->at, polygon->count, &rest);
    for (size_t i = 0; i < shadow->count && good && rest.count > 0; i++) {
        cli_polygon inside, outside;
        int side = find_side(&rest, &shadow->planes[i]);
        if (side > 0)
            cli_polygon_clear(&rest);
        if (side != 0)
            continue;
        good = split(&rest, &shadow->planes[i], &inside, &outside);
        cli_polygon_clear(&rest);
        cli_polygon_clear(&outside);
        rest = inside;
    }
    *hides = rest.count > 0;
    cli_polygon_clear(&rest);
    return good;
}

bool cli_shadows_cut_polygon(const cli_shadow *shadows, size_t count, const cli_polygon *polygon,
                             cli_take_piece *take, void *context) {
    // Past those that hide nothing of it: cut up by their planes all the same, pieces would breed pieces.
    for (bool hides = false; count > 0; shadows++, count--) {
        if (shadows->count == 0 || is_beside(shadows, polygon->at, polygon->count))
            continue;
        if (!find_hiding(shadows, polygon, &hides))
            return false;
        if (hides)
            break;
    }
    if (count == 0) {
        take(context, polygon);
        return true;
    }
    cli_polygon rest;
    bool good = cli_polygon_copy(polygon->at, polygon->count, &rest);
    for (size_t i = 0; i < shadows->count && good && rest.count > 0; i++) {
        cli_polygon inside, outside;
        if (find_side(&rest, &shadows->planes[i]) < 0)
            continue;
        good = split(&rest, &shadows->planes[i], &inside, &outside);
        if (good && outside.count > 0) // what is beyond one plane is not in this shadow
            good = cli_shadows_cut_polygon(shadows + 1, count - 1, &outside, take, context);
        cli_polygon_clear(&rest);
        cli_polygon_clear(&outside);
        rest = inside;
    }
    cli_polygon_clear(&rest);
    return good;
}
