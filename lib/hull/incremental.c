// The points are added in random order. Every triangle knows the points yet to come that are above it: of a
// point that is added, the triangles below it go, and one for each edge of the hole's rim comes. A point
// above such a new triangle is above one of the two that met in that edge, so that only theirs are asked.
// For each point one triangle is kept that it is above, to begin from; a point above none is inside for good.
//
// Whether a point is above a plane is told exactly, so that nothing depends on how points lie: one on a
// triangle's plane is not above it, those that a point sees are a disc, and none of the new is without area.
//
// Source: K. L. Clarkson, P. W. Shor, Applications of random sampling in computational geometry, II, 1989,
// section 5; M. de Berg et al., Computational Geometry, 3rd edition, 2008, chapter 11.
#include "hull/incremental.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hull/side.h"

#define NONE UINT32_MAX

/// Points are named by when they are added, in here.
typedef struct triangle {
    uint32_t vertex[3]; ///< counter-clockwise; the first is NONE where a slot is free
    uint32_t beside[3]; ///< the triangle across the edge from vertex[i]; of a free slot the first is the next
    uint32_t seen_by;   ///< the last point added that was found to be above it
    uint32_t above_count;
    uint32_t *above; ///< the points that are, ascending; owned
} triangle;

typedef struct edge {
    uint32_t inner, side; ///< a triangle that goes, and which of its sides
} edge;

/// A point and where it is on a curve that fills space.
typedef struct placed {
    uint64_t key;
    uint32_t index;
} placed;

typedef struct builder {
    uint32_t count;
    double (*at)[3];
    int exponent;     ///< coordinates are multiples of 2^exponent
    uint32_t *order;  ///< the index of each in the caller's points
    uint32_t *below;  ///< of each point yet to come, a triangle below it; NONE: it is inside
    uint32_t *fresh;  ///< of a vertex of the rim, the new triangle at the edge that begins there
    uint32_t *merged; ///< room for one list
    uint32_t *hole;   ///< the triangles that go
    edge *rim;
    triangle *triangles;
    uint32_t used, free;
} builder;

static void destroy(builder *b) {
    for (uint32_t t = 0; t < b->used; t++)
        free(b->triangles[t].above);
    free(b->at);
    free(b->order);
    free(b->below);
    free(b->fresh);
    free(b->merged);
    free(b->hole);
    free(b->rim);
    free(b->triangles);
}

/// n points have 2 n - 4 triangles at most, and as a rim n edges.
static bool create(builder *b) {
    b->at = malloc(b->count * sizeof *b->at);
    b->order = malloc(b->count * sizeof *b->order);
    b->below = malloc(b->count * sizeof *b->below);
    b->fresh = malloc(b->count * sizeof *b->fresh);
    b->merged = malloc(b->count * sizeof *b->merged);
    b->hole = malloc(2 * (size_t)b->count * sizeof *b->hole);
    b->rim = malloc(b->count * sizeof *b->rim);
    b->triangles = malloc(3 * (size_t)b->count * sizeof *b->triangles);
    return b->at && b->order && b->below && b->fresh && b->merged && b->hole && b->rim && b->triangles;
}

/// Each order is as likely as any other (Fisher, Yates), by a linear congruential generator (Knuth's MMIX).
static void shuffle(placed *p, uint32_t count) {
    uint64_t state = 1;
    for (uint32_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint32_t j = (uint32_t)(((state >> 32) * (i + 1)) >> 32);
        placed one = p[i];
        p[i] = p[j];
        p[j] = one;
    }
}

/// Twenty bits, each followed by two zeros.
static uint64_t spread(uint64_t bits) {
    bits = (bits | bits << 32) & 0x1f00000000ffff;
    bits = (bits | bits << 16) & 0x1f0000ff0000ff;
    bits = (bits | bits << 8) & 0x100f00f00f00f00f;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
    return (bits | bits << 2) & 0x1249249249249249;
}

static int compare_places(const void *a, const void *b) {
    const placed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/// Half of the points, taken at random, come last, a quarter before them, and so on; each such round goes
/// along a curve that fills space (Morton's), so that what is needed next is where one was: as good as
/// random.
///
/// Source: N. Amenta, S. Choi, G. Rote, Incremental constructions con BRIO, 2003.
static bool put_in_order(builder *b, double (*points)[3]) {
    placed *p = malloc(b->count * sizeof *p);
    if (!p)
        return false;
    for (uint32_t i = 0; i < b->count; i++) {
        p[i] = (placed){0, i};
        for (int k = 0; k < 3; k++)
            p[i].key |= spread((uint64_t)((points[i][k] - points[0][k] + 2) * 0x1p18)) << k;
    }
    shuffle(p, b->count);
    for (uint32_t end = b->count; end > 32; end /= 2)
        qsort(p + end / 2, end - end / 2, sizeof *p, compare_places);
    b->exponent = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        b->order[i] = p[i].index;
        for (int k = 0; k < 3; k++) {
            b->at[i][k] = rint(points[p[i].index][k] * 0x1p100) * 0x1p-100;
            int lowest = cld_lowest_bit(b->at[i][k]);
            b->exponent = lowest < b->exponent ? lowest : b->exponent;
        }
    }
    free(p);
    return true;
}

