/// Shapes: made once from a definition, placed in the world for good.

#include "shape/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "hull/audit.h"
#include "math/affine.h"
#include "shape/cells.h"
#include "shape/compound.h"
#include "shape/def.h"
#include "shape/given.h"
#include "shape/kind.h"
#include "shape/outline.h"

const cld_curve cld_no_curve;
static const cld_rarities no_rarities;

/// Whether a shape may have something that few have.
static bool may_be_rare(const cld_shape_def *def) {
    return def->dimension == 2 || def->kind == CLD_HALFSPACE || def->kind == CLD_COMPOUND ||
           def->face_count > 0 || def->edge_count > 0 || def->normal_count > 0;
}

/// The end of a block, where a part of `size` bytes is put if there is one; it moves behind that.
static size_t append(size_t *end, bool is_there, size_t size) {
    size_t at = *end;
    *end += is_there ? size : 0;
    return at;
}

/// Whole cache lines, less the word in which an allocator notes a block's size, so that the blocks of a scene
/// can follow each other without gaps.
static void *allocate_lines(cld_arena *arena, size_t size) {
    if (arena)
        return cld_arena_add(arena, (size + 63) / 64, 64);
    void *memory;
    size_t whole = (size + sizeof(void *) + 63) / 64 * 64 - sizeof(void *);
    return posix_memalign(&memory, 64, whole) == 0 ? memory : NULL;
}

/// Everything that queries read in one block: the struct, the coordinate arrays where cld_shape_prefetch
/// expects them, then what not every shape has.
cld_shape *cld_shape_allocate(const cld_shape_def *def, size_t count) {
    cld_placement placement;
    uint8_t placement_size = cld_placement_make(&def->transform, &placement);
    bool is_curved = cld_kind_row(def->kind)->is_curved, is_rare = may_be_rare(def);
    size_t stride = cld_cloud_stride(count), end = CLD_SHAPE_HEAD;
    append(&end, cld_may_have_flats(def->kind, def->dimension, count), sizeof(cld_flats));
    size_t coordinates = append(&end, true, 3 * stride * sizeof(double));
    append(&end, true, cld_shape_tail_size(count));
    size_t place = append(&end, true, placement_size);
    size_t curve = append(&end, is_curved, sizeof(cld_curve));
    size_t rare = append(&end, is_rare, sizeof(cld_rarities));
    char *block = allocate_lines(def->arena, end);
    if (!block)
        return NULL;
    cld_shape *shape = (cld_shape *)(void *)block;
    double *x = (double *)(void *)(block + coordinates);
    memset(shape, 0, sizeof *shape);
    shape->in_arena = def->arena;
    shape->curve = is_curved ? memset(block + curve, 0, sizeof(cld_curve)) : &cld_no_curve;
    memcpy(block + place, &placement, placement_size);
    shape->placement_size = placement_size;
    shape->rare = is_rare ? memset(block + rare, 0, sizeof(cld_rarities)) : &no_rarities;
    shape->core = (cld_cloud){x, x + stride, x + 2 * stride, (uint32_t)count};
    atomic_init(&shape->hull, NULL);
    atomic_init(&shape->facets, NULL);
    atomic_init(&shape->cells, NULL);
    atomic_init(&shape->inner, 0);
    return shape;
}

/// In the plane it does not matter what becomes of z.
static bool is_mirrored(const cld_transform *transform, int dimension) {
    cld_affine a = cld_affine_make(transform);
    double scale = 1 / cld_max(cld_max_abs(transform->m.row[0]),
                               cld_max(cld_max_abs(transform->m.row[1]), cld_max_abs(transform->m.row[2])));
    cld_dd3 row = cld_dd3_scale(a.m[0], cld_dd_make(scale)),
            other = cld_dd3_scale(a.m[1], cld_dd_make(scale));
    cld_dd3 across = cld_dd3_cross(row, other);
    return dimension == 2 ? across.z.hi < 0
                          : cld_dd3_dot(across, cld_dd3_scale(a.m[2], cld_dd_make(scale))).hi < 0;
}

