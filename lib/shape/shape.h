/// The inside of a shape: what queries read.
#ifndef CLD_SHAPE_SHAPE_H
#define CLD_SHAPE_SHAPE_H

#include <stdatomic.h>

#include "collide/shape.h"
#include "hull/parts.h"
#include "shape/cloud.h"
#include "shape/curve.h"

/// A parallelepiped around a shape's centre: +-p +-q +-r are the vertices of the core, each within `error`.
typedef struct cld_brick {
    double x[CLD_LANES], y[CLD_LANES], z[CLD_LANES]; ///< of p, q, r, and p again
    double error;
    bool is_box; ///< the three are at right angles, within 2^-40
} cld_brick;

/// False if the cloud is not, to rounding, that of a parallelepiped around the origin with a volume.
bool cld_brick_find(const cld_cloud *cloud, cld_brick *brick);

typedef int16_t cld_shorts __attribute__((vector_size(16), aligned(16), may_alias));

#define CLD_FLAT_UNIT 32766

enum { CLD_FLATS = 8 };

/// The planes of a polytope's largest faces (shape/flats.h), largest first, and of that again where it has
/// few. Normals point outward and are CLD_FLAT_UNIT long, to a part in 2^15; no vertex is farther along one
/// than height times the shape's reach.
typedef struct cld_flats {
    cld_shorts x, y, z, height;
} cld_flats;

/// The lower triangular matrix L, row by row, of an ellipsoid around a shape's centre that holds its core: no
/// point of that is farther along d than |transpose(L) d|.
enum { CLD_AROUND_COUNT = 6 };

/// Where a shape's own frame stands in the world. Of what is that of the identity from some member on, a
/// shape keeps nothing: most are moved but not turned, and few numbers of transforms are not plain doubles.
typedef struct cld_placement {
    cld_vec3 t;
    cld_vec3 own_centre; ///< the shape's centre in its own frame; where this is not kept, its centre less t
    cld_mat3 m;
    cld_vec3 t_low;
    cld_mat3 m_low;
} cld_placement;

/// What shapes that are made of one definition have in common (shape/family.h).
typedef struct cld_family {
    struct cld_family *older; ///< the one founded before it
    cld_shape_def def;
    _Atomic(cld_hull *) hull; ///< of the points; NULL until asked for
    cld_names names;          ///< of the hull's faces and edges, once it has been held to the lists
    bool is_audited;          ///< which is done for the first shape
    double points[];
} cld_family;

/// normal . x = offset.
typedef struct cld_plane {
    cld_dd3 normal; ///< unit
    cld_dd offset;
    double tilt, error; ///< what the normal and the offset may be off by
} cld_plane;

/// normal . x <= offset in the shape's own frame, as it was given.
typedef struct cld_given_plane {
    cld_vec3 normal;
    double offset;
} cld_given_plane;

/// What few shapes have.
typedef struct cld_rarities {
    cld_names names;
    uint32_t
        *outline; ///< of a planar shape: the corners of its convex hull, counter-clockwise in its own frame
    uint32_t outline_count;
    uint32_t leaf_count;
    struct cld_leaf *leaves;          ///< of a compound (shape/compound.h)
    struct cld_leaf_node *leaf_nodes; ///< around those (shape/leaf_tree.h)
    cld_plane plane;                  ///< of a half-space, in the world, x relative to its centre
    cld_given_plane given_plane;      ///< of a half-space that has not been moved
} cld_rarities;

/// What shapes that have none share: a curve of no parts, a frame that is the world's, no rarities.
extern const cld_curve cld_no_curve;
extern const cld_placement cld_unplaced;

/// What builders of tables leave for those that come after them.
enum {
    CLD_HAS_NO_CELLS = 1, ///< they were asked for and would be too large
    CLD_HAS_FLATS = 2     ///< they have been built, or are being
};

