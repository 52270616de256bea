#include "proof/cap.h"

#include <math.h>

#include "math/tangent.h"

/// The half-width of an oval is smooth where it is more than this part of the greatest across, so that forms
/// below are off by 2^-29 of the size at most: 16 u, divided by this; where it is less than the second, all
/// of the oval counts as being as far. In between nothing is found: no axis that is tried by name is off by
/// as much, and no direction that Newton's method finds is as near.
#define LEAST_LENGTH 0x1p-20
#define FLAT_LENGTH 0x1p-48

/// How much more than needed a form must be, relative to the size: half of it is what is left after rounding.
#define MARGIN 0x1p-26

/// Off are a part's point by 8 u of the size and its height by 3 u, y's length by 2 u, of which L n is aside
/// by 6 u, which counts twice, weights by 2 u and n's length by 2 u.
#define ROUNDING (32 * CLD_ROUNDOFF)

/// What the mean is aside of n may be off by half of it.
#define TILT_ROUNDING (32 * CLD_ROUNDOFF)

/// Slopes are tried from 32 downwards, each half as wide, and weights moved wholly, by half, a fourth, ...
enum { SLOPES = 16, MOVES = 6 };
#define WIDEST 32.0

/// A quadratic form over two tangents.
typedef struct form {
    double xx, xy, yy;
} form;

/// How an oval's half-width grows: by across(t) / (|s| + y . s) with y . s <= length + |t| along.
typedef struct bend {
    form across;   ///< |L t across y|^2
    double length; ///< |L n|
    double along;  ///< |y . L t| of a unit t is at most as much
    double width;  ///< and |L t across y|
} bend;

/// A part of A - B: its point, less what curves are inset by.
typedef struct part {
    double height, x, y; ///< along n, and along the tangents
    double lost;         ///< of the half-width, by not being flat to the last bit
    bend bend[2];
    int bend_count;
} part;

/// Where n is, and what is there.
typedef struct spot {
    cld_vec3 n, t[2];
    cld_vec3 between_a, between_b; ///< of two points that stand for the one between them; else 0
    double product;                ///< of their weights
    part part[3];
    double weight[3];
    int count;
} spot;

static void add_square(form *f, double factor, double x, double y) {
    f->xx += factor * x * x, f->xy += factor * x * y, f->yy += factor * y * y;
}

static void add_form(form *f, double factor, const form *g) {
    f->xx += factor * g->xx, f->xy += factor * g->xy, f->yy += factor * g->yy;
}

static bool is_more(const form *f, double least) {
    double x = f->xx - least, y = f->yy - least;
    return x > 0 && y > 0 && x * y > f->xy * f->xy;
}

static double find_greatest(const form *f) {
    double half = 0.5 * (f->xx - f->yy);
    return 0.5 * (f->xx + f->yy) + sqrt(half * half + f->xy * f->xy);
}

/// Where all of an oval is as far along n: y is a mean of two of at most unit length, so that |y|^2 is at
/// most 1 - product |L^-1 between|^2. The bend is then that of (1 - |y|) |L t|.
static void add_flat(const spot *s, cld_vec3 between, double widest, bend *b, part *p) {
    double apart = cld_dot(between, between) / (widest * widest),
           inner = 1 - sqrt(cld_max(0, 1 - s->product * apart));
    p->lost += 2 * b->length;
    b->length = 0, b->width = widest / inner;
    if (inner > 0)
        p->bend[p->bend_count++] = *b;
}

/// Adds what one oval does for a part; `at` is the point that the part has of it, and remains so where all of
/// the oval is as far. False where it is neither smooth nor flat.
static bool add_oval(const spot *s, const cld_oval *oval, cld_vec3 n, cld_vec3 between, cld_vec3 *at,
                     part *p) {
    cld_vec3 outward;
    bend b = {.length = cld_oval_find_outward(oval, n, &outward)};
    for (int i = 0; i < 3; i++)
        add_square(&b.across, 1, cld_dot(oval->axis[i], s->t[0]), cld_dot(oval->axis[i], s->t[1]));
    double widest = sqrt(find_greatest(&b.across));
    if (b.length <= FLAT_LENGTH * widest) {
        add_flat(s, between, widest, &b, p);
        return true;
    }
    *at = cld_add(oval->centre, outward);
    double x = cld_dot(outward, s->t[0]), y = cld_dot(outward, s->t[1]);
    add_square(&b.across, -1, x, y);
    b.along = sqrt(x * x + y * y);
    b.width = sqrt(cld_max(find_greatest(&b.across), 0));
    p->bend[p->bend_count++] = b;
    return b.length > LEAST_LENGTH * widest;
}

