#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "base/loose_number.h"
#include "base/utf8.h"
#include "map/map.h"
#include "map/token.h"

typedef struct reader {
    cld_map_cursor cursor;
    cld_map *map;
} reader;

static bool is_word(cld_map_word word, const char *string) {
    return word.length == strlen(string) && memcmp(word.begin, string, word.length) == 0;
}

static cld_status read_coordinate(reader *r, double *x, cld_error *err) {
    cld_map_token token;
    cld_status status = cld_map_take(&r->cursor, &token, err);
    if (status)
        return status;
    if (token.kind != 'w' || !cld_loose_number_read(token.word.begin, token.word.length, x))
        return cld_map_fail_token(CLD_SYNTAX, &token, "a number", err);
    if (!(fabs(*x) <= CLD_MAP_LARGEST))
        return cld_map_fail_token(CLD_BAD_VALUE, &token, "a number between -1e100 and 1e100", err);
    return CLD_OK;
}

/// Takes the next token, which has to be of that kind.
static cld_status expect(reader *r, char kind, const char *expected, cld_map_token *token, cld_error *err) {
    cld_status status = cld_map_take(&r->cursor, token, err);
    if (!status && token->kind != kind)
        status = cld_map_fail_token(CLD_SYNTAX, token, expected, err);
    return status;
}

/// Reads "x y z )".
static cld_status read_point(reader *r, cld_vec3 *p, cld_error *err) {
    cld_map_token token;
    cld_status status = read_coordinate(r, &p->x, err);
    if (!status)
        status = read_coordinate(r, &p->y, err);
    if (!status)
        status = read_coordinate(r, &p->z, err);
    return status ? status : expect(r, ')', "a ) after the three numbers of a point", &token, err);
}

/// Skips to the bracket that closes the one before the cursor, of whichever kind.
static cld_status skip_group(reader *r, const cld_map_token *opening, cld_error *err) {
    char expected[80];
    cld_map_token token;
    size_t depth = 1;
    while (depth > 0) {
        cld_status status = cld_map_take(&r->cursor, &token, err);
        if (status)
            return status;
        if (!token.kind) {
            snprintf(expected, sizeof expected, "the end of what \"%c\" on line %lu begins", opening->kind,
                     opening->line);
            return cld_map_fail_token(CLD_SYNTAX, &token, expected, err);
        }
        depth += strchr("([{", token.kind) != NULL;
        depth -= strchr(")]}", token.kind) != NULL;
    }
    return CLD_OK;
}

/// Skips how the texture lies on the side: numbers and, in Valve's syntax, axes in [ ]. Other games add
/// numbers and words at the end.
static cld_status skip_alignment(reader *r, cld_error *err) {
    cld_map_token token;
    for (;;) {
        cld_map_cursor before = r->cursor;
        cld_status status = cld_map_take(&r->cursor, &token, err);
        if (!status && token.kind == '[')
            status = skip_group(r, &token, err);
        else if (!status && token.kind != 'w') {
            r->cursor = before;
            return CLD_OK;
        }
        if (status)
            return status;
    }
}

/// Reads a side, of which "(" has been read.
static cld_status read_side(reader *r, const cld_map_token *opening, bool has_matrix, cld_error *err) {
    cld_map_side side = {.line = opening->line};
    cld_map_token token;
    cld_map *map = r->map;
    cld_status status = CLD_OK;
    for (int k = 0; k < 3 && !status; k++) {
        if (k > 0)
            status = expect(r, '(', "the ( of a side's next point, of three", &token, err);
        if (!status)
            status = read_point(r, &side.points[k], err);
    }
    if (!status && has_matrix) {
        status = expect(r, '(', "the ( of a texture's matrix", &token, err);
        if (!status)
            status = skip_group(r, &token, err);
    }
    if (!status)
        status = cld_map_take_name(&r->cursor, &token, err);
    if (!status && token.kind != 'w' && token.kind != 's')
        status = cld_map_fail_token(CLD_SYNTAX, &token, "the name of a texture", err);
    side.texture = token.word;
    if (!status)
        status = skip_alignment(r, err);
    if (status)
        return status;
    cld_map_side *sides = cld_grow(map->sides, &map->side_capacity, map->side_count, sizeof *sides);
    if (!sides)
        return cld_fail_memory(err);
    map->sides = sides;
    map->sides[map->side_count++] = side;
    return CLD_OK;
}

