/// One row of a table for each type: its keys, and what reads them.
#include "json/read_shape.h"

#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "shape/kind.h"
#include "json/member.h"
#include "json/path.h"
#include "json/read_transform.h"

/// What a reader fills in.
typedef struct target {
    cld_shape_def *def; ///< its dimension is 0 until the first point shows it, where the type allows either
    cld_arena *arena;
    const char *what; ///< "a box"
} target;

typedef cld_status read_keys(const cJSON *node, const target *to, cld_error *err);

static read_keys read_hull, read_size, read_point, read_segment, read_triangle, read_polygon, read_radius,
    read_capsule, read_cone, read_radii, read_halfspace, read_children;

enum { MAX_KEYS = 6 };

static const struct shape_type {
    const char *what; // as in "a box needs the key ..."
    cld_kind kind;
    read_keys *read;
    const char *keys[MAX_KEYS];
} types[] = {
    {"a hull", CLD_HULL, read_hull, {"vertices", "faces", "edges", "normals", "margin"}},
    {"a box", CLD_BOX, read_size, {"size", "margin"}},
    {"a sphere", CLD_SPHERE, read_radius, {"radius", "margin"}},
    {"a capsule", CLD_CAPSULE, read_capsule, {"ends", "radius", "margin"}},
    {"a cylinder", CLD_CYLINDER, read_capsule, {"ends", "radius", "margin"}},
    {"a cone", CLD_CONE, read_cone, {"base", "apex", "radius", "margin"}},
    {"an ellipsoid", CLD_ELLIPSOID, read_radii, {"radii", "margin"}},
    {"a point", CLD_POINT, read_point, {"position", "margin"}},
    {"a segment", CLD_SEGMENT, read_segment, {"vertices", "margin"}},
    {"a triangle", CLD_TRIANGLE, read_triangle, {"vertices", "margin"}},
    {"a half-space", CLD_HALFSPACE, read_halfspace, {"normal", "offset"}},
    {"a polygon", CLD_POLYGON, read_polygon, {"vertices", "margin"}},
    {"a rectangle", CLD_RECTANGLE, read_size, {"size", "margin"}},
    {"a circle", CLD_CIRCLE, read_radius, {"radius", "margin"}},
    {"a compound", CLD_COMPOUND, read_children, {"children"}},
};

static const struct shape_type *const end_of_types = types + sizeof types / sizeof *types;

/// Reads the `count` elements of an array, each a vector, padded with 0 to three numbers.
static cld_status read_vectors(const cJSON *node, size_t count, const target *to, const double **vectors,
                               cld_error *err) {
    double *at = cld_arena_add(to->arena, count, 3 * sizeof *at);
    size_t i = 0;
    if (!at)
        return cld_fail_memory(err);
    *vectors = at;
    for (const cJSON *element = node->child; element; element = element->next, i++) {
        at[3 * i + 2] = 0;
        cld_status status = cld_json_read_vector(element, &to->def->dimension, at + 3 * i, err);
        if (status)
            return cld_json_at_index(status, i, err);
    }
    return CLD_OK;
}

/// Reads `least` or more points; `most` of 0 means any number.
static cld_status read_list(const cJSON *node, const target *to, size_t least, size_t most, cld_error *err) {
    cld_shape_def *def = to->def;
    cld_status status = cld_json_count(node, "an array of points", &def->point_count, err);
    if (status)
        return status;
    if (def->point_count < least || (most && def->point_count > most))
        return cld_fail(err, CLD_BAD_VALUE, "", "expected %zu%s points, found %zu", least,
                        most ? "" : " or more", def->point_count);
    return read_vectors(node, def->point_count, to, &def->points, err);
}

/// Reads the points of `key` into the definition.
static cld_status read_points(const cJSON *node, const target *to, const char *key, size_t least, size_t most,
                              cld_error *err) {
    const cJSON *member;
    cld_status status = cld_json_require(node, key, to->what, &member, err);
    if (status)
        return status;
    return cld_json_at_key(read_list(member, to, least, most, err), key, err);
}

