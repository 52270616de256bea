/// Fuzz target: the pair query on shapes of any doubles, through the public interface alone.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "collide/collide.h"
#include "support/kinds.h"

enum { MOST_POINTS = 12, MOST_LIST = 16, MOST_NODES = 24, MOST_CHILDREN = 3, MOST_DEPTH = 3 };

/// A definition with all that it points to.
typedef struct node {
    double points[3 * MOST_POINTS], normals[3 * MOST_LIST];
    uint32_t face_start[MOST_LIST + 1], face_vertex[MOST_LIST * 4], edge_vertex[MOST_LIST][2];
    cld_shape_def children[MOST_CHILDREN];
} node;

typedef struct builder {
    fuzz_bytes bytes;
    node nodes[MOST_NODES];
    size_t node_count;
    bool is_ordinary; ///< every number is one that the contract speaks of
    bool is_planar;   ///< a shape is of the plane, which a pose may lead out of
} builder;

static double take(builder *b) {
    double x = fuzz_number(&b->bytes);
    if (!(fabs(x) <= 1e100) || (x != 0 && fabs(x) < 1e-100))
        b->is_ordinary = false;
    return x;
}

static cld_vec3 take_vector(builder *b) {
    double x = take(b), y = take(b), z = take(b);
    return (cld_vec3){x, y, z};
}

static void take_numbers(builder *b, double *to, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = take(b);
}

/// One of a few turns, as exact and as inexact as they come.
static cld_quat take_turn(builder *b) {
    static const cld_quat turns[] = {
        {0, 0, 0, 1},
        {0, 0, 1, 0},
        {0.5, 0.5, 0.5, 0.5},
        {0, 0.6, 0, 0.8},
        {0.1825741858350554, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214},
        {1e-9, 0, 0, 1}};
    return turns[fuzz_choose(&b->bytes, sizeof turns / sizeof *turns)];
}

static cld_transform take_transform(builder *b) {
    unsigned kinds = fuzz_byte(&b->bytes);
    cld_transform t = cld_transform_make_identity(), other = t;
    if (kinds & 1)
        t = cld_transform_make_scale(take_vector(b));
    if (kinds & 2) {
        other = cld_transform_make_quaternion(take_turn(b));
        t = cld_transform_compose(&other, &t);
    }
    if (kinds & 4) {
        other = cld_transform_make_translation(take_vector(b));
        t = cld_transform_compose(&other, &t);
    }
    if ((kinds & 56) == 56) {
        cld_mat3 m;
        double rows[9];
        take_numbers(b, rows, 9);
        memcpy(&m, rows, sizeof m);
        other = cld_transform_make_matrix(&m, take_vector(b));
        t = cld_transform_compose(&other, &t);
    }
    return t;
}

static void take_lists(builder *b, node *n, cld_shape_def *def) {
    unsigned which = fuzz_byte(&b->bytes);
    if (which & 1) {
        def->face_count = fuzz_choose(&b->bytes, MOST_LIST + 1);
        for (size_t i = 0; i < def->face_count; i++) {
            unsigned corners = fuzz_choose(&b->bytes, 5);
            n->face_start[i + 1] = n->face_start[i] + corners;
            for (unsigned k = 0; k < corners; k++)
                n->face_vertex[n->face_start[i] + k] = fuzz_byte(&b->bytes);
        }
        def->face_start = n->face_start;
        def->face_vertex = n->face_vertex;
    }
    if (which & 2) {
        def->edge_count = fuzz_choose(&b->bytes, MOST_LIST + 1);
        for (size_t i = 0; i < def->edge_count; i++)
            for (int k = 0; k < 2; k++)
                n->edge_vertex[i][k] = fuzz_byte(&b->bytes);
        def->edge_vertex = (const uint32_t(*)[2])n->edge_vertex;
    }
    if (which & 4) {
        def->normal_count = fuzz_choose(&b->bytes, MOST_LIST + 1);
        take_numbers(b, n->normals, 3 * def->normal_count);
        def->normals = n->normals;
    }
    def->convexify = which & 8;
}

