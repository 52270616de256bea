/// Prints a fingerprint of every bit of many answers, one line a family: what must not depend on compiler,
/// optimisation or processor.
///
///     driver [PAIRS]
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide/collide.h"
#include "support/generate.h"

typedef uint64_t hash;

/// FNV-1a over the bytes of a number, the lowest first.
static void add_bits(hash *h, uint64_t bits) {
    for (int i = 0; i < 64; i += 8)
        *h = (*h ^ (bits >> i & 0xff)) * 0x100000001b3u;
}

static void add_number(hash *h, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    add_bits(h, bits);
}

static void add_vector(hash *h, cld_vec3 v) {
    add_number(h, v.x);
    add_number(h, v.y);
    add_number(h, v.z);
}

static void add_feature(hash *h, cld_feature f) {
    add_bits(h, (uint64_t)f.kind);
    add_bits(h, f.index);
    add_bits(h, f.child);
}

static void add_result(hash *h, const cld_result *r) {
    const double numbers[] = {r->signed_distance, r->lower, r->upper, r->tolerance, r->gap};
    const cld_vec3 vectors[] = {r->normal,    r->mtv,       r->tangent[0], r->tangent[1],
                                r->closest_a, r->closest_b, r->axis};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(h, numbers[i]);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        add_vector(h, vectors[i]);
    add_bits(h, (uint64_t)r->outcome << 8 | (uint64_t)r->algorithm << 4 | (uint64_t)r->containment << 1 |
                    r->has_axis);
    add_feature(h, r->feature_a);
    add_feature(h, r->feature_b);
    for (size_t i = 0; i < r->contact_count; i++) {
        const cld_contact *c = &r->contacts[i];
        add_number(h, c->depth);
        add_vector(h, c->world_a);
        add_vector(h, c->world_b);
        add_vector(h, c->local_a);
        add_vector(h, c->local_b);
    }
    add_bits(h, (uint64_t)r->stats.gjk_iterations << 32 | r->stats.epa_iterations);
}

static cld_shape *make_shape(const cld_shape_def *def, hash *h) {
    cld_shape *shape = NULL;
    add_bits(h, (uint64_t)cld_shape_create(def, NULL, NULL, &shape, NULL));
    return shape;
}

/// Asks in every way, and for the verification.
static void ask(hash *h, const cld_shape *a, const cld_shape *b, const cld_pose *pose,
                cld_workspace *workspace) {
    for (int algorithm = CLD_AUTO; algorithm <= CLD_SAMPLING; algorithm++) {
        cld_query_options options = cld_query_options_make();
        cld_result result;
        options.algorithm = (cld_algorithm)algorithm;
        options.samples = 50;
        options.tolerance = algorithm == CLD_SAT ? 0 : -1;
        cld_status status = cld_find_collision(a, NULL, b, pose, &options, workspace, &result, NULL);
        add_bits(h, (uint64_t)status);
        if (status != CLD_OK)
            continue;
        add_result(h, &result);
        if (algorithm == CLD_AUTO)
            add_bits(h, (uint64_t)cld_verify(a, NULL, b, pose, &result, NULL));
    }
}

/// A rotation about an axis, so that every digit of a transform counts.
static cld_transform make_turn(random_state *r) {
    double x = random_real(r, -1, 1), y = random_real(r, -1, 1), z = random_real(r, 0.5, 1);
    return cld_transform_make_axis_angle((cld_vec3){x, y, z}, random_real(r, -180, 180));
}

static void ask_about_hulls(hash *h, const test_pair *pair, uint64_t seed, cld_workspace *workspace) {
    random_state r = random_make(seed);
    cld_shape *shape[2];
    for (int side = 0; side < 2; side++) {
        const point_set *s = side ? &pair->b : &pair->a;
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = &s->at[0][0];
        def.point_count = s->count;
        if (seed % 4 == 1)
            def.transform = make_turn(&r);
        if (seed % 4 == 2)
            def.margin = random_real(&r, 0, 0.25);
        shape[side] = make_shape(&def, h);
    }
    cld_pose pose = cld_pose_make((cld_quat){0.1, -0.5, 0.7, 0.5}, (cld_vec3){random_real(&r, -1, 1), 0, 0});
    if (shape[0] && shape[1])
        ask(h, shape[0], shape[1], seed % 4 == 3 ? &pose : NULL, workspace);
    cld_shape_destroy(shape[0]);
    cld_shape_destroy(shape[1]);
}

/// A shape of a kind that is not made of its vertices alone.
static cld_shape *make_round_shape(random_state *r, hash *h) {
    static const cld_kind kinds[] = {CLD_SPHERE,    CLD_CAPSULE,   CLD_CYLINDER, CLD_CONE,
                                     CLD_ELLIPSOID, CLD_HALFSPACE, CLD_BOX};
    double points[6];
    cld_shape_def def = cld_shape_def_make(kinds[random_int(r, 0, 6)]);
    for (int i = 0; i < 6; i++)
        points[i] = random_real(r, -1, 1);
    for (int k = 0; k < 3; k++) {
        def.size[k] = def.radii[k] = random_real(r, 0.1, 1);
        def.normal[k] = random_real(r, -1, 1);
    }
    def.points = points;
    def.point_count = def.kind == CLD_CAPSULE || def.kind == CLD_CYLINDER || def.kind == CLD_CONE ? 2 : 0;
    def.radius = random_real(r, 0.1, 1);
    def.transform = make_turn(r);
    return make_shape(&def, h);
}

static void ask_about_round_shapes(hash *h, uint64_t seed, cld_workspace *workspace) {
    random_state r = random_make(seed);
    cld_shape *a = make_round_shape(&r, h), *b = make_round_shape(&r, h);
    cld_pose pose =
        cld_pose_make((cld_quat){0.5, 0.5, -0.1, 0.7}, (cld_vec3){random_real(&r, -2, 2), 0.5, 0});
    if (a && b)
        ask(h, a, b, &pose, workspace);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

static hash answer_all(size_t family, uint64_t pairs, cld_workspace *workspace) {
    hash h = 0xcbf29ce484222325u;
    for (uint64_t seed = 0; seed < pairs; seed++) {
        test_pair pair;
        if (family < pair_family_count) {
            pair_make(&pair_families[family], seed, &pair);
            ask_about_hulls(&h, &pair, seed, workspace);
        } else {
            ask_about_round_shapes(&h, seed, workspace);
        }
    }
    return h;
}

int main(int count, char **arguments) {
    uint64_t pairs = count > 1 ? strtoull(arguments[1], NULL, 10) : 200;
    setlocale(LC_ALL, "");
    cld_workspace *workspace = cld_workspace_create();
    for (size_t family = 0; workspace && family <= pair_family_count; family++)
        printf("%016" PRIx64 " %s\n", answer_all(family, pairs, workspace),
               family < pair_family_count ? pair_families[family].name : "round");
    cld_workspace_destroy(workspace);
    return workspace ? 0 : 1;
}
