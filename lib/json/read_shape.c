/// One row of a table for each type: its keys, and what reads them.
#include "json/read_shape.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/suggestion.h"
#include "json/member.h"
#include "json/path.h"
#include "json/read_transform.h"

typedef cld_status read_keys(const cJSON *node, cld_source *source, cld_error *err);

static read_keys read_hull, read_box, read_point, read_segment, read_triangle;

enum { MAX_KEYS = 5 };

static const struct shape_type {
    const char *name;
    const char *what; // as in "a box needs the key ..."
    cld_kind kind;
    read_keys *read; // NULL for a type that is known but not supported
    const char *keys[MAX_KEYS];
} types[] = {
    {"hull", "a hull", CLD_HULL, read_hull, {"vertices", "faces", "edges", "normals"}},
    {"box", "a box", CLD_BOX, read_box, {"size"}},
    {"point", "a point", CLD_POINT, read_point, {"position"}},
    {"segment", "a segment", CLD_SEGMENT, read_segment, {"vertices"}},
    {"triangle", "a triangle", CLD_TRIANGLE, read_triangle, {"vertices"}},
    {.name = "sphere"},
    {.name = "capsule"},
    {.name = "cylinder"},
    {.name = "cone"},
    {.name = "ellipsoid"},
    {.name = "halfspace"},
    {.name = "polygon"},
    {.name = "rectangle"},
    {.name = "circle"},
    {.name = "compound"},
};

static const struct shape_type *const end_of_types = types + sizeof types / sizeof *types;

/// Reads the points of `key` into the definition.
static cld_status read_points(const cJSON *node, const char *what, const char *key, size_t least, size_t most,
                              cld_source *source, cld_error *err) {
    const cJSON *member;
    cld_status status = cld_json_require(node, key, what, &member, err);
    if (status)
        return status;
    cld_shape_def *def = &source->def;
    status = cld_json_read_points(member, least, most, &source->arena, &def->points, &def->point_count, err);
    return cld_json_at_key(status, key, err);
}

static cld_status read_index(const cJSON *node, uint32_t *index, cld_error *err) {
    if (!cJSON_IsNumber(node))
        return cld_json_fail_type(node, "the index of a vertex", err);
    double value = node->valuedouble;
    if (!(value >= 0 && value < UINT32_MAX && value == (uint32_t)value)) {
        char found[CLD_JSON_DESCRIPTION_SIZE];
        return cld_fail(err, CLD_BAD_INDEX, "", "expected the index of a vertex, found %s",
                        cld_json_describe(node, found));
    }
    *index = (uint32_t)value;
    return CLD_OK;
}

/// Reads one list of vertex indices to `to`.
static cld_status read_indices(const cJSON *list, uint32_t *to, cld_error *err) {
    size_t i = 0;
    for (const cJSON *node = list->child; node; node = node->next, i++) {
        cld_status status = read_index(node, &to[i], err);
        if (status)
            return cld_json_at_index(status, i, err);
    }
    return CLD_OK;
}

static cld_status read_faces(const cJSON *node, cld_source *source, cld_error *err) {
    size_t faces, total = 0, i = 0;
    cld_status status = cld_json_count(node, "an array of faces", &faces, err);
    if (status)
        return status;
    uint32_t *start = cld_arena_add(&source->arena, faces + 1, sizeof *start);
    if (!start)
        return cld_fail_memory(err);
    for (const cJSON *face = node->child; face; face = face->next, i++) {
        size_t count;
        start[i] = (uint32_t)total;
        if ((status = cld_json_count(face, "an array of vertex indices", &count, err)))
            return cld_json_at_index(status, i, err);
        total += count;
    }
    if (total >= UINT32_MAX)
        return cld_fail(err, CLD_TOO_LARGE, "", "expected fewer than 2^32 vertices of faces, found %zu",
                        total);
    start[i] = (uint32_t)total;
    uint32_t *vertex = cld_arena_add(&source->arena, total, sizeof *vertex);
    if (!vertex)
        return cld_fail_memory(err);
    i = 0;
    for (const cJSON *face = node->child; face; face = face->next, i++) {
        if ((status = read_indices(face, vertex + start[i], err)))
            return cld_json_at_index(status, i, err);
    }
    source->def.face_start = start;
    source->def.face_vertex = vertex;
    source->def.face_count = faces;
    return CLD_OK;
}

static cld_status read_edges(const cJSON *node, cld_source *source, cld_error *err) {
    size_t edges, i = 0;
    cld_status status = cld_json_count(node, "an array of edges", &edges, err);
    if (status)
        return status;
    uint32_t(*edge)[2] = cld_arena_add(&source->arena, edges, sizeof *edge);
    if (!edge)
        return cld_fail_memory(err);
    for (const cJSON *pair = node->child; pair; pair = pair->next, i++) {
        size_t count;
        if (!(status = cld_json_count(pair, "two vertex indices", &count, err)))
            status = count == 2
                         ? read_indices(pair, edge[i], err)
                         : cld_fail(err, CLD_BAD_VALUE, "", "expected two vertex indices, found %zu", count);
        if (status)
            return cld_json_at_index(status, i, err);
    }
    source->def.edge_vertex = (const uint32_t(*)[2])edge;
    source->def.edge_count = edges;
    return CLD_OK;
}

