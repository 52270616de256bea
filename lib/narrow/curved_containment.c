/// Whether one shape lies in another of which one at least is curved, by their support functions: A lies in
/// what is within `room` of B if and only if h_A(n) - h_B(n) is at most `room` for every unit n.
///
/// What is made of about the same ovals as the other is in it, and what reaches beyond no face of a solid;
/// vertices of a polytope in a curved shape are each looked at by GJK. For all else the difference is
/// searched for its maximum: along the normals of flat parts and of sides, over a grid of directions, from
/// the best of these by a pattern search (R. Hooke, T. Jeeves, Direct search solution of numerical and
/// statistical problems, 1961), and from where that ends by going from the farthest point to the way that it
/// is out and back (as for differences of convex functions: P. Tao, L. An, Convex analysis approach to D.C.
/// programming, 1997). An outer ellipsoid is searched as the ball that it becomes in its own frame: where it
/// is thin its support function has a narrow valley, in which all ways out lie and into which no grid leads.
/// Any direction along which A reaches out is a proof that it is not contained; that none is found by the
/// search is strong evidence that it is, no proof.

#include <math.h>

#include "math/tangent.h"
#include "narrow/core.h"
#include "narrow/curved.h"
#include "narrow/curved_walk.h"
#include "narrow/gjk.h"
#include "narrow/golden.h"
#include "proof/bounds.h"

/// No derivation of these but the golden sections: more starts, moves, lines of a side and vertices that are
/// looked at one by one find narrower ways out, and take as much longer.
enum {
    GRID = 7,
    MOST_STARTS = 6,
    MOST_MOVES = 200,
    SIDE_STEPS = 64,
    GOLDEN_STEPS = 45,   ///< leave 2^-31 of the width, and the square of that of the excess
    MOST_ONE_BY_ONE = 64 ///< vertices of a cloud
};

/// The shortest step of the pattern search. Where the excess is smooth, shorter ones change it by less than
/// 2^-60 of the size, which doubles do not see; on a ridge they leave 2^-30 of it, 1e-9, unfound.
#define SHORTEST_STEP 0x1p-30

/// A point that is farther out by no more than this part is no farther. No derivation: it has to be above
/// what GJK is off by, and MOST_MOVES such moves would lead nowhere.
#define FARTHER 0x1p-40

/// What an excess may be off by, as a part of the size: by 6 u for dot products and their sum, and by 8 u for
/// points of curves, here doubled.
#define ROUNDING (32 * CLD_ROUNDOFF)

/// Of a third of a radian: from 1.2 to 2 steps of the grid.
#define COSINE_OF_AROUND 0.945

typedef struct question {
    const cld_cloud *inner_cloud, *outer_cloud;
    const cld_curve *inner_curve, *outer_curve;
    const cld_patches *outer_patches; ///< of a large cloud whose faces are all tried; else NULL
    cld_vec3 shift;                   ///< from the outer shape's centre to the inner one's
    double outer_reach;               ///< no point of the outer shape is farther from its centre
    double room;
    cld_vec3 column[3]; ///< of what takes the directions that are searched to those of the world
    double slope;       ///< by how much more an excess changes, at most, than a direction that is searched
} question;

typedef struct direction {
    cld_vec3 own; ///< unit, before it is taken to the world
    cld_vec3 n;   ///< unit
    double excess;
} direction;

static cld_vec3 find_extreme(const cld_cloud *cloud, const cld_curve *curve, cld_vec3 n) {
    uint32_t part;
    return curve ? cld_curve_find_extreme(curve, n, &part)
                 : cld_cloud_at(cloud, cld_cloud_find_extreme(cloud, n));
}

static cld_vec3 find_outer_extreme(const question *q, cld_vec3 n) {
    cld_vec3 p;
    if (!q->outer_patches)
        return find_extreme(q->outer_cloud, q->outer_curve, n);
    cld_patches_find_extreme(q->outer_patches, n, &p);
    return p;
}

static double find_excess(const question *q, cld_vec3 n) {
    return cld_dot(q->shift, n) + cld_dot(find_extreme(q->inner_cloud, q->inner_curve, n), n) -
           cld_dot(find_outer_extreme(q, n), n);
}

static bool reaches_out(const question *q, cld_vec3 n) { return find_excess(q, n) > q->room; }

static direction make_direction(const question *q, cld_vec3 own) {
    direction d = {.own = cld_unit(own)};
    cld_vec3 n = cld_scale(q->column[0], d.own.x);
    n = cld_add_scaled(cld_add_scaled(n, d.own.y, q->column[1]), d.own.z, q->column[2]);
    d.n = cld_unit(n);
    d.excess = find_excess(q, d.n);
    return d;
}

