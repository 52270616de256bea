/// Directions across the axes of what is thin.
///
/// The support function of a needle has a crease across its length, that of a plate nearly a kink across its
/// sides, and a shape that is round about such an axis is equally deep along all of those but for what the
/// place and width of what is thin change. Newton's method, which goes by second derivatives, does not settle
/// there. But along the circle across an axis the separation is a smooth function of one angle, of which
/// golden sections find each peak (golden.h).

#include <math.h>

#include "math/tangent.h"
#include "narrow/curved.h"
#include "narrow/golden.h"

/// How much longer than thin what is tried is, at least. What is thicker, Newton's method finds. No
/// derivation: of 1,495 overlaps of ellipsoids, 1e-12 to 1 as wide as long, with what is round about nearly
/// the same axis, no depth was off by 1e-9 D with any limit from 1 to 1e7; with 1e8 it was one, without
/// needles 20, by up to 3e-7 D. Of 6,000 with plates, none is off by as much; without plates 174 were.
#define THIN 0x1p8

/// Turns are counted in quarters of a circle. No derivation of how many samples find the highest peak: on the
/// same overlaps 2 to 16 left 7e-11 D, 32 to 128 1e-12 D. Golden sections of two samples' distance come down
/// to 2^-36, which changes the separation by the square of that.
enum { SAMPLES = 32, SECTIONS = 48 };

/// The circle of directions across an axis.
typedef struct circle {
    const cld_cso *cso;
    cld_vec3 e[2];
} circle;

static cld_vec3 find_direction(const circle *c, double turn) {
    double whole = floor(turn), part = turn - whole;
    int quarter = (int)whole & 3;
    cld_vec3 from = c->e[quarter & 1], to = c->e[1 - (quarter & 1)];
    from = quarter >= 2 ? cld_negate(from) : from;
    to = quarter == 1 || quarter == 2 ? cld_negate(to) : to;
    return cld_unit(cld_add_scaled(cld_scale(from, 1 - part), part, to));
}

static double find_separation(const void *context, double turn) {
    const circle *c = context;
    return cld_cso_find_separation(c->cso, find_direction(c, turn));
}

/// The peak between two turns.
static cld_peak narrow_down(const circle *c, double from, double to) {
    cld_peak peak = {.count = 0};
    double turn = cld_find_highest(find_separation, c, from, to, SECTIONS, INFINITY, &peak.separation);
    peak.normal = find_direction(c, turn);
    return peak;
}

/// Takes the peaks of a circle, and those that Newton's method finds from there, which may be a little off
/// it.
static void try_circle(const circle *c, cld_peak *peak) {
    const double all = 1, step = 4.0 / (double)SAMPLES;
    double separation[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        separation[i] = find_separation(c, i * step);
    for (int i = 0; i < SAMPLES; i++) {
        double before = separation[(i + SAMPLES - 1) % SAMPLES], after = separation[(i + 1) % SAMPLES];
        if (separation[i] < before || separation[i] < after)
            continue;
        cld_peak best = narrow_down(c, (i - 1) * step, (i + 1) * step), polished;
        cld_peak_take_better(peak, &best);
        cld_cso_vertex w = cld_cso_support(c->cso, best.normal);
        if (cld_polish(c->cso, best.normal, &w, &all, 1, &polished))
            cld_peak_take_better(peak, &polished);
    }
}

static void try_across(const cld_cso *cso, cld_vec3 axis, cld_peak *peak) {
    if (!(cld_length(axis) > 0))
        return;
    circle c = {.cso = cso};
    cld_find_tangents_catto(cld_unit(axis), &c.e[0], &c.e[1]);
    try_circle(&c, peak);
}

/// Whether a curve is one oval, and that is a needle or a plate.
static bool is_thin(const cld_curve *curve) {
    double least = INFINITY, most = 0;
    if (!curve || curve->count != 1)
        return false;
    for (int i = 0; i < 3; i++) {
        double length = cld_length(curve->part[0].axis[i]);
        least = cld_min(least, length), most = cld_max(most, length);
    }
    return most > THIN * least;
}

void cld_peak_try_waists(const cld_cso *cso, cld_peak *peak) {
    const cld_curve *curves[2] = {cso->a.curve, cso->b.curve};
    if (!is_thin(curves[0]) && !is_thin(curves[1]))
        return;
    for (int side = 0; side < 2; side++) {
        const cld_curve *curve = curves[side];
        uint32_t count = curve ? curve->count : 0;
        if (count == 2) // from end to end
            try_across(cso, cld_sub(curve->part[1].centre, curve->part[0].centre), peak);
        for (int i = 0; i < 3 && count == 1; i++)
            try_across(cso, curve->part[0].axis[i], peak);
    }
}
