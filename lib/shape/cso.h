/// The Minkowski difference (configuration space obstacle) A - B of two placed shapes, and the frame in which
/// a query works.
///
/// The frame has the world's axes. Vertices of A are relative to A's centre, those of B to B's, both times a
/// power of two that brings the pair's size near 1; `offset` leads from A's centre to B's. So a point of A -
/// B is w = a - b - offset, and neither the distance from the world's origin nor the unit of length costs a
/// digit. The shapes overlap iff A - B holds 0.
#ifndef CLD_SHAPE_CSO_H
#define CLD_SHAPE_CSO_H

#include "shape/cells.h"
#include "shape/patches.h"
#include "shape/shape.h"

/// A point of A - B with its witnesses: a on A and b on B, each relative to its own centre.
typedef struct cld_cso_vertex {
    cld_vec3 a, b, w; ///< w = a - b - offset, rounded
    uint32_t ia, ib;  ///< vertex indices; of a curve, the part that the point is on
} cld_cso_vertex;

/// The same without them: what solvers that ask for many keep of each.
typedef struct cld_corner {
    cld_vec3 w;
    uint32_t ia, ib; ///< cld_cso_vertex_at has the rest
} cld_corner;

/// One of the two shapes, as a frame has it.
typedef struct cld_cso_side {
    cld_cloud cloud;
    const cld_shape *own;    ///< where not NULL, supports are found in this shape's own cloud, as it stands,
                             ///< instead of the above
    const cld_mat3 *turn;    ///< which this turns; NULL: by nothing
    const cld_cells *cells;  ///< the table of that, in which supports are looked up; NULL without one
    const cld_shape *placed; ///< whose vertices cld_cso_exact takes by index; NULL where the cloud is exact,
                             ///< turned or not the shape's
    const cld_curve *curve;  ///< instead of the cloud where not NULL
    cld_patches *patches;    ///< of the cloud in which supports are found; NULL until asked for
    double reach;            ///< bound on |a|, or |b|
    cld_vec3 centre;         ///< in the world, rounded
} cld_cso_side;

typedef struct cld_cso {
    cld_cso_side a, b;
    bool looks_up;             ///< in one table at least, beside which a small cloud is scanned
    bool asleep;               ///< clouds of small shapes, or bricks, that nobody has asked for yet, are not
                               ///< turned
    bool simple;               ///< supports are those of the two clouds; may be false even so
    cld_dd3 offset_exact;      ///< to about 100 bits
    cld_vec3 offset;           ///< rounded
    double size;               ///< reach of a + reach of b + |offset|: no |w| is larger
    double radius;             ///< sum of the shapes' radii
    double error;              ///< bound on the error of |w| that the clouds were given with
    struct cld_tracer *tracer; ///< whom the steps are told (narrow/trace.h); NULL for nobody
    double scale;              ///< the power of two: length here = scale * length in the world
    double unit;               ///< 1 / scale
} cld_cso;

/// Lengths, and heights along unit directions, may be off by this part of the size: a w is off by 3 u, the
/// sum of three products by 3 u more, and the two sides of a comparison add up.
#define CLD_CSO_ROUNDING (8 * CLD_ROUNDOFF)

static inline const cld_cso_side *cld_cso_get_side(const cld_cso *cso, bool is_b) {
    return is_b ? &cso->b : &cso->a;
}

/// Where a shape's centre is in the world, to about 100 bits.
cld_dd3 cld_shape_find_centre(const cld_shape *shape, const cld_pose *pose);

/// How many doubles of scratch memory cld_cso_make may need for this pair.
size_t cld_cso_scratch(const cld_shape *a, const cld_shape *b);

/// Sets the frame up. `scratch` must be 32-byte aligned; it and the shapes must outlive the frame.
/// A NULL pose leaves a shape where it was made.
void cld_cso_make(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                  double *scratch, cld_cso *cso);

/// How good centres have to be, as a part of the shapes' reach, for anything to be made around them.
#define CLD_WORST_CENTRES 0x1p-30

/// Two centres in the world in plain doubles, and what leads from A's to B's.
typedef struct cld_centres {
    cld_vec3 a, b, between;
    double error; ///< how far rounding may have moved them from each other
} cld_centres;

/// The same for two shapes with vertices, where few supports are asked of large clouds, none of two bricks,
/// and perhaps one of shapes that are far apart for their size: those are left as they are, and directions
/// are turned instead. For such a frame, only what is below and the proofs may be asked.
void cld_cso_make_lazily(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                         const cld_pose *pose_b, double *scratch, cld_cso *cso);

/// The same around centres that are at hand, if they are good enough: to find them to 100
/// bits takes as long as a small pair's answer. Nothing exact may be asked of it. Without centres it is the
/// frame of cld_cso_make_lazily.
void cld_cso_make_roughly(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                          const cld_pose *pose_b, const cld_centres *centres, double *scratch, cld_cso *cso);

/// What a frame around such centres says of sizes, whatever the poses are: offset, scale, reach, size, radius
/// and error. Nothing else of it is set, but that nobody is told of steps. False where a frame would be
/// scaled, or the centres are not as good.
bool cld_cso_measure(const cld_shape *a, const cld_shape *b, const cld_centres *centres, cld_cso *cso);

/// Turns the clouds that were left asleep: for those who ask for more than one support.
void cld_cso_wake(cld_cso *cso, double *scratch);

/// Turns the clouds of a frame that was made lazily, for those who read them. `scratch` is what the frame was
/// made with.
void cld_cso_turn(cld_cso *cso, double *scratch);

