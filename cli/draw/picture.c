#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "difference.h"
#include "math/vec.h"
#include "steps.h"
#include "tessellate.h"

/// Lengths of arrows in parts of the picture's size.
#define NORMAL_LENGTH 0.3
#define TANGENT_LENGTH 0.15

/// How far a half-space is drawn around what is bounded, in parts of that.
#define GROUND 1.6

static void keep_step(void *context, const cld_trace_step *step) {
    cli_recording *recording = context;
    cld_text_add(&recording->steps, (const char *)step, sizeof *step);
}

cld_trace cli_recording_start(cli_recording *recording) { return (cld_trace){keep_step, recording}; }

/// A box around all that is bounded.
typedef struct box {
    double lower[3], upper[3];
} box;

static void widen(box *b, cld_vec3 lower, cld_vec3 upper) {
    for (int k = 0; k < 3; k++) {
        b->lower[k] = fmin(b->lower[k], cld_component(lower, k));
        b->upper[k] = fmax(b->upper[k], cld_component(upper, k));
    }
}

static box find_box(const cli_question *q) {
    box b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int side = 0; side < 2; side++) {
        cld_vec3 lower, upper;
        if (cli_find_shown_box(q->shape[side], &lower, &upper))
            widen(&b, lower, upper);
    }
    widen(&b, q->result.closest_a, q->result.closest_a);
    widen(&b, q->result.closest_b, q->result.closest_b);
    return b;
}

/// The origin is the middle of the box, the unit the power of two that is no less than half of its largest
/// side.
static cli_frame make_frame(const box *b, double *reach) {
    cli_frame frame = {.turns = CLI_TURNS};
    double middle[3], half = 0;
    for (int k = 0; k < 3; k++) {
        middle[k] = b->lower[k] / 2 + b->upper[k] / 2;
        half = fmax(half, b->upper[k] / 2 - b->lower[k] / 2);
    }
    frame.origin = cld_vec3_make(middle[0], middle[1], middle[2]);
    frame.unit = cli_frame_find_unit(half);
    cld_vec3 corner = cld_vec3_make(b->upper[0], b->upper[1], b->upper[2]);
    *reach = half > 0 ? cld_length(cli_frame_from_world(&frame, corner)) : 1;
    return frame;
}

/// What a person calls an operand: an object of a scene by its name there, else by its own or its file's.
static const char *find_name(const cli_operand *operand) {
    if (operand->name)
        return operand->name;
    if (operand->source.name)
        return operand->source.name;
    const char *slash = strrchr(operand->file.bytes, '/');
    return slash ? slash + 1 : operand->file.bytes;
}

/// The name as far as it can be shown, and shown on a line.
static bool write_label(const char *name, char *label, size_t room) {
    cld_text text = {0};
    cld_utf8_add_visibly(&text, name);
    size_t used = 0;
    const char *end = text.bytes + text.length;
    for (const char *at = text.bytes; !text.failed && at < end;) {
        int length = cld_utf8_length(at, end);
        if (used + (size_t)length + sizeof "..." > room) {
            memcpy(label + used, "...", 3);
            used += 3;
            break;
        }
        memcpy(label + used, at, (size_t)length);
        used += (size_t)length;
        at += length;
    }
    label[used] = '\0';
    bool good = !text.failed;
    cld_text_clear(&text);
    return good;
}

static void describe_feature(char *text, size_t room, const char *shape, cld_feature feature) {
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, room - used, "%s %s", shape, cld_feature_name(feature.kind));
    if (feature.index != CLD_NO_INDEX)
        used += (size_t)snprintf(text + used, room - used, " %u", feature.index);
    if (feature.child != CLD_NO_INDEX)
        snprintf(text + used, room - used, " of child %u", feature.child);
}

static void write_caption(cli_picture *p) {
    const cld_result *r = p->result;
    size_t room = sizeof p->caption[0];
    snprintf(p->caption[0], room, "A: %s    B: %s", p->label[0], p->label[1]);
    snprintf(p->caption[1], room, "%s, %s %.6g, by %s", cld_outcome_name(r->outcome),
             r->signed_distance < 0 ? "depth" : "distance", fabs(r->signed_distance),
             cld_algorithm_name(r->algorithm));
    describe_feature(p->caption[2], room, "A", r->feature_a);
    describe_feature(p->caption[2], room, ", B", r->feature_b);
    size_t used = strlen(p->caption[2]);
    if (r->contact_count)
        snprintf(p->caption[2] + used, room - used, ", %zu contact%s", r->contact_count,
                 r->contact_count > 1 ? "s" : "");
}

static cld_vec3 at(const cli_picture *p, cld_vec3 world) { return cli_frame_from_world(&p->frame, world); }