static size_t count_points(builder *b, cld_kind kind) {
    static const size_t counts[CLD_KIND_COUNT] = {[CLD_POINT] = 1,    [CLD_SEGMENT] = 2, [CLD_CAPSULE] = 2,
                                                  [CLD_CYLINDER] = 2, [CLD_CONE] = 2,    [CLD_TRIANGLE] = 3};
    bool is_hull = kind == CLD_HULL || kind == CLD_POLYGON;
    return is_hull ? fuzz_choose(&b->bytes, MOST_POINTS + 1) : counts[kind];
}

static cld_shape_def take_def(builder *b, int depth);

static void take_children(builder *b, node *n, cld_shape_def *def, int depth) {
    def->child_count = depth < MOST_DEPTH ? fuzz_choose(&b->bytes, MOST_CHILDREN + 1) : 0;
    for (size_t i = 0; i < def->child_count; i++)
        n->children[i] = take_def(b, depth + 1);
    def->children = n->children;
    if (def->child_count > 0)
        def->dimension = def->children[0].dimension;
}

static cld_shape_def take_def(builder *b, int depth) {
    cld_shape_def def = cld_shape_def_make((cld_kind)fuzz_choose(&b->bytes, CLD_KIND_COUNT));
    if (b->node_count == MOST_NODES)
        return cld_shape_def_make(CLD_SPHERE);
    node *n = &b->nodes[b->node_count++];
    unsigned flags = fuzz_byte(&b->bytes);
    def.points = n->points;
    def.point_count = count_points(b, def.kind);
    take_numbers(b, n->points, 3 * def.point_count);
    if (def.kind >= CLD_POLYGON || (flags & 1 && (def.kind == CLD_POINT || def.kind == CLD_SEGMENT ||
                                                  def.kind == CLD_CAPSULE || def.kind == CLD_HALFSPACE)))
        def.dimension = 2;
    for (size_t i = 0; def.dimension == 2 && i < def.point_count; i++)
        n->points[3 * i + 2] = 0;
    if (flags & 2)
        def.margin = take(b);
    if (def.kind == CLD_HULL)
        take_lists(b, n, &def);
    if (def.kind == CLD_COMPOUND)
        take_children(b, n, &def, depth);
    if (def.kind == CLD_BOX || def.kind == CLD_RECTANGLE)
        take_numbers(b, def.size, (size_t)def.dimension);
    if (def.kind == CLD_ELLIPSOID)
        take_numbers(b, def.radii, 3);
    if (def.kind == CLD_HALFSPACE)
        take_numbers(b, def.normal, (size_t)def.dimension);
    def.offset = def.kind == CLD_HALFSPACE ? take(b) : 0;
    if (def.kind == CLD_SPHERE || def.kind == CLD_CIRCLE || def.kind == CLD_CAPSULE ||
        def.kind == CLD_CYLINDER || def.kind == CLD_CONE)
        def.radius = take(b);
    if (flags & 4 && def.dimension == 3)
        def.transform = take_transform(b);
    return def;
}

static cld_query_options take_options(builder *b) {
    cld_query_options options = cld_query_options_make();
    unsigned flags = fuzz_byte(&b->bytes);
    options.algorithm = (cld_algorithm)(flags & 3);
    options.samples = 1 + fuzz_choose(&b->bytes, 64);
    options.tangents = flags & 4 ? CLD_TANGENTS_LEAST_AXIS : CLD_TANGENTS_CATTO;
    options.max_contacts = flags & 8 ? fuzz_byte(&b->bytes) : 0;
    if (flags & 16)
        options.tolerance = fuzz_number(&b->bytes);
    return options;
}