static cld_status read_index(const cJSON *node, uint32_t *index, cld_error *err) {
    if (!cJSON_IsNumber(node))
        return cld_json_fail_type(node, "the index of a vertex", err);
    double value = node->valuedouble;
    if (!(value >= 0 && value < UINT32_MAX && value == (uint32_t)value))
        return cld_json_fail_value(CLD_BAD_INDEX, node, "the index of a vertex", err);
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

static cld_status read_faces(const cJSON *node, const target *to, cld_error *err) {
    size_t faces, total = 0, i = 0;
    cld_status status = cld_json_count(node, "an array of faces", &faces, err);
    if (status)
        return status;
    uint32_t *start = cld_arena_add(to->arena, faces + 1, sizeof *start);
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
    uint32_t *vertex = cld_arena_add(to->arena, total, sizeof *vertex);
    if (!vertex)
        return cld_fail_memory(err);
    i = 0;
    for (const cJSON *face = node->child; face; face = face->next, i++) {
        if ((status = read_indices(face, vertex + start[i], err)))
            return cld_json_at_index(status, i, err);
    }
    to->def->face_start = start;
    to->def->face_vertex = vertex;
    to->def->face_count = faces;
    return CLD_OK;
}

static cld_status read_edges(const cJSON *node, const target *to, cld_error *err) {
    size_t edges, i = 0;
    cld_status status = cld_json_count(node, "an array of edges", &edges, err);
    if (status)
        return status;
    uint32_t(*edge)[2] = cld_arena_add(to->arena, edges, sizeof *edge);
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
    to->def->edge_vertex = (const uint32_t(*)[2])edge;
    to->def->edge_count = edges;
    return CLD_OK;
}

static cld_status read_normals(const cJSON *node, const target *to, cld_error *err) {
    cld_shape_def *def = to->def;
    cld_status status = cld_json_count(node, "an array of normals", &def->normal_count, err);
    if (!status)
        status = read_vectors(node, def->normal_count, to, &def->normals, err);
    if (!status && def->normal_count == 0 && def->face_count > 0) // to a definition, no normals are no list
        return cld_fail(err, CLD_BAD_VALUE, "", "there must be one normal a face: got 0 for %zu faces",
                        def->face_count);
    return status;
}

static cld_status read_hull(const cJSON *node, const target *to, cld_error *err) {
    static const struct {
        const char *key;
        read_keys *read;
    } lists[] = {{"faces", read_faces}, {"edges", read_edges}, {"normals", read_normals}};
    cld_status status = read_points(node, to, "vertices", 1, 0, err);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !status; i++) {
        const cJSON *list = cld_json_find(node, lists[i].key);
        if (list)
            status = cld_json_at_key(lists[i].read(list, to, err), lists[i].key, err);
    }
    return status;
}

/// Reads the vector of `key`, of the definition's dimension.
static cld_status read_vector(const cJSON *node, const target *to, const char *key, double *values,
                              cld_error *err) {
    const cJSON *member;
    cld_status status = cld_json_require(node, key, to->what, &member, err);
    return status ? status
                  : cld_json_at_key(cld_json_read_vector(member, &to->def->dimension, values, err), key, err);
}

static cld_status read_number(const cJSON *node, const target *to, const char *key, double *value,
                              cld_error *err) {
    const cJSON *member;
    cld_status status = cld_json_require(node, key, to->what, &member, err);
    return status ? status : cld_json_at_key(cld_json_read_number(member, value, err), key, err);
}

static cld_status read_size(const cJSON *node, const target *to, cld_error *err) {
    return read_vector(node, to, "size", to->def->size, err);
}

static cld_status read_radius(const cJSON *node, const target *to, cld_error *err) {
    return read_number(node, to, "radius", &to->def->radius, err);
}

static cld_status read_radii(const cJSON *node, const target *to, cld_error *err) {
    return read_vector(node, to, "radii", to->def->radii, err);
}

/// Capsules and cylinders.
static cld_status read_capsule(const cJSON *node, const target *to, cld_error *err) {
    cld_status status = read_points(node, to, "ends", 2, 2, err);
    return status ? status : read_radius(node, to, err);
}

/// Reads `count` points, each under its own key.
static cld_status read_places(const cJSON *node, const target *to, const char *const *keys, size_t count,
                              cld_error *err) {
    double *at = cld_arena_add(to->arena, count, 3 * sizeof *at);
    if (!at)
        return cld_fail_memory(err);
    to->def->points = at;
    to->def->point_count = count;
    cld_status status = CLD_OK;
    for (size_t i = 0; i < count && !status; i++) {
        at[3 * i + 2] = 0;
        status = read_vector(node, to, keys[i], at + 3 * i, err);
    }
    return status;
}

static cld_status read_point(const cJSON *node, const target *to, cld_error *err) {
    return read_places(node, to, (const char *const[]){"position"}, 1, err);
}

static cld_status read_cone(const cJSON *node, const target *to, cld_error *err) {
    cld_status status = read_places(node, to, (const char *const[]){"base", "apex"}, 2, err);
    return status ? status : read_radius(node, to, err);
}

static cld_status read_segment(const cJSON *node, const target *to, cld_error *err) {
    return read_points(node, to, "vertices", 2, 2, err);
}

static cld_status read_triangle(const cJSON *node, const target *to, cld_error *err) {
    return read_points(node, to, "vertices", 3, 3, err);
}

static cld_status read_polygon(const cJSON *node, const target *to, cld_error *err) {
    return read_points(node, to, "vertices", 1, 0, err);
}

static cld_status read_halfspace(const cJSON *node, const target *to, cld_error *err) {
    cld_status status = read_vector(node, to, "normal", to->def->normal, err);
    return status ? status : read_number(node, to, "offset", &to->def->offset, err);
}

