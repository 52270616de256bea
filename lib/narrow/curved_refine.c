/// Newton's method on the supporting planes of A - B (narrow/curved_polish.h), in double-double.
///
/// A point of a disc seen almost along its axis, or of an ellipsoid that is nearly flat, turns with the
/// direction about the axis: where the two are 2^-k apart, the last bit of a direction moves the point by
/// 2^(k - 53) of the disc's size. Directions of about 106 bits find it all the same. What is found shows
/// itself to be right: its points are in the shapes, as convex combinations of points that are, and lie along
/// the normal to rounding, which only the nearest ones do, or those of a stationary depth. It ends after a
/// fixed number of steps for each part that is dropped.

#include "narrow/curved_refine.h"

#include <math.h>

#include "math/tangent.h"
#include "narrow/curved_solve.h"

enum { MOST_STEPS = 100, MOST_PARTS = 3 };

/// Weights are doubles, so that a combination of points is off by some u of the pair's size.
#define ROUNDING 0x1p-46

/// A part whose weight is less than this below 0 is there by rounding.
#define LEAST_WEIGHT 0x1p-40

/// The farthest point of a part, with what its second derivative takes.
typedef struct extreme {
    cld_dd3 at;
    cld_vec3 share;   ///< of each axis, as a unit vector
    cld_vec3 outward; ///< how `length` grows with the normal
    double length;    ///< how much higher than its centre the part reaches
} extreme;

typedef struct part {
    uint32_t ia, ib;
    double weight;
    extreme a, b;
    cld_dd3 w;
} part;

typedef struct plane {
    cld_dd3 n;
    part parts[MOST_PARTS];
    int count;
} plane;

/// False on the axis of a disc.
static bool find_extreme(const cld_cso_side *side, uint32_t i, cld_dd3 n, extreme *e) {
    const cld_curve *curve = side->curve;
    if (!curve) {
        *e = (extreme){.at = cld_dd3_make(cld_cloud_at(&side->cloud, i))};
        return true;
    }
    const cld_oval *oval = &curve->part[i];
    cld_dd3 axis[3], share;
    for (int k = 0; k < 3; k++)
        axis[k] = cld_dd3_make(oval->axis[k]);
    share = (cld_dd3){cld_dd3_dot(axis[0], n), cld_dd3_dot(axis[1], n), cld_dd3_dot(axis[2], n)};
    *e = (extreme){.at = cld_dd3_make(oval->centre)};
    cld_dd length = cld_dd_sqrt(cld_dd3_dot(share, share));
    e->length = cld_dd_value(length);
    bool is_point = cld_max_abs(oval->axis[0]) == 0;
    if (!is_point && !(e->length > 0))
        return false;
    if (!is_point) {
        cld_dd3 outward = cld_dd3_make(cld_vec3_make(0, 0, 0));
        share = cld_dd3_unit(share);
        e->share = cld_dd3_value(share);
        const cld_dd shares[3] = {share.x, share.y, share.z};
        for (int k = 0; k < 3; k++)
            outward = cld_dd3_add(outward, cld_dd3_scale(axis[k], shares[k]));
        e->at = cld_dd3_add(e->at, outward);
        e->outward = cld_dd3_value(outward);
    }
    if (curve->inset > 0)
        e->at = cld_dd3_sub(e->at, cld_dd3_scale(n, cld_dd_make(curve->inset)));
    return true;
}

/// Finds the points of all parts along the plane's normal; false on the axis of a disc.
static bool place_parts(const cld_cso *cso, plane *p) {
    cld_dd3 back = {cld_dd_negate(p->n.x), cld_dd_negate(p->n.y), cld_dd_negate(p->n.z)};
    for (int i = 0; i < p->count; i++) {
        part *q = &p->parts[i];
        if (!find_extreme(&cso->a, q->ia, p->n, &q->a) || !find_extreme(&cso->b, q->ib, back, &q->b))
            return false;
        q->b.outward = cld_negate(q->b.outward);
        q->w = cld_dd3_sub(cld_dd3_sub(q->a.at, q->b.at), cld_dd3_make(cso->offset));
    }
    return true;
}

