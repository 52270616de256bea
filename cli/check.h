/// Checking scenes, whichever way the report is written.
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "options.h"

/// cld_report_write, or what takes its place.
typedef cld_status cli_write_report(const cld_report *report, cld_report_format format, cld_error *err);

/// Reads the scenes, checks them and has the report written; returns the exit status.
int cli_check(const cli_options *options, cli_write_report *write);

#endif
