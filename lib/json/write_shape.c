#include "json/write_shape.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "json/member.h"

static void write_matrix(cld_json_writer *w, const cld_transform *transform, int dimension) {
    const double *m = &transform->m.row[0].x, *t = &transform->t.x;
    cld_json_open_object(w, "transform", CLD_JSON_LINES);
    cld_json_open_array(w, "matrix", CLD_JSON_LINES);
    for (int r = 0; r < dimension; r++) {
        double row[4];
        for (int c = 0; c < dimension; c++)
            row[c] = m[3 * r + c];
        row[dimension] = t[r];
        cld_json_put_numbers(w, NULL, row, (size_t)dimension + 1);
    }
    cld_json_close(w, ']');
    cld_json_close(w, '}');
}

/// The transform as it was written or, if others were applied after it, their product.
static void write_transform(cld_json_writer *w, const cld_source *source) {
    const cJSON *transform = cld_json_find(source->shape, "transform");
    if (source->is_moved)
        write_matrix(w, &source->def.transform, source->def.dimension);
    else if (transform)
        cld_json_put_node(w, "transform", transform);
}

/// The rank of an extreme point among the extreme points, which are sorted.
static uint32_t find_rank(const cld_hull *hull, uint32_t point) {
    uint32_t low = 0, high = hull->vertex_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (hull->vertex[middle] <= point)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void write_faces(cld_json_writer *w, const cld_hull *hull) {
    cld_json_open_array(w, "faces", CLD_JSON_LINES);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        cld_json_open_array(w, NULL, CLD_JSON_ON_A_LINE);
        for (uint32_t i = hull->face_start[f]; i < hull->face_start[f + 1]; i++)
            cld_json_put_integer(w, NULL, find_rank(hull, hull->face_vertex[i]));
        cld_json_close(w, ']');
    }
    cld_json_close(w, ']');
}

static void write_edges(cld_json_writer *w, const cld_hull *hull) {
    cld_json_open_array(w, "edges", CLD_JSON_LINES);
    for (uint32_t e = 0; e < hull->edge_count; e++) {
        const uint32_t *edge = hull->edge_vertex[e];
        cld_json_put_integers(w, NULL, (const uint32_t[]){find_rank(hull, edge[0]), find_rank(hull, edge[1])},
                              2);
    }
    cld_json_close(w, ']');
}

static void write_solid(cld_json_writer *w, const cld_hull *hull, const double *points) {
    cld_json_put_string(w, "type", "hull");
    cld_json_open_array(w, "vertices", CLD_JSON_LINES);
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        cld_json_put_numbers(w, NULL, points + 3 * (size_t)hull->vertex[i], 3);
    cld_json_close(w, ']');
    if (hull->face_count > 0)
        write_faces(w, hull);
    if (hull->edge_count > 0)
        write_edges(w, hull);
    if (hull->face_count > 0) {
        cld_json_open_array(w, "normals", CLD_JSON_LINES);
        for (uint32_t f = 0; f < hull->face_count; f++)
            cld_json_put_vector(w, NULL, hull->face_normal[f], 3);
        cld_json_close(w, ']');
    }
}

/// The loop of a flat hull, or the vertices of one without area.
static void write_polygon(cld_json_writer *w, const cld_hull *hull, const double *points) {
    const uint32_t *loop = hull->face_count > 0 ? hull->face_vertex : hull->vertex;
    cld_json_put_string(w, "type", "polygon");
    cld_json_open_array(w, "vertices", CLD_JSON_LINES);
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        cld_json_put_numbers(w, NULL, points + 3 * (size_t)loop[i], 2);
    cld_json_close(w, ']');
}

void cld_json_write_hull(cld_json_writer *w, const cld_source *source, const cld_hull *hull,
                         const double *points) {
    cld_json_open_object(w, NULL, CLD_JSON_LINES);
    if (source->def.dimension == 2)
        write_polygon(w, hull, points);
    else
        write_solid(w, hull, points);
    write_transform(w, source);
    if (source->def.margin > 0)
        cld_json_put_number(w, "margin", source->def.margin);
    if (source->name)
        cld_json_put_string(w, "name", source->name);
    cld_json_end(w);
}

/// The shape as it was described, but for what is not allowed or not true in a record.
static void write_operand(cld_json_writer *w, const char *key, const cld_source *source) {
    cld_json_open_object(w, key, CLD_JSON_LINES);
    for (const cJSON *member = source->shape->child; member; member = member->next) {
        if (strcmp(member->string, "$schema") != 0 && strcmp(member->string, "transform") != 0)
            cld_json_put_node(w, member->string, member);
    }
    write_transform(w, source);
    cld_json_close(w, '}');
}

void cld_json_put_pair(cld_json_writer *w, const cld_source *a, const cld_source *b,
                       const cld_query_options *options) {
    write_operand(w, "a", a);
    write_operand(w, "b", b);
    cld_json_open_object(w, "options", CLD_JSON_ON_A_LINE);
    cld_json_put_string(w, "algorithm", cld_algorithm_name(options->algorithm));
    if (options->tolerance >= 0)
        cld_json_put_number(w, "tolerance", options->tolerance);
    if (options->max_contacts > 0)
        cld_json_put_integer(w, "max_contacts", options->max_contacts);
    cld_json_close(w, '}');
}

void cld_json_write_pair(cld_json_writer *w, const cld_source *a, const cld_source *b,
                         const cld_query_options *options) {
    cld_json_open_object(w, NULL, CLD_JSON_LINES);
    cld_json_put_pair(w, a, b, options);
    cld_json_end(w);
}