/// Adds `weight` times the second derivative of an oval's support function over the tangents t. By Lagrange's
/// identity nothing cancels.
static void add_bend(const cld_curve *curve, uint32_t i, const extreme *e, const cld_vec3 t[2], double weight,
                     double bend[2][2]) {
    if (!curve || !(e->length > 0))
        return;
    const cld_oval *oval = &curve->part[i];
    const double share[3] = {e->share.x, e->share.y, e->share.z};
    for (int first = 0; first < 3; first++) {
        int second = (first + 1) % 3;
        cld_vec3 turned =
            cld_add_scaled(cld_scale(oval->axis[first], share[second]), -share[first], oval->axis[second]);
        for (int k = 0; k < 2; k++)
            for (int l = 0; l < 2; l++)
                bend[k][l] += weight / e->length * cld_dot(turned, t[k]) * cld_dot(turned, t[l]);
    }
    for (int k = 0; k < 2; k++)
        bend[k][k] -= weight * curve->inset;
}

static double dot(cld_dd3 w, cld_vec3 t) { return cld_dd_value(cld_dd3_dot(w, cld_dd3_make(t))); }

/// What a step of Newton's method changes.
typedef struct change {
    cld_vec3 tilt;
    double weight[MOST_PARTS];
} change;

/// The step from where the parts have been placed, as in curved_polish.c, but that heights are relative to
/// the first part's.
static change find_step(const cld_cso *cso, const plane *p) {
    cld_vec3 t[2];
    cld_find_tangents_catto(cld_dd3_value(p->n), &t[0], &t[1]);
    int unknowns = 3 + p->count;
    double m[CLD_MOST_UNKNOWNS][CLD_MOST_UNKNOWNS + 1] = {{0}}, x[CLD_MOST_UNKNOWNS], bend[2][2] = {{0}},
                                                    unit = 1 / cso->size;
    cld_dd first = cld_dd3_dot(p->n, p->parts[0].w), height = first;
    m[unknowns - 1][unknowns] = 1;
    for (int i = 0; i < p->count; i++) {
        const part *q = &p->parts[i];
        cld_dd reach = cld_dd3_dot(p->n, q->w), above = cld_dd_sub(reach, first);
        // The tangents are at right angles to the normal but for their last bits.
        cld_dd3 across = cld_dd3_sub(q->w, cld_dd3_scale(p->n, reach));
        add_bend(cso->a.curve, q->ia, &q->a, t, q->weight * unit, bend);
        add_bend(cso->b.curve, q->ib, &q->b, t, q->weight * unit, bend);
        for (int k = 0; k < 2; k++) {
            double along = dot(across, t[k]) * unit;
            m[k][2 + i] = m[2 + i][k] = along;
            m[k][unknowns] -= q->weight * along;
        }
        m[2 + i][unknowns - 1] = -1;
        m[2 + i][unknowns] = -cld_dd_value(above) * unit;
        m[unknowns - 1][2 + i] = 1;
        m[unknowns - 1][unknowns] -= q->weight;
        height = cld_dd_add(height, cld_dd_scale(above, q->weight));
    }
    for (int k = 0; k < 2; k++)
        for (int l = 0; l < 2; l++)
            m[k][l] = bend[k][l] - (k == l ? cld_dd_value(height) * unit : 0);
    cld_solve(m, unknowns, x);
    change c = {.tilt = cld_add_scaled(cld_scale(t[0], x[0]), x[1], t[1])};
    double tilt = cld_length(c.tilt);
    c.tilt = cld_scale(c.tilt, tilt > 0.5 ? 0.5 / tilt : 1);
    for (int i = 0; i < p->count; i++)
        c.weight[i] = x[2 + i];
    return c;
}

/// Shortens a tilt near the axis of a disc. The point on the rim has to be found before the angle between
/// normal and axis is, as that follows from it: the angle is at most halved by what leads to the axis, and
/// the tilt is not larger than it.
static void keep_off_axis(const cld_curve *curve, uint32_t i, const extreme *e, cld_vec3 n, cld_vec3 *tilt) {
    cld_vec3 axis = curve ? cld_oval_find_normal(&curve->part[i]) : cld_vec3_make(0, 0, 0);
    if (!(cld_dot(axis, axis) > 0))
        return;
    cld_vec3 away = cld_add_scaled(n, -cld_dot(n, axis), axis);
    double grows = cld_dot(*tilt, e->outward) / e->length;
    if (grows < -0.5)
        *tilt = cld_add_scaled(*tilt, -0.5 - grows, away);
    double most = cld_length(away), length = cld_length(*tilt);
    if (length > most)
        *tilt = cld_scale(*tilt, most / length);
}

