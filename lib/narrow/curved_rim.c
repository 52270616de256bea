#include "narrow/curved_rim.h"

#include <math.h>

/// Where u, v is in a disc that is not seen from its edge; of one that is, the coordinates are not finite.
static cld_rim_point locate(const cld_view *disc, double u, double v) {
    double du = u - disc->centre.u, dv = v - disc->centre.v;
    const cld_plan_point *a = &disc->axis[0], *b = &disc->axis[1];
    double det = a->u * b->v - a->v * b->u;
    return (cld_rim_point){(du * b->v - dv * b->u) / det, (a->u * dv - a->v * du) / det};
}

cld_rim_point cld_rim_find_towards(const cld_view *disc, double u, double v) {
    cld_rim_point p = locate(disc, u, v);
    double length = sqrt(p.x * p.x + p.y * p.y);
    return (cld_rim_point){p.x / length, p.y / length};
}

static double disc_size(const cld_view *disc) {
    return sqrt(fabs(disc->axis[0].u * disc->axis[1].v - disc->axis[0].v * disc->axis[1].u));
}

/// No less than the distance of a point from the disc: that from where it gets there along an axis, or
/// towards the centre. For a needle the first tells more, for a circle the last.
static double find_excess(const cld_view *disc, double u, double v) {
    cld_rim_point p = locate(disc, u, v);
    const cld_plan_point *a = &disc->axis[0], *b = &disc->axis[1];
    double du = u - disc->centre.u, dv = v - disc->centre.v, reach = sqrt(p.x * p.x + p.y * p.y);
    if (reach <= 1)
        return 0;
    double least = (1 - 1 / reach) * sqrt(du * du + dv * dv);
    if (fabs(p.x) <= 1)
        least = fmin(least, (fabs(p.y) - sqrt(1 - p.x * p.x)) * sqrt(b->u * b->u + b->v * b->v));
    if (fabs(p.y) <= 1)
        least = fmin(least, (fabs(p.x) - sqrt(1 - p.y * p.y)) * sqrt(a->u * a->u + a->v * a->v));
    return least;
}

bool cld_rim_holds(const cld_plan *plan, const cld_view *disc, double u, double v) {
    return find_excess(disc, u, v) <= plan->slack;
}

int cld_rim_cross_line(const cld_plan *plan, const cld_view *disc, const cld_plan_point *p,
                       const cld_plan_point *q, double t[2]) {
    cld_rim_point from = locate(disc, p->u, p->v), to = locate(disc, q->u, q->v);
    double dx = to.x - from.x, dy = to.y - from.y, a = dx * dx + dy * dy, b = from.x * dx + from.y * dy;
    // Nothing cancels in the root, however far away the ends are for a disc that is seen as a needle.
    double c = from.x * from.x + from.y * from.y - 1, cross = from.x * dy - from.y * dx,
           root = a - cross * cross;
    if (!(a > 0))
        return 0;
    if (!(root > 0)) {
        t[0] = -b / a;
        cld_plan_point nearest = cld_plan_between(p, q, t[0]);
        return t[0] >= 0 && t[0] <= 1 && cld_rim_holds(plan, disc, nearest.u, nearest.v) ? 1 : 0;
    }
    double s = sqrt(root), far = b > 0 ? -(b + s) : s - b; // without cancellation
    double first = b > 0 ? far / a : c / far, second = b > 0 ? c / far : far / a;
    int count = 0;
    if (first >= 0 && first <= 1)
        t[count++] = first;
    if (second >= 0 && second <= 1)
        t[count++] = second;
    return count;
}

int cld_rim_cross_circle(const cld_plan *plan, const cld_view *disc, const cld_view *other,
                         cld_rim_point crossing[2]) {
    double r = disc_size(disc), s = disc_size(other), du = other->centre.u - disc->centre.u,
           dv = other->centre.v - disc->centre.v;
    double d = sqrt(du * du + dv * dv);
    for (int k = 0; k < 2; k++)
        if (fabs(sqrt(disc->axis[k].u * disc->axis[k].u + disc->axis[k].v * disc->axis[k].v) - r) >
                plan->slack ||
            fabs(sqrt(other->axis[k].u * other->axis[k].u + other->axis[k].v * other->axis[k].v) - s) >
                plan->slack)
            return 0;
    if (!(d > plan->slack))
        return 0;
    double along = (d * d + (r - s) * (r + s)) / (2 * d), square = (r - along) * (r + along);
    if (!(square >= -2 * plan->slack * r))
        return 0;
    double across = sqrt(fmax(0, square)), eu = du / d, ev = dv / d;
    for (int k = 0; k < 2; k++) {
        double w = k ? -across : across;
        crossing[k] = cld_rim_find_towards(disc, disc->centre.u + along * eu - w * ev,
                                           disc->centre.v + along * ev + w * eu);
    }
    return 2;
}

/// Grows with the angle of a point of the unit circle, from 0 to 4, without a sine.
static double turn_of(cld_rim_point p) {
    return p.y >= 0 ? (p.x >= 0 ? p.y : 1 - p.x) : (p.x < 0 ? 2 - p.y : 3 + p.x);
}

void cld_rim_sort(cld_rim_point *p, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && turn_of(p[j]) < turn_of(p[j - 1]); j--) {
            cld_rim_point t = p[j];
            p[j] = p[j - 1], p[j - 1] = t;
        }
}
