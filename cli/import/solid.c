#include "import/solid.h"

#include <string.h>

#include "base/error.h"
#include "math/vec.h"

enum { AROUND = 32, RINGS = AROUND / 2, BALL = 2 + (RINGS - 1) * AROUND };

/// Points on their way to a solid.
typedef struct cloud {
    double *points;
    size_t count;
} cloud;

static void add(cloud *c, cld_vec3 p) {
    memcpy(c->points + 3 * c->count++, (const double[]){p.x, p.y, p.z}, 3 * sizeof *c->points);
}

static cld_vec3 point_at(const double *points, size_t i) {
    return cld_vec3_make(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
}

/// The cosine and sine of a multiple of 360 / AROUND degrees, exact where they are 0 or 1.
static void find_direction(int step, double *cosine, double *sine) {
    cld_transform turn =
        cld_transform_make_axis_angle(cld_vec3_make(0, 0, 1), step * (360.0 / (double)AROUND));
    *cosine = turn.m.row[0].x;
    *sine = turn.m.row[1].x;
}

static void add_circle(cloud *c, cld_vec3 centre, cld_vec3 x, cld_vec3 y) {
    for (int i = 0; i < AROUND; i++) {
        double cosine, sine;
        find_direction(i, &cosine, &sine);
        add(c, cld_add_scaled(cld_add_scaled(centre, cosine, x), sine, y));
    }
}

/// A ball with these radii: its poles, and rings between them.
static void add_ball(cloud *c, cld_vec3 centre, cld_vec3 radii) {
    for (int ring = 0; ring <= RINGS; ring++) {
        double height, width;
        find_direction(ring, &height, &width);
        cld_vec3 middle = cld_add_scaled(centre, height, cld_vec3_make(0, 0, radii.z));
        if (ring == 0 || ring == RINGS)
            add(c, middle);
        else
            add_circle(c, middle, cld_vec3_make(width * radii.x, 0, 0), cld_vec3_make(0, width * radii.y, 0));
    }
}

/// The circle around `centre` on whose plane `axis` stands.
static void add_rim(cloud *c, cld_vec3 centre, cld_vec3 axis, double radius) {
    double largest = cld_max_abs(axis);
    cld_vec3 n = largest > 0 ? cld_unit(cld_scale(axis, 1 / largest)) : cld_vec3_make(0, 0, 1);
    cld_vec3 off = fabs(n.x) < 0.5 ? cld_vec3_make(1, 0, 0) : cld_vec3_make(0, 1, 0);
    cld_vec3 x = cld_unit(cld_cross(off, n)), y = cld_cross(n, x);
    add_circle(c, centre, cld_scale(x, radius), cld_scale(y, radius));
}

static void add_cylinder(const cld_shape_def *def, cloud *c) {
    cld_vec3 p = point_at(def->points, 0), q = point_at(def->points, 1);
    add_rim(c, p, cld_sub(q, p), def->radius);
    add_rim(c, q, cld_sub(q, p), def->radius);
}

static void add_cone(const cld_shape_def *def, cloud *c) {
    cld_vec3 base = point_at(def->points, 0), apex = point_at(def->points, 1);
    add_rim(c, base, cld_sub(apex, base), def->radius);
    add(c, apex);
}

static void add_capsule(const cld_shape_def *def, cloud *c) {
    add(c, point_at(def->points, 0));
    add(c, point_at(def->points, 1));
}

static void add_centre(const cld_shape_def *def, cloud *c) {
    (void)def;
    add(c, cld_vec3_make(0, 0, 0));
}

static void add_ellipsoid(const cld_shape_def *def, cloud *c) {
    add_ball(c, cld_vec3_make(0, 0, 0), cld_vec3_make(def->radii[0], def->radii[1], def->radii[2]));
}

/// How the kinds that are no polytopes are made: points that are then rounded by the radius, if it is theirs.
static const struct row {
    cld_kind kind;
    void (*add)(const cld_shape_def *def, cloud *c);
    bool is_rounded;
} rows[] = {
    {CLD_CYLINDER, add_cylinder, false},   {CLD_CONE, add_cone, false},
    {CLD_ELLIPSOID, add_ellipsoid, false}, {CLD_SPHERE, add_centre, true},
    {CLD_CIRCLE, add_centre, true},        {CLD_CAPSULE, add_capsule, true},
};

static const struct row *find_row(cld_kind kind) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kind == kind)
            return &rows[i];
    return NULL;
}

