/// Panels are grown from the largest face that is in none, over edges, as long as all corners of the next
/// face are near to that face's plane. So a strip of noise between two sides goes to the larger one, and a
/// chain of faces that turn little each never goes round a bend. The outline is the hull of all corners as
/// the largest face sees them.

#include "shape/panels.h"

#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "hull/chain2.h"
#include "hull/neighbour.h"
#include "math/tangent.h"

/// The polytope where it stands.
typedef struct surface {
    const cld_cloud *cloud;
    const cld_hull *hull;
    const cld_vec3 *normal;
    double most; ///< how far from a plane a corner is near it
} surface;

/// Whether a face is nearly in the plane of another one.
static bool is_near_plane(const surface *s, uint32_t seed, uint32_t face) {
    const cld_hull *hull = s->hull;
    cld_vec3 n = s->normal[seed], origin = cld_cloud_at(s->cloud, hull->face_vertex[hull->face_start[seed]]);
    bool is_near = cld_dot(n, n) > 0;
    for (uint32_t k = hull->face_start[face]; is_near && k < hull->face_start[face + 1]; k++)
        is_near = fabs(cld_dot(n, cld_sub(cld_cloud_at(s->cloud, hull->face_vertex[k]), origin))) <= s->most;
    return is_near;
}

static bool has_panels(const surface *s) {
    for (uint32_t e = 0; e < s->hull->edge_count; e++) {
        const uint32_t *face = s->hull->edge_face[e];
        if (is_near_plane(s, face[0], face[1]) || is_near_plane(s, face[1], face[0]))
            return true;
    }
    return false;
}

typedef struct ranked {
    double area;
    uint32_t face;
} ranked;

/// The area of a face, and how far its corners are from the first at most.
static double find_area(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, double *reach) {
    const uint32_t *loop = hull->face_vertex + hull->face_start[face];
    cld_vec3 first = cld_cloud_at(cloud, loop[0]), sum = {0, 0, 0}, last = {0, 0, 0};
    *reach = 0;
    for (uint32_t i = 1; i < hull->face_start[face + 1] - hull->face_start[face]; i++) {
        cld_vec3 corner = cld_sub(cld_cloud_at(cloud, loop[i]), first);
        *reach = cld_max(*reach, cld_length(corner));
        sum = cld_add(sum, cld_cross(last, corner));
        last = corner;
    }
    double largest = cld_max_abs(sum); // whose square may be beyond the range of doubles
    return largest > 0 ? largest * cld_length(cld_scale(sum, 1 / largest)) / 2 : 0;
}

/// A face of a given area is at least as broad as that over its length, which is no more than twice how far
/// its corners are from one.
static bool is_wide(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, double noise) {
    double reach, area = find_area(cloud, hull, face, &reach);
    return area > CLD_BROAD * noise * 2 * reach;
}

static bool is_thick(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, cld_vec3 normal,
                     double noise) {
    double level =
        cld_dot(normal, cld_cloud_at(cloud, hull->face_vertex[hull->face_start[face]])) - CLD_BROAD * noise;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        if (cld_dot(normal, cld_cloud_at(cloud, hull->vertex[i])) < level)
            return true;
    return false;
}

bool cld_is_broad(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, cld_vec3 normal,
                  double noise) {
    return is_wide(cloud, hull, face, noise) && is_thick(cloud, hull, face, normal, noise);
}

/// Below so many faces in a row the solid is thin: no other is asked about, each of which may look at all
/// vertices.
enum { MOST_THIN = 64 };

static int compare_seeds(const void *p, const void *q) {
    const ranked *a = p, *b = q;
    return a->area != b->area ? (a->area < b->area) - (a->area > b->area)
                              : (a->face > b->face) - (a->face < b->face);
}

/// For what is found on the way.
typedef struct room {
    ranked *seed;
    uint32_t *vertex, *loop; ///< of a panel
    double (*seen)[2];       ///< the vertices, in the plane
    bool failed;             ///< memory has run out
} room;

/// Writes the faces of the panel that grows from one, and returns how many.
static uint32_t grow(const surface *s, uint32_t seed, uint32_t panel, uint32_t *of_face, uint32_t *face) {
    const cld_hull *hull = s->hull;
    uint32_t count = 1;
    face[0] = seed;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = hull->face_start[face[i]]; k < hull->face_start[face[i] + 1]; k++) {
            uint32_t next = cld_hull_neighbour(hull, hull->face_edge[k], face[i]);
            if (next == seed || of_face[next] != CLD_NO_INDEX || !is_near_plane(s, seed, next))
                continue;
            of_face[next] = panel;
            face[count++] = next;
        }
    if (count > 1)
        of_face[seed] = panel;
    return count;
}

static uint32_t list_vertices(const cld_hull *hull, const uint32_t *face, uint32_t count, uint32_t *vertex) {
    uint32_t all = 0, kept = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = hull->face_start[face[i]]; k < hull->face_start[face[i] + 1]; k++)
            vertex[all++] = hull->face_vertex[k];
    qsort(vertex, all, sizeof *vertex, cld_compare_indices);
    for (uint32_t i = 0; i < all; i++)
        if (kept == 0 || vertex[i] != vertex[kept - 1])
            vertex[kept++] = vertex[i];
    return kept;
}

