// From the face above the middle of the list the others are reached across the edges that run through its
// inside.
#include "hull/cover.h"

#include <math.h>
#include <stdlib.h>

#include "math/tangent.h"
#include "math/vec.h"

/// A list in cyclic order.
typedef struct outline {
    const cld_surface *surface;
    const uint32_t *vertex;
    uint32_t count;
    cld_vec3 normal; ///< it goes counter-clockwise around this
} outline;

static cld_vec3 find_mean(const cld_surface *s, const uint32_t *vertex, uint32_t count) {
    cld_vec3 mean = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        mean = cld_add_scaled(mean, 1.0 / count, s->at[vertex[i]]);
    return mean;
}

/// Whether it goes clockwise.
static bool is_backwards(const outline *o) {
    double area = 0;
    cld_vec3 first = o->surface->at[o->vertex[0]];
    for (uint32_t i = 2; i < o->count; i++)
        area += cld_dot(o->normal, cld_cross(cld_sub(o->surface->at[o->vertex[i - 1]], first),
                                             cld_sub(o->surface->at[o->vertex[i]], first)));
    return area < 0;
}

/// Whether more of the segment is inside than rounding tells, and not along a side.
static bool runs_through(const outline *o, cld_vec3 p, cld_vec3 q) {
    const cld_surface *s = o->surface;
    double low = 0, high = 1;
    for (uint32_t i = 0; i < o->count && low < high; i++) {
        cld_vec3 from = s->at[o->vertex[i]], side = cld_sub(s->at[o->vertex[(i + 1) % o->count]], from);
        cld_vec3 inward = cld_cross(o->normal, side);
        double limit = s->flat * cld_length(inward);
        double a = cld_dot(inward, cld_sub(p, from)) - limit, b = cld_dot(inward, cld_sub(q, from)) - limit;
        if (limit == 0)
            continue;
        if (a <= 0 && b <= 0)
            return false;
        if (a < 0)
            low = fmax(low, a / (a - b));
        if (b < 0)
            high = fmin(high, a / (a - b));
    }
    return (high - low) * cld_distance(q, p) > s->flat;
}

/// Whether the list goes along an edge, either way: what it has between the ends is no farther from the edge
/// than the tolerance.
static bool is_side(cld_matcher *m, const outline *o, const uint32_t end[2]) {
    if (m->vertex_stamp[end[0]] != m->stamp || m->vertex_stamp[end[1]] != m->stamp)
        return false;
    const cld_vec3 *at = o->surface->at;
    for (int way = 0; way < 2; way++) {
        uint32_t last = m->place[end[1 - way]], i = m->place[end[way]];
        do
            i = i + 1 < o->count ? i + 1 : 0;
        while (i != last && cld_matcher_spend_steps(m, 1) &&
               cld_surface_is_near_segment(o->surface, at[o->vertex[i]], at[end[0]], at[end[1]]));
        if (i == last)
            return true;
    }
    return false;
}

static void take_up(cld_matcher *m, uint32_t face) {
    if (m->cover_stamp[face] == m->stamp)
        return;
    m->cover_stamp[face] = m->stamp;
    m->covered[m->covered_count++] = face;
}

/// Takes up a face next to one of those over which the list lies, if it lies there too.
static void cross_edge(cld_matcher *m, const outline *o, uint32_t face, uint32_t edge) {
    const cld_hull *hull = m->surface->hull;
    const uint32_t *end = hull->edge_vertex[edge], *sides = hull->edge_face[edge];
    uint32_t other = sides[sides[0] == face];
    if (m->is_inner[edge] == m->stamp || is_side(m, o, end))
        return;
    bool is_covered = cld_match_is_covered(m, face) && cld_match_is_covered(m, other);
    if (is_covered || (cld_matcher_spend_steps(m, 1 + o->count / 2) &&
                       runs_through(o, m->surface->at[end[0]], m->surface->at[end[1]]))) {
        m->is_inner[edge] = m->stamp;
        take_up(m, other);
    }
}

/// Notes where the list has its corners.
static void place_corners(cld_matcher *m, const outline *o) {
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t corner = m->surface->corner[o->vertex[i]];
        if (corner != CLD_NO_INDEX)
            m->place[corner] = i;
    }
}