static void swap(builder *b, uint32_t i, uint32_t j) {
    double at[3];
    memcpy(at, b->at[i], sizeof at);
    memcpy(b->at[i], b->at[j], sizeof at);
    memcpy(b->at[j], at, sizeof at);
    uint32_t index = b->order[i];
    b->order[i] = b->order[j];
    b->order[j] = index;
}

/// Brings the farthest points along and between the axes to the front: inside of them may be all the others,
/// and so few cost an order that is random from there on nothing.
static void bring_farthest(builder *b) {
    uint32_t front = 0;
    for (int d = 0; d < 27 && front < b->count; d++) {
        const int x = d / 9 - 1, y = d / 3 % 3 - 1, z = d % 3 - 1;
        uint32_t best = front;
        double most = -INFINITY;
        for (uint32_t i = front; i < b->count; i++) {
            double far = x * b->at[i][0] + y * b->at[i][1] + z * b->at[i][2];
            if (far > most) {
                most = far;
                best = i;
            }
        }
        swap(b, front++, best);
    }
}

static void set_plane(const builder *b, const uint32_t vertex[3], cld_side_plane *p) {
    cld_side_set_plane(p, (const double *const[]){b->at[vertex[0]], b->at[vertex[1]], b->at[vertex[2]]},
                       b->exponent);
}

static bool is_apart(const builder *b, uint32_t i) {
    const double *p = b->at[0], *q = b->at[i];
    return p[0] != q[0] || p[1] != q[1] || p[2] != q[2];
}

static bool is_off_line(const builder *b, uint32_t i) {
    cld_side_plane p;
    set_plane(b, (uint32_t[]){0, 1, i}, &p);
    return cld_side_is_plane(&p);
}

static bool is_off_plane(const builder *b, uint32_t i) {
    cld_side_plane p;
    set_plane(b, (uint32_t[]){0, 1, 2}, &p);
    return cld_side_find(&p, b->at[i]) != 0;
}

/// Brings points to the front that span a tetrahedron, the fourth below the others. False if there are none.
static bool find_first_four(builder *b) {
    static bool (*const widens[])(const builder *, uint32_t) = {is_apart, is_off_line, is_off_plane};
    for (uint32_t k = 1; k < 4; k++) {
        uint32_t i = k;
        while (i < b->count && !widens[k - 1](b, i))
            i++;
        if (i == b->count)
            return false;
        swap(b, k, i);
    }
    cld_side_plane p;
    set_plane(b, (uint32_t[]){0, 1, 2}, &p);
    if (cld_side_find(&p, b->at[3]) > 0)
        swap(b, 1, 2);
    return true;
}

/// Gives a triangle those of two ascending lists that are above it. False when memory runs out. Which list is
/// next, and whether a point is above, is hard to foresee: neither is a jump.
static bool set_above(builder *b, uint32_t t, const triangle *one, const triangle *other) {
    triangle *to = &b->triangles[t];
    cld_side_plane p;
    set_plane(b, to->vertex, &p);
    // Copies, for the loop to have them in registers.
    const double n[3] = {p.normal[0], p.normal[1], p.normal[2]}, *from = p.corner[0],
                 corner[3] = {from[0], from[1], from[2]}, clear = cld_side_find_clear_height(&p);
    double(*at)[3] = b->at;
    uint32_t *merged = b->merged, i = 0, j = 0, count = 0;
    while (i < one->above_count || j < other->above_count) {
        uint32_t next_one = i < one->above_count ? one->above[i] : NONE;
        uint32_t next_other = j < other->above_count ? other->above[j] : NONE;
        uint32_t point = next_one < next_other ? next_one : next_other;
        i += point == next_one;
        j += point == next_other;
        if (point == to->vertex[2]) // which is one of them
            continue;
        double height = cld_side_find_height(n, corner, at[point]);
        if (!(fabs(height) > clear))
            height = cld_side_find(&p, at[point]);
        merged[count] = point;
        count += height > 0;
    }
    for (uint32_t k = 0; k < count; k++)
        b->below[b->merged[k]] = t;
    to->above_count = count;
    to->above = count ? malloc(count * sizeof *to->above) : NULL;
    if (to->above)
        memcpy(to->above, b->merged, count * sizeof *to->above);
    return to->above || !count;
}

static uint32_t add_triangle(builder *b, uint32_t i, uint32_t j, uint32_t k) {
    uint32_t t = b->free;
    if (t == NONE)
        t = b->used++;
    else
        b->free = b->triangles[t].beside[0];
    b->triangles[t] = (triangle){.vertex = {i, j, k}, .seen_by = NONE};
    return t;
}

