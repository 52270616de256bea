/// One table of options feeds the parser and --help.
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/suggestion.h"

typedef cld_status set_option(cli_options *o, const char *value, cld_error *err);

static set_option set_algorithm, set_transform_a, set_transform_b, set_tolerance, set_max_contacts,
    set_tangents, set_strict, set_convexify, set_verify, set_stats, set_trace, set_format, set_compact,
    set_output, set_exit_status, set_shapes, set_samples, set_threads, set_quiet, set_error_format, set_help,
    set_version, set_rules, set_report_format, set_fail_on, set_max_findings, set_baseline,
    set_write_baseline, set_progress;

enum {
    PAIRS = CLI_PAIR | CLI_BATCH,
    SHAPES = CLI_PAIR | CLI_HULL,
    ALL = CLI_PAIR | CLI_HULL | CLI_SCHEMA | CLI_BATCH | CLI_CHECK
};

static const struct option_row {
    const char *name;
    const char *argument; // NULL without
    const char *help;
    set_option *set;
    unsigned commands;
    char letter; // 0 without
} rows[] = {
    {"algorithm", "NAME", "auto (default), gjk-epa, sat or sampling", set_algorithm, PAIRS, 'a'},
    {"transform-a", "JSON", "move A by a transform, after its own", set_transform_a, CLI_PAIR, 0},
    {"transform-b", "JSON", "move B by a transform, after its own", set_transform_b, CLI_PAIR, 0},
    {"tolerance", "X", "touching is a distance up to X (default: by size)", set_tolerance, PAIRS, 0},
    {"max-contacts", "N", "keep N contacts, deepest and widest (default: all)", set_max_contacts, PAIRS, 0},
    {"tangents", "METHOD", "catto (default) or least-axis", set_tangents, PAIRS, 0},
    {"samples", "N", "directions that sampling tries (default: 1000)", set_samples, PAIRS, 0},
    {"strict", NULL, "a warning about the input is an error", set_strict, SHAPES | CLI_BATCH, 0},
    {"convexify", NULL, "take the hull of a shape whose faces are not convex", set_convexify,
     SHAPES | CLI_BATCH, 0},
    {"verify", NULL, "check the answer by other means before printing it", set_verify, PAIRS, 0},
    {"shapes", "SCENE", "the scene whose shapes records refer to", set_shapes, CLI_BATCH, 0},
    {"threads", "N", "work with N threads (default: as many as can run)", set_threads, CLI_BATCH | CLI_CHECK,
     'j'},
    {"rules", "FILE", "hold the scenes to these rules, not to their own", set_rules, CLI_CHECK, 0},
    {"stats", NULL, "add iterations, support calls and times to the result", set_stats, CLI_PAIR, 0},
    {"trace", NULL, "the steps to the answer before it, a line of JSON each", set_trace, CLI_PAIR, 0},
    {"format", "FORMAT", "json (default) or text", set_format, CLI_PAIR, 'f'},
    {"format", "FORMAT", "text (default), json, ndjson, junit, sarif or github", set_report_format, CLI_CHECK,
     'f'},
    {"fail-on", "SEVERITY", "exit with 1 for an error (default) or any warning", set_fail_on, CLI_CHECK, 0},
    {"max-findings", "N", "report N findings at most (default: all)", set_max_findings, CLI_CHECK, 0},
    {"baseline", "FILE", "findings listed there are known and do not count", set_baseline, CLI_CHECK, 0},
    {"write-baseline", "FILE", "list all findings there; they are known from then on", set_write_baseline,
     CLI_CHECK, 0},
    {"progress", "WHEN", "auto (default), always or never, on standard error", set_progress, CLI_CHECK, 0},
    {"compact", NULL, "one line of JSON", set_compact, SHAPES, 'c'},
    {"output", "FILE", "write there instead of standard output", set_output, ALL, 'o'},
    {"exit-status", NULL, "exit with 0 if the pair collides, 1 if not", set_exit_status, CLI_PAIR, 'e'},
    {"quiet", NULL, "print nothing; implies --exit-status", set_quiet, CLI_PAIR, 'q'},
    {"error-format", "FORMAT", "text (default) or json", set_error_format, ALL, 0},
    {"help", NULL, "print this", set_help, ALL, 'h'},
    {"version", NULL, "print the version", set_version, ALL, 0},
};

enum { ROW_COUNT = sizeof rows / sizeof *rows, FIRST_CODE = 256 };

/// The index of `value` among the words.
static cld_status choose(const char *value, const char *option, const char *const *words, int count,
                         int *choice, cld_error *err) {
    char list[80] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], value) == 0) {
            *choice = i;
            return CLD_OK;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s",
                 i == 0          ? ""
                 : i + 1 < count ? ", "
                                 : " or ",
                 words[i]);
    }
    return cld_fail(err, CLD_USAGE, "", "option '--%s' expects %s, found '%s'", option, list, value);
}

