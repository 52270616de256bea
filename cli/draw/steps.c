#include "steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/vec.h"

/// More than anybody steps through, and so many vertices of EPA's polytopes, each drawn whole, as still make
/// a picture within seconds and a page of a few megabytes.
enum { MOST_STEPS = 400, MOST_VERTICES = 50000 };

/// The length of arrows in parts of the picture's size.
#define ARROW 0.3

/// What is known while the steps are gone through.
typedef struct story {
    cli_picture *picture;
    double size;
    int number[CLD_TRACE_KIND_COUNT]; ///< how many steps of each kind there were
    size_t stride;                    ///< every how many steps one is kept
    cld_text polytope;                ///< cld_vec3, the vertices that EPA has
} story;

static cld_vec3 shrink(const story *s, cld_vec3 w) { return cld_scale(w, 1 / s->picture->frame.unit); }

static void add_simplex(const story *s, cli_layer *layer, const cld_trace_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            cli_layer_add_line(layer, CLI_LINE_SIMPLEX, CLI_PAINT_SIMPLEX, shrink(s, points[i].w),
                               shrink(s, points[j].w), "");
    for (uint32_t i = 0; i < count; i++) {
        char label[64] = "";
        if (points[i].index_a != CLD_NO_INDEX && points[i].index_b != CLD_NO_INDEX)
            snprintf(label, sizeof label, "A%u-B%u", points[i].index_a, points[i].index_b);
        cli_layer_add_mark(layer, CLI_MARK_VERTEX, CLI_PAINT_SIMPLEX, shrink(s, points[i].w), label);
    }
}

/// Where the plane through the points that are nearest along the direction crosses the line to the origin.
static cld_vec3 find_foot(const story *s, const cld_trace_point *points, uint32_t count, cld_vec3 d) {
    double farthest = count ? -INFINITY : 0;
    for (uint32_t i = 0; i < count; i++)
        farthest = fmax(farthest, cld_dot(d, shrink(s, points[i].w)));
    return cld_scale(d, farthest);
}

static void add_direction(const story *s, cli_layer *layer, const cld_trace_step *t, cld_vec3 from) {
    if (t->has_direction)
        cli_layer_add_arrow(layer, CLI_LINE_DIRECTION, CLI_PAINT_INK, from,
                            cld_add_scaled(from, ARROW * s->size, t->direction), "d");
}

static void add_support(const story *s, cli_layer *layer, const cld_trace_step *t) {
    if (t->has_support)
        cli_layer_add_mark(layer, CLI_MARK_SUPPORT, CLI_PAINT_MTV, shrink(s, t->support.w), "support");
}

static void keep_vertex(story *s, const cld_trace_point *p) {
    cld_vec3 w = shrink(s, p->w);
    cld_text_add(&s->polytope, (const char *)&w, sizeof w);
}

/// EPA's first step has the vertices that the polytope begins with.
static void begin_polytope(story *s, const cld_trace_step *t) {
    if (t->simplex_count)
        s->polytope.length = 0;
    for (uint32_t i = 0; i < t->simplex_count; i++)
        keep_vertex(s, &t->simplex[i]);
}

/// "vertex 3 of A", or "a point of A".
static void add_vertex(char *text, size_t room, const char *shape, uint32_t index) {
    size_t used = strlen(text);
    if (index == CLD_NO_INDEX)
        snprintf(text + used, room - used, "a point of %s", shape);
    else
        snprintf(text + used, room - used, "vertex %u of %s", index, shape);
}

static void tell_support(const cld_trace_step *t, char *text, size_t room) {
    if (!t->has_support)
        return;
    size_t used = strlen(text);
    snprintf(text + used, room - used, "support: ");
    add_vertex(text, room, "A", t->support.index_a);
    used = strlen(text);
    snprintf(text + used, room - used, " - ");
    add_vertex(text, room, "B", t->support.index_b);
}

static void tell_source(const cld_trace_source *source, const char *shape, char *text, size_t room) {
    size_t used = strlen(text);
    if (!source->is_set)
        return;
    used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "",
                             source->is_face ? "face" : "edge");
    if (source->index != CLD_NO_INDEX)
        used += (size_t)snprintf(text + used, room - used, " %u", source->index);
    snprintf(text + used, room - used, " of %s", shape);
}

