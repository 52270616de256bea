/// EPA for the many pairs that need no care.
///
/// Source: as epa.c and polytope.c, which take over where this gives up: when a triangle is nearly straight,
/// the horizon touches itself, or the room is used up. The surface (shell.h) is not convex where it begins
/// with vertices found along the axes, and the origin may be outside; faces that the origin is in front of
/// are then the nearest. In the end none is left: each ray from the origin only ever leaves what a closed
/// surface encloses, so that it goes around the origin, and all between the origin and the surface is in
/// A - B.

#include "narrow/expand.h"

#include <math.h>

#include "narrow/shell.h"
#include "narrow/trace.h"
#include "proof/bounds.h"

/// A triangle with a smaller area is left to others, twice it in squares of the pair's size. Sides are up to
/// twice as long as the pair, so that sines are 2^-30 at least, sides 2^-29 of the size, and normals good to
/// 2^-20. How good is only a matter of steps: offsets are those of the corners along the normals as they are,
/// from which the bounds are made, and where those do not agree others take over.
#define LEAST_AREA 0x1p-28

/// The vertices that are lowest and highest along each axis: a face for each sign of x, y and z.
CLD_INLINE bool begin_with_octahedron(cld_shell *h, const cld_cso *cso, cld_lanes *nearest) {
    static const uint32_t corner[3][8] = {
        {0, 1, 0, 1, 0, 1, 0, 1}, {4, 2, 3, 4, 2, 5, 5, 3}, {2, 4, 4, 3, 5, 2, 3, 5}};
    cld_corner_find_ends(cso, h->vertex);
    return cld_shell_begin(h, 6, corner, 2, nearest);
}

/// What they are vertices of.
static cld_ends get_ends(const cld_shell *h) {
    cld_ends ends;
    for (uint32_t i = 0; i < 6; i++)
        ends.of_a[i] = h->vertex[i].ia, ends.of_b[i] = h->vertex[i ^ 1].ib;
    return ends;
}

static const cld_corner *find_corner(const cld_shell *h, uint32_t face, uint32_t i) {
    return &h->vertex[h->corners[face] >> 8 * i & 0xff];
}

/// Without a jump, as cld_corner_is_same.
static bool has_corner(const cld_shell *h, uint32_t face, const cld_corner *w) {
    bool found = false;
    for (uint32_t i = 0; i < 3; i++)
        found |= cld_corner_is_same(find_corner(h, face, i), w);
    return found;
}

static cld_vec3 find_normal(const cld_shell *h, uint32_t face) {
    return cld_vec3_make(((const double *)h->x)[face], ((const double *)h->y)[face],
                         ((const double *)h->z)[face]);
}

CLD_INLINE void find_support(const cld_cso *cso, const cld_shell *h, uint32_t face, cld_vec3 n,
                             cld_corner *w) {
    if (h->tables)
        cld_corner_find_in_cells(cso, ((const uint32_t *)h->in_a)[face], ((const uint32_t *)h->in_b)[face], n,
                                 w);
    else
        cld_corner_find(cso, n, w);
}

static double find_length(const cld_shell *h, uint32_t face) { return ((const double *)h->length)[face]; }

static double find_offset(const cld_shell *h, uint32_t face) {
    return ((const double *)h->height)[face] / find_length(h, face);
}

/// The least offset of a face. That of the nearest by its key may be more: of keys the last bits are lost,
/// and they are of one corner. So where that tells, the last steps take the face of exactly this.
CLD_INLINE double find_least(const cld_shell *h) {
    const cld_lanes far = {INFINITY, INFINITY, INFINITY, INFINITY};
    cld_lanes least = far;
    for (uint32_t i = 0; i < h->group_count; i++) {
        cld_lane_mask there = h->key[i] < CLD_SHELL_NO_KEY;
        cld_lanes offset = h->height[i] / h->length[i];
        cld_lanes_choose(&there, &offset, &far, &offset);
        cld_lanes_take_lesser(&least, &offset);
    }
    cld_lanes_take_least(&least);
    return least[0];
}

