// The dimension of the set is settled first, by distances from a line and a plane (see frame.h). The
// triangles around a solid are found in exact arithmetic from the points as they are: needles, plates and
// details of all sizes are no harder than cubes. They are merged into faces where the points were, and
// checked to be a closed surface with the topology of a ball that bends inwards nowhere.
//
// No point is above the plane of a face, and no vertex of a face off it, by more than a few tolerances.
#include "collide/hull.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/number.h"
#include "hull/chain2.h"
#include "hull/frame.h"
#include "hull/incremental.h"
#include "hull/merge.h"
#include "hull/near.h"
#include "hull/order.h"
#include "hull/small.h"
#include "math/vec.h"

/// The points in the frame's own axes, those that are not within the tolerance of an earlier one.
typedef struct cloud {
    const double *points;
    uint32_t point_count;
    cld_frame frame;
    uint32_t count;
    uint32_t *index; ///< of each in `points`
    cld_vec3 *local;
    double (*scaled)[3]; ///< the same, in the points' own axes, exactly
} cloud;

static void destroy_cloud(cloud *c) {
    free(c->index);
    free(c->local);
    free(c->scaled);
}

/// Fills `index`, ascending: the lowest of equal points stays.
static bool thin_out(cloud *c) {
    cld_near kept;
    if (!cld_near_create(&kept, c->local, c->point_count, c->frame.tolerance))
        return false;
    for (uint32_t i = 0; i < c->point_count; i++)
        if (cld_near_find(&kept, c->local[i]) == CLD_NEAR_NONE) {
            cld_near_add(&kept, i);
            c->index[c->count++] = i;
        }
    cld_near_destroy(&kept);
    return true;
}

static bool create_cloud(cloud *c) {
    c->index = malloc(c->point_count * sizeof *c->index);
    c->local = malloc(c->point_count * sizeof *c->local);
    c->scaled = malloc(c->point_count * sizeof *c->scaled);
    if (!c->index || !c->local || !c->scaled)
        return false;
    for (uint32_t i = 0; i < c->point_count; i++)
        c->local[i] = cld_frame_find_local(&c->frame, c->points + 3 * (size_t)i);
    if (!thin_out(c))
        return false;
    for (uint32_t i = 0; i < c->count; i++) {
        cld_vec3 p = cld_frame_scale(&c->frame, c->points + 3 * (size_t)c->index[i]);
        c->local[i] = c->local[c->index[i]];
        c->scaled[i][0] = p.x;
        c->scaled[i][1] = p.y;
        c->scaled[i][2] = p.z;
    }
    return true;
}

static cld_status assemble_solid(const cloud *c, const cld_loops *triangles, cld_hull **hull) {
    cld_loops faces;
    cld_status status = cld_merge_coplanar(c->local, c->count, c->frame.tolerance, triangles, &faces);
    if (status != CLD_OK)
        return status;
    for (uint32_t h = 0; h < faces.start[faces.count]; h++)
        faces.vertex[h] = c->index[faces.vertex[h]];
    status = cld_hull_assemble(&c->frame, c->points, c->point_count, &faces, hull);
    cld_loops_destroy(&faces);
    return status;
}

/// The hull of few points that are clearly apart, on planes and off them; CLD_NOT_CONVEX if they are not.
static cld_status build_small(const cloud *c, cld_hull **hull) {
    cld_vec3 local[CLD_SMALL_MOST];
    cld_loops faces;
    for (uint32_t i = 0; i < c->point_count; i++)
        local[i] = cld_frame_find_local(&c->frame, c->points + 3 * (size_t)i);
    if (!cld_small_find(local, c->point_count, c->frame.tolerance, &faces))
        return CLD_NOT_CONVEX;
    cld_status status = cld_hull_assemble(&c->frame, c->points, c->point_count, &faces, hull);
    cld_loops_destroy(&faces);
    return status;
}

static cld_vec3 find_offset(const cloud *c, uint32_t from, uint32_t to) {
    const double *p = c->points + 3 * (size_t)from, *q = c->points + 3 * (size_t)to;
    return cld_dd3_value(cld_frame_find_difference(&c->frame, q, p));
}

/// Whether no face rises above the plane of one that it shares an edge with: a closed surface that bends
/// inwards nowhere is convex.
static bool bends_outwards(const cloud *c, const cld_hull *hull) {
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t first = hull->face_start[f], end = hull->face_start[f + 1];
        for (uint32_t h = first; h < end; h++) {
            // The corner after the edge h belongs to f; it must not be above the face on the edge's other
            // side.
            uint32_t next = h + 1 < end ? h + 1 : first, after = next + 1 < end ? next + 1 : first;
            const uint32_t *sides = hull->edge_face[hull->face_edge[h]];
            cld_vec3 n = hull->face_normal[sides[0] == f ? sides[1] : sides[0]];
            cld_vec3 d = find_offset(c, hull->face_vertex[next], hull->face_vertex[after]);
            if (cld_dot(n, d) > 4 * c->frame.tolerance)
                return false;
        }
    }
    return true;
}

