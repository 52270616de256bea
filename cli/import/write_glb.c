/// Writes binary glTF 2.0: a JSON document of nodes and meshes, then their numbers.
///
/// Source: Khronos Group, glTF 2.0 Specification, 2021, sections 3 and 4.4.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/number.h"
#include "collide/collide.h"
#include "import/model.h"
#include "math/vec.h"
#include "json/writer.h"

enum {
    MODE_POINTS = 0,
    MODE_LINES = 1,
    MODE_TRIANGLES = 4,
    FLOATS = 5126,
    INTEGERS = 5125,
    ARRAY = 34962,
    ELEMENTS = 34963
};

/// A part as numbers in the buffer: an accessor of positions and, for triangles, one of indices after it.
typedef struct primitive {
    uint32_t accessor;
    uint32_t points, indices;
    size_t points_at, indices_at; ///< in bytes
    float least[3], most[3];
    int mode;
} primitive;

/// An object: the parts begin .. end - 1, and where their mesh is among the objects'.
typedef struct node {
    size_t begin, end;
    uint32_t mesh;
    cld_vec3 origin; ///< of the mesh, in the frame of the parts
    bool is_baked;   ///< the vertices are turned and scaled: no node has a transform with shear
} node;

typedef struct mesh {
    size_t node; ///< the first one
    size_t primitive;
} mesh;

/// A file on its way. Everything in it is freed at the end.
typedef struct writing {
    const cli_model *model;
    node *nodes;
    mesh *meshes;
    primitive *primitives;
    size_t node_count, mesh_count, primitive_count;
    uint32_t accessor_count;
    uint32_t *slots; ///< meshes + 1 by their numbers, 0 where free; a power of two of them
    size_t mask;
    cld_text positions, indices, json;
} writing;

/// What is no more times as far out as it is large, floats show to 1 in 16384.
#define FAR 1024

/// The origin for the points of some parts: along each axis 0 or, for what is far out in its own frame, where
/// they begin, since floats would lose its shape. What is near keeps 0: equal coordinates of parts that stand
/// alike then round alike.
static cld_vec3 find_origin(const cli_part *parts, size_t count) {
    double origin[3], size = 0;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            const double *at = parts[i].solid.points + k;
            for (uint32_t p = 0; p < parts[i].solid.point_count; p++, at += 3)
                low = fmin(low, *at), high = fmax(high, *at);
        }
        origin[k] = low > 0 ? low : high < 0 ? high : 0;
        size = fmax(size, high - low);
    }
    for (int k = 0; k < 3; k++)
        origin[k] = fabs(origin[k]) > FAR * size ? origin[k] : 0;
    return cld_vec3_make(origin[0], origin[1], origin[2]);
}

/// Where a node stands.
static cld_vec3 find_place(const writing *w, const node *n) {
    return cld_transform_apply(&w->model->parts[n->begin].transform, n->origin);
}

/// Whether the matrix is one of floats whose columns are at right angles within what floats show:
/// translation, rotation and scale, and no more.
static bool is_decomposable(const cld_transform *transform) {
    const cld_vec3 *row = transform->m.row;
    cld_vec3 column[3] = {
        {row[0].x, row[1].x, row[2].x}, {row[0].y, row[1].y, row[2].y}, {row[0].z, row[1].z, row[2].z}};
    for (int i = 0; i < 3; i++) {
        const cld_vec3 *a = &column[i], *b = &column[(i + 1) % 3];
        if (!(cld_max_abs(*a) <= FLT_MAX && cld_max_abs(*a) >= FLT_MIN) ||
            fabs(cld_dot(*a, *b)) > 1e-6 * cld_length(*a) * cld_length(*b))
            return false;
    }
    return cld_max_abs(transform->t) <= FLT_MAX;
}

/// Of a mesh that is baked, which is no other node's: as different as where it stands.
static uint64_t hash_node(const writing *w, const node *n) {
    uint64_t h = CLD_FNV_BASIS;
    if (n->is_baked)
        h = cld_hash_bytes(h, &n->begin, sizeof n->begin);
    for (size_t i = n->begin; i < n->end; i++) {
        const cli_solid *s = &w->model->parts[i].solid;
        h = cld_hash_bytes(h, s->points, 3 * (size_t)s->point_count * sizeof *s->points);
    }
    return h ^ (h >> 32);
}

static bool is_same_solid(const cli_solid *a, const cli_solid *b) {
    return a->point_count == b->point_count && a->face_count == b->face_count &&
           memcmp(a->points, b->points, 3 * (size_t)a->point_count * sizeof *a->points) == 0 &&
           memcmp(a->face_start, b->face_start, ((size_t)a->face_count + 1) * sizeof *a->face_start) == 0 &&
           memcmp(a->face_vertex, b->face_vertex, a->face_start[a->face_count] * sizeof *a->face_vertex) == 0;
}