/// The face of that offset.
static uint32_t find_least_face(const cld_shell *h) {
    uint32_t least = 0;
    double offset = INFINITY;
    for (uint32_t f = 0; f < CLD_LANES * h->group_count; f++)
        if (((const double *)h->key)[f] < CLD_SHELL_NO_KEY && find_offset(h, f) < offset) {
            offset = find_offset(h, f);
            least = f;
        }
    return least;
}

static void tell(const cld_cso *cso, const cld_shell *h, uint32_t face, const cld_corner *w,
                 double least_width, bool is_first) {
    uint32_t count = is_first ? h->vertex_count : 0;
    cld_cso_vertex first[6], corner[3], support = cld_cso_vertex_at(cso, w->ia, w->ib);
    for (uint32_t i = 0; i < count; i++)
        first[i] = cld_cso_vertex_at(cso, h->vertex[i].ia, h->vertex[i].ib);
    for (uint32_t i = 0; i < 3; i++) {
        const cld_corner *c = find_corner(h, face, i);
        corner[i] = cld_cso_vertex_at(cso, c->ia, c->ib);
    }
    cld_event event = {.kind = CLD_TRACE_EPA, .face = corner, .face_count = 3, .support = &support};
    event.direction = cld_scale(find_normal(h, face), 1 / find_length(h, face));
    event.simplex = first;
    event.simplex_count = count;
    event.lower = -least_width;
    double offset = find_offset(h, face);
    event.upper = offset > 0 ? -offset : INFINITY; // the origin may still be outside
    cld_trace_tell(cso, &event);
}

CLD_INLINE cld_expand_stop run(const cld_cso *cso, const cld_corner *tetrahedron, double limit, cld_shell *h,
                               cld_expand_result *result) {
    const cld_lanes none = {CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY};
    double rounding = CLD_CSO_ROUNDING * cso->size, smallest = LEAST_AREA * cso->size * cso->size;
    double least_width = INFINITY;
    bool is_exact = false;
    cld_lanes nearest = none;
    cld_vec3 normal[2];
    cld_corner support[2];
    uint32_t best = 0;
    result->iterations = 0;
    h->rounding = rounding;
    h->tables = cld_corner_has_cells(cso, smallest) ? cso : NULL;
    h->least_nn = smallest * smallest;
    if (!(tetrahedron ? cld_shell_begin_with_tetrahedron(h, tetrahedron, &nearest)
                      : begin_with_octahedron(h, cso, &nearest)))
        return CLD_EXPAND_UNSURE;
    for (;; result->iterations++) {
        uint32_t face = is_exact ? find_least_face(h) : cld_shell_find_nearest(&nearest);
        cld_vec3 n = find_normal(h, face);
        double offset = find_offset(h, face);
        cld_corner w;
        find_support(cso, h, face, n, &w);
        n = cld_scale(n, 1 / find_length(h, face));
        double width = cld_dot(n, w.w);
        // Without a jump, as it is hard to foresee: the better of two is where `best` says.
        normal[!best] = n;
        support[!best] = w;
        best ^= width < least_width;
        least_width = cld_min(width, least_width);
        if (cso->tracer)
            tell(cso, h, face, &w, least_width, result->iterations == 0);
        if (width <= 0)
            return -width > limit ? CLD_EXPAND_APART : CLD_EXPAND_UNSURE;
        if (offset >= least_width - rounding || has_corner(h, face, &w)) {
            double least = find_least(h);
            if (is_exact || least >= least_width - rounding) {
                result->depth = least_width;
                result->normal = normal[best];
                result->support = support[best];
                result->upper = cld_bound_from_triangles(cso, least);
                if (!tetrahedron)
                    result->ends = get_ends(h);
                return CLD_EXPAND_DEPTH;
            }
            is_exact = true;
            continue;
        }
        nearest = none;
        if (!cld_shell_add(h, &w, &nearest))
            return CLD_EXPAND_UNSURE;
    }
}

CLD_WIDE(cld_expand_stop, run,
         (const cld_cso *cso, const cld_corner *tetrahedron, double limit, cld_shell *h,
          cld_expand_result *result),
         { return run(cso, tetrahedron, limit, h, result); })

cld_expand_stop cld_expand(const cld_cso *cso, const cld_corner tetrahedron[4], double limit,
                           cld_expand_result *result) {
    cld_shell h;
    return CLD_BEST(run, (cso, tetrahedron, limit, &h, result));
}
