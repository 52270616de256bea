#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "imported.h"
#include "mapping.h"
#include "operand.h"
#include "progress.h"
#include "report.h"
#include "json/read_baseline.h"

/// What the scene of shape documents is called.
static const char shapes_name[] = "shapes";

void cli_session_fail(cli_session *s, const char *file, const cld_error *err) {
    cli_session_grow(&s->status, cli_report(s->options, file, err));
}

static void tell_problem(cli_session *s, const cld_problem *problem) {
    if (s->problem_status != CLI_NO_ANSWER)
        cli_session_grow(&s->problem_status, cli_report(s->options, problem->file, &problem->error));
}

void cli_session_add_problem(cli_session *s, const cld_problem *problem) {
    tell_problem(s, problem);
    cld_problems_add(&s->problems, problem);
}

void cli_session_take_problems(cli_session *s, cld_problem_list *problems) {
    for (size_t i = 0; i < problems->count; i++) {
        const cld_problem problem = cld_problems_get(problems, i);
        tell_problem(s, &problem);
    }
    cld_problems_take(&s->problems, problems);
}

/// What a file is called in reports.
static const char *name_file(cli_session *s, const char *path) {
    cld_text name = {0};
    cli_file_shorten(path, &name);
    const char *kept = name.failed ? NULL : cld_arena_copy_string(&s->arena, name.bytes);
    cld_text_clear(&name);
    return kept ? kept : path;
}

/// What tells files apart, whatever they are called: where one lies, or its name if it lies nowhere. NULL
/// without memory.
static const char *find_key(cli_session *s, const char *path) {
    char *real = strcmp(path, "-") == 0 ? NULL : realpath(path, NULL);
    const char *key = cld_arena_copy_string(&s->arena, real ? real : path);
    free(real);
    return key;
}

/// A file that is being read.
typedef struct reading {
    const cli_session *session;
    const char *file;
    cli_mapping mapping;
    cli_progress progress;
} reading;

static void tell_warning(void *context, const cld_warning *warning) {
    reading *r = context;
    cli_progress_end(&r->progress);
    cli_report_warning(r->session->options, r->file, warning);
}

static void pass(void *context, size_t offset) {
    reading *r = context;
    cli_mapping_forget(&r->mapping, offset);
    cli_progress_tell(&r->progress, offset, r->mapping.length);
}

/// Reads a document; `text` says all but what it holds.
static cld_status read_document(cli_session *s, const char *path, cld_scene_text text, reading *r,
                                cld_scene_source *source, bool *is_scene, cld_error *err) {
    cld_status status = cli_mapping_open(s->options, path, &r->mapping, err);
    text.bytes = r->mapping.bytes;
    text.length = r->mapping.length;
    text.pass = pass;
    text.pass_context = r;
    if (!status)
        status = cld_scene_source_read(&text, source, &s->shapes, is_scene, err);
    cli_progress_end(&r->progress);
    cli_mapping_close(&r->mapping);
    return status;
}

/// Warns of what is not in the scene: a gate is not to pass over it without a word.
static void warn_of_losses(cli_session *s, const cli_imported *imported) {
    for (size_t at = 0; at < imported->losses_length;) {
        const char *file = imported->losses + at, *line = file + strlen(file) + 1;
        cld_warning warning = {.pointer = ""};
        snprintf(warning.message, sizeof warning.message, "%s", line);
        cli_report_warning(s->options, name_file(s, file), &warning);
        at += strlen(file) + strlen(line) + 2;
    }
}

/// The same for a file of another program. What of it is no part of the scene is a problem of it, as is an
/// object that no shape can be made of; places are those in the file.
static cld_status read_imported(cli_session *s, const char *path, cld_scene_text text,
                                cld_scene_source *source, bool *is_scene, cld_error *err) {
    cli_imported imported;
    cld_status status = cli_imported_read(path, false, &imported, err);
    text.bytes = imported.document;
    text.length = imported.length;
    text.lines = imported.lines;
    text.line_count = imported.object_count;
    if (!status)
        warn_of_losses(s, &imported);
    if (!status && imported.object_count > 0)
        status = cld_scene_source_read(&text, source, &s->shapes, is_scene, err);
    for (size_t i = 0; i < imported.fault_count && !status; i++) {
        cld_problem problem = {.file = text.file, .error = imported.faults[i]};
        cld_problems_add(&source->problems, &problem);
        source->is_partial = *is_scene = true;
    }
    cli_imported_clear(&imported);
    return !status && source->problems.failed ? cld_fail_memory(err) : status;
}

