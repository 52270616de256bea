// Gift wrapping, face by face: across a side of a face lies the plane through that side which all points are
// below, and all points in that plane are a face, whose corners gift wrapping in the plane finds.
//
// Nothing here is rounded off: whatever is not clear is left to others. A point is on a plane or line within
// `on`, off it beyond `off`, and anything between is doubt. On the one hand, a face whose points are all on a
// common plane by a sixteenth of the tolerance is one to merging facets too, whichever facets it begins with.
// On the other, facets that leave each other's planes by `off`, a thousand tolerances or more, are not
// merged.
//
// Source: D. R. Chand, S. S. Kapur, An algorithm for convex polytopes, 1970. It ends because each face is
// found across a side that has no neighbour yet.
#include "hull/small.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"

enum { MOST_SIDES = 6 * CLD_SMALL_MOST, MOST_FACES = 2 * CLD_SMALL_MOST };

/// Planes are those of triangles of which no height is below LEAST_HEIGHT: the normal of such a one is off by
/// some 16 u / LEAST_HEIGHT (u = 2^-53), which moves the plane by less than 2^-33 over a length of 2, an
/// eighth of OFF.
#define OFF 0x1p-30
#define LEAST_HEIGHT 0x1p-15

/// Heights are off by some 6 u where nothing is narrow; below this, what lies on a plane cannot be told.
#define LEAST_ON 0x1p-50

typedef struct wrapper {
    const cld_vec3 *points;
    uint32_t count;
    double on;
    uint32_t start[MOST_FACES + 1], face_count;
    uint32_t corner[MOST_SIDES];
    bool has_side[CLD_SMALL_MOST][CLD_SMALL_MOST]; ///< whether a face has the side from one vertex to another
} wrapper;

/// A point and a unit normal, from a triangle.
typedef struct plane {
    cld_vec3 point, normal;
    uint32_t corner[3];
} plane;

static double find_height(const plane *p, cld_vec3 point) {
    return cld_dot(p->normal, cld_sub(point, p->point));
}

/// The plane through three points, counter-clockwise seen from above. False if they are too nearly straight.
static bool find_plane(const wrapper *w, uint32_t a, uint32_t b, uint32_t c, plane *p) {
    cld_vec3 e = cld_sub(w->points[b], w->points[a]), f = cld_sub(w->points[c], w->points[a]),
             g = cld_sub(f, e);
    cld_vec3 n = cld_cross(e, f);
    double longest = cld_max_abs((cld_vec3){cld_dot(e, e), cld_dot(f, f), cld_dot(g, g)}),
           square = cld_dot(n, n);
    *p = (plane){w->points[a], cld_scale(n, 1 / sqrt(square)), {a, b, c}};
    return square > LEAST_HEIGHT * LEAST_HEIGHT * longest;
}

static bool are_apart(const wrapper *w) {
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            cld_vec3 d = cld_sub(w->points[i], w->points[j]);
            if (!(cld_dot(d, d) > OFF * OFF))
                return false;
        }
    return true;
}

/// Whether no point is above the plane.
static bool is_supporting(const wrapper *w, const plane *p) {
    for (uint32_t i = 0; i < w->count; i++)
        if (find_height(p, w->points[i]) > w->on)
            return false;
    return true;
}

/// Some plane with a face on it: one through the first point in lexicographic order.
static bool find_first_plane(const wrapper *w, plane *p) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < w->count; i++) {
        cld_vec3 q = w->points[i], l = w->points[first];
        if (q.x < l.x || (q.x == l.x && (q.y < l.y || (q.y == l.y && q.z < l.z))))
            first = i;
    }
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t j = 0; j < w->count; j++)
            if (i != first && j != first && i != j && find_plane(w, first, i, j, p) && is_supporting(w, p))
                return true;
    return false;
}

/// The plane of the face that has the side from `i` to `j`, where another face, on `neighbour`, has the side
/// from j to i.
static bool find_plane_across(const wrapper *w, const plane *neighbour, uint32_t i, uint32_t j, plane *p) {
    bool found = false;
    for (uint32_t k = 0; k < w->count; k++) {
        if (find_height(neighbour, w->points[k]) >= -w->on || (found && find_height(p, w->points[k]) <= 0))
            continue;
        if (!find_plane(w, i, j, k, p))
            return false;
        found = true;
    }
    return found;
}

