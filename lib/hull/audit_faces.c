// How listed faces, and their normals, lie on a hull.
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "hull/audit_lists.h"
#include "hull/audit_state.h"
#include "hull/cover.h"
#include "math/vec.h"

static double find_length(const cld_audit *a, const uint32_t *vertex, uint32_t count) {
    double length = 0;
    for (uint32_t i = 1; i < count; i++)
        length = fmax(length, cld_distance(a->surface.at[vertex[0]], a->surface.at[vertex[i]]));
    return length;
}

/// How far a normal may be from that of the plane that a face was found on. Where the hull has several faces
/// there, that is any plane within the tolerance of the face, and so is one that leans against it by twice
/// the tolerance over the width; or over the length of one that is narrower, for which the matcher found the
/// face that looks towards the normal most. What the matcher has covered are still the faces that the listed
/// one is.
static double find_normal_limit(const cld_audit *a, size_t index, const cld_match *match) {
    uint32_t start = a->def->face_start[index], count = a->def->face_start[index + 1] - start;
    const uint32_t *vertex = a->face_vertex + start;
    bool is_several = match->is_across || (a->hull->rank == 3 && a->matcher.covered_count > 1);
    double width;
    cld_surface_find_normal(&a->surface, vertex, count, match->normal, &width);
    if (width <= a->surface.tolerance)
        width = find_length(a, vertex, count);
    else if (!is_several)
        return 1e-6;
    return 1e-6 + (width > 0 ? 2 * a->surface.tolerance / width : 2);
}

/// Compares a listed normal with the hull's. A flat hull has two sides, and either is right.
static void check_normal(cld_audit *a, size_t index, const cld_match *match) {
    cld_vec3 normal = match->normal, n = cld_audit_normal(a->def, index);
    if (a->hull->rank == 2 && cld_dot(n, normal) < 0)
        normal = cld_negate(normal);
    double off = cld_distance(n, normal);
    if (off <= find_normal_limit(a, index, match))
        return;
    char degrees[CLD_NUMBER_SIZE];
    double angle = 2 * asin(fmin(1, off / 2)) * (180 / M_PI);
    cld_number_write(round(angle * 1e6) / 1e6, degrees);
    cld_audit_warn(a, cld_pointer_to("normals", index).text,
                   "is %s degrees off the outward normal of face %zu", degrees, index);
}

/// What is all of a flat hull is the side that its normal or, without one, its winding tells, which goes
/// counter-clockwise around the match's where `turn` is positive. Parts are on both sides.
static cld_status name_faces(cld_audit *a, const cld_match *match, size_t index, double turn) {
    const uint32_t sides[] = {match->face, 1 - match->face}, *part = a->matcher.covered;
    uint32_t count = a->matcher.covered_count;
    bool is_flat = a->hull->rank == 2;
    if (is_flat && cld_match_is_covered(&a->matcher, match->face)) {
        double towards =
            a->def->normal_count ? cld_dot(cld_audit_normal(a->def, index), match->normal) : turn;
        part = &sides[towards < 0], count = 1;
    } else if (is_flat) {
        part = sides, count = 2;
    } else if (count == 0) {
        part = &match->face, count = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!cld_audit_name(a->names.face, &a->faces, part[i], index,
                            cld_match_is_covered(&a->matcher, part[i])))
            return cld_fail_memory(a->err);
    return CLD_OK;
}

static bool is_thin(const cld_audit *a) { return cld_dot(a->surface.across, a->surface.across) > 0; }

/// Whether a listed face is on a solid so thin that it has two sides like a flat hull, and is none of its
/// walls.
static bool is_on_thin_solid(const cld_audit *a, const uint32_t *vertex, uint32_t count) {
    double width;
    cld_surface_find_normal(&a->surface, vertex, count, a->surface.across, &width);
    return is_thin(a) && width > a->surface.tolerance;
}

/// Turns the match with the thin solid's side that the listed face is on, of which the matcher, where both
/// are within the tolerance, could not tell: the one that its normal tells. Without one it is that of the
/// hull's faces if it is one or several of them, else the one that its winding tells.
static void choose_side(cld_audit *a, size_t index, cld_match *match, double turn) {
    double towards = match->is_across ? turn : 1;
    if (a->def->normal_count)
        towards = cld_dot(cld_audit_normal(a->def, index), match->normal);
    if (towards < 0)
        match->normal = cld_negate(match->normal);
    match->is_across = true;
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->matcher.covered_count; i++)
        if (cld_dot(a->hull->face_normal[a->matcher.covered[i]], match->normal) > 0)
            a->matcher.covered[count++] = a->matcher.covered[i];
    a->matcher.covered_count = count;
}