static cld_status set_algorithm(cli_options *o, const char *value, cld_error *err) {
    static const char *const words[] = {"auto", "gjk-epa", "sat", "sampling"};
    static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT, CLD_SAMPLING};
    int choice = 0;
    cld_status status = choose(value, "algorithm", words, 4, &choice, err);
    o->query.algorithm = algorithms[choice];
    return status;
}

static cld_status set_transform_a(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->transform[0] = value;
    return CLD_OK;
}

static cld_status set_transform_b(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->transform[1] = value;
    return CLD_OK;
}

static cld_status set_tolerance(cli_options *o, const char *value, cld_error *err) {
    const char *end = value + strlen(value);
    double x = 0;
    if (cld_number_read(value, end, &x) != end || !isfinite(x) || x < 0 || value == end)
        return cld_fail(err, CLD_USAGE, "", "option '--tolerance' expects a number from 0, found '%s'",
                        value);
    o->query.tolerance = x;
    return CLD_OK;
}

/// A whole number from 1 to `most`.
static cld_status read_count(const char *value, const char *option, double most, uint32_t *count,
                             cld_error *err) {
    const char *end = value + strlen(value);
    double n = 0;
    if (cld_number_read(value, end, &n) != end || !(n >= 1 && n <= most) || n != floor(n))
        return cld_fail(err, CLD_USAGE, "", "option '--%s' expects a whole number from 1, found '%s'", option,
                        value);
    *count = (uint32_t)n;
    return CLD_OK;
}

static cld_status set_max_contacts(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "max-contacts", 1e9, &o->query.max_contacts, err);
}

static cld_status set_samples(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "samples", 1e9, &o->query.samples, err);
}

static cld_status set_threads(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "threads", 1e9, &o->threads, err);
}

static cld_status set_shapes(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->shapes = value;
    return CLD_OK;
}

static cld_status set_tangents(cli_options *o, const char *value, cld_error *err) {
    static const char *const words[] = {"catto", "least-axis"};
    int choice = 0;
    cld_status status = choose(value, "tangents", words, 2, &choice, err);
    o->query.tangents = choice ? CLD_TANGENTS_LEAST_AXIS : CLD_TANGENTS_CATTO;
    return status;
}

static cld_status set_format(cli_options *o, const char *value, cld_error *err) {
    static const char *const words[] = {"json", "text"};
    int choice = 0;
    cld_status status = choose(value, "format", words, 2, &choice, err);
    o->text = choice == 1;
    return status;
}

static cld_status set_report_format(cli_options *o, const char *value, cld_error *err) {
    const char *words[CLD_REPORT_FORMAT_COUNT];
    int choice = 0;
    for (int i = 0; i < CLD_REPORT_FORMAT_COUNT; i++)
        words[i] = cld_report_format_name((cld_report_format)i);
    cld_status status = choose(value, "format", words, CLD_REPORT_FORMAT_COUNT, &choice, err);
    o->check.format = (cld_report_format)choice;
    return status;
}

static cld_status set_fail_on(cli_options *o, const char *value, cld_error *err) {
    static const char *const words[] = {"warning", "error"};
    int choice = 0;
    cld_status status = choose(value, "fail-on", words, 2, &choice, err);
    o->check.fail_on = choice ? CLD_SEVERITY_ERROR : CLD_SEVERITY_WARNING;
    return status;
}

static cld_status set_progress(cli_options *o, const char *value, cld_error *err) {
    static const char *const words[] = {"auto", "always", "never"};
    int choice = 0;
    cld_status status = choose(value, "progress", words, 3, &choice, err);
    o->check.progress = (cli_progress_mode)choice;
    return status;
}

static cld_status set_max_findings(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "max-findings", 1e9, &o->check.max_findings, err);
}

static cld_status set_error_format(cli_options *o, const char *value, cld_error *err) {
    static const char *const words[] = {"text", "json"};
    int choice = 0;
    cld_status status = choose(value, "error-format", words, 2, &choice, err);
    o->json_errors = choice == 1;
    return status;
}

/// The options that name a file, each of which sets one field.
#define DEFINE_FILE(option, field, name)                                                                     \
    static cld_status set_##option(cli_options *o, const char *value, cld_error *err) {                      \
        if (!*value)                                                                                         \
            return cld_fail(err, CLD_USAGE, "", "option '--" name "' expects the name of a file, found ''"); \
        o->field = value;                                                                                    \
        return CLD_OK;                                                                                       \
    }

DEFINE_FILE(output, output, "output")
DEFINE_FILE(rules, check.rules, "rules")
DEFINE_FILE(baseline, check.baseline, "baseline")
DEFINE_FILE(write_baseline, check.write_baseline, "write-baseline")

/// The options without an argument, each of which sets one field.
#define DEFINE_FLAG(field)                                                                                   \
    static cld_status set_##field(cli_options *o, const char *value, cld_error *err) {                       \
        (void)value;                                                                                         \
        (void)err;                                                                                           \
        o->field = true;                                                                                     \
        return CLD_OK;                                                                                       \
    }

DEFINE_FLAG(strict)
DEFINE_FLAG(convexify)
DEFINE_FLAG(verify)
DEFINE_FLAG(stats)
DEFINE_FLAG(trace)
DEFINE_FLAG(compact)
DEFINE_FLAG(exit_status)
DEFINE_FLAG(help)
DEFINE_FLAG(version)