/// Reads sides up to the closing brace; `token` is the first after the opening one.
static cld_status read_sides(reader *r, cld_map_token token, bool has_matrix, cld_error *err) {
    cld_status status = CLD_OK;
    while (!status && token.kind == '(') {
        status = read_side(r, &token, has_matrix, err);
        if (!status)
            status = cld_map_take(&r->cursor, &token, err);
    }
    if (!status && token.kind != '}')
        status = cld_map_fail_token(CLD_SYNTAX, &token, "the ( of a side or the } of a brush", err);
    return status;
}

/// Reads what stands in a brush's place under a name: a brushDef has sides, other things are none of ours.
static cld_status read_kind(reader *r, const cld_map_token *name, cld_map_brush *brush, cld_error *err) {
    cld_map_token token;
    cld_status status = expect(r, '{', "a {", &token, err);
    if (!status && is_word(name->word, "brushDef")) {
        status = cld_map_take(&r->cursor, &token, err);
        if (!status)
            status = read_sides(r, token, true, err);
    } else if (!status) {
        brush->kind = name->word;
        status = skip_group(r, &token, err);
    }
    return status ? status : expect(r, '}', "the } of a brush", &token, err);
}

static cld_status read_brush(reader *r, const cld_map_token *opening, uint32_t index, cld_error *err) {
    cld_map *map = r->map;
    cld_map_brush brush = {.entity = (uint32_t)map->entity_count,
                           .index = index,
                           .line = opening->line,
                           .first_side = map->side_count};
    cld_map_token token;
    cld_status status = cld_map_take(&r->cursor, &token, err);
    if (status)
        return status;
    status = token.kind == 'w' ? read_kind(r, &token, &brush, err) : read_sides(r, token, false, err);
    brush.side_count = map->side_count - brush.first_side;
    if (status)
        return status;
    cld_map_brush *brushes = cld_grow(map->brushes, &map->brush_capacity, map->brush_count, sizeof *brushes);
    if (!brushes)
        return cld_fail_memory(err);
    map->brushes = brushes;
    map->brushes[map->brush_count++] = brush;
    return CLD_OK;
}

static cld_status read_value(reader *r, const cld_map_token *key, cld_map_entity *entity, cld_error *err) {
    cld_map_token value;
    cld_status status = expect(r, 's', "the value of a key, in quotes", &value, err);
    if (!status && is_word(key->word, "classname"))
        entity->class_name = value.word;
    return status;
}

static cld_status read_entity(reader *r, const cld_map_token *opening, cld_error *err) {
    cld_map *map = r->map;
    cld_map_entity entity = {.line = opening->line};
    cld_map_token token = {.kind = 0};
    uint32_t brush_count = 0;
    char expected[100];
    cld_status status = CLD_OK;
    snprintf(expected, sizeof expected, "a key, a brush or the } of the entity that begins on line %lu",
             opening->line);
    while (!status && token.kind != '}') {
        status = cld_map_take(&r->cursor, &token, err);
        if (!status && token.kind == 's')
            status = read_value(r, &token, &entity, err);
        else if (!status && token.kind == '{')
            status = read_brush(r, &token, brush_count++, err);
        else if (!status && token.kind != '}')
            status = cld_map_fail_token(CLD_SYNTAX, &token, expected, err);
    }
    if (status)
        return status;
    cld_map_entity *entities =
        cld_grow(map->entities, &map->entity_capacity, map->entity_count, sizeof *entities);
    if (!entities)
        return cld_fail_memory(err);
    map->entities = entities;
    map->entities[map->entity_count++] = entity;
    return CLD_OK;
}

cld_status cld_map_read(const char *bytes, size_t length, cld_map *map, cld_error *err) {
    reader r = {{bytes + cld_utf8_find_mark(bytes, length), bytes + length, bytes, 1}, map};
    cld_map_token token;
    cld_status status = CLD_OK;
    *map = (cld_map){.entity_count = 0};
    while (!status) {
        status = cld_map_take(&r.cursor, &token, err);
        if (!status && !token.kind)
            break;
        if (!status && token.kind != '{')
            status = cld_map_fail_token(CLD_SYNTAX, &token, "the { of an entity", err);
        if (!status)
            status = read_entity(&r, &token, err);
    }
    if (!status && map->entity_count == 0)
        status = cld_map_fail_token(CLD_SYNTAX, &token, "the { of an entity", err);
    return status;
}

void cld_map_clear(cld_map *map) {
    free(map->entities);
    free(map->brushes);
    free(map->sides);
    *map = (cld_map){.entity_count = 0};
}
