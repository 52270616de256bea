#include "import/level.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/utf8.h"
#include "collide/scene.h"

cli_matrix cli_matrix_make_identity(void) { return (cli_matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}; }

cli_matrix cli_matrix_multiply(const cli_matrix *outer, const cli_matrix *inner) {
    cli_matrix product;
    for (int i = 0; i < 3; i++) {
        const double *row = outer->at[i];
        for (int j = 0; j < 4; j++)
            product.at[i][j] = row[0] * inner->at[0][j] + row[1] * inner->at[1][j] +
                               row[2] * inner->at[2][j] + (j == 3 ? row[3] : 0);
    }
    return product;
}

cld_transform cli_matrix_find_transform(const cli_matrix *matrix) {
    const double *x = matrix->at[0], *y = matrix->at[1], *z = matrix->at[2];
    const cld_mat3 m = {{{x[0], x[1], x[2]}, {y[0], y[1], y[2]}, {z[0], z[1], z[2]}}};
    return cld_transform_make_matrix(&m, (cld_vec3){x[3], y[3], z[3]});
}

const char *cli_level_copy(cli_level *level, const char *string) {
    char *copy = cld_arena_add(&level->arena, strlen(CLD_UTF8_REPLACEMENT) * strlen(string) + 1, 1),
         *end = copy;
    while (copy && *string) {
        int length = cld_utf8_length_in_string(string);
        const char *character = length > 0 ? string : CLD_UTF8_REPLACEMENT;
        size_t size = length > 0 ? (size_t)length : strlen(CLD_UTF8_REPLACEMENT);
        memcpy(end, character, size);
        end += size;
        string += length > 0 ? length : 1;
    }
    if (copy)
        *end = '\0';
    return copy;
}

const char *cli_level_find_stem(cli_level *level, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    const char *stem = cld_arena_copy(&level->arena, name, length);
    return stem ? cli_level_copy(level, stem) : NULL;
}

/// Enters a name that no other thing of its kind has, and returns it; NULL when memory runs out. How far the
/// numbers of a name have come is kept, so that a thousand crates do not take a million tries.
static const char *enter_name(cli_level *level, cli_level_names *names, const char *name,
                              const char *nameless) {
    const char *wanted = cli_level_copy(level, name && *name ? name : nameless), *found = wanted;
    uint32_t *repeats = cld_grow(names->repeats, &names->capacity, names->table.count, sizeof *repeats);
    if (repeats)
        names->repeats = repeats;
    if (!wanted || !repeats)
        return NULL;
    uint32_t number = (uint32_t)names->table.count, first = cld_names_find(&names->table, wanted);
    if (first != UINT32_MAX) {
        size_t size = strlen(wanted) + 16;
        char *numbered = cld_arena_add(&level->arena, size, 1);
        found = numbered;
        do {
            if (!numbered)
                return NULL;
            snprintf(numbered, size, "%s_%u", wanted, ++names->repeats[first] + 1);
        } while (cld_names_find(&names->table, numbered) != UINT32_MAX);
    }
    names->repeats[number] = 0;
    return cld_names_add(&names->table, found, number) ? found : NULL;
}

cld_status cli_level_add_shape(cli_level *level, const char *name, const cld_shape_def *def, uint32_t *index,
                               cld_error *err) {
    const char *own = enter_name(level, &level->shape_names, name, "shape");
    cli_level_shape *shapes =
        cld_grow(level->shapes, &level->shape_capacity, level->shape_count, sizeof *shapes);
    if (shapes)
        level->shapes = shapes;
    if (!own || !shapes)
        return cld_fail_memory(err);
    *index = (uint32_t)level->shape_count;
    level->shapes[level->shape_count++] = (cli_level_shape){.name = own, .def = *def};
    return CLD_OK;
}

/// Copies the tags into the level, each once, in the order in which they come first; false when memory runs
/// out.
static bool copy_tags(cli_level *level, const char *const *tags, size_t count, cli_level_object *object) {
    cld_name_table known = {0};
    const char **copies = cld_arena_add(&level->arena, count + 1, sizeof *copies);
    bool has_room = copies != NULL;
    object->tags = copies;
    for (size_t i = 0; i < count && has_room; i++) {
        if (!*tags[i] || cld_names_find(&known, tags[i]) != UINT32_MAX)
            continue;
        const char *copy = cli_level_copy(level, tags[i]);
        if (copy && cld_names_find(&known, copy) != UINT32_MAX) // as that of a tag with other bad UTF-8
            continue;
        has_room = copy && cld_names_add(&known, copy, 0);
        if (has_room)
            copies[object->tag_count++] = copy;
    }
    cld_names_clear(&known);
    return has_room;
}

cld_status cli_level_add_object(cli_level *level, const char *name, uint32_t shape, const cli_matrix *matrix,
                                const char *const *tags, size_t tag_count, cld_error *err) {
    if (level->object_count == CLD_MOST_OBJECTS)
        return cld_fail(err, CLD_TOO_LARGE, "", "a scene may have %d objects, found more", CLD_MOST_OBJECTS);
    cli_level_object object = {
        .name = enter_name(level, &level->object_names, name, "object"), .shape = shape, .matrix = *matrix};
    cli_level_object *objects =
        cld_grow(level->objects, &level->object_capacity, level->object_count, sizeof *objects);
    if (objects)
        level->objects = objects;
    if (!objects || !object.name || !copy_tags(level, tags, tag_count, &object))
        return cld_fail_memory(err);
    level->objects[level->object_count++] = object;
    return CLD_OK;
}

