/// collide check SCENE...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/names.h"
#include "check.h"
#include "collide/collide.h"
#include "commands.h"
#include "imported.h"
#include "mapping.h"
#include "operand.h"
#include "output.h"
#include "program.h"
#include "progress.h"
#include "report.h"
#include "report/baseline.h"
#include "json/read_baseline.h"
#include "json/read_rules.h"

enum { CLI_VIOLATION = 1 };

/// The scenes and all that is known about them; one owner for all that has to be freed.
typedef struct session {
    const cli_options *options;
    cli_write_report *write;
    cld_scene_source *sources; ///< a place for each operand, and one for the scene of shapes
    cld_checked_scene *checked;
    size_t count;         ///< of sources that are scenes
    cld_name_table names; ///< of those
    cld_scene_source shapes;
    cld_arena arena;     ///< of names and rules
    cld_rule_list rules; ///< of --rules
    const char *rules_file;
    uint64_t *baseline;
    size_t baseline_count;
    cld_problem_list problems;
    bool has_read_input;
    int status;         ///< the gravest exit status so far
    int problem_status; ///< that of the problems, which end nothing
} session;

static void grow(int *status, int other) { *status = other > *status ? other : *status; }

/// Reports an error that a part of the work ended with.
static void fail(session *s, const char *file, const cld_error *err) {
    grow(&s->status, cli_report(s->options, file, err));
}

/// What keeps a part of the work from being done: told of at once, like every error, and listed in the
/// report, so that who has only that knows. What comes after an internal error may come of it.
static void add_problem(session *s, const cld_problem *problem) {
    if (s->problem_status != CLI_NO_ANSWER)
        grow(&s->problem_status, cli_report(s->options, problem->file, &problem->error));
    cld_problems_add(&s->problems, problem);
}

/// What a file is called in reports.
static const char *name_file(session *s, const char *path) {
    path = cli_file_shorten(path);
    size_t size = strlen(path) + 1;
    char *name = cld_arena_add(&s->arena, size, 1);
    return name ? memcpy(name, path, size) : path;
}