/// Takes a step; false on the axis of a disc.
static bool take_step(const cld_cso *cso, plane *p, change *c) {
    cld_vec3 n = cld_dd3_value(p->n);
    for (int i = 0; i < p->count; i++) {
        part *q = &p->parts[i];
        keep_off_axis(cso->a.curve, q->ia, &q->a, n, &c->tilt);
        keep_off_axis(cso->b.curve, q->ib, &q->b, n, &c->tilt);
        q->weight += c->weight[i];
    }
    p->n = cld_dd3_unit(cld_dd3_add(p->n, cld_dd3_make(c->tilt)));
    return place_parts(cso, p);
}

/// Newton's method until nothing changes; false on the axis of a disc.
static bool settle(const cld_cso *cso, plane *p) {
    double tilt = 1;
    for (int i = 0; i < MOST_STEPS && tilt > 0x1p-100; i++) {
        change c = find_step(cso, p);
        tilt = cld_length(c.tilt);
        if (!isfinite(tilt) || !take_step(cso, p, &c))
            return false;
    }
    return true;
}

/// Whether the points of the parts lie along the normal on one supporting plane.
static bool fits(const cld_cso *cso, const plane *p) {
    double rounding = ROUNDING * cso->size;
    cld_dd first = cld_dd3_dot(p->n, p->parts[0].w);
    cld_dd3 sum = cld_dd3_make(cld_vec3_make(0, 0, 0));
    for (int i = 0; i < p->count; i++) {
        const part *q = &p->parts[i];
        if (!(q->weight >= -LEAST_WEIGHT) ||
            !(fabs(cld_dd_value(cld_dd_sub(cld_dd3_dot(p->n, q->w), first))) <= rounding))
            return false;
        sum = cld_dd3_add(sum, cld_dd3_scale(q->w, cld_dd_make(q->weight)));
    }
    cld_dd3 off = cld_dd3_sub(sum, cld_dd3_scale(p->n, first));
    cld_cso_vertex beyond = cld_cso_support(cso, cld_dd3_value(p->n));
    return cld_length(cld_dd3_value(off)) <= rounding &&
           cld_dot(cld_dd3_value(p->n), beyond.w) <= cld_dd_value(first) + rounding;
}

static void fill(const cld_cso *cso, const plane *p, cld_peak *peak) {
    *peak = (cld_peak){.normal = cld_unit(cld_dd3_value(p->n)), .count = p->count};
    peak->separation = cld_cso_find_separation(cso, peak->normal);
    for (int i = 0; i < p->count; i++) {
        const part *q = &p->parts[i];
        peak->vertex[i] = (cld_cso_vertex){
            .ia = q->ia, .ib = q->ib, .a = cld_dd3_value(q->a.at), .b = cld_dd3_value(q->b.at)};
        peak->vertex[i].w = cld_sub(cld_sub(peak->vertex[i].a, peak->vertex[i].b), cso->offset);
        peak->weight[i] = fmax(0, q->weight);
    }
}

static void take_part(plane *p, const cld_cso_vertex *v, double weight) {
    int i = 0;
    while (i < p->count && (p->parts[i].ia != v->ia || p->parts[i].ib != v->ib))
        i++;
    if (i == p->count)
        p->parts[p->count++] = (part){.ia = v->ia, .ib = v->ib};
    p->parts[i].weight += weight;
}

/// Drops the part that pulls the wrong way, if one does.
static bool drop_part(plane *p) {
    int least = 0;
    for (int i = 1; i < p->count; i++)
        if (p->parts[i].weight < p->parts[least].weight)
            least = i;
    if (p->count < 2 || p->parts[least].weight >= -LEAST_WEIGHT)
        return false;
    p->parts[least] = p->parts[--p->count];
    return true;
}

bool cld_refine(const cld_cso *cso, const cld_peak *from, cld_peak *peak) {
    plane p = {.n = cld_dd3_unit(cld_dd3_make(from->normal)), .count = 0};
    for (int i = 0; i < from->count; i++)
        take_part(&p, &from->vertex[i], from->weight[i]);
    do {
        if (p.count == 0 || !place_parts(cso, &p) || !settle(cso, &p))
            return false;
    } while (drop_part(&p));
    if (!fits(cso, &p))
        return false;
    fill(cso, &p, peak);
    return true;
}