/// What every query reads stands first, in two cache lines. What not every shape has need of lies behind
/// pointers: scenes hold a million of them.
struct cld_shape {
    cld_vec3 centre;       ///< a point near the middle of the core's box in the world
    double reach;          ///< no point of the core is farther from the centre than this
    _Atomic(double) inner; ///< the core holds all points within this of the centre; 0 where that may be
                           ///< outside, and of a polytope until the faces have been built
    double radius;   ///< the shape is all points within this of the core: radius and margin, in the world
    double diagonal; ///< of the world bounding box, margin included: the contract's D; 0 where that has none
    uint8_t kind;    ///< cld_kind
    uint8_t dimension;         ///< 2 or 3
    bool in_arena : 1;         ///< which frees it
    bool has_exact_radius : 1; ///< nothing of it was rounded, nor of the similarity that it was scaled by
    bool is_blurred : 1; ///< the error is more than rounding makes it: parts of the transform nearly cancel
    bool is_brick;       ///< the core is one (cld_shape_brick)
    float skew;     ///< no less than how far the transform is from the similarity by which the radius was
                    ///< taken, as a part of it
    cld_cloud core; ///< the vertices in the world, minus centre; none where the core is curved
    double error;   ///< bound on the error of each coordinate of the core, as of world minus centre
    _Atomic(float) around[CLD_AROUND_COUNT]; ///< an ellipsoid around the core; 0 until asked for
    double extent;                           ///< largest magnitude among the coordinates of the core; of a
                                             ///< curved one that of what its points are added up from
    _Atomic(const struct cld_cells *) cells; ///< NULL until asked for
    _Atomic(cld_hull *) hull;                ///< NULL until asked for
    _Atomic(struct cld_facets *) facets;     ///< NULL until asked for (shape/faces.h)
    const cld_curve *curve; ///< a curved core, in the world, minus centre; of no parts for others
    double *points; ///< the vertices in the shape's own frame, three numbers each; NULL where they are those
                    ///< of the core plus its centre there, to the last bit
    const cld_rarities *rare;
    uint8_t placement_size; ///< bytes of it that are kept: ends with a member of cld_placement
    bool mirrored;          ///< the placement turns right hands into left ones
    bool in_family;         ///< `points`, the hull, and in space the names of its parts belong to it
    _Atomic(uint8_t) marks; ///< of those above
    uint32_t given;         ///< a hash of what else the definition said (shape/given.h)
};

/// No less than the reach, and of a curved core how long what its points are added up from is: rounding goes
/// by that.
static inline double cld_shape_find_span(const cld_shape *shape) {
    return shape->core.count ? shape->reach : shape->extent;
}

/// What stands behind the struct begins so far behind its start.
#define CLD_SHAPE_HEAD ((sizeof(cld_shape) + 63) / 64 * 64)

/// Whether there is room for flats between that and the coordinates.
static inline bool cld_may_have_flats(cld_kind kind, int dimension, size_t count) {
    return kind == CLD_HULL && dimension == 3 && count >= 8;
}

/// What is there once `inner` is more than 0, to those who load that to acquire it.
static inline const cld_flats *cld_shape_flats(const cld_shape *shape) {
    return (const cld_flats *)(const void *)((const char *)shape + CLD_SHAPE_HEAD);
}

/// Clouds of so many vertices have tables (shape/cells.h). Scans are faster for smaller ones, which the cache
/// holds.
#define CLD_FEWEST_FOR_CELLS 256

/// Behind the coordinates.
static inline const char *cld_shape_tail(const cld_shape *shape) {
    return (const char *)(shape->core.z + cld_cloud_stride(shape->core.count));
}

/// What a core of eight vertices has there, if it is a brick.
static inline const cld_brick *cld_shape_brick(const cld_shape *shape) {
    return (const cld_brick *)(const void *)cld_shape_tail(shape);
}

/// What one of CLD_FEWEST_FOR_CELLS or more has there.
static inline const cld_spread *cld_shape_spread(const cld_shape *shape) {
    return (const cld_spread *)(const void *)cld_shape_tail(shape);
}

/// How much room there is for either, by the number of vertices.
static inline size_t cld_shape_tail_size(size_t count) {
    return count == 8 ? sizeof(cld_brick) : count >= CLD_FEWEST_FOR_CELLS ? sizeof(cld_spread) : 0;
}

/// As many bytes of it as are kept, behind those.
static inline const cld_placement *cld_shape_placement(const cld_shape *shape) {
    return shape->placement_size == 0
               ? &cld_unplaced
               : (const cld_placement *)(const void *)(cld_shape_tail(shape) +
                                                       cld_shape_tail_size(shape->core.count));
}

/// CLD_DIMENSION_MISMATCH: tells of two shapes that one is planar and one is not.
cld_status cld_shapes_fail_dimension(const cld_shape *a, const cld_shape *b, cld_error *err);

