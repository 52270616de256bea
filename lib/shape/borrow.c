/// Vertices that a shape has in common with its definition.
///
/// A shape keeps its vertices in its own frame beside those in the world, and many objects of a scene may be
/// made from one definition.

#include <stdlib.h>
#include <string.h>

#include "shape/compound.h"
#include "shape/shape.h"

static void borrow(cld_shape *shape, const cld_shape_def *def) {
    size_t count = shape->core.count;
    bool is_same = shape->points && !shape->borrows_points && def->point_count == count &&
                   memcmp(shape->points, def->points, 3 * count * sizeof(double)) == 0;
    if (!is_same)
        return;
    free(shape->points);
    shape->points = (double *)def->points;
    shape->borrows_points = true;
}

/// Goes through the leaves of a compound as they were made; returns the one after those of `def`.
static const struct cld_leaf *borrow_for_leaves(const struct cld_leaf *leaf, const cld_shape_def *def) {
    if (def->kind != CLD_COMPOUND) {
        borrow(leaf->shape, def);
        return leaf + 1;
    }
    for (size_t i = 0; i < def->child_count; i++)
        leaf = borrow_for_leaves(leaf, &def->children[i]); // as deep as compounds may be
    return leaf;
}

void cld_shape_borrow_points(cld_shape *shape, const cld_shape_def *def) {
    if (shape->kind == CLD_COMPOUND)
        borrow_for_leaves(shape->rare->leaves, def);
    else
        borrow(shape, def);
}
