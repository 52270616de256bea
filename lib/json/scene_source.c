/// A document is read in one go. Each object's shape is made as soon as its text has been parsed, and the
/// text's tree is forgotten; only an object whose shape is named further down has to wait for the end, and is
/// then parsed again.

#include "json/scene_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "scene/unpacked.h"
#include "shape/family.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/path.h"
#include "json/read_rules.h"
#include "json/read_scene.h"
#include "json/read_shape.h"
#include "json/scene_objects.h"
#include "json/scene_shape.h"
#include "json/shape_table.h"

/// An object that names a shape which has not been read yet.
typedef struct waiting_object {
    cld_place place;
    size_t begin, end; ///< of its text
} waiting_object;

typedef struct reader {
    const cld_scene_text *text;
    cld_scene_source *scene;
    cld_shape_table table;
    bool has_shapes; ///< the reading of "shapes" has begun
    waiting_object *waiting;
    size_t waiting_count, waiting_capacity;
    unsigned long *rule_lines; ///< on which each rule begins
    size_t rule_count, rule_capacity;
    size_t counted; ///< the bytes before this hold `line` - 1 line ends
    unsigned long line;
    bool is_too_large; ///< there are more objects than there may be
    bool is_changed;   ///< what was right when it was first read no longer is: a file that others write to
    bool failed;       ///< memory ran out
} reader;

static unsigned long find_line(reader *r, size_t offset) {
    if (r->text->lines)
        return 0;
    const char *at = r->text->bytes + r->counted, *end = r->text->bytes + offset;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        r->line++;
        at++;
    }
    r->counted = offset;
    return r->line;
}

static void add_problem(reader *r, size_t order, unsigned long line, const char *name, const cld_error *err) {
    cld_problem problem = {.file = r->text->file, .order = order, .error = *err};
    problem.error.line = line;
    if (r->text->lines)
        problem.error.pointer[0] = '\0'; // nobody sees the document
    if (name && !(problem.name = cld_arena_copy_string(&r->scene->arena, name)))
        r->failed = true;
    cld_problems_add(&r->scene->problems, &problem);
}

static cld_status read_tags(const cJSON *node, cld_arena *arena, cld_object *object, cld_error *err) {
    const cJSON *tags = cld_json_find(node, "tags");
    size_t count, i = 0;
    if (!tags)
        return CLD_OK;
    cld_status status = cld_json_count(tags, "an array of strings", &count, err);
    const char **copies = status ? NULL : cld_arena_add(arena, count, sizeof *copies);
    if (!copies)
        return status ? status : cld_fail_memory(err);
    for (const cJSON *tag = tags->child; tag; tag = tag->next, i++)
        if (!(copies[i] = cld_arena_copy_string(arena, tag->valuestring)))
            return cld_fail_memory(err);
    object->tags = copies;
    object->tag_count = (uint32_t)count;
    return CLD_OK;
}

/// Gives an object the shape of a definition, moved by its transform.
static cld_status give_shape(reader *r, const cJSON *node, size_t index, size_t end, cld_shape_def *def,
                             cld_object *object, cld_error *err) {
    bool is_named = cJSON_IsString(cld_json_find(node, "shape"));
    cld_transform own = def->transform;
    cld_status status = cld_json_move_def(node, def, err);
    if (status)
        return status;
    status = cld_scene_give_shape(r->scene, r->text, index, end, is_named, def, object, err);
    return cld_json_blame_transform(status, def, &own, "/shape", "/transform", err);
}

/// Makes the shape of an object, whose keys are known to be right and whose text ends at `end`.
static cld_status make_shape(reader *r, const cJSON *node, size_t index, size_t end, cld_object *object,
                             cld_error *err) {
    cld_arena arena = {NULL};
    cld_shape_def def;
    cld_status status = cld_shape_table_read(&r->table, node, &arena, &def, err);
    if (!status)
        status = give_shape(r, node, index, end, &def, object, err);
    cld_arena_clear(&arena);
    return status;
}

static cld_status finish_object(reader *r, const cJSON *node, const cld_place *place, size_t end,
                                cld_object *object, cld_error *err) {
    const char *named = cld_json_find(node, "shape")->valuestring;
    cld_place whole = *place;
    cld_status status = read_tags(node, &r->scene->arena, object, err);
    if (status || (status = make_shape(r, node, place->index, end, object, err)))
        return status;
    whole.shape = named ? cld_names_find(&r->table.names, named) : CLD_NO_INDEX;
    return cld_scene_add_object(r->scene, object, &whole, err);
}

/// Notes the name of an object, which no other may have.
static cld_status take_name(cld_scene_source *scene, const char *name, uint32_t number, cld_object *object,
                            cld_error *err) {
    if (cld_names_find(&scene->names, name) != UINT32_MAX)
        return cld_json_fail_taken(name, err);
    object->name = cld_arena_copy_string(&scene->arena, name);
    if (!object->name || !cld_names_add(&scene->names, object->name, number))
        return cld_fail_memory(err);
    return CLD_OK;
}