/// What a difference of points of two cores may be off by: a coordinate's error counts sqrt(3) times in a
/// length.
static inline double cld_shapes_find_error(const cld_shape *a, const cld_shape *b) {
    return 1.75 * (a->error + b->error);
}

/// Has the first cache lines of two shapes brought nearer, both at once: of a yes or no two are enough.
static inline void cld_shape_prefetch(const cld_shape *a, const cld_shape *b, size_t lines) {
    for (size_t line = 0; line < lines; line++) {
        __builtin_prefetch((const char *)a + 64 * line);
        __builtin_prefetch((const char *)b + 64 * line);
    }
}

/// So many cache lines of vertices are fetched at once, without waiting for how many there are.
enum { CLD_FIRST_LINES = 4 };

/// Behind so many lines the processor has seen by itself that they are read one after another.
enum { CLD_MOST_LINES = 24 };

/// How many it pays to fetch: all of small clouds, of which all are read, and what may be behind them.
static inline size_t cld_shape_vertex_lines(const cld_shape *shape) {
    uint32_t count = shape->core.count;
    size_t all = 3 * cld_cloud_stride(count) / 8 + (cld_shape_tail_size(count) + 63) / 64,
           most = all < CLD_MOST_LINES ? all : CLD_MOST_LINES;
    return count < CLD_FEWEST_FOR_CELLS ? most : CLD_FIRST_LINES;
}

/// The same for what it reads of their vertices: waiting for the structs to tell where those are would take
/// twice as long. The rest goes as far as the second cache, since the first has no room for so many requests,
/// and in turns, as both are waited for.
static inline void cld_shape_prefetch_vertices(const cld_shape *a, const cld_shape *b) {
    const char *at_a = (const char *)(cld_shape_flats(a) + 1), *at_b = (const char *)(cld_shape_flats(b) + 1);
    for (size_t line = 0; line < CLD_FIRST_LINES; line++) {
        __builtin_prefetch(at_a + 64 * line);
        __builtin_prefetch(at_b + 64 * line);
    }
    size_t count_a = cld_shape_vertex_lines(a), count_b = cld_shape_vertex_lines(b);
    size_t both = count_a < count_b ? count_a : count_b, all = count_a + count_b - both;
    const char *at_larger = count_a < count_b ? at_b : at_a;
    for (size_t line = CLD_FIRST_LINES; line < both; line++) {
        __builtin_prefetch(at_a + 64 * line, 0, 2);
        __builtin_prefetch(at_b + 64 * line, 0, 2);
    }
    for (size_t line = both > CLD_FIRST_LINES ? both : CLD_FIRST_LINES; line < all; line++)
        __builtin_prefetch(at_larger + 64 * line, 0, 2);
}

/// The same for one shape of which nothing is in the caches yet: the struct and the first of its vertices.
static inline void cld_shape_prefetch_one(const cld_shape *shape) {
    for (size_t line = 0; line < 12; line++)
        __builtin_prefetch((const char *)shape + 64 * line);
}

/// Almost all that a brick has of either, and what is read first of others; more would keep what is waited
/// for now from coming.
enum { CLD_FIRST_FACE_LINES = 6 };

/// The same for the beginning of its faces, as far as they have been built, as far as the second cache.
static inline void cld_shape_prefetch_faces(const cld_shape *shape) {
    const char *hull = (const char *)atomic_load_explicit(&shape->hull, memory_order_relaxed),
               *facets = (const char *)atomic_load_explicit(&shape->facets, memory_order_relaxed);
    for (size_t line = 0; hull && facets && line < CLD_FIRST_FACE_LINES; line++) {
        __builtin_prefetch(hull + 64 * line, 0, 2);
        __builtin_prefetch(facets + 64 * line, 0, 2);
    }
}

/// A shape of `count` vertices yet to be written, placed but for its own centre, all else zero; NULL without
/// memory. cld_shape_destroy frees it.
cld_shape *cld_shape_allocate(const cld_shape_def *def, size_t count);

/// Whether a shape that cannot be made could be under `transform`, without what else has moved it: CLD_OK if
/// that is at fault, and `err` stays as it is; else what is wrong even so.
cld_status cld_shape_try(const cld_shape_def *def, const cld_transform *transform, cld_error *err);

/// What is kept of a transform: how many bytes of the placement, whose own centre is yet to be set.
uint8_t cld_placement_make(const cld_transform *transform, cld_placement *placement);

