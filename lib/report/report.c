/// The way of every report: which findings are shown, in which order; then block by block their full answers
/// and sentences.

#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "report/format.h"
#include "scene/message.h"
#include "scene/rule.h"
#include "shape/shape.h"

enum {
    BLOCK = 512,          ///< findings whose answers are in memory at a time
    FLUSH_SIZE = 1 << 16, ///< bytes of text from which on it is written out
};

/// Hulls of small scenes may take so many bytes, less twice what the shapes do: beside those of large ones
/// they have the least room, that of a thousand or two.
#define MOST_ROOM ((size_t)32 << 20)
#define LEAST_ROOM ((size_t)2 << 20)

static const cld_report_row *const rows[CLD_REPORT_FORMAT_COUNT] = {
    [CLD_REPORT_TEXT] = &cld_report_text,     [CLD_REPORT_JSON] = &cld_report_json,
    [CLD_REPORT_NDJSON] = &cld_report_ndjson, [CLD_REPORT_JUNIT] = &cld_report_junit,
    [CLD_REPORT_SARIF] = &cld_report_sarif,   [CLD_REPORT_GITHUB] = &cld_report_github,
    [CLD_REPORT_HTML] = &cld_report_page,
};

/// A finding that counts. There may be more of them than of the scene, so they are packed.
typedef struct reference {
    double excess; ///< how far the pair is from where the rule wants it
    uint32_t finding;
    uint32_t scene : 31, severity : 1;
} reference;

void cld_report_write_id(const cld_finding *finding, char id[CLD_REPORT_ID_SIZE]) {
    snprintf(id, CLD_REPORT_ID_SIZE, "%016llx", (unsigned long long)finding->id);
}

void cld_put_count(cld_text *text, uint64_t count, const char *one, const char *more) {
    cld_text_add_integer(text, count);
    cld_text_add(text, " ", 1);
    cld_text_add_string(text, count == 1 ? one : more);
}

cld_summary cld_report_count(const cld_report *report) {
    cld_summary sum = {.scenes = report->scene_count};
    for (size_t s = 0; s < report->scene_count; s++) {
        const cld_checked_scene *checked = &report->scenes[s];
        sum.objects += checked->scene.object_count;
        sum.pairs_possible += checked->check.pairs_possible;
        sum.pairs_tested += checked->check.pairs_tested;
        for (size_t i = 0; i < checked->check.finding_count; i++) {
            bool is_error =
                checked->scene.rules[checked->check.findings[i].rule].severity == CLD_SEVERITY_ERROR;
            uint64_t *count = checked->known[i] ? &sum.suppressed : is_error ? &sum.errors : &sum.warnings;
            ++*count;
        }
    }
    return sum;
}

static int compare_numbers(uint32_t p, uint32_t q) { return (p > q) - (p < q); }

static int compare_worst(const void *p, const void *q) {
    const reference *a = p, *b = q;
    if (a->severity != b->severity)
        return a->severity > b->severity ? -1 : 1;
    if (a->excess != b->excess)
        return a->excess > b->excess ? -1 : 1;
    int order = compare_numbers(a->scene, b->scene);
    return order ? order : compare_numbers(a->finding, b->finding);
}

/// How bad a finding is, as a length. That of an object which sticks out is not known, only how far one is
/// away.
static double find_excess(const cld_rule *rule, const cld_finding *finding) {
    double distance = finding->signed_distance;
    if (rule->kind == CLD_RULE_SUPPORTED || rule->kind == CLD_RULE_INSIDE)
        return finding->b == CLD_NO_INDEX ? INFINITY : fmax(distance - rule->limit, 0);
    return rule->kind == CLD_RULE_CLEARANCE ? rule->limit - distance : -distance - rule->limit;
}

/// All findings that count, in the order of the format; NULL when memory runs out.
static reference *list_findings(const cld_report_writer *w, size_t count) {
    const cld_report *report = w->report;
    reference *list = calloc(count + 1, sizeof *list);
    size_t n = 0;
    for (size_t s = 0; list && s < report->scene_count; s++) {
        const cld_checked_scene *checked = &report->scenes[s];
        for (size_t i = 0; i < checked->check.finding_count; i++) {
            const cld_finding *finding = &checked->check.findings[i];
            const cld_rule *rule = &checked->scene.rules[finding->rule];
            if (!checked->known[i])
                list[n++] = (reference){.excess = find_excess(rule, finding),
                                        .finding = (uint32_t)i,
                                        .scene = s & 0x7FFFFFFF,
                                        .severity = rule->severity == CLD_SEVERITY_ERROR};
        }
    }
    if (list && w->row->worst_first)
        qsort(list, n, sizeof *list, compare_worst);
    return list;
}

