#include "solids.h"

#include <math.h>

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void solid_add(point_set *s, double x, double y, double z) {
    if (s->count == ORACLE_MAX_POINTS)
        return;
    double *p = s->at[s->count++];
    p[0] = x, p[1] = y, p[2] = z;
}

void solid_make_box(point_set *s, const double low[3], const double high[3]) {
    s->count = 0;
    for (int i = 0; i < 8; i++)
        solid_add(s, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]);
}

void solid_make_hull(point_set *s, random_state *r) {
    bool full = random_one_in(r, 2);
    s->count = 0;
    for (int left = random_int(r, 4, 8); left > 0; left--) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = full ? random_real(r, -1, 1) : random_short(r);
        solid_add(s, p[0], p[1], p[2]);
    }
}

void solid_make_grid(point_set *s, random_state *r, int reach) {
    s->count = 0;
    for (int left = random_int(r, 4, 8); left > 0; left--) {
        int x = random_int(r, -reach, reach), y = random_int(r, -reach, reach),
            z = random_int(r, -reach, reach);
        solid_add(s, x, y, z);
    }
}

/// The rational points ((1 - t^2) / (1 + t^2), 2 t / (1 + t^2)) go around the circle as t runs over a quarter
/// of it, turned by quarters.
void solid_make_polygon(point_set *s, random_state *r, int corners) {
    s->count = 0;
    for (int i = 0; i < corners; i++) {
        double part = 4.0 * i / corners, t = random_one_in(r, 2) ? 0 : random_real(r, 0, 0.2);
        int quarter = (int)part;
        t += (part - quarter) * 0.8;
        double x = (1 - t * t) / (1 + t * t), y = 2 * t / (1 + t * t);
        for (; quarter > 0; quarter--) {
            double old = x;
            x = -y, y = old;
        }
        solid_add(s, x, y, 0);
    }
}

void solid_make_prism(point_set *s, random_state *r, int corners, double height) {
    solid_make_polygon(s, r, corners);
    for (int i = 0; i < corners; i++) {
        s->at[i][2] = -height / 2;
        solid_add(s, s->at[i][0], s->at[i][1], height / 2);
    }
}

void solid_make_wedge(point_set *s, const double low[3], const double high[3]) {
    solid_make_box(s, low, high);
    s->count = 6;
}

static void make_unit_box(point_set *s, random_state *r) {
    double x = random_int(r, 1, 4) / 4.0, y = random_int(r, 1, 4) / 4.0, z = random_int(r, 1, 4) / 4.0;
    double high[3] = {x, y, z}, low[3] = {-x, -y, -z};
    if (random_one_in(r, 3))
        solid_make_wedge(s, low, high);
    else
        solid_make_box(s, low, high);
}

static void make_small_grid(point_set *s, random_state *r) {
    solid_make_grid(s, r, 2);
    solid_scale(s, 0.5);
}

static void make_prism(point_set *s, random_state *r) {
    double height = random_int(r, 1, 8) / 4.0;
    solid_make_prism(s, r, random_int(r, 3, 6), height);
}

void solid_make_flat(point_set *s, random_state *r) {
    int kind = random_int(r, 0, 3);
    if (kind == 3) {
        solid_make_polygon(s, r, random_int(r, 3, 8));
        solid_cycle_axes(s, random_int(r, 0, 2));
        return;
    }
    s->count = 0;
    for (int i = 0; i <= kind; i++) {
        double x = random_short(r), y = random_short(r), z = random_short(r);
        solid_add(s, x, y, z);
    }
}

static void make_needle(point_set *s, random_state *r) {
    double thin = random_power_of_ten(r, -13, -3);
    solid_make_hull(s, r);
    solid_stretch(s, 1, thin, random_one_in(r, 2) ? 1 : thin);
    solid_cycle_axes(s, random_int(r, 0, 2));
}

void solid_make_any(point_set *s, random_state *r) {
    static void (*const makers[])(point_set *, random_state *) = {
        solid_make_hull, make_unit_box, make_small_grid, make_prism, solid_make_flat, make_needle,
    };
    makers[random_int(r, 0, (int)(sizeof makers / sizeof *makers) - 1)](s, r);
}

void solid_move(point_set *s, double x, double y, double z) {
    for (size_t i = 0; i < s->count; i++) {
        s->at[i][0] += x;
        s->at[i][1] += y;
        s->at[i][2] += z;
    }
}

void solid_scale(point_set *s, double factor) { solid_stretch(s, factor, factor, factor); }

void solid_stretch(point_set *s, double x, double y, double z) {
    for (size_t i = 0; i < s->count; i++) {
        s->at[i][0] *= x;
        s->at[i][1] *= y;
        s->at[i][2] *= z;
    }
}

void solid_rotate(point_set *s, double m[3][3]) {
    for (size_t i = 0; i < s->count; i++) {
        double *p = s->at[i], x = p[0], y = p[1], z = p[2];
        for (int k = 0; k < 3; k++)
            p[k] = m[k][0] * x + m[k][1] * y + m[k][2] * z;
    }
}