/// The face that a ray from the middle of the list along its normal passes. Where several are flat within
/// rounding, the plane that it passes first may be that of one nearby: then over the side that it is beyond,
/// and on.
static uint32_t find_middle_face(const outline *o, uint32_t start, uint64_t *steps) {
    enum { MOST_SIDES = 64 };
    const cld_surface *s = o->surface;
    cld_vec3 p = find_mean(s, o->vertex, o->count);
    uint32_t face = cld_surface_find_face_along(s, start, p, o->normal, steps);
    for (int i = 0; i < MOST_SIDES; i++) {
        double left, slope = cld_dot(s->hull->face_normal[face], o->normal);
        if (!(slope > s->tolerance))
            break;
        cld_vec3 at = cld_add_scaled(p, -cld_surface_find_height(s, face, p) / slope, o->normal);
        const uint32_t *sides = s->hull->edge_face[cld_surface_find_side(s, face, at, &left)];
        if (left >= -s->flat)
            break;
        face = sides[sides[0] == face];
    }
    return face;
}

void cld_cover_find(cld_matcher *m, const uint32_t *vertex, uint32_t count, cld_vec3 along) {
    const cld_surface *s = m->surface;
    outline o = {s, vertex, count, cld_surface_find_normal(s, vertex, count, along, NULL)};
    uint64_t steps = 0;
    if (cld_dot(o.normal, o.normal) == 0)
        o.normal = along;
    uint32_t first = find_middle_face(&o, m->last, &steps);
    if (is_backwards(&o))
        o.normal = cld_negate(o.normal);
    place_corners(m, &o);
    for (uint32_t i = 0; i < m->covered_count; i++)
        m->cover_stamp[m->covered[i]] = m->stamp;
    take_up(m, first);
    bool has_tries = cld_matcher_spend_steps(m, steps);
    for (uint32_t i = 0; i < m->covered_count && has_tries; i++) {
        uint32_t face = m->covered[i], start = s->hull->face_start[face], end = s->hull->face_start[face + 1];
        has_tries = cld_matcher_spend_steps(m, end - start);
        for (uint32_t h = start; h < end && has_tries; h++)
            cross_edge(m, &o, face, s->hull->face_edge[h]);
    }
}

/// A point and where it stands around the mean: from -2 to 2 where the angle goes from -180 to 180 degrees.
typedef struct bearing {
    double turn;
    uint32_t place, vertex;
} bearing;

static int compare(const void *a, const void *b) {
    const bearing *x = a, *y = b;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/// How far the mean is to the left of a side, seen along a normal; 0 for a side that is not told apart from
/// none, or from one through the mean.
static double find_left(const cld_surface *s, cld_vec3 p, cld_vec3 q, cld_vec3 normal) {
    const double least = 4 * s->tolerance;
    double length = cld_distance(p, q), left = cld_dot(cld_cross(p, q), normal) / length;
    return length > least && fabs(left) > least ? left : 0;
}

bool cld_cover_is_cyclic(const cld_surface *surface, const uint32_t *vertex, uint32_t count, cld_vec3 normal,
                         double *turn) {
    cld_vec3 mean = find_mean(surface, vertex, count);
    double turns = 0, most_left = 0, most_right = 0;
    *turn = 0;
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 p = cld_sub(surface->at[vertex[i]], mean);
        cld_vec3 q = cld_sub(surface->at[vertex[(i + 1) % count]], mean);
        double angle = atan2(cld_dot(cld_cross(p, q), normal), cld_dot(p, q)),
               left = find_left(surface, p, q, normal);
        *turn += angle;
        turns += fabs(angle);
        most_left = fmax(most_left, left), most_right = fmax(most_right, -left);
    }
    // Once around is 2 pi, and no side goes back; or not farther than noise.
    return count == 3 || (fabs(*turn) > 6 && turns < 7 && (*turn > 0 ? most_right : most_left) == 0);
}

bool cld_cover_sort(const cld_surface *s, uint32_t *vertex, uint32_t count, cld_vec3 normal) {
    bearing *list = malloc(count * sizeof *list);
    if (!list)
        return false;
    cld_vec3 mean = find_mean(s, vertex, count), t1, t2;
    cld_find_tangents_catto(normal, &t1, &t2);
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 to = cld_sub(s->at[vertex[i]], mean);
        double x = cld_dot(to, t1), y = cld_dot(to, t2), size = fabs(x) + fabs(y);
        double turn = size > 0 ? x / size : 0; // 1 to -1 while the angle goes from 0 to 180 degrees
        list[i] = (bearing){y < 0 ? turn - 1 : 1 - turn, i, vertex[i]};
    }
    qsort(list, count, sizeof *list, compare);
    for (uint32_t i = 0; i < count; i++)
        vertex[i] = list[i].vertex;
    free(list);
    return true;
}