typedef cld_status draw_step(story *s, const cld_trace_step *t, cli_step *step, cld_error *err);

static cld_status draw_points(story *s, const cld_trace_step *t, cli_step *step, cld_error *err) {
    (void)err;
    step->in_difference = true;
    add_simplex(s, &step->layer, t->simplex, t->simplex_count);
    add_direction(s, &step->layer, t, find_foot(s, t->simplex, t->simplex_count, t->direction));
    add_support(s, &step->layer, t);
    return CLD_OK;
}

static cld_status draw_gjk(story *s, const cld_trace_step *t, cli_step *step, cld_error *err) {
    tell_support(t, step->text, sizeof step->text);
    return draw_points(s, t, step, err);
}

static cld_status draw_epa(story *s, const cld_trace_step *t, cli_step *step, cld_error *err) {
    step->in_difference = true;
    begin_polytope(s, t);
    if (s->polytope.failed)
        return cld_fail_memory(err);
    cld_vec3 face[3];
    for (uint32_t i = 0; i < t->face_count; i++)
        face[i] = shrink(s, t->face[i].w);
    cli_bodies *bodies = &step->layer.bodies;
    cld_status status =
        cli_bodies_add_hull(bodies, (const cld_vec3 *)(const void *)s->polytope.bytes,
                            s->polytope.length / sizeof(cld_vec3), "the polytope", CLI_PAINT_SIMPLEX, err);
    if (!status)
        status = cli_bodies_add_hull(bodies, face, t->face_count, "the nearest face", CLI_PAINT_FEATURE, err);
    add_direction(s, &step->layer, t, find_foot(s, t->face, t->face_count, t->direction));
    add_support(s, &step->layer, t);
    tell_support(t, step->text, sizeof step->text);
    return status;
}

static cld_status draw_axis(story *s, const cld_trace_step *t, cli_step *step, cld_error *err) {
    (void)err;
    const cli_bodies *bodies = &s->picture->shapes.bodies;
    step->has_axis = true;
    step->axis = t->direction;
    for (int side = 0; side < 2; side++) {
        cli_layer of_side = {.failed = false};
        step->span[side][0] = INFINITY, step->span[side][1] = -INFINITY;
        for (size_t i = 0; i < bodies->count; i++) {
            double from, to;
            if ((bodies->at[i].paint == CLI_PAINT_B) != side)
                continue;
            of_side.bodies = (cli_bodies){&bodies->at[i], 1};
            cli_layer_find_span(&of_side, t->direction, &from, &to);
            step->span[side][0] = fmin(step->span[side][0], from);
            step->span[side][1] = fmax(step->span[side][1], to);
        }
    }
    tell_source(&t->source_a, "A", step->text, sizeof step->text);
    tell_source(&t->source_b, "B", step->text, sizeof step->text);
    size_t used = strlen(step->text);
    snprintf(step->text + used, sizeof step->text - used, "%sseparation %.4g", used ? ": " : "",
             (step->span[1][0] - step->span[0][1]) * s->picture->frame.unit);
    return CLD_OK;
}

static cld_status draw_answer(story *s, const cld_trace_step *t, cli_step *step, cld_error *err) {
    (void)t;
    (void)err;
    const cli_picture *p = s->picture;
    const cld_result *r = p->result;
    step->in_difference = true;
    for (size_t i = 0; i < p->difference.line_count; i++)
        if (p->difference.lines[i].kind == CLI_LINE_MTV)
            cli_layer_add_arrow(&step->layer, CLI_LINE_MTV, CLI_PAINT_MTV, p->difference.lines[i].from,
                                p->difference.lines[i].to, "");
    snprintf(step->text, sizeof step->text, "%s, %s %.6g", cld_outcome_name(r->outcome),
             r->signed_distance < 0 ? "depth" : "distance", fabs(r->signed_distance));
    return CLD_OK;
}

