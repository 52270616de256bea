/// One table of options feeds the parser, --help, the manual and the completions.
#include "option_table.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/loose_number.h"

typedef cld_status set_option(cli_options *o, const cli_option *option, const char *value, cld_error *err);

// Those that set the row's field.
static set_option set_flag, set_word, set_count, set_text, set_file;
// The same in an option's own way.
static set_option set_tolerance, set_view, set_size, set_fail_on, set_tag, set_up, set_scale, set_output,
    set_quiet;

/// Where in the options an option's field is.
#define AT(field) offsetof(cli_options, field)

enum {
    ASKED = CLI_PAIR | CLI_DRAW,
    PAIRS = ASKED | CLI_BATCH,
    SHAPES = CLI_PAIR | CLI_HULL,
    ALL = ASKED | CLI_HULL | CLI_SCHEMA | CLI_BATCH | CLI_CHECK | CLI_IMPORT | CLI_EXPORT
};

// The words that an option takes, the default first.
static const char *const algorithms[] = {"auto", "gjk-epa", "sat", "sampling", NULL};
static const char *const tangents[] = {"catto", "least-axis", NULL};
static const char *const formats[] = {"json", "text", NULL};
static const char *const report_formats[] = {"text",  "json",   "ndjson", "junit",
                                             "sarif", "github", "html",   NULL};
static const char *const severities[] = {"error", "warning", NULL};
static const char *const progress_modes[] = {"auto", "always", "never", NULL};
static const char *const concave_meshes[] = {"error", "hull", "parts", NULL};
static const char *const tags[] = {"both", "material", "node", "none", NULL};
static const char *const error_formats[] = {"text", "json", NULL};

_Static_assert(sizeof report_formats / sizeof *report_formats == CLD_REPORT_FORMAT_COUNT + 1,
               "a word for each format, in their order");
_Static_assert(sizeof algorithms / sizeof *algorithms == CLD_SAMPLING + 2,
               "a word for each algorithm that can be asked for, in their order");
_Static_assert(sizeof(cld_algorithm) == sizeof(unsigned) && sizeof(cld_tangents) == sizeof(unsigned) &&
                   sizeof(cld_report_format) == sizeof(unsigned) &&
                   sizeof(cli_progress_mode) == sizeof(unsigned) && sizeof(cli_concave) == sizeof(unsigned),
               "an unsigned is set in their place");

