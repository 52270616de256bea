#ifndef CLI_DRAW_HTML_CHECK_H
#define CLI_DRAW_HTML_CHECK_H

#include "report/report.h"

/// Writes a report as cld_report_write does, CLD_REPORT_HTML with the page around it.
cld_status cli_html_write_check(const cld_report *report, cld_report_format format, cld_error *err);

#endif
