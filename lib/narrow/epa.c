/// EPA: expands a polytope inside A - B at its face nearest to the origin until that face is one of A - B.
///
/// Source: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001.
/// Deviations: the polytope need not hold the origin at first, since a face with the origin in front of it
/// has a negative offset and is expanded before all others; the nearest face is judged by its plane alone,
/// which for the nearest plane of a convex hull around the origin is the same; the answer is the support
/// plane nearest to the origin that was met.
///
/// It ends because each step adds a vertex of A - B that the polytope did not have. Where rounding makes them
/// come again, it begins anew, once, with vertices that are near to each other taken for one. The depth lies
/// between the least offset of a face and the least support width met.

#include "narrow/epa.h"

#include <math.h>

#include "narrow/blow_up.h"

/// Vertices of A - B this near to each other, relative to its size, are one where telling them apart has
/// folded the surface. No direction tells them apart by more than 2^-42 of it, which answers leave room for.
#define MERGE 0x1p-43

/// Within so many steps a vertex that comes again may be the last that was wanting.
#define FEW_ITERATIONS 64

/// From here on it pays to prepare the clouds: that costs as much as some thousand passes over them.
#define MANY_ITERATIONS 1000

/// Steps for each vertex of the shapes, and at least: more than any pair has been seen to need; a stop here
/// is reported as stalled.
#define MOST_ITERATIONS_EACH 16
#define MOST_ITERATIONS 100000

/// Faces that they may make, six or so each on the whole.
#define MOST_FACES_EACH 64

static bool is_same(const cld_cso_vertex *v, const cld_cso_vertex *w, double merge) {
    return (v->ia == w->ia && v->ib == w->ib) || cld_max_abs(cld_sub(v->w, w->w)) <= merge;
}

static bool has_corner(const cld_polytope *p, const cld_polytope_face *f, const cld_cso_vertex *w,
                       double merge) {
    for (int i = 0; i < 3; i++)
        if (is_same(&p->vertex[f->corner[i]], w, merge))
            return true;
    return false;
}

static void keep_face(cld_epa_result *r, const cld_polytope *p, const cld_polytope_face *f) {
    r->normal = f->normal;
    r->face.count = 3;
    for (int i = 0; i < 3; i++)
        r->face.vertex[i] = p->vertex[f->corner[i]];
}

/// The support plane along the final normal anew, in double-double: normal and depth to the last digits. The
/// triangle gave the normal; the plane itself may lie farther out, where another triangle showed that none is
/// nearer.
static void polish(const cld_cso *cso, cld_epa_result *r) {
    cld_dd3 a = cld_cso_exact(cso, &r->face.vertex[0]);
    cld_dd3 e = cld_dd3_sub(cld_cso_exact(cso, &r->face.vertex[1]), a);
    cld_dd3 f = cld_dd3_sub(cld_cso_exact(cso, &r->face.vertex[2]), a);
    cld_dd3 n = cld_dd3_unit(cld_dd3_cross(e, f));
    r->normal = cld_dd3_value(n);
    cld_cso_vertex farthest = cld_cso_support(cso, r->normal);
    r->depth = cld_dd_value(cld_dd3_dot(n, cld_cso_exact(cso, &farthest)));
}

static uint32_t find_most_iterations(const cld_cso *cso) {
    uint32_t most = MOST_ITERATIONS_EACH * (cso->a.cloud.count + cso->b.cloud.count);
    return most > MOST_ITERATIONS ? most : MOST_ITERATIONS;
}

/// Vertices within `merge` of each other are one. Makes `most_faces` at most. Returns whether it ended
/// without a result at a vertex that came again: each is held against an earlier one, from steps ever farther
/// apart (R. Brent, An improved Monte Carlo factorization algorithm, 1980, section 2).
static bool grow(cld_cso *cso, cld_polytope *polytope, double merge, size_t most_faces, double *least_width,
                 cld_epa_result *r) {
    cld_cso_vertex earlier = polytope->vertex[0];
    uint32_t most = find_most_iterations(cso), first = r->iterations;
    for (; r->iterations < most && polytope->made_count < most_faces; r->iterations++) {
        uint32_t nearest = cld_polytope_find_nearest(polytope);
        if (nearest == CLD_NO_INDEX)
            return false;
        const cld_polytope_face *f = &polytope->face[nearest];
        cld_cso_vertex w = cld_cso_support(cso, f->normal);
        double width = cld_dot(f->normal, w.w);
        if (width < *least_width) {
            *least_width = width;
            keep_face(r, polytope, f);
        }
        if (cso->tracer)
            cld_polytope_tell(polytope, cso, nearest, &w, *least_width, r->iterations == first);
        if (f->offset >= *least_width - CLD_CSO_ROUNDING * cso->size || has_corner(polytope, f, &w, merge)) {
            r->stop = CLD_EPA_CONVERGED;
            return false;
        }
        uint32_t step = r->iterations - first;
        if (step > FEW_ITERATIONS && is_same(&earlier, &w, merge))
            return true;
        if ((step & (step - 1)) == 0)
            earlier = w;
        bool many = r->iterations == MANY_ITERATIONS;
        if (!cld_polytope_add(polytope, cso, nearest, &w) || (many && !cld_cso_prepare(cso))) {
            r->stop = CLD_EPA_NO_MEMORY;
            return false;
        }
    }
    return false;
}

cld_epa_result cld_epa(const cld_cso *cso, const cld_simplex *simplex, cld_polytope *polytope) {
    cld_epa_result r = {.stop = CLD_EPA_STALLED};
    cld_cso_vertex corner[4];
    if (!cld_blow_up(cso, simplex, corner, &r.normal, &r.support_calls)) {
        r.stop = CLD_EPA_FLAT;
        r.depth = 0;
        return r;
    }
    cld_cso prepared = *cso;
    const double merges[] = {0, MERGE * cso->size};
    double least_width = INFINITY;
    size_t left = (size_t)MOST_FACES_EACH * find_most_iterations(cso);
    bool again = true;
    for (int i = 0; i < 2 && again; i++) {
        again = false;
        if (cld_polytope_begin(polytope, cso, corner))
            again = grow(&prepared, polytope, merges[i], left, &least_width, &r);
        else
            r.stop = CLD_EPA_NO_MEMORY;
        left -= polytope->made_count;
    }
    cld_cso_forget(&prepared);
    if (r.stop == CLD_EPA_NO_MEMORY)
        return r;
    polish(cso, &r);
    r.support_calls +=
        r.iterations + (r.stop == CLD_EPA_CONVERGED) + 1; // a step that converges is not counted as one
    return r;
}
