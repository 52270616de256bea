/// Reads OBJ: points, and what is made of them in named groups: faces, or else single points and lines.
///
/// Done here and not with assimp, which keeps coordinates as floats, and not always the nearest: what a text
/// says with 17 digits is to arrive with every bit. Known are v, f, p, l, o, g and usemtl; textures, normals,
/// curves and materials do not matter to a solid, nor do points and lines beside faces. Surfaces of other
/// kinds are left out.
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "base/loose_number.h"
#include "base/sort.h"
#include "import/lines.h"
#include "import/mesh.h"
#include "import/readers.h"
#include "import/words.h"

/// The faces under one name; as long as there are none, the points and lines.
typedef struct group {
    const char *name;
    cld_text vertices; ///< of uint32_t: the points of each face, by index, one face after the other
    cld_text ends;     ///< of uint32_t: where each face ends among them; empty without faces
    cld_text tags;     ///< of const char *
    const char *object, *part, *material; ///< of which there are tags, as they were named last
    unsigned long line;                   ///< of the statement that names it, else of what it begins with
} group;

#define NONE SIZE_MAX

/// What one file is read with.
typedef struct reading {
    const char *path;
    const cli_import_options *options;
    cli_level *level;
    cld_text points;  ///< of double
    cld_text digits;  ///< of cli_digits: those of each point
    uint32_t *places; ///< of each point, among those of the group that becomes a mesh
    group *groups;
    size_t group_count, group_capacity;
    cld_name_table names;                 ///< of the groups that are parts
    size_t own;                           ///< the group of the object or part; NONE before it has anything
    const char *object, *part, *material; ///< named last: o, g, usemtl; NULL before
    cld_text part_tags;                   ///< of const char *: the words of the part's name, each a group
    unsigned long line, object_line, part_line; ///< the one being read, and those of the names
    unsigned lost; ///< kinds of statements that are told to be left out, a bit each
} reading;

static size_t count_points(const reading *r) { return r->points.length / (3 * sizeof(double)); }

static cld_status fail(const reading *r, cld_status status, const char *expected, const char *found,
                       cld_error *err) {
    cld_fail(err, status, "", "expected %s, found \"%s\"", expected,
             cld_name_tell(found + strspn(found, " \t")).text);
    err->line = r->line;
    err->column = 1;
    return status;
}

static cld_status read_point(reading *r, const char *rest, cld_error *err) {
    double p[3];
    cli_digits digits = {0};
    const char *at = rest;
    for (int i = 0; i < 3; i++) {
        at += strspn(at, CLI_BLANKS);
        size_t length = strcspn(at, CLI_BLANKS);
        if (!cld_loose_number_read(at, length, &p[i]) || !(fabs(p[i]) <= CLI_MESH_LARGEST))
            return fail(r, CLD_SYNTAX, "three coordinates up to 1e100", rest, err);
        cli_digits_note(&digits, at, length);
        at += length;
    }
    cld_text_add(&r->points, (const char *)p, sizeof p);
    cld_text_add(&r->digits, (const char *)&digits, sizeof digits);
    return CLD_OK;
}

static void add_tag(group *g, const char *tag, bool is_wanted) {
    const char *last = NULL;
    if (g->tags.length > 0)
        memcpy(&last, g->tags.bytes + g->tags.length - sizeof last, sizeof last);
    if (tag && is_wanted && tag != last)
        cld_text_add(&g->tags, (const char *)&tag, sizeof tag);
}

/// Adds what the group is tagged with now, once for each statement that names it: a part may have many names,
/// and many faces.
static void add_tags(const reading *r, group *g) {
    if (g->object != r->object)
        add_tag(g, r->object, r->options->tag_nodes);
    for (size_t at = 0; at < r->part_tags.length && g->part != r->part; at += sizeof(const char *)) {
        const char *name;
        memcpy(&name, r->part_tags.bytes + at, sizeof name);
        add_tag(g, name, r->options->tag_nodes);
    }
    if (g->material != r->material)
        add_tag(g, r->material, r->options->tag_materials);
    g->object = r->object;
    g->part = r->part;
    g->material = r->material;
}

/// The group that faces belong to now: the object's or, if the file names none, the part's. Each statement o
/// begins an object, whatever it is called; a part goes on where its name stands again.
static group *find_group(reading *r) {
    if (r->own != NONE)
        return &r->groups[r->own];
    const char *name = r->object ? r->object : r->part ? r->part : "";
    uint32_t at = r->object ? UINT32_MAX : cld_names_find(&r->names, name);
    if (at != UINT32_MAX)
        return &r->groups[r->own = at];
    group *groups = cld_grow(r->groups, &r->group_capacity, r->group_count, sizeof *groups);
    if (!groups)
        return NULL;
    r->groups = groups;
    if (!r->object && !cld_names_add(&r->names, name, (uint32_t)r->group_count))
        return NULL;
    r->own = r->group_count;
    r->groups[r->group_count] = (group){.name = name,
                                        .line = r->object ? r->object_line
                                                : r->part ? r->part_line
                                                          : r->line};
    return &r->groups[r->group_count++];
}