/// What takes the normals of a ball to those of an outer ellipsoid that it becomes: the inverse transpose of
/// its axes, times their determinant. Of other shapes nothing is changed.
static void choose_frame(question *q, double size) {
    const cld_curve *c = q->outer_curve;
    const cld_vec3 *axis = c ? c->part[0].axis : NULL;
    bool is_ellipsoid = c && c->count == 1 && cld_dot(axis[0], cld_cross(axis[1], axis[2])) != 0;
    for (int i = 0; i < 3; i++)
        q->column[i] = is_ellipsoid ? cld_cross(axis[(i + 1) % 3], axis[(i + 2) % 3])
                                    : cld_vec3_make(i == 0, i == 1, i == 2);
    double longest = 0, shortest = INFINITY;
    for (int i = 0; i < 3; i++) {
        longest = cld_max(longest, cld_length(q->column[i]));
        shortest = cld_min(shortest, cld_length(q->column[i]));
    }
    q->slope = size * longest / shortest;
}

static bool reaches_out_along_axes(const question *q) {
    for (int k = 0; k < 6; k++) {
        double d[3] = {0, 0, 0};
        d[k / 2] = k % 2 ? -1 : 1;
        if (reaches_out(q, cld_vec3_make(d[0], d[1], d[2])))
            return true;
    }
    const cld_curve *curve[2] = {q->inner_curve, q->outer_curve};
    for (int i = 0; i < 4; i++) {
        const cld_curve *c = curve[i / 2];
        if (!c || (uint32_t)(i % 2) >= c->count)
            continue;
        cld_vec3 n = cld_oval_find_normal(&c->part[i % 2]);
        if (cld_dot(n, n) > 0 && (reaches_out(q, n) || reaches_out(q, cld_negate(n))))
            return true;
    }
    return cld_dot(q->shift, q->shift) > 0 && reaches_out(q, cld_unit(q->shift));
}

typedef enum fit { UNSURE, STICKS_OUT, FITS } fit;

/// What the normals of an outer polytope's faces say. A solid is all that is below its faces: what reaches
/// beyond none of them is in it. Of most the ball around the inner shape does not reach as far beyond one of
/// their corners, and nothing else has to be asked.
static fit ask_faces(const question *q, cld_pair *pair, bool b_is_container) {
    cld_solid solid;
    cld_error err;
    if (q->outer_curve)
        return UNSURE;
    if (cld_pair_find_solid(pair, b_is_container, &solid, &err) != CLD_OK) {
        pair->workspace->failed = true;
        return UNSURE;
    }
    const cld_hull *hull = solid.hull;
    question with = *q;
    cld_patches *patches =
        q->outer_cloud->count < CLD_FEWEST_FOR_PATCHES ? NULL : cld_patches_create(q->outer_cloud);
    with.outer_patches = patches; // without memory for them it takes longer
    double inner_reach = cld_cso_get_side(&pair->cso, !b_is_container)->reach;
    const double none = cld_min(0, q->room);
    double most = none;
    for (uint32_t f = 0; f < hull->face_count && most <= q->room; f++) {
        cld_vec3 n = cld_solid_find_normal(&solid, f),
                 corner = cld_cloud_at(q->outer_cloud, hull->face_vertex[hull->face_start[f]]);
        if (cld_dot(n, cld_sub(q->shift, corner)) + inner_reach > most)
            most = cld_max(most, find_excess(&with, n));
    }
    cld_patches_destroy(patches);
    return most > q->room ? STICKS_OUT : most <= none && hull->rank == 3 ? FITS : UNSURE;
}

/// How far the point that GJK ended with is from the origin, at most.
static double find_upper(const cld_cso *cso, const cld_gjk_result *r) {
    return cld_bound_from_points(cso, r->simplex.vertex, r->simplex.weight, r->simplex.count);
}

/// Whether a point of the inner shape, relative to the outer one's centre, is within room >= 0 of that. Where
/// doubles prove neither this nor that the inner shape reaches out, which may be near a curve, double-double
/// tells how far away the point is. `r` is where GJK has ended.
static bool holds_point(const question *q, cld_vec3 p, cld_gjk_result *r) {
    static const cld_vec3 v0 = {1, 0, 0};
    cld_cloud_point memory;
    cld_cso cso = {.b = {.cloud = *q->outer_cloud, .curve = q->outer_curve}};
    cso.a.cloud = cld_cloud_make_point(p, &memory);
    cso.a.reach = cld_length(p);
    cso.b.reach = q->outer_reach;
    cso.size = cso.a.reach + cso.b.reach;
    const cld_curved_aim aim = {.beyond = INFINITY, .part = FARTHER / 16};
    *r = cld_curved_walk(&cso, &aim);
    if (find_upper(&cso, r) <= q->room)
        return true;
    // What stalls at a splinter may have no direction either: not even the length of v is a number then.
    bool leads = r->stop != CLD_GJK_MEETS && cld_dot(r->v, r->v) > 0;
    if (leads && reaches_out(q, cld_unit(r->v)))
        return false;
    *r = cld_gjk(&cso, leads ? r->v : v0, cld_simplex_find_nearest_exactly);
    return find_upper(&cso, r) <= q->room;
}