/// A file that is being read.
typedef struct reading {
    const session *session;
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
static cld_status read_document(session *s, const char *path, cld_scene_text text, reading *r,
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

/// The same for a file of another program. What of it is no part of the scene is a problem of it, as is an
/// object that no shape can be made of; places are those in the file.
static cld_status read_imported(session *s, const char *path, cld_scene_text text, cld_scene_source *source,
                                bool *is_scene, cld_error *err) {
    cli_imported imported;
    cld_status status = cli_imported_read(path, false, &imported, err);
    text.bytes = imported.document;
    text.length = imported.length;
    text.lines = imported.lines;
    text.line_count = imported.object_count;
    if (!status && imported.object_count > 0)
        status = cld_scene_source_read(&text, source, &s->shapes, is_scene, err);
    for (size_t i = 0; i < source->problems.count; i++)
        source->problems.items[i].error.pointer[0] = '\0'; // nobody sees the document
    for (size_t i = 0; i < imported.fault_count && !status; i++) {
        cld_problem problem = {.file = text.file, .error = imported.faults[i]};
        cld_problems_add(&source->problems, &problem);
        *is_scene = true;
    }
    cli_imported_clear(&imported);
    return !status && source->problems.failed ? cld_fail_memory(err) : status;
}

/// A scene that is given twice is checked once: its findings are the same.
static void read_scene(session *s, const char *path) {
    const char *file = name_file(s, path);
    if (cld_names_find(&s->names, file) != UINT32_MAX)
        return;
    cld_error err;
    bool is_scene = false;
    cld_scene_source *source = &s->sources[s->count];
    reading r = {s, file, .progress = cli_progress_make(s->options->check.progress, "bytes")};
    cld_scene_text text = {
        .file = file, .warn = tell_warning, .warn_context = &r, .has_other_rules = s->rules.items != NULL};
    cld_status status = cli_is_importable(path) ? read_imported(s, path, text, source, &is_scene, &err)
                                                : read_document(s, path, text, &r, source, &is_scene, &err);
    if (!status && is_scene && !cld_names_add(&s->names, file, (uint32_t)s->count))
        status = cld_fail_memory(&err);
    if (!status && is_scene) {
        s->checked[s->count++].scene.name = file;
        return;
    }
    cld_scene_source_clear(source);
    if (status == CLD_INTERNAL)
        fail(s, file, &err);
    else if (status)
        add_problem(s, &(cld_problem){.file = file, .error = err});
}

/// CLD_USAGE for a file that cannot be read any more: standard input only once.
static cld_status take_input(session *s, const char *path, cld_error *err) {
    bool is_input = strcmp(path, "-") == 0, is_second = is_input && s->has_read_input;
    s->has_read_input |= is_input;
    return is_second ? cld_fail(err, CLD_USAGE, "", "standard input can be read only once, found '-' twice")
                     : CLD_OK;
}

static void read_scenes(session *s) {
    for (int i = 0; i < s->options->operand_count && s->status != CLI_NO_ANSWER; i++) {
        cld_problem again = {.file = "-"};
        if (take_input(s, s->options->operand[i], &again.error))
            add_problem(s, &again);
        else
            read_scene(s, s->options->operand[i]);
    }
    if (s->shapes.object_count > 0) {
        s->sources[s->count] = s->shapes;
        s->shapes = (cld_scene_source){.object_count = 0};
        s->checked[s->count++].scene.name = "shapes";
    }
}

/// Reads --rules and --baseline, without which nothing is worth doing.
static bool read_aids(session *s) {
    const cli_check_options *o = &s->options->check;
    const char *paths[] = {o->rules, o->baseline};
    for (int i = 0; i < 2 && s->status != CLI_NO_ANSWER; i++) {
        cld_text bytes = {0};
        cld_error err;
        if (!paths[i])
            continue;
        if (take_input(s, paths[i], &err)) {
            fail(s, NULL, &err);
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
            fail(s, file, &err);
        else if (i == 0)
            s->rules_file = file;
    }
    return s->status == CLI_DONE;
}

/// Marks the findings of the baseline; with --write-baseline, all are in it.
static cld_status mark_known(const session *s, cld_checked_scene *checked, cld_error *err) {
    size_t count = checked->check.finding_count;
    checked->known = calloc(count + 1, sizeof *checked->known);
    if (!checked->known)
        return cld_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        checked->known[i] = s->options->check.write_baseline ||
                            cld_baseline_has(s->baseline, s->baseline_count, checked->check.findings[i].id);
    return CLD_OK;
}

/// The rules that a scene is held to; NULL for those that hold without any.
static const cld_rule_list *find_rules(const session *s, const cld_scene_source *source) {
    return s->rules.items ? &s->rules : source->has_rules ? &source->rules : NULL;
}

/// Leads the problem of a rule to where that stands, which may be in the file of --rules: then it has to name
/// the scene.
static void lead_to_rule(const session *s, const cld_rule_list *list, cld_problem *problem) {
    static const char prefix[] = "/rules/"; // as if each rule were one of the scene's
    const cld_error found = problem->error;
    char place[40], *rest;
    size_t rule = strtoul(found.pointer + strlen(prefix), &rest, 10);
    snprintf(place, sizeof place, "%s/%zu", list->pointer, list->indices[rule]);
    if (list == &s->rules) {
        cld_fail(&problem->error, found.status, rest, "in %s %s", problem->file, found.message);
        problem->file = s->rules_file;
    } else {
        cld_fail(&problem->error, found.status, rest, "%s", found.message);
    }
    cld_error_prefix(&problem->error, place);
}

/// Leads the problem of an object to where that stands: in a scene's document, or in a file of its own, to
/// whose pointers nothing leads.
static void lead_to_object(const cld_scene_source *source, const cld_scene *scene, uint32_t object,
                           cld_problem *problem) {
    const cld_place *place = &source->places[object];
    char pointer[40] = "";
    if (strcmp(place->file, problem->file) == 0 && !cli_is_importable(place->file))
        snprintf(pointer, sizeof pointer, "/objects/%zu", place->index);
    const cld_error found = problem->error;
    cld_fail(&problem->error, found.status, pointer, "%s", found.message);
    problem->error.line = place->line;
    problem->file = place->file;
    problem->name = scene->objects[object].name;
}

/// Takes the problems of a scene: those of its document, then those of its check.
static void take_problems(session *s, const cld_scene_source *source, const cld_checked_scene *checked) {
    for (size_t i = 0; i < source->problems.count; i++)
        add_problem(s, &source->problems.items[i]);
    for (size_t i = 0; i < checked->check.problem_count; i++) {
        const cld_scene_problem *found = &checked->check.problems[i];
        cld_problem problem = {.file = checked->scene.name};
        cld_fail(&problem.error, found->status, found->pointer, "%s", found->message);
        if (found->a != CLD_NO_INDEX)
            lead_to_object(source, &checked->scene, found->a, &problem);
        else
            lead_to_rule(s, find_rules(s, source), &problem);
        add_problem(s, &problem);
    }
}

static void check_scene(session *s, size_t i) {
    static const cld_rule no_overlap = {.kind = CLD_RULE_NO_OVERLAP, .severity = CLD_SEVERITY_ERROR};
    const cld_scene_source *source = &s->sources[i];
    cld_checked_scene *checked = &s->checked[i];
    cld_scene *scene = &checked->scene;
    scene->objects = source->objects;
    scene->object_count = source->object_count;
    const cld_rule_list *list = find_rules(s, source);
    scene->rules = list ? list->items : &no_overlap;
    scene->rule_count = list ? list->count : 1;
    checked->places = source->places;
    cli_progress progress = cli_progress_make(s->options->check.progress, "pairs");
    cld_check_options options = {s->options->threads, cli_progress_tell, &progress};
    cld_error err;
    // A scene of bad objects alone has its problems already; each selector would match nothing too.
    cld_status status =
        scene->object_count > 0 ? cld_check_scene(scene, &options, &checked->check, &err) : CLD_OK;
    cli_progress_end(&progress);
    if (!status)
        status = mark_known(s, checked, &err);
    if (status)
        fail(s, scene->name, &err);
    else
        take_problems(s, source, checked);
}

static cld_status add_to_output(void *context, cld_text *text, cld_error *err) {
    cld_status status = cli_output_add(context, text, err);
    text->length = 0;
    return status;
}

static bool is_for_terminal(const cli_options *options) {
    return !options->output && isatty(STDOUT_FILENO) == 1;
}

static bool has_colour(const cli_options *options) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return is_for_terminal(options) && !(refused && *refused) && !(terminal && strcmp(terminal, "dumb") == 0);
}

static void write_report(session *s, cld_report report) {
    const cli_options *options = s->options;
    const char *about = options->output ? options->output : "standard output";
    cli_output output;
    cld_error err, other;
    cld_status status = cli_output_open(options->output, &output, &err);
    if (status) {
        fail(s, about, &err);
        return;
    }
    // A report on a terminal shows by itself how far it has come.
    cli_progress_mode mode = is_for_terminal(options) ? CLI_PROGRESS_NEVER : options->check.progress;
    cli_progress progress = cli_progress_make(mode, "findings");
    report.flush = add_to_output;
    report.flush_context = &output;
    report.progress = cli_progress_tell;
    report.progress_context = &progress;
    status = s->write(&report, options->check.format, &err);
    cli_progress_end(&progress);
    cld_status closed = cli_output_close(&output, !status, &other);
    if (status || closed)
        fail(s, about, status ? &err : &other);
}

static void write_baseline(session *s) {
    const char *path = s->options->check.write_baseline;
    bool is_standard = strcmp(path, "-") == 0;
    cld_text text = {0};
    cld_error err;
    cld_baseline_write(s->checked, s->count, &text);
    if (cli_output_write(is_standard ? NULL : path, &text, &err))
        fail(s, is_standard ? "standard output" : path, &err);
    cld_text_clear(&text);
}

/// Reports on the scenes that were read, and judges them.
static void finish(session *s) {
    const cli_check_options *o = &s->options->check;
    cld_report report = {.scenes = s->checked,
                         .scene_count = s->count,
                         .problems = &s->problems,
                         .version = CLD_VERSION,
                         .most_findings = o->max_findings ? o->max_findings : SIZE_MAX,
                         .fail_on = o->fail_on,
                         .has_colour = has_colour(s->options),
                         .threads = s->options->threads};
    if (o->write_baseline)
        write_baseline(s);
    if (s->status != CLI_NO_ANSWER)
        write_report(s, report);
    cld_summary sum = cld_report_count(&report);
    if (sum.errors > 0 || (o->fail_on == CLD_SEVERITY_WARNING && sum.warnings > 0))
        grow(&s->status, CLI_VIOLATION);
}

static void clear(session *s) {
    for (size_t i = 0; i < s->count; i++) {
        cld_check_clear(&s->checked[i].check);
        free(s->checked[i].known);
        cld_scene_source_clear(&s->sources[i]);
    }
    cld_scene_source_clear(&s->shapes);
    cld_names_clear(&s->names);
    free(s->sources);
    free(s->checked);
    free(s->baseline);
    cld_problems_clear(&s->problems);
    cld_arena_clear(&s->arena);
}

int cli_check(const cli_options *options, cli_write_report *write) {
    size_t most = (size_t)options->operand_count + 1;
    session s = {.options = options, .write = write};
    s.sources = calloc(most, sizeof *s.sources);
    s.checked = calloc(most, sizeof *s.checked);
    cld_error err;
    if (!s.sources || !s.checked) {
        cld_fail_memory(&err);
        fail(&s, NULL, &err);
    } else if (read_aids(&s)) {
        read_scenes(&s);
        for (size_t i = 0; i < s.count && s.status != CLI_NO_ANSWER; i++)
            check_scene(&s, i);
        if (s.problems.failed && s.status != CLI_NO_ANSWER) {
            cld_fail_memory(&err);
            fail(&s, NULL, &err);
        }
        if (s.count > 0 && s.status != CLI_NO_ANSWER)
            finish(&s);
    }
    grow(&s.status, s.problem_status);
    clear(&s);
    return s.status;
}

int cli_run_check(const cli_options *options) {
    if (options->check.format == CLD_REPORT_HTML)
        return cli_program_become("collide-draw", "check --format html", options);
    return cli_check(options, cld_report_write);
}