/// Adds the points of a face, or of a statement p or l. Indices count from 1, or back from -1, the point
/// before.
static cld_status read_indices(const reading *r, group *g, const char *rest, cld_error *err) {
    size_t count = count_points(r);
    for (const char *at = rest + strspn(rest, CLI_BLANKS); *at && *at != '#'; at += strspn(at, CLI_BLANKS)) {
        char *end;
        long i = strtol(at, &end, 10);
        if (end == at || (*end && !isspace((unsigned char)*end) && *end != '/'))
            return fail(r, CLD_SYNTAX, "the indices of vertices", rest, err);
        size_t back = 0 - (size_t)i; // also of the least number, which has no negative
        if (i == 0 || (i > 0 ? (size_t)i : back) > count)
            return fail(r, CLD_BAD_INDEX, "indices of vertices before this line", rest, err);
        uint32_t vertex = (uint32_t)(i > 0 ? (size_t)i - 1 : count - back);
        cld_text_add(&g->vertices, (const char *)&vertex, sizeof vertex);
        at = end + strcspn(end, CLI_BLANKS);
    }
    add_tags(r, g);
    return CLD_OK;
}

static cld_status read_face(reading *r, const char *rest, cld_error *err) {
    group *g = find_group(r);
    if (!g)
        return cld_fail_memory(err);
    if (g->ends.length == 0) { // what was there before is no more than beside faces
        g->vertices.length = g->tags.length = 0;
        g->object = g->part = g->material = NULL;
    }
    cld_status status = read_indices(r, g, rest, err);
    uint32_t total = (uint32_t)(g->vertices.length / sizeof total);
    cld_text_add(&g->ends, (const char *)&total, sizeof total);
    return status;
}

/// Points or a line between points, which matter as long as the group has no faces.
static cld_status read_loose(reading *r, const char *rest, cld_error *err) {
    group *g = find_group(r);
    if (!g)
        return cld_fail_memory(err);
    return g->ends.length > 0 ? CLD_OK : read_indices(r, g, rest, err);
}

/// The rest of the line without blanks around it, NULL when memory runs out.
static const char *read_name(reading *r, char *rest) {
    rest += strspn(rest, CLI_BLANKS);
    size_t length = strlen(rest);
    while (length > 0 && isspace((unsigned char)rest[length - 1]))
        length--;
    rest[length] = '\0';
    return cli_level_copy(r->level, rest);
}

/// What follows belongs to each group that a statement g names.
static bool set_part_tags(reading *r, char *names) {
    r->part_tags.length = 0;
    for (char *save, *word = strtok_r(names, CLI_BLANKS, &save); word;
         word = strtok_r(NULL, CLI_BLANKS, &save)) {
        const char *name = cli_level_copy(r->level, word);
        cld_text_add(&r->part_tags, (const char *)&name, sizeof name);
        r->part_tags.failed |= !name;
    }
    return !r->part_tags.failed;
}

/// Tells of a statement that makes a surface, or has another file read, once for each kind.
static void note_loss(reading *r, const char *word, size_t length) {
    static const char *const lost[] = {"surf", "bsp", "bzp", "cdp", "call"};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        if (strlen(lost[i]) != length || strncmp(word, lost[i], length) != 0)
            continue;
        if (!(r->lost & 1U << i))
            cli_level_tell_loss(r->level, r->path, "left out: \"%s\", first in line %lu", lost[i], r->line);
        r->lost |= 1U << i;
    }
}

static cld_status read_line(void *context, char *line, unsigned long number, cld_error *err) {
    reading *r = context;
    char *word = line + strspn(line, " \t"), *rest = word + strcspn(word, CLI_BLANKS);
    const struct {
        const char *word;
        const char **name;
        unsigned long *line;
    } names[] = {
        {"o", &r->object, &r->object_line}, {"g", &r->part, &r->part_line}, {"usemtl", &r->material, NULL}};
    size_t length = (size_t)(rest - word);
    r->line = number;
    if (length == 1 && *word == 'v')
        return read_point(r, rest, err);
    if (*word == 'f' && (length == 1 || (length == 2 && word[1] == 'o'))) // fo, of old files, is f
        return read_face(r, rest, err);
    if (length == 1 && (*word == 'p' || *word == 'l'))
        return read_loose(r, rest, err);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].word) != length || strncmp(word, names[i].word, length) != 0)
            continue;
        if (names[i].line)
            *names[i].line = r->line;
        if (!(*names[i].name = read_name(r, rest)) || (names[i].name == &r->part && !set_part_tags(r, rest)))
            return cld_fail_memory(err);
        if (names[i].name == &r->object || (names[i].name == &r->part && !r->object))
            r->own = NONE;
    }
    note_loss(r, word, length);
    return CLD_OK;
}