static void check_answer(const cld_result *r) {
    FUZZ_REQUIRE(isfinite(r->signed_distance));
    FUZZ_REQUIRE(r->lower <= r->signed_distance && r->signed_distance <= r->upper);
    double length = hypot(hypot(r->normal.x, r->normal.y), r->normal.z);
    FUZZ_REQUIRE(fabs(length - 1) < 1e-9);
    FUZZ_REQUIRE((r->outcome == CLD_SEPARATED) == (r->contact_count == 0));
    FUZZ_REQUIRE(r->outcome != CLD_SEPARATED || r->signed_distance >= 0);
    FUZZ_REQUIRE(r->outcome != CLD_PENETRATING || r->signed_distance <= 0);
    for (size_t i = 0; i < r->contact_count; i++)
        FUZZ_REQUIRE(isfinite(r->contacts[i].depth));
}

/// A pair: both ways round, and by the calls that answer less.
static void ask(builder *b, const cld_shape *shape[2], const cld_pose *pose, const cld_query_options *options,
                cld_workspace *workspace) {
    cld_result result, other;
    cld_error err;
    bool colliding;
    cld_status status = cld_find_collision(shape[0], pose, shape[1], NULL, options, workspace, &result, &err);
    FUZZ_REQUIRE(status == CLD_OK || status == CLD_UNSUPPORTED || status == CLD_DIMENSION_MISMATCH ||
                 (status == CLD_BAD_TRANSFORM && pose && b->is_planar) || !b->is_ordinary);
    if (status == CLD_OK && b->is_ordinary)
        check_answer(&result);
    cld_status swapped = cld_find_collision(shape[1], NULL, shape[0], pose, options, workspace, &other, &err);
    FUZZ_REQUIRE(swapped == status);
    if (status)
        return;
    if (b->is_ordinary)
        FUZZ_REQUIRE(other.signed_distance == result.signed_distance && other.outcome == result.outcome);
    FUZZ_REQUIRE(!cld_is_colliding(shape[0], pose, shape[1], NULL, options, workspace, &colliding, &err));
    FUZZ_REQUIRE(!cld_find_distance(shape[0], pose, shape[1], NULL, options, workspace, &other, &err));
    if (b->is_ordinary && options->algorithm != CLD_SAMPLING) {
        FUZZ_REQUIRE(colliding == (result.outcome != CLD_SEPARATED));
        FUZZ_REQUIRE(other.signed_distance == result.signed_distance);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static builder b;
    b.bytes = (fuzz_bytes){data, data + size};
    b.node_count = 0;
    b.is_ordinary = true;
    b.is_planar = false;
    cld_query_options options = take_options(&b);
    cld_shape *made[2] = {NULL, NULL};
    cld_pose pose = cld_pose_make(take_turn(&b), take_vector(&b));
    bool has_pose = fuzz_byte(&b.bytes) & 1;
    cld_status status = CLD_OK;
    cld_error err;
    for (int i = 0; i < 2 && !status; i++) {
        cld_shape_def def = take_def(&b, 0);
        b.is_planar |= def.dimension == 2;
        if (fuzz_is_shown())
            kind_def_print(stderr, &def);
        status = cld_shape_create(&def, NULL, NULL, &made[i], &err);
        FUZZ_REQUIRE(status != CLD_INTERNAL);
    }
    if (fuzz_is_shown())
        fprintf(stderr, "\npose %d, moved by %.17g %.17g %.17g, tolerance %g, algorithm %d\n", has_pose,
                pose.t.x, pose.t.y, pose.t.z, options.tolerance, options.algorithm);
    if (!(options.tolerance >= 0))
        options.tolerance = -1;
    cld_workspace *workspace = cld_workspace_create();
    const cld_shape *shape[2] = {made[0], made[1]};
    if (!status)
        ask(&b, shape, has_pose ? &pose : NULL, &options, workspace);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(made[0]);
    cld_shape_destroy(made[1]);
    return 0;
}
