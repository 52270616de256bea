/// The farthest that a point of A is from B is the greatest h_A(n) - h_B(n) over all unit directions n, h
/// being the support functions; negative, it is how deep A lies inside. Between the normals of their edges
/// both have a fixed supporting vertex, a and b, and (a - b) . n is greatest at a normal, or at n along a - b
/// if that is between them.

#include "narrow/containment2.h"

#include <math.h>

#include "narrow/walk2.h"

static double cross(cld_vec3 a, cld_vec3 b) { return a.x * b.y - a.y * b.x; }

/// The outward unit normal of the edge that leads on, whose square may underflow beside a vast shape;
/// `otherwise` where rounding left the edge no length.
static cld_vec3 find_normal(const cld_walk2 *walk, cld_vec3 otherwise) {
    cld_vec3 n = cld_dd2_value(cld_dd2_turn_out(cld_walk2_next(walk)));
    double length = cld_length_of_any(n);
    return length > 0 ? cld_vec3_make(n.x / length, n.y / length, 0) : otherwise;
}

/// From the vertex of the container to the other's, where the walks are.
static cld_vec3 find_difference(const cld_cso *cso, const cld_walk2 *a, const cld_walk2 *b, double sign) {
    cld_vec3 d = cld_sub(cld_cloud_at(&cso->a.cloud, cld_walk2_corner(a)),
                         cld_cloud_at(&cso->b.cloud, cld_walk2_corner(b)));
    return cld_scale(cld_sub(d, cso->offset), sign);
}

/// Whether d is between the directions `from` and `to`, which are at most half a turn apart,
/// counter-clockwise.
static bool is_between(cld_vec3 from, cld_vec3 to, cld_vec3 d) {
    // In a narrow angle, rounding could take what points the other way for what is inside.
    return cross(from, d) > 0 && cross(d, to) > 0 && (cld_dot(from, to) <= 0 || cld_dot(d, from) > 0);
}

/// How far out a's vertex is beyond b's in the directions from one normal to the next.
static double find_farthest(cld_vec3 from, cld_vec3 to, cld_vec3 d) {
    return is_between(from, to, d) ? cld_length(d) : fmax(cld_dot(d, from), cld_dot(d, to));
}

/// What the measures above may be off by. A difference of vertices d is no longer than the size of the pair,
/// and loses 2 u of it beside what the clouds were given with; a normal is turned by at most 3 u, and a dot
/// product loses 2 u, each times |d|: less than 8 u of the size together.
static double find_rounding(const cld_cso *cso) { return 8 * CLD_ROUNDOFF * cso->size + cso->error; }

bool cld_is_contained2(cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    room += find_rounding(cso);
    const cld_shape *a = pair->a.shape, *b = pair->b.shape;
    size_t room_a = cld_walk2_room(a);
    uint32_t *loop = cld_buffer_reserve(&pair->workspace->surface, room_a + cld_walk2_room(b), sizeof *loop);
    if (!loop)
        return false;
    cld_walk2 walk_a = cld_walk2_begin(a, &cso->a.cloud, false, loop);
    cld_walk2 walk_b = cld_walk2_begin(b, &cso->b.cloud, false, loop + room_a);
    double sign = b_is_container ? 1 : -1;
    cld_walk2 *first = cld_walk2_first(&walk_a, &walk_b);
    if (!first)
        return cld_length(find_difference(cso, &walk_a, &walk_b, sign)) <= room;
    // Edges come counter-clockwise from (1, 0).
    cld_vec3 start = find_normal(first, cld_vec3_make(0, -1, 0)), from = start, to;
    for (first->at++; (first = cld_walk2_first(&walk_a, &walk_b)); first->at++, from = to) {
        to = find_normal(first, from);
        if (!(find_farthest(from, to, find_difference(cso, &walk_a, &walk_b, sign)) <= room))
            return false;
    }
    return find_farthest(from, start, find_difference(cso, &walk_a, &walk_b, sign)) <= room;
}
