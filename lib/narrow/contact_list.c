#include "narrow/contact_list.h"

#include <math.h>
#include <stdlib.h>

bool cld_has_contact(const cld_core_contact *contacts, size_t count, double least) {
    for (size_t i = 0; i < count; i++)
        if (contacts[i].depth >= least)
            return true;
    return false;
}

void cld_put_contact(cld_core_contact *contacts, size_t *count, const cld_core_contact *c, double merge) {
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (cld_distance(contacts[i].a, c->a) > merge && cld_distance(contacts[i].b, c->b) > merge)
            contacts[kept++] = contacts[i];
    contacts[kept] = *c;
    *count = kept + 1;
}

static int compare_numbers(double p, double q) { return (p > q) - (p < q); }

/// Which of equal ones `qsort` puts first is its own choice: only points that are the same are equal.
static int compare_by_u(const void *p, const void *q) {
    const cld_plan_point *r = p, *s = q;
    int order = compare_numbers(r->u, s->u);
    order = order ? order : compare_numbers(r->v, s->v);
    return order ? order : compare_numbers(r->h, s->h);
}

static int compare_by_v(const void *p, const void *q) {
    const cld_plan_point *r = p, *s = q;
    int order = compare_numbers(r->v, s->v);
    order = order ? order : compare_numbers(r->u, s->u);
    return order ? order : compare_numbers(r->h, s->h);
}

void cld_order_chain(cld_plan_point *points, uint32_t count, double merge) {
    double u = 0, v = 0, length = 0, widest = 0; // u, v: from the first point to the one farthest from it
    for (uint32_t i = 1; i < count; i++) {
        double du = points[i].u - points[0].u, dv = points[i].v - points[0].v, square = du * du + dv * dv;
        if (square > length)
            u = du, v = dv, length = square;
    }
    length = sqrt(length);
    for (uint32_t i = 1; i < count; i++)
        widest = cld_max(widest, fabs(u * (points[i].v - points[0].v) - v * (points[i].u - points[0].u)));
    if (count > 2 && widest <= merge * length)
        qsort(points, count, sizeof *points, fabs(u) > fabs(v) ? compare_by_u : compare_by_v);
}
