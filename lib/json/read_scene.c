#include "json/read_scene.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "json/member.h"
#include "json/path.h"
#include "json/read_rule.h"
#include "json/read_shape.h"
#include "json/read_transform.h"

bool cld_json_is_scene(const cJSON *tree) {
    return cld_json_find(tree, "objects") || cld_json_find(tree, "shapes") || cld_json_find(tree, "rules");
}

static cld_status check_tags(const cJSON *tags, cld_error *err) {
    size_t count, i = 0;
    const char *tag;
    cld_status status = cld_json_count(tags, "an array of strings", &count, err);
    for (const cJSON *node = status ? NULL : tags->child; node; node = node->next, i++) {
        if ((status = cld_json_read_string(node, &tag, err)))
            return cld_json_at_index(status, i, err);
    }
    return status;
}

cld_status cld_json_check_object(const cJSON *object, const char **name, cld_error *err) {
    static const char *const keys[] = {"name", "shape", "transform", "tags", "extras", NULL};
    static const char what[] = "an object of a scene";
    const cJSON *member, *tags = cld_json_find(object, "tags"), *named = cld_json_find(object, "name");
    if (cJSON_IsString(named))
        *name = named->valuestring;
    cld_status status = cld_json_check_keys(object, keys, NULL, what, err);
    if (status || (status = cld_json_require(object, "name", what, &member, err)))
        return status;
    if ((status = cld_json_read_string(member, name, err)))
        return cld_json_at_key(status, "name", err);
    if (tags && (status = check_tags(tags, err)))
        return cld_json_at_key(status, "tags", err);
    return cld_json_require(object, "shape", what, &member, err);
}

cld_status cld_json_fail_missing(const char *what, const cld_suggestion *suggestion, cld_error *err) {
    const char *nearest = suggestion->nearest;
    return cld_fail(err, CLD_NOT_FOUND, "", "the scene has no %s \"%s\"%s%s%s", what,
                    cld_name_tell(suggestion->word).text, nearest ? "; did you mean \"" : "",
                    cld_name_tell(nearest ? nearest : "").text, nearest ? "\"?" : "");
}

cld_status cld_json_fail_taken(const char *name, cld_error *err) {
    return cld_fail(err, CLD_DUPLICATE_NAME, "/name", "an object before it is called \"%s\" too",
                    cld_name_tell(name).text);
}

cld_status cld_json_move_def(const cJSON *object, cld_shape_def *def, cld_error *err) {
    const cJSON *transform = cld_json_find(object, "transform");
    cld_transform outer;
    if (!transform)
        return CLD_OK;
    cld_status status = cld_json_read_transform(transform, def->dimension, &outer, err);
    if (!status)
        def->transform = cld_transform_compose(&outer, &def->transform);
    return cld_json_at_key(status, "transform", err);
}

cld_status cld_json_check_scene(const cJSON *tree, cld_error *err) {
    static const char *const keys[] = {"$schema", "shapes", "objects", "rules", "extras", NULL};
    const cJSON *objects = cld_json_find(tree, "objects"), *shapes = cld_json_find(tree, "shapes");
    const cJSON *rules = cld_json_find(tree, "rules");
    cld_status status = cld_json_check_keys(tree, keys, NULL, "a scene", err);
    if (status || (status = cld_json_check_schema(tree, err)))
        return status;
    if (shapes && !cJSON_IsObject(shapes))
        return cld_json_at_key(cld_json_fail_type(shapes, "an object of shapes by name", err), "shapes", err);
    if (objects && !cJSON_IsArray(objects))
        return cld_json_at_key(cld_json_fail_type(objects, "an array of objects", err), "objects", err);
    if (rules && !cJSON_IsArray(rules))
        return cld_json_at_key(cld_json_fail_type(rules, "an array of rules", err), "rules", err);
    return CLD_OK;
}

static cld_status check_rules(const cJSON *rules, cld_error *err) {
    size_t count, i = 0;
    cld_status status = cld_json_count(rules, "an array of rules", &count, err);
    for (const cJSON *rule = status ? NULL : rules->child; rule; rule = rule->next, i++) {
        if ((status = cld_json_check_rule_keys(rule, err)))
            return cld_json_at_index(status, i, err);
    }
    return status;
}

