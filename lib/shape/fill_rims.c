/// Finds the large faces whose corners are all the vertices of a hull, and fills their tables of angles.
///
/// With the mean c of a face's corners and the Cholesky factor of their covariance, each corner is at c + a p
/// + b q, the (a, b) of an ellipse being on the unit circle, and d . x is d . c + (d . p) a + (d . q) b: what
/// is farthest depends on the direction (d . p, d . q) alone. Those directions are those of a square, each of
/// whose sides is halved again and again, as the cells of fill_cells.c are quartered: a corner that another
/// beats clearly at both ends of a part of the side is not in the arcs of that part.
///
/// Error of what rounding makes of it, with E the extent and d_max the largest of |d|'s: a scan's dot
/// products are off by 2^-49.8 E d_max, d . c + (d . p) a + (d . q) b by sqrt 3 d_max off and as much
/// rounding, for each of two corners; a quotient by 2^-50 E d_max / major, which moves heights by as much
/// times |a| + |b|. All is relative to the larger of |d . p| and |d . q|, of which `least` E d_max is asked
/// for: so a scan finds what is lower by at most (3.5 off / E + 2^-47 (1 + around)) / least, and `least` is
/// chosen so that this is 2^-19. What contacts count as one plane, 2^-31 E along unit directions, for which
/// d_max is 3^-1/2 or more, is 2^-18.2 where CLD_RIM_LEAST is asked for. Together that is less than CLEARLY.

#include <stdlib.h>

#include "base/error.h"
#include "math/tangent.h"
#include "shape/rim.h"

#define CLEARLY 0x1p-17

/// How much longer than itself a part of a side is taken: far more than what rounding does to a quotient.
#define LONGER 0x1p-40

/// Of the extent, the least standard deviation of corners in any direction of their plane.
#define NARROWEST 0x1p-10

/// Of the extent, how far twins may be from each other.
#define MOST_TWIN_OFF 0x1p-40

/// Corners that make a face large, and vertices that may be on none of those.
enum { FEWEST_CORNERS = 16, MOST_LEFT = 8 };

typedef struct builder {
    const cld_cloud *cloud;
    const cld_hull *hull;
    cld_rims *rims;
    bool *is_taken;
    uint32_t *corner; ///< of a rim, in their order
    double (*at)[2];  ///< a and b of each
    uint32_t *lists;  ///< numbers of corners, for each level of halving
    uint32_t arc_count;
} builder;

typedef struct part {
    int side; ///< 0 to 3: the directions (1, t), (-t, 1), (-1, -t), (t, -1)
    double from, to;
} part;

/// The corners of a face that no rim has taken.
static uint32_t take_corners(const builder *b, uint32_t face, uint32_t *corner) {
    const cld_hull *hull = b->hull;
    uint32_t count = 0;
    for (uint32_t i = hull->face_start[face]; i < hull->face_start[face + 1]; i++) {
        uint32_t v = hull->face_vertex[i];
        corner[count] = v;
        count += !b->is_taken[v];
    }
    return count;
}

static double find_height(const double at[2], const double d[2]) { return at[0] * d[0] + at[1] * d[1]; }

static void find_direction(int side, double t, double d[2]) {
    const double all[4][2] = {{1, t}, {-t, 1}, {-1, -t}, {t, -1}};
    d[0] = all[side][0], d[1] = all[side][1];
}

/// Copies the corners that none of three beats at both ends of a part. Returns how many.
static uint32_t select_candidates(const builder *b, part p, const uint32_t *from, uint32_t count,
                                  uint32_t *to) {
    double d[3][2], rival[3][2];
    find_direction(p.side, p.from - LONGER, d[0]);
    find_direction(p.side, p.to + LONGER, d[1]);
    find_direction(p.side, 0.5 * (p.from + p.to), d[2]);
    for (int r = 0; r < 3; r++) {
        uint32_t farthest = from[0];
        for (uint32_t i = 1; i < count; i++)
            if (find_height(b->at[from[i]], d[r]) > find_height(b->at[farthest], d[r]))
                farthest = from[i];
        for (int k = 0; k < 2; k++)
            rival[r][k] = find_height(b->at[farthest], d[k]) - CLEARLY;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        double first = find_height(b->at[from[i]], d[0]), last = find_height(b->at[from[i]], d[1]);
        bool is_beaten = false;
        for (int r = 0; r < 3; r++)
            is_beaten |= (first < rival[r][0]) & (last < rival[r][1]);
        to[kept] = from[i];
        kept += !is_beaten;
    }
    return kept;
}

/// The shortest arc with all of some corners, which ascend: what the widest gap between two of them leaves.
static cld_rim_arc find_arc(const cld_rim *rim, const uint32_t *list, uint32_t count) {
    uint32_t all = rim->whole.count, first = list[0] / CLD_LANES, gap = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = list[i] / CLD_LANES, before = list[i > 0 ? i - 1 : count - 1] / CLD_LANES,
                 between = (group + all - before) % all;
        if (between > gap)
            first = group, gap = between;
    }
    return (cld_rim_arc){(uint16_t)first, (uint16_t)(gap > 0 ? all - gap + 1 : 1)};
}

