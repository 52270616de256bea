/// GJK for a yes or no of two small clouds, by supports in floats.
///
/// About the farthest vertex will do: what separates is held against the farthest that there may be, and four
/// vertices hold the origin or do not, however they were found; in the end those are taken as they are.
///
/// The first three supports are asked for at once: along the normals of two faces and the line of centres, or
/// along directions around that line. The simplex that other walks build up in three steps, each of which
/// waits for the one before, is there after one. Between round shapes of many vertices, whose line of centres
/// is nearly where they are nearest, momentum saves more.

#include <math.h>

#include "narrow/walk.h"
#include "narrow/walk_simplex.h"
#include "proof/plain.h"
#include "shape/flats.h"

/// What the directions around the line of centres are turned by, as a tangent: less finds less round shapes
/// turned the wrong way, more wastes steps on round ones. No derivation, here as below: no answer depends on
/// it, and with these the two families of hulls of the benchmark take the least time.
#define TILT 0.45F

/// Where centres are farther apart than this part of the balls around the shapes, the line of centres alone
/// is asked along first: most such shapes are apart, and it tells. Others are nearer to each other, or meet
/// from farther away where they are round.
#define FAR 0.65
#define FAR_ROUND 0.88

/// Directions of floats that are far from the ends of their range. Those of pairs of such sizes are none that
/// are too long: they grow with the fifth power of lengths.
#define LEAST_FLOAT 0x1p-100
#define LEAST_SIZE 0x1p-20
#define MOST_SIZE 0x1p20

/// Centres nearer to each other than this have no line whose square floats tell.
#define LEAST_OFFSET 0x1p-40

typedef struct question {
    const cld_posed_pair *pair;
    cld_rough cloud[2];
    cld_vec3 offset;
    double reach, size;
    double limit; ///< with what about the farthest vertex may be nearer than the farthest
    double inner;
    double least; ///< the square of a v that floats tell from 0
} question;

CLD_INLINE bool is_round(const question *q) { return q->inner > CLD_ROUND * q->reach; }

/// What vertices are off by as floats have them, relative to their shape's reach (shape/rough.h).
#define ROUGH_ERROR (9 * 0x1p-24)

CLD_INLINE cld_corner find_corner(const question *q, const uint32_t at[2]) {
    cld_vec3 a = cld_rough_at(&q->cloud[0], at[0]), b = cld_rough_at(&q->cloud[1], at[1]);
    return (cld_corner){cld_sub(cld_sub(a, b), q->offset), at[0], at[1]};
}

CLD_INLINE bool separates(const question *q, cld_vec3 d, double square, cld_vec3 w) {
    double along = cld_dot(d, w);
    return (along > 0) & (along * along > q->limit * q->limit * square);
}

/// Three directions around v, a third of a turn from each other.
///
/// Source: T. Duff et al., Building an Orthonormal Basis, Revisited, 2017, with vectors as long as v.
CLD_INLINE void spread(cld_vec3 v, float d[3][3]) {
    const float x = (float)v.x, y = (float)v.y, z = (float)v.z, length = sqrtf(x * x + y * y + z * z),
                sign = copysignf(1, z), a = -1 / (sign * length + z), b = x * y * a;
    const float half_root = 0.8660254F * TILT; // of 3
    const float at[3] = {x, y, z},
                p[3] = {TILT * (length + sign * x * x * a), TILT * sign * b, -TILT * sign * x},
                q[3] = {half_root * b, half_root * (sign * length + y * y * a), -half_root * y};
    for (int k = 0; k < 3; k++) {
        float rest = at[k] - 0.5F * p[k];
        d[0][k] = at[k] + p[k], d[1][k] = rest + q[k], d[2][k] = rest - q[k];
    }
}

/// The nearest point of the sides of a triangle, or of a corner, which is what a side without length is.
CLD_INLINE void keep_nearest_side(cld_walk_simplex *s, const cld_corner p[3]) {
    cld_vec3 v[3], best = p[0].w;
    double t[3], square[3], least = INFINITY, part = 0;
    for (int k = 0; k < 3; k++) {
        cld_vec3 w = p[k].w, side = cld_sub(p[(k + 1) % 3].w, w);
        t[k] = cld_max(0, cld_min(1, -cld_dot(w, side) / cld_dot(side, side)));
        v[k] = cld_add_scaled(w, t[k], side);
        square[k] = cld_dot(v[k], v[k]);
    }
    int at = 0;
    for (int k = 0; k < 3; k++) { // without a jump: which it is is hard to foresee
        bool better = square[k] < least;
        least = better ? square[k] : least;
        best = better ? v[k] : best;
        part = better ? t[k] : part;
        at = better ? k : at;
    }
    s->at[0] = p[part < 1 ? at : (at + 1) % 3];
    s->at[1] = p[(at + 1) % 3];
    s->count = part > 0 && part < 1 ? 2 : 1;
    cld_walk_keep_nearest(s, best, 1);
}

