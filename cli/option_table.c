/// One table of options feeds the parser, --help, the manual and the completions.
#include "option_table.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/loose_number.h"

typedef cld_status set_option(cli_options *o, const char *value, cld_error *err);

static set_option set_algorithm, set_transform_a, set_transform_b, set_tolerance, set_max_contacts,
    set_tangents, set_strict, set_convexify, set_verify, set_stats, set_trace, set_cso, set_view, set_size,
    set_format, set_compact, set_output, set_exit_status, set_shapes, set_samples, set_threads, set_quiet,
    set_error_format, set_help, set_version, set_rules, set_report_format, set_fail_on, set_max_findings,
    set_baseline, set_write_baseline, set_progress, set_concave, set_tag, set_up, set_scale;

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

const cli_option cli_option_table[] = {
    {"algorithm", "NAME", "", set_algorithm, PAIRS, 'a', algorithms},
    {"transform-a", "JSON", "move A by a transform, after its own", set_transform_a, ASKED, 0, NULL},
    {"transform-b", "JSON", "move B by a transform, after its own", set_transform_b, ASKED, 0, NULL},
    {"tolerance", "X", "touching is a distance up to X (default: by size)", set_tolerance, PAIRS, 0, NULL},
    {"max-contacts", "N", "keep N contacts, deepest and widest (default: all)", set_max_contacts, PAIRS, 0,
     NULL},
    {"tangents", "METHOD", "", set_tangents, PAIRS, 0, tangents},
    {"samples", "N", "directions that sampling tries (default: 1000)", set_samples, PAIRS, 0, NULL},
    {"strict", NULL, "a warning about the input is an error", set_strict, SHAPES | CLI_DRAW | CLI_BATCH, 0,
     NULL},
    {"convexify", NULL, "take the hull of a shape whose faces are not convex", set_convexify,
     SHAPES | CLI_DRAW | CLI_BATCH, 0, NULL},
    {"verify", NULL, "check the answer by other means before printing it", set_verify, PAIRS, 0, NULL},
    {"shapes", "SCENE", "the scene whose shapes records refer to", set_shapes, CLI_BATCH, 0, NULL},
    {"threads", "N", "work with N threads (default: as many as can run)", set_threads, CLI_BATCH | CLI_CHECK,
     'j', NULL},
    {"rules", "FILE", "hold the scenes to these rules, not to their own", set_rules, CLI_CHECK, 0, NULL},
    {"stats", NULL, "add iterations, support calls and times to the result", set_stats, CLI_PAIR, 0, NULL},
    {"trace", NULL, "the steps to the answer before it, a line of JSON each", set_trace, CLI_PAIR, 0, NULL},
    {"trace", NULL, "draw the steps to the answer", set_trace, CLI_DRAW, 0, NULL},
    {"cso", NULL, "draw the Minkowski difference A - B too", set_cso, CLI_DRAW, 0, NULL},
    {"view", "VIEW", "from front, back, left, right, top, bottom or X,Y,Z", set_view, CLI_DRAW, 0, NULL},
    {"size", "SIZE", "of the picture, WIDTHxHEIGHT in pixels (default: 800x600)", set_size, CLI_DRAW, 0,
     NULL},
    {"format", "FORMAT", "", set_format, CLI_PAIR, 'f', formats},
    {"format", "FORMAT", "", set_report_format, CLI_CHECK, 'f', report_formats},
    {"fail-on", "SEVERITY", ": what to exit with 1 for", set_fail_on, CLI_CHECK, 0, severities},
    {"max-findings", "N", "report N findings at most (default: all)", set_max_findings, CLI_CHECK, 0, NULL},
    {"baseline", "FILE", "findings listed there are known and do not count", set_baseline, CLI_CHECK, 0,
     NULL},
    {"write-baseline", "FILE", "list all findings there; they are known from then on", set_write_baseline,
     CLI_CHECK, 0, NULL},
    {"progress", "WHEN", ", on standard error", set_progress, CLI_CHECK, 0, progress_modes},
    {"concave", "WHAT", ": a mesh that is not convex", set_concave, CLI_IMPORT, 0, concave_meshes},
    {"tag", "NAMES", ": what makes tags", set_tag, CLI_IMPORT, 0, tags},
    {"up", "AXIS", "turn what is up in the file to x, y or z (default: leave it)", set_up, CLI_IMPORT, 0,
     NULL},
    {"up", "AXIS", "turn what is up in the scene, x or z, to y (default: leave it)", set_up, CLI_EXPORT, 0,
     NULL},
    {"scale", "X", "multiply all lengths by X", set_scale, CLI_IMPORT, 0, NULL},
    {"compact", NULL, "one line of JSON", set_compact, SHAPES | CLI_IMPORT, 'c', NULL},
    {"output", "FILE", "write there instead of standard output", set_output, ALL & ~(CLI_DRAW | CLI_EXPORT),
     'o', NULL},
    {"output", "FILE", "write there: a .obj or .glb", set_output, CLI_EXPORT, 'o', NULL},
    {"output", "FILE", "draw there: a .svg, .png, .pdf or .html", set_output, CLI_DRAW, 'o', NULL},
    {"exit-status", NULL, "exit with 0 if the pair collides, 1 if not", set_exit_status, CLI_PAIR, 'e', NULL},
    {"quiet", NULL, "print nothing; implies --exit-status", set_quiet, CLI_PAIR, 'q', NULL},
    {"error-format", "FORMAT", "", set_error_format, ALL, 0, error_formats},
    {"help", NULL, "print this", set_help, ALL, 'h', NULL},
    {"version", NULL, "print the version", set_version, ALL, 0, NULL},
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

static cld_status set_algorithm(cli_options *o, const char *value, cld_error *err) {
    static const cld_algorithm all[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT, CLD_SAMPLING};
    (void)err;
    o->query.algorithm = all[find_word(algorithms, value)];
    return CLD_OK;
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

static cld_status set_cso(cli_options *o, const char *value, cld_error *err) {
    (void)value;
    (void)err;
    o->draw.cso = true;
    return CLD_OK;
}

static cld_status set_view(cli_options *o, const char *value, cld_error *err) {
    return cli_drawing_read_view(value, &o->draw, err);
}

static cld_status set_size(cli_options *o, const char *value, cld_error *err) {
    return cli_drawing_read_size(value, &o->draw, err);
}

static cld_status set_tolerance(cli_options *o, const char *value, cld_error *err) {
    double x;
    if (!cld_loose_number_read(value, strlen(value), &x) || !isfinite(x) || x < 0)
        return cld_fail(err, CLD_USAGE, "", "option '--tolerance' expects a finite number from 0, found '%s'",
                        value);
    o->query.tolerance = x;
    return CLD_OK;
}

/// A whole number from 1 to a billion.
static cld_status read_count(const char *value, const char *option, uint32_t *count, cld_error *err) {
    const double most = 1e9;
    double n;
    if (!cld_loose_number_read(value, strlen(value), &n) || !(n >= 1 && n <= most) || n != floor(n))
        return cld_fail(err, CLD_USAGE, "", "option '--%s' expects a whole number from 1 to %.0f, found '%s'",
                        option, most, value);
    *count = (uint32_t)n;
    return CLD_OK;
}

static cld_status set_max_contacts(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "max-contacts", &o->query.max_contacts, err);
}

static cld_status set_samples(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "samples", &o->query.samples, err);
}

