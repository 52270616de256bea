/// What checks have found, in the formats that people and machines read.
#ifndef CLD_REPORT_REPORT_H
#define CLD_REPORT_REPORT_H

#include "base/problem.h"
#include "base/text.h"
#include "collide/scene.h"
#include "json/scene_source.h"

typedef enum cld_report_format {
    CLD_REPORT_TEXT,
    CLD_REPORT_JSON,
    CLD_REPORT_NDJSON,
    CLD_REPORT_JUNIT,
    CLD_REPORT_SARIF,
    CLD_REPORT_GITHUB,
    CLD_REPORT_HTML, ///< the report that a page holds, as JSON; the page around it is the program's
    CLD_REPORT_FORMAT_COUNT
} cld_report_format;

/// A scene and what its check has found.
typedef struct cld_checked_scene {
    cld_scene scene;
    const cld_place *places; ///< beside the scene's objects
    bool is_of_files;        ///< each object is a file, which it is called as, and not all are of the scene's
    cld_check check;
    bool has_problems; ///< not all of it was looked at
    bool *known;       ///< beside the findings: it is in the baseline and does not count
} cld_checked_scene;

/// The file that an object is described in.
static inline const char *cld_checked_file(const cld_checked_scene *checked, uint32_t object) {
    return checked->is_of_files ? checked->scene.objects[object].name : checked->scene.name;
}

typedef struct cld_summary {
    uint64_t scenes, objects, pairs_possible, pairs_tested;
    uint64_t errors, warnings; ///< findings that count
    uint64_t suppressed;       ///< findings of the baseline
    uint64_t omitted;          ///< findings that count, but were left out by a cap
} cld_summary;

/// Writes out what the text holds and empties it. Fails with CLD_IO.
typedef cld_status cld_report_flush(void *context, cld_text *text, cld_error *err);

/// Everything is borrowed. Nobody else may use the scenes' shapes while a report is written.
typedef struct cld_report {
    const cld_checked_scene *scenes;
    size_t scene_count;
    const cld_problem_list *problems;
    const char *version;     ///< of the program
    size_t most_findings;    ///< SIZE_MAX for all
    cld_severity fail_on;    ///< the lowest severity that makes the check fail
    bool has_colour;         ///< for text
    unsigned threads;        ///< 0: as many as can run at once
    cld_report_flush *flush; ///< called now and then, and at the end
    void *flush_context;
    cld_progress *progress; ///< told now and then how many findings of how many are written; NULL for none
    void *progress_context;
} cld_report;

/// Counts, without regard to caps.
cld_summary cld_report_count(const cld_report *report);

/// Writes the report. Findings stand by scene, rule and objects, the worst first where people read them.
cld_status cld_report_write(const cld_report *report, cld_report_format format, cld_error *err);

#endif
