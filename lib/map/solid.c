/// Each face is the square of its plane within a far box, clipped by the planes of all other sides. A polygon
/// is a cycle of planes: each edge lies on one, and two that follow each other meet in a corner, so that a
/// corner is three planes and no coordinate is computed from a rounded one. Whether a corner is inside
/// another plane is decided exactly (map/corner.h). All that is done with the answers keeps a polygon a
/// convex one with an interior: so no tolerance is needed, and no two planes are too nearly parallel. Where a
/// side of the box is left, the brush was open there.
#include "map/solid.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "map/corner.h"
#include "math/vec.h"

typedef struct edge {
    const cld_map_plane *plane;
    cld_map_corner corner; ///< with the next edge
    int side;              ///< of the corner, as seen by the plane that clips
} edge;

enum {
    MOST_EDGES = CLD_MAP_MOST_SIDES + 4, ///< each clip adds an edge at most
    MOST_WORK = 1 << 27                  ///< a second or two
};

typedef struct polygon {
    size_t count;
    edge edges[MOST_EDGES];
} polygon;

struct cld_map_workspace {
    cld_map_frame frame;
    uint64_t work; ///< for this brush, in tests in doubles
    cld_map_plane planes[CLD_MAP_MOST_SIDES];
    size_t plane_count;
    bool has_face[CLD_MAP_MOST_SIDES]; ///< beside planes: not only touched by the solid, as far as is known
    cld_map_plane box[3][2];           ///< towards -x, x, -y ...
    polygon face, clipped;
    cld_vec3 *vertices;
    size_t vertex_count, vertex_capacity;
};

cld_map_workspace *cld_map_workspace_create(void) {
    cld_map_workspace *w = malloc(sizeof *w);
    if (!w)
        return NULL;
    for (int axis = 0; axis < 3; axis++) {
        w->box[axis][0] = cld_map_plane_far(axis, -1);
        w->box[axis][1] = cld_map_plane_far(axis, 1);
    }
    w->vertices = NULL;
    w->vertex_count = w->vertex_capacity = 0;
    return w;
}

void cld_map_workspace_destroy(cld_map_workspace *workspace) {
    if (workspace)
        free(workspace->vertices);
    free(workspace);
}