/// Fills the arcs of a part of a side, `count` of them from `arc` on.
static void fill_part(const builder *b, const cld_rim *rim, part p, cld_rim_arc *arc, uint32_t arc_count,
                      const uint32_t *from, uint32_t count) {
    uint32_t *list = (uint32_t *)from + count;
    count = select_candidates(b, p, from, count, list);
    if (arc_count == 1) {
        *arc = find_arc(rim, list, count);
        return;
    }
    double middle = 0.5 * (p.from + p.to);
    uint32_t half = arc_count / 2;
    fill_part(b, rim, (part){p.side, p.from, middle}, arc, half, list, count);
    fill_part(b, rim, (part){p.side, middle, p.to}, arc + half, half, list, count);
}

/// Where corner i of a rim stands.
static cld_vec3 find_place(const cld_rim *rim, uint32_t i) {
    const cld_rim_group *g = &rim->group[i / CLD_LANES];
    uint32_t lane = i % CLD_LANES;
    return cld_vec3_make(g->x[lane], g->y[lane], g->z[lane]);
}

/// Gives the corners their groups, the last filled up with its last.
static void write_groups(builder *b, cld_rim *rim, const uint32_t *corner, uint32_t count) {
    cld_rims *rims = b->rims;
    rim->group = rims->group + rims->group_count;
    rim->whole = (cld_rim_arc){0, (uint16_t)((count + CLD_LANES - 1) / CLD_LANES)};
    for (uint32_t i = 0; i < CLD_LANES * rim->whole.count; i++) {
        uint32_t k = i < count ? i : count - 1, slot = CLD_LANES * rims->group_count + k,
                 lane = i % CLD_LANES;
        cld_rim_group *group = &rims->group[rims->group_count + i / CLD_LANES];
        cld_vec3 v = cld_cloud_at(b->cloud, corner[k]);
        group->x[lane] = v.x, group->y[lane] = v.y, group->z[lane] = v.z;
        group->key[lane] = (long long)((uint64_t)corner[k] << 32 | slot);
        b->is_taken[corner[k]] = true;
    }
    rim->corner_count = count;
    rims->group_count += rim->whole.count;
}

static cld_vec3 find_mean(const cld_cloud *cloud, const uint32_t *corner, uint32_t count) {
    cld_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        sum = cld_add_scaled(sum, 1.0 / count, cld_cloud_at(cloud, corner[i]));
    return sum;
}

/// From the centre to a corner, over the extent.
static cld_vec3 find_arm(const builder *b, cld_vec3 centre, uint32_t i) {
    return cld_scale(cld_sub(cld_cloud_at(b->cloud, b->corner[i]), centre), 1 / b->rims->extent);
}

/// A normal of the polygon around `centre`: the sum of its triangles' areas (Newell's method).
static cld_vec3 find_normal(const builder *b, cld_vec3 centre, uint32_t count) {
    cld_vec3 sum = {0, 0, 0}, before = find_arm(b, centre, count - 1);
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 w = find_arm(b, centre, i);
        sum = cld_add(sum, cld_cross(before, w));
        before = w;
    }
    return cld_unit(sum);
}

/// Sets up where corners are. False for faces that are too narrow or not flat enough.
static bool place_corners(const builder *b, uint32_t count, cld_rim *rim) {
    double extent = b->rims->extent, uu = 0, uv = 0, vv = 0;
    cld_vec3 u, v;
    rim->centre = find_mean(b->cloud, b->corner, count);
    cld_find_tangents_catto(find_normal(b, rim->centre, count), &u, &v);
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 w = cld_sub(cld_cloud_at(b->cloud, b->corner[i]), rim->centre);
        double along_u = cld_dot(w, u), along_v = cld_dot(w, v);
        uu += along_u * along_u / count, uv += along_u * along_v / count, vv += along_v * along_v / count;
    }
    if (vv > uu) {
        cld_vec3 old = u;
        u = v, v = cld_negate(old);
        double square = uu;
        uu = vv, vv = square, uv = -uv;
    }
    double first = sqrt(2 * uu), across = 2 * uv / first, second = sqrt(cld_max(0, 2 * vv - across * across));
    if (!(second > NARROWEST * extent))
        return false;
    rim->p = cld_add_scaled(cld_scale(u, first), across, v);
    rim->q = cld_scale(v, second);
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 w = cld_sub(cld_cloud_at(b->cloud, b->corner[i]), rim->centre);
        double *at = b->at[i];
        at[0] = cld_dot(w, u) / first;
        at[1] = (cld_dot(w, v) - at[0] * across) / second;
        cld_vec3 rest = cld_add_scaled(cld_add_scaled(w, -at[0], rim->p), -at[1], rim->q);
        rim->off = cld_max(rim->off, cld_length(rest));
        rim->around = cld_max(rim->around, cld_max(fabs(at[0]), fabs(at[1])));
    }
    rim->least = 0x1p19 * (3.5 * rim->off / extent + 0x1p-47 * (1 + rim->around));
    return rim->least < CLD_RIM_LEAST;
}