/// Checks all objects; finds the one called `name` (NULL if there is none) and its index.
static cld_status find_object(const cJSON *objects, const char *name, const cJSON **found, size_t *index,
                              cld_error *err) {
    size_t count, i = 0;
    *found = NULL;
    cld_status status = cld_json_count(objects, "an array of objects", &count, err);
    for (const cJSON *object = status ? NULL : objects->child; object; object = object->next, i++) {
        const char *its_name;
        if ((status = cld_json_check_object(object, &its_name, err)))
            return cld_json_at_index(status, i, err);
        if (strcmp(its_name, name) != 0)
            continue;
        if (*found)
            return cld_json_at_index(cld_json_fail_taken(name, err), i, err);
        *found = object;
        *index = i;
    }
    return status;
}

static cld_status fail_to_find(const cJSON *tree, const char *what, const char *name, bool with_objects,
                               cld_error *err) {
    cld_suggestion suggestion = {.word = name};
    const cJSON *objects = cld_json_find(tree, "objects"), *shapes = cld_json_find(tree, "shapes");
    for (const cJSON *object = with_objects && objects ? objects->child : NULL; object; object = object->next)
        cld_suggestion_offer(&suggestion, cld_json_find(object, "name")->valuestring);
    for (const cJSON *shape = shapes ? shapes->child : NULL; shape; shape = shape->next)
        cld_suggestion_offer(&suggestion, shape->string);
    return cld_json_fail_missing(what, &suggestion, err);
}

static cld_status read_named_shape(const cJSON *shape, cld_source *source, cld_error *err) {
    cld_json_place_shape(shape->string, source->place);
    cld_status status = cld_json_read_shape(shape, false, source, err);
    if (status)
        cld_error_prefix(err, source->place);
    source->name = shape->string;
    return status;
}

/// Reads the shape of an object, in place or by name; errors point from the document's root.
static cld_status read_object_shape(const cJSON *tree, const cJSON *object, size_t index, cld_source *source,
                                    cld_error *err) {
    const cJSON *shape = cld_json_find(object, "shape");
    snprintf(source->place, sizeof source->place, "/objects/%zu/shape", index);
    if (!cJSON_IsString(shape)) {
        cld_status status = cld_json_read_shape(shape, false, source, err);
        if (status)
            cld_error_prefix(err, source->place);
        return status;
    }
    const cJSON *shapes = cld_json_find(tree, "shapes");
    const cJSON *named = shapes ? cld_json_find(shapes, shape->valuestring) : NULL;
    if (named)
        return read_named_shape(named, source, err);
    cld_status status = fail_to_find(tree, "shape", shape->valuestring, false, err);
    cld_error_prefix(err, source->place);
    return status;
}

static cld_status read_object(const cJSON *tree, const cJSON *object, size_t index, cld_source *source,
                              cld_error *err) {
    cld_status status = read_object_shape(tree, object, index, source, err);
    source->name = cld_json_find(object, "name")->valuestring;
    source->is_moved = cld_json_find(object, "transform") != NULL;
    source->own = source->def.transform;
    if (source->is_moved)
        snprintf(source->mover, sizeof source->mover, "/objects/%zu/transform", index);
    if (status)
        return status;
    status = cld_json_move_def(object, &source->def, err);
    return cld_json_at_key(cld_json_at_index(status, index, err), "objects", err);
}

cld_status cld_json_read_scene_shape(const cJSON *tree, const char *name, cld_source *source,
                                     cld_error *err) {
    const cJSON *objects = cld_json_find(tree, "objects"), *shapes = cld_json_find(tree, "shapes");
    const cJSON *rules = cld_json_find(tree, "rules"), *object = NULL;
    size_t index = 0;
    cld_status status = cld_json_check_scene(tree, err);
    if (status)
        return status;
    if (rules && (status = check_rules(rules, err)))
        return cld_json_at_key(status, "rules", err);
    if (objects && (status = find_object(objects, name, &object, &index, err)))
        return cld_json_at_key(status, "objects", err);
    if (object)
        return read_object(tree, object, index, source, err);
    const cJSON *shape = shapes ? cld_json_find(shapes, name) : NULL;
    return shape ? read_named_shape(shape, source, err) : fail_to_find(tree, "object", name, true, err);
}
