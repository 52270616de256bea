/// Two rims cross where a polynomial of degree 4 along each half of one of them is 0, in four points at most.
///
/// A point v of a rim, the unit circle in its disc's own coordinates, is at q = v + m + N v in those of the
/// other disc, in which the other's rim is the unit circle. They cross where the level q q - v v, which is
/// (q - v)(q + v), is 0. With v = (1 - t^2, 2 t) / (1 + t^2) for t from -1 to 1 on one half of the rim, and
/// the opposite points on the other half, the level times (1 + t^2)^2 is a polynomial in t. It changes its
/// sign once at most between neighbouring zeros of its derivative, and there a fixed number of halvings finds
/// the place; the derivative's own zeros are found from those of the next one in the same way. Where rims
/// touch the level turns back.
///
/// The level's sign is that of the product. For rims that are alike and turned alike N is 0, and no digit of
/// m is lost, however near they are. For a rim that is k times as long to the other, a needle, q is off by
/// k u, which is u in the plan. The polynomial's coefficients are off by k^2 u, and would lose the crossings
/// at a needle's two sides; but they grow like that themselves, so that the place between them, a zero of the
/// derivative, is off by no more than u.

#include "narrow/curved_rim.h"

#include <math.h>

enum { DEGREE = 4 };

/// The length of a half's range, 2, is halved down to 2^-53.
enum { HALVINGS = 54 };

/// A piece that is no longer is one place, an end of the half that is a zero of the derivative too, which is
/// off by a few u. No derivation of how long: far more than that, and less than any piece that matters.
#define SAME_PLACE 0x1p-40

/// A line on which a rim has no more than this for the square of half a chord, beside that of its radius,
/// touches it: the rim reaches beyond the line by half of this, which may be rounding of coordinates a
/// thousand times the radius, and the ends of the chord are nearer to its middle than the contract's 1e-6 D.
#define TOUCHING_CHORD 0x1p-40

/// Half of a disc's rim, seen by another disc.
typedef struct rim_half {
    cld_rim_point m, n[2];        ///< m, and the columns of N
    double sign;                  ///< -1 on the half of the opposite points
    double noise;                 ///< what rounding may make of a level of 0
    double c[DEGREE][DEGREE + 1]; ///< the coefficients of the polynomial and of its derivatives
} rim_half;

/// A piece of a rim along which the level only falls or only rises.
typedef struct rim_piece {
    const rim_half *half;
    double low, high; ///< of t
    double level;     ///< at `low`
    bool is_near;     ///< what is at `low` is within the slack of the other rim
} rim_piece;

/// A direction of the plan in a disc's coordinates.
static cld_rim_point turn_to(const cld_view *disc, double du, double dv) {
    const cld_plan_point *a = &disc->axis[0], *b = &disc->axis[1];
    double det = a->u * b->v - a->v * b->u;
    return (cld_rim_point){(du * b->v - dv * b->u) / det, (a->u * dv - a->v * du) / det};
}

/// Where u, v is in a disc that is not seen from its edge; of one that is, the coordinates are not finite.
static cld_rim_point locate(const cld_view *disc, double u, double v) {
    return turn_to(disc, u - disc->centre.u, v - disc->centre.v);
}

cld_rim_point cld_rim_find_towards(const cld_view *disc, double u, double v) {
    cld_rim_point p = locate(disc, u, v);
    double length = sqrt(p.x * p.x + p.y * p.y);
    return (cld_rim_point){p.x / length, p.y / length};
}

/// No less than the distance of a point from the rim: that from where it gets there along an axis, or
/// towards the centre. For a needle the first tells more, for a circle the last.
static double find_gap(const cld_view *disc, double u, double v) {
    cld_rim_point p = locate(disc, u, v);
    const cld_plan_point *a = &disc->axis[0], *b = &disc->axis[1];
    double du = u - disc->centre.u, dv = v - disc->centre.v, reach = sqrt(p.x * p.x + p.y * p.y);
    double least = reach > 0 ? fabs(1 - 1 / reach) * sqrt(du * du + dv * dv) : INFINITY;
    if (fabs(p.x) <= 1)
        least = fmin(least, fabs(fabs(p.y) - sqrt(1 - p.x * p.x)) * sqrt(b->u * b->u + b->v * b->v));
    if (fabs(p.y) <= 1)
        least = fmin(least, fabs(fabs(p.x) - sqrt(1 - p.y * p.y)) * sqrt(a->u * a->u + a->v * a->v));
    return least;
}

