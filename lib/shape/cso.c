#include "shape/cso.h"

#include "shape/lanes.h"

/// Sizes between these need no scaling: with lengths of at most 2^100, what the narrow phase multiplies (up
/// to six lengths) stays within double range, and with lengths of at least 2^-100 its rounding errors do.
#define LARGEST_SIZE 0x1p100
#define SMALLEST_SIZE 0x1p-100

/// The same of curved cores, which square how far they reach along products of up to five lengths.
#define LARGEST_CURVED 0x1p40
#define SMALLEST_CURVED 0x1p-40

/// No size is less than this part of the errors, which are up to 2^400 then.
#define LEAST_OF_ERRORS 0x1p-400

/// Nor than this part of the radii, unless it is 0: scaled with the rest, they and points that are moved by
/// them stay what double-double can multiply.
#define LEAST_OF_RADII 0x1p-900

size_t cld_cso_scratch(const cld_shape *a, const cld_shape *b) {
    return 3 * (cld_cloud_stride(a->core.count) + cld_cloud_stride(b->core.count)) + 2 * CLD_CURVE_DOUBLES;
}

/// Has a cloud stand in memory that it was copied to; returns what is behind that.
static inline double *move_cloud(cld_cloud *cloud, double *memory) {
    size_t stride = cld_cloud_stride(cloud->count);
    cloud->x = memory, cloud->y = memory + stride, cloud->z = memory + 2 * stride;
    return memory + 3 * stride;
}

/// Copies a cloud, turned and scaled; returns the memory behind it.
static double *copy_cloud(cld_cloud *cloud, const cld_mat3 *turn, double scale, double *memory) {
    cld_cloud_turn(cloud, turn ? turn : &cld_mat3_identity, scale, memory);
    return move_cloud(cloud, memory);
}