/// Finds which points a group has, in their order, and the place of each among them. What another
/// group left in `places` is taken for this one's only if it leads to the same point.
static void find_used(reading *r, const uint32_t *vertex, size_t total, uint32_t *used, size_t *count) {
    bool is_sorted = true;
    *count = 0;
    for (size_t h = 0; h < total; h++) {
        uint32_t place = r->places[vertex[h]];
        if (place < *count && used[place] == vertex[h])
            continue;
        is_sorted = is_sorted && (*count == 0 || used[*count - 1] < vertex[h]);
        r->places[vertex[h]] = (uint32_t)*count;
        used[(*count)++] = vertex[h];
    }
    if (!is_sorted)
        qsort(used, *count, sizeof *used, cld_compare_indices);
    for (size_t i = 0; i < *count; i++)
        r->places[used[i]] = (uint32_t)i;
}

/// The mesh of the faces of a group and their points, or of its points alone.
static cld_status make_mesh(reading *r, const group *g, cld_arena *arena, cli_mesh *mesh, cld_error *err) {
    size_t total = g->vertices.length / sizeof(uint32_t), faces = g->ends.length / sizeof(uint32_t), count;
    const uint32_t *vertex = (const uint32_t *)(const void *)g->vertices.bytes;
    const double *points = (const double *)(const void *)r->points.bytes;
    const cli_digits *digits = (const cli_digits *)(const void *)r->digits.bytes;
    uint32_t *used = cld_arena_add(arena, total + 1, sizeof *used);
    if (!used)
        return cld_fail_memory(err);
    find_used(r, vertex, total, used, &count);
    if (count == 0 && faces > 0 && count_points(r) > 0)
        used[count++] = 0; // faces without corners are wrong in another way than a lack of points
    cld_status status = cli_mesh_create(arena, count, faces, faces ? total : 0, mesh, err);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        memcpy(mesh->points + 3 * i, points + 3 * (size_t)used[i], 3 * sizeof *points);
        cli_digits_add(&mesh->digits, &digits[used[i]]);
    }
    if (faces == 0)
        return CLD_OK;
    for (size_t h = 0; h < total; h++)
        mesh->face_vertex[h] = r->places[vertex[h]];
    memcpy(mesh->face_start + 1, g->ends.bytes, g->ends.length);
    return CLD_OK;
}

/// The mesh of a file without groups: its points.
static cld_status make_cloud(const reading *r, cld_arena *arena, cli_mesh *mesh, cld_error *err) {
    cld_status status = cli_mesh_create(arena, count_points(r), 0, 0, mesh, err);
    if (!status)
        memcpy(mesh->points, r->points.bytes, r->points.length);
    return status;
}

static cld_status add_group(reading *r, const group *g, cld_error *err) {
    cld_arena arena = {NULL};
    cli_mesh mesh;
    const cli_mesh_object object = {.path = r->path,
                                    .name = g->name,
                                    .tags = (const char *const *)(void *)g->tags.bytes,
                                    .tag_count = g->tags.length / sizeof(const char *),
                                    .line = g->line};
    cld_status status = g->vertices.failed || g->ends.failed || g->tags.failed ? cld_fail_memory(err)
                        : r->group_count > 0 ? make_mesh(r, g, &arena, &mesh, err)
                                             : make_cloud(r, &arena, &mesh, err);
    if (!status)
        status = cli_mesh_add_object(&mesh, &object, r->options, r->level, err);
    cld_arena_clear(&arena);
    return status;
}

static cld_status add_groups(reading *r, cld_error *err) {
    cld_status status = CLD_OK;
    r->places = calloc(count_points(r) + 1, sizeof *r->places);
    if (!r->places)
        return cld_fail_memory(err);
    for (size_t i = 0; i < r->group_count && !status; i++)
        status = add_group(r, &r->groups[i], err);
    if (r->group_count == 0 && r->points.length > 0)
        status = add_group(r, &(group){.name = ""}, err);
    return status;
}

cld_status cli_read_obj(const char *path, const cli_import_options *options, cli_level *level,
                        cld_error *err) {
    reading r = {.path = path, .options = options, .level = level, .own = NONE};
    struct stat about;
    FILE *file = fopen(path, "rb");
    cld_status status;
    if (!file || fstat(fileno(file), &about) != 0)
        status = cld_fail(err, CLD_IO, "", "%s", strerror(errno));
    else if (S_ISDIR(about.st_mode))
        status = cld_fail(err, CLD_IO, "", "expected a file, found a directory");
    else
        status = cli_lines_read(file, read_line, &r, err);
    if (file)
        fclose(file);
    if (!status && (r.points.failed || r.digits.failed))
        status = cld_fail_memory(err);
    if (!status)
        status = add_groups(&r, err);
    for (size_t i = 0; i < r.group_count; i++) {
        cld_text_clear(&r.groups[i].vertices);
        cld_text_clear(&r.groups[i].ends);
        cld_text_clear(&r.groups[i].tags);
    }
    free(r.groups);
    free(r.places);
    cld_names_clear(&r.names);
    cld_text_clear(&r.points);
    cld_text_clear(&r.digits);
    cld_text_clear(&r.part_tags);
    return status;
}