/// Whether both shapes have flats, and nobody has asked about those: where both have ellipsoids around them,
/// that is done before. Of round ones the faces are small.
CLD_INLINE bool may_ask_faces(const question *q) {
    const cld_shape *a = q->pair->a, *b = q->pair->b;
    bool is_asked = cld_shape_has_around(a) && cld_shape_has_around(b);
    return !is_asked && !is_round(q) && cld_has_flats(a, q->inner) && cld_has_flats(b, q->inner);
}

/// The directions from B to A of the two faces, one of each shape, above which the other's centre is highest,
/// and v.
CLD_INLINE void choose_faces(const question *q, cld_vec3 v, float d[3][3]) {
    const cld_posed_pair *pair = q->pair;
    cld_flat a, b;
    cld_flat_find(pair->a, pair->pose_a, q->offset, &a);
    cld_flat_find(pair->b, pair->pose_b, cld_negate(q->offset), &b);
    const cld_vec3 all[3] = {cld_negate(a.normal), b.normal, cld_scale(v, CLD_FLAT_UNIT / cld_length(v))};
    for (int k = 0; k < 3; k++)
        d[k][0] = (float)all[k].x, d[k][1] = (float)all[k].y, d[k][2] = (float)all[k].z;
}

/// Whether the line from -offset through the origin goes through a triangle; which of the two is nearer to
/// that is not asked.
CLD_INLINE bool is_ahead(cld_vec3 offset, const cld_corner p[3]) {
    double part[3];
    for (int k = 0; k < 3; k++)
        part[k] = cld_dot(offset, cld_cross(p[k].w, p[(k + 1) % 3].w));
    return ((part[0] > 0) & (part[1] > 0) & (part[2] > 0)) | ((part[0] < 0) & (part[1] < 0) & (part[2] < 0));
}

/// Begins with three supports around -s->v: CLD_WALK_APART where one of them separates, CLD_WALK_MEETS where
/// they may well hold the origin together with the nearest point of the ball inside, else CLD_WALK_NEAREST.
/// Keeps what is nearest of their triangle.
CLD_INLINE cld_walk_stop begin(const question *q, cld_walk_simplex *s) {
    float d[3][3];
    uint32_t at[3][2];
    cld_corner p[3];
    bool apart = false;
    if (may_ask_faces(q))
        choose_faces(q, s->v, d);
    else
        spread(s->v, d);
    cld_rough_find_three(q->cloud, d, at);
    for (int k = 0; k < 3; k++) {
        cld_vec3 towards = {d[k][0], d[k][1], d[k][2]};
        p[k] = find_corner(q, at[k]);
        apart |= separates(q, towards, cld_dot(towards, towards), p[k].w);
    }
    if (apart)
        return CLD_WALK_APART;
    cld_vec3 w = p[2].w, e = cld_sub(p[0].w, w), f = cld_sub(p[1].w, w), n = cld_cross(e, f);
    double beyond_e = -cld_dot(cld_cross(e, n), w), beyond_f = -cld_dot(cld_cross(n, f), w);
    double square = cld_dot(n, n), along = cld_dot(n, w);
    if (!(beyond_e <= 0 && beyond_f <= 0 && -(beyond_e + beyond_f) < square)) {
        keep_nearest_side(s, p);
        return CLD_WALK_NEAREST;
    }
    s->at[0] = p[0], s->at[1] = p[1], s->at[2] = p[2];
    s->count = 3;
    cld_walk_keep_nearest(s, cld_scale(n, along), square);
    if (!(q->inner > 0))
        return CLD_WALK_NEAREST;
    cld_vec3 inside = cld_walk_find_inside(q->offset, q->inner);
    if (!(along * cld_dot(n, cld_sub(w, inside)) > 0) || // the triangle is between the origin and that point
        !is_ahead(q->offset, p))
        return CLD_WALK_NEAREST;
    s->at[3] = (cld_corner){inside, CLD_NO_INDEX, CLD_NO_INDEX};
    s->count = 4;
    return CLD_WALK_MEETS;
}

