/// What a format is made of.
#ifndef CLD_REPORT_FORMAT_H
#define CLD_REPORT_FORMAT_H

#include "report/report.h"
#include "json/writer.h"

/// Room for the id of a finding and a NUL.
enum { CLD_REPORT_ID_SIZE = 17 };

/// A finding with all that may be said about it.
typedef struct cld_report_item {
    const cld_checked_scene *checked;
    const cld_finding *finding;
    const cld_detail *detail;
    const cld_rule *rule;
    const char *rule_name;   ///< its id, or its kind
    const cld_object *a, *b; ///< b is NULL if there is none
    const char *file;        ///< of a
    const cld_place *place;  ///< of a in it
    const char *message;
    char id[CLD_REPORT_ID_SIZE];
} cld_report_item;

typedef struct cld_report_writer cld_report_writer;

/// A format. Each function may be NULL.
typedef struct cld_report_row {
    bool worst_first;
    size_t most;      ///< findings that readers of the format take; 0 for any number
    size_t most_each; ///< the same for each severity; problems come first then, and count as errors
    void (*begin)(cld_report_writer *w);
    void (*begin_scene)(cld_report_writer *w, const cld_checked_scene *checked);
    void (*put_finding)(cld_report_writer *w, const cld_report_item *item);
    void (*end_scene)(cld_report_writer *w, const cld_checked_scene *checked);
    void (*begin_problems)(cld_report_writer *w);
    void (*put_problem)(cld_report_writer *w, const cld_problem *problem);
    void (*end)(cld_report_writer *w);
} cld_report_row;

/// A report on its way out.
struct cld_report_writer {
    const cld_report *report;
    const cld_report_row *row; ///< of the format
    cld_summary summary;
    cld_text text;
    cld_json_writer json;
    size_t scene;          ///< the scene that `begin_scene` was called for last
    size_t written, shown; ///< findings: so far, and in the end
    size_t place_width;    ///< of that column of text
    size_t passed;         ///< of JUnit: findings shown of the scenes before
    cld_name_table rules;  ///< of SARIF: their numbers by name
};

extern const cld_report_row cld_report_text, cld_report_json, cld_report_ndjson, cld_report_junit,
    cld_report_sarif, cld_report_github, cld_report_page;

/// Writes the id of a finding: 16 hexadecimal digits, and a NUL.
void cld_report_write_id(const cld_finding *finding, char id[CLD_REPORT_ID_SIZE]);

/// Adds "1 error", "2 errors".
void cld_put_count(cld_text *text, uint64_t count, const char *one, const char *more);

#endif
