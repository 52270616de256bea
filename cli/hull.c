/// collide hull FILE
#include "collide/hull.h"

#include <stdlib.h>

#include "base/error.h"
#include "commands.h"
#include "operand.h"
#include "output.h"
#include "report.h"
#include "warnings.h"
#include "json/write_shape.h"

/// Tells of warnings on standard error: a shape document has no place for them.
static void print_warnings(const cli_options *options, const char *file, const cli_warnings *warnings) {
    size_t count;
    const cld_json_warning *all = cli_warnings_all(warnings, &count);
    for (size_t i = 0; i < count; i++)
        cli_report_warning(options, file, &all[i].warning);
}

static cld_status write_hull(const cli_options *options, const cld_source *source, const cld_shape *shape,
                             cld_text *text, cld_error *err) {
    const cld_hull *hull;
    size_t count = cld_shape_points(shape, NULL);
    if (count == 0)
        return cld_fail(err, CLD_UNSUPPORTED, "/type", "a shape of type \"%s\" is not the hull of points",
                        cld_kind_name(source->def.kind));
    cld_status status = cld_shape_find_hull(shape, &hull, err);
    if (status)
        return status;
    double *points = malloc(3 * count * sizeof *points);
    if (!points)
        return cld_fail_memory(err);
    cld_shape_points(shape, points);
    cld_json_writer writer = {.text = text, .compact = options->compact};
    cld_json_write_hull(&writer, source, hull, points);
    free(points);
    return CLD_OK;
}

int cli_run_hull(const cli_options *options) {
    cli_operand operand;
    cli_warnings warnings = {.shape = "a"};
    cld_shape *shape = NULL;
    cld_text text = {0};
    cld_error err;
    cli_operand_split(options->operand[0], &operand);
    const char *about = operand.file.bytes;
    operand.convexify = options->convexify;
    cld_status status = cli_operand_read(&operand, &err);
    if (!status)
        status = cli_operand_create_shape(&operand, &warnings, &shape, &err);
    if (!status)
        status = cli_warnings_check(&warnings, 0, options->strict, &err);
    if (!status) {
        status = write_hull(options, &operand.source, shape, &text, &err);
        if (status)
            cld_error_prefix(&err, operand.source.place);
    }
    if (!status) {
        print_warnings(options, about, &warnings);
        about = cli_output_name(options->output);
        status = cli_output_write(options->output, &text, &err);
    }
    int exit_status = status ? cli_report(options, about, &err) : CLI_DONE;
    cld_text_clear(&text);
    cld_text_clear(&warnings.list);
    cld_shape_destroy(shape);
    cli_operand_clear(&operand);
    return exit_status;
}