/// Whether every vertex of an inner polytope is within room >= 0 of the outer curve.
static bool holds_vertices(const question *q) {
    cld_gjk_result r;
    for (uint32_t i = 0; i < q->inner_cloud->count; i++)
        if (!holds_point(q, cld_add(cld_cloud_at(q->inner_cloud, i), q->shift), &r))
            return false;
    return true;
}

/// Whether the point farthest along n is out, or that farthest along the way from the outer shape to it,
/// which is no less far out, and so on. Unlike a step along a tangent this leads over the edges of what is
/// rounded.
static bool projects_out(const question *q, cld_vec3 n) {
    double length = 0;
    for (int move = 0; move < MOST_MOVES; move++) {
        cld_vec3 p = find_extreme(q->inner_cloud, q->inner_curve, n);
        cld_gjk_result r;
        if (!holds_point(q, cld_add(p, q->shift), &r))
            return true;
        double next = cld_length(r.v);
        if (r.stop == CLD_GJK_MEETS || !(next > length * (1 + FARTHER)))
            return false;
        n = cld_scale(r.v, 1 / next);
        length = next;
    }
    return false;
}

/// The outward normal along a line of a cylinder's or a cone's side: it is across the line and across the rim
/// where that starts. The lines are numbered from 0 to 4, once around. 0 where there is no side.
static cld_vec3 find_side_normal(const cld_curve *curve, double turn) {
    const cld_oval *rim = &curve->part[0], *end = &curve->part[1];
    int quarter = (int)floor(turn) & 3;
    double t = turn - floor(turn), cosine = (1 - t * t) / (1 + t * t), sine = 2 * t / (1 + t * t);
    double x = cosine, y = sine;
    for (; quarter > 0; quarter--) {
        double was = x;
        x = -y, y = was;
    }
    cld_vec3 from = cld_add_scaled(cld_scale(rim->axis[0], x), y, rim->axis[1]),
             to = cld_add_scaled(cld_scale(end->axis[0], x), y, end->axis[1]),
             along = cld_add_scaled(cld_scale(rim->axis[0], -y), x, rim->axis[1]);
    cld_vec3 side = cld_add(cld_sub(end->centre, rim->centre), cld_sub(to, from)), n = cld_cross(side, along);
    if (!(cld_dot(n, n) > 0))
        return cld_vec3_make(0, 0, 0);
    return cld_unit(cld_dot(n, from) < 0 ? cld_negate(n) : n);
}

static double find_excess_aside(const void *context, double turn) {
    const question *q = context;
    cld_vec3 n = find_side_normal(q->outer_curve, turn);
    return cld_dot(n, n) > 0 ? find_excess(q, n) : -INFINITY;
}

/// The outer curve's support function has a ridge along the normals of its side, where both ovals reach as
/// far: a search over all directions would get no farther than onto it.
static bool reaches_out_along_sides(const question *q) {
    if (!q->outer_curve || q->outer_curve->count < 2)
        return false;
    double step = 4.0 / (double)SIDE_STEPS, excess[SIDE_STEPS];
    for (int i = 0; i < SIDE_STEPS; i++) {
        excess[i] = find_excess_aside(q, i * step);
        if (excess[i] > q->room)
            return true;
    }
    for (int i = 0; i < SIDE_STEPS; i++) {
        double before = excess[(i + SIDE_STEPS - 1) % SIDE_STEPS], after = excess[(i + 1) % SIDE_STEPS],
               highest;
        if (!(excess[i] >= before && excess[i] >= after))
            continue;
        cld_find_highest(find_excess_aside, q, (i + 1) * step, (i - 1) * step, GOLDEN_STEPS, q->room,
                         &highest);
        if (highest > q->room)
            return true;
    }
    return false;
}

/// Where no step helps, a maximum is some few steps away at most. No derivation of how many: of 60,000 pairs,
/// a fifth of them in each other, none was told otherwise without this.
#define MOST_AWAY 8

