#include "shape/outline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "hull/chain2.h"

/// How far from the outline, as a part of the diagonal, a vertex counts as on it: the contract's 1e-6 for
/// listed faces.
#define ON_OUTLINE 1e-6

typedef double point2[2];

/// The points, scaled by a power of two so that the square of any distance is in range. The caller frees
/// them.
static point2 *copy_points(const double *points, size_t count) {
    point2 *copy = malloc(count * sizeof *copy);
    double largest = 0;
    int exponent;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fmax(fabs(points[3 * i]), fabs(points[3 * i + 1])));
    frexp(largest, &exponent);
    for (size_t i = 0; copy && i < count; i++) {
        copy[i][0] = ldexp(points[3 * i], -exponent);
        copy[i][1] = ldexp(points[3 * i + 1], -exponent);
    }
    return copy;
}

static double find_diagonal(const point2 *p, size_t count) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            low[k] = fmin(low[k], p[i][k]), high[k] = fmax(high[k], p[i][k]);
    return cld_length(cld_vec3_make(high[0] - low[0], high[1] - low[1], 0));
}

static cld_status fail_vertex(cld_error *err, size_t vertex, const char *what) {
    return cld_fail(err, CLD_NOT_CONVEX, cld_pointer_to("vertices", vertex).text,
                    "the polygon is not convex: this vertex %s (collide hull --convexify takes the hull)",
                    what);
}

/// Whether the point lies by the segment from p to q, not far beyond its ends, and not far before `*reached`,
/// the part of it that earlier points have covered, which moves on.
static bool goes_along(const double *p, const double *q, const double *point, double tolerance,
                       double *reached) {
    double ex = q[0] - p[0], ey = q[1] - p[1], length = sqrt(ex * ex + ey * ey), x = point[0] - p[0],
           y = point[1] - p[1];
    double along = (x * ex + y * ey) / length, aside = (x * ey - y * ex) / length;
    if (fabs(aside) > tolerance || along < *reached - tolerance || along > length + tolerance)
        return false;
    *reached = fmax(*reached, along);
    return true;
}

/// Walks the points in order along the loop, whose corners are far from each other beside the tolerance.
static cld_status walk(const point2 *p, uint32_t count, const uint32_t *loop, uint32_t length,
                       double tolerance, cld_error *err) {
    uint32_t start = 1, steps = 0, at = 0, turn = 1; // the corner that the list has next tells the direction
    for (uint32_t k = 2; k < length; k++)
        start = loop[k] < loop[start] ? k : start;
    if (start != 1 && start != length - 1)
        return fail_vertex(err, loop[start], "comes too early");
    turn = start == 1 ? 1 : length - 1;
    double reached = 0;
    for (uint32_t i = 1; i <= count; i++) {
        uint32_t vertex = (loop[0] + i) % count, next = (at + turn) % length;
        if (vertex == loop[next]) {
            at = next, reached = 0, steps++;
            continue;
        }
        if (!goes_along(p[loop[at]], p[loop[next]], p[vertex], tolerance, &reached))
            return fail_vertex(err, vertex, "is inside the hull of the others, or out of order");
    }
    return steps == length ? CLD_OK : fail_vertex(err, loop[at], "comes too early");
}

cld_status cld_outline_check(const cld_shape_def *def, cld_error *err) {
    uint32_t count = (uint32_t)def->point_count, length;
    point2 *p = copy_points(def->points, count);
    uint32_t *loop = malloc(count * sizeof *loop);
    double tolerance = p ? ON_OUTLINE * find_diagonal((const point2 *)p, count) : 0;
    // Half of the tolerance straightens the loop, so that what is left of it is wide enough to walk along.
    cld_status status =
        p && loop ? cld_chain2_find((const point2 *)p, count, tolerance / 2, loop, &length) : CLD_INTERNAL;
    if (status)
        status = cld_fail_memory(err);
    else if (length > 2)
        status = walk((const point2 *)p, count, loop, length, tolerance, err);
    free(loop);
    free(p);
    return status;
}

/// Whether a loop that is counter-clockwise goes through the list of points forwards.
static bool goes_forwards(const uint32_t *loop, uint32_t length) {
    uint32_t falls = 0;
    for (uint32_t i = 0; i < length; i++)
        falls += loop[i] > loop[(i + 1) % length];
    return falls == 1;
}

/// Whether the order of a polygon is not convex, whose hull is taken then; a warning says so.
static cld_status find_concave(const cld_shape_def *def, cld_warn *warn, void *warn_context, bool *is_concave,
                               cld_error *err) {
    cld_error found = {.status = CLD_OK};
    cld_status status = def->kind == CLD_POLYGON && def->convexify ? cld_outline_check(def, &found) : CLD_OK;
    *is_concave = status == CLD_NOT_CONVEX;
    if (*is_concave && warn) {
        cld_warning warning;
        snprintf(warning.pointer, sizeof warning.pointer, "%s", found.pointer);
        snprintf(warning.message, sizeof warning.message,
                 "the polygon is not convex from this vertex on; its hull is taken");
        warn(warn_context, &warning);
    }
    return status && !*is_concave ? cld_fail_memory(err) : CLD_OK;
}

/// The number of the edge of the list that begins an edge of the loop; of a list that is not convex, only of
/// one that is all of it.
static uint32_t name_edge(uint32_t from, uint32_t to, uint32_t count, bool forwards, bool is_concave) {
    if (is_concave)
        return (from + 1) % count == to ? from : (to + 1) % count == from ? to : CLD_NO_INDEX;
    // A segment has one edge, whichever way it is gone.
    return count == 2 ? 0 : forwards ? from : to;
}

cld_status cld_outline_build(const cld_shape_def *def, cld_warn *warn, void *warn_context, cld_shape *shape,
                             cld_error *err) {
    uint32_t count = shape->core.count;
    if (count == 0)
        return CLD_OK;
    bool is_concave;
    cld_status status = find_concave(def, warn, warn_context, &is_concave, err);
    if (status)
        return status;
    point2 *p = copy_points(shape->points, count);
    cld_rarities *rare = (cld_rarities *)shape->rare;
    uint32_t *loop = rare->outline = malloc(count * sizeof *loop);
    uint32_t *names = rare->names.edge = malloc(count * sizeof *names);
    status = p && loop && names ? cld_chain2_find((const point2 *)p, count, 0, loop, &rare->outline_count)
                                : CLD_INTERNAL;
    if (status) {
        free(p);
        return cld_fail_memory(err);
    }
    uint32_t length = rare->outline_count;
    bool forwards = goes_forwards(loop, length);
    for (uint32_t i = 0; i < length; i++)
        names[i] = name_edge(loop[i], loop[(i + 1) % length], count, forwards, is_concave);
    free(p);
    return CLD_OK;
}
