// Coplanar facets are merged by growing regions: the largest facet that is left gives a plane, and its
// neighbours join as long as all their vertices lie within the tolerance of it. The plane is then fitted to
// the region and the region grown anew, a few times, since a facet is a poor witness for a face many times
// its size. Regions must be convex discs, which what is within the tolerance of one plane need not be, else
// they are grown with less tolerance; a single facet always is one.
#include "hull/merge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hull/ring.h"
#include "hull/straighten.h"
#include "math/dd.h"
#include "math/tangent.h"
#include "math/vec.h"

#define NONE UINT32_MAX

typedef struct plane {
    cld_vec3 normal; ///< its length is twice the area that it comes from
    cld_vec3 centre;
} plane;

typedef struct ranked {
    double area;
    uint32_t facet;
} ranked;

typedef struct merger {
    const cld_vec3 *points;
    uint32_t point_count;
    double tolerance;
    const cld_loops *facets;
    uint32_t *twin;   ///< of each half-edge
    uint32_t *facet;  ///< of each half-edge
    uint32_t *region; ///< of each facet, NONE if not yet in one
    uint32_t *member; ///< the facets, region by region
    uint32_t *degree; ///< of each vertex: how many faces use it
    uint8_t *refused; ///< of each facet: how many regions with it were none
    plane *planes;    ///< of each facet
    ranked *by_area;
    bool failed; ///< to get memory
} merger;

static void *allocate(size_t count, size_t size) { return malloc((count ? count : 1) * size); }

static void destroy(merger *m) {
    free(m->twin);
    free(m->facet);
    free(m->region);
    free(m->member);
    free(m->degree);
    free(m->refused);
    free(m->planes);
    free(m->by_area);
}

static bool create(merger *m) {
    uint32_t total = m->facets->start[m->facets->count], count = m->facets->count;
    m->twin = allocate(total, sizeof *m->twin);
    m->facet = allocate(total, sizeof *m->facet);
    m->region = allocate(count, sizeof *m->region);
    m->member = allocate(count, sizeof *m->member);
    m->degree = allocate(m->point_count, sizeof *m->degree);
    m->refused = calloc(count + (size_t)1, sizeof *m->refused);
    m->planes = allocate(count, sizeof *m->planes);
    m->by_area = allocate(count, sizeof *m->by_area);
    return m->twin && m->facet && m->region && m->member && m->degree && m->refused && m->planes &&
           m->by_area;
}

/// Fills `twin`.
static cld_status find_twins(merger *m) {
    uint32_t total = m->facets->start[m->facets->count];
    uint32_t *order = allocate(4 * (size_t)total + m->point_count + 1, sizeof *order);
    if (!order)
        return CLD_INTERNAL;
    bool closed = cld_loops_pair(m->facets, m->point_count, order, order + total);
    for (uint32_t i = 0; closed && i < total; i += 2) {
        m->twin[order[i]] = order[i + 1];
        m->twin[order[i + 1]] = order[i];
    }
    free(order);
    return closed ? CLD_OK : CLD_NOT_CONVEX;
}

/// Newell's normal in double-double, as find_plane has it.
static cld_vec3 find_normal_finely(const merger *m, uint32_t facet) {
    uint32_t start = m->facets->start[facet], end = m->facets->start[facet + 1];
    cld_vec3 first = m->points[m->facets->vertex[start]];
    cld_dd3 normal = {{0, 0}, {0, 0}, {0, 0}}, before = normal;
    for (uint32_t h = start + 1; h < end; h++) {
        cld_dd3 offset = cld_dd3_diff(m->points[m->facets->vertex[h]], first);
        normal = cld_dd3_add(normal, cld_dd3_cross(before, offset));
        before = offset;
    }
    return cld_dd3_value(normal);
}

/// A facet whose area is less than this part of the square of its length is a sliver: plain doubles tell its
/// normal to some u of that square.
#define SLIVER 0x1p-6