/// Whether a placed shape is near enough to the origin, which one that overflowed is not.
static cld_status check_place(const cld_shape *shape, cld_error *err) {
    const cld_vec3 *c = &shape->centre;
    const double lengths[] = {c->x, c->y, c->z, shape->reach + shape->radius, shape->rare->plane.offset.hi};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (!(fabs(lengths[i]) <= CLD_LARGEST))
            return cld_fail(err, CLD_TOO_LARGE, "",
                            "the coordinates of a shape in the world may be up to %s in magnitude, got %s",
                            cld_number_tell(CLD_LARGEST).text, cld_number_tell(lengths[i]).text);
    return CLD_OK;
}

static cld_status find_names(const cld_shape_def *def, cld_warn *warn, void *warn_context, cld_shape *shape,
                             cld_names *names, cld_error *err) {
    const cld_hull *hull = NULL;
    cld_status status = cld_shape_find_hull(shape, &hull, err);
    if (status == CLD_OK && hull)
        status = cld_hull_audit(shape->points, hull, def, warn, warn_context, names, err);
    if (def->arena) { // of thousands, few will be asked for it
        cld_shape_forget_hull(shape);
        if (shape->in_family)
            cld_hull_destroy(atomic_exchange(&def->family->hull, NULL));
    }
    return status;
}

/// Holds the hull to the lists: for a family once, and again for those who want to be warned.
static cld_status audit(const cld_shape_def *def, cld_warn *warn, void *warn_context, cld_shape *shape,
                        cld_error *err) {
    if (!def->face_count && !def->edge_count && !def->normal_count)
        return CLD_OK;
    cld_family *family = cld_shape_family(shape);
    cld_names *kept = &((cld_rarities *)shape->rare)->names, found = {.face = NULL};
    bool is_done = family && family->is_audited;
    cld_status status = CLD_OK;
    if (!is_done || warn)
        status = find_names(def, warn, warn_context, shape, &found, err);
    if (family && !is_done && status == CLD_OK) {
        family->names = found;
        family->is_audited = true;
    } else if (family) {
        cld_names_forget(&found);
    }
    *kept = family ? family->names : found;
    return status;
}

/// The least float that is no less than x >= 0.
static float round_up(double x) {
    float nearest = (float)x;
    return (double)nearest < x ? nextafterf(nearest, INFINITY) : nearest;
}

/// Drops the points if they can be had back from the core, which is so for most that are near their shape's
/// centre rather than the origin.
static void drop_points(cld_shape *shape) {
    double *points = shape->points;
    shape->points = NULL;
    for (uint32_t i = 0; i < shape->core.count && !shape->points; i++) {
        cld_vec3 p = cld_shape_point(shape, i);
        if (memcmp(&p, points + 3 * (size_t)i, sizeof p) != 0)
            shape->points = points;
    }
    if (!shape->points)
        free(points);
}

/// To how much of them rotations, and products of transforms, are known.
#define KNOWN 0x1p-96

/// The radius in the world.
static void set_radius(const cld_shape_def *def, double own, const cld_similarity *scaled, cld_shape *shape) {
    cld_dd sum = cld_two_sum(def->margin, own), product = cld_two_product(sum.hi, scaled->factor);
    bool is_known = scaled->rest + scaled->skew <= KNOWN;
    shape->radius = product.hi;
    shape->skew = round_up(scaled->skew);
    // Of a radius that is less, the rest of the product may be lost.
    shape->has_exact_radius =
        sum.hi == 0 || (product.hi > 0x1p-900 && is_known && sum.lo == 0 && product.lo == 0);
}