static cld_status set_quiet(cli_options *o, const char *value, cld_error *err) {
    (void)value;
    (void)err;
    o->quiet = o->exit_status = true;
    return CLD_OK;
}

/// What getopt_long is given: the rows of one command.
typedef struct grammar {
    struct option names[ROW_COUNT + 1];
    char letters[2 * ROW_COUNT + 2];
} grammar;

static void make_grammar(const cli_command *command, grammar *g) {
    size_t names = 0, letters = 0;
    g->letters[letters++] = ':'; // tells a missing argument from an unknown option
    for (int i = 0; i < ROW_COUNT; i++) {
        if (!(rows[i].commands & command->bit))
            continue;
        int argument = rows[i].argument ? required_argument : no_argument;
        g->names[names++] = (struct option){rows[i].name, argument, NULL, FIRST_CODE + i};
        if (rows[i].letter) {
            g->letters[letters++] = rows[i].letter;
            if (rows[i].argument)
                g->letters[letters++] = ':';
        }
    }
    g->names[names] = (struct option){NULL, 0, NULL, 0};
    g->letters[letters] = '\0';
}

static const struct option_row *find_row(const cli_command *command, int code) {
    if (code >= FIRST_CODE)
        return &rows[code - FIRST_CODE];
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].letter == code && (rows[i].commands & command->bit))
            return &rows[i];
    }
    return NULL;
}

static cld_status fail_option(const cli_command *command, int code, const char *argument, cld_error *err) {
    const struct option_row *row = find_row(command, optopt);
    if (code == ':')
        return cld_fail(err, CLD_USAGE, "", "option '%s' expects a value, %s", argument, row->argument);
    if (row && optopt >= FIRST_CODE)
        return cld_fail(err, CLD_USAGE, "", "option '--%s' takes no value", row->name);
    if (strncmp(argument, "--", 2) != 0)
        return cld_fail(err, CLD_USAGE, "", "unknown option '-%c'", optopt);
    cld_suggestion suggestion = {.word = argument + 2};
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].commands & command->bit)
            cld_suggestion_offer(&suggestion, rows[i].name);
    }
    if (suggestion.nearest)
        return cld_fail(err, CLD_USAGE, "", "unknown option '%s'; did you mean '--%s'?", argument,
                        suggestion.nearest);
    return cld_fail(err, CLD_USAGE, "", "unknown option '%s'", argument);
}

/// Whether errors are to be JSON, looked up ahead so that it holds for errors in the options before it too.
static bool wants_json_errors(int count, char **arguments) {
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--error-format=json") == 0)
            return true;
        if (strcmp(arguments[i], "--error-format") == 0 && i + 1 < count &&
            strcmp(arguments[i + 1], "json") == 0)
            return true;
    }
    return false;
}

static cld_status take_operands(const cli_command *command, int count, char **arguments, cli_options *options,
                                cld_error *err) {
    if (count < command->least_operands)
        return cld_fail(err, CLD_USAGE, "", "expected the operands %s, found %s", command->operands,
                        count == 0 ? "nothing" : "one operand");
    if (count > command->most_operands)
        return cld_fail(err, CLD_USAGE, "", "expected the operands %s, found '%s' too", command->operands,
                        arguments[command->most_operands]);
    options->operand = arguments;
    options->operand_count = count;
    return CLD_OK;
}

cld_status cli_options_read(const cli_command *command, int count, char **arguments, cli_options *options,
                            cld_error *err) {
    *options = (cli_options){.query = cld_query_options_make(),
                             .check = {.fail_on = CLD_SEVERITY_ERROR},
                             .json_errors = wants_json_errors(count, arguments)};
    grammar g;
    make_grammar(command, &g);
    opterr = 0;
    for (;;) {
        int before = optind, code = getopt_long(count, arguments, g.letters, g.names, NULL);
        if (code == -1)
            break;
        if (code == '?' || code == ':')
            return fail_option(command, code, arguments[optind > before ? optind - 1 : optind], err);
        cld_status status = find_row(command, code)->set(options, optarg, err);
        if (status)
            return status;
        if (options->help || options->version)
            return CLD_OK;
    }
    return take_operands(command, count - optind, arguments + optind, options, err);
}

void cli_options_describe(const cli_command *command, cld_text *text) {
    enum { COLUMN = 28 };
    for (int i = 0; i < ROW_COUNT; i++) {
        const struct option_row *row = &rows[i];
        if (!(row->commands & command->bit))
            continue;
        char left[48];
        const char letter[] = {'-', row->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "  %s--%s%s%s", row->letter ? letter : "    ", row->name,
                 row->argument ? " " : "", row->argument ? row->argument : "");
        cld_text_add_string(text, left);
        cld_text_add_blanks(text, strlen(left) < COLUMN ? COLUMN - strlen(left) : 1);
        cld_text_add_string(text, row->help);
        cld_text_add(text, "\n", 1);
    }
}