/// Collects the points on the plane. False if one is above it, or hardly below.
static bool find_points_on(const wrapper *w, const plane *p, uint32_t *on, uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        double height = find_height(p, w->points[i]);
        if (fabs(height) <= w->on)
            on[(*count)++] = i;
        else if (!(height < -OFF))
            return false;
    }
    return *count >= 3;
}

/// The corner after `from` of the convex polygon around the points `on` a plane: the one that none is to the
/// right of and, of several in a line, the farthest. False in doubt.
static bool find_next_corner(const wrapper *w, const plane *p, const uint32_t *on, uint32_t count,
                             uint32_t from, uint32_t *next) {
    cld_vec3 origin = w->points[from], inward = {0, 0, 0};
    double length = 0;
    *next = from;
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 d = cld_sub(w->points[on[i]], origin);
        double left = cld_dot(inward, d), far = cld_length(d);
        if (on[i] == from || (length > 0 && (left > w->on || (left >= -w->on && far < length))))
            continue;
        *next = on[i];
        length = far;
        inward = cld_cross(p->normal, cld_scale(d, 1 / far));
    }
    for (uint32_t i = 0; i < count; i++) {
        double left = cld_dot(inward, cld_sub(w->points[on[i]], origin));
        if (!(fabs(left) <= w->on || left > OFF))
            return false;
    }
    return true;
}

/// The point farthest from the first one: whatever the set, a corner of it.
static uint32_t find_farthest(const wrapper *w, const uint32_t *on, uint32_t count) {
    uint32_t farthest = on[0];
    double most = 0;
    for (uint32_t i = 1; i < count; i++) {
        cld_vec3 d = cld_sub(w->points[on[i]], w->points[on[0]]);
        if (cld_dot(d, d) > most) {
            most = cld_dot(d, d);
            farthest = on[i];
        }
    }
    return farthest;
}

/// Finds the corners of the face on a plane, counter-clockwise, and how many they are: 0 in doubt.
static uint32_t find_corners(const wrapper *w, const plane *p, uint32_t *corner) {
    uint32_t on[CLD_SMALL_MOST], count, corners = 0;
    if (!find_points_on(w, p, on, &count))
        return 0;
    if (count == 3) {
        memcpy(corner, p->corner, sizeof p->corner);
        return 3;
    }
    uint32_t next = find_farthest(w, on, count);
    do {
        corner[corners] = next;
        if (corners == count || !find_next_corner(w, p, on, count, corner[corners++], &next))
            return 0;
    } while (next != corner[0]);
    return corners < 3 ? 0 : corners;
}

/// Adds the face on a plane. False in doubt.
static bool add_face(wrapper *w, const plane *p) {
    uint32_t corner[CLD_SMALL_MOST + 1], count = find_corners(w, p, corner), end = w->start[w->face_count];
    if (count == 0 || w->face_count == MOST_FACES || end + count > MOST_SIDES)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = corner[i], to = corner[i + 1 < count ? i + 1 : 0];
        if (w->has_side[from][to])
            return false;
        w->has_side[from][to] = true;
        w->corner[end++] = from;
    }
    w->start[++w->face_count] = end;
    return true;
}

static bool wrap(wrapper *w) {
    plane planes[MOST_FACES];
    if (!are_apart(w) || !find_first_plane(w, &planes[0]) || !add_face(w, &planes[0]))
        return false;
    for (uint32_t f = 0; f < w->face_count; f++)
        for (uint32_t h = w->start[f]; h < w->start[f + 1]; h++) {
            uint32_t i = w->corner[h], j = w->corner[h + 1 < w->start[f + 1] ? h + 1 : w->start[f]];
            if (w->has_side[j][i])
                continue;
            plane *next = &planes[w->face_count];
            if (w->face_count == MOST_FACES || !find_plane_across(w, &planes[f], j, i, next) ||
                !add_face(w, next) || !w->has_side[j][i])
                return false;
        }
    return w->face_count >= 4;
}

bool cld_small_find(const cld_vec3 *points, uint32_t count, double tolerance, cld_loops *faces) {
    wrapper w = {.points = points, .count = count, .on = tolerance / 16};
    if (count > CLD_SMALL_MOST || !(tolerance < OFF / 1024) || !(w.on > LEAST_ON) || !wrap(&w))
        return false;
    uint32_t total = w.start[w.face_count];
    if (!cld_loops_create(faces, w.face_count, total))
        return false;
    memcpy(faces->start, w.start, (w.face_count + 1) * sizeof *w.start);
    memcpy(faces->vertex, w.corner, total * sizeof *w.corner);
    return true;
}