cld_status cld_shape_create(const cld_shape_def *def, cld_warn *warn, void *warn_context, cld_shape **out,
                            cld_error *err) {
    if (def->kind < CLD_KIND_COUNT && cld_kind_row(def->kind)->create)
        return cld_kind_row(def->kind)->create(def, warn, warn_context, out, err);
    cld_transform inverse;
    cld_status status = cld_shape_def_check(def, err);
    if (status == CLD_OK)
        status = cld_transform_invert(&def->transform, &inverse, err);
    if (status != CLD_OK)
        return status;
    const cld_kind_row_type *row = cld_kind_row(def->kind);
    double own = row->find_radius ? row->find_radius(def) : 0;
    size_t count = row->count_points(def);
    bool rounded = def->margin + own > 0 || (row->is_curved && count == 0);
    cld_similarity scaled = {.factor = 1};
    if (rounded && !cld_affine_find_similarity(&def->transform, def->dimension, &scaled))
        return cld_fail(
            err, CLD_BAD_TRANSFORM, "/transform",
            "a shape with a radius or a margin needs a similarity (rotation, uniform scale, translation), "
            "got a transform that shears or scales its axes differently");
    cld_shape *shape = cld_shape_allocate(def, count);
    double *points = def->family      ? def->family->points
                     : shape && count ? malloc(3 * count * sizeof *points)
                                      : NULL;
    if (!shape || (count && !points)) {
        cld_shape_destroy(shape);
        return cld_fail_memory(err);
    }
    shape->points = points;
    shape->in_family = def->family;
    shape->kind = (uint8_t)def->kind;
    shape->mirrored = is_mirrored(&def->transform, def->dimension);
    set_radius(def, own, &scaled, shape);
    shape->dimension = (uint8_t)def->dimension;
    if (count == 0) {
        row->place(def, shape);
    } else {
        if (!def->family)
            row->write_points(def, shape->points);
        cld_place_points(def, shape);
    }
    shape->diagonal = cld_shape_measure_diagonal(shape);
    if (!cld_shape_is_unturned(shape))
        ((cld_placement *)cld_shape_placement(shape))->own_centre =
            cld_transform_apply(&inverse, shape->centre);
    status = check_place(shape, err);
    if (status == CLD_OK)
        status = (def->dimension == 2 ? cld_outline_build : audit)(def, warn, warn_context, shape, err);
    if (status != CLD_OK) {
        cld_shape_destroy(shape);
        return status;
    }
    if (!def->family)
        drop_points(shape);
    shape->given = cld_given_hash(def);
    *out = shape;
    return CLD_OK;
}

cld_status cld_shape_try(const cld_shape_def *def, const cld_transform *transform, cld_error *err) {
    cld_shape_def tried = *def;
    cld_shape *shape = NULL;
    cld_error found;
    tried.transform = *transform;
    tried.arena = NULL;
    cld_status status = cld_shape_create(&tried, NULL, NULL, &shape, &found);
    cld_shape_destroy(shape);
    if (status != CLD_OK && err)
        *err = found;
    return status;
}

size_t cld_shape_measure(const cld_shape *shape) {
    bool has_flats = cld_may_have_flats((cld_kind)shape->kind, shape->dimension, shape->core.count);
    size_t numbers = 3 * (size_t)shape->core.count,
           bytes = CLD_SHAPE_HEAD + cld_shape_tail_size(shape->core.count) + shape->placement_size +
                   (has_flats ? sizeof(cld_flats) : 0) +
                   (shape->points && !shape->in_family ? 2 : 1) * numbers * sizeof(double);
    for (uint32_t i = 0; i < shape->rare->leaf_count; i++)
        bytes += sizeof(struct cld_leaf) + (i > 0 ? 2 : 1) * sizeof(cld_leaf_node) +
                 cld_shape_measure(shape->rare->leaves[i].shape);
    return bytes;
}

void cld_shape_destroy(cld_shape *shape) {
    if (!shape)
        return;
    cld_shape_forget_hull(shape);
    cld_cells_destroy(atomic_load(&shape->cells));
    cld_compound_clear(shape);
    if (shape->rare != &no_rarities) {
        if (!shape->in_family || shape->dimension == 2)
            cld_names_forget(&((cld_rarities *)shape->rare)->names);
        free(shape->rare->outline);
    }
    if (!shape->in_family)
        free(shape->points);
    if (!shape->in_arena)
        free(shape);
}

cld_status cld_shapes_fail_dimension(const cld_shape *a, const cld_shape *b, cld_error *err) {
    return cld_fail(err, CLD_DIMENSION_MISMATCH, "",
                    "both shapes must have the same dimension, got %d and %d", a->dimension, b->dimension);
}

cld_dd3 cld_shape_vertex_exact(const cld_shape *shape, uint32_t i) {
    cld_transform space;
    cld_affine place_exactly = cld_affine_make(cld_shape_find_transform(shape, &space));
    return cld_affine_apply(&place_exactly, cld_dd3_make(cld_shape_point(shape, i)));
}