const cli_option cli_option_table[] = {
    {"algorithm", "NAME", "", set_word, AT(query.algorithm), PAIRS, 'a', algorithms},
    {"transform-a", "JSON", "move A by a transform, after its own", set_text, AT(transform[0]), ASKED, 0,
     NULL},
    {"transform-b", "JSON", "move B by a transform, after its own", set_text, AT(transform[1]), ASKED, 0,
     NULL},
    {"tolerance", "X", "touching is a distance up to X (default: by size)", set_tolerance,
     AT(query.tolerance), PAIRS, 0, NULL},
    {"max-contacts", "N", "keep N contacts, deepest and widest (default: all)", set_count,
     AT(query.max_contacts), PAIRS, 0, NULL},
    {"tangents", "METHOD", "", set_word, AT(query.tangents), PAIRS, 0, tangents},
    {"samples", "N", "directions that sampling tries at most (default: 1000)", set_count, AT(query.samples),
     PAIRS, 0, NULL},
    {"strict", NULL, "a warning about the input is an error", set_flag, AT(strict),
     SHAPES | CLI_DRAW | CLI_BATCH, 0, NULL},
    {"convexify", NULL, "take the hull of a shape whose faces are not convex", set_flag, AT(convexify),
     SHAPES | CLI_DRAW | CLI_BATCH, 0, NULL},
    {"verify", NULL, "check the answer by other means before printing it", set_flag, AT(verify), PAIRS, 0,
     NULL},
    {"shapes", "SCENE", "the scene whose shapes records refer to", set_file, AT(shapes), CLI_BATCH, 0, NULL},
    {"threads", "N", "work with N threads (default: as many as can run)", set_count, AT(threads),
     CLI_BATCH | CLI_CHECK, 'j', NULL},
    {"rules", "FILE", "hold the scenes to these rules, not to their own", set_file, AT(check.rules),
     CLI_CHECK, 0, NULL},
    {"stats", NULL, "add iterations, support calls and times to the result", set_flag, AT(stats), CLI_PAIR, 0,
     NULL},
    {"trace", NULL, "the steps to the answer before it, a line of JSON each", set_flag, AT(trace), CLI_PAIR,
     0, NULL},
    {"trace", NULL, "draw the steps to the answer", set_flag, AT(trace), CLI_DRAW, 0, NULL},
    {"cso", NULL, "draw the Minkowski difference A - B too", set_flag, AT(draw.cso), CLI_DRAW, 0, NULL},
    {"view", "VIEW", "from front, back, left, right, top, bottom or X,Y,Z", set_view, AT(draw), CLI_DRAW, 0,
     NULL},
    {"size", "SIZE", "of the picture, WIDTHxHEIGHT in pixels (default: by what it shows)", set_size, AT(draw),
     CLI_DRAW, 0, NULL},
    {"format", "FORMAT", "", set_flag, AT(text), CLI_PAIR, 'f', formats},
    {"format", "FORMAT", "", set_word, AT(check.format), CLI_CHECK, 'f', report_formats},
    {"fail-on", "SEVERITY", ": what to exit with 1 for", set_fail_on, AT(check.fail_on), CLI_CHECK, 0,
     severities},
    {"max-findings", "N", "report N findings at most (default: all)", set_count, AT(check.max_findings),
     CLI_CHECK, 0, NULL},
    {"baseline", "FILE", "findings listed there are known and do not count", set_file, AT(check.baseline),
     CLI_CHECK, 0, NULL},
    {"write-baseline", "FILE", "list all findings there; they are known from then on", set_file,
     AT(check.write_baseline), CLI_CHECK, 0, NULL},
    {"progress", "WHEN", ", on standard error", set_word, AT(check.progress), CLI_CHECK, 0, progress_modes},
    {"concave", "WHAT", ": a mesh that is not convex", set_word, AT(import.concave), CLI_IMPORT, 0,
     concave_meshes},
    {"tag", "NAMES", ": what makes tags", set_tag, AT(import), CLI_IMPORT, 0, tags},
    {"up", "AXIS", "turn what is up in the file to x, y or z (default: leave it)", set_up, AT(import.up),
     CLI_IMPORT, 0, NULL},
    {"up", "AXIS", "turn what is up in the scene, x or z, to y (default: leave it)", set_up, AT(import.up),
     CLI_EXPORT, 0, NULL},
    {"scale", "X", "multiply all lengths by X", set_scale, AT(import.scale), CLI_IMPORT, 0, NULL},
    {"compact", NULL, "one line of JSON", set_flag, AT(compact), SHAPES | CLI_IMPORT, 'c', NULL},
    {"output", "FILE", "write there instead of standard output", set_output, AT(output),
     ALL & ~(CLI_DRAW | CLI_EXPORT), 'o', NULL},
    {"output", "FILE", "write there: a .obj or .glb", set_output, AT(output), CLI_EXPORT, 'o', NULL},
    {"output", "FILE", "draw there: a .svg, .png, .pdf or .html", set_output, AT(output), CLI_DRAW, 'o',
     NULL},
    {"exit-status", NULL, "exit with 0 if the pair collides, 1 if not", set_flag, AT(exit_status), CLI_PAIR,
     'e', NULL},
    {"quiet", NULL, "print nothing; implies --exit-status", set_quiet, AT(quiet), CLI_PAIR, 'q', NULL},
    {"error-format", "FORMAT", "", set_flag, AT(json_errors), ALL, 0, error_formats},
    {"help", NULL, "print this", set_flag, AT(help), ALL, 'h', NULL},
    {"version", NULL, "print the version", set_flag, AT(version), ALL, 0, NULL},
};

const int cli_option_count = sizeof cli_option_table / sizeof *cli_option_table;
_Static_assert(sizeof cli_option_table / sizeof *cli_option_table <= CLI_MOST_OPTIONS, "a grammar holds all");

