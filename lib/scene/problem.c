#include "scene/problem.h"

#include <stdio.h>

#include "base/error.h"
#include "base/suggestion.h"
#include "scene/rule.h"
#include "scene/selector.h"

/// The name or tag that a pattern without * and ? was probably meant to be.
static const char *suggest(const cld_scene *scene, const char *pattern) {
    const char *tag = cld_pattern_tag(pattern);
    cld_suggestion suggestion = {.word = tag ? tag : pattern};
    for (size_t i = 0; i < scene->object_count && suggestion.offered <= CLD_MOST_SUGGESTED; i++) {
        const cld_object *object = &scene->objects[i];
        if (!tag)
            cld_suggestion_offer(&suggestion, object->name);
        for (size_t k = 0; tag && k < object->tag_count; k++)
            cld_suggestion_offer(&suggestion, object->tags[k]);
    }
    return suggestion.nearest;
}

cld_scene_problem cld_make_unmatched(const cld_scene *scene, size_t rule, bool is_first, size_t k,
                                     bool suggests) {
    const cld_rule *r = &scene->rules[rule];
    const cld_rule_row *row = &cld_rule_rows[r->kind];
    const cld_selector *selector = is_first ? &r->first : &r->second;
    const char *pattern = selector->patterns[k],
               *nearest = suggests && !scene->is_partial ? suggest(scene, pattern) : NULL;
    cld_scene_problem problem = {.status = CLD_NOT_FOUND, .a = CLD_NO_INDEX, .b = CLD_NO_INDEX};
    char part[32] = "";
    if (selector->count > 1)
        snprintf(part, sizeof part, "/%zu", k);
    snprintf(problem.pointer, sizeof problem.pointer, "/rules/%zu/%s%s%s", rule,
             is_first ? row->first_key : row->second_key,
             !cld_rule_is_between(row) ? ""
             : is_first                ? "/0"
                                       : "/1",
             part);
    bool is_tag = cld_pattern_tag(pattern);
    cld_print(problem.message, sizeof problem.message, "no object%s %s \"%s\"%s%s%s%s",
              scene->is_partial ? " without errors" : "", is_tag ? "has the tag" : "is called",
              cld_name_tell(is_tag ? cld_pattern_tag(pattern) : pattern).text,
              nearest ? "; did you mean " : "", nearest ? "\"" : "",
              cld_name_tell(nearest ? nearest : "").text, nearest ? "\"?" : "");
    return problem;
}

cld_scene_problem cld_make_idle(size_t rule) {
    cld_scene_problem problem = {.status = CLD_UNSUPPORTED, .a = CLD_NO_INDEX, .b = CLD_NO_INDEX};
    snprintf(problem.pointer, sizeof problem.pointer, "/rules/%zu", rule);
    snprintf(
        problem.message, sizeof problem.message,
        "the rule is about half-spaces alone, pairs of which are unsupported: one shape at least must be "
        "bounded");
    return problem;
}

cld_scene_problem cld_make_unanswered(const cld_scene *scene, uint32_t a, uint32_t b,
                                      const cld_error *cause) {
    cld_scene_problem problem = {.status = cause->status, .a = a, .b = b};
    snprintf(problem.pointer, sizeof problem.pointer, "/objects/%u", (unsigned)a);
    cld_print(problem.message, sizeof problem.message, "no answer for \"%s\" and \"%s\": %s",
              cld_name_tell(scene->objects[a].name).text, cld_name_tell(scene->objects[b].name).text,
              cause->message);
    return problem;
}

cld_scene_problem cld_make_left_out(const cld_scene *scene, uint32_t a, uint32_t b, size_t count) {
    cld_scene_problem problem = {.status = CLD_UNSUPPORTED, .a = a, .b = b};
    snprintf(problem.pointer, sizeof problem.pointer, "/objects/%u", (unsigned)a);
    cld_print(problem.message, sizeof problem.message,
              count == 1 ? "no answer for %zu more pair, \"%s\" and \"%s\""
                         : "no answer for %zu more pairs, of which \"%s\" and \"%s\" are the first",
              count, cld_name_tell(scene->objects[a].name).text, cld_name_tell(scene->objects[b].name).text);
    return problem;
}