/// Steps along two tangents, halved where no step helps. True as soon as the room is exceeded; ended where
/// what is left to climb is too little for that.
static bool climbs_out(const question *q, direction d) {
    double step = 1.0 / (double)GRID;
    for (int move = 0; move < MOST_MOVES && step > SHORTEST_STEP && d.excess <= q->room &&
                       d.excess + MOST_AWAY * step * q->slope > q->room;
         move++) {
        cld_vec3 t[2];
        cld_find_tangents_catto(d.own, &t[0], &t[1]);
        direction best = d;
        for (int k = 0; k < 4; k++) {
            direction next = make_direction(q, cld_add_scaled(d.own, k % 2 ? -step : step, t[k / 2]));
            if (next.excess > best.excess)
                best = next;
        }
        if (!(best.excess > d.excess))
            step /= 2;
        d = best;
    }
    return d.excess > q->room || (q->room >= 0 && projects_out(q, d.n));
}

/// The best of directions that are left. Those around it lead to where it does, and are left out from then
/// on.
static bool take_best(direction *d, int count, direction *best) {
    *best = (direction){.excess = -INFINITY};
    for (int i = 0; i < count; i++)
        if (d[i].excess > best->excess)
            *best = d[i];
    for (int i = 0; i < count; i++)
        if (cld_dot(d[i].own, best->own) > COSINE_OF_AROUND)
            d[i].excess = -INFINITY;
    return best->excess > -INFINITY;
}

/// The grid has GRID x GRID directions on each face of a cube.
static bool search_finds_a_way_out(const question *q) {
    direction grid[6 * GRID * GRID], best;
    for (int i = 0; i < 6 * GRID * GRID; i++) {
        int column = i / 6 % GRID, row = i / 6 / GRID;
        double sign = i % 2 ? -1 : 1, u = (2.0 * column + 1) / (double)GRID - 1,
               v = (2.0 * row + 1) / (double)GRID - 1;
        int axis = i / 2 % 3;
        grid[i] = make_direction(q, axis == 0   ? cld_vec3_make(sign, u, v)
                                    : axis == 1 ? cld_vec3_make(v, sign, u)
                                                : cld_vec3_make(u, v, sign));
        if (grid[i].excess > q->room)
            return true;
    }
    for (int i = 0; i < MOST_STARTS && take_best(grid, 6 * GRID * GRID, &best); i++)
        if (climbs_out(q, best))
            return true;
    return false;
}

/// The ovals of an inner curve one by one: what reaches out has fewer maxima for each than for all.
static bool ovals_find_a_way_out(const question *q) {
    question one = *q;
    cld_curve oval = {.inset = q->inner_curve->inset, .count = 1};
    one.inner_curve = &oval;
    for (uint32_t i = 0; i < q->inner_curve->count; i++) {
        oval.part[0] = q->inner_curve->part[i];
        if (reaches_out_along_sides(&one) || search_finds_a_way_out(&one))
            return true;
    }
    return false;
}

/// For the same reason the vertices of an inner cloud, if they are few.
static bool vertices_reach_out_along_sides(const question *q) {
    if (q->inner_cloud->count > MOST_ONE_BY_ONE)
        return reaches_out_along_sides(q);
    bool found = false;
    for (uint32_t i = 0; i < q->inner_cloud->count && !found; i++) {
        cld_cloud_point memory;
        cld_cloud vertex = cld_cloud_make_point(cld_cloud_at(q->inner_cloud, i), &memory);
        question one = *q;
        one.inner_cloud = &vertex;
        found = reaches_out_along_sides(&one);
    }
    return found;
}

bool cld_curved_is_contained(cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    const cld_cso_side *inner = cld_cso_get_side(cso, !b_is_container),
                       *outer = cld_cso_get_side(cso, b_is_container);
    question q = {.inner_cloud = &inner->cloud,
                  .outer_cloud = &outer->cloud,
                  .inner_curve = inner->curve,
                  .outer_curve = outer->curve,
                  .outer_reach = outer->reach,
                  .shift = b_is_container ? cld_negate(cso->offset) : cso->offset};
    // A little more room than was asked for, so that rounding does not decide.
    q.room = room + ROUNDING * cso->size + 2 * cso->error;
    if (q.inner_curve && q.outer_curve &&
        cld_curve_bound_excess(q.inner_curve, q.shift, q.outer_curve) <= q.room)
        return true;
    choose_frame(&q, cso->size);
    if (reaches_out_along_axes(&q))
        return false;
    fit faces = ask_faces(&q, pair, b_is_container);
    if (faces != UNSURE)
        return faces == FITS;
    if (q.outer_curve && !q.inner_curve && room >= 0)
        return holds_vertices(&q);
    if (q.inner_curve)
        return !ovals_find_a_way_out(&q);
    return !vertices_reach_out_along_sides(&q) && !search_finds_a_way_out(&q);
}