/// Drops what the caps leave out; returns how many stay.
static size_t apply_caps(const cld_report_writer *w, reference *list, size_t count) {
    const cld_report_row *row = w->row;
    size_t kept = 0, each[2] = {0, w->report->problems->count};
    size_t most = w->report->most_findings;
    most = row->most && row->most < most ? row->most : most;
    for (size_t i = 0; i < count && kept < most; i++) {
        if (row->most_each && each[list[i].severity] >= row->most_each)
            continue;
        each[list[i].severity]++;
        list[kept++] = list[i];
    }
    return kept;
}

static cld_status flush(cld_report_writer *w, cld_error *err) {
    if (w->text.failed)
        return cld_fail_memory(err);
    return w->report->flush(w->report->flush_context, &w->text, err);
}

static void put_finding(cld_report_writer *w, const cld_checked_scene *checked, const cld_finding *finding,
                        const cld_detail *detail) {
    const cld_scene *scene = &checked->scene;
    cld_text message = {0};
    cld_write_message(&message, scene, finding, detail);
    cld_report_item item = {
        .checked = checked,
        .finding = finding,
        .detail = detail,
        .rule = &scene->rules[finding->rule],
        .rule_name = cld_rule_name(&scene->rules[finding->rule]),
        .a = &scene->objects[finding->a],
        .b = finding->b == CLD_NO_INDEX ? NULL : &scene->objects[finding->b],
        .file = cld_checked_file(checked, finding->a),
        .place = &checked->places[finding->a],
        .message = cld_text_string(&message),
    };
    cld_report_write_id(finding, item.id);
    w->row->put_finding(w, &item);
    cld_text_clear_part(&message, &w->text);
}

/// Ends and begins scenes until `scene` is the one that is open.
static void go_to_scene(cld_report_writer *w, size_t scene) {
    const cld_report_row *row = w->row;
    const cld_checked_scene *scenes = w->report->scenes;
    while (w->scene != scene && !row->worst_first) {
        if (w->scene != SIZE_MAX && row->end_scene)
            row->end_scene(w, &scenes[w->scene]);
        w->scene++; // SIZE_MAX, before the first, becomes 0
        if (w->scene < w->report->scene_count && row->begin_scene)
            row->begin_scene(w, &scenes[w->scene]);
    }
}

/// Findings that stand next to each other in the list, with their answers: those of a scene side by side, so
/// that threads share them.
typedef struct block {
    const reference *list;
    size_t count;
    uint32_t place[BLOCK]; ///< where each of the list stands among those that follow
    cld_finding findings[BLOCK];
    cld_detail details[BLOCK];
} block;

static const cld_checked_scene *find_scene(const cld_report *report, const reference *r) {
    return &report->scenes[r->scene];
}

static const cld_finding *find_finding(const cld_report *report, const reference *r) {
    return &find_scene(report, r)->check.findings[r->finding];
}

/// One of a block's findings.
typedef struct member {
    uint32_t scene, index;
} member;

static int compare_members(const void *p, const void *q) {
    const member *a = p, *b = q;
    int order = compare_numbers(a->scene, b->scene);
    return order ? order : compare_numbers(a->index, b->index);
}

/// Sorts the findings by scene, each of which is asked once.
static cld_status describe_block(const cld_report *report, block *b, cld_error *err) {
    member members[BLOCK] = {{0, 0}};
    for (uint32_t i = 0; i < b->count; i++)
        members[i] = (member){b->list[i].scene, i};
    qsort(members, b->count, sizeof *members, compare_members);
    for (uint32_t i = 0; i < b->count; i++) {
        b->place[members[i].index] = i;
        b->findings[i] = *find_finding(report, &b->list[members[i].index]);
    }
    cld_status status = CLD_OK;
    for (size_t i = 0, end; i < b->count && status == CLD_OK; i = end) {
        for (end = i + 1; end < b->count && members[end].scene == members[i].scene;)
            end++;
        status = cld_describe_findings(&report->scenes[members[i].scene].scene, &b->findings[i], end - i,
                                       report->threads, &b->details[i], err);
    }
    if (status != CLD_OK)
        cld_details_clear(b->details, b->count);
    return status;
}

static cld_status put_block(cld_report_writer *w, const reference *list, size_t count, cld_error *err) {
    block b = {.list = list, .count = count};
    cld_status status = describe_block(w->report, &b, err);
    if (status != CLD_OK)
        return status;
    for (size_t i = 0; i < count && status == CLD_OK; i++) {
        uint32_t place = b.place[i];
        go_to_scene(w, list[i].scene);
        put_finding(w, find_scene(w->report, &list[i]), &b.findings[place], &b.details[place]);
        if (w->text.length >= FLUSH_SIZE)
            status = flush(w, err);
    }
    cld_details_clear(b.details, count);
    w->written += count;
    if (w->report->progress)
        w->report->progress(w->report->progress_context, w->written, w->shown);
    return status;
}

