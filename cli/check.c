/// collide check SCENE...
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/error.h"
#include "collide/collide.h"
#include "commands.h"
#include "imported.h"
#include "output.h"
#include "program.h"
#include "progress.h"
#include "report.h"
#include "report/baseline.h"
#include "session.h"
#include "json/read_baseline.h"

enum { CLI_VIOLATION = 1 };

enum { LARGE_LIST = 256 << 10 };

/// Has large lists of a scene, each of which is needed for a while, given back to the system and not kept for
/// others. Where there is no such setting, they may be.
static void give_lists_back(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, LARGE_LIST);
#endif
}

/// Whether a new baseline is written: one that lacks what could not be checked would be too short.
static bool has_new_baseline(const cli_session *s) {
    return s->options->check.write_baseline && s->status == CLI_DONE && s->problem_status == CLI_DONE;
}

/// Marks the findings of the baseline; all are in a new one.
static cld_status mark_known(const cli_session *s, cld_checked_scene *checked, cld_error *err) {
    size_t count = checked->check.finding_count;
    checked->known = calloc(count + 1, sizeof *checked->known);
    if (!checked->known)
        return cld_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        checked->known[i] = has_new_baseline(s) ||
                            cld_baseline_has(s->baseline, s->baseline_count, checked->check.findings[i].id);
    return CLD_OK;
}

/// The rules that a scene is held to; NULL for those that hold without any.
static const cld_rule_list *find_rules(const cli_session *s, const cld_scene_source *source) {
    return s->rules.items ? &s->rules : source->has_rules ? &source->rules : NULL;
}

/// Leads the problem of a rule to where that stands, which may be in the file of --rules: then it has to name
/// the scene. What holds without rules, where `list` is NULL, stands nowhere.
static void lead_to_rule(const cli_session *s, const cld_rule_list *list, cld_problem *problem) {
    static const char prefix[] = "/rules/"; // as if each rule were one of the scene's
    const cld_error found = problem->error;
    char place[40], *rest;
    if (!list) {
        cld_fail(&problem->error, found.status, "", "%s", found.message);
        return;
    }
    size_t rule = strtoul(found.pointer + strlen(prefix), &rest, 10);
    snprintf(place, sizeof place, "%s/%zu", list->pointer, list->places[rule].index);
    if (list == &s->rules) {
        cld_fail(&problem->error, found.status, rest, "in %s %s", problem->file, found.message);
        problem->file = s->rules_file;
    } else {
        cld_fail(&problem->error, found.status, rest, "%s", found.message);
    }
    cld_error_prefix(&problem->error, place);
    problem->error.line = list->places[rule].line;
}

/// Leads the problem of an object to where that stands: in a scene's document, or in a file of its own, to
/// whose pointers nothing leads.
static void lead_to_object(const cld_checked_scene *checked, uint32_t object, cld_problem *problem) {
    const cld_place *place = &checked->places[object];
    const char *file = cld_checked_file(checked, object);
    char pointer[40] = "";
    if (!checked->is_of_files && !cli_is_importable(file))
        snprintf(pointer, sizeof pointer, "/objects/%u", (unsigned)place->index);
    const cld_error found = problem->error;
    cld_fail(&problem->error, found.status, pointer, "%s", found.message);
    problem->error.line = place->line;
    problem->file = file;
    problem->name = checked->scene.objects[object].name;
}

/// Adds what is wrong with a scene as a whole, so that it is not checked.
static void add_failure(cli_session *s, const cld_scene *scene, const cld_error *err) {
    cld_problem problem = {.file = scene->name, .error = *err};
    cli_session_add_problem(s, &problem);
}

/// Takes the problems of a scene: those of its document, then those of its check.
static void take_problems(cli_session *s, cld_scene_source *source, const cld_checked_scene *checked) {
    cli_session_take_problems(s, &source->problems);
    for (size_t i = 0; i < checked->check.problem_count; i++) {
        const cld_scene_problem *found = &checked->check.problems[i];
        cld_problem problem = {.file = checked->scene.name};
        cld_fail(&problem.error, found->status, found->pointer, "%s", found->message);
        if (found->a != CLD_NO_INDEX)
            lead_to_object(checked, found->a, &problem);
        else
            lead_to_rule(s, find_rules(s, source), &problem);
        cli_session_add_problem(s, &problem);
    }
}

/// Whether some problem kept an object out of a scene.
static bool lacks_objects(const cld_problem_list *problems) {
    bool lacks = false;
    for (size_t i = 0; i < problems->count; i++)
        lacks |= problems->items[i].name != NULL;
    return lacks;
}