/// The face with the most corners that no rim has.
static uint32_t find_largest(const builder *b, uint32_t *count) {
    uint32_t found = 0;
    *count = 0;
    for (uint32_t f = 0; f < b->hull->face_count; f++) {
        uint32_t size = b->hull->face_start[f + 1] - b->hull->face_start[f];
        if (size <= *count || (size = take_corners(b, f, b->corner)) <= *count)
            continue;
        found = f;
        *count = size;
    }
    return found;
}

/// How far the corners of the first two rims are from each other, moved as their centres are, if they are the
/// two ends of a prism, of which one runs the other way round.
static double find_twin_off(const builder *b, const uint32_t *corner, const cld_rim *second) {
    const cld_rim *first = &b->rims->rim[0];
    uint32_t count = first->corner_count, start = 0;
    if (second->corner_count != count)
        return INFINITY;
    cld_vec3 move = cld_sub(second->centre, first->centre);
    cld_vec3 to = cld_add(find_place(first, 0), move);
    double least = INFINITY, off = 0;
    for (uint32_t i = 0; i < count; i++) {
        double far = cld_distance(cld_cloud_at(b->cloud, corner[i]), to);
        start = far < least ? i : start;
        least = cld_min(least, far);
    }
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 twin = cld_cloud_at(b->cloud, corner[(start + count - i) % count]);
        off = cld_max(off, cld_distance(twin, cld_add(find_place(first, i), move)));
    }
    return off < MOST_TWIN_OFF * b->rims->extent ? off : INFINITY;
}

/// Adds the largest face to the rims. False if there is none that can be one.
static bool add_rim(builder *b) {
    cld_rims *rims = b->rims;
    uint32_t count, face = find_largest(b, &count), side = 1;
    cld_rim rim = {.off = 0};
    if (count < FEWEST_CORNERS)
        return false;
    take_corners(b, face, b->corner);
    if (!place_corners(b, count, &rim))
        return false;
    while (4 * side < count)
        side *= 2;
    rim.side = side;
    rim.face = b->hull->face_start[face + 1] - b->hull->face_start[face] == count ? face : CLD_NO_INDEX;
    rim.arc = rims->arc + b->arc_count;
    write_groups(b, &rim, b->corner, count);
    for (uint32_t i = 0; i < count; i++)
        b->lists[i] = i;
    for (int k = 0; k < 4; k++)
        fill_part(b, &rim, (part){k, -1, 1}, rims->arc + b->arc_count + (uint32_t)k * side, side, b->lists,
                  count);
    b->arc_count += 4 * side;
    rims->twin_off = rims->count == 1 ? find_twin_off(b, b->corner, &rim) : INFINITY;
    rims->rim[rims->count++] = rim;
    return true;
}

/// Adds what is on no rim. False if that is too much.
static bool add_rest(builder *b) {
    uint32_t rest[MOST_LEFT], count = 0;
    for (uint32_t i = 0; i < b->cloud->count; i++) {
        if (b->is_taken[i])
            continue;
        if (count == MOST_LEFT)
            return false;
        rest[count++] = i;
    }
    cld_rim none = {.off = INFINITY, .face = CLD_NO_INDEX};
    if (count > 0) {
        write_groups(b, &none, rest, count);
        b->rims->rim[b->rims->count++] = none;
        b->rims->twin_off = INFINITY;
    }
    return true;
}

static bool fill_rims(builder *b) {
    for (uint32_t i = 0; i < b->cloud->count; i++)
        b->rims->extent = fmax(b->rims->extent, cld_max_abs(cld_cloud_at(b->cloud, i)));
    while (b->rims->count < CLD_MOST_RIMS && add_rim(b)) {
    }
    return b->rims->count > 0 && add_rest(b);
}

cld_status cld_rims_create(const cld_cloud *cloud, const cld_hull *hull, cld_rims *rims, cld_error *err) {
    size_t count = cloud->count, levels = 2;
    *rims = (cld_rims){.count = 0, .twin_off = INFINITY};
    if (hull->rank < 3 || count > CLD_LANES * (size_t)(UINT16_MAX - 1))
        return CLD_OK;
    for (size_t side = 1; 4 * side < count; side *= 2)
        levels++;
    bool *is_taken = calloc(count, sizeof *is_taken);
    uint32_t *corner = malloc((levels + 2) * count * sizeof *corner);
    double(*at)[2] = malloc(count * sizeof *at);
    rims->group = aligned_alloc(128, (count / CLD_LANES + CLD_MOST_RIMS + 1) * sizeof *rims->group);
    rims->arc = malloc(2 * count * sizeof *rims->arc);
    bool good = is_taken && corner && at && rims->group && rims->arc, found = false;
    if (good) {
        builder b = {cloud, hull, rims, is_taken, corner, at, corner + count, 0};
        found = fill_rims(&b);
    }
    free(is_taken);
    free(corner);
    free(at);
    if (!found) {
        cld_rims_free(rims);
        *rims = (cld_rims){.count = 0};
    }
    return good ? CLD_OK : cld_fail_memory(err);
}

void cld_rims_free(const cld_rims *rims) {
    free(rims->group);
    free(rims->arc);
}