/// From the shape's own frame to the world, and back; `space` is for what has to be found.
const cld_transform *cld_shape_find_transform(const cld_shape *shape, cld_transform *space);
const cld_transform *cld_shape_find_inverse(const cld_shape *shape, cld_transform *space);

/// The family of a shape that is in one.
static inline cld_family *cld_shape_family(const cld_shape *shape) {
    const char *points = (const char *)shape->points;
    return shape->in_family ? (cld_family *)(void *)(points - offsetof(cld_family, points)) : NULL;
}

/// Whether the shape's own frame is but moved to where it stands in the world.
static inline bool cld_shape_is_unturned(const cld_shape *shape) {
    return shape->placement_size <= sizeof(cld_vec3);
}

/// The centre in the shape's own frame.
static inline cld_vec3 cld_shape_own_centre(const cld_shape *shape) {
    const cld_placement *p = cld_shape_placement(shape);
    return cld_shape_is_unturned(shape) ? cld_sub(shape->centre, p->t) : p->own_centre;
}

/// Vertex i in the shape's own frame.
static inline cld_vec3 cld_shape_point(const cld_shape *shape, uint32_t i) {
    if (!shape->points)
        return cld_add(cld_cloud_at(&shape->core, i), cld_shape_own_centre(shape));
    const double *p = shape->points + 3 * (size_t)i;
    return cld_vec3_make(p[0], p[1], p[2]);
}

/// Finds the ellipsoid around a large polytope in three dimensions, unless its size is beyond floats
/// (around.c).
void cld_shape_build_around(const cld_shape *shape);

static inline bool cld_shape_has_around(const cld_shape *shape) {
    return atomic_load_explicit(&shape->around[0], memory_order_acquire) > 0;
}

/// L of the ellipsoid around it, column by column.
static inline void cld_shape_get_around(const cld_shape *shape, cld_vec3 column[3]) {
    double l[CLD_AROUND_COUNT];
    for (int i = 0; i < CLD_AROUND_COUNT; i++)
        l[i] = (double)atomic_load_explicit(&shape->around[i], memory_order_relaxed);
    column[0] = cld_vec3_make(l[0], l[1], l[3]);
    column[1] = cld_vec3_make(0, l[2], l[4]);
    column[2] = cld_vec3_make(0, 0, l[5]);
}

/// How far the ellipsoid around it reaches along d, times |d|, as a pose, which may be NULL, has turned it.
static inline double cld_shape_reach_around(const cld_shape *shape, const cld_pose *pose, cld_vec3 d) {
    cld_vec3 l[3];
    cld_shape_get_around(shape, l);
    d = cld_pose_turn_back(pose, d);
    cld_vec3 reach = {cld_dot(l[0], d), l[1].y * d.y + l[1].z * d.z, l[2].z * d.z};
    return cld_length(reach);
}

/// Frees the hull, but for a family's, and its facets, which nobody may be using; they are built anew when
/// they are asked for again.
void cld_shape_forget_hull(cld_shape *shape);

/// About how many bytes a shape takes, and how many its hull and facets do beside it, as far as they are
/// there; those of the hulls of a compound's children are not counted.
size_t cld_shape_measure(const cld_shape *shape);
size_t cld_shape_measure_hull(const cld_shape *shape);

/// A vertex of the core in the world, to about 100 bits.
cld_dd3 cld_shape_vertex_exact(const cld_shape *shape, uint32_t i);

/// How far the shape's surface may be from that of what its transform, a similarity within 1e-6, makes of the
/// ball of its radius. An inset is found in the world, so nothing of it is off.
static inline double cld_shape_find_skew(const cld_shape *shape) {
    return shape->skew > 0 ? (shape->radius - shape->curve->inset) * (double)shape->skew : 0;
}

/// The box around the leaves of a compound that are bounded, as their numbers say; empty if there are none.
void cld_shape_find_bounded_box(const cld_shape *compound, cld_vec3 *lower, cld_vec3 *upper);

/// The diagonal of the world bounding box, margin included: the contract's D. 0 for a half-space.
double cld_shape_measure_diagonal(const cld_shape *shape);

/// The same, which most shapes keep.
static inline double cld_shape_find_diagonal(const cld_shape *shape) {
    return shape->diagonal > 0 ? shape->diagonal : cld_shape_measure_diagonal(shape);
}

/// The tolerance of touching that nobody asked for, as a part of the larger D.
#define CLD_DEFAULT_TOLERANCE 1e-9

#endif
