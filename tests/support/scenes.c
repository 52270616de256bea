#include "support/scenes.h"

#include <stdio.h>
#include <string.h>

#include "scene/selector.h"

/// Gives an object, and the same one packed, a shape. The same state makes the same one.
static void give_shape(random_state *r, cld_object *object, cld_object *packed, cld_arena *arena) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    double points[30];
    int kind = random_int(r, 0, 4);
    bool is_container = random_one_in(r, 10);
    for (int k = 0; k < 3; k++)
        def.size[k] = is_container ? 4 : random_int(r, 0, 2) * 0.5;
    if (kind == 0 && !is_container) {
        def = cld_shape_def_make(CLD_HULL);
        for (int i = 0; i < 30; i++)
            points[i] = random_real(r, -1, 1);
        def.points = points;
        def.point_count = (size_t)random_int(r, 1, 10);
    } else if (kind == 1 && !is_container) {
        def = cld_shape_def_make(CLD_SPHERE);
        def.radius = random_int(r, 0, 2) * 0.5;
    }
    def.transform = cld_transform_make_translation(
        (cld_vec3){random_int(r, -4, 4) * 0.5, random_int(r, -4, 4) * 0.5, random_int(r, -4, 4) * 0.5});
    cld_shape *shape = NULL;
    cld_shape_create(&def, NULL, NULL, &shape, NULL);
    object->shape = shape;
    packed->is_packed = cld_shape_pack(&def, arena, &packed->packed, NULL) == CLD_OK;
}

static cld_selector make_selector(random_state *r) {
    static const char *const patterns[] = {"o*", "tag:red", "tag:blue", "o1?", "o?"};
    if (random_one_in(r, 3))
        return (cld_selector){NULL, 0};
    int first = random_int(r, 0, 4);
    return (cld_selector){patterns + first, first < 4 && random_one_in(r, 3) ? 2 : 1};
}

void random_scene_make(random_state *r, random_scene *s) {
    size_t count = (size_t)random_int(r, 1, random_one_in(r, 4) ? SCENE_MOST_OBJECTS : 20);
    random_state last = *r;
    s->arena = (cld_arena){NULL};
    for (size_t i = 0; i < count; i++) {
        snprintf(s->names[i], sizeof s->names[i], "o%zu", i);
        s->tags[i][0] = random_one_in(r, 2) ? "red" : "green";
        s->tags[i][1] = "blue";
        uint32_t tag_count = random_one_in(r, 3) ? 2 : 1;
        if (!random_one_in(r, 5))
            last = *r; // else the shape before comes once more
        random_state shape = last;
        s->objects[i] = (cld_object){.name = s->names[i], .tags = s->tags[i], .tag_count = tag_count};
        s->packed[i] = s->objects[i];
        give_shape(&shape, &s->objects[i], &s->packed[i], &s->arena);
        random_bits(r);
    }
    size_t rules = (size_t)random_int(r, 1, SCENE_MOST_RULES);
    for (size_t i = 0; i < rules; i++) {
        // Ignoring is for the last one, and not always, so that something is left to find.
        int kind = random_int(r, 0, i + 1 == rules ? CLD_RULE_KIND_COUNT - 1 : CLD_RULE_IGNORE - 1);
        s->rules[i] = cld_rule_make((cld_rule_kind)kind);
        s->rules[i].first = make_selector(r);
        s->rules[i].second = kind == CLD_RULE_NO_DUPLICATES ? (cld_selector){NULL, 0} : make_selector(r);
        s->rules[i].limit = random_int(r, 0, 4) * 0.25;
    }
    s->scene = (cld_scene){"random", s->objects, count, s->rules, rules, false};
}

void random_scene_clear(random_scene *s) {
    for (size_t i = 0; i < s->scene.object_count; i++)
        cld_shape_destroy((cld_shape *)s->objects[i].shape);
    cld_arena_clear(&s->arena);
}

static bool is_matched(const char *pattern, const cld_object *object) {
    const char *tag = cld_pattern_tag(pattern);
    uint64_t steps = UINT64_MAX;
    if (!tag)
        return cld_glob_matches(pattern, object->name, &steps);
    for (size_t i = 0; i < object->tag_count; i++)
        if (strcmp(object->tags[i], tag) == 0)
            return true;
    return false;
}

bool is_selected(const cld_selector *selector, const cld_object *object) {
    for (size_t i = 0; i < selector->count; i++)
        if (is_matched(selector->patterns[i], object))
            return true;
    return selector->count == 0;
}