static bool is_zero(cld_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

cld_dd3 cld_shape_find_centre(const cld_shape *shape, const cld_pose *pose) {
    cld_dd3 c = cld_dd3_make(shape->centre);
    if (!pose)
        return c;
    if (is_zero(shape->centre))
        return cld_dd3_make(pose->t);
    cld_affine affine = {.t = cld_dd3_make(pose->t)};
    for (int i = 0; i < 3; i++)
        affine.m[i] = cld_dd3_make(pose->r.row[i]);
    return cld_affine_apply(&affine, c);
}

CLD_INLINE bool is_turned(const cld_pose *pose) {
    const cld_vec3 *r = pose ? pose->r.row : NULL;
    return r && !(r[0].x == 1 && r[1].y == 1 && r[2].z == 1 && r[0].y == 0 && r[0].z == 0 && r[1].x == 0 &&
                  r[1].z == 0 && r[2].x == 0 && r[2].y == 0);
}

/// The power of two that brings a size near 1, or 1 where it is near enough.
CLD_INLINE double find_scale(double size, bool is_curved) {
    double least = is_curved ? SMALLEST_CURVED : SMALLEST_SIZE,
           most = is_curved ? LARGEST_CURVED : LARGEST_SIZE;
    return (size >= least && size <= most) || size == 0 ? 1 : cld_find_power(size);
}

/// The shape, if its cloud is rounded: by more than what double-double loses.
CLD_INLINE const cld_shape *find_placed(const cld_shape *shape) {
    bool placed = (shape->error > 0x1p-80 * shape->reach) & (shape->core.count > 0);
    return placed ? shape : NULL;
}

/// What is added up for a centre, in magnitude.
CLD_INLINE double find_added(const cld_shape *shape, const cld_pose *pose) {
    return cld_max_abs(shape->centre) + (pose ? cld_max_abs(pose->t) : 0);
}

/// Centres and offset, and how far the latter may be off. Most centres are doubles, and so is then what
/// two_diff makes of them; what is turned and moved in double-double loses as many bits of what is added up.
CLD_INLINE double place_centres(cld_cso *cso, const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                                const cld_pose *pose_b) {
    bool plain_a = !pose_a || is_zero(a->centre), plain_b = !pose_b || is_zero(b->centre);
    if (plain_a && plain_b) {
        // Copies: what has only just been stored is slow to load.
        cld_vec3 ca = pose_a ? pose_a->t : a->centre, cb = pose_b ? pose_b->t : b->centre;
        cso->a.centre = ca;
        cso->b.centre = cb;
        cso->offset_exact = cld_dd3_diff(cb, ca);
        return 0;
    }
    cld_dd3 ca = cld_shape_find_centre(a, pose_a), cb = cld_shape_find_centre(b, pose_b);
    cso->a.centre = cld_dd3_value(ca);
    cso->b.centre = cld_dd3_value(cb);
    cso->offset_exact = cld_dd3_sub(cb, ca);
    return 0x1p-98 * (find_added(a, pose_a) + find_added(b, pose_b));
}

CLD_INLINE bool are_good(const cld_centres *centres, const cld_shape *a, const cld_shape *b) {
    return centres->error <= CLD_WORST_CENTRES * (a->reach + b->reach);
}

/// What follows from the offset and the scale.
CLD_INLINE void measure(const cld_shape *a, const cld_shape *b, cld_cso *cso) {
    cso->a.reach = cld_shape_find_span(a) * cso->scale * (1 + 8 * CLD_ROUNDOFF);
    cso->b.reach = cld_shape_find_span(b) * cso->scale * (1 + 8 * CLD_ROUNDOFF);
    cso->size = cso->a.reach + cso->b.reach + cld_length(cso->offset) * (1 + 8 * CLD_ROUNDOFF);
    cso->radius = (a->radius + b->radius) * cso->scale;
    // Scaling can drop what underflows, below 2^-1074 each, which is nothing beside a size near 1.
    cso->error = cld_shapes_find_error(a, b) * cso->scale + 0x1p-98 * cso->size;
}

/// All but the clouds and curves, which are left as those of the shapes. Around `centres`, if they are there
/// and good.
CLD_INLINE void make_frame(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                           const cld_pose *pose_b, const cld_centres *centres, cld_cso *cso) {
    cso->a = (cld_cso_side){.cloud = a->core};
    cso->b = (cld_cso_side){.cloud = b->core};
    cso->simple = cso->asleep = cso->looks_up = false;
    cso->tracer = NULL;
    bool roughly = centres && are_good(centres, a, b);
    double lost;
    if (roughly) {
        lost = centres->error;
        cso->a.centre = centres->a;
        cso->b.centre = centres->b;
        cso->offset_exact = cld_dd3_make(centres->between);
    } else {
        lost = place_centres(cso, a, pose_a, b, pose_b);
    }
    cso->offset = cld_dd3_value(cso->offset_exact);
    double size = cld_max(cld_max(cld_shape_find_span(a), cld_shape_find_span(b)), cld_max_abs(cso->offset));
    if (size > 0)
        size = cld_max(size, LEAST_OF_RADII * cld_max(a->radius, b->radius));
    // Far out the errors of a tiny shape are larger than itself: scaled, their squares must not overflow
    // either.
    bool is_curved = a->core.count == 0 || b->core.count == 0;
    cso->scale = find_scale(cld_max(size, LEAST_OF_ERRORS * cld_max(a->error, b->error)), is_curved);
    cso->unit = 1 / cso->scale;
    if (cso->scale != 1) {
        cso->offset_exact = cld_dd3_scale(cso->offset_exact, cld_dd_make(cso->scale));
        cso->offset = cld_dd3_value(cso->offset_exact);
    }
    measure(a, b, cso);
    cso->error += lost * cso->scale;
}

bool cld_cso_measure(const cld_shape *a, const cld_shape *b, const cld_centres *centres, cld_cso *cso) {
    cso->offset = centres->between;
    cso->scale = cso->unit = 1;
    cso->tracer = NULL;
    measure(a, b, cso);
    cso->error += centres->error + 6 * CLD_ROUNDOFF * (cso->a.reach + cso->b.reach); // as in cld_cso_make
    return are_good(centres, a, b) && cso->size > SMALLEST_SIZE && cso->size < LARGEST_SIZE;
}

/// Copies what a frame turns or scales; returns the memory behind it.
static double *place(const cld_shape *shape, const cld_pose *pose, cld_cso *cso, cld_cso_side *side,
                     double *memory) {
    bool turned = is_turned(pose), moved = turned || cso->scale != 1;
    const cld_mat3 *turn = turned ? &pose->r : NULL;
    if (moved)
        memory = copy_cloud(&side->cloud, turn, cso->scale, memory);
    side->curve = shape->curve->count ? shape->curve : NULL;
    if (moved && side->curve) {
        cld_curve *curve = (cld_curve *)(void *)memory;
        *curve = cld_curve_move(shape->curve, turn, cso->scale);
        side->curve = curve;
        memory += CLD_CURVE_DOUBLES;
    }
    if (turned) // which adds 3 u times the row sums, below 6 u |v|
        cso->error += 6 * CLD_ROUNDOFF * side->reach;
    side->placed = turned ? NULL : find_placed(shape);
    return memory;
}

void cld_cso_make(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                  double *scratch, cld_cso *cso) {
    make_frame(a, pose_a, b, pose_b, NULL, cso);
    place(b, pose_b, cso, &cso->b, place(a, pose_a, cso, &cso->a, scratch));
    cso->simple = !cld_cso_is_curved(cso);
}

/// Leaves a large cloud where it is, and turns a small one; returns the memory behind that.
CLD_INLINE double *place_lazily(const cld_shape *shape, const cld_pose *pose, cld_cso *cso,
                                cld_cso_side *side, double *memory) {
    bool turned = is_turned(pose), large = shape->core.count >= CLD_FEWEST_FOR_CELLS;
    if (large || cso->asleep) {
        side->own = shape;
        side->turn = turned ? &pose->r : NULL;
    } else if (turned) {
        cld_lanes_turn_cloud(&side->cloud, &pose->r, 1, memory);
        move_cloud(&side->cloud, memory);
    }
    // As in cld_cso_make. Beside the turned vertex, a turned direction is off by 6 u, and so is what it finds
    // the farthest, by up to twice that and the 3 u of each of two dot products. Those who ask clouds that
    // are asleep have the 18 u between to spare: cld_walk_ends_at_once, and containment from a room of 0 on.
    if (turned)
        cso->error += (large ? 24 : 6) * CLD_ROUNDOFF * side->reach;
    side->placed = turned ? NULL : find_placed(shape);
    return memory + 3 * cld_cloud_stride(shape->core.count);
}

CLD_INLINE bool are_small(const cld_shape *a, const cld_shape *b) {
    return a->core.count < CLD_FEWEST_FOR_CELLS && b->core.count < CLD_FEWEST_FOR_CELLS;
}

/// Whether one support may well be all that is asked of two small clouds: turning them takes as long as three
/// supports. Where their centres are this far apart, the balls around them hardly overlap.
CLD_INLINE bool is_far(const cld_cso *cso) {
    double far = 0.8 * (cso->a.reach + cso->b.reach);
    return cld_dot(cso->offset, cso->offset) > far * far;
}

void cld_cso_make_lazily(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                         const cld_pose *pose_b, double *scratch, cld_cso *cso) {
    cld_cso_make_roughly(a, pose_a, b, pose_b, NULL, scratch, cso);
}

CLD_INLINE const cld_cells *find_cells(const cld_shape *shape) {
    return shape && shape->core.count >= CLD_FEWEST_FOR_CELLS ? cld_shape_cells(shape) : NULL;
}

/// How a frame finds supports, by what it has.
CLD_INLINE void choose_supports(cld_cso *cso) {
    cld_cso_side *a = &cso->a, *b = &cso->b;
    a->cells = find_cells(a->own);
    b->cells = find_cells(b->own);
    cso->simple = !a->own && !b->own && !cld_cso_is_curved(cso);
    cso->looks_up = (a->cells || b->cells) && (a->cells || !a->own) && (b->cells || !b->own);
}

/// False for a frame that has to be scaled.
CLD_INLINE bool make_lazily(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                            const cld_pose *pose_b, const cld_centres *centres, double *scratch,
                            cld_cso *cso) {
    make_frame(a, pose_a, b, pose_b, centres, cso);
    if (cso->scale != 1)
        return false;
    bool is_turned_any = is_turned(pose_a) || is_turned(pose_b);
    cso->asleep = (a->is_brick && b->is_brick) || (are_small(a, b) && is_turned_any && is_far(cso));
    scratch = place_lazily(a, pose_a, cso, &cso->a, scratch);
    place_lazily(b, pose_b, cso, &cso->b, scratch);
    choose_supports(cso);
    return true;
}

CLD_WIDE(bool, make_lazily,
         (const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
          const cld_centres *centres, double *scratch, cld_cso *cso),
         { return make_lazily(a, pose_a, b, pose_b, centres, scratch, cso); })

void cld_cso_make_roughly(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                          const cld_pose *pose_b, const cld_centres *centres, double *scratch, cld_cso *cso) {
    if (!CLD_BEST(make_lazily, (a, pose_a, b, pose_b, centres, scratch, cso)))
        cld_cso_make(a, pose_a, b, pose_b, scratch, cso);
}

void cld_cso_set_cloud(cld_cso *cso, bool is_b, cld_cloud cloud) {
    cld_cso_side *side = is_b ? &cso->b : &cso->a;
    side->cloud = cloud;
    side->own = side->placed = NULL;
    side->turn = NULL;
    choose_supports(cso);
}

/// Turns a cloud that is still the shape's own, as a frame that was made lazily has it.
static void turn_side(cld_cso_side *side, double *memory) {
    if (side->turn && side->cloud.x == side->own->core.x)
        copy_cloud(&side->cloud, side->turn, 1, memory);
}

void cld_cso_turn(cld_cso *cso, double *scratch) {
    double *behind = scratch + 3 * cld_cloud_stride(cso->a.cloud.count);
    turn_side(&cso->a, scratch);
    turn_side(&cso->b, behind);
}

void cld_cso_wake(cld_cso *cso, double *scratch) {
    cld_cso_turn(cso, scratch);
    cso->a.turn = cso->b.turn = NULL;
    cso->a.own = cso->b.own = NULL;
    cso->asleep = false;
    cso->simple = true;
}

cld_cso_vertex cld_cso_vertex_at(const cld_cso *cso, uint32_t ia, uint32_t ib) {
    cld_cso_vertex v = {.a = cld_cso_at(cso, false, ia), .b = cld_cso_at(cso, true, ib), .ia = ia, .ib = ib};
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

/// Of the side's curve, or else of a cloud, of which it may have patches.
static cld_vec3 find_extreme(const cld_cso_side *side, const cld_cloud *cloud, cld_vec3 d, uint32_t *at) {
    cld_vec3 v;
    if (side->curve)
        return cld_curve_find_extreme(side->curve, d, at);
    if (side->patches) {
        *at = cld_patches_find_extreme(side->patches, d, &v);
        return v;
    }
    *at = cld_cloud_find_extreme(cloud, d);
    return cld_cloud_at(cloud, *at);
}

/// The same in the frame of the shape itself.
static cld_vec3 find_own(const cld_cso_side *side, cld_vec3 d, uint32_t *at) {
    cld_vec3 v, own = side->turn ? cld_mat3_apply_transposed(side->turn, d) : d;
    const cld_cells *cells = side->patches ? NULL : find_cells(side->own);
    if (cells)
        *at = cld_cells_find_extreme(cells, own, &v);
    else
        v = find_extreme(side, &side->own->core, own, at);
    return side->turn ? cld_mat3_apply(side->turn, v) : v;
}

static inline cld_vec3 find_on_side(const cld_cso_side *side, cld_vec3 d, uint32_t *at) {
    return side->own ? find_own(side, d, at) : find_extreme(side, &side->cloud, d, at);
}

/// True also where there is nothing to prepare.
static bool prepare(cld_cso_side *side) {
    if (side->curve || side->cloud.count < CLD_FEWEST_FOR_PATCHES || side->patches)
        return true;
    side->patches = cld_patches_create(side->own ? &side->own->core : &side->cloud);
    return side->patches;
}

bool cld_cso_prepare(cld_cso *cso) {
    bool good = prepare(&cso->a) && prepare(&cso->b);
    if (cso->a.patches || cso->b.patches) {
        cso->simple = cso->looks_up = false;
    }
    return good;
}

void cld_cso_forget(cld_cso *cso) {
    cld_patches_destroy(cso->a.patches);
    cld_patches_destroy(cso->b.patches);
    cso->a.patches = cso->b.patches = NULL;
}

cld_vec3 cld_cso_find_extreme(const cld_cso *cso, bool is_b, cld_vec3 d) {
    uint32_t at;
    return find_on_side(cld_cso_get_side(cso, is_b), d, &at);
}

static cld_cso_vertex look_up(const cld_cso *cso, cld_vec3 d) {
    cld_cells_ask ask[2];
    cld_cells_answer found[2];
    cld_cso_make_ask(cso, d, ask);
    cld_cells_find_pair(ask, found);
    return cld_cso_take_answer(cso, found);
}

cld_cso_vertex cld_cso_support(const cld_cso *cso, cld_vec3 d) {
    cld_cso_vertex v;
    if (cso->looks_up)
        return look_up(cso, d);
    if (cso->simple) {
        cld_cloud_find_extremes(&cso->a.cloud, &cso->b.cloud, d, &v.ia, &v.ib);
        v.a = cld_cloud_at(&cso->a.cloud, v.ia);
        v.b = cld_cloud_at(&cso->b.cloud, v.ib);
    } else {
        v.a = find_on_side(&cso->a, d, &v.ia);
        v.b = find_on_side(&cso->b, cld_negate(d), &v.ib);
    }
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

/// A vertex relative to its shape's centre.
static cld_dd3 find_exactly(const cld_cso *cso, const cld_shape *placed, uint32_t i, cld_vec3 rounded) {
    if (!placed)
        return cld_dd3_make(rounded);
    cld_dd3 v = cld_dd3_sub(cld_shape_vertex_exact(placed, i), cld_dd3_make(placed->centre));
    return cld_dd3_scale(v, cld_dd_make(cso->scale));
}

cld_dd3 cld_cso_exact(const cld_cso *cso, const cld_cso_vertex *v) {
    cld_dd3 ab = cld_dd3_sub(find_exactly(cso, cso->a.placed, v->ia, v->a),
                             find_exactly(cso, cso->b.placed, v->ib, v->b));
    return cld_dd3_sub(ab, cso->offset_exact);
}

cld_dd cld_cso_separate(const cld_cso *cso, cld_vec3 n) {
    cld_cso_vertex v = cld_cso_support(cso, n);
    cld_dd along = cld_dd3_dot(cso->offset_exact, cld_dd3_make(n));
    return cld_dd_add(along, cld_dd_make(cld_dot(n, v.b) - cld_dot(n, v.a)));
}
