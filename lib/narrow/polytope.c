/// A hull that grows vertex by vertex, as in the incremental convex hull algorithm.
///
/// Source: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001,
/// section 4. Deviations: the faces that see a vertex are found by walking from a face that does, and a face
/// in whose plane the vertex lies counts as seeing it, so that flat regions do not fill with slivers; the
/// plane of a sliver is computed in double-double. Whatever rounding does to the planes, the surface stays
/// closed: sides are paired by number, never by geometry.

#include "narrow/polytope.h"

#include <math.h>
#include <stdlib.h>

#include "narrow/trace.h"

/// A triangle whose sine is below this has its plane computed in double-double: the plain cross product of
/// sides that are themselves off by 6 u size would be off by more than 2^-40 there.
#define SLIVER 0x1p-10

/// See keeps_planes.
#define MANY_FACES 4096
#define MANY_FACES_EACH 16

/// The array with room for `needed` items, perhaps in another place; NULL without memory, and it is as it
/// was.
static void *grow(void *items, size_t *room, size_t needed, size_t size) {
    if (needed <= *room)
        return items;
    size_t more = needed > 2 * *room ? needed + 60 : 2 * *room;
    void *larger = realloc(items, more * size);
    if (larger)
        *room = more;
    return larger;
}

/// Grows an array of a type; false without memory.
#define GROW(array, room, needed)                                                                            \
    ((grown = grow((array), (room), (needed), sizeof *(array))) ? ((array) = grown, true) : false)

static bool reserve(cld_polytope *p, size_t vertices, size_t faces) {
    // There is room for what both arrays have room for: the second may get no memory.
    size_t room = p->vertex_room, same = room;
    void *grown;
    if (!GROW(p->vertex, &same, vertices) || !GROW(p->chain, &room, vertices))
        return false;
    p->vertex_room = room;
    room = same = p->face_room;
    if (!GROW(p->face, &same, faces) || !GROW(p->key, &room, faces) ||
        !GROW(p->least, &p->group_room, faces / CLD_POLYTOPE_GROUP + 1))
        return false;
    p->face_room = room;
    // Each side of each face is pushed at most once on the way to the horizon, and each horizon side kept
    // once.
    return GROW(p->stack, &p->stack_room, 6 * faces + 6);
}

static void find_plane_exactly(const cld_cso *cso, const cld_polytope *p, cld_polytope_face *f) {
    cld_dd3 a = cld_cso_exact(cso, &p->vertex[f->corner[0]]);
    cld_dd3 e = cld_dd3_sub(cld_cso_exact(cso, &p->vertex[f->corner[1]]), a);
    cld_dd3 g = cld_dd3_sub(cld_cso_exact(cso, &p->vertex[f->corner[2]]), a);
    cld_dd3 n = cld_dd3_cross(e, g);
    cld_dd nn = cld_dd3_dot(n, n);
    if (!(nn.hi > CLD_DD_LEAST_SINE_SQUARED * cld_dd3_dot(e, e).hi * cld_dd3_dot(g, g).hi)) {
        f->normal = cld_vec3_make(0, 0, 0);
        f->offset = INFINITY;
        return;
    }
    double unit = 1 / sqrt(nn.hi); // which loses 2 u, as the product does u
    f->normal = cld_scale(cld_dd3_value(n), unit);
    f->offset = cld_dd_value(cld_dd3_dot(n, a)) * unit;
}

static void find_plane(const cld_cso *cso, const cld_polytope *p, cld_polytope_face *f) {
    cld_vec3 a = p->vertex[f->corner[0]].w;
    cld_vec3 e = cld_sub(p->vertex[f->corner[1]].w, a), g = cld_sub(p->vertex[f->corner[2]].w, a);
    cld_vec3 n = cld_cross(e, g);
    double nn = cld_dot(n, n), ee = cld_dot(e, e), gg = cld_dot(g, g), shorter = cld_min(ee, gg),
           longer = cld_max(ee, gg);
    // Beside the angle, a side that is short beside the pair carries its rounding too. Of what is curved the
    // corners are off by more than that, and normals are polished.
    bool is_short = !(shorter > SLIVER * SLIVER * cso->size * cso->size) && !cld_cso_is_curved(cso);
    if (!(nn > SLIVER * SLIVER * shorter * longer) || is_short) {
        find_plane_exactly(cso, p, f);
        return;
    }
    f->normal = cld_scale(n, 1 / sqrt(nn));
    f->offset = cld_dot(f->normal, a);
}