/// The shapes that a finding is about and that stay; how many there are.
static size_t find_shapes(const cld_report *report, const reference *r, const cld_shape *shapes[2]) {
    const cld_object *objects = find_scene(report, r)->scene.objects;
    const cld_finding *finding = find_finding(report, r);
    const uint32_t pair[2] = {finding->a, finding->b};
    size_t count = 0;
    for (int k = 0; k < 2; k++)
        if (pair[k] != CLD_NO_INDEX && !objects[pair[k]].is_packed)
            shapes[count++] = objects[pair[k]].shape;
    return count;
}

/// A shape that gets a hull.
typedef struct hulled {
    const cld_shape *shape;
} hulled;

static int compare_hulled(const void *p, const void *q) {
    uintptr_t a = (uintptr_t)((const hulled *)p)->shape, b = (uintptr_t)((const hulled *)q)->shape;
    return (a > b) - (a < b);
}

/// The shapes of findings that have no hull yet, each once; how many there are. `shapes` has room for two of
/// each finding.
static size_t list_hulls(const cld_report *report, const reference *list, size_t count, hulled *shapes) {
    size_t n = 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        const cld_shape *pair[2];
        size_t of_pair = find_shapes(report, &list[i], pair);
        for (size_t k = 0; k < of_pair; k++)
            if (cld_shape_measure_hull(pair[k]) == 0)
                shapes[n++].shape = pair[k];
    }
    qsort(shapes, n, sizeof *shapes, compare_hulled);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || shapes[i].shape != shapes[i - 1].shape)
            shapes[kept++] = shapes[i];
    return kept;
}

static void forget_hulls(const cld_report *report, const reference *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const cld_shape *pair[2];
        size_t of_pair = find_shapes(report, &list[i], pair);
        for (size_t k = 0; k < of_pair; k++)
            cld_shape_forget_hull((cld_shape *)pair[k]);
    }
}

/// How many bytes of hulls may be there at a time.
static size_t find_room(const cld_report *report) {
    size_t shapes = 0;
    for (size_t s = 0; s < report->scene_count; s++)
        for (size_t i = 0; i < report->scenes[s].scene.object_count; i++) {
            const cld_object *object = &report->scenes[s].scene.objects[i];
            shapes += object->is_packed ? 0 : cld_shape_measure(object->shape);
        }
    return 2 * shapes < MOST_ROOM - LEAST_ROOM ? MOST_ROOM - 2 * shapes : LEAST_ROOM;
}

/// Full answers need hulls, which would take more memory than the shapes if all stayed as long as those do:
/// they are given back when they fill their room.
static cld_status put_findings(cld_report_writer *w, const reference *list, size_t count, cld_error *err) {
    size_t room = find_room(w->report), used = 0, forgotten = 0;
    cld_status status = CLD_OK;
    for (size_t i = 0; i < count && status == CLD_OK;) {
        hulled shapes[2 * BLOCK] = {{NULL}};
        size_t n = count - i < BLOCK ? count - i : BLOCK;
        size_t hulls = list_hulls(w->report, list + i, n, shapes);
        status = put_block(w, list + i, n, err);
        for (size_t k = 0; k < hulls; k++)
            used += cld_shape_measure_hull(shapes[k].shape);
        i += n;
        if (used <= room && i < count)
            continue;
        forget_hulls(w->report, list + forgotten, i - forgotten);
        forgotten = i;
        used = 0;
    }
    return status;
}

static void put_problems(cld_report_writer *w) {
    const cld_report_row *row = w->row;
    if (row->begin_problems)
        row->begin_problems(w);
    for (size_t i = 0; i < w->report->problems->count && row->put_problem; i++) {
        const cld_problem problem = cld_problems_get(w->report->problems, i);
        row->put_problem(w, &problem);
    }
}

cld_status cld_report_write(const cld_report *report, cld_report_format format, cld_error *err) {
    const cld_report_row *row = rows[format];
    cld_report_writer w = {
        .report = report, .row = row, .summary = cld_report_count(report), .scene = SIZE_MAX};
    w.json.text = &w.text;
    size_t count = w.summary.errors + w.summary.warnings;
    reference *list = list_findings(&w, count);
    if (!list)
        return cld_fail_memory(err);
    w.shown = apply_caps(&w, list, count);
    w.summary.omitted = count - w.shown;
    if (row->begin)
        row->begin(&w);
    if (row->most_each)
        put_problems(&w);
    cld_status status = put_findings(&w, list, w.shown, err);
    free(list);
    if (status == CLD_OK) {
        go_to_scene(&w, report->scene_count);
        if (!row->most_each)
            put_problems(&w);
        if (row->end)
            row->end(&w);
        status = flush(&w, err);
    }
    cld_text_clear(&w.text);
    cld_names_clear(&w.rules);
    return status;
}