static void remove_triangle(builder *b, uint32_t t) {
    free(b->triangles[t].above);
    b->triangles[t] = (triangle){.vertex = {NONE}, .beside = {b->free}};
    b->free = t;
}

/// The tetrahedron of the first four points. False when memory runs out.
static bool begin(builder *b) {
    static const uint32_t vertex[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}},
                          beside[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    triangle all = {.above = b->fresh}, none = {.above_count = 0};
    for (uint32_t i = 4; i < b->count; i++)
        b->fresh[all.above_count++] = i;
    memset(b->below, 0xff, b->count * sizeof *b->below);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t t = add_triangle(b, vertex[i][0], vertex[i][1], vertex[i][2]);
        memcpy(b->triangles[t].beside, beside[i], sizeof beside[i]);
        if (!set_above(b, t, &all, &none))
            return false;
    }
    return true;
}

/// Whether a point, being added, is above a triangle that is not known to be below it.
static bool sees(const builder *b, uint32_t point, uint32_t t) {
    cld_side_plane p;
    set_plane(b, b->triangles[t].vertex, &p);
    return cld_side_find(&p, b->at[point]) > 0;
}

/// Fills `hole` and `rim`, from a triangle below the point on.
static uint32_t find_hole(builder *b, uint32_t point, uint32_t *rim_count) {
    uint32_t count = 1;
    *rim_count = 0;
    b->hole[0] = b->below[point];
    b->triangles[b->hole[0]].seen_by = point;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t t = b->triangles[b->hole[i]].beside[k];
            if (b->triangles[t].seen_by == point)
                continue;
            if (sees(b, point, t)) {
                b->triangles[t].seen_by = point;
                b->hole[count++] = t;
            } else {
                b->rim[(*rim_count)++] = (edge){b->hole[i], k};
            }
        }
    return count;
}

/// A triangle from an edge of the rim to the point. False when memory runs out.
static bool raise(builder *b, edge e, uint32_t point) {
    const triangle *inner = &b->triangles[e.inner];
    uint32_t from = inner->vertex[e.side], to = inner->vertex[(e.side + 1) % 3];
    uint32_t outside = inner->beside[e.side], t = add_triangle(b, from, to, point);
    triangle *outer = &b->triangles[outside];
    for (int k = 0; k < 3; k++)
        if (outer->vertex[k] == to)
            outer->beside[k] = t;
    b->triangles[t].beside[0] = outside;
    b->fresh[from] = t;
    return set_above(b, t, inner, outer);
}

/// False when memory runs out.
static bool add_point(builder *b, uint32_t point) {
    uint32_t rim_count, hole_count = find_hole(b, point, &rim_count);
    for (uint32_t i = 0; i < hole_count; i++) {
        const triangle *t = &b->triangles[b->hole[i]];
        for (uint32_t k = 0; k < t->above_count; k++) {
            uint32_t *below = &b->below[t->above[k]];
            *below = *below == b->hole[i] ? NONE : *below;
        }
    }
    for (uint32_t i = 0; i < rim_count; i++)
        if (!raise(b, b->rim[i], point))
            return false;
    for (uint32_t i = 0; i < rim_count; i++) {
        const triangle *inner = &b->triangles[b->rim[i].inner];
        uint32_t t = b->fresh[inner->vertex[b->rim[i].side]];
        uint32_t next = b->fresh[b->triangles[t].vertex[1]];
        b->triangles[t].beside[1] = next;
        b->triangles[next].beside[2] = t;
    }
    for (uint32_t i = 0; i < hole_count; i++)
        remove_triangle(b, b->hole[i]);
    return true;
}

static cld_status copy_triangles(const builder *b, cld_loops *triangles) {
    uint32_t count = 0, end = 0;
    for (uint32_t t = 0; t < b->used; t++)
        count += b->triangles[t].vertex[0] != NONE;
    if (!cld_loops_create(triangles, count, 3 * count))
        return CLD_INTERNAL;
    for (uint32_t t = 0; t < b->used; t++) {
        if (b->triangles[t].vertex[0] == NONE)
            continue;
        for (int k = 0; k < 3; k++)
            triangles->vertex[end++] = b->order[b->triangles[t].vertex[k]];
        triangles->start[end / 3] = end;
    }
    return CLD_OK;
}

static cld_status build(builder *b, double (*points)[3], cld_loops *triangles) {
    if (!create(b) || !put_in_order(b, points))
        return CLD_INTERNAL;
    bring_farthest(b);
    if (!find_first_four(b))
        return CLD_NOT_CONVEX;
    if (!begin(b))
        return CLD_INTERNAL;
    for (uint32_t i = 4; i < b->count; i++)
        if (b->below[i] != NONE && !add_point(b, i))
            return CLD_INTERNAL;
    return copy_triangles(b, triangles);
}

cld_status cld_incremental_find(double (*points)[3], uint32_t count, cld_loops *triangles) {
    builder b = {.count = count, .free = NONE};
    *triangles = (cld_loops){0};
    cld_status status = build(&b, points, triangles);
    destroy(&b);
    return status;
}