static void check_scene(cli_session *s, size_t i) {
    static const cld_rule no_overlap = {.kind = CLD_RULE_NO_OVERLAP, .severity = CLD_SEVERITY_ERROR};
    cld_scene_source *source = &s->sources[i];
    cld_checked_scene *checked = &s->checked[i];
    cld_scene *scene = &checked->scene;
    scene->objects = source->objects;
    scene->object_count = source->object_count;
    const cld_rule_list *list = find_rules(s, source);
    scene->rules = list ? list->items : &no_overlap;
    scene->rule_count = list ? list->count : 1;
    scene->is_partial = source->is_partial || lacks_objects(&source->problems);
    checked->places = source->places;
    cli_progress progress = cli_progress_make(s->options->check.progress, "pairs");
    cld_check_options options = {s->options->threads, cli_progress_tell, &progress};
    cld_error err;
    // A scene of bad objects alone has its problems already; each selector would match nothing too.
    cld_status status =
        scene->object_count > 0 ? cld_check_scene(scene, &options, &checked->check, &err) : CLD_OK;
    cli_progress_end(&progress);
    checked->has_problems =
        status || scene->is_partial || source->problems.count > 0 || checked->check.problem_count > 0;
    if (status == CLD_INTERNAL)
        cli_session_fail(s, scene->name, &err);
    else if (status)
        add_failure(s, scene, &err);
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

/// The file of the new baseline; NULL for standard output.
static const char *find_baseline(const cli_options *options) {
    const char *path = options->check.write_baseline;
    return path && strcmp(path, "-") != 0 ? path : NULL;
}

/// Tells what a file, or standard output if that is NULL, could not be written for; returns false.
static bool fail_output(cli_session *s, const char *path, const cld_error *err) {
    cli_session_fail(s, cli_output_name(path), err);
    return false;
}

/// Writes the report, all but keeps it; false if that failed.
static bool write_report(cli_session *s, cld_report report, cli_write_report *write, cli_output *output) {
    const cli_options *options = s->options;
    cld_error err;
    cld_status status = cli_output_open(options->output, output, &err);
    if (!status) {
        // A report on a terminal shows by itself how far it has come.
        cli_progress_mode mode = is_for_terminal(options) ? CLI_PROGRESS_NEVER : options->check.progress;
        cli_progress progress = cli_progress_make(mode, "findings");
        report.flush = add_to_output;
        report.flush_context = output;
        report.progress = cli_progress_tell;
        report.progress_context = &progress;
        status = write(&report, options->check.format, &err);
        cli_progress_end(&progress);
    }
    if (!status)
        status = cli_output_finish(output, &err);
    return !status || fail_output(s, options->output, &err);
}

/// The same of the new baseline.
static bool write_baseline(cli_session *s, cli_output *output) {
    const char *path = find_baseline(s->options);
    cld_text text = {0};
    cld_error err;
    cld_baseline_write(s->checked, s->count, &text);
    cld_status status = cli_output_open(path, output, &err);
    if (!status)
        status = cli_output_add(output, &text, &err);
    if (!status)
        status = cli_output_finish(output, &err);
    cld_text_clear(&text);
    return !status || fail_output(s, path, &err);
}

/// Writes the report and, if one is asked for, the new baseline: both or neither take the place of old files.
static void write_outputs(cli_session *s, const cld_report *report, cli_write_report *write) {
    const char *paths[] = {s->options->output, find_baseline(s->options)};
    cli_output outputs[] = {cli_output_none, cli_output_none};
    bool is_written = (!has_new_baseline(s) || write_baseline(s, &outputs[1])) &&
                      write_report(s, *report, write, &outputs[0]);
    // The baseline comes last: where it stays as it was, findings are told again.
    for (int i = 0; i < 2 && is_written; i++) {
        cld_error err;
        is_written = !cli_output_keep(&outputs[i], &err) || fail_output(s, paths[i], &err);
    }
    for (int i = 0; i < 2; i++)
        cli_output_drop(&outputs[i]);
}

/// Reports on the scenes that were read, and judges them.
static void finish(cli_session *s, cli_write_report *write) {
    const cli_check_options *o = &s->options->check;
    cld_report report = {.scenes = s->checked,
                         .scene_count = s->count,
                         .problems = &s->problems,
                         .version = CLD_VERSION,
                         .most_findings = o->max_findings ? o->max_findings : SIZE_MAX,
                         .fail_on = o->fail_on,
                         .has_colour = has_colour(s->options),
                         .threads = s->options->threads};
    for (size_t i = 0; i < s->count; i++) {
        cld_error err;
        if (mark_known(s, &s->checked[i], &err)) {
            cli_session_fail(s, s->checked[i].scene.name, &err);
            return;
        }
    }
    write_outputs(s, &report, write);
    cld_summary sum = cld_report_count(&report);
    if (sum.errors > 0 || (o->fail_on == CLD_SEVERITY_WARNING && sum.warnings > 0))
        cli_session_grow(&s->status, CLI_VIOLATION);
}

int cli_check(const cli_options *options, cli_write_report *write) {
    size_t most = (size_t)options->operand_count + 1;
    cli_session s = {.options = options};
    give_lists_back();
    s.sources = calloc(most, sizeof *s.sources);
    s.checked = calloc(most, sizeof *s.checked);
    cld_error err;
    if (!s.sources || !s.checked) {
        cld_fail_memory(&err);
        cli_session_fail(&s, NULL, &err);
    } else if (cli_session_read_aids(&s)) {
        cli_session_read_scenes(&s);
        for (size_t i = 0; i < s.count && s.status != CLI_NO_ANSWER; i++)
            check_scene(&s, i);
        if (s.problems.failed && s.status != CLI_NO_ANSWER) {
            cld_fail_memory(&err);
            cli_session_fail(&s, NULL, &err);
        }
        if (s.status != CLI_NO_ANSWER)
            finish(&s, write);
    }
    cli_session_grow(&s.status, s.problem_status);
    cli_session_clear(&s);
    return s.status;
}

int cli_run_check(const cli_options *options) {
    if (options->check.format == CLD_REPORT_HTML)
        return cli_program_become("collide-draw", "check --format html", options);
    return cli_check(options, cld_report_write);
}