static cld_status set_threads(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "threads", &o->threads, err);
}

static cld_status set_tangents(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->query.tangents = find_word(tangents, value) ? CLD_TANGENTS_LEAST_AXIS : CLD_TANGENTS_CATTO;
    return CLD_OK;
}

static cld_status set_format(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->text = find_word(formats, value) == 1;
    return CLD_OK;
}

static cld_status set_report_format(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    cld_report_format format = CLD_REPORT_TEXT;
    while (format + 1 < CLD_REPORT_FORMAT_COUNT && strcmp(cld_report_format_name(format), value) != 0)
        format++;
    o->check.format = format;
    return CLD_OK;
}

static cld_status set_fail_on(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->check.fail_on = find_word(severities, value) ? CLD_SEVERITY_WARNING : CLD_SEVERITY_ERROR;
    return CLD_OK;
}

static cld_status set_progress(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->check.progress = (cli_progress_mode)find_word(progress_modes, value);
    return CLD_OK;
}

static cld_status set_max_findings(cli_options *o, const char *value, cld_error *err) {
    return read_count(value, "max-findings", &o->check.max_findings, err);
}

static cld_status set_concave(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->import.concave = (cli_concave)find_word(concave_meshes, value);
    return CLD_OK;
}

static cld_status set_tag(cli_options *o, const char *value, cld_error *err) {
    int choice = find_word(tags, value);
    (void)err;
    o->import.tag_materials = choice < 2;
    o->import.tag_nodes = choice % 2 == 0;
    return CLD_OK;
}

static cld_status set_up(cli_options *o, const char *value, cld_error *err) {
    if (*value < 'x' || *value > 'z' || value[1])
        return cld_fail(err, CLD_USAGE, "", "option '--up' expects x, y or z, found '%s'", value);
    o->import.up = *value;
    return CLD_OK;
}

static cld_status set_scale(cli_options *o, const char *value, cld_error *err) {
    double x;
    if (!cld_loose_number_read(value, strlen(value), &x) || !(x >= 1e-100 && x <= 1e100))
        return cld_fail(err, CLD_USAGE, "",
                        "option '--scale' expects a number from 1e-100 to 1e100, found '%s'", value);
    o->import.scale = x;
    return CLD_OK;
}

static cld_status set_error_format(cli_options *o, const char *value, cld_error *err) {
    (void)err;
    o->json_errors = find_word(error_formats, value) == 1;
    return CLD_OK;
}

/// The options that name a file, each of which sets one field.
#define DEFINE_FILE(option, field, name)                                                                     \
    static cld_status set_##option(cli_options *o, const char *value, cld_error *err) {                      \
        if (!*value)                                                                                         \
            return cld_fail(err, CLD_USAGE, "", "option '--" name "' expects the name of a file, found ''"); \
        o->field = value;                                                                                    \
        return CLD_OK;                                                                                       \
    }

DEFINE_FILE(shapes, shapes, "shapes")
DEFINE_FILE(rules, check.rules, "rules")
DEFINE_FILE(baseline, check.baseline, "baseline")
DEFINE_FILE(write_baseline, check.write_baseline, "write-baseline")

static cld_status set_output(cli_options *o, const char *value, cld_error *err) {
    if (!*value)
        return cld_fail(err, CLD_USAGE, "", "option '--output' expects the name of a file, found ''");
    o->output = strcmp(value, "-") == 0 ? NULL : value;
    return CLD_OK;
}

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