static bool must_wait(const reader *r, const cJSON *node) {
    const cJSON *shape = cld_json_find(node, "shape");
    return !r->has_shapes && cJSON_IsString(shape);
}

static void settle_object(reader *r, cld_status status, const char *name, const cld_place *place,
                          cld_error *err) {
    if (!status)
        return;
    cld_json_at_key(cld_json_at_index(status, place->index, err), "objects", err);
    add_problem(r, place->index, place->line, name, err);
}

static void read_object(reader *r, const cld_json_part *part) {
    unsigned long line = find_line(r, part->begin);
    if (part->index < r->text->line_count)
        line = r->text->lines[part->index];
    cld_place place = {line <= UINT32_MAX ? (uint32_t)line : 0, (uint32_t)part->index, CLD_NO_INDEX};
    cld_object object = {.tag_count = 0};
    const char *name = NULL;
    cld_error err;
    cld_status status = cld_json_check_object(part->node, &name, &err);
    if (part->fault) {
        err = *part->fault;
        status = err.status;
    }
    if (name) {
        cld_error other;
        cld_status taken = take_name(r->scene, name, (uint32_t)part->index, &object, &other);
        if (!status && taken)
            err = other;
        status = status ? status : taken;
    }
    if (!status && must_wait(r, part->node)) {
        void *waiting = cld_grow(r->waiting, &r->waiting_capacity, r->waiting_count, sizeof *r->waiting);
        r->failed |= !waiting;
        if (waiting) {
            r->waiting = waiting;
            r->waiting[r->waiting_count++] = (waiting_object){place, part->begin, part->end};
        }
        return;
    }
    if (!status)
        status = finish_object(r, part->node, &place, part->end, &object, &err);
    settle_object(r, status, name, &place, &err);
}

static void read_waiting(reader *r, const waiting_object *waiting) {
    cJSON *node;
    const char *name = NULL;
    cld_error err;
    cld_status status =
        cld_json_parse(r->text->bytes + waiting->begin, waiting->end - waiting->begin, &node, &err);
    if (!status)
        status = cld_json_check_object(node, &name, &err);
    if (status) {
        r->failed |= status == CLD_INTERNAL;
        r->is_changed |= status != CLD_INTERNAL;
        cJSON_Delete(node);
        return;
    }
    cld_object object = {.name = cld_arena_copy_string(&r->scene->arena, name)};
    status = object.name ? finish_object(r, node, &waiting->place, r->text->length, &object, &err)
                         : cld_fail_memory(&err);
    settle_object(r, status, object.name, &waiting->place, &err);
    cJSON_Delete(node);
}

/// Rules stay in the tree, which does not say where they stood.
static void note_rule(reader *r, const cld_json_part *part) {
    void *lines = cld_grow(r->rule_lines, &r->rule_capacity, r->rule_count, sizeof *r->rule_lines);
    r->failed |= !lines;
    if (!lines)
        return;
    r->rule_lines = lines;
    r->rule_lines[r->rule_count++] = find_line(r, part->begin);
}

static bool take_part(void *context, const cld_json_part *part) {
    reader *r = context;
    cld_error err;
    find_line(r, part->begin); // so that nothing before has to be read again
    if (r->text->pass)
        r->text->pass(r->text->pass_context, part->begin);
    if (strcmp(part->member, "objects") == 0 && !part->key) {
        r->is_too_large |= part->index >= CLD_MOST_OBJECTS;
        if (!r->is_too_large)
            read_object(r, part);
        return true;
    }
    if (strcmp(part->member, "rules") == 0 && !part->key)
        note_rule(r, part);
    if (strcmp(part->member, "shapes") != 0 || !part->key)
        return false;
    r->has_shapes = true;
    if (part->fault ? cld_shape_table_add_bad(&r->table, part->key, part->fault, &err)
                    : cld_shape_table_add(&r->table, part->key, part->node, r->text->warn,
                                          r->text->warn_context, &err))
        add_problem(r, part->index, find_line(r, part->begin), NULL, &err);
    return true;
}

static void add_rule_problem(reader *r, cld_status status, unsigned long line, cld_error *err) {
    cld_json_at_key(status, "rules", err);
    add_problem(r, SIZE_MAX, line, NULL, err);
}

static void read_rules(reader *r, const cJSON *rules) {
    cld_scene_source *scene = r->scene;
    cld_rule_list *list = &scene->rules;
    size_t count = 0, index = 0;
    cld_error err;
    cld_json_count(rules, "", &count, NULL);
    if (count == 0)
        return; // as good as none: what holds without rules is checked
    scene->has_rules = true;
    r->failed |= cld_rule_list_make(count, "/rules", &scene->arena, list, &err) != CLD_OK;
    for (const cJSON *node = r->failed ? NULL : rules->child; node; node = node->next, index++) {
        unsigned long line = index < r->rule_count ? r->rule_lines[index] : 0;
        cld_status status = cld_rule_list_read(node, index, line, &scene->arena, list, &err);
        if (status)
            add_rule_problem(r, status, line, &err);
    }
    // If some are bad, nobody knows what they would have looked at.
    if (list->count == count && !r->text->has_other_rules && cld_rule_list_check(list, &err))
        add_rule_problem(r, err.status, 0, &err);
}