/// How far a list is from a face of the hull; `on` gets how many of its points are on it.
static cld_match measure_face(const cld_surface *s, const uint32_t *vertex, uint32_t count, uint32_t face,
                              uint32_t *on) {
    cld_match match = {.face = face, .off = -1};
    *on = 0;
    for (uint32_t i = 0; i < count; i++) {
        double off = fabs(cld_surface_find_height(s, face, s->at[vertex[i]]));
        *on += off <= s->tolerance;
        if (off > match.off)
            match.off = off, match.worst = i;
    }
    return match;
}

/// Of a list that is on no face, the one that it was meant to be, if that can be seen: the one that most of
/// its points are on, three at least. Else `nearest`, as the matcher found it. Looks at no more than `FEW`
/// points and faces around each, one at the corner of many faces being of little use.
static cld_match find_meant(const cld_surface *s, const uint32_t *vertex, uint32_t count, cld_match nearest) {
    enum { FEW = 64 };
    cld_match best = nearest;
    uint32_t most = 2, on;
    for (uint32_t i = 0; i < count && count <= FEW; i++) {
        uint32_t corner = s->corner[vertex[i]], first = corner == CLD_NO_INDEX ? 0 : s->fan_start[corner],
                 end = corner == CLD_NO_INDEX ? 0 : s->fan_start[corner + 1];
        for (uint32_t k = first; k < end && end - first <= FEW; k++) {
            cld_match match = measure_face(s, vertex, count, s->fan[k], &on);
            if (on > most || (on == most && most > 2 && match.off < best.off))
                best = match, most = on;
        }
    }
    return best;
}

static cld_status tell_off(cld_audit *a, size_t index, const uint32_t *vertex, const cld_match *match) {
    char off[CLD_NUMBER_SIZE], message[160];
    cld_number_write(match->off * a->surface.unit, off);
    snprintf(message, sizeof message,
             "not a face of the convex hull: vertex %u is %s away from the nearest one", vertex[match->worst],
             off);
    return cld_audit_tell_concave(a, cld_pointer_to("faces", index).text, message);
}

static cld_status check_face(cld_audit *a, size_t index) {
    uint32_t *vertex = a->face_vertex + a->def->face_start[index];
    uint32_t count = a->def->face_start[index + 1] - a->def->face_start[index];
    cld_vec3 normal = a->def->normal_count ? cld_audit_normal(a->def, index) : cld_vec3_make(0, 0, 0);
    cld_match match = cld_match_face(&a->matcher, vertex, count, a->def->normal_count ? &normal : NULL);
    if (a->matcher.has_given_up)
        return cld_audit_tell_given_up(a, cld_pointer_to("faces", index).text);
    if (match.off > a->surface.tolerance) {
        match = find_meant(&a->surface, vertex, count, match);
        return tell_off(a, index, vertex, &match);
    }
    bool has_sides = is_on_thin_solid(a, vertex, count);
    double turn, width;
    cld_surface_find_normal(&a->surface, vertex, count, match.normal, &width);
    if (has_sides)
        match.normal =
            cld_dot(a->surface.across, match.normal) < 0 ? cld_negate(a->surface.across) : a->surface.across;
    // what is narrower than the tolerance has no order within it
    if (!cld_cover_is_cyclic(&a->surface, vertex, count, match.normal, &turn) &&
        width > a->surface.tolerance) {
        cld_audit_warn(a, cld_pointer_to("faces", index).text, "the vertices are not in cyclic order");
        if (!cld_cover_sort(&a->surface, vertex, count, match.normal))
            return cld_fail_memory(a->err);
    }
    if (has_sides)
        choose_side(a, index, &match, turn);
    if (a->def->normal_count)
        check_normal(a, index, &match);
    if (match.is_across)
        cld_cover_find(&a->matcher, vertex, count, match.normal);
    return name_faces(a, &match, index, turn);
}