/// The axis along which the normal is longest.
static int find_axis(const cld_map_plane *plane) {
    double x = fabs(plane->n.x), y = fabs(plane->n.y), z = fabs(plane->n.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static void make_square(cld_map_workspace *w, const cld_map_plane *plane) {
    int u = (find_axis(plane) + 1) % 3, v = (find_axis(plane) + 2) % 3;
    const cld_map_plane *around[] = {&w->box[u][0], &w->box[v][0], &w->box[u][1], &w->box[v][1]};
    w->face.count = 4;
    for (int i = 0; i < 4; i++)
        w->face.edges[i] = (edge){around[i], cld_map_corner_make(plane, around[i], around[(i + 1) % 4]), 0};
}

/// Finds on which side of a plane the corners of the face lie: how many outside, how many inside.
static void find_sides(cld_map_workspace *w, const cld_map_plane *plane, size_t *outside, size_t *inside) {
    *outside = *inside = 0;
    for (size_t i = 0; i < w->face.count; i++) {
        edge *e = &w->face.edges[i];
        e->side = cld_map_corner_side(&w->frame, &e->corner, plane, &w->work);
        *outside += e->side > 0;
        *inside += e->side < 0;
    }
}

/// Cuts off what lies outside of a plane that has corners of the face on either side. Those inside follow
/// each other; their edges stay, and the first and last of these are joined by one on the plane.
static void cut(cld_map_workspace *w, const cld_map_plane *face, const cld_map_plane *plane) {
    const edge *edges = w->face.edges;
    size_t count = w->face.count, first = 0, kept = 0;
    edge *out = w->clipped.edges;
    while (!(edges[first].side < 0 && edges[first ? first - 1 : count - 1].side >= 0))
        first++;
    size_t i = first;
    for (; edges[i].side < 0; i = i + 1 < count ? i + 1 : 0)
        out[kept++] = edges[i];
    out[kept++] = (edge){edges[i].plane, cld_map_corner_make(face, edges[i].plane, plane), 0};
    out[kept++] = (edge){plane, cld_map_corner_make(face, plane, edges[first].plane), 0};
    memcpy(w->face.edges, out, kept * sizeof *out);
    w->face.count = kept;
}

/// Clips the face by a plane. False if the planes are one and the solid is between them: it is flat.
static bool clip(cld_map_workspace *w, const cld_map_plane *face, const cld_map_plane *plane) {
    size_t outside, inside;
    find_sides(w, plane, &outside, &inside);
    if (outside == 0 && inside == 0)
        return cld_dot(face->n, plane->n) > 0;
    if (outside > 0 && inside > 0)
        cut(w, face, plane);
    else if (outside > 0)
        w->face.count = 0;
    return true;
}

static cld_status make_room(cld_map_workspace *w, size_t count, cld_error *err) {
    if (w->vertex_capacity - w->vertex_count >= count)
        return CLD_OK;
    size_t more = 2 * w->vertex_capacity + count;
    cld_vec3 *vertices = realloc(w->vertices, more * sizeof *vertices);
    if (!vertices)
        return cld_fail_memory(err);
    w->vertices = vertices;
    w->vertex_capacity = more;
    return CLD_OK;
}

/// Whether an earlier face has this corner too.
static bool is_known(const cld_map_workspace *w, const cld_map_corner *corner, size_t face) {
    for (int k = 0; k < 3; k++) {
        size_t index = (size_t)(corner->planes[k] - w->planes);
        if (index < face && w->has_face[index])
            return true;
    }
    return false;
}

/// Adds the face's corners to the vertices.
static cld_status add_vertices(cld_map_workspace *w, size_t face, cld_error *err) {
    cld_status status = make_room(w, w->face.count, err);
    w->has_face[face] = w->face.count > 0;
    for (size_t i = 0; i < w->face.count && !status; i++) {
        const cld_map_corner *corner = &w->face.edges[i].corner;
        if (!is_known(w, corner, face))
            w->vertices[w->vertex_count++] = cld_map_corner_place(&w->frame, corner);
    }
    return status;
}

static bool is_far(const cld_map_plane *plane) { return !plane->points; }

static cld_status check_closed(const cld_map_workspace *w, size_t side_count, cld_error *err) {
    for (size_t i = 0; i < w->face.count; i++) {
        const cld_map_plane *plane = w->face.edges[i].plane;
        if (is_far(plane))
            return cld_fail(
                err, CLD_BAD_VALUE, "",
                "a brush must be bounded; its %zu sides leave it open, or reaching to more than 1e9 "
                "times its coordinates, towards %c%c",
                side_count, plane->sign > 0 ? '+' : '-', "xyz"[plane->axis]);
    }
    return CLD_OK;
}

static cld_status check_work(const cld_map_workspace *w, size_t side_count, cld_error *err) {
    if (w->work <= MOST_WORK)
        return CLD_OK;
    return cld_fail(err, CLD_TOO_LARGE, "",
                    "finding the corners of a brush may take %d steps, of one of %zu sides takes more",
                    MOST_WORK, side_count);
}

static cld_status find_face(cld_map_workspace *w, size_t index, size_t side_count, cld_error *err) {
    const cld_map_plane *face = &w->planes[index];
    cld_status status = CLD_OK;
    make_square(w, face);
    for (size_t i = 0; i < w->plane_count && w->face.count > 0 && !status; i++) {
        if (i != index && !clip(w, face, &w->planes[i]))
            return cld_fail(
                err, CLD_BAD_VALUE, "",
                "a brush must be solid; this one is flat: two of its %zu sides are one plane, seen from "
                "either side",
                side_count);
        status = check_work(w, side_count, err);
    }
    if (status)
        return status;
    status = check_closed(w, side_count, err);
    return status ? status : add_vertices(w, index, err);
}

static cld_status make_planes(cld_map_workspace *w, const cld_map_side *sides, size_t count, cld_error *err) {
    cld_status status = cld_map_find_frame(sides, count, &w->frame, err);
    for (size_t i = 0; i < count && !status; i++) {
        if (!cld_map_plane_make(&w->frame, sides[i].points, &w->planes[i])) {
            status = cld_fail(err, CLD_BAD_VALUE, "", "the three points of a side must not lie on a line");
            err->line = sides[i].line;
        }
    }
    return status;
}

/// Keeps of the sides that are one plane, seen from the same side, the first: each of the others would clip
/// nothing, and take an exact test of every corner in its plane to tell.
static cld_status drop_repeated(cld_map_workspace *w, size_t side_count, cld_error *err) {
    cld_status status = CLD_OK;
    for (size_t i = 0; i < side_count && !status; i++) {
        const cld_map_plane *plane = &w->planes[i];
        bool is_new = true;
        for (size_t k = 0; k < w->plane_count && is_new; k++)
            is_new = !(cld_dot(w->planes[k].n, plane->n) > 0 &&
                       cld_map_plane_is_same(&w->frame, &w->planes[k], plane, &w->work));
        if (is_new)
            w->planes[w->plane_count++] = *plane;
        status = check_work(w, side_count, err);
    }
    return status;
}

static int compare_vertices(const void *p, const void *q) {
    const cld_vec3 *a = p, *b = q;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return (a->z > b->z) - (a->z < b->z);
}

static void sort_vertices(cld_map_workspace *w) {
    size_t kept = 1;
    qsort(w->vertices, w->vertex_count, sizeof *w->vertices, compare_vertices);
    for (size_t i = 1; i < w->vertex_count; i++)
        if (compare_vertices(&w->vertices[i], &w->vertices[kept - 1]) != 0)
            w->vertices[kept++] = w->vertices[i];
    w->vertex_count = kept;
}

static cld_status find_vertices(cld_map_workspace *w, const cld_map_side *sides, size_t count,
                                cld_error *err) {
    if (count == 0)
        return cld_fail(err, CLD_BAD_VALUE, "", "a brush must have sides, found none");
    if (count > CLD_MAP_MOST_SIDES)
        return cld_fail(err, CLD_TOO_LARGE, "", "a brush may have %d sides, found %zu", CLD_MAP_MOST_SIDES,
                        count);
    cld_status status = make_planes(w, sides, count, err);
    w->vertex_count = w->plane_count = 0;
    w->work = 0;
    if (!status)
        status = drop_repeated(w, count, err);
    for (size_t i = 0; i < w->plane_count && !status; i++)
        status = find_face(w, i, count, err);
    if (status)
        return status;
    if (w->vertex_count == 0)
        return cld_fail(
            err, CLD_BAD_VALUE, "",
            "a brush must be solid; this one is empty or flat: nothing lies inside all of its %zu sides",
            count);
    sort_vertices(w);
    return CLD_OK;
}

cld_status cld_map_find_vertices(const cld_map *map, const cld_map_brush *brush, cld_map_workspace *workspace,
                                 const cld_vec3 **vertices, size_t *count, cld_error *err) {
    const cld_map_side *sides = brush->side_count ? map->sides + brush->first_side : NULL;
    cld_status status = find_vertices(workspace, sides, brush->side_count, err);
    if (status) {
        err->line = err->line ? err->line : brush->line;
        return status;
    }
    *vertices = workspace->vertices;
    *count = workspace->vertex_count;
    return CLD_OK;
}