static cld_status add_shape_document(reader *r, const cJSON *tree, cld_scene_source *shapes, cld_error *err) {
    cld_place place = {1, (uint32_t)shapes->object_count, CLD_NO_INDEX};
    cld_object object = {.tag_count = 0};
    cld_arena arena = {NULL};
    cld_shape_def def;
    cld_shape *shape;
    cld_status status = cld_json_read_def(tree, true, &arena, &def, err);
    if (!status)
        status = cld_scene_check_dimension(shapes, def.dimension, err);
    def.arena = &shapes->shape_arena;
    if (!status)
        status = cld_json_create_shape(&def, "", r->text->warn, r->text->warn_context, &shape, err);
    cld_arena_clear(&arena);
    if (status)
        return status;
    // Only now, so that nobody is told that a file is there twice of which nothing is there.
    object.shape = shape;
    status = take_name(shapes, r->text->file, place.index, &object, err);
    if (!status)
        return cld_scene_add_object(shapes, &object, &place, err);
    cld_shape_destroy(shape);
    return status;
}

/// Leaves out the objects that are not in the space of the first. Only now is it known which one that is.
static void drop_strangers(reader *r) {
    cld_scene_source *scene = r->scene;
    size_t kept = 0;
    for (size_t i = 0; i < scene->object_count; i++) {
        cld_object object = scene->objects[i];
        cld_place place = scene->places[i];
        cld_error err;
        cld_status status = cld_scene_check_dimension(scene, cld_object_dimension(&object), &err);
        if (!status) {
            scene->objects[kept] = object;
            scene->places[kept++] = place;
            continue;
        }
        settle_object(r, cld_json_at_key(status, "shape", &err), object.name, &place, &err);
        cld_scene_drop_shape(&object);
    }
    scene->object_count = kept;
}

static cld_status finish_scene(reader *r, const cJSON *tree, cld_error *err) {
    cld_status status = cld_json_check_scene(tree, err);
    if (status)
        return status;
    if (r->is_too_large)
        return cld_fail(err, CLD_TOO_LARGE, "/objects", "a scene may have %d objects, got more",
                        CLD_MOST_OBJECTS);
    for (size_t i = 0; i < r->waiting_count; i++)
        read_waiting(r, &r->waiting[i]);
    if (r->is_changed)
        return cld_fail(err, CLD_IO, "", "cannot read: the file was changed meanwhile");
    if (r->waiting_count > 0 && !cld_scene_sort_objects(r->scene))
        r->failed = true;
    drop_strangers(r);
    const cJSON *rules = cld_json_find(tree, "rules");
    if (rules)
        read_rules(r, rules);
    cld_problems_sort(&r->scene->problems);
    if (r->scene->object_count == 0 && r->scene->problems.count == 0) {
        if (cld_json_find(tree, "objects"))
            cld_fail(err, CLD_BAD_VALUE, "/objects", "expected objects, found a scene without any");
        else
            cld_fail(err, CLD_MISSING_KEY, "", "a scene to be checked needs the key \"objects\"");
        add_problem(r, 0, 0, NULL, err);
    }
    return r->failed || r->scene->problems.failed ? cld_fail_memory(err) : CLD_OK;
}

cld_status cld_scene_source_read(const cld_scene_text *text, cld_scene_source *scene,
                                 cld_scene_source *shapes, bool *is_scene, cld_error *err) {
    reader r = {.text = text, .scene = scene, .line = 1};
    cJSON *tree = NULL;
    *is_scene = false;
    cld_status status = cld_json_parse_parts(text->bytes, text->length, take_part, &r, &tree, err);
    if (!status && !cJSON_IsObject(tree))
        status = cld_json_fail_type(tree, "a shape or a scene, which is an object", err);
    if (!status && (*is_scene = cld_json_is_scene(tree)))
        status = finish_scene(&r, tree, err);
    else if (!status)
        status = add_shape_document(&r, tree, shapes, err);
    cJSON_Delete(tree);
    free(r.waiting);
    free(r.rule_lines);
    cld_arena_take(&scene->arena, &r.table.arena);
    scene->families = r.table.families;
    r.table.families = NULL;
    cld_shape_table_clear(&r.table);
    cld_names_clear(&scene->names);
    return status;
}

void cld_scene_source_clear(cld_scene_source *source) {
    for (size_t i = 0; i < source->object_count; i++)
        cld_scene_drop_shape(&source->objects[i]);
    free(source->objects);
    free(source->places);
    cld_names_clear(&source->names);
    cld_problems_clear(&source->problems);
    cld_families_clear(source->families);
    cld_arena_clear(&source->arena);
    cld_arena_clear(&source->shape_arena);
    *source = (cld_scene_source){.object_count = 0};
}
