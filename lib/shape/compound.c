/// A compound is the list of its convex leaves, each placed in the world by the product of the transforms
/// above it.

#include "shape/compound.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/number.h"
#include "shape/def.h"
#include "shape/given.h"

/// The leaves so far, and who is told of warnings.
typedef struct builder {
    struct cld_leaf *leaves;
    uint32_t count, room;
    int dimension;
    int named; ///< an error lies in the children on the way to it whose lists are less deep than this
    cld_arena *arena;
    cld_warn *warn;
    void *warn_context;
} builder;

/// Where in the document a list of children is, from the outermost compound.
typedef struct place {
    const struct place *above;
    const cld_shape_def *of; ///< whose children they are
    builder *to;
    size_t index; ///< of the child in the list
    int depth;    ///< 0: the list of the outermost compound
} place;

static cld_status add_children(const cld_shape_def *def, const cld_transform *outer, bool convexify,
                               const place *above, builder *to, cld_error *err);

/// Passes a warning on, with the child's place before its pointer.
static void pass_warning(void *context, const cld_warning *warning) {
    const place *at = context;
    const builder *to = at->to;
    cld_warning whole = *warning;
    for (; at; at = at->above)
        cld_pointer_prefix(whole.pointer, cld_pointer_to("children", at->index).text);
    to->warn(to->warn_context, &whole);
}

/// Leads the error of a leaf that cannot be made to the transform that is at fault: the innermost with which
/// it cannot.
static cld_status blame_transform(const cld_shape_def *placed, const place *at, cld_status status,
                                  cld_error *err) {
    builder *to = at->to;
    cld_transform transform = at->of->children[at->index].transform;
    cld_status found = CLD_OK;
    for (; at && !(found = cld_shape_try(placed, &transform, err)); at = at->above) {
        transform = cld_transform_compose(&at->of->transform, &transform);
        to->named = at->depth;
    }
    if (to->named < CLD_MOST_COMPOUNDS)
        cld_error_lead(err, "/transform");
    return found ? found : status;
}

static cld_status add_leaf(const cld_shape_def *def, place *at, cld_error *err) {
    builder *to = at->to;
    if (to->count == CLD_MOST_LEAVES)
        return cld_fail(err, CLD_TOO_LARGE, "", "a compound may be made of %d shapes, got more",
                        CLD_MOST_LEAVES);
    if (to->count == to->room) { // by less than cld_grow, as most have few
        uint32_t room = to->room ? 2 * to->room : 8;
        struct cld_leaf *leaves = realloc(to->leaves, room * sizeof *leaves);
        if (!leaves)
            return cld_fail_memory(err);
        to->leaves = leaves;
        to->room = room;
    }
    const place *child = at;
    while (child->above)
        child = child->above;
    struct cld_leaf leaf = {NULL, (uint32_t)child->index};
    cld_status status = cld_shape_create(def, to->warn ? pass_warning : NULL, at, &leaf.shape, err);
    if (status == CLD_OK)
        to->leaves[to->count++] = leaf;
    return status == CLD_OK || status == CLD_INTERNAL ? status : blame_transform(def, at, status, err);
}

static cld_status add_child(const cld_shape_def *def, const cld_transform *outer, bool convexify, place *at,
                            cld_error *err) {
    if (def->dimension != at->to->dimension)
        return cld_fail(err, CLD_DIMENSION_MISMATCH, "",
                        "a compound's children have one dimension: expected %d, got %d", at->to->dimension,
                        def->dimension);
    cld_shape_def placed = *def;
    placed.transform = cld_transform_compose(outer, &def->transform);
    placed.convexify = def->convexify || convexify;
    placed.arena = at->to->arena;
    if (def->kind != CLD_COMPOUND)
        return add_leaf(&placed, at, err);
    // In space it is blamed where a leaf cannot be made with it.
    cld_status status = def->dimension == 2 ? cld_shape_def_check_transform(def, err) : CLD_OK;
    if (status != CLD_OK)
        return status;
    if (at->depth + 2 > CLD_MOST_COMPOUNDS)
        return cld_fail(err, CLD_TOO_LARGE, "", "compounds may lie %d deep in one another, got more",
                        CLD_MOST_COMPOUNDS);
    return add_children(def, &placed.transform, placed.convexify, at, at->to, err);
}

static cld_status check_list(const cld_shape_def *def, cld_error *err) {
    if (def->margin != 0)
        return cld_fail(err, CLD_BAD_VALUE, "/margin", "a compound has no margin, got %s",
                        cld_number_tell(def->margin).text);
    if (def->child_count < 1)
        return cld_fail(err, CLD_BAD_VALUE, "/children", "a compound needs at least 1 child, got none");
    return cld_shape_def_check_lists(def, err);
}

static cld_status add_children(const cld_shape_def *def, const cld_transform *outer, bool convexify,
                               const place *above, builder *to, cld_error *err) {
    cld_status status = check_list(def, err);
    place at = {.above = above, .of = def, .to = to, .depth = above ? above->depth + 1 : 0};
    for (; status == CLD_OK && at.index < def->child_count; at.index++) {
        status = add_child(&def->children[at.index], outer, convexify, &at, err);
        if (status != CLD_OK && at.depth < to->named)
            cld_error_prefix(err, cld_pointer_to("children", at.index).text);
    }
    return status;
}

cld_status cld_compound_create(const cld_shape_def *def, cld_warn *warn, void *warn_context,
                               cld_shape **shape, cld_error *err) {
    cld_transform inverse; // which there has to be
    cld_status status = cld_shape_def_check_transform(def, err);
    if (status == CLD_OK)
        status = cld_transform_invert(&def->transform, &inverse, err);
    if (status != CLD_OK)
        return status;
    cld_shape *compound = cld_shape_allocate(def, 0);
    if (!compound)
        return cld_fail_memory(err);
    builder to = {.dimension = def->dimension,
                  .named = CLD_MOST_COMPOUNDS,
                  .arena = def->arena,
                  .warn = warn,
                  .warn_context = warn_context};
    status = add_children(def, &def->transform, def->convexify, NULL, &to, err);
    compound->kind = CLD_COMPOUND;
    compound->dimension = (uint8_t)def->dimension;
    cld_rarities *rare = (cld_rarities *)compound->rare;
    rare->leaves = to.leaves;
    rare->leaf_count = to.count;
    if (status == CLD_OK && !(rare->leaf_nodes = cld_leaf_tree_create(to.leaves, to.count)))
        status = cld_fail_memory(err);
    if (status != CLD_OK) {
        cld_shape_destroy(compound);
        return status;
    }
    compound->diagonal = cld_shape_measure_diagonal(compound);
    compound->given = cld_given_hash(def);
    *shape = compound;
    return CLD_OK;
}

void cld_compound_clear(cld_shape *compound) {
    for (uint32_t i = 0; i < compound->rare->leaf_count; i++)
        cld_shape_destroy(compound->rare->leaves[i].shape);
    free(compound->rare->leaves);
    free(compound->rare->leaf_nodes);
}