/// Writes the outline of a panel, and returns its length.
static uint32_t outline(const surface *s, bool mirrored, const cld_panel *panel, room *scratch,
                        uint32_t *corner) {
    uint32_t count = list_vertices(s->hull, panel->face, panel->face_count, scratch->vertex), length = 0;
    cld_vec3 t1, t2, n = s->normal[panel->face[0]], origin = cld_cloud_at(s->cloud, scratch->vertex[0]);
    cld_find_tangents_catto(n, &t1, &t2);
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 p = cld_sub(cld_cloud_at(s->cloud, scratch->vertex[i]), origin);
        scratch->seen[i][0] = cld_dot(p, t1);
        scratch->seen[i][1] = cld_dot(p, t2);
    }
    if (cld_chain2_find((const double(*)[2])scratch->seen, count, 0, scratch->loop, &length) != CLD_OK) {
        scratch->failed = true;
        return 0;
    }
    // Counter-clockwise seen from outside, which in a mirror image the hull's loops are not.
    for (uint32_t i = 0; i < length; i++)
        corner[i] = scratch->vertex[scratch->loop[mirrored && i > 0 ? length - i : i]];
    return length;
}

/// Drops what has no outline, or too long a one; the order stays.
static void drop(cld_panels *panels) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < panels->count; i++) {
        cld_panel *panel = &panels->panel[i];
        bool is_good = panel->corner_count > 2 && panel->corner_count <= CLD_MOST_PANEL_CORNERS;
        for (uint32_t k = 0; k < panel->face_count; k++)
            panels->of_face[panel->face[k]] = is_good ? kept : CLD_NO_INDEX;
        if (is_good)
            panels->panel[kept++] = *panel;
    }
    panels->count = kept;
}

static void find_panels(const surface *s, bool mirrored, room *scratch, cld_panels *panels, uint32_t *face,
                        uint32_t *corner) {
    uint32_t count = s->hull->face_count;
    for (uint32_t f = 0; f < count; f++) {
        double reach;
        scratch->seed[f] = (ranked){find_area(s->cloud, s->hull, f, &reach), f};
        panels->of_face[f] = CLD_NO_INDEX;
    }
    qsort(scratch->seed, count, sizeof *scratch->seed, compare_seeds);
    panels->count = 0;
    for (uint32_t i = 0, thin = 0; i < count && thin < MOST_THIN; i++) {
        uint32_t from = scratch->seed[i].face;
        if (panels->of_face[from] != CLD_NO_INDEX || !is_wide(s->cloud, s->hull, from, s->most))
            continue;
        thin = is_thick(s->cloud, s->hull, from, s->normal[from], s->most) ? 0 : thin + 1;
        if (thin > 0)
            continue;
        cld_panel *panel = &panels->panel[panels->count];
        panel->face = face;
        panel->face_count = grow(s, from, panels->count, panels->of_face, face);
        if (panel->face_count == 1)
            continue;
        panel->corner = corner;
        panel->corner_count = outline(s, mirrored, panel, scratch, corner);
        face += panel->face_count;
        corner += panel->corner_count;
        panels->count++;
    }
    drop(panels);
}

bool cld_panels_create(const cld_cloud *cloud, double reach, const cld_hull *hull, const cld_vec3 *normal,
                       bool mirrored, cld_panels **panels) {
    surface s = {cloud, hull, normal, CLD_NEARLY_FLAT * 2 * reach};
    *panels = NULL;
    if (hull->rank < 3 || !has_panels(&s))
        return true;
    size_t faces = hull->face_count, corners = 2 * (size_t)hull->edge_count; // a panel has two faces or more
    size_t size =
        sizeof(cld_panels) + faces / 2 * sizeof(cld_panel) + (2 * faces + corners) * sizeof(uint32_t);
    cld_panels *p = malloc(size);
    room scratch = {.seed = malloc(faces * sizeof(ranked)), .seen = malloc(corners * sizeof *scratch.seen)};
    scratch.vertex = malloc(2 * corners * sizeof *scratch.vertex);
    bool done = p && scratch.seed && scratch.seen && scratch.vertex;
    if (done) {
        scratch.loop = scratch.vertex + corners;
        p->size = size;
        p->panel = (cld_panel *)(void *)(p + 1);
        p->of_face = (uint32_t *)(void *)(p->panel + faces / 2);
        find_panels(&s, mirrored, &scratch, p, p->of_face + faces, p->of_face + 2 * faces);
        done = !scratch.failed;
    }
    free(scratch.seed);
    free(scratch.seen);
    free(scratch.vertex);
    if (done && p->count > 0)
        *panels = p;
    else
        free(p);
    return done;
}

void cld_panels_destroy(cld_panels *panels) { free(panels); }