/// Newell's normal, twice the area long, relative to the first vertex; the centre is the mean of the
/// vertices.
static plane find_plane(const merger *m, uint32_t facet) {
    uint32_t start = m->facets->start[facet], end = m->facets->start[facet + 1];
    cld_vec3 first = m->points[m->facets->vertex[start]];
    cld_vec3 normal = {0, 0, 0}, sum = {0, 0, 0}, before = {0, 0, 0};
    double longest = 0;
    for (uint32_t h = start + 1; h < end; h++) {
        cld_vec3 offset = cld_sub(m->points[m->facets->vertex[h]], first);
        normal = cld_add(normal, cld_cross(before, offset));
        sum = cld_add(sum, offset);
        longest = cld_max(longest, cld_dot(offset, offset));
        before = offset;
    }
    if (cld_length(normal) < SLIVER * longest)
        normal = find_normal_finely(m, facet);
    return (plane){normal, cld_add_scaled(first, 1.0 / (end - start), sum)};
}

static int compare_area(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->area != y->area)
        return x->area > y->area ? -1 : 1;
    return (x->facet > y->facet) - (x->facet < y->facet);
}

static void prepare_facets(merger *m) {
    for (uint32_t f = 0; f < m->facets->count; f++) {
        for (uint32_t h = m->facets->start[f]; h < m->facets->start[f + 1]; h++)
            m->facet[h] = f;
        m->region[f] = NONE;
        m->planes[f] = find_plane(m, f);
        m->by_area[f] = (ranked){cld_length(m->planes[f].normal), f};
    }
    qsort(m->by_area, m->facets->count, sizeof *m->by_area, compare_area);
}

/// Whether a facet is so narrow, within the tolerance, that its normal says nothing.
static bool is_narrow(const merger *m, uint32_t facet) {
    double longest = 0;
    for (uint32_t h = m->facets->start[facet]; h < m->facets->start[facet + 1]; h++) {
        uint32_t next = cld_loops_next(m->facets, facet, h);
        cld_vec3 side = cld_sub(m->points[m->facets->vertex[next]], m->points[m->facets->vertex[h]]);
        longest = fmax(longest, cld_length(side));
    }
    return cld_length(m->planes[facet].normal) <= m->tolerance * longest;
}

/// Whether the facet is within `limit` of the plane, in units of one over the length of its normal.
static bool lies_on(const merger *m, uint32_t facet, const plane *p, double limit) {
    for (uint32_t h = m->facets->start[facet]; h < m->facets->start[facet + 1]; h++) {
        cld_vec3 offset = cld_sub(m->points[m->facets->vertex[h]], p->centre);
        if (!(fabs(cld_dot(p->normal, offset)) <= limit))
            return false;
    }
    return true;
}

/// Whether the facet looks the way of the plane; a narrow one looks every way.
static bool looks_along(const merger *m, uint32_t facet, const plane *p) {
    return cld_dot(m->planes[facet].normal, p->normal) > 0 || is_narrow(m, facet);
}

/// A facet that so many regions were refused with stays alone: else each facet of a large one that has no
/// convex part may try all of it once more.
enum { MOST_REFUSED = 8 };

/// Collects the facets around `seed` that lie on the plane into `member`, and returns how many.
static uint32_t grow(merger *m, uint32_t seed, const plane *p, double tolerance, uint32_t *member) {
    uint32_t count = 1;
    double limit = tolerance * cld_length(p->normal);
    member[0] = m->by_area[seed].facet;
    m->region[member[0]] = seed;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t f = member[i];
        for (uint32_t h = m->facets->start[f]; h < m->facets->start[f + 1]; h++) {
            uint32_t g = m->facet[m->twin[h]];
            if (m->region[g] == NONE && m->refused[g] < MOST_REFUSED && lies_on(m, g, p, limit) &&
                looks_along(m, g, p)) {
                m->region[g] = seed;
                member[count++] = g;
            }
        }
    }
    return count;
}

static void forget(merger *m, const uint32_t *member, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        m->region[member[i]] = NONE;
}