static cld_status build_from_triangles(const cloud *c, cld_hull **hull) {
    cld_loops triangles;
    cld_status status = cld_incremental_find(c->scaled, c->count, &triangles);
    if (status != CLD_OK)
        return status;
    status = assemble_solid(c, &triangles, hull);
    cld_loops_destroy(&triangles);
    if (status == CLD_OK && !bends_outwards(c, *hull)) {
        cld_hull_destroy(*hull);
        status = CLD_NOT_CONVEX;
    }
    return status;
}

static cld_status build_solid(cloud *c, cld_hull **hull) {
    if (c->point_count <= CLD_SMALL_MOST && build_small(c, hull) == CLD_OK)
        return CLD_OK;
    cld_status status = create_cloud(c) ? build_from_triangles(c, hull) : CLD_INTERNAL;
    destroy_cloud(c);
    return status;
}

/// The hull of a flat set: the loop in its plane, and the same loop seen from below.
static cld_status build_flat_loops(const cloud *c, double (*plane)[2], uint32_t *loop, cld_hull **hull) {
    for (uint32_t i = 0; i < c->point_count; i++) {
        cld_vec3 p = cld_frame_find_local(&c->frame, c->points + 3 * (size_t)i);
        plane[i][0] = p.x;
        plane[i][1] = p.y;
    }
    uint32_t length;
    cld_status status =
        cld_chain2_find((const double(*)[2])plane, c->point_count, c->frame.tolerance, loop, &length);
    cld_loops faces;
    if (status != CLD_OK || !cld_loops_create(&faces, 2, 2 * length))
        return CLD_INTERNAL;
    faces.start[1] = length;
    faces.start[2] = 2 * length;
    for (uint32_t i = 0; i < length; i++)
        faces.vertex[i] = faces.vertex[2 * length - 1 - i] = loop[i];
    status = cld_hull_assemble(&c->frame, c->points, c->point_count, &faces, hull);
    cld_loops_destroy(&faces);
    return status;
}

static cld_status build_flat(cloud *c, cld_hull **hull) {
    double(*plane)[2] = malloc(c->point_count * sizeof *plane);
    uint32_t *loop = malloc(c->point_count * sizeof *loop);
    cld_status status = plane && loop ? build_flat_loops(c, plane, loop, hull) : CLD_INTERNAL;
    free(plane);
    free(loop);
    return status;
}

static cld_status build_straight(cloud *c, cld_hull **hull) {
    uint32_t end[2] = {0, 0};
    cld_vec3 low = cld_frame_find_local(&c->frame, c->points), high = low;
    for (uint32_t i = 1; i < c->point_count; i++) {
        cld_vec3 p = cld_frame_find_local(&c->frame, c->points + 3 * (size_t)i);
        if (p.x < low.x) {
            low = p;
            end[0] = i;
        }
        if (p.x > high.x) {
            high = p;
            end[1] = i;
        }
    }
    uint32_t ascending[2] = {end[0] < end[1] ? end[0] : end[1], end[0] < end[1] ? end[1] : end[0]};
    *hull = cld_hull_assemble_straight(c->point_count, ascending, 2);
    return *hull ? CLD_OK : CLD_INTERNAL;
}

static cld_status build_point(cloud *c, cld_hull **hull) {
    *hull = cld_hull_assemble_straight(c->point_count, (uint32_t[]){0}, 1);
    return *hull ? CLD_OK : CLD_INTERNAL;
}

cld_status cld_hull_create(const double *points, size_t count, cld_hull **hull, cld_error *err) {
    static cld_status (*const build[])(cloud *, cld_hull **) = {build_point, build_straight, build_flat,
                                                                build_solid};
    if (count > CLD_MOST_POINTS)
        return cld_fail(err, CLD_TOO_LARGE, "", "a hull has at most %d points, got %zu", CLD_MOST_POINTS,
                        count);
    if (count == 0)
        return cld_fail(err, CLD_BAD_VALUE, "", "a hull has 1 point or more, got 0");
    for (size_t i = 0; i < 3 * count; i++)
        if (!isfinite(points[i]))
            return cld_fail(err, CLD_BAD_VALUE, "", "a coordinate must be a finite number, got %s",
                            cld_number_tell(points[i]).text);
    cloud c = {.points = points, .point_count = (uint32_t)count, .frame = cld_frame_make(points, count)};
    cld_status status = build[c.frame.rank](&c, hull);
    if (status == CLD_INTERNAL)
        return cld_fail_memory(err);
    if (status != CLD_OK)
        return cld_fail(err, CLD_INTERNAL, "", "the hull of %zu points cannot be found", count);
    return CLD_OK;
}

void cld_hull_destroy(cld_hull *hull) { free(hull); }