/// Where arrows begin: amid the contacts, or between the closest points.
static cld_vec3 find_contact(const cli_picture *p) {
    const cld_result *r = p->result;
    cld_vec3 sum = cld_add(at(p, r->closest_a), at(p, r->closest_b));
    double count = 2;
    for (size_t i = 0; i < r->contact_count; i++) {
        sum = i ? sum : cld_vec3_make(0, 0, 0);
        sum = cld_add(sum, cld_add(at(p, r->contacts[i].world_a), at(p, r->contacts[i].world_b)));
        count = 2 * (double)(i + 1);
    }
    return cld_scale(sum, 1 / count);
}

static void add_contacts(cli_picture *p) {
    const cld_result *r = p->result;
    cli_layer *layer = &p->shapes;
    for (size_t i = 0; i < r->contact_count; i++) {
        cld_vec3 a = at(p, r->contacts[i].world_a), b = at(p, r->contacts[i].world_b);
        char label[64];
        snprintf(label, sizeof label, "contact %zu, depth %.4g", i, r->contacts[i].depth);
        cli_layer_add_line(layer, CLI_LINE_CONTACT, CLI_PAINT_INK, a, b, "");
        cli_layer_add_mark(layer, CLI_MARK_CONTACT, CLI_PAINT_A, a, label);
        cli_layer_add_mark(layer, CLI_MARK_CONTACT, CLI_PAINT_B, b, label);
    }
}

/// Where normal and tangents begin: where the mtv, which is as straight, ends; else behind what it crosses.
static cld_vec3 find_root(const cli_picture *p) {
    const cld_result *r = p->result;
    if (r->contact_count <= 1)
        return at(p, r->outcome == CLD_SEPARATED ? r->closest_b : r->closest_a);
    cld_vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < r->contact_count; i++)
        sum = cld_add_scaled(sum, 1 / (double)r->contact_count, at(p, r->contacts[i].world_a));
    return sum;
}

static void add_answer(cli_picture *p, double size) {
    const cld_result *r = p->result;
    cli_layer *layer = &p->shapes;
    cld_vec3 a = at(p, r->closest_a), b = at(p, r->closest_b), from = find_root(p);
    char label[64];
    add_contacts(p);
    for (int i = 0; i < p->dimension - 1; i++) {
        snprintf(label, sizeof label, p->dimension == 2 ? "t" : "t%d", i + 1);
        cli_layer_add_arrow(layer, CLI_LINE_TANGENT, CLI_PAINT_FAINT, from,
                            cld_add_scaled(from, TANGENT_LENGTH * size, r->tangent[i]), label);
    }
    cli_layer_add_arrow(layer, CLI_LINE_NORMAL, CLI_PAINT_INK, from,
                        cld_add_scaled(from, NORMAL_LENGTH * size, r->normal), "normal");
    snprintf(label, sizeof label, "%s %.4g", r->outcome == CLD_SEPARATED ? "distance" : "mtv",
             fabs(r->signed_distance));
    if (r->outcome == CLD_SEPARATED)
        cli_layer_add_line(layer, CLI_LINE_GAP, CLI_PAINT_MTV, a, b, label);
    if (r->outcome == CLD_PENETRATING) // B's deepest point moves to A's
        cli_layer_add_arrow(layer, CLI_LINE_MTV, CLI_PAINT_MTV, b, a, label);
    cli_layer_add_mark(layer, CLI_MARK_CLOSEST, CLI_PAINT_A, a, "closest on A");
    cli_layer_add_mark(layer, CLI_MARK_CLOSEST, CLI_PAINT_B, b, "closest on B");
}

cld_status cli_picture_make(const cli_question *q, const cli_recording *recording, cli_picture *p,
                            cld_error *err) {
    *p = (cli_picture){.dimension = q->result.dimension, .result = &q->result};
    box b = find_box(q);
    double reach;
    p->frame = make_frame(&b, &reach);
    cld_status status = recording->steps.failed ? cld_fail_memory(err) : CLD_OK;
    for (int side = 0; side < 2 && !status; side++) {
        const char *name = find_name(&q->operand[side]);
        if (!write_label(name, p->label[side], sizeof p->label[side]))
            return cld_fail_memory(err);
        status =
            cli_bodies_add_shape(&p->shapes.bodies, q->shape[side], name, side ? CLI_PAINT_B : CLI_PAINT_A,
                                 &p->frame, cld_vec3_make(0, 0, 0), GROUND * reach, err);
    }
    if (status)
        return status;
    p->contact = find_contact(p);
    add_answer(p, reach);
    write_caption(p);
    p->has_difference = q->options->draw.cso || q->options->trace;
    const cli_body *body_a, *body_b;
    if (p->has_difference) {
        cli_difference_choose(p, &body_a, &body_b);
        status = cli_difference_make(body_a, body_b, p, err);
        if (!status)
            status = cli_steps_make(recording, q->options->trace, reach, p, err);
    }
    return !status && p->shapes.failed ? cld_fail_memory(err) : status;
}

void cli_picture_clear(cli_picture *p) {
    cli_layer_clear(&p->shapes);
    cli_layer_clear(&p->difference);
    for (size_t i = 0; i < p->step_count; i++)
        cli_layer_clear(&p->steps[i].layer);
    free(p->steps);
    *p = (cli_picture){.dimension = 0};
}
