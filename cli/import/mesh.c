#include "import/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "base/sort.h"

cld_status cli_mesh_create(cld_arena *arena, size_t points, size_t faces, size_t face_vertices,
                           cli_mesh *mesh, cld_error *err) {
    *mesh = (cli_mesh){.point_count = points, .face_count = faces};
    if (points >= UINT32_MAX || face_vertices >= UINT32_MAX)
        return cld_fail(err, CLD_TOO_LARGE, "", "expected less than 2^32 vertices, found %zu",
                        points > face_vertices ? points : face_vertices);
    mesh->points = cld_arena_add(arena, 3 * points, sizeof *mesh->points);
    mesh->face_start = cld_arena_add(arena, faces + 1, sizeof *mesh->face_start);
    mesh->face_vertex = cld_arena_add(arena, face_vertices, sizeof *mesh->face_vertex);
    if (!mesh->points || !mesh->face_start || !mesh->face_vertex)
        return cld_fail_memory(err);
    mesh->face_start[0] = 0;
    return CLD_OK;
}

static cld_status check_points(cli_mesh *mesh, cld_error *err) {
    for (size_t i = 0; i < 3 * mesh->point_count; i++) {
        double x = mesh->points[i];
        if (!(fabs(x) <= CLI_MESH_LARGEST))
            return cld_fail(err, CLD_BAD_VALUE, "",
                            "expected coordinates up to 1e100, found %s at vertex %zu",
                            cld_number_tell(x).text, i / 3);
        mesh->points[i] = x + 0.0; // -0 becomes 0, so that equal coordinates are equal bytes
    }
    for (size_t f = 0; f < mesh->face_count; f++)
        for (uint32_t h = mesh->face_start[f]; h < mesh->face_start[f + 1]; h++)
            if (mesh->face_vertex[h] >= mesh->point_count)
                return cld_fail(err, CLD_BAD_INDEX, "", "expected an index below %zu, found %u in face %zu",
                                mesh->point_count, mesh->face_vertex[h], f);
    return CLD_OK;
}

/// Things by their bytes, in a hash table with open addressing: which is the first one like it.
typedef struct firsts {
    uint32_t *slot; // indices + 1, 0 where free
    size_t mask;
} firsts;

static bool create_firsts(firsts *table, size_t count) {
    size_t capacity = 16;
    while (capacity < 2 * count)
        capacity *= 2;
    *table = (firsts){calloc(capacity, sizeof *table->slot), capacity - 1};
    return table->slot != NULL;
}

/// The place where words belong. It begins with where the table lies, which no file can know: points that all
/// go to one place are easily made for a hash that is known.
static size_t find_place(const firsts *table, const uint32_t *words, size_t count) {
    uint64_t hash = (uint64_t)(uintptr_t)table->slot;
    for (size_t i = 0; i < count; i++)
        hash = cld_hash_word(hash, words[i]);
    return (size_t)hash & table->mask;
}

/// The index of the first point at the place of point `i`, which is itself if there was none before.
static uint32_t find_first_point(firsts *table, const double *points, uint32_t i) {
    uint32_t words[6];
    memcpy(words, points + 3 * (size_t)i, sizeof words);
    for (size_t at = find_place(table, words, 6);; at = (at + 1) & table->mask) {
        uint32_t other = table->slot[at];
        if (!other) {
            table->slot[at] = i + 1;
            return i;
        }
        if (memcmp(points + 3 * (size_t)(other - 1), points + 3 * (size_t)i, sizeof words) == 0)
            return other - 1;
    }
}

static cld_status weld_points(cli_mesh *mesh, cld_error *err) {
    firsts table;
    uint32_t *first = malloc((mesh->point_count + 1) * sizeof *first);
    if (!first || !create_firsts(&table, mesh->point_count)) {
        free(first);
        return cld_fail_memory(err);
    }
    for (uint32_t i = 0; i < mesh->point_count; i++)
        first[i] = find_first_point(&table, mesh->points, i);
    for (uint32_t h = 0; h < mesh->face_start[mesh->face_count]; h++)
        mesh->face_vertex[h] = first[mesh->face_vertex[h]];
    free(first);
    free(table.slot);
    return CLD_OK;
}