static bool is_same_mesh(const writing *w, const node *a, const node *b) {
    bool is_same = a->end - a->begin == b->end - b->begin && !a->is_baked && !b->is_baked;
    for (size_t i = 0; is_same && i < a->end - a->begin; i++)
        is_same = is_same_solid(&w->model->parts[a->begin + i].solid, &w->model->parts[b->begin + i].solid);
    return is_same;
}

/// CLD_TOO_LARGE for a part that has a size and would have none in floats, or one below those that have all
/// their digits.
static cld_status check_size(const cli_part *part, const primitive *p, double size, cld_error *err) {
    double kept = 0;
    for (int k = 0; k < 3; k++)
        kept = fmax(kept, (double)p->most[k] - (double)p->least[k]);
    if (size == 0 || kept >= FLT_MIN)
        return CLD_OK;
    return cld_fail(err, CLD_TOO_LARGE, "", "\"%s\" has a size of %s, and GLB has only floats",
                    cld_name_tell(part->name).text, cld_number_tell(cld_number_round(size, 6)).text);
}

/// Adds the points as floats. CLD_TOO_LARGE for what is lost in them.
static cld_status add_points(writing *w, const cli_part *part, const node *n, primitive *p, cld_error *err) {
    double size = 0;
    cld_vec3 first = {0, 0, 0}, place = find_place(w, n);
    cld_transform linear = part->transform;
    linear.t = linear.t_low = first; // the node's, for floats far out would lose the shape
    for (int k = 0; k < 3; k++)
        p->least[k] = FLT_MAX, p->most[k] = -FLT_MAX;
    for (uint32_t i = 0; i < part->solid.point_count; i++) {
        const double *own = part->solid.points + 3 * (size_t)i;
        cld_vec3 q = cld_sub(cld_vec3_make(own[0], own[1], own[2]), n->origin);
        if (n->is_baked)
            q = cld_transform_apply(&linear, q);
        double most = cld_max(cld_max_abs(q), cld_max_abs(place));
        if (!(most <= FLT_MAX))
            return cld_fail(err, CLD_TOO_LARGE, "", "\"%s\" has a coordinate of %s, and GLB has only floats",
                            cld_name_tell(part->name).text, cld_number_tell(most).text);
        const float point[3] = {(float)q.x, (float)q.y, (float)q.z};
        for (int k = 0; k < 3; k++) {
            p->least[k] = fminf(p->least[k], point[k]);
            p->most[k] = fmaxf(p->most[k], point[k]);
        }
        cld_text_add(&w->positions, (const char *)point, sizeof point);
        first = i == 0 ? q : first;
        size = fmax(size, cld_max_abs(cld_sub(q, first)));
    }
    return check_size(part, p, size, err);
}

/// Adds the faces as fans of triangles.
static void add_triangles(writing *w, const cli_solid *s, bool is_turned, primitive *p) {
    for (uint32_t f = 0; f < s->face_count; f++) {
        const uint32_t *face = s->face_vertex + s->face_start[f];
        uint32_t count = s->face_start[f + 1] - s->face_start[f];
        for (uint32_t i = 1; i + 1 < count; i++) {
            const uint32_t triangle[3] = {face[0], face[is_turned ? i + 1 : i], face[is_turned ? i : i + 1]};
            cld_text_add(&w->indices, (const char *)triangle, sizeof triangle);
            p->indices += 3;
        }
    }
}

static cld_status add_primitive(writing *w, const cli_part *part, const node *n, cld_error *err) {
    const cli_solid *s = &part->solid;
    primitive *p = &w->primitives[w->primitive_count++];
    *p = (primitive){.accessor = w->accessor_count,
                     .points = s->point_count,
                     .points_at = w->positions.length,
                     .indices_at = w->indices.length,
                     .mode = s->face_count > 0    ? MODE_TRIANGLES
                             : s->point_count > 1 ? MODE_LINES
                                                  : MODE_POINTS};
    cld_status status = add_points(w, part, n, p, err);
    add_triangles(w, s, n->is_baked && cli_part_is_mirrored(part), p);
    w->accessor_count += p->indices > 0 ? 2 : 1;
    return status;
}