/// A face's key, before which those of a group that it begins are none.
static void set_key(cld_polytope *p, uint32_t face, double offset) {
    double *least = &p->least[face / CLD_POLYTOPE_GROUP];
    p->key[face] = offset;
    *least = face % CLD_POLYTOPE_GROUP == 0 && face + 1 == p->face_count ? offset : cld_min(*least, offset);
}

/// The first of the least of some keys: four minima, which do not wait for each other, then where theirs is.
static size_t find_least(const double *key, size_t count) {
    double least[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t k = 0; k < 4; k++)
            least[k] = cld_min(least[k], key[i + k]);
    for (; i < count; i++)
        least[0] = cld_min(least[0], key[i]);
    double all = cld_min(cld_min(least[0], least[1]), cld_min(least[2], least[3]));
    for (i = 0; i + 1 < count && key[i] != all;)
        i++;
    return i;
}

uint32_t cld_polytope_find_nearest(cld_polytope *p) {
    size_t groups = (p->face_count + CLD_POLYTOPE_GROUP - 1) / CLD_POLYTOPE_GROUP;
    for (;;) {
        size_t group = find_least(p->least, groups), first = group * CLD_POLYTOPE_GROUP,
               rest = p->face_count - first;
        size_t at = first + find_least(&p->key[first], rest < CLD_POLYTOPE_GROUP ? rest : CLD_POLYTOPE_GROUP);
        if (p->key[at] == p->least[group])
            return p->key[at] < INFINITY ? (uint32_t)at : CLD_NO_INDEX;
        p->least[group] = p->key[at]; // whose face has been removed or closed
    }
}

void cld_polytope_close(cld_polytope *p, uint32_t face) { p->key[face] = INFINITY; }

static uint32_t make_face(cld_polytope *p, const cld_cso *cso, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t at = p->free_face;
    if (at != CLD_NO_INDEX)
        p->free_face = p->face[at].next;
    else
        at = (uint32_t)p->face_count++;
    p->made_count++;
    cld_polytope_face *f = &p->face[at];
    f->corner[0] = a, f->corner[1] = b, f->corner[2] = c;
    f->alive = true;
    find_plane(cso, p, f);
    set_key(p, at, f->offset);
    return at;
}

static void pair_sides(cld_polytope *p, uint32_t side, uint32_t other) {
    p->face[side / 3].across[side % 3] = other;
    p->face[other / 3].across[other % 3] = side;
}

/// Six times the volume of a tetrahedron, which is at least right in its sign.
static double find_volume(const cld_cso *cso, const cld_cso_vertex corner[4]) {
    cld_vec3 e = cld_sub(corner[1].w, corner[0].w), f = cld_sub(corner[2].w, corner[0].w),
             g = cld_sub(corner[3].w, corner[0].w);
    double volume = cld_dot(g, cld_cross(e, f)), size = cso->size;
    // Sides are at most 2 size long and off by 8 u size, so the volume is by 3 * 8 u size (2 size)^2, and by
    // what the products lose: less than 256 u size^3.
    if (fabs(volume) > 256 * CLD_ROUNDOFF * size * size * size)
        return volume;
    cld_dd3 w[4];
    for (int i = 0; i < 4; i++)
        w[i] = cld_cso_exact(cso, &corner[i]);
    return cld_dd3_dot(cld_dd3_sub(w[3], w[0]),
                       cld_dd3_cross(cld_dd3_sub(w[1], w[0]), cld_dd3_sub(w[2], w[0])))
        .hi;
}

bool cld_polytope_begin(cld_polytope *p, const cld_cso *cso, const cld_cso_vertex corner[4]) {
    p->vertex_count = p->face_count = p->made_count = 0;
    p->free_face = CLD_NO_INDEX;
    if (!reserve(p, 4, 4))
        return false;
    // Corners 0, 1, 2 must be counter-clockwise seen from outside, that is with 3 behind them.
    bool turned = find_volume(cso, corner) > 0;
    p->vertex[0] = corner[0], p->vertex[3] = corner[3];
    p->vertex[1] = corner[turned ? 2 : 1], p->vertex[2] = corner[turned ? 1 : 2];
    p->vertex_count = 4;
    static const uint32_t faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const uint32_t pairs[6][2] = {{0, 5}, {1, 8}, {2, 11}, {3, 10}, {4, 6}, {7, 9}};
    for (int i = 0; i < 4; i++)
        make_face(p, cso, faces[i][0], faces[i][1], faces[i][2]);
    for (int i = 0; i < 6; i++)
        pair_sides(p, pairs[i][0], pairs[i][1]);
    return true;
}

