/// What holds for every pair of kinds: random shapes, degenerate ones first.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "support/kinds.h"
#include "support/random.h"

// Sampling takes three times as long as all the rest, and so has its turn at one pair in SAMPLED only; so has
// the verification, whose time grows with the square of the vertices.
enum { PAIRS = 2000, COARSE = 1000, SAMPLED = 7, VERIFIED = 13, FAILURES_SHOWN = 2 };

typedef struct trial {
    uint64_t seed;
    kind_def *def[2];
    cld_shape *a, *b;
    double diagonal, largest;
    double near,
        nearer; ///< how near points and distances of two right answers are, to the contract's accuracy
    cld_result result;
    cld_contact contact[64];
    cld_workspace *workspace;
} trial;

static bool is_curved(cld_kind kind) {
    return kind == CLD_CYLINDER || kind == CLD_CONE || kind == CLD_ELLIPSOID || kind == CLD_COMPOUND;
}

static void measure(const cld_shape *shape, trial *t) {
    cld_vec3 low, high;
    cld_shape_find_box(shape, &low, &high);
    if (!isfinite(low.x))
        return;
    t->diagonal = fmax(t->diagonal, cld_length(cld_sub(high, low)));
    t->largest = fmax(t->largest, fmax(cld_max_abs(low), cld_max_abs(high)));
}

static bool ask(const trial *t, const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                const cld_pose *pose_b, cld_algorithm algorithm, cld_result *result) {
    cld_query_options options = cld_query_options_make();
    options.algorithm = algorithm;
    options.samples = 100;
    return cld_find_collision(a, pose_a, b, pose_b, &options, t->workspace, result, NULL) == CLD_OK;
}

static trial begin(const kind_pair *kinds, uint64_t seed) {
    trial t = {.seed = seed, .workspace = cld_workspace_create()};
    random_state r = random_make(seed);
    bool coarse = seed < COARSE;
    t.def[0] = kind_def_make(kinds->a, kinds->dimension, coarse, &r);
    t.def[1] = kind_def_make(kinds->b, kinds->dimension, coarse, &r);
    t.a = kind_def_create(&t.def[0]->def);
    t.b = kind_def_create(&t.def[1]->def);
    if (!t.a || !t.b)
        return t;
    measure(t.a, &t);
    measure(t.b, &t);
    bool curved = is_curved(kinds->a) || is_curved(kinds->b);
    // Each of two answers may be off by the contract's accuracy; moving shapes rounds their coordinates.
    t.nearer = (curved ? 2e-9 : 2e-12) * t.diagonal + 8e-15 * t.largest;
    t.near = (curved ? 1e-6 : 1e-9) * t.diagonal + 8e-15 * t.largest;
    return t;
}

static void end(trial *t) {
    cld_shape_destroy(t->a);
    cld_shape_destroy(t->b);
    cld_workspace_destroy(t->workspace);
    kind_def_destroy(t->def[0]);
    kind_def_destroy(t->def[1]);
}

