#include "view.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec.h"

#define DEGREE (M_PI / 180)

/// The view from a direction of any length but 0, with z up as far as may be (y where the eye is above or
/// below).
static cli_view view_from(cld_vec3 eye) {
    int exponent;
    cli_view view = {.eye = cld_unit(cld_bring_to_one(eye, &exponent))};
    cld_vec3 z = cld_vec3_make(0, 0, 1), y = cld_vec3_make(0, 1, 0);
    bool is_steep = fabs(view.eye.z) > 1 - 1e-9;
    view.right = cld_unit(cld_cross(is_steep ? y : z, view.eye));
    view.up = cld_cross(view.eye, view.right);
    return view;
}

/// A body, and a ball around it.
typedef struct covered {
    const cli_body *body;
    cld_vec3 middle;
    double radius;
} covered;

/// All bodies of a picture.
typedef struct crowd {
    const cli_bodies *bodies;
    covered *at; ///< without memory NULL: then each is looked at anew, which takes longer
} crowd;

static covered look_at(const cli_body *b) {
    covered one = {b, cli_body_find_middle(b), 0};
    for (uint32_t v = 0; v < b->vertex_count; v++)
        one.radius = fmax(one.radius, cld_distance(b->vertex[v], one.middle));
    return one;
}

static covered find_covered(const crowd *c, size_t i) {
    return c->at ? c->at[i] : look_at(&c->bodies->at[i]);
}

static crowd make_crowd(const cli_bodies *bodies) {
    crowd c = {bodies, malloc((bodies->count + 1) * sizeof *c.at)};
    for (size_t i = 0; i < bodies->count && c.at; i++)
        c.at[i] = look_at(&bodies->at[i]);
    return c;
}

/// How much of the ray from p towards the eye lies in the body.
static double find_cover(const covered *c, cld_vec3 p, cld_vec3 eye) {
    const cli_body *b = c->body;
    double from = 0, to = INFINITY;
    if (cld_length(cld_cross(eye, cld_sub(c->middle, p))) > 1.001 * c->radius)
        return 0;
    for (uint32_t f = 0; f < b->face_count; f++) {
        cld_vec3 n = b->face_normal[f];
        double height = cld_dot(n, cld_sub(p, b->vertex[b->face_vertex[b->face_start[f]]])),
               rise = cld_dot(n, eye);
        if (rise > 0)
            to = fmin(to, -height / rise);
        else if (rise < 0)
            from = fmax(from, -height / rise);
        else if (height > 0)
            return 0;
    }
    return b->face_count && to > from ? to - from : 0;
}

/// `but` is the body that does not count; their number if all do.
static double find_cover_of_all(const crowd *c, size_t but, cld_vec3 p, cld_vec3 eye) {
    double cover = 0;
    for (size_t i = 0; i < c->bodies->count; i++) {
        covered one = find_covered(c, i);
        cover += i == but ? 0 : find_cover(&one, p, eye);
    }
    return cover;
}

/// The part of a body's faces that is seen as little more than a line.
static double find_edge_on(const cli_body *b, cld_vec3 eye) {
    double edge_on = 0;
    for (uint32_t f = 0; f < b->face_count; f++)
        edge_on += fabs(cld_dot(b->face_normal[f], eye)) < 0.35;
    return b->face_count && !b->is_curved ? edge_on / b->face_count : 0;
}

/// How well a direction shows the contact; the terms are weighed against each other as looked good.
static double rate(const cli_picture *p, const crowd *c, cld_vec3 eye, double elevation) {
    // of thousands some tell enough, spread over all
    enum { MOST_ASKED = 64 };
    size_t count = c->bodies->count, step = count / MOST_ASKED + 1, asked = (count + step - 1) / step;
    double along = cld_dot(p->result->normal, eye), score = 1 - along * along;
    score -= 1.2 * fmin(1, find_cover_of_all(c, count, p->contact, eye));
    score -= 0.15 * fabs(elevation - 25) / 30;
    for (size_t i = 0; i < count; i += step) {
        const covered b = find_covered(c, i);
        double share = 1.0 / (double)asked;
        score -= 0.5 * share * fmin(1, find_cover_of_all(c, i, b.middle, eye));
        score -= 0.6 * share * find_edge_on(b.body, eye);
    }
    return score;
}

cli_view cli_view_choose(const cli_picture *p) {
    static const double elevations[] = {25, 15, 35, 45, 60, -20};
    enum { ELEVATIONS = sizeof elevations / sizeof *elevations, AZIMUTHS = 36 };
    cld_vec3 best = {0, 0, 1};
    double most = -INFINITY;
    crowd c = make_crowd(&p->shapes.bodies);
    for (int i = 0; i < ELEVATIONS; i++)
        for (int k = 0; k < AZIMUTHS; k++) {
            double up = elevations[i] * DEGREE, round = (k * 360.0 / (double)AZIMUTHS - 60) * DEGREE;
            cld_vec3 eye = {cos(up) * cos(round), cos(up) * sin(round), sin(up)};
            double score = rate(p, &c, eye, elevations[i]);
            if (score > most + 1e-9) { // the first of those that are as good, however they were rounded
                most = score;
                best = eye;
            }
        }
    free(c.at);
    return view_from(best);
}

cli_view cli_view_make(const cli_options *options, const cli_picture *picture) {
    if (picture->dimension == 2)
        return (cli_view){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double *d = options->draw.view;
    return options->draw.has_view ? view_from(cld_vec3_make(d[0], d[1], d[2])) : cli_view_choose(picture);
}