/// What across is at least divided by, for all |t| <= slope, relative to what the sphere's is: (|s| + y . s)
/// / (1 + |n + t|). Of |s| + y . s, 2 |t| along is one part, which in proportion to 1 + |n + t| only grows.
/// The other, length + sqrt(length^2 + |t|^2 width^2), does so or only shrinks, as width is more than length
/// or less: with A = sqrt(1 + (width |t| / length)^2) and B = |n + t| its logarithm's derivative by |t|^2 is
/// (1 / B - 1 / A) / (2 |t|^2). So the worst is at one of the ends.
static double find_divisor(const bend *b, double slope) {
    double across = slope * b->width, sphere = 1 + sqrt(1 + slope * slope),
           far = (b->length + sqrt(b->length * b->length + across * across)) / sphere;
    return cld_max(b->length, far) + 2 * slope * b->along / sphere;
}

static bool find_part(const cld_cso *cso, const spot *s, const cld_cso_vertex *v, part *p) {
    cld_vec3 a = v->a, b = v->b;
    p->bend_count = 0, p->lost = 0;
    if ((cso->a.curve && !add_oval(s, &cso->a.curve->part[v->ia], s->n, s->between_a, &a, p)) ||
        (cso->b.curve && !add_oval(s, &cso->b.curve->part[v->ib], cld_negate(s->n), s->between_b, &b, p)))
        return false;
    cld_vec3 w = cld_sub(cld_sub(a, b), cso->offset);
    p->height = cld_dot(w, s->n), p->x = cld_dot(w, s->t[0]), p->y = cld_dot(w, s->t[1]);
    return true;
}

/// Finds the parts. Two points of one oval, which is flat along n then, stand for the one between them.
static bool find_spot(const cld_cso *cso, cld_vec3 n, const cld_cso_vertex *vertex, const double *weight,
                      int count, spot *s) {
    cld_cso_vertex first = vertex[0];
    bool is_pair = count == 2 && first.ia == vertex[1].ia && first.ib == vertex[1].ib;
    s->n = n, s->count = is_pair ? 1 : count;
    s->between_a = s->between_b = cld_vec3_make(0, 0, 0), s->product = 0;
    cld_find_tangents_catto(n, &s->t[0], &s->t[1]);
    if (is_pair) {
        s->between_a = cld_sub(vertex[1].a, first.a), s->between_b = cld_sub(vertex[1].b, first.b);
        s->product = weight[0] * weight[1];
        first.a = cld_add_scaled(cld_scale(first.a, weight[0]), weight[1], vertex[1].a);
        first.b = cld_add_scaled(cld_scale(first.b, weight[0]), weight[1], vertex[1].b);
    }
    for (int i = 0; i < s->count; i++) {
        s->weight[i] = is_pair ? 1 : weight[i];
        if (!find_part(cso, s, i ? &vertex[i] : &first, &s->part[i]))
            return false;
    }
    return s->count > 0;
}

/// Adds a share of what weights gain that are moved from one part to another, or back.
static void add_pair(const spot *s, int i, int k, double share, form *gain) {
    double x = s->part[k].x - s->part[i].x, y = s->part[k].y - s->part[i].y, length = sqrt(x * x + y * y);
    if (length > 0)
        add_square(gain, 2 * share * cld_min(s->weight[i], s->weight[k]) / length, x, y);
}

/// How far from n the sides are of the triangle of three points that it is within; 0 if it is not.
static double find_inside(const part *p) {
    double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x),
           least = INFINITY;
    for (int i = 0; i < 3; i++) {
        const part *q = &p[i], *r = &p[(i + 1) % 3];
        double x = r->x - q->x, y = r->y - q->y, height = y * q->x - x * q->y,
               inside = (area > 0 ? height : -height) / sqrt(x * x + y * y);
        if (!(inside > 0))
            return 0;
        least = cld_min(least, inside);
    }
    return least;
}