/// The plane through the middle of some facets, each with the weight of its area.
static plane fit(const merger *m, const uint32_t *member, uint32_t count) {
    plane whole = {{0, 0, 0}, {0, 0, 0}};
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const plane *p = &m->planes[member[i]];
        double weight = cld_length(p->normal);
        area += weight;
        whole.normal = cld_add(whole.normal, p->normal);
        whole.centre = cld_add_scaled(whole.centre, weight, p->centre);
    }
    whole.centre = cld_scale(whole.centre, 1 / area);
    return whole;
}

/// Whether a region lies within the tolerance of its own plane, which need not be the one that it was grown
/// on.
static bool is_flat(const merger *m, const uint32_t *member, uint32_t count) {
    plane p = fit(m, member, count);
    double limit = m->tolerance * cld_length(p.normal);
    for (uint32_t i = 0; i < count; i++)
        if (!lies_on(m, member[i], &p, limit))
            return false;
    return true;
}

static bool is_boundary(const merger *m, uint32_t h) {
    return m->region[m->facet[m->twin[h]]] != m->region[m->facet[h]];
}

/// The boundary half-edge that follows `h` around its region.
static uint32_t next_boundary(const merger *m, uint32_t h) {
    uint32_t next = cld_loops_next(m->facets, m->facet[h], h);
    while (!is_boundary(m, next))
        next = cld_loops_next(m->facets, m->facet[m->twin[next]], m->twin[next]);
    return next;
}

/// A boundary half-edge of a region, and how many there are; NONE if there is none.
static uint32_t find_boundary(const merger *m, const uint32_t *member, uint32_t count, uint32_t *length) {
    uint32_t first = NONE;
    *length = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t h = m->facets->start[member[i]]; h < m->facets->start[member[i] + 1]; h++)
            if (is_boundary(m, h)) {
                first = first == NONE ? h : first;
                ++*length;
            }
    return first;
}

/// Whether a region has one boundary, which passes no vertex twice. Uses `degree`, all zeros, and leaves it
/// so.
static bool is_disc(const merger *m, const uint32_t *member, uint32_t count) {
    uint32_t length, first = find_boundary(m, member, count, &length);
    if (first == NONE)
        return false;
    uint32_t h = first, steps = 0;
    bool simple = true;
    do {
        simple = simple && m->degree[m->facets->vertex[h]]++ == 0;
        h = next_boundary(m, h);
        steps++;
    } while (h != first && steps <= length);
    h = first;
    for (uint32_t i = 0; i < steps; i++, h = next_boundary(m, h))
        m->degree[m->facets->vertex[h]] = 0;
    return simple && steps == length;
}

/// A boundary with an edge of less than this many tolerances may turn back around a crowd of vertices none of
/// which is far inside of its neighbours. No derivation: those that did were some tolerances wide, and what
/// is looked at in vain takes time alone.
enum { CROWD = 1024 };

/// How many tolerances a boundary with crowds may be inside of its hull: more than the few that vertices may
/// be beside their face, far less than what a turn back would be seen by.
enum { SLACK = 8 };

/// Whether the boundary that begins with `h` goes once around its hull.
static bool goes_around(merger *m, const plane *p, uint32_t h, uint32_t length) {
    double(*at)[2] = allocate(length, sizeof *at);
    bool around = false;
    cld_vec3 t1, t2;
    cld_find_tangents_catto(cld_unit(p->normal), &t1, &t2);
    for (uint32_t i = 0; i < length && at; i++, h = next_boundary(m, h)) {
        cld_vec3 offset = cld_sub(m->points[m->facets->vertex[h]], p->centre);
        at[i][0] = cld_dot(offset, t1);
        at[i][1] = cld_dot(offset, t2);
    }
    m->failed |=
        !at || cld_ring_look((const double(*)[2])at, length, SLACK * m->tolerance, &around) != CLD_OK;
    free(at);
    return around;
}

