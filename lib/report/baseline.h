/// Writing down what is known.
#ifndef CLD_REPORT_BASELINE_H
#define CLD_REPORT_BASELINE_H

#include "report/report.h"

/// Lists all findings, those of an older baseline included: a finding a line, so that a change of the
/// baseline is easy to read.
void cld_baseline_write(const cld_checked_scene *scenes, size_t scene_count, cld_text *text);

#endif