const char *cli_level_name_link(cli_level *level, const char *name) {
    return enter_name(level, &level->link_names, name, "link");
}

cld_status cli_level_ignore_tags(cli_level *level, const char *a, const char *b, cld_error *err) {
    cli_level_pair pair = {cli_level_copy(level, a), cli_level_copy(level, b)};
    cli_level_pair *ignored =
        cld_grow(level->ignored, &level->ignored_capacity, level->ignored_count, sizeof *ignored);
    if (ignored)
        level->ignored = ignored;
    if (!pair.a || !pair.b || !ignored)
        return cld_fail_memory(err);
    level->ignored[level->ignored_count++] = pair;
    return CLD_OK;
}

/// The tags of what is of no link. False when memory runs out.
static bool list_other_tags(const cli_level *level, cld_name_table *tags) {
    bool listed = true;
    for (size_t i = 0; i < level->object_count; i++)
        for (size_t k = 0; k < level->objects[i].tag_count && !level->objects[i].link && listed; k++)
            if (cld_names_find(tags, level->objects[i].tags[k]) == UINT32_MAX)
                listed = cld_names_add(tags, level->objects[i].tags[k], 0);
    return listed;
}

/// The new name of a link whose old one is among the tags, else the old one; NULL when memory runs out.
static const char *rename_link(cli_level *level, const cld_name_table *tags, cld_name_table *renamed,
                               const char **names, const char *link) {
    if (cld_names_find(tags, link) == UINT32_MAX)
        return link;
    uint32_t known = cld_names_find(renamed, link);
    if (known != UINT32_MAX)
        return names[known];
    const char *name;
    do
        name = cli_level_name_link(level, link);
    while (name && cld_names_find(tags, name) != UINT32_MAX);
    known = (uint32_t)renamed->count;
    names[known] = name;
    return name && cld_names_add(renamed, link, known) ? name : NULL;
}

cld_status cli_level_part_links(cli_level *level, cld_error *err) {
    cld_name_table tags = {0}, renamed = {0};
    const char **names = cld_arena_add(&level->arena, level->link_names.table.count + 1, sizeof *names);
    bool has_room = names && list_other_tags(level, &tags);
    for (size_t i = 0; i < level->object_count && has_room; i++) {
        cli_level_object *object = &level->objects[i];
        const char **own = object->link ? cld_arena_add(&level->arena, 1, sizeof *own) : NULL;
        has_room =
            !object->link || (own && (*own = rename_link(level, &tags, &renamed, names, object->link)));
        object->tags = own ? own : object->tags;
    }
    for (size_t i = 0; i < level->ignored_count && has_room; i++) {
        cli_level_pair *pair = &level->ignored[i];
        pair->a = rename_link(level, &tags, &renamed, names, pair->a);
        pair->b = pair->a ? rename_link(level, &tags, &renamed, names, pair->b) : NULL;
        has_room = pair->b != NULL;
    }
    cld_names_clear(&tags);
    cld_names_clear(&renamed);
    return has_room ? CLD_OK : cld_fail_memory(err);
}

CLD_PRINTF(3, 0)
static void add_line(cld_text *lines, const char *file, const char *format, va_list values) {
    char line[512];
    vsnprintf(line, sizeof line, format, values);
    cld_text_add(lines, file, strlen(file) + 1);
    cld_text_add(lines, line, strlen(line) + 1);
}

void cli_level_tell(cli_level *level, const char *file, const char *format, ...) {
    va_list values;
    va_start(values, format);
    add_line(&level->report, file, format, values);
    va_end(values);
}

void cli_level_tell_loss(cli_level *level, const char *file, const char *format, ...) {
    cld_text *const lists[] = {&level->report, &level->losses};
    for (int i = 0; i < 2; i++) {
        va_list values;
        va_start(values, format);
        add_line(lists[i], file, format, values);
        va_end(values);
    }
}

cld_status cli_level_fail_empty(const cli_level *level, size_t begin, cld_error *err) {
    const char *file = level->losses.length > begin ? level->losses.bytes + begin : NULL;
    return cld_fail(err, CLD_BAD_VALUE, "", "expected objects, found none in this file%s%s", file ? "; " : "",
                    file ? file + strlen(file) + 1 : "");
}

void cli_level_add_fault(cli_level *level, const char *what, const char *name, unsigned long line,
                         unsigned long column, const cld_error *err) {
    cld_error fault; // between and behind what it says, it is nobody's business what the stack held
    memset(&fault, 0, sizeof fault);
    if (name)
        cld_fail(&fault, err->status, "", "%s \"%s\": %s", what, cld_name_tell(name).text, err->message);
    else
        cld_fail(&fault, err->status, "", "%s: %s", what, err->message);
    fault.line = line;
    fault.column = column;
    cld_text_add(&level->faults, (const char *)&fault, sizeof fault);
}

void cli_level_clear(cli_level *level) {
    free(level->shapes);
    free(level->objects);
    free(level->ignored);
    cld_names_clear(&level->shape_names.table);
    cld_names_clear(&level->object_names.table);
    cld_names_clear(&level->link_names.table);
    free(level->shape_names.repeats);
    free(level->object_names.repeats);
    free(level->link_names.repeats);
    cld_text_clear(&level->report);
    cld_text_clear(&level->losses);
    cld_text_clear(&level->faults);
    cld_arena_clear(&level->arena);
    *level = (cli_level){.up = 0};
}
