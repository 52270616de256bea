/// collide draw A B -o FILE, and collide check --format html
#include <string.h>
#include <strings.h>

#include "backend.h"
#include "base/error.h"
#include "check.h"
#include "html_check.h"
#include "output.h"
#include "program.h"
#include "report.h"

static const struct {
    const char *ending;
    cli_write_picture *write;
} formats[] = {
    {".svg", cli_write_svg}, {".png", cli_write_png}, {".pdf", cli_write_pdf}, {".html", cli_write_html}};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

/// How a file with that name is written; NULL where its ending says nothing.
static cli_write_picture *find_format(const char *path) {
    size_t length = strlen(path);
    for (int i = 0; i < FORMAT_COUNT; i++) {
        size_t ending = strlen(formats[i].ending);
        if (length > ending && strcasecmp(path + length - ending, formats[i].ending) == 0)
            return formats[i].write;
    }
    return NULL;
}

static cld_status check_options(const cli_options *options, cld_error *err) {
    if (!options->output)
        return cld_fail(err, CLD_USAGE, "", "expected a file to draw into, -o FILE");
    if (!find_format(options->output))
        return cld_fail(err, CLD_USAGE, "",
                        "option '--output' expects a file that ends in .svg, .png, .pdf or .html, found '%s'",
                        options->output);
    if (options->draw.width && find_format(options->output) == cli_write_html)
        return cld_fail(err, CLD_USAGE, "",
                        "option '--size' is about pictures, and '%s' is a page, which fills its window",
                        options->output);
    return CLD_OK;
}

static cld_status draw(const cli_question *question, const cli_recording *recording, cld_error *err) {
    const cli_options *options = question->options;
    cli_picture picture;
    cld_text file = {0};
    cld_status status = cli_picture_make(question, recording, &picture, err);
    if (!status) {
        cli_view view = cli_view_make(options, &picture);
        status = find_format(options->output)(&picture, &view, options, &file, err);
    }
    if (!status)
        status = cli_output_write(options->output, &file, err);
    cld_text_clear(&file);
    cli_picture_clear(&picture);
    return status;
}

static int run_draw(const cli_options *options) {
    cli_question question = {.options = options};
    cli_recording recording = {.steps = {0}};
    cld_trace trace = cli_recording_start(&recording);
    cld_error err;
    if (check_options(options, &err))
        return cli_report(options, NULL, &err);
    int status = cli_question_answer(&question, options->trace || options->draw.cso ? &trace : NULL);
    if (!status && options->draw.has_view && question.result.dimension == 2) {
        cld_fail(&err, CLD_USAGE, "", "option '--view' is about pairs in space, found one in the plane");
        status = cli_report(options, NULL, &err);
    }
    if (!status && draw(&question, &recording, &err))
        status = cli_report(options, options->output, &err);
    cld_text_clear(&recording.steps);
    cli_question_clear(&question);
    return status;
}

static int run_check(const cli_options *options) { return cli_check(options, cli_html_write_check); }

int main(int count, char **arguments) {
    static const cli_run runs[] = {{"draw", run_draw}, {"check", run_check}, {NULL, NULL}};
    return cli_program_start(runs, count, arguments);
}
