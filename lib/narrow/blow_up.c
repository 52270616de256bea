/// Points are added one by one, each as far as the support mapping finds one from the point, line or plane so
/// far. A point of GJK's simplex is kept where it is far enough itself: it is what holds the origin, but one
/// that is nearly in line would cost all later planes their digits, and EPA does not need the origin inside.
/// Where nothing is farther than rounding, A - B is a point, a segment or a polygon, and the depth is 0 along
/// any normal of it.

#include "narrow/blow_up.h"

#include <math.h>

/// Thinner than this, relative to the pair's size, is flat: each end of a width is off by 8 u size at most,
/// and planes through such points by twice that.
#define FLAT (32 * CLD_ROUNDOFF)

/// A point of the simplex is kept if it is at least this part as far as the farthest point found.
#define FAR_ENOUGH 0x1p-6

/// The distance of w from the affine hull of `count` points, by its components orthogonal to the basis.
static double distance_from(const cld_vec3 *basis, int rank, cld_vec3 from, cld_vec3 w) {
    cld_vec3 d = cld_sub(w, from);
    for (int i = 0; i < rank; i++)
        d = cld_add_scaled(d, -cld_dot(d, basis[i]), basis[i]);
    return cld_length(d);
}

/// The axis along which d is smallest.
static cld_vec3 least_axis(cld_vec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    return x <= y && x <= z ? cld_vec3_make(1, 0, 0)
           : y <= z         ? cld_vec3_make(0, 1, 0)
                            : cld_vec3_make(0, 0, 1);
}

/// Directions that span what is orthogonal to the basis; returns how many.
static int find_directions(const cld_vec3 *basis, int rank, cld_vec3 d[3]) {
    if (rank == 0) {
        d[0] = cld_vec3_make(1, 0, 0), d[1] = cld_vec3_make(0, 1, 0), d[2] = cld_vec3_make(0, 0, 1);
        return 3;
    }
    if (rank == 1) {
        d[0] = cld_unit(cld_cross(basis[0], least_axis(basis[0])));
        d[1] = cld_cross(basis[0], d[0]);
        return 2;
    }
    d[0] = cld_unit(cld_cross(basis[0], basis[1]));
    return 1;
}

/// The vertex farthest from the affine hull so far among the supports along plus and minus each direction.
static double find_farthest(const cld_cso *cso, const cld_vec3 *basis, int rank, cld_vec3 from,
                            cld_cso_vertex *farthest) {
    cld_vec3 d[3];
    double most = -1;
    int count = find_directions(basis, rank, d);
    for (int i = 0; i < 2 * count; i++) {
        cld_cso_vertex v = cld_cso_support(cso, i % 2 ? cld_negate(d[i / 2]) : d[i / 2]);
        double distance = distance_from(basis, rank, from, v.w);
        if (distance > most) {
            most = distance;
            *farthest = v;
        }
    }
    return most;
}

cld_vec3 cld_choose_flat_normal(const cld_cso *cso, cld_vec3 n) {
    cld_vec3 m = cld_negate(n);
    double forward = cld_cso_find_separation(cso, n), backward = cld_cso_find_separation(cso, m);
    if (forward != backward)
        return forward > backward ? n : m;
    double first = n.x != 0 ? n.x : n.y != 0 ? n.y : n.z;
    return first > 0 ? n : m;
}

/// The first of the simplex's vertices, from `next` on, that is at least `least` from the affine hull so far;
/// `next` is then the one after it. NULL if there is none.
static const cld_cso_vertex *find_own(const cld_simplex *simplex, int *next, const cld_vec3 *basis, int rank,
                                      double least) {
    for (; *next < simplex->count; (*next)++)
        if (distance_from(basis, rank, simplex->vertex[0].w, simplex->vertex[*next].w) >= least)
            return &simplex->vertex[(*next)++];
    return NULL;
}

bool cld_blow_up(const cld_cso *cso, const cld_simplex *simplex, cld_cso_vertex corner[4],
                 cld_vec3 *flat_normal, uint32_t *support_calls) {
    cld_vec3 basis[3] = {{0, 0, 0}};
    // No two points of A - B are farther apart than twice this, nor is it flat if any are.
    double reach = cso->a.reach + cso->b.reach,
           enough = reach > 0 ? fmax(2 * FAR_ENOUGH * reach, 2 * FLAT * cso->size) : INFINITY;
    corner[0] = simplex->vertex[0];
    for (int rank = 0, next = 1; rank < 3; rank++) {
        int ahead = next;
        const cld_cso_vertex *own = find_own(simplex, &ahead, basis, rank, enough);
        if (own == &simplex->vertex[next]) { // which would be kept whatever were found
            corner[rank + 1] = *own;
            next = ahead;
        } else {
            double most = find_farthest(cso, basis, rank, corner[0].w, &corner[rank + 1]);
            *support_calls += 2 * (3 - (uint32_t)rank);
            if (most <= FLAT * cso->size) {
                cld_vec3 d[3];
                find_directions(basis, rank, d);
                *flat_normal = cld_choose_flat_normal(cso, d[0]);
                *support_calls += 2;
                return false;
            }
            own = find_own(simplex, &next, basis, rank, FAR_ENOUGH * most);
            corner[rank + 1] = own ? *own : corner[rank + 1];
        }
        cld_vec3 d = cld_sub(corner[rank + 1].w, corner[0].w);
        for (int i = 0; i < rank; i++)
            d = cld_add_scaled(d, -cld_dot(d, basis[i]), basis[i]);
        for (int i = 0; i < rank; i++) // again, since the first pass leaves what it cancelled
            d = cld_add_scaled(d, -cld_dot(d, basis[i]), basis[i]);
        basis[rank] = cld_unit(d);
    }
    return true;
}
