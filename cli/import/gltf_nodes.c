#include "import/gltf_nodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "import/mesh.h"
#include "json/string.h"

/// Reads the numbers of an array, which begins here, up to `most` of them. Returns how many there are, -1 if
/// it holds anything else, or more.
static int read_numbers(const cli_walk *w, int most, double *numbers) {
    const char *at = w->at;
    int count = 0;
    for (char before = '['; at < w->end && *at == before && count < most; before = ',') {
        const char *begin = cli_walk_skip_blanks((char *)at + 1, w->end),
                   *end = cld_number_read(begin, w->end, &numbers[count]);
        if (!end)
            return -1;
        count++;
        at = cli_walk_skip_blanks((char *)end, w->end);
    }
    return at < w->end && *at == ']' ? count : -1;
}

static bool has_length_one(const double q[4]) {
    return fabs(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1) <= CLI_MESH_UNIT;
}

/// Columns: the last row of a matrix is every fourth number.
static bool is_affine(const double m[16]) { return m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1; }

/// Notes that a node has a member.
static void note(cli_gltf_nodes *nodes, cli_gltf_node *node, unsigned member) {
    nodes->is_odd |= node->seen & member;
    node->seen |= member;
}

/// Reads a part of a node's transform, which begins here. Refused is what is not what it has to be: assimp
/// takes other numbers for 0, or passes over the whole, turns as it is told, and leaves a last row out.
static cld_status read_transform(cli_gltf_nodes *nodes, cli_gltf_node *node, const cli_walk *w,
                                 cld_error *err) {
    const struct {
        const char *key;
        double *numbers;
        int count;
        bool (*is_right)(const double *numbers);
        const char *expected;
    } parts[] = {{"translation", node->translation, 3, NULL, "3 numbers"},
                 {"rotation", node->rotation, 4, has_length_one, "4 numbers of length 1"},
                 {"scale", node->scale, 3, NULL, "3 numbers"},
                 {"matrix", node->matrix, 16, is_affine,
                  "16 numbers, column by column, of which the last row is 0, 0, 0, 1"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!cli_walk_is_at(w, parts[i].key))
            continue;
        note(nodes, node, 1u << (i + 1));
        node->has_matrix |= parts[i].numbers == node->matrix;
        if (read_numbers(w, parts[i].count, parts[i].numbers) == parts[i].count &&
            (!parts[i].is_right || parts[i].is_right(parts[i].numbers)))
            continue;
        const char *close = memchr(w->at, ']', (size_t)(w->end - w->at));
        return cld_fail(err, CLD_BAD_VALUE, "", "the %s of a node: expected %s, found %s", parts[i].key,
                        parts[i].expected,
                        cld_bytes_tell(w->at, (size_t)((close ? close + 1 : w->end) - w->at)).text);
    }
    return CLD_OK;
}

/// The name that begins here; one that cannot be read is none.
static cld_status read_name(cli_gltf_node *node, const cli_walk *w, cld_arena *arena, cld_error *err) {
    cld_text name = {0};
    cld_json_string_problem problem = {"a name", NULL};
    if (w->at < w->end && *w->at == '"')
        cld_json_string_read(w->at, w->end, &name, &problem);
    bool is_read = !problem.found && !name.failed && name.length > 0;
    node->name = is_read ? cld_arena_copy(arena, name.bytes, name.length) : NULL;
    bool has_room = !name.failed && (!is_read || node->name);
    cld_text_clear(&name);
    return has_room ? CLD_OK : cld_fail_memory(err);
}

cld_status cli_gltf_nodes_read(cli_gltf_nodes *nodes, const cli_walk *w, cld_arena *arena, cld_error *err) {
    size_t number = w->opened[w->depth - 1];
    while (nodes->count < number) {
        cli_gltf_node *more = cld_grow(nodes->at, &nodes->capacity, nodes->count, sizeof *more);
        if (!more)
            return cld_fail_memory(err);
        nodes->at = more;
        nodes->at[nodes->count++] = (cli_gltf_node){.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    }
    // In a second list numbers begin again.
    nodes->is_odd |= number < nodes->count;
    cli_gltf_node *node = &nodes->at[number - 1];
    node->has_skin |= cli_walk_is_at(w, "skin");
    node->has_mesh |= cli_walk_is_at(w, "mesh");
    if (!cli_walk_is_at(w, "name"))
        return read_transform(nodes, node, w, err);
    note(nodes, node, 1);
    return read_name(node, w, arena, err);
}

void cli_gltf_nodes_note_collider(cli_gltf_nodes *nodes, const cli_walk *w) {
    size_t number = w->depth > 2 ? w->opened[2] : 0;
    if (w->depth == 4)
        nodes->is_in_body =
            cli_walk_is_at(w, "KHR_physics_rigid_bodies") || cli_walk_is_at(w, "OMI_physics_body");
    bool is_collider =
        w->depth == 5 && nodes->is_in_body && (cli_walk_is_at(w, "collider") || cli_walk_is_at(w, "trigger"));
    if (is_collider && number > 0 && number <= nodes->count)
        nodes->at[number - 1].has_collider = true;
}

void cli_gltf_nodes_tell_losses(const cli_gltf_nodes *nodes, const char *path, cli_level *level) {
    for (size_t i = 0; i < nodes->count; i++) {
        const cli_gltf_node *node = &nodes->at[i];
        if (node->has_mesh ? node->is_placed : !node->has_collider)
            continue;
        const char *why = node->is_placed ? "left out, a collider without a mesh"
                                          : "left out, not in the scene that is read";
        if (node->name)
            cli_level_tell_loss(level, path, "node \"%s\": %s", cld_name_tell(node->name).text, why);
        else
            cli_level_tell_loss(level, path, "node %zu: %s", i, why);
    }
}

void cli_gltf_nodes_clear(cli_gltf_nodes *nodes) {
    free(nodes->at);
    *nodes = (cli_gltf_nodes){0};
}

cli_matrix cli_gltf_node_find_matrix(const cli_gltf_node *node) {
    const double *q = node->rotation;
    cld_transform turn = cld_transform_make_quaternion((cld_quat){q[0], q[1], q[2], q[3]});
    cli_matrix m;
    for (int i = 0; i < 3; i++) {
        const double *row = &turn.m.row[i].x;
        for (int k = 0; k < 3; k++)
            m.at[i][k] = node->has_matrix ? node->matrix[4 * k + i] : row[k] * node->scale[k];
        m.at[i][3] = node->has_matrix ? node->matrix[12 + i] : node->translation[i];
    }
    return m;
}