static bool is_pair_of(const cld_scene *scene, const cld_rule *rule, uint32_t i, uint32_t j) {
    return is_selected(&rule->first, &scene->objects[i]) && is_selected(&rule->second, &scene->objects[j]);
}

static bool is_ignored(const cld_scene *scene, uint32_t i, uint32_t j) {
    for (size_t k = 0; k < scene->rule_count; k++)
        if (scene->rules[k].kind == CLD_RULE_IGNORE &&
            (is_pair_of(scene, &scene->rules[k], i, j) || is_pair_of(scene, &scene->rules[k], j, i)))
            return true;
    return false;
}

/// The answers of all pairs, for find_violations alone.
static cld_result answers[SCENE_MOST_OBJECTS][SCENE_MOST_OBJECTS];

static void ask_all(const cld_scene *scene) {
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    for (size_t i = 0; i < scene->object_count; i++)
        for (size_t j = 0; j < scene->object_count; j++)
            if (i != j)
                cld_find_collision(scene->objects[i].shape, NULL, scene->objects[j].shape, NULL, &options,
                                   workspace, &answers[i][j], NULL);
    cld_workspace_destroy(workspace);
}

static bool breaks(const cld_scene *scene, const cld_rule *rule, uint32_t i, uint32_t j,
                   const cld_result *r) {
    bool related = is_pair_of(scene, rule, i, j) || is_pair_of(scene, rule, j, i);
    switch (rule->kind) {
    case CLD_RULE_NO_OVERLAP: return related && -r->signed_distance > rule->limit + r->tolerance;
    case CLD_RULE_CLEARANCE: return related && r->signed_distance < rule->limit - r->tolerance;
    case CLD_RULE_NO_DUPLICATES:
        return is_selected(&rule->first, &scene->objects[i]) &&
               is_selected(&rule->first, &scene->objects[j]) && r->containment == CLD_EQUAL;
    default: return false;
    }
}

/// Whether j supports i, or holds it.
static bool satisfies(const cld_rule *rule, const cld_result *r) {
    if (rule->kind == CLD_RULE_SUPPORTED)
        return r->signed_distance <= rule->limit + r->tolerance;
    return r->containment == CLD_A_IN_B || r->containment == CLD_EQUAL;
}

/// Adds a finding if nothing satisfies the rule for object i; its b is the nearest that might have.
static size_t add_lonely(const cld_scene *scene, uint32_t rule, uint32_t i, cld_finding *out) {
    const cld_rule *r = &scene->rules[rule];
    cld_finding finding = {.rule = rule, .a = i, .b = CLD_NO_INDEX};
    for (uint32_t j = 0; j < scene->object_count; j++) {
        if (i == j || !is_pair_of(scene, r, i, j) || is_ignored(scene, i, j))
            continue;
        cld_result result = answers[i][j];
        if (satisfies(r, &result))
            return 0;
        if (finding.b == CLD_NO_INDEX || result.signed_distance < finding.signed_distance) {
            finding.b = j;
            finding.signed_distance = result.signed_distance;
        }
    }
    // An object that is a container holds itself; if all are ignored with it, there is nothing to say.
    bool is_kept = r->kind == CLD_RULE_INSIDE &&
                   (finding.b == CLD_NO_INDEX || is_selected(&r->second, &scene->objects[i]));
    if (is_kept || !is_selected(&r->first, &scene->objects[i]))
        return 0;
    *out = finding;
    return 1;
}

size_t find_violations(const cld_scene *scene, cld_finding *findings, size_t most) {
    ask_all(scene);
    size_t count = 0;
    for (uint32_t rule = 0; rule < scene->rule_count; rule++) {
        const cld_rule *r = &scene->rules[rule];
        for (uint32_t i = 0; i < scene->object_count && count < most; i++) {
            if (r->kind == CLD_RULE_SUPPORTED || r->kind == CLD_RULE_INSIDE)
                count += add_lonely(scene, rule, i, &findings[count]);
            for (uint32_t j = i + 1; j < scene->object_count && count < most; j++) {
                if (is_ignored(scene, i, j))
                    continue;
                cld_result result = answers[i][j];
                if (breaks(scene, r, i, j, &result))
                    findings[count++] = (cld_finding){
                        .rule = rule, .a = i, .b = j, .signed_distance = result.signed_distance};
            }
        }
    }
    return count;
}