/// About the farthest vertex along -d. False if d is too short for its floats to say where it leads.
CLD_INLINE bool ask(const question *q, cld_vec3 d, cld_corner *p) {
    uint32_t at[2];
    cld_rough_find_extremes(q->cloud, (float)d.x, (float)d.y, (float)d.z, at);
    *p = find_corner(q, at);
    return cld_max_abs(d) > LEAST_FLOAT;
}

/// Whether p leads no nearer to the origin: it is no farther along -v than v, or in the simplex.
CLD_INLINE bool is_end(const cld_walk_simplex *s, const cld_corner *p) {
    return s->count > 0 && (s->vv <= cld_dot(s->v, p->w) || cld_walk_holds(s, p));
}

/// Adds p to the simplex. CLD_WALK_NEAREST where that is to go on.
CLD_INLINE cld_walk_stop take(const question *q, const cld_corner *p, cld_walk_simplex *s) {
    bool first = s->count == 0;
    double before = s->vv;
    if (first && q->inner > 0)
        cld_walk_keep_inside(s, q->offset, q->inner, p);
    cld_walk_add_point(s, p);
    return s->count == 4 ? CLD_WALK_MEETS : first || s->vv < before ? CLD_WALK_NEAREST : CLD_WALK_UNSURE;
}

CLD_INLINE cld_walk_stop walk_alone(const question *q, cld_walk_simplex *s) {
    double far = (is_round(q) ? FAR_ROUND : FAR) * q->reach;
    bool is_far = cld_dot(q->offset, q->offset) > far * far;
    cld_walk_stop stop = CLD_WALK_NEAREST;
    if (!is_far || !is_round(q)) {
        cld_corner p;
        if (is_far && ask(q, s->towards, &p) && separates(q, s->v, s->vv, p.w))
            return CLD_WALK_APART;
        stop = begin(q, s);
    }
    for (int i = 0; i < CLD_WALK_MOST_STEPS && stop == CLD_WALK_NEAREST; i++) {
        cld_corner p;
        if (!ask(q, s->towards, &p) || s->vv < q->least)
            return CLD_WALK_UNSURE;
        if (separates(q, s->v, s->vv, p.w))
            return CLD_WALK_APART;
        if (is_end(s, &p))
            return CLD_WALK_UNSURE;
        stop = take(q, &p, s);
    }
    return stop;
}

/// Led by momentum, until that brings v no further; then v itself tells.
CLD_INLINE cld_walk_stop walk_led(const question *q, cld_walk_simplex *s) {
    cld_momentum m = {s->v, s->v};
    cld_walk_stop stop = CLD_WALK_NEAREST;
    bool has_momentum = true;
    for (uint32_t i = 0; i < CLD_WALK_MOST_STEPS && stop == CLD_WALK_NEAREST; i++) {
        cld_corner p;
        if (i > 0)
            cld_momentum_gain(&m, s->v, i);
        cld_vec3 towards = has_momentum ? m.towards : s->v;
        if (!ask(q, towards, &p))
            return CLD_WALK_UNSURE;
        if (separates(q, towards, cld_dot(towards, towards), p.w))
            return CLD_WALK_APART;
        if (!is_end(s, &p))
            stop = take(q, &p, s);
        else if (has_momentum)
            has_momentum = false;
        else
            return CLD_WALK_UNSURE;
        m.last = p.w;
    }
    return stop;
}

/// What each w of vertices as they are is off by: by what the shapes and their centres are, and by 6 u of the
/// reach for turning it.
CLD_INLINE double find_error(const question *q) {
    const cld_posed_pair *pair = q->pair;
    return pair->centres->error + cld_shapes_find_error(pair->a, pair->b) + 6 * CLD_ROUNDOFF * q->reach +
           0x1p-98 * q->size;
}

/// Has the simplex's vertices as they are, not as floats have them.
CLD_INLINE void sharpen(const question *q, cld_walk_simplex *s) {
    const cld_posed_pair *pair = q->pair;
    for (int i = 0; i < s->count; i++) {
        cld_corner *p = &s->at[i];
        if (p->ia == CLD_NO_INDEX)
            continue;
        cld_vec3 a = cld_pose_turn(pair->pose_a, cld_cloud_at(&pair->a->core, p->ia)),
                 b = cld_pose_turn(pair->pose_b, cld_cloud_at(&pair->b->core, p->ib));
        p->w = cld_sub(cld_sub(a, b), q->offset);
    }
}