void cli_option_add_words(const cli_option *option, const char *mark, cld_text *text) {
    for (int i = 0; option->words[i]; i++) {
        bool is_last = !option->words[i + 1];
        cld_text_add_string(text, i == 0 ? "" : is_last ? " or " : ", ");
        cld_text_add_string(text, option->words[i]);
        cld_text_add_string(text, i == 0 ? mark : "");
    }
}

void cli_option_add_help(const cli_option *option, cld_text *text) {
    if (option->words)
        cli_option_add_words(option, " (default)", text);
    cld_text_add_string(text, option->help);
}

/// The place of `value`, which is one of the words.
static int find_word(const char *const *words, const char *value) {
    int i = 0;
    while (words[i] && strcmp(words[i], value) != 0)
        i++;
    return i;
}

static void *find_field(cli_options *o, const cli_option *option) { return (char *)o + option->field; }

/// A bool: true without an argument, else with the second of two words.
static cld_status set_flag(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    bool *field = find_field(o, option);
    (void)err;
    *field = !option->words || find_word(option->words, value) == 1;
    return CLD_OK;
}

/// An enum whose values are in the order of the words.
static cld_status set_word(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    unsigned *field = find_field(o, option);
    (void)err;
    *field = (unsigned)find_word(option->words, value);
    return CLD_OK;
}

/// A whole number from 1 to a billion.
static cld_status set_count(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    const double most = 1e9;
    uint32_t *field = find_field(o, option);
    double n;
    if (!cld_loose_number_read(value, strlen(value), &n) || !(n >= 1 && n <= most) || n != floor(n))
        return cld_fail(err, CLD_USAGE, "", "option '--%s' expects a whole number from 1 to %.0f, found '%s'",
                        option->name, most, value);
    *field = (uint32_t)n;
    return CLD_OK;
}

static cld_status set_text(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    const char **field = find_field(o, option);
    (void)err;
    *field = value;
    return CLD_OK;
}

static cld_status set_file(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    if (!*value)
        return cld_fail(err, CLD_USAGE, "", "option '--%s' expects the name of a file, found ''",
                        option->name);
    return set_text(o, option, value, err);
}

static cld_status set_output(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    const char **field = find_field(o, option);
    cld_status status = set_file(o, option, value, err);
    if (!status && strcmp(value, "-") == 0)
        *field = NULL;
    return status;
}

static cld_status set_quiet(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    o->exit_status = true;
    return set_flag(o, option, value, err);
}

static cld_status set_fail_on(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    cld_severity *field = find_field(o, option);
    (void)err;
    *field = find_word(option->words, value) ? CLD_SEVERITY_WARNING : CLD_SEVERITY_ERROR;
    return CLD_OK;
}

static cld_status set_tag(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    cli_import_options *field = find_field(o, option);
    int choice = find_word(option->words, value);
    (void)err;
    field->tag_materials = choice < 2;
    field->tag_nodes = choice % 2 == 0;
    return CLD_OK;
}

static cld_status set_view(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    return cli_drawing_read_view(value, find_field(o, option), err);
}

static cld_status set_size(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    return cli_drawing_read_size(value, find_field(o, option), err);
}

static cld_status set_tolerance(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    double *field = find_field(o, option), x;
    if (!cld_loose_number_read(value, strlen(value), &x) || !isfinite(x) || x < 0)
        return cld_fail(err, CLD_USAGE, "", "option '--%s' expects a finite number from 0, found '%s'",
                        option->name, value);
    *field = x;
    return CLD_OK;
}

static cld_status set_scale(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    double *field = find_field(o, option), x;
    if (!cld_loose_number_read(value, strlen(value), &x) || !(x >= 1e-100 && x <= 1e100))
        return cld_fail(err, CLD_USAGE, "", "option '--%s' expects a number from 1e-100 to 1e100, found '%s'",
                        option->name, value);
    *field = x;
    return CLD_OK;
}

static cld_status set_up(cli_options *o, const cli_option *option, const char *value, cld_error *err) {
    char *field = find_field(o, option);
    if (*value < 'x' || *value > 'z' || value[1])
        return cld_fail(err, CLD_USAGE, "", "option '--%s' expects x, y or z, found '%s'", option->name,
                        value);
    *field = *value;
    return CLD_OK;
}