bool cld_rim_holds(const cld_plan *plan, const cld_view *disc, double u, double v) {
    cld_rim_point p = locate(disc, u, v);
    return p.x * p.x + p.y * p.y <= 1 || find_gap(disc, u, v) <= plan->slack;
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
    if (!(root > TOUCHING_CHORD * a)) {
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

static rim_half make_half(const cld_view *disc, const cld_view *other, double sign) {
    rim_half half = {.m = locate(other, disc->centre.u, disc->centre.v), .sign = sign};
    for (int k = 0; k < 2; k++)
        half.n[k] = turn_to(other, disc->axis[k].u, disc->axis[k].v);
    half.n[0].x -= 1, half.n[1].y -= 1;
    const cld_rim_point *m = &half.m, *a = &half.n[0], *b = &half.n[1];
    // The level at v = (x, y) is xx x^2 + 2 xy x y + yy y^2 + 2 lx x + 2 ly y + mm.
    double xx = a->x * a->x + a->y * a->y + 2 * a->x, yy = b->x * b->x + b->y * b->y + 2 * b->y,
           xy = a->x * b->x + a->y * b->y + a->y + b->x, mm = m->x * m->x + m->y * m->y,
           lx = sign * (m->x * a->x + m->y * a->y + m->x), ly = sign * (m->x * b->x + m->y * b->y + m->y);
    // Where q is of length 1, q + v is 2 at most, and q - v off by a few u of all that is added up in it.
    half.noise =
        16 * CLD_ROUNDOFF * (1 + fabs(m->x) + fabs(m->y) + fabs(a->x) + fabs(a->y) + fabs(b->x) + fabs(b->y));
    half.c[0][0] = xx + 2 * lx + mm;
    half.c[0][1] = 4 * (ly + xy);
    half.c[0][2] = 2 * (2 * yy - xx + mm);
    half.c[0][3] = 4 * (ly - xy);
    half.c[0][4] = xx - 2 * lx + mm;
    for (int order = 1; order < DEGREE; order++)
        for (int i = 0; i <= DEGREE - order; i++)
            half.c[order][i] = (i + 1) * half.c[order - 1][i + 1];
    return half;
}

static cld_rim_point find_on_half(const rim_half *half, double t) {
    double scale = half->sign / (1 + t * t);
    return (cld_rim_point){scale * (1 - t) * (1 + t), scale * 2 * t};
}

static double find_level(const rim_half *half, cld_rim_point v) {
    double x = half->m.x + v.x * half->n[0].x + v.y * half->n[1].x,
           y = half->m.y + v.x * half->n[0].y + v.y * half->n[1].y;
    return x * (x + 2 * v.x) + y * (y + 2 * v.y);
}

/// The level, or of the polynomial that has its sign the derivative of that order.
static double find_value(const rim_half *half, int order, double t) {
    if (order == 0)
        return find_level(half, find_on_half(half, t));
    double value = 0;
    for (int i = DEGREE - order; i >= 0; i--)
        value = value * t + half->c[order][i];
    return value;
}

/// Where a value changes its sign between two places at which it has different ones. One of 0 is positive.
static double find_zero(const rim_half *half, int order, double low, double high) {
    bool is_rising = find_value(half, order, low) < 0;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if ((find_value(half, order, middle) < 0) == is_rising)
            low = middle;
        else
            high = middle;
    }
    return is_rising ? high : low;
}

/// The ends of the pieces on which a value only falls or only rises, from -1 to 1: how many pieces. Each ends
/// where the value's derivative changes its sign, once on a piece of its own.
static int find_pieces(const rim_half *half, int order, double end[DEGREE + 1]) {
    double turn[DEGREE + 1];
    int turns = order < DEGREE - 1 ? find_pieces(half, order + 1, turn) : 0, count = 0;
    end[count++] = -1;
    for (int i = 0; i < turns; i++)
        if ((find_value(half, order + 1, turn[i]) < 0) != (find_value(half, order + 1, turn[i + 1]) < 0))
            end[count++] = find_zero(half, order + 1, turn[i], turn[i + 1]);
    end[count] = 1;
    return count;
}

/// The pieces of a half, behind those of the one before it.
static void add_pieces(const cld_plan *plan, const cld_view *disc, const cld_view *other,
                       const rim_half *half, rim_piece *piece, int *count) {
    double end[DEGREE + 1];
    int pieces = find_pieces(half, 0, end);
    for (int i = 0; i < pieces; i++) {
        if (end[i + 1] - end[i] <= SAME_PLACE)
            continue;
        cld_rim_point v = find_on_half(half, end[i]);
        cld_plan_point p = cld_view_on_disc(disc, v.x, v.y);
        bool is_near = find_gap(other, p.u, p.v) <= plan->slack;
        piece[(*count)++] = (rim_piece){half, end[i], end[i + 1], find_level(half, v), is_near};
    }
}

/// Whether the rims touch where a piece begins: the level turns back there, within the slack before it is 0,
/// or behind it by no more than rounding.
static bool is_touch(const rim_piece *last, const rim_piece *p, const rim_piece *next) {
    bool is_below = p->level < 0, was_below = last->level < 0;
    if (was_below != (next->level < 0))
        return false;
    if (is_below != was_below)
        return fabs(p->level) <= p->half->noise;
    return p->is_near && fabs(p->level) <= fmin(fabs(last->level), fabs(next->level));
}

int cld_rim_cross_rim(const cld_plan *plan, const cld_view *disc, const cld_view *other,
                      cld_rim_point crossing[CLD_MOST_RIM_CROSSINGS]) {
    rim_half half[2] = {make_half(disc, other, 1), make_half(disc, other, -1)};
    rim_piece piece[CLD_MOST_RIM_CROSSINGS];
    bool touches[CLD_MOST_RIM_CROSSINGS];
    int pieces = 0, near = 0, count = 0;
    for (int k = 0; k < 2; k++)
        add_pieces(plan, disc, other, &half[k], piece, &pieces);
    for (int i = 0; i < pieces; i++) {
        near += piece[i].is_near;
        touches[i] = is_touch(&piece[(i + pieces - 1) % pieces], &piece[i], &piece[(i + 1) % pieces]);
    }
    for (int i = 0; i < pieces && near < pieces; i++) {
        const rim_piece *p = &piece[i];
        int next = (i + 1) % pieces;
        if (touches[i])
            crossing[count++] = find_on_half(p->half, p->low);
        else if (!touches[next] && (p->level < 0) != (piece[next].level < 0))
            crossing[count++] = find_on_half(p->half, find_zero(p->half, 0, p->low, p->high));
    }
    return count;
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