/// Drops the repeated neighbours of a face, writing it to `to`; returns how many vertices are left.
static uint32_t copy_face(const uint32_t *face, uint32_t count, uint32_t *to) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || to[kept - 1] != face[i])
            to[kept++] = face[i];
    while (kept > 1 && to[kept - 1] == to[0])
        kept--;
    return kept;
}

/// The vertices of the faces sorted, face by face, to know equal ones by.
typedef struct sorted_faces {
    uint32_t *vertex;
    const uint32_t *start;
    firsts table;
} sorted_faces;

static uint32_t count_different(const uint32_t *sorted, uint32_t count) {
    uint32_t different = count > 0;
    for (uint32_t i = 1; i < count; i++)
        different += sorted[i] != sorted[i - 1];
    return different;
}

/// Whether face `f`, `count` vertices at `face`, is one, and the first between its vertices.
static bool is_new_face(sorted_faces *s, const uint32_t *face, uint32_t count, uint32_t f) {
    uint32_t *mine = s->vertex + s->start[f];
    memcpy(mine, face, count * sizeof *mine);
    qsort(mine, count, sizeof *mine, cld_compare_indices);
    if (count_different(mine, count) < 3)
        return false;
    for (size_t at = find_place(&s->table, mine, count);; at = (at + 1) & s->table.mask) {
        uint32_t other = s->table.slot[at];
        if (!other) {
            s->table.slot[at] = f + 1;
            return true;
        }
        if (s->start[other] - s->start[other - 1] == count &&
            memcmp(s->vertex + s->start[other - 1], mine, count * sizeof *mine) == 0)
            return false;
    }
}

/// Keeps of the faces what encloses something, each once. Works in place: a face never grows.
static bool weld_faces(cli_mesh *mesh) {
    sorted_faces s = {.start = mesh->face_start};
    uint32_t total = mesh->face_start[mesh->face_count], begin = 0, kept = 0;
    s.vertex = malloc(((size_t)total + 1) * sizeof *s.vertex);
    bool has_room = s.vertex && create_firsts(&s.table, mesh->face_count);
    for (size_t f = 0; f < mesh->face_count && has_room; f++) {
        uint32_t end = mesh->face_start[f + 1], *to = mesh->face_vertex + mesh->face_start[kept];
        uint32_t count = copy_face(mesh->face_vertex + begin, end - begin, to);
        begin = end;
        mesh->face_start[kept + 1] = mesh->face_start[kept] + count;
        kept += is_new_face(&s, to, count, kept);
    }
    if (has_room) {
        mesh->face_count = kept;
        free(s.table.slot);
    }
    free(s.vertex);
    return has_room;
}

/// Drops the points that no face has.
static bool drop_unused(cli_mesh *mesh) {
    uint32_t *place = calloc(mesh->point_count + 1, sizeof *place), kept = 0;
    if (!place)
        return false;
    for (uint32_t h = 0; h < mesh->face_start[mesh->face_count]; h++)
        place[mesh->face_vertex[h]] = 1;
    for (size_t i = 0; i < mesh->point_count; i++) {
        if (!place[i])
            continue;
        memmove(mesh->points + 3 * (size_t)kept, mesh->points + 3 * i, 3 * sizeof *mesh->points);
        place[i] = kept++;
    }
    for (uint32_t h = 0; h < mesh->face_start[mesh->face_count]; h++)
        mesh->face_vertex[h] = place[mesh->face_vertex[h]];
    mesh->point_count = kept;
    free(place);
    return true;
}

cld_status cli_mesh_weld(cli_mesh *mesh, cld_error *err) {
    if (mesh->point_count == 0)
        return cld_fail(err, CLD_BAD_VALUE, "", "expected vertices, found none");
    bool had_faces = mesh->face_count > 0;
    cld_status status = check_points(mesh, err);
    if (!status && had_faces)
        status = weld_points(mesh, err);
    if (status || !had_faces)
        return status;
    bool has_corners = mesh->face_start[mesh->face_count] > 0; // else there may be no room for them either
    if (has_corners && !weld_faces(mesh))
        return cld_fail_memory(err);
    if (!has_corners || mesh->face_count == 0)
        return cld_fail(err, CLD_BAD_VALUE, "",
                        "expected faces, found only ones with less than three corners");
    return drop_unused(mesh) ? CLD_OK : cld_fail_memory(err);
}
