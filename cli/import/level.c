#include "import/level.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/// Makes room for one more; false when memory runs out.
static bool grow(void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 64;
    void *bigger = realloc(*items, more * size);
    if (!bigger)
        return false;
    *items = bigger;
    *capacity = more;
    return true;
}

const char *cli_level_copy(cli_level *level, const char *string) {
    size_t size = strlen(string) + 1;
    char *copy = cld_arena_add(&level->arena, size, 1);
    return copy ? memcpy(copy, string, size) : NULL;
}

/// The first of name_2, name_3, ... that is free; NULL when memory runs out. `repeats` is how far the numbers
/// have come, so that a thousand crates do not take a million tries.
static const char *find_free_name(cli_level *level, const cld_name_table *names, const char *name,
                                  uint32_t *repeats) {
    size_t size = strlen(name) + 16;
    char *numbered = cld_arena_add(&level->arena, size, 1);
    while (numbered) {
        snprintf(numbered, size, "%s_%u", name, ++*repeats + 1);
        if (cld_names_find(names, numbered) == UINT32_MAX)
            break;
    }
    return numbered;
}

cld_status cli_level_add_shape(cli_level *level, const char *name, const cld_shape_def *def, uint32_t *index,
                               cld_error *err) {
    name = name && *name ? name : "shape";
    uint32_t other = cld_names_find(&level->shape_names, name);
    name = other == UINT32_MAX
               ? cli_level_copy(level, name)
               : find_free_name(level, &level->shape_names, name, &level->shapes[other].repeats);
    if (!name ||
        !grow((void **)&level->shapes, level->shape_count, &level->shape_capacity, sizeof *level->shapes))
        return cld_fail_memory(err);
    *index = (uint32_t)level->shape_count;
    if (!cld_names_add(&level->shape_names, name, *index))
        return cld_fail_memory(err);
    level->shapes[level->shape_count++] = (cli_level_shape){.name = name, .def = *def};
    return CLD_OK;
}

/// Copies the tags into the level, each once; false when memory runs out.
static bool copy_tags(cli_level *level, const char *const *tags, size_t count, cli_level_object *object) {
    const char **copies = cld_arena_add(&level->arena, count + 1, sizeof *copies);
    if (!copies)
        return false;
    object->tags = copies;
    for (size_t i = 0; i < count; i++) {
        bool is_new = *tags[i] != '\0';
        for (size_t j = 0; j < object->tag_count && is_new; j++)
            is_new = strcmp(copies[j], tags[i]) != 0;
        if (is_new && !(copies[object->tag_count++] = cli_level_copy(level, tags[i])))
            return false;
    }
    return true;
}

cld_status cli_level_add_object(cli_level *level, const char *name, uint32_t shape, const cli_matrix *matrix,
                                const char *const *tags, size_t tag_count, cld_error *err) {
    cli_level_object object = {.shape = shape, .matrix = *matrix};
    name = name && *name ? name : "object";
    uint32_t other = cld_names_find(&level->object_names, name);
    object.name = other == UINT32_MAX
                      ? cli_level_copy(level, name)
                      : find_free_name(level, &level->object_names, name, &level->objects[other].repeats);
    if (!object.name || !copy_tags(level, tags, tag_count, &object) ||
        !grow((void **)&level->objects, level->object_count, &level->object_capacity,
              sizeof *level->objects) ||
        !cld_names_add(&level->object_names, object.name, (uint32_t)level->object_count))
        return cld_fail_memory(err);
    level->objects[level->object_count++] = object;
    return CLD_OK;
}

cld_status cli_level_ignore(cli_level *level, uint32_t a, uint32_t b, cld_error *err) {
    if (!grow((void **)&level->ignored, level->ignored_count, &level->ignored_capacity,
              sizeof *level->ignored))
        return cld_fail_memory(err);
    level->ignored[level->ignored_count++] = (cli_level_pair){a, b};
    return CLD_OK;
}

void cli_level_tell(cli_level *level, const char *file, const char *format, ...) {
    char line[512];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    cld_text_add_string(&level->report, file);
    cld_text_add(&level->report, ": ", 2);
    cld_text_add_string(&level->report, line);
    cld_text_add_byte(&level->report, '\n');
}

void cli_level_add_fault(cli_level *level, const cld_error *fault) {
    cld_text_add(&level->faults, (const char *)fault, sizeof *fault);
}

void cli_level_clear(cli_level *level) {
    free(level->shapes);
    free(level->objects);
    free(level->ignored);
    cld_names_clear(&level->shape_names);
    cld_names_clear(&level->object_names);
    cld_text_clear(&level->report);
    cld_text_clear(&level->faults);
    cld_arena_clear(&level->arena);
    *level = (cli_level){.up = 0};
}