/// Whether a face in whose plane a vertex lies is kept: the rim of a flat end can get thousands of vertices,
/// and each would build all faces inside the rim anew. Those of curved shapes always do, those of polytopes
/// have when the vertices so far have built many more than the six or so that they do on the whole.
static bool keeps_planes(const cld_polytope *p, const cld_cso *cso) {
    return cld_cso_is_curved(cso) || p->made_count > MANY_FACES + MANY_FACES_EACH * p->vertex_count;
}

static bool sees(const cld_polytope_face *f, cld_vec3 w, double in_plane) {
    return f->offset == INFINITY || cld_dot(f->normal, w) - f->offset > in_plane;
}

static void bury(cld_polytope *p, uint32_t face) {
    p->face[face].alive = false;
    p->key[face] = INFINITY;
    p->face[face].next = p->free_face;
    p->free_face = face;
}

/// Removes the faces around `face` that see w, and writes the sides of the remaining faces that bound the
/// hole.
static size_t carve(cld_polytope *p, const cld_cso *cso, uint32_t face, cld_vec3 w) {
    uint32_t *horizon = p->stack, *stack = p->stack + 3 * p->face_count;
    double in_plane = (keeps_planes(p, cso) ? 2 * CLD_CSO_ROUNDING : -CLD_CSO_ROUNDING) * cso->size;
    size_t depth = 0, found = 0;
    bury(p, face);
    for (int k = 0; k < 3; k++)
        stack[depth++] = p->face[face].across[k];
    while (depth > 0) {
        uint32_t side = stack[--depth], at = side / 3;
        if (!p->face[at].alive)
            continue;
        if (!sees(&p->face[at], w, in_plane)) {
            horizon[found++] = side;
            continue;
        }
        bury(p, at);
        stack[depth++] = p->face[at].across[(side + 1) % 3];
        stack[depth++] = p->face[at].across[(side + 2) % 3];
    }
    return found;
}

/// Pairs the sides of the new faces that meet at the new vertex. Where rounding made the horizon touch
/// itself, several faces begin at one corner; any pairing of theirs closes the surface.
static void close_fan(cld_polytope *p, const uint32_t *fan, size_t count) {
    for (size_t i = 0; i < count; i++)
        p->chain[p->face[fan[i]].corner[0]] = CLD_NO_INDEX;
    for (size_t i = 0; i < count; i++) {
        cld_polytope_face *f = &p->face[fan[i]];
        f->next = p->chain[f->corner[0]];
        p->chain[f->corner[0]] = fan[i];
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t *first = &p->chain[p->face[fan[i]].corner[1]], beside = *first;
        *first = p->face[beside].next;
        pair_sides(p, 3 * fan[i] + 1, 3 * beside + 2);
    }
}

bool cld_polytope_add(cld_polytope *p, const cld_cso *cso, uint32_t face, const cld_cso_vertex *vertex) {
    size_t count = carve(p, cso, face, vertex->w);
    if (!reserve(p, p->vertex_count + 1, p->face_count + count))
        return false;
    uint32_t apex = (uint32_t)p->vertex_count++;
    p->vertex[apex] = *vertex;
    uint32_t *fan = p->stack; // each horizon side gives way to the face built on it
    for (size_t i = 0; i < count; i++) {
        uint32_t side = p->stack[i];
        const uint32_t *corner = p->face[side / 3].corner;
        uint32_t at = make_face(p, cso, corner[(side + 1) % 3], corner[side % 3], apex);
        pair_sides(p, 3 * at, side);
        fan[i] = at;
    }
    close_fan(p, fan, count);
    return true;
}

void cld_polytope_tell(const cld_polytope *p, const cld_cso *cso, uint32_t face,
                       const cld_cso_vertex *support, double least_width, bool is_first) {
    const cld_polytope_face *f = &p->face[face];
    cld_cso_vertex corner[3];
    for (int i = 0; i < 3; i++)
        corner[i] = p->vertex[f->corner[i]];
    cld_event event = {.kind = CLD_TRACE_EPA, .face = corner, .face_count = 3, .support = support};
    event.direction = f->normal;
    event.simplex = p->vertex;
    event.simplex_count = is_first ? 4 : 0;
    event.lower = -least_width;
    event.upper = -f->offset;
    cld_trace_tell(cso, &event);
}

size_t cld_polytope_list(const cld_polytope *p, uint32_t *corner) {
    size_t count = 0;
    for (size_t i = 0; i < p->face_count; i++)
        if (p->face[i].alive) {
            for (int k = 0; k < 3; k++)
                corner[3 * count + (size_t)k] = p->face[i].corner[k];
            count++;
        }
    return count;
}

void cld_polytope_free(cld_polytope *p) {
    free(p->vertex);
    free(p->chain);
    free(p->face);
    free(p->key);
    free(p->least);
    free(p->stack);
}