static cld_status read_normals(const cJSON *node, cld_source *source, cld_error *err) {
    cld_shape_def *def = &source->def;
    return cld_json_read_points(node, 0, 0, &source->arena, &def->normals, &def->normal_count, err);
}

static cld_status read_hull(const cJSON *node, cld_source *source, cld_error *err) {
    static const struct {
        const char *key;
        read_keys *read;
    } lists[] = {{"faces", read_faces}, {"edges", read_edges}, {"normals", read_normals}};
    cld_status status = read_points(node, "a hull", "vertices", 1, 0, source, err);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !status; i++) {
        const cJSON *list = cld_json_find(node, lists[i].key);
        if (list)
            status = cld_json_at_key(lists[i].read(list, source, err), lists[i].key, err);
    }
    return status;
}

static cld_status read_box(const cJSON *node, cld_source *source, cld_error *err) {
    const cJSON *size;
    cld_status status = cld_json_require(node, "size", "a box", &size, err);
    return status ? status
                  : cld_json_at_key(cld_json_read_numbers(size, 3, source->def.size, err), "size", err);
}

static cld_status read_point(const cJSON *node, cld_source *source, cld_error *err) {
    const cJSON *position;
    cld_status status = cld_json_require(node, "position", "a point", &position, err);
    if (status)
        return status;
    double *at = cld_arena_add(&source->arena, 3, sizeof *at);
    if (!at)
        return cld_fail_memory(err);
    source->def.points = at;
    source->def.point_count = 1;
    return cld_json_at_key(cld_json_read_numbers(position, 3, at, err), "position", err);
}

static cld_status read_segment(const cJSON *node, cld_source *source, cld_error *err) {
    return read_points(node, "a segment", "vertices", 2, 2, source, err);
}

static cld_status read_triangle(const cJSON *node, cld_source *source, cld_error *err) {
    return read_points(node, "a triangle", "vertices", 3, 3, source, err);
}

/// What is called `name`, or NULL.
static const struct shape_type *find_named(const char *name) {
    const struct shape_type *type = types;
    while (type < end_of_types && strcmp(type->name, name) != 0)
        type++;
    return type < end_of_types ? type : NULL;
}

static cld_status fail_name(const char *name, cld_error *err) {
    cld_suggestion suggestion = {.word = name};
    for (const struct shape_type *type = types; type < end_of_types; type++)
        cld_suggestion_offer(&suggestion, type->name);
    if (suggestion.nearest)
        return cld_fail(err, CLD_BAD_VALUE, "/type", "no shape has the type \"%.40s\"; did you mean \"%s\"?",
                        name, suggestion.nearest);
    return cld_fail(err, CLD_BAD_VALUE, "/type", "no shape has the type \"%.40s\"", name);
}

/// The type that the document names, or that its vertices have without a name: points of two numbers are a
/// polygon.
static cld_status find_type(const cJSON *node, const struct shape_type **type, cld_error *err) {
    const cJSON *member = cld_json_find(node, "type"), *vertices = cld_json_find(node, "vertices");
    const char *name = "hull";
    if (member) {
        cld_status status = cld_json_read_string(member, &name, err);
        if (status)
            return cld_json_at_key(status, "type", err);
    } else if (!vertices) {
        return cld_fail(
            err, CLD_MISSING_KEY, "",
            "expected a shape, with the key \"type\" or \"vertices\", or a scene, with \"objects\"");
    } else if (cJSON_IsArray(vertices->child) && cJSON_GetArraySize(vertices->child) == 2) {
        name = "polygon";
    }
    *type = find_named(name);
    if (!*type)
        return fail_name(name, err);
    if (!(*type)->read)
        return cld_fail(err, CLD_UNSUPPORTED, "/type", "shapes of type \"%s\" are not supported yet", name);
    return CLD_OK;
}

/// What every type has.
static cld_status read_shared_keys(const cJSON *node, cld_source *source, cld_error *err) {
    const cJSON *margin = cld_json_find(node, "margin"), *name = cld_json_find(node, "name");
    const cJSON *transform = cld_json_find(node, "transform");
    cld_status status = CLD_OK;
    if (margin && (status = cld_json_read_number(margin, &source->def.margin, err)))
        return cld_json_at_key(status, "margin", err);
    if (name && (status = cld_json_read_string(name, &source->name, err)))
        return cld_json_at_key(status, "name", err);
    if (transform && (status = cld_json_read_transform(transform, &source->def.transform, err)))
        return cld_json_at_key(status, "transform", err);
    return status;
}

cld_status cld_json_read_shape(const cJSON *node, bool is_document, cld_source *source, cld_error *err) {
    static const char *const shared[] = {"type", "transform", "margin", "name", "extras", "$schema", NULL};
    static const char *const shared_inside[] = {"type", "transform", "margin", "name", "extras", NULL};
    if (!cJSON_IsObject(node))
        return cld_json_fail_type(node, "a shape, which is an object", err);
    const struct shape_type *type = NULL;
    cld_status status = find_type(node, &type, err);
    if (status || (status = cld_json_check_keys(node, type->keys, is_document ? shared : shared_inside,
                                                type->what, err)))
        return status;
    source->def = cld_shape_def_make(type->kind);
    source->shape = node;
    if ((status = type->read(node, source, err)))
        return status;
    return read_shared_keys(node, source, err);
}