/// The points of the shape before it is rounded.
static cld_status find_core(const cld_shape_def *def, cld_arena *arena, cloud *core, double *radius,
                            cld_error *err) {
    const struct row *row = find_row(def->kind);
    *radius = def->margin + (row && row->is_rounded ? def->radius : 0);
    if (row) {
        *core = (cloud){cld_arena_add(arena, 3 * (size_t)BALL, sizeof *core->points), 0};
        if (core->points)
            row->add(def, core);
        return core->points ? CLD_OK : cld_fail_memory(err);
    }
    cld_shape_def plain = *def;
    cld_shape *shape;
    plain.transform = cld_transform_make_identity();
    cld_status status = cld_shape_create(&plain, NULL, NULL, &shape, err);
    if (status)
        return status;
    core->count = cld_shape_points(shape, NULL);
    core->points = core->count ? cld_arena_add(arena, 3 * core->count, sizeof *core->points) : NULL;
    if (core->points)
        cld_shape_points(shape, core->points);
    cld_shape_destroy(shape);
    if (!core->count)
        return cld_fail(err, CLD_UNSUPPORTED, "", "a %s has no end", cld_kind_name(def->kind));
    return core->points ? CLD_OK : cld_fail_memory(err);
}

/// Drops the points that are no corners. Those are listed in ascending order, so that none is written over
/// before it is read.
static cld_status keep_extreme(cloud *core, cld_error *err) {
    cld_hull *hull;
    cld_status status = cld_hull_create(core->points, core->count, &hull, err);
    if (status)
        return status;
    core->count = hull->vertex_count;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        memmove(core->points + 3 * (size_t)i, core->points + 3 * (size_t)hull->vertex[i],
                3 * sizeof *core->points);
    cld_hull_destroy(hull);
    return CLD_OK;
}

/// All corners of the core moved to all points of a ball, or in the plane of a circle.
static cld_status round_off(cloud *core, double radius, int dimension, cld_arena *arena, cloud *rounded,
                            cld_error *err) {
    cloud ball = {cld_arena_add(arena, 3 * (size_t)BALL, sizeof *ball.points), 0};
    cld_status status = keep_extreme(core, err);
    if (status)
        return status;
    if (!ball.points)
        return cld_fail_memory(err);
    if (dimension == 2)
        add_circle(&ball, cld_vec3_make(0, 0, 0), cld_vec3_make(radius, 0, 0), cld_vec3_make(0, radius, 0));
    else
        add_ball(&ball, cld_vec3_make(0, 0, 0), cld_vec3_make(radius, radius, radius));
    if (core->count * ball.count > CLD_MOST_POINTS)
        return cld_fail(err, CLD_TOO_LARGE, "",
                        "what is rounded may have %zu corners to be exported, has %zu",
                        CLD_MOST_POINTS / ball.count, core->count);
    *rounded = (cloud){cld_arena_add(arena, 3 * core->count * ball.count, sizeof *rounded->points), 0};
    if (!rounded->points)
        return cld_fail_memory(err);
    for (size_t i = 0; i < core->count; i++)
        for (size_t k = 0; k < ball.count; k++)
            add(rounded, cld_add(point_at(core->points, i), point_at(ball.points, k)));
    return CLD_OK;
}

cld_status cli_solid_copy(const cld_hull *hull, uint32_t face_count, const double *points, cld_arena *arena,
                          cli_solid *solid, cld_error *err) {
    uint32_t total = face_count ? hull->face_start[face_count] : 0;
    uint32_t *rank = cld_arena_add(arena, hull->point_count, sizeof *rank);
    *solid = (cli_solid){.point_count = hull->vertex_count, .face_count = face_count};
    solid->points = cld_arena_add(arena, 3 * (size_t)hull->vertex_count, sizeof *solid->points);
    solid->face_start = cld_arena_add(arena, (size_t)face_count + 1, sizeof *solid->face_start);
    solid->face_vertex = cld_arena_add(arena, total, sizeof *solid->face_vertex);
    if (!rank || !solid->points || !solid->face_start || !solid->face_vertex)
        return cld_fail_memory(err);
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        rank[hull->vertex[i]] = i;
        memcpy(solid->points + 3 * (size_t)i, points + 3 * (size_t)hull->vertex[i], 3 * sizeof *points);
    }
    solid->face_start[0] = 0;
    for (uint32_t f = 0; f < face_count; f++)
        solid->face_start[f + 1] = hull->face_start[f + 1];
    for (uint32_t h = 0; h < total; h++)
        solid->face_vertex[h] = rank[hull->face_vertex[h]];
    return CLD_OK;
}

cld_status cli_solid_make(const cld_shape_def *def, cld_arena *arena, cli_solid *solid, cld_error *err) {
    cloud core = {0}, rounded = {0};
    double radius;
    cld_status status = find_core(def, arena, &core, &radius, err);
    if (!status && radius > 0) {
        status = round_off(&core, radius, def->dimension, arena, &rounded, err);
        core = rounded;
    }
    if (status)
        return status;
    cld_hull *hull;
    if ((status = cld_hull_create(core.points, core.count, &hull, err)))
        return status;
    // a flat hull has two faces, of which one is enough to see
    uint32_t faces = hull->rank == 2 ? 1 : hull->face_count;
    status = cli_solid_copy(hull, faces, core.points, arena, solid, err);
    cld_hull_destroy(hull);
    return status;
}
