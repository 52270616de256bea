/// collide draw A B -o FILE, and collide check --format html
#include "backend.h"
#include "base/error.h"
#include "check.h"
#include "ending.h"
#include "html_check.h"
#include "output.h"
#include "program.h"
#include "report.h"

static const char *const endings[] = {"svg", "png", "pdf", "html", NULL};
static cli_write_picture *const writers[] = {cli_write_svg, cli_write_png, cli_write_pdf, cli_write_html};

static cld_status find_writer(const cli_options *options, cli_write_picture **write, cld_error *err) {
    int ending;
    cld_status status = cli_output_find_ending(endings, options->output, &ending, err);
    if (status)
        return status;
    *write = writers[ending];
    if (options->draw.width && *write == cli_write_html)
        return cld_fail(err, CLD_USAGE, "",
                        "option '--size' is about pictures, and '%s' is a page, which fills its window",
                        options->output);
    return CLD_OK;
}

static cld_status draw(const cli_question *question, const cli_recording *recording, cli_write_picture *write,
                       cld_error *err) {
    const cli_options *options = question->options;
    cli_picture picture;
    cld_text file = {0};
    cld_status status = cli_picture_make(question, recording, &picture, err);
    if (!status) {
        cli_view view = cli_view_make(options, &picture);
        status = write(&picture, &view, options, &file, err);
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
    cli_write_picture *write;
    cld_error err;
    if (find_writer(options, &write, &err))
        return cli_report(options, NULL, &err);
    int status = cli_question_answer(&question, options->trace || options->draw.cso ? &trace : NULL);
    if (!status && options->draw.has_view && question.result.dimension == 2) {
        cld_fail(&err, CLD_USAGE, "", "option '--view' is about pairs in space, found one in the plane");
        status = cli_report(options, NULL, &err);
    }
    if (!status && draw(&question, &recording, write, &err))
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