/// Finds the mesh of a node, or makes it.
static cld_status find_mesh(writing *w, node *n, cld_error *err) {
    size_t at = (size_t)hash_node(w, n) & w->mask;
    for (; w->slots[at]; at = (at + 1) & w->mask) {
        n->mesh = w->slots[at] - 1;
        if (is_same_mesh(w, &w->nodes[w->meshes[n->mesh].node], n))
            return CLD_OK;
    }
    n->mesh = (uint32_t)w->mesh_count;
    w->meshes[w->mesh_count++] = (mesh){(size_t)(n - w->nodes), w->primitive_count};
    w->slots[at] = (uint32_t)w->mesh_count;
    cld_status status = CLD_OK;
    for (size_t i = n->begin; i < n->end && !status; i++)
        status = add_primitive(w, &w->model->parts[i], n, err);
    return status;
}

static cld_status add_nodes(writing *w, cld_error *err) {
    const cli_model *model = w->model;
    cld_status status = CLD_OK;
    for (size_t i = 0, end = 0; i < model->count && !status; i = end) {
        for (end = i + 1; end < model->count && model->parts[end].name == model->parts[i].name;)
            end++;
        node *n = &w->nodes[w->node_count++];
        *n = (node){.begin = i,
                    .end = end,
                    .origin = find_origin(&model->parts[i], end - i),
                    .is_baked = !is_decomposable(&model->parts[i].transform)};
        status = find_mesh(w, n, err);
    }
    return status;
}

static void write_matrix(cld_json_writer *j, const cld_transform *transform) {
    static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const cld_vec3 *m = transform->m.row, t = transform->t;
    const double columns[16] = {m[0].x, m[1].x, m[2].x, 0, m[0].y, m[1].y, m[2].y, 0,
                                m[0].z, m[1].z, m[2].z, 0, t.x,    t.y,    t.z,    1};
    if (memcmp(columns, identity, sizeof identity) != 0)
        cld_json_put_numbers(j, "matrix", columns, 16);
}

static void write_nodes(const writing *w, cld_json_writer *j) {
    cld_json_open_array(j, "nodes", CLD_JSON_LINES);
    for (size_t i = 0; i < w->node_count; i++) {
        const node *n = &w->nodes[i];
        const cli_part *part = &w->model->parts[n->begin];
        cld_transform placed =
            n->is_baked ? cld_transform_make_translation(part->transform.t) : part->transform;
        placed.t = find_place(w, n);
        cld_json_open_object(j, NULL, CLD_JSON_LINES);
        cld_json_put_string(j, "name", part->name);
        cld_json_put_integer(j, "mesh", n->mesh);
        write_matrix(j, &placed);
        cld_json_close(j, '}');
    }
    cld_json_close(j, ']');
}

static void write_meshes(const writing *w, cld_json_writer *j) {
    cld_json_open_array(j, "meshes", CLD_JSON_LINES);
    for (size_t i = 0; i < w->mesh_count; i++) {
        size_t end = i + 1 < w->mesh_count ? w->meshes[i + 1].primitive : w->primitive_count;
        cld_json_open_object(j, NULL, CLD_JSON_LINES);
        cld_json_put_string(j, "name", w->model->parts[w->nodes[w->meshes[i].node].begin].name);
        cld_json_open_array(j, "primitives", CLD_JSON_LINES);
        for (size_t k = w->meshes[i].primitive; k < end; k++) {
            const primitive *p = &w->primitives[k];
            cld_json_open_object(j, NULL, CLD_JSON_LINES);
            cld_json_open_object(j, "attributes", CLD_JSON_LINES);
            cld_json_put_integer(j, "POSITION", p->accessor);
            cld_json_close(j, '}');
            if (p->indices > 0)
                cld_json_put_integer(j, "indices", p->accessor + 1);
            cld_json_put_integer(j, "mode", (uint64_t)p->mode);
            cld_json_close(j, '}');
        }
        cld_json_close(j, ']');
        cld_json_close(j, '}');
    }
    cld_json_close(j, ']');
}

static void write_accessor(cld_json_writer *j, int view, size_t at, uint32_t count, const primitive *points) {
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_integer(j, "bufferView", (uint64_t)view);
    cld_json_put_integer(j, "byteOffset", at);
    cld_json_put_integer(j, "componentType", points ? FLOATS : INTEGERS);
    cld_json_put_integer(j, "count", count);
    cld_json_put_string(j, "type", points ? "VEC3" : "SCALAR");
    if (points) {
        const float *low = points->least, *high = points->most;
        cld_json_put_numbers(j, "min", (const double[]){low[0], low[1], low[2]}, 3);
        cld_json_put_numbers(j, "max", (const double[]){high[0], high[1], high[2]}, 3);
    }
    cld_json_close(j, '}');
}