void solid_cycle_axes(point_set *s, int times) {
    for (; times > 0; times--)
        for (size_t i = 0; i < s->count; i++) {
            double *p = s->at[i], z = p[2];
            p[2] = p[1], p[1] = p[0], p[0] = z;
        }
}

void solid_repeat(point_set *s, random_state *r, size_t count) {
    size_t own = s->count;
    while (s->count < count && s->count < ORACLE_MAX_POINTS) {
        const double *p[3];
        for (int i = 0; i < 3; i++)
            p[i] = s->at[random_int(r, 0, (int)own - 1)];
        double w[3] = {0, 0, 0};
        w[random_int(r, 0, 2)] += 0.5;
        w[random_int(r, 0, 2)] += 0.25;
        w[random_int(r, 0, 2)] += 0.25;
        double q[3];
        for (int k = 0; k < 3; k++)
            q[k] = w[0] * p[0][k] + w[1] * p[1][k] + w[2] * p[2][k];
        solid_add(s, q[0], q[1], q[2]);
    }
}

void solid_place(const point_set *a, point_set *b, const double direction[3], double gap) {
    const double *d = direction;
    double square = dot(d, d), high = -HUGE_VAL, low = HUGE_VAL;
    for (size_t i = 0; i < a->count; i++)
        high = fmax(high, dot(d, a->at[i]));
    for (size_t i = 0; i < b->count; i++)
        low = fmin(low, dot(d, b->at[i]));
    double step = (gap * sqrt(square) + high - low) / square;
    solid_move(b, step * d[0], step * d[1], step * d[2]);
}

/// The indices of the three points furthest along d, some of them equal in a set of fewer.
static void find_highest(const point_set *s, const double d[3], size_t index[3]) {
    for (int n = 0; n < 3; n++) {
        index[n] = index[n > 0 ? n - 1 : 0];
        double best = -HUGE_VAL;
        for (size_t i = 0; i < s->count; i++) {
            bool taken = (n > 0 && i == index[0]) || (n > 1 && i == index[1]);
            if (!taken && dot(d, s->at[i]) > best) {
                best = dot(d, s->at[i]);
                index[n] = i;
            }
        }
    }
}

/// A random point between those of the set that are furthest along d, within rounding.
static void find_top(const point_set *s, random_state *r, const double d[3], double top[3]) {
    double high = -HUGE_VAL, reach = 0, total = 0;
    for (size_t i = 0; i < s->count; i++) {
        high = fmax(high, dot(d, s->at[i]));
        reach = fmax(reach, fabs(dot(d, s->at[i])));
    }
    top[0] = top[1] = top[2] = 0;
    for (size_t i = 0; i < s->count; i++) {
        double weight = random_int(r, 1, 4);
        if (dot(d, s->at[i]) < high - 1e-14 * reach)
            continue;
        total += weight;
        for (int k = 0; k < 3; k++)
            top[k] += weight * s->at[i][k];
    }
    for (int k = 0; k < 3; k++)
        top[k] /= total;
}

static void subtract(double r[3], const double a[3], const double b[3]) {
    for (int k = 0; k < 3; k++)
        r[k] = a[k] - b[k];
}

/// A direction in which a and b may meet: any at all, or the normal of a face or of a pair of edges near it.
static void choose_normal(const point_set *a, const point_set *b, random_state *r, double d[3]) {
    for (int k = 0; k < 3; k++)
        d[k] = random_short(r) + 0x1p-20;
    double back[3] = {-d[0], -d[1], -d[2]}, e[3], f[3];
    size_t i[3] = {0, 0, 0}, j[3] = {0, 0, 0};
    find_highest(a, d, i);
    find_highest(b, back, j);
    int kind = random_int(r, 0, 3); // face of a, face of b, edges, anything
    if (kind == 1)
        subtract(e, b->at[j[1]], b->at[j[0]]);
    else
        subtract(e, a->at[i[1]], a->at[i[0]]);
    if (kind == 0)
        subtract(f, a->at[i[2]], a->at[i[0]]);
    else
        subtract(f, b->at[kind == 1 ? j[2] : j[1]], b->at[j[0]]);
    double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    double length = sqrt(dot(n, n)), sign = dot(n, d) < 0 ? -1 : 1;
    if (kind < 3 && length > 0)
        for (int k = 0; k < 3; k++)
            d[k] = sign * n[k] / length;
}

void solid_meet(const point_set *a, point_set *b, random_state *r, double gap) {
    double d[3], top[3], bottom[3];
    choose_normal(a, b, r, d);
    double back[3] = {-d[0], -d[1], -d[2]};
    find_top(a, r, d, top);
    find_top(b, r, back, bottom);
    solid_move(b, top[0] - bottom[0], top[1] - bottom[1], top[2] - bottom[2]);
    solid_place(a, b, d, gap);
}