/// A file that is given twice is checked once: its findings are the same.
static void read_scene(cli_session *s, const char *path) {
    const char *file = name_file(s, path), *key = find_key(s, path);
    cld_error err;
    if (!key) {
        cld_fail_memory(&err);
        cli_session_fail(s, file, &err);
        return;
    }
    if (cld_names_find(&s->files, key) != UINT32_MAX)
        return;
    bool is_scene = false;
    cld_scene_source *source = &s->sources[s->count];
    reading r = {s, file, .progress = cli_progress_make(s->options->check.progress, "bytes")};
    cld_scene_text text = {
        .file = file, .warn = tell_warning, .warn_context = &r, .has_other_rules = s->rules.items != NULL};
    cld_status status = cli_is_importable(path) ? read_imported(s, path, text, source, &is_scene, &err)
                                                : read_document(s, path, text, &r, source, &is_scene, &err);
    if (!status && !cld_names_add(&s->files, key, (uint32_t)s->count))
        status = cld_fail_memory(&err);
    if (!status && is_scene) {
        // Findings are known by the name, and a file called as the scene of shapes is another one.
        s->checked[s->count++].scene.name = strcmp(file, shapes_name) == 0 ? "./shapes" : file;
        return;
    }
    cld_scene_source_clear(source);
    // Where it cannot be told what a file was to be, it may have been a shape.
    s->shapes.is_partial |= status && !is_scene && !cli_is_importable(path);
    if (status == CLD_INTERNAL)
        cli_session_fail(s, file, &err);
    else if (status)
        cli_session_add_problem(s, &(cld_problem){.file = file, .error = err});
}

/// CLD_USAGE for a file that cannot be read any more: standard input only once.
static cld_status take_input(cli_session *s, const char *path, cld_error *err) {
    bool is_input = strcmp(path, "-") == 0, is_second = is_input && s->has_read_input;
    s->has_read_input |= is_input;
    return is_second ? cli_fail_second_input(err) : CLD_OK;
}

void cli_session_read_scenes(cli_session *s) {
    for (int i = 0; i < s->options->operand_count && s->status != CLI_NO_ANSWER; i++) {
        cld_problem again = {.file = "-"};
        if (take_input(s, s->options->operand[i], &again.error))
            cli_session_add_problem(s, &again);
        else
            read_scene(s, s->options->operand[i]);
    }
    if (s->shapes.object_count > 0) {
        s->sources[s->count] = s->shapes;
        s->shapes = (cld_scene_source){.object_count = 0};
        s->checked[s->count].is_of_files = true;
        s->checked[s->count++].scene.name = shapes_name;
    }
}

bool cli_session_read_aids(cli_session *s) {
    const cli_check_options *o = &s->options->check;
    const char *paths[] = {o->rules, o->baseline};
    for (int i = 0; i < 2 && s->status != CLI_NO_ANSWER; i++) {
        cld_text bytes = {0};
        cld_error err;
        if (!paths[i])
            continue;
        if (take_input(s, paths[i], &err)) {
            cli_session_fail(s, NULL, &err);
            continue;
        }
        const char *file = name_file(s, paths[i]);
        cld_status status = cli_file_read(paths[i], &bytes, &err);
        if (!status && i == 0)
            status = cld_rules_read(bytes.bytes, bytes.length, &s->arena, &s->rules, &err);
        else if (!status)
            status = cld_baseline_read(bytes.bytes, bytes.length, &s->baseline, &s->baseline_count, &err);
        cld_text_clear(&bytes);
        if (status)
            cli_session_fail(s, file, &err);
        else if (i == 0)
            s->rules_file = file;
    }
    return s->status == CLI_DONE;
}

void cli_session_clear(cli_session *s) {
    for (size_t i = 0; i < s->count; i++) {
        cld_check_clear(&s->checked[i].check);
        free(s->checked[i].known);
        cld_scene_source_clear(&s->sources[i]);
    }
    cld_scene_source_clear(&s->shapes);
    cld_names_clear(&s->files);
    free(s->sources);
    free(s->checked);
    free(s->baseline);
    cld_problems_clear(&s->problems);
    cld_arena_clear(&s->arena);
}