/// A compound has the dimension of its first child; whether the others agree is for the shape to check.
static cld_status read_children(const cJSON *node, const target *to, cld_error *err) {
    const cJSON *list;
    cld_status status = cld_json_require(node, "children", to->what, &list, err);
    if (status)
        return status;
    size_t count = 0, i = 0;
    status = cld_json_count(list, "an array of shapes", &count, err);
    if (!status && count == 0)
        status = cld_fail(err, CLD_BAD_VALUE, "", "expected 1 or more shapes, found 0");
    cld_shape_def *children = status ? NULL : cld_arena_add(to->arena, count, sizeof *children);
    if (!status && !children)
        return cld_fail_memory(err);
    for (const cJSON *child = status ? NULL : list->child; child && !status; child = child->next, i++)
        status = cld_json_at_index(cld_json_read_def(child, false, to->arena, &children[i], err), i, err);
    if (status)
        return cld_json_at_key(status, "children", err);
    to->def->children = children;
    to->def->child_count = count;
    to->def->dimension = children[0].dimension;
    return CLD_OK;
}

/// What is called `name`, or NULL.
static const struct shape_type *find_named(const char *name) {
    const struct shape_type *type = types;
    while (type < end_of_types && strcmp(cld_kind_name(type->kind), name) != 0)
        type++;
    return type < end_of_types ? type : NULL;
}

static cld_status fail_name(const char *name, cld_error *err) {
    const char *names[sizeof types / sizeof *types + 1] = {NULL};
    for (const struct shape_type *type = types; type < end_of_types; type++)
        names[type - types] = cld_kind_name(type->kind);
    return cld_json_at_key(cld_json_fail_name("no shape has the type", name, names, err), "type", err);
}

/// Nothing says what the document holds.
static cld_status fail_missing(const cJSON *node, bool is_document, cld_error *err) {
    static const char *const keys[] = {"objects", "type", "vertices", NULL};
    cld_status status = cld_json_check_meant(node, is_document ? keys : keys + 1,
                                             is_document ? "a shape or scene" : "a shape", err);
    return status ? status
                  : cld_fail(err, CLD_MISSING_KEY, "",
                             "expected a shape, with the key \"type\" or \"vertices\"%s",
                             is_document ? ", or a scene, with \"objects\"" : "");
}

/// The type that the document names, or that its vertices have without a name: points of two numbers are a
/// polygon.
static cld_status find_type(const cJSON *node, bool is_document, const struct shape_type **type,
                            cld_error *err) {
    const cJSON *member = cld_json_find(node, "type"), *vertices = cld_json_find(node, "vertices");
    const char *name = "hull";
    if (member) {
        cld_status status = cld_json_read_string(member, &name, err);
        if (status)
            return cld_json_at_key(status, "type", err);
    } else if (!vertices) {
        return fail_missing(node, is_document, err);
    } else if (cJSON_IsArray(vertices->child) && cJSON_GetArraySize(vertices->child) == 2) {
        name = "polygon";
    }
    *type = find_named(name);
    if (!*type)
        return fail_name(name, err);
    return CLD_OK;
}

/// What most types have. The transform has the dimension that the definition has by now.
static cld_status read_shared_keys(const cJSON *node, cld_shape_def *def, cld_error *err) {
    const cJSON *margin = cld_json_find(node, "margin"), *name = cld_json_find(node, "name");
    const cJSON *transform = cld_json_find(node, "transform");
    const char *text;
    cld_status status = CLD_OK;
    if (margin && (status = cld_json_read_number(margin, &def->margin, err)))
        return cld_json_at_key(status, "margin", err);
    if (name && (status = cld_json_read_string(name, &text, err)))
        return cld_json_at_key(status, "name", err);
    if (transform && (status = cld_json_read_transform(transform, def->dimension, &def->transform, err)))
        return cld_json_at_key(status, "transform", err);
    return status;
}

cld_status cld_json_read_def(const cJSON *node, bool is_document, cld_arena *arena, cld_shape_def *def,
                             cld_error *err) {
    static const char *const shared[] = {"type", "transform", "name", "extras", "$schema", NULL};
    static const char *const shared_inside[] = {"type", "transform", "name", "extras", NULL};
    if (!cJSON_IsObject(node))
        return cld_json_fail_type(node, "a shape, which is an object", err);
    const struct shape_type *type = types;
    cld_status status = find_type(node, is_document, &type, err);
    if (status ||
        (status =
             cld_json_check_keys(node, type->keys, is_document ? shared : shared_inside, type->what, err)) ||
        (is_document && (status = cld_json_check_schema(node, err))))
        return status;
    *def = cld_shape_def_make(type->kind);
    def->dimension = cld_kind_row(type->kind)->dimension;
    if ((status = type->read(node, &(target){def, arena, type->what}, err)))
        return status;
    return read_shared_keys(node, def, err);
}

cld_status cld_json_read_shape(const cJSON *node, bool is_document, cld_source *source, cld_error *err) {
    cld_status status = cld_json_read_def(node, is_document, &source->arena, &source->def, err);
    const cJSON *name = status ? NULL : cld_json_find(node, "name");
    source->shape = node;
    source->name = name ? name->valuestring : NULL;
    return status;
}