static const struct {
    const char *title;
    draw_step *draw; // NULL: not shown
} kinds[CLD_TRACE_KIND_COUNT] = {[CLD_TRACE_GJK] = {"GJK", draw_gjk},
                                 [CLD_TRACE_EPA] = {"EPA", draw_epa},
                                 [CLD_TRACE_NEWTON] = {"Newton", draw_points},
                                 [CLD_TRACE_SAT] = {"SAT", draw_axis},
                                 [CLD_TRACE_SAMPLING] = {"sampling", draw_axis},
                                 [CLD_TRACE_ANALYTIC] = {"closed form", draw_points},
                                 [CLD_TRACE_ANSWER] = {"answer", draw_answer}};

/// What a step of EPA, drawn or not, leaves to those after it.
static void keep_vertices(story *s, const cld_trace_step *t, bool is_drawn) {
    if (t->kind != CLD_TRACE_EPA)
        return;
    if (!is_drawn)
        begin_polytope(s, t);
    keep_vertex(s, &t->support);
}

static cld_status add_step(story *s, const cld_trace_step *t, cld_error *err) {
    if (!kinds[t->kind].draw)
        return CLD_OK;
    cli_picture *p = s->picture;
    s->number[t->kind]++;
    bool is_kept = p->step_total++ % s->stride == 0 || t->kind == CLD_TRACE_ANSWER;
    if (!is_kept) {
        keep_vertices(s, t, false);
        return CLD_OK;
    }
    cli_step *step = &p->steps[p->step_count++];
    *step = (cli_step){.lower = t->lower, .upper = t->upper};
    if (t->kind == CLD_TRACE_ANSWER || t->kind == CLD_TRACE_ANALYTIC)
        snprintf(step->title, sizeof step->title, "%s", kinds[t->kind].title);
    else
        snprintf(step->title, sizeof step->title, "%s %d", kinds[t->kind].title, s->number[t->kind]);
    cld_status status = kinds[t->kind].draw(s, t, step, err);
    keep_vertices(s, t, true);
    return !status && step->layer.failed ? cld_fail_memory(err) : status;
}

/// The simplex that GJK, or the face that EPA ended with; of other methods none.
static void add_final_simplex(const story *s, const cld_trace_step *steps, size_t count) {
    cli_layer *layer = &s->picture->difference;
    for (size_t i = count; i-- > 0;) {
        const cld_trace_step *t = &steps[i];
        if (t->face_count || t->simplex_count) {
            add_simplex(s, layer, t->face_count ? t->face : t->simplex,
                        t->face_count ? t->face_count : t->simplex_count);
            return;
        }
    }
}

/// Every how many steps one is kept. Each of EPA's has a polytope of one vertex more than the one before it.
static size_t find_stride(const cld_trace_step *steps, size_t count) {
    size_t polytopes = 0;
    for (size_t i = 0; i < count; i++)
        polytopes += steps[i].kind == CLD_TRACE_EPA;
    size_t by_steps = count / MOST_STEPS, by_vertices = polytopes * polytopes / (2 * (size_t)MOST_VERTICES);
    return 1 + (by_steps > by_vertices ? by_steps : by_vertices);
}

cld_status cli_steps_make(const cli_recording *recording, bool all, double size, cli_picture *picture,
                          cld_error *err) {
    const cld_trace_step *steps = (const cld_trace_step *)(const void *)recording->steps.bytes;
    size_t count = recording->steps.length / sizeof *steps, first = 0;
    story s = {.picture = picture, .size = size};
    for (size_t i = 0; i < count; i++)
        first = steps[i].kind == CLD_TRACE_PAIR ? i : first;
    // Of a compound the whole has an answer of its own.
    if (count > first + 1 && steps[count - 2].kind == CLD_TRACE_ANSWER)
        count--;
    add_final_simplex(&s, steps + first, count - first);
    if (!all)
        return CLD_OK;
    s.stride = find_stride(steps + first, count - first);
    picture->steps = calloc(count - first + 1, sizeof *picture->steps);
    cld_status status = picture->steps ? CLD_OK : cld_fail_memory(err);
    for (size_t i = first; picture->steps && i < count && !status; i++)
        status = add_step(&s, &steps[i], err);
    cld_text_clear(&s.polytope);
    return status;
}