/// Gives one side of a frame another cloud, which stands as it is and outlives the frame. Not of a frame that
/// is prepared.
void cld_cso_set_cloud(cld_cso *cso, bool is_b, cld_cloud cloud);

/// Prepares large clouds for thousands of supports, which then find what they found before; false when memory
/// runs out. For a copy of a frame whose clouds stay where they are; cld_cso_forget frees what it took.
bool cld_cso_prepare(cld_cso *cso);
void cld_cso_forget(cld_cso *cso);

/// The vertices of each that are lowest and highest along x, those along y, and those along z.
typedef struct cld_ends {
    uint32_t of_a[6], of_b[6];
} cld_ends;

/// Where a walk to the origin begins: at the centres' difference, or where that is the origin beside it.
static inline cld_vec3 cld_cso_start(const cld_cso *cso) {
    cld_vec3 v = cld_negate(cso->offset);
    return cld_dot(v, v) > 0 ? v : cld_vec3_make(1, 0, 0);
}

/// About the direction from A to B along which they are farthest apart, or overlap least; not unit, and not 0
/// unless the centres are one.
cld_vec3 cld_cso_guess(const cld_cso *cso);

/// The point of A or B farthest along d, relative to its own centre.
cld_vec3 cld_cso_find_extreme(const cld_cso *cso, bool is_b, cld_vec3 d);

/// Whether two vertices are one: the same vertices of two clouds, and on curves the same points of them.
static inline bool cld_cso_is_same(const cld_cso_vertex *v, const cld_cso_vertex *w) {
    return v->ia == w->ia && v->ib == w->ib && v->a.x == w->a.x && v->a.y == w->a.y && v->a.z == w->a.z &&
           v->b.x == w->b.x && v->b.y == w->b.y && v->b.z == w->b.z;
}

/// Whether either shape is curved.
static inline bool cld_cso_is_curved(const cld_cso *cso) { return cso->a.curve || cso->b.curve; }

/// A vertex of one of two clouds, relative to its own centre.
static inline cld_vec3 cld_cso_at(const cld_cso *cso, bool is_b, uint32_t i) {
    const cld_cso_side *side = cld_cso_get_side(cso, is_b);
    return side->turn ? cld_mat3_apply(side->turn, cld_cloud_at(&side->own->core, i))
                      : cld_cloud_at(&side->cloud, i);
}

/// The first of the vertices of one of two clouds that are farthest from a point, which is relative to the
/// same centre.
static inline uint32_t cld_cso_find_farthest(const cld_cso *cso, bool is_b, cld_vec3 from) {
    double most = -1;
    uint32_t farthest = 0;
    for (uint32_t i = 0; i < cld_cso_get_side(cso, is_b)->cloud.count; i++) {
        cld_vec3 way = cld_sub(cld_cso_at(cso, is_b, i), from);
        double square = cld_dot(way, way);
        farthest = square > most ? i : farthest;
        most = cld_max(square, most);
    }
    return farthest;
}

/// The vertex with these indices, of two clouds.
cld_cso_vertex cld_cso_vertex_at(const cld_cso *cso, uint32_t ia, uint32_t ib);

/// What to ask of one side of a frame that looks supports up, along d.
static inline cld_cells_ask cld_cso_ask_side(const cld_cso_side *side, cld_vec3 d) {
    return (cld_cells_ask){side->cells, &side->cloud,
                           side->turn ? cld_mat3_apply_transposed(side->turn, d) : d};
}

static inline void cld_cso_make_ask(const cld_cso *cso, cld_vec3 d, cld_cells_ask ask[2]) {
    ask[0] = cld_cso_ask_side(&cso->a, d);
    ask[1] = cld_cso_ask_side(&cso->b, cld_negate(d));
}

/// The vertex of A - B that they answer with.
static inline cld_cso_vertex cld_cso_take_answer(const cld_cso *cso, const cld_cells_answer found[2]) {
    cld_vec3 a = found[0].v, b = found[1].v;
    cld_cso_vertex v = {.a = cso->a.turn ? cld_mat3_apply(cso->a.turn, a) : a,
                        .b = cso->b.turn ? cld_mat3_apply(cso->b.turn, b) : b,
                        .ia = found[0].at,
                        .ib = found[1].at};
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

/// The vertex of A - B farthest along d: of A the farthest along d, of B the farthest along -d.
cld_cso_vertex cld_cso_support(const cld_cso *cso, cld_vec3 d);

/// w of a vertex, to about 100 bits: of the vertices as they were given, where the clouds have them rounded
/// and no pose turns them. Near a small gap between large shapes that rounding, though far below the accuracy
/// of distances, tilts normals.
cld_dd3 cld_cso_exact(const cld_cso *cso, const cld_cso_vertex *vertex);

/// The separation along a direction n of about unit length, (min over B - max over A) of n . x, to within
/// 8 u times both reaches + 2^-90 |offset| and the error of the clouds.
cld_dd cld_cso_separate(const cld_cso *cso, cld_vec3 n);

static inline double cld_cso_find_separation(const cld_cso *cso, cld_vec3 n) {
    return cld_dd_value(cld_cso_separate(cso, n));
}

/// The points of a vertex in the world, cores only.
static inline cld_vec3 cld_cso_world_a(const cld_cso *cso, cld_vec3 a) {
    return cld_add_scaled(cso->a.centre, cso->unit, a);
}
static inline cld_vec3 cld_cso_world_b(const cld_cso *cso, cld_vec3 b) {
    return cld_add_scaled(cso->b.centre, cso->unit, b);
}

#endif