/// A side of a flat hull that nothing is listed for has what is listed for the other.
static bool share_sides(cld_audit *a) {
    for (uint32_t side = 0; side < 2 && a->hull->rank == 2; side++) {
        bool is_named = a->names.face[side] != CLD_NO_INDEX;
        for (size_t i = 0; i < a->def->face_count && !is_named; i++)
            if (!cld_audit_name(a->names.face, &a->faces, side, i, true))
                return false;
    }
    return true;
}

/// Names the faces of a thin solid that nothing is listed for by what is listed for its other side.
static cld_status share_thin_sides(cld_audit *a) {
    cld_matcher *m = &a->matcher;
    uint32_t open_count = 0;
    bool *is_open = cld_arena_add(&a->arena, a->hull->face_count, sizeof *is_open);
    if (!is_open)
        return cld_fail_memory(a->err);
    for (uint32_t f = 0; f < a->hull->face_count; f++)
        open_count += is_open[f] = a->names.face[f] == CLD_NO_INDEX;
    for (size_t i = 0; i < a->def->face_count && open_count > 0; i++) {
        const uint32_t *vertex = a->face_vertex + a->def->face_start[i];
        uint32_t count = a->def->face_start[i + 1] - a->def->face_start[i];
        if (!is_on_thin_solid(a, vertex, count))
            continue;
        cld_match_face(m, vertex, count, NULL);
        cld_cover_find(m, vertex, count, a->surface.across);
        cld_cover_find(m, vertex, count, cld_negate(a->surface.across));
        for (uint32_t k = 0; k < m->covered_count; k++)
            if (is_open[m->covered[k]] && !cld_audit_name(a->names.face, &a->faces, m->covered[k], i,
                                                          cld_match_is_covered(m, m->covered[k])))
                return cld_fail_memory(a->err);
    }
    return CLD_OK;
}

/// Gives faces of the hull that are narrower than the tolerance, and on which nothing is listed, the name of
/// a face next to them.
static void name_narrow_faces(cld_audit *a) {
    const cld_hull *hull = a->hull;
    uint32_t *named = a->matcher.covered, *tried = a->matcher.face_stamp, count = 0;
    const uint32_t stamp = ++a->matcher.stamp;
    for (uint32_t f = 0; f < hull->face_count; f++)
        if (a->names.face[f] != CLD_NO_INDEX)
            named[count++] = f;
    for (uint32_t i = 0; i < count && count < hull->face_count; i++)
        for (uint32_t h = hull->face_start[named[i]]; h < hull->face_start[named[i] + 1]; h++) {
            const uint32_t *side = hull->edge_face[hull->face_edge[h]];
            uint32_t other = side[side[0] == named[i]], start = hull->face_start[other];
            double width;
            if (a->names.face[other] != CLD_NO_INDEX || tried[other] == stamp)
                continue;
            tried[other] = stamp;
            cld_surface_find_normal(&a->surface, hull->face_vertex + start,
                                    hull->face_start[other + 1] - start, hull->face_normal[other], &width);
            if (width > a->surface.tolerance)
                continue;
            a->names.face[other] = a->names.face[named[i]];
            named[count++] = other;
        }
}

/// Warns of the faces that nothing is listed on, where it is known for all.
static void check_face_cover(cld_audit *a) {
    for (uint32_t f = 0; f < a->hull->face_count && !a->matcher.has_stopped_covering; f++)
        if (a->names.face[f] == CLD_NO_INDEX) {
            const uint32_t *loop = a->hull->face_vertex + a->hull->face_start[f];
            cld_audit_warn(
                a, "/faces",
                "the hull's face with vertices %u, %u, %u is not listed; answers name it without a number",
                loop[0], loop[1], loop[2]);
        }
}

cld_status cld_audit_faces(cld_audit *a) {
    if (a->def->face_count && a->hull->rank < 2) {
        cld_audit_warn(a, "/faces", "the vertices lie on a straight line: there are no faces");
        return CLD_OK;
    }
    for (size_t i = 0; i < a->def->face_count && !a->matcher.has_given_up; i++) {
        cld_status status = check_face(a, i);
        if (status != CLD_OK)
            return status;
    }
    if (a->def->face_count && !a->is_concave) {
        if (!share_sides(a))
            return cld_fail_memory(a->err);
        cld_status status = is_thin(a) ? share_thin_sides(a) : CLD_OK;
        if (status != CLD_OK)
            return status;
        name_narrow_faces(a);
        check_face_cover(a);
    }
    return CLD_OK;
}