static void write_view(cld_json_writer *j, size_t at, size_t length, int target) {
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_integer(j, "buffer", 0);
    cld_json_put_integer(j, "byteOffset", at);
    cld_json_put_integer(j, "byteLength", length);
    if (target == ARRAY)
        cld_json_put_integer(j, "byteStride", 3 * sizeof(float));
    cld_json_put_integer(j, "target", (uint64_t)target);
    cld_json_close(j, '}');
}

static void write_buffer(const writing *w, cld_json_writer *j) {
    cld_json_open_array(j, "accessors", CLD_JSON_LINES);
    for (size_t i = 0; i < w->primitive_count; i++) {
        const primitive *p = &w->primitives[i];
        write_accessor(j, 0, p->points_at, p->points, p);
        if (p->indices > 0)
            write_accessor(j, 1, p->indices_at, p->indices, NULL);
    }
    cld_json_close(j, ']');
    cld_json_open_array(j, "bufferViews", CLD_JSON_LINES);
    write_view(j, 0, w->positions.length, ARRAY);
    if (w->indices.length > 0)
        write_view(j, w->positions.length, w->indices.length, ELEMENTS);
    cld_json_close(j, ']');
    cld_json_open_array(j, "buffers", CLD_JSON_LINES);
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_integer(j, "byteLength", w->positions.length + w->indices.length);
    cld_json_close(j, '}');
    cld_json_close(j, ']');
}

static void write_document(writing *w) {
    cld_json_writer j = {.text = &w->json, .compact = true};
    cld_json_open_object(&j, NULL, CLD_JSON_LINES);
    cld_json_open_object(&j, "asset", CLD_JSON_LINES);
    cld_json_put_string(&j, "version", "2.0");
    cld_json_put_string(&j, "generator", "collide " CLD_VERSION);
    cld_json_close(&j, '}');
    cld_json_put_integer(&j, "scene", 0);
    cld_json_open_array(&j, "scenes", CLD_JSON_LINES);
    cld_json_open_object(&j, NULL, CLD_JSON_LINES);
    cld_json_open_array(&j, "nodes", CLD_JSON_LINES);
    for (size_t i = 0; i < w->node_count; i++)
        cld_json_put_integer(&j, NULL, i);
    cld_json_close(&j, ']');
    cld_json_close(&j, '}');
    cld_json_close(&j, ']');
    write_nodes(w, &j);
    write_meshes(w, &j);
    write_buffer(w, &j);
    cld_json_close(&j, '}');
    cld_text_add_blanks(&w->json, (4 - w->json.length % 4) % 4);
}

/// A number of four bytes, the lowest first, as all numbers of the format are.
static void add_word(cld_text *text, size_t word) {
    for (int i = 0; i < 4; i++)
        cld_text_add_byte(text, (char)(unsigned char)(word >> 8 * i));
}

static cld_status join(const writing *w, cld_text *text, cld_error *err) {
    size_t length = w->positions.length + w->indices.length, all = 12 + 8 + w->json.length + 8 + length;
    if (w->positions.failed || w->indices.failed || w->json.failed)
        return cld_fail_memory(err);
    if (all > UINT32_MAX)
        return cld_fail(err, CLD_TOO_LARGE, "", "a GLB holds up to 4 GB, and this would be of %zu bytes",
                        all);
    const size_t words[] = {0x46546C67, 2, all, w->json.length, 0x4E4F534A}, more[] = {length, 0x004E4942};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_word(text, words[i]);
    cld_text_add(text, w->json.bytes, w->json.length);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        add_word(text, more[i]);
    cld_text_add(text, w->positions.bytes, w->positions.length);
    cld_text_add(text, w->indices.bytes, w->indices.length);
    return text->failed ? cld_fail_memory(err) : CLD_OK;
}

cld_status cli_model_write_glb(const cli_model *model, cld_text *text, cld_error *err) {
    writing w = {.model = model, .mask = 15};
    while (w.mask < 2 * model->count)
        w.mask = 2 * w.mask + 1;
    w.nodes = calloc(model->count + 1, sizeof *w.nodes);
    w.meshes = calloc(model->count + 1, sizeof *w.meshes);
    w.primitives = calloc(model->count + 1, sizeof *w.primitives);
    w.slots = calloc(w.mask + 1, sizeof *w.slots);
    cld_status status =
        w.nodes && w.meshes && w.primitives && w.slots ? add_nodes(&w, err) : cld_fail_memory(err);
    if (!status) {
        write_document(&w);
        status = join(&w, text, err);
    }
    free(w.nodes);
    free(w.meshes);
    free(w.primitives);
    free(w.slots);
    cld_text_clear(&w.positions);
    cld_text_clear(&w.indices);
    cld_text_clear(&w.json);
    return status;
}
