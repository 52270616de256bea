#include "scene/message.h"

#include <math.h>

#include "base/number.h"
#include "scene/unpacked.h"
#include "shape/shape.h"

/// What people are told of a number; no number has more digits than the most.
enum { DIGITS = 6, MOST_DIGITS = 17 };

void cld_write_length(cld_text *text, double value) {
    cld_text_add_number(text, cld_number_round(value, DIGITS));
}

static void add_name(cld_text *text, const char *name) {
    cld_text_add(text, "\"", 1);
    cld_text_add_string(text, name);
    cld_text_add(text, "\"", 1);
}

/// Far from the origin the digits before those that tell one part of the pair from another come on top.
static int find_place_digits(const cld_result *result, double coordinate) {
    double size = result->tolerance / CLD_DEFAULT_TOLERANCE;
    int before, own;
    frexp(coordinate, &before);
    frexp(size, &own);
    int digits =
        DIGITS + (before > own ? (before - own + 2) / 3 : 0); // one for three powers of two, rounded up
    return digits < MOST_DIGITS ? digits : MOST_DIGITS;
}

static void add_place(cld_text *text, const cld_result *result) {
    double at[] = {result->closest_a.x, result->closest_a.y, result->closest_a.z};
    // what is so near to 0 beside the shapes is what rounding has left of it
    double nothing = result->tolerance / CLD_DEFAULT_TOLERANCE * 0x1p-40;
    cld_text_add_string(text, ", at [");
    for (int k = 0; k < 3 && k < result->dimension; k++) {
        cld_text_add_string(text, k ? ", " : "");
        double x = fabs(at[k]) > nothing ? at[k] : 0;
        cld_text_add_number(text, cld_number_round(x, find_place_digits(result, x)));
    }
    cld_text_add_string(text, "]");
}

/// One sentence, with its parts from a finding.
typedef struct sentence {
    cld_text *text;
    const char *a, *b; ///< names; b is NULL if there is none
    double distance, limit;
    bool touches; ///< the distance is no more than the tolerance, either way
    bool b_is_compound;
} sentence;

static void add_names(const sentence *s, const char *between, const char *after) {
    add_name(s->text, s->a);
    cld_text_add_string(s->text, between);
    add_name(s->text, s->b);
    cld_text_add_string(s->text, after);
}

/// As many digits as show that a length is not the limit.
static int find_digits(const sentence *s, double length) {
    int digits = DIGITS;
    while (digits < MOST_DIGITS && cld_number_round(length, digits) == cld_number_round(s->limit, digits))
        digits++;
    return digits;
}

/// A length that is more than the limit, and the limit, if there is one.
static void add_excess(const sentence *s, double length, const char *noun, const char *comparison) {
    int digits = s->limit > 0 ? find_digits(s, length) : DIGITS;
    cld_text_add_number(s->text, cld_number_round(length, digits));
    cld_text_add_string(s->text, noun);
    if (!(s->limit > 0))
        return;
    cld_text_add_string(s->text, comparison);
    cld_text_add_number(s->text, cld_number_round(s->limit, digits));
}

static void say_overlap(const sentence *s) {
    add_names(s, " and ", " overlap by ");
    add_excess(s, -s->distance, "", ", more than ");
}

static void add_depth(const sentence *s) {
    cld_write_length(s->text, fmax(-s->distance, 0)); // not -0
    cld_text_add_string(s->text, " deep");
}

static void say_enclosed(const sentence *s) {
    add_names(s, " lies wholly inside ", ", ");
    add_depth(s);
}

static void say_duplicate(const sentence *s) {
    add_names(s, " and ", " are the same shape in the same place, ");
    add_depth(s);
}

static void say_clearance(const sentence *s) {
    bool is_apart = s->distance > 0 && !s->touches;
    int digits = find_digits(s, s->distance);
    add_names(s, " and ", s->touches ? " touch" : is_apart ? " are " : " overlap by ");
    if (!s->touches)
        cld_text_add_number(s->text, cld_number_round(fabs(s->distance), digits));
    cld_text_add_string(s->text, is_apart ? " apart, nearer than " : ", though they should be ");
    cld_text_add_number(s->text, cld_number_round(s->limit, digits));
    cld_text_add_string(s->text, is_apart ? "" : " apart");
}

static void say_floating(const sentence *s) {
    add_name(s->text, s->a);
    cld_text_add_string(s->text, " floats: ");
    if (!s->b) {
        cld_text_add_string(s->text, "there is nothing that may support it");
        return;
    }
    cld_text_add_string(s->text, "the nearest support, ");
    add_name(s->text, s->b);
    cld_text_add_string(s->text, ", is ");
    add_excess(s, s->distance, " away", ", farther than ");
}

static void say_outside(const sentence *s) {
    if (s->touches) {
        add_names(s, " sticks out of ", ", which it only touches");
    } else if (s->distance > 0) {
        add_names(s, " is outside of ", ", ");
        cld_write_length(s->text, s->distance);
        cld_text_add_string(s->text, " away");
    } else {
        // Several parts together may hold it all the same.
        add_names(s, s->b_is_compound ? " sticks out of every part of " : " sticks out of ",
                  ", in which it is ");
        add_depth(s);
    }
}

void cld_write_message(cld_text *text, const cld_scene *scene, const cld_finding *finding,
                       const cld_detail *detail) {
    static void (*const say[])(const sentence *) = {
        [CLD_FINDING_OVERLAP] = say_overlap,     [CLD_FINDING_ENCLOSED] = say_enclosed,
        [CLD_FINDING_DUPLICATE] = say_duplicate, [CLD_FINDING_CLEARANCE] = say_clearance,
        [CLD_FINDING_FLOATING] = say_floating,   [CLD_FINDING_OUTSIDE] = say_outside,
    };
    const cld_rule *rule = &scene->rules[finding->rule];
    bool has_pair = finding->b != CLD_NO_INDEX;
    sentence s = {.text = text,
                  .a = scene->objects[finding->a].name,
                  .b = has_pair ? scene->objects[finding->b].name : NULL,
                  .distance = finding->signed_distance,
                  .limit = rule->limit,
                  .touches = has_pair && detail->result.outcome == CLD_TOUCHING,
                  .b_is_compound = has_pair && cld_object_kind(&scene->objects[finding->b]) == CLD_COMPOUND};
    if (detail->kind == CLD_FINDING_ENCLOSED && detail->result.containment == CLD_B_IN_A) {
        s.a = s.b;
        s.b = scene->objects[finding->a].name;
    }
    if (rule->message) {
        cld_text_add_string(text, rule->message);
        cld_text_add_string(text, ": ");
    }
    say[detail->kind](&s);
    if (has_pair)
        add_place(text, &detail->result);
}