/// Whether no corner of a disc is further inside of the line between its neighbours than the tolerance.
static bool is_convex(merger *m, const uint32_t *member, uint32_t count) {
    plane p = fit(m, member, count);
    double area = cld_length(p.normal), shortest = INFINITY;
    uint32_t length, first = find_boundary(m, member, count, &length), h = first;
    do {
        uint32_t next = next_boundary(m, h), after = next_boundary(m, next);
        cld_vec3 from = m->points[m->facets->vertex[h]],
                 line = cld_sub(m->points[m->facets->vertex[after]], from),
                 corner = cld_sub(m->points[m->facets->vertex[next]], from);
        if (cld_dot(p.normal, cld_cross(corner, line)) < -m->tolerance * area * cld_length(line))
            return false;
        shortest = fmin(shortest, cld_dot(corner, corner));
        h = next;
    } while (h != first);
    double crowd = CROWD * m->tolerance;
    return shortest > crowd * crowd || goes_around(m, &p, first, length);
}

/// The region of the facet ranked `seed`; returns how many facets are in it.
static uint32_t find_region(merger *m, uint32_t seed, uint32_t *member) {
    enum { FITS = 3, TRIES = 4 };
    double tolerance = m->tolerance;
    for (int i = 0; i < TRIES; i++, tolerance /= 4) {
        plane p = m->planes[m->by_area[seed].facet];
        uint32_t count = grow(m, seed, &p, tolerance, member);
        for (int k = 0; k < FITS && count > 1; k++) {
            uint32_t before = count;
            p = fit(m, member, count);
            forget(m, member, count);
            count = grow(m, seed, &p, tolerance, member);
            if (count <= before)
                break;
        }
        if (count == 1 ||
            (is_flat(m, member, count) && is_disc(m, member, count) && is_convex(m, member, count)))
            return count;
        forget(m, member, count);
        for (uint32_t k = 0; k < count; k++)
            m->refused[member[k]]++;
    }
    member[0] = m->by_area[seed].facet;
    m->region[member[0]] = seed;
    return 1;
}

/// Writes the boundary of each region as a loop.
static bool write_regions(merger *m, cld_loops *faces) {
    uint32_t total = m->facets->start[m->facets->count];
    if (!cld_loops_create(faces, m->facets->count, total))
        return false;
    uint32_t face = 0, end = 0, done = 0;
    while (done < m->facets->count) {
        uint32_t count = 1;
        while (done + count < m->facets->count &&
               m->region[m->member[done + count]] == m->region[m->member[done]])
            count++;
        uint32_t length, first = find_boundary(m, m->member + done, count, &length), h = first;
        do {
            faces->vertex[end++] = m->facets->vertex[h];
            h = next_boundary(m, h);
        } while (h != first);
        faces->start[++face] = end;
        done += count;
    }
    faces->count = face;
    return true;
}

static cld_status merge(merger *m, cld_loops *faces) {
    cld_status status = find_twins(m);
    if (status != CLD_OK)
        return status;
    prepare_facets(m);
    memset(m->degree, 0, m->point_count * sizeof *m->degree);
    uint32_t done = 0;
    for (uint32_t i = 0; i < m->facets->count; i++)
        if (m->region[m->by_area[i].facet] == NONE)
            done += find_region(m, i, m->member + done);
    if (m->failed || !write_regions(m, faces))
        return CLD_INTERNAL;
    return cld_straighten(m->points, m->point_count, m->tolerance, m->degree, m->twin, faces)
               ? CLD_OK
               : CLD_NOT_CONVEX;
}

cld_status cld_merge_coplanar(const cld_vec3 *points, uint32_t count, double tolerance,
                              const cld_loops *facets, cld_loops *faces) {
    merger m = {.points = points, .point_count = count, .tolerance = tolerance, .facets = facets};
    *faces = (cld_loops){0};
    cld_status status = create(&m) ? merge(&m, faces) : CLD_INTERNAL;
    destroy(&m);
    if (status != CLD_OK)
        cld_loops_destroy(faces);
    return status;
}
