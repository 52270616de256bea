#include "support/body.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec.h"

static double number(int style, random_state *r) {
    static const double grid[] = {0.25, 0.5, 0.5, 1, 1, 2};
    static const double extreme[] = {1e-6, 1e-3, 0.03, 1, 1, 1};
    switch (style) {
    case 0: return random_real(r, 0.1, 1.5);
    case 1: return grid[random_int(r, 0, 5)];
    case 2: return extreme[random_int(r, 0, 5)] * random_real(r, 0.5, 1);
    default: return random_one_in(r, 3) ? 0 : grid[random_int(r, 0, 5)];
    }
}

static double coordinate(int style, random_state *r) {
    double x = number(style, r);
    return style == 0 ? random_real(r, -1, 1) : random_one_in(r, 2) ? -x : x;
}

/// Two ends of an axis: along z for the coarse styles, so that axes of two shapes are often parallel.
static void write_ends(int style, random_state *r, double *p) {
    double half = number(style, r);
    for (int i = 0; i < 6; i++)
        p[i] = style == 0 ? random_real(r, -1, 1) : i % 3 == 2 ? (i < 3 ? -half : half) : 0;
}

body_def body_def_make(cld_kind kind, int style, random_state *r) {
    body_def b = {.def = cld_shape_def_make(kind)};
    size_t count = kind == CLD_HULL       ? (size_t)random_int(r, 4, BODY_MOST_PARTS)
                   : kind == CLD_TRIANGLE ? 3
                   : kind == CLD_POINT    ? 1
                   : kind == CLD_BOX || kind == CLD_SPHERE || kind == CLD_ELLIPSOID ? 0
                                                                                    : 2;
    for (size_t i = 0; i < 3 * count; i++)
        b.points[i] = coordinate(style, r);
    if (kind == CLD_CAPSULE || kind == CLD_CYLINDER || kind == CLD_CONE)
        write_ends(style, r, b.points);
    b.def.point_count = count;
    for (int k = 0; k < 3; k++) {
        b.def.size[k] = 2 * number(style, r);
        b.def.radii[k] = number(style, r);
    }
    b.def.radius = number(style, r);
    b.def.margin = random_one_in(r, 4) ? number(style, r) / 4 : 0;
    return b;
}

cld_vec3 body_direction_make(random_state *r) {
    cld_vec3 d = {random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1)};
    return cld_unit(d);
}

cld_transform body_place(bool quarter_turns, double reach, random_state *r) {
    cld_vec3 axis = {random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1)};
    double degrees = random_real(r, -180, 180);
    cld_vec3 t = {random_real(r, -reach, reach), random_real(r, -reach, reach),
                  random_real(r, -reach, reach)};
    if (quarter_turns) {
        int k = random_int(r, 0, 2);
        axis = cld_vec3_make(k == 0, k == 1, k == 2);
        degrees = 90 * random_int(r, 0, 3);
        t = cld_vec3_make(0.25 * floor(4 * t.x), 0.25 * floor(4 * t.y), 0.25 * floor(4 * t.z));
        if (random_one_in(r, 2))
            t.x = t.y = 0;
    }
    cld_transform turn = cld_transform_make_axis_angle(axis, degrees),
                  shift = cld_transform_make_translation(t);
    return cld_transform_compose(&shift, &turn);
}

cld_shape *body_create(const body_def *def) {
    cld_shape_def d = def->def;
    cld_shape *shape = NULL;
    cld_error err;
    d.points = def->points;
    return cld_shape_create(&d, NULL, NULL, &shape, &err) == CLD_OK ? shape : NULL;
}

static cld_vec3 place(const body_def *def, cld_vec3 p) { return cld_transform_apply(&def->def.transform, p); }

static cld_vec3 place_direction(const body_def *def, cld_vec3 d) {
    cld_transform linear = def->def.transform;
    linear.t = linear.t_low = cld_vec3_make(0, 0, 0);
    return cld_transform_apply(&linear, d);
}

static void add_disc(const body_def *def, cld_vec3 centre, cld_vec3 axis, body *b) {
    body_part *part = &b->part[b->count++];
    double length = cld_length(axis);
    axis = length > 0 ? cld_scale(axis, 1 / length) : cld_vec3_make(0, 0, 1);
    cld_vec3 other = fabs(axis.x) < 0.6 ? cld_vec3_make(1, 0, 0) : cld_vec3_make(0, 1, 0);
    cld_vec3 u = cld_unit(cld_cross(axis, other));
    part->centre = place(def, centre);
    part->axis[0] = place_direction(def, cld_scale(u, def->def.radius));
    part->axis[1] = place_direction(def, cld_scale(cld_cross(axis, u), def->def.radius));
}

static void add_point(const body_def *def, cld_vec3 p, body *b) {
    b->part[b->count++].centre = place(def, p);
}

static cld_vec3 point_at(const body_def *def, size_t i) {
    const double *p = def->points + 3 * i;
    return cld_vec3_make(p[0], p[1], p[2]);
}