static bool same(cld_vec3 p, cld_vec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

static double apart(cld_vec3 p, cld_vec3 q) { return cld_length(cld_sub(p, q)); }

typedef bool law(trial *t);

/// Bounds hold the distance, the closest points show it, the contacts begin with it, and the manifold lies
/// along the normal.
static bool agrees_with_itself(trial *t) {
    const cld_result *r = &t->result;
    bool ok = r->lower <= r->signed_distance && r->signed_distance <= r->upper &&
              fabs(cld_length(r->normal) - 1) < 1e-14;
    ok = ok && apart(r->closest_b, cld_add_scaled(r->closest_a, r->signed_distance, r->normal)) <= t->near;
    ok = ok && (r->contact_count > 0) == (r->outcome != CLD_SEPARATED);
    for (size_t i = 0; i < r->contact_count && i < 64; i++) {
        const cld_contact *c = &t->contact[i];
        ok = ok && apart(c->world_a, cld_add_scaled(c->world_b, c->depth, r->normal)) <= t->near;
        ok = ok && c->depth <= -r->signed_distance + t->nearer &&
             (i == 0 || c->depth <= t->contact[i - 1].depth);
    }
    return ok &&
           (!r->contact_count || fabs(t->contact[0].depth + r->signed_distance) <= t->nearer + r->tolerance);
}

static bool is_the_same_swapped(trial *t) {
    cld_result s;
    const cld_result *r = &t->result;
    // Of a shape and its exact double no order can be told.
    bool twins = t->def[0]->def.kind == t->def[1]->def.kind && r->containment == CLD_EQUAL;
    return ask(t, t->b, NULL, t->a, NULL, CLD_AUTO, &s) && s.signed_distance == r->signed_distance &&
           s.lower == r->lower && s.upper == r->upper && (twins || same(s.normal, cld_negate(r->normal))) &&
           s.contact_count == r->contact_count &&
           (twins || (same(s.closest_a, r->closest_b) && s.feature_a.index == r->feature_b.index &&
                      s.feature_a.child == r->feature_b.child));
}

static bool points_lie_in_both(trial *t) {
    const cld_shape *shape[2] = {t->a, t->b};
    size_t count = t->result.contact_count < 64 ? t->result.contact_count : 64;
    for (size_t i = 0; i <= count; i++)
        for (int side = 0; side < 2; side++) {
            const cld_contact *c = &t->contact[i];
            cld_vec3 p = i == count ? (side ? t->result.closest_b : t->result.closest_a)
                         : side     ? c->world_b
                                    : c->world_a;
            cld_shape_def def = cld_shape_def_make(CLD_POINT);
            def.dimension = t->result.dimension;
            def.points = &p.x;
            def.point_count = 1;
            cld_shape *point = kind_def_create(&def);
            cld_result r;
            bool inside =
                ask(t, point, NULL, shape[side], NULL, CLD_AUTO, &r) && r.signed_distance <= t->near;
            cld_shape_destroy(point);
            if (!inside)
                return false;
        }
    return true;
}

/// Moving B by the mtv leaves the shapes touching. Of a compound it does so for the pair of children that it
/// is about.
static bool mtv_ends_the_overlap(trial *t) {
    cld_pose pose = cld_pose_make_identity();
    cld_result r;
    bool compound = t->def[0]->def.kind == CLD_COMPOUND || t->def[1]->def.kind == CLD_COMPOUND;
    pose.t = t->result.mtv;
    return compound || t->result.outcome != CLD_PENETRATING ||
           (ask(t, t->a, NULL, t->b, &pose, CLD_AUTO, &r) && fabs(r.signed_distance) <= t->nearer);
}

static bool stays_when_both_move(trial *t) {
    cld_pose pose = cld_pose_make((cld_quat){0, 0, 0.6, 0.8}, (cld_vec3){0.3, -0.2, 0});
    cld_result r;
    double nearer = t->nearer + 8e-15 * cld_length(pose.t); // all else may be at the origin
    return ask(t, t->a, &pose, t->b, &pose, CLD_AUTO, &r) &&
           fabs(r.signed_distance - t->result.signed_distance) <= nearer &&
           (t->result.outcome == r.outcome || fabs(fabs(r.signed_distance) - r.tolerance) <= nearer);
}

static bool grows_with_the_scale(trial *t) {
    cld_transform scale = cld_transform_make_scale((cld_vec3){3, 3, t->result.dimension == 3 ? 3 : 1});
    cld_shape *shape[2];
    for (int i = 0; i < 2; i++) {
        cld_shape_def def = t->def[i]->def;
        def.transform = cld_transform_compose(&scale, &def.transform);
        shape[i] = kind_def_create(&def);
    }
    cld_result r;
    bool ok = ask(t, shape[0], NULL, shape[1], NULL, CLD_AUTO, &r) &&
              fabs(r.signed_distance - 3 * t->result.signed_distance) <= 3 * t->nearer;
    cld_shape_destroy(shape[0]);
    cld_shape_destroy(shape[1]);
    return ok;
}

static bool methods_agree(trial *t) {
    static const cld_algorithm others[] = {CLD_GJK_EPA, CLD_SAT};
    cld_result r;
    for (int i = 0; i < 2; i++)
        if (ask(t, t->a, NULL, t->b, NULL, others[i], &r) &&
            fabs(r.signed_distance - t->result.signed_distance) > t->nearer)
            return false;
    // What samples say may be too low, never too high.
    return t->seed % SAMPLED != 0 || (ask(t, t->a, NULL, t->b, NULL, CLD_SAMPLING, &r) &&
                                      r.signed_distance <= t->result.signed_distance + t->nearer &&
                                      r.lower <= t->result.upper && r.upper >= t->result.lower);
}

static bool stands_up_to_verification(trial *t) {
    cld_result r;
    return t->seed % VERIFIED != 0 || (ask(t, t->a, NULL, t->b, NULL, CLD_AUTO, &r) &&
                                       cld_verify(t->a, NULL, t->b, NULL, &r, NULL) == CLD_OK);
}

/// The half-space with its normal and offset twice as long.
static void lengthen(kind_def *k) {
    for (int i = 0; i < 3; i++)
        k->def.normal[i] *= 2;
    k->def.offset *= 2;
}

/// A ball as a capsule of no length, in `points`.
static void shrink_capsule(kind_def *k) {
    k->def.kind = CLD_CAPSULE;
    k->def.point_count = 2;
}

/// Boxes and rectangles as the hull of their corners.
static void list_corners(kind_def *k) {
    size_t count = k->def.dimension == 3 ? 8 : 4;
    for (size_t i = 0; i < count; i++)
        for (int axis = 0; axis < k->def.dimension; axis++) {
            int bit = k->def.dimension == 3 ? i >> axis & 1 : axis == 0 ? (i == 1 || i == 2) : i >= 2;
            k->points[3 * i + (size_t)axis] = (bit ? 0.5 : -0.5) * k->def.size[axis];
        }
    k->def.kind = k->def.dimension == 3 ? CLD_HULL : CLD_POLYGON;
    k->def.point_count = count;
}

/// An ellipsoid of equal radii as a ball.
static void take_ball(kind_def *k) {
    k->def.kind = CLD_SPHERE;
    k->def.radius = k->def.radii[0];
}

/// In other words where there are any, and alone in a compound: the same set.
static bool is_the_same_written_otherwise(trial *t) {
    static void (*const rewrite[CLD_KIND_COUNT])(kind_def * k) = {[CLD_BOX] = list_corners,
                                                                  [CLD_RECTANGLE] = list_corners,
                                                                  [CLD_SPHERE] = shrink_capsule,
                                                                  [CLD_CIRCLE] = shrink_capsule,
                                                                  [CLD_HALFSPACE] = lengthen};
    for (int i = 0; i < 2; i++) {
        kind_def copy = {.def = t->def[i]->def}, only = {.def = cld_shape_def_make(CLD_COMPOUND)};
        memcpy(copy.points, t->def[i]->points, sizeof copy.points);
        copy.def.points = copy.points;
        if (rewrite[copy.def.kind])
            rewrite[copy.def.kind](&copy);
        else if (copy.def.kind == CLD_ELLIPSOID && copy.def.radii[0] == copy.def.radii[1] &&
                 copy.def.radii[1] == copy.def.radii[2])
            take_ball(&copy);
        only.def.dimension = copy.def.dimension;
        only.def.children = &copy.def;
        only.def.child_count = 1;
        cld_shape *other = kind_def_create(&only.def);
        cld_result r;
        bool ok = ask(t, i ? t->a : other, NULL, i ? other : t->b, NULL, CLD_AUTO, &r) &&
                  fabs(r.signed_distance - t->result.signed_distance) <= t->nearer &&
                  (i ? r.feature_b.child : r.feature_a.child) == 0 && !r.has_axis;
        cld_shape_destroy(other);
        if (!ok)
            return false;
    }
    return true;
}

static const struct {
    const char *name;
    law *holds;
} laws[] = {{"agrees with itself", agrees_with_itself},
            {"is the same swapped", is_the_same_swapped},
            {"points lie in both", points_lie_in_both},
            {"mtv ends the overlap", mtv_ends_the_overlap},
            {"stays when both move", stays_when_both_move},
            {"grows with the scale", grows_with_the_scale},
            {"methods agree", methods_agree},
            {"stands up to verification", stands_up_to_verification},
            {"is the same written otherwise", is_the_same_written_otherwise}};

/// The first law that is broken, or NULL.
static const char *find_broken(trial *t) {
    if (!t->a || !t->b)
        return "every shape can be made";
    if (!ask(t, t->a, NULL, t->b, NULL, CLD_AUTO, &t->result))
        return "every pair has an answer";
    t->near += 8e-15 * fabs(t->result.signed_distance);
    t->nearer += 8e-15 * fabs(t->result.signed_distance);
    size_t count = t->result.contact_count < 64 ? t->result.contact_count : 64;
    if (count)
        memcpy(t->contact, t->result.contacts, count * sizeof *t->contact);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        if (!laws[i].holds(t))
            return laws[i].name;
    return NULL;
}

static struct criterion_test_params list_pairs(void) {
    static size_t index[256];
    size_t count;
    kinds_list_pairs(&count);
    for (size_t i = 0; i < count; i++)
        index[i] = i;
    return cr_make_param_array(size_t, index, count);
}

ParameterizedTestParameters(laws, hold_for_every_pair_of_kinds) { return list_pairs(); }

ParameterizedTest(const size_t *index, laws, hold_for_every_pair_of_kinds) {
    size_t count, failures = 0;
    const kind_pair *kinds = &kinds_list_pairs(&count)[*index];
    for (uint64_t seed = 0, trials = random_trials(PAIRS); seed < trials; seed++) {
        trial t = begin(kinds, seed);
        const char *broken = find_broken(&t);
        if (broken && failures++ < FAILURES_SHOWN) {
            fprintf(stderr, "%s and %s, seed %llu: broken: %s\n{\"a\": ", cld_kind_name(kinds->a),
                    cld_kind_name(kinds->b), (unsigned long long)seed, broken);
            kind_def_print(stderr, &t.def[0]->def);
            fputs(", \"b\": ", stderr);
            kind_def_print(stderr, &t.def[1]->def);
            fputs("}\n", stderr);
        }
        end(&t);
    }
    cr_expect_eq(failures, 0, "%s and %s: %zu of %d pairs break a law", cld_kind_name(kinds->a),
                 cld_kind_name(kinds->b), failures, PAIRS);
}