/// Whether the vertices themselves hold the origin, or come so near to it that the shapes touch: whoever
/// measures them will say so, too, with bounds that leave at most 2^-44 of the size open. What those of
/// floats show by so much more than is lost needs no look at them.
CLD_INLINE bool meets(const question *q, double limit, cld_walk_simplex *s) {
    double weight[4], error = find_error(q);
    if (s->count == 4 && cld_walk_weigh(s, 4, q->size, error + ROUGH_ERROR * q->reach, weight))
        return true;
    sharpen(q, s);
    if (cld_walk_weigh(s, s->count, q->size, error, weight) && s->count == 4)
        return true;
    double near = limit * (1 - 0x1p-40) - cld_shape_find_skew(q->pair->a) - cld_shape_find_skew(q->pair->b) -
                  0x1p-43 * q->size - 5 * error;
    cld_plain_combination c = {.total = 0};
    for (int i = 0; i < s->count; i++)
        cld_plain_combine(&c, weight[i], s->at[i].w);
    return near > 0 && c.total > 0 && cld_dot(c.w, c.w) < near * near * c.total * c.total;
}

/// Whether it `is_led` is a constant.
CLD_INLINE cld_verdict run(const cld_posed_pair *pair, double limit, double inner, bool is_led,
                           double *scratch) {
    const cld_shape *a = pair->a, *b = pair->b;
    const cld_pose *pose_a = pair->pose_a, *pose_b = pair->pose_b;
    question q = {
        .pair = pair, .offset = pair->centres->between, .reach = a->reach + b->reach, .inner = inner};
    cld_walk_simplex s;
    q.size = (q.reach + cld_length(q.offset)) * (1 + 0x1p-40);
    if (!(q.size > LEAST_SIZE && q.size < MOST_SIZE && cld_max_abs(q.offset) > LEAST_OFFSET))
        return CLD_UNSURE;
    cld_rough_make(&a->core, pose_a ? &pose_a->r : NULL, scratch, &q.cloud[0]);
    cld_rough_make(&b->core, pose_b ? &pose_b->r : NULL, scratch + 3 * cld_cloud_stride(a->core.count),
                   &q.cloud[1]);
    // What doubles lose beside floats is less than 2^-40 of the size.
    double off = cld_max(cld_rough_find_error(&q.cloud[0]), cld_rough_find_error(&q.cloud[1])) + 0x1p-40;
    q.least = ROUGH_ERROR * ROUGH_ERROR * q.reach * q.reach;
    q.limit = limit * (1 + 0x1p-40) + off * q.size + 2 * (pair->centres->error + cld_shapes_find_error(a, b));
    cld_walk_keep_nearest(&s, cld_negate(q.offset), 1);
    s.count = 0;
    cld_walk_stop stop = is_led ? walk_led(&q, &s) : walk_alone(&q, &s);
    if (stop == CLD_WALK_APART)
        return CLD_APART;
    return s.count > 0 && meets(&q, limit, &s) ? CLD_MEETS : CLD_UNSURE;
}

#define PARAMETERS (const cld_posed_pair *pair, double limit, double inner, double *scratch)

static cld_verdict run_led PARAMETERS { return run(pair, limit, inner, true, scratch); }
CLD_WIDE(cld_verdict, run_led, PARAMETERS, { return run(pair, limit, inner, true, scratch); })

static cld_verdict run_alone PARAMETERS { return run(pair, limit, inner, false, scratch); }
CLD_WIDE(cld_verdict, run_alone, PARAMETERS, { return run(pair, limit, inner, false, scratch); })

cld_verdict cld_walk_roughly(const cld_posed_pair *pair, double limit, double inner, double *scratch) {
    uint32_t count_a = pair->a->core.count, count_b = pair->b->core.count;
    double reach = pair->a->reach + pair->b->reach;
    if (count_a >= CLD_FEWEST_FOR_CELLS || count_b >= CLD_FEWEST_FOR_CELLS ||
        !(pair->centres->error <= CLD_WORST_CENTRES * reach))
        return CLD_UNSURE;
    return cld_may_gain_momentum(count_a, count_b) && inner > CLD_ROUND * reach
               ? CLD_BEST(run_led, (pair, limit, inner, scratch))
               : CLD_BEST(run_alone, (pair, limit, inner, scratch));
}