/// Twice what the mean gains at least where weights are moved as far as they may be: of two parts from one to
/// the other, of three by a third each between two, or where that is less all around, all to the one that
/// rises most.
static form find_gain(const spot *s) {
    form gain = {0, 0, 0}, round = {0, 0, 0};
    if (s->count == 2)
        add_pair(s, 0, 1, 1, &gain);
    if (s->count < 3)
        return gain;
    for (int i = 0; i < 3; i++)
        add_pair(s, i, (i + 1) % 3, 1.0 / 3, &gain);
    round.xx = round.yy = 2 * find_inside(s->part);
    return 8 * round.xx > find_greatest(&gain) ? round : gain;
}

/// Whether the mean bends by more than `need` all around, whichever part rises most, with some weights.
static bool bends(const spot *s, const form *gain, double slope, double need) {
    form own[3] = {{0}}, mean = {0};
    double rise = 0.5 * (1 + sqrt(1 + slope * slope)) / slope; // |t| is at least this times the sphere's part
    for (int i = 0; i < s->count; i++) {
        const part *p = &s->part[i];
        for (int k = 0; k < p->bend_count; k++)
            add_form(&own[i], 1 / find_divisor(&p->bend[k], slope), &p->bend[k].across);
        add_form(&mean, s->weight[i], &own[i]);
    }
    double moved = 1;
    for (int move = 0; move < (s->count > 1 ? MOVES : 1); move++, moved /= 2) {
        int good = 0;
        for (int i = 0; i < s->count; i++) {
            form f = {0, 0, 0};
            add_form(&f, 1 - moved, &mean);
            add_form(&f, moved, &own[i]);
            add_form(&f, moved * rise, gain);
            good += is_more(&f, need);
        }
        if (good == s->count)
            return true;
    }
    return false;
}

cld_cap cld_cap_find(const cld_cso *cso, cld_vec3 n, const cld_cso_vertex *vertex, const double *weight,
                     int count, double target) {
    cld_cap cap = {.normal = n, .slope = 0};
    spot s;
    if (!find_spot(cso, n, vertex, weight, count, &s))
        return cap;
    double lowest = INFINITY, highest = -INFINITY, x = 0, y = 0, lost = ROUNDING * cso->size;
    for (int i = 0; i < s.count; i++) {
        lowest = cld_min(lowest, s.part[i].height), highest = cld_max(highest, s.part[i].height);
        x += s.weight[i] * s.part[i].x, y += s.weight[i] * s.part[i].y;
        lost += s.part[i].lost;
    }
    form gain = find_gain(&s);
    double inset = (cso->a.curve ? cso->a.curve->inset : 0) + (cso->b.curve ? cso->b.curve->inset : 0);
    target = cld_min(target, highest - inset);
    double need = target + inset + MARGIN * (fabs(highest) + cso->size);
    int none = SLOPES, most = -1; // of 0 to SLOPES - 1 halvings, how many are too few, and enough
    while (none - most > 1) {
        int halvings = (none + most) / 2;
        bends(&s, &gain, ldexp(WIDEST, -halvings), need) ? (none = halvings) : (most = halvings);
    }
    if (none == SLOPES)
        return cap;
    cap.slope = ldexp(WIDEST, -none);
    // What the mean is aside is lost |t| times, but what is left of the margin gains t . t / (1 + |n + t|)
    // times that: the most that is lost in all is the square of the one by four times the other, which is
    // half.
    double aside = sqrt(x * x + y * y) + TILT_ROUNDING * cso->size,
           sphere = 1 + sqrt(1 + cap.slope * cap.slope);
    lost += aside * cld_min(cap.slope, 0.5 * sphere * aside / (MARGIN * cso->size));
    cap.least = cld_min(target, lowest - inset - lost);
    return cap;
}

static bool covers(const cld_cap *cap, cld_vec3 normal, double offset, double error) {
    // Points of the plane nearer than `least` are within acos(offset / least) of its normal.
    double ratio = cld_min(1, offset / cap->least), cosine = 1 / sqrt(1 + cap->slope * cap->slope),
           sine = cap->slope * cosine;
    return ratio > cosine && cld_dot(normal, cap->normal) - error - 16 * CLD_ROUNDOFF >
                                 cosine * ratio + sine * sqrt(1 - ratio * ratio);
}

bool cld_caps_cover(const cld_caps *caps, cld_vec3 normal, double offset, double error) {
    for (int i = 0; i < caps->count; i++)
        if (offset > 0 && covers(&caps->cap[i], normal, offset, error))
            return true;
    return false;
}

double cld_caps_find_least(const cld_caps *caps) {
    double least = INFINITY;
    for (int i = 0; i < caps->count; i++)
        least = cld_min(least, caps->cap[i].least);
    return least;
}
