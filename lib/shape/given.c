/// How a shape was given.
///
/// A ball of radius 1 may be one of radius 0.75 with a margin of 0.25, a small box that is scaled a large
/// one, and a face may have any number in the user's list. As sets they are equal, but not to who reads the
/// answer.

#include "shape/given.h"

#include "base/hash.h"

static uint64_t add_numbers(uint64_t hash, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        hash = cld_hash_word(hash, cld_number_bits(numbers[i]));
    return hash;
}

static uint64_t add_indices(uint64_t hash, const uint32_t *indices, size_t count) {
    for (size_t i = 0; i < count; i++)
        hash = cld_hash_word(hash, indices[i]);
    return hash;
}

/// The lists that a hull in space was checked against; in the plane nobody has looked at them.
static uint64_t add_lists(uint64_t hash, const cld_shape_def *def) {
    hash = cld_hash_word(cld_hash_word(cld_hash_word(hash, def->face_count), def->edge_count),
                         def->normal_count);
    if (def->face_count > 0) {
        hash = add_indices(hash, def->face_start, def->face_count + 1);
        hash = add_indices(hash, def->face_vertex, def->face_start[def->face_count]);
    }
    for (size_t i = 0; i < def->edge_count; i++)
        hash = add_indices(hash, def->edge_vertex[i], 2);
    return add_numbers(hash, def->normals, 3 * def->normal_count);
}

static uint64_t add_transform(uint64_t hash, const cld_transform *transform) {
    cld_placement placement;
    cld_placement_make(transform, &placement);
    return add_numbers(hash, &placement.t.x, sizeof placement / sizeof(double));
}

/// As deep as compounds may be.
static uint64_t add_def(uint64_t hash, const cld_shape_def *def) {
    const double rounding[] = {def->radius, def->margin, def->offset};
    hash = cld_hash_word(cld_hash_word(hash, def->kind), def->convexify);
    hash = add_numbers(hash, rounding, sizeof rounding / sizeof *rounding);
    hash = add_numbers(hash, def->size, 3);
    hash = add_numbers(hash, def->radii, 3);
    hash = add_numbers(hash, def->normal, 3);
    if (def->dimension == 3 && (def->face_count > 0 || def->edge_count > 0 || def->normal_count > 0))
        hash = add_lists(hash, def);
    for (size_t i = 0; i < def->child_count; i++)
        hash = add_transform(add_def(hash, &def->children[i]), &def->children[i].transform);
    return hash;
}

uint32_t cld_given_hash(const cld_shape_def *def) { return (uint32_t)add_def(0, def); }

/// By the bits, which tell -0 from 0.
static int compare_bits(const double *p, const double *q, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t a = cld_number_bits(p[i]), b = cld_number_bits(q[i]);
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

int cld_given_compare(const cld_shape *s, const cld_shape *t) {
    if (s->given != t->given)
        return s->given < t->given ? -1 : 1;
    if (s->placement_size != t->placement_size)
        return s->placement_size < t->placement_size ? -1 : 1;
    int order = compare_bits(&cld_shape_placement(s)->t.x, &cld_shape_placement(t)->t.x,
                             s->placement_size / sizeof(double));
    for (uint32_t i = 0; i < s->core.count && order == 0; i++) {
        cld_vec3 p = cld_shape_point(s, i), q = cld_shape_point(t, i);
        order = compare_bits(&p.x, &q.x, 3);
    }
    return order;
}