body body_make(const body_def *def) {
    const cld_shape_def *d = &def->def;
    body b = {.count = 0};
    cld_vec3 p = point_at(def, 0), q = point_at(def, 1), axis = cld_sub(q, p), zero = {0, 0, 0};
    double factor = cld_length(place_direction(def, cld_vec3_make(1, 0, 0)));
    b.radius = d->margin * factor;
    switch (d->kind) {
    case CLD_CYLINDER: add_disc(def, p, axis, &b), add_disc(def, q, axis, &b); break;
    case CLD_CONE: add_disc(def, p, axis, &b), add_point(def, q, &b); break;
    case CLD_ELLIPSOID:
        add_point(def, zero, &b);
        for (int k = 0; k < 3; k++)
            b.part[0].axis[k] =
                place_direction(def, cld_vec3_make(k == 0 ? d->radii[0] : 0, k == 1 ? d->radii[1] : 0,
                                                   k == 2 ? d->radii[2] : 0));
        break;
    case CLD_BOX:
        for (int i = 0; i < 8; i++)
            add_point(def,
                      cld_vec3_make((i & 1 ? 0.5 : -0.5) * d->size[0], (i & 2 ? 0.5 : -0.5) * d->size[1],
                                    (i & 4 ? 0.5 : -0.5) * d->size[2]),
                      &b);
        break;
    case CLD_SPHERE: add_point(def, zero, &b); break;
    default:
        for (size_t i = 0; i < d->point_count; i++)
            add_point(def, point_at(def, i), &b);
        break;
    }
    if (d->kind == CLD_SPHERE || d->kind == CLD_CAPSULE)
        b.radius += d->radius * factor;
    return b;
}

double body_reach(const body *b, cld_vec3 n) {
    double most = -INFINITY;
    for (int i = 0; i < b->count; i++) {
        const body_part *p = &b->part[i];
        double x = cld_dot(n, p->axis[0]), y = cld_dot(n, p->axis[1]), z = cld_dot(n, p->axis[2]);
        most = fmax(most, cld_dot(n, p->centre) + sqrt(x * x + y * y + z * z));
    }
    return most + b->radius;
}

double body_diagonal(const body *b) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
        cld_vec3 e = {k == 0, k == 1, k == 2};
        double side = body_reach(b, e) + body_reach(b, cld_negate(e));
        square += side * side;
    }
    return sqrt(square);
}

double body_separation(const body *a, const body *b, cld_vec3 n) {
    return -body_reach(b, cld_negate(n)) - body_reach(a, n);
}

/// Direction i of `count`, on a spiral around the sphere.
static cld_vec3 spread(int i, int count) {
    double z = 1 - (2.0 * i + 1) / count, r = sqrt(1 - z * z), turn = 2.399963229728653 * i;
    return cld_vec3_make(r * cos(turn), r * sin(turn), z);
}

/// Tries steps in a ring of directions around the best so far, shorter where none is better.
static double climb(const body *a, const body *b, cld_vec3 *n, double step) {
    enum { RING = 8, MOST_MOVES = 120 };
    double best = body_separation(a, b, *n);
    for (int moves = 0; step > 1e-11 && moves < MOST_MOVES; moves++) {
        cld_vec3 t =
            cld_unit(cld_cross(*n, fabs(n->x) < 0.6 ? cld_vec3_make(1, 0, 0) : cld_vec3_make(0, 1, 0)));
        cld_vec3 s = cld_cross(*n, t), found = *n;
        for (int i = 0; i < RING; i++) {
            double c = cos(2 * 3.141592653589793 * i / RING), d = sin(2 * 3.141592653589793 * i / RING);
            cld_vec3 m = cld_unit(cld_add_scaled(cld_add_scaled(*n, step * c, t), step * d, s));
            double x = body_separation(a, b, m);
            if (x > best)
                best = x, found = m;
        }
        if (found.x == n->x && found.y == n->y && found.z == n->z)
            step *= 0.4;
        *n = found;
    }
    return best;
}

typedef struct trial {
    double separation;
    cld_vec3 n;
} trial;

static int compare_trials(const void *p, const void *q) {
    double x = ((const trial *)p)->separation, y = ((const trial *)q)->separation;
    return (x < y) - (x > y);
}

double body_search(const body *a, const body *b, int count, cld_vec3 *n) {
    enum { CLIMBS = 4 };
    trial *t = malloc((size_t)count * sizeof *t);
    double best = -INFINITY;
    if (!t)
        abort();
    for (int i = 0; i < count; i++) {
        t[i].n = spread(i, count);
        t[i].separation = body_separation(a, b, t[i].n);
    }
    qsort(t, (size_t)count, sizeof *t, compare_trials);
    for (int i = 0; i < CLIMBS; i++) {
        double x = climb(a, b, &t[i].n, 3 / sqrt(count));
        if (x > best)
            best = x, *n = t[i].n;
    }
    free(t);
    return best;
}

double body_excess(const body *b, cld_vec3 p, int count) {
    double most = -INFINITY;
    for (int i = 0; i < count; i++) {
        cld_vec3 n = spread(i, count);
        most = fmax(most, cld_dot(n, p) - body_reach(b, n));
    }
    return most;
}
