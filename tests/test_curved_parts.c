/// Newton's method from all sets of parts, where no support tells which of them agree.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body_pair.h"

/// Where a shape stands, and a pair of such with a direction that a search to 1e-8 of their size has found.
typedef struct place {
    cld_quat turn;
    cld_vec3 at;
} place;

typedef struct hard_pair {
    body_def a, b;
    place at_a, at_b;
    cld_vec3 n;
} hard_pair;

static body_def put(body_def def, const place *p) {
    def.def.transform = cld_transform_make_quaternion(p->turn);
    def.def.transform.t = p->at;
    return def;
}

/// No answer is worse than what is known of the pair.
static void expect_as_good(const hard_pair *p, const char *what) {
    body_pair q = {0};
    body_def a = put(p->a, &p->at_a), b = put(p->b, &p->at_b);
    body body_a = body_make(&a), body_b = body_make(&b);
    double d = fmax(body_diagonal(&body_a), body_diagonal(&body_b)),
           known = body_separation(&body_a, &body_b, cld_unit(p->n));
    body_pair_ask(&q, a, b);
    cr_expect_geq(q.r.signed_distance, known - 1e-12 * d, "%s: %g better", what, known - q.r.signed_distance);
    cr_expect_leq(known, q.r.upper + 1e-13, "%s: %g above", what, known - q.r.upper);
    body_pair_free(&q);
}

Test(curved_parts, a_thin_drum_stands_on_the_side_of_a_flat_cone) {
    const hard_pair p = {
        .a = body_def_upright(CLD_CYLINDER, 0, 1.9190997613240658e-06, 0.25),
        .b = body_def_upright(CLD_CONE, 0, 8.90852080517035e-05, 0.500000286965609),
        .at_a = {{0.2751732183278857, 0.8834075474169867, 0.26602265221201765, -0.2703752089076625},
                 {-1.755601867616368, -0.49065192192141405, -1.7671591011779646}},
        .at_b = {{0.0064694222370455245, 0.43347788862445713, 0.3826822093195253, -0.8158488789755926},
                 {-1.4405858395324969, -0.1371402734962564, -1.60655269882118}},
        .n = {0.7024656751736932, -0.3421987180849283, -0.6240528924248322},
    };
    expect_as_good(&p, "drum");
}

Test(curved_parts, a_flat_cone_stands_across_a_thin_ellipsoid) {
    const hard_pair p = {
        .a = body_def_upright(CLD_CONE, 0, 7.238034831907768e-7, 2.0000010337785903),
        .b = body_def_sized(CLD_ELLIPSOID, 2, 0.5, 0.0030514713009647046),
        .at_a = {{-0.011590031416002691, -0.3384736905335542, -0.2909293377153478, -0.8947968305498328},
                 {-1.6333645983652278, -0.37396703979530455, -2.0228757243712376}},
        .at_b = {{0.4654295295280906, 0.417822899316295, 0.13838023825369633, -0.7678868976034399},
                 {-1.9340920856623294, -0.6381933024994151, -1.7232969192441225}},
        .n = {0.6124739042188642, 0.17620221235633116, 0.7706026842748707},
    };
    expect_as_good(&p, "plate");
}

/// The opposite direction is better by a billionth of the size.
Test(curved_parts, a_flat_cone_around_an_ellipsoids_centre_leaves_it_by_the_nearer_side) {
    const hard_pair p = {
        .a = body_def_sized(CLD_ELLIPSOID, 0.25000000949491047, 0.5, 0.25),
        .b = body_def_upright(CLD_CONE, 0, 4.63652351641531e-08, 0.2500010733294121),
        .at_a = {{0.6530390486237246, -0.4969633526171435, -0.10020484923972174, -0.562606803475566},
                 {0.995261333414521, 0.6842107175986174, 0.26174173003337176}},
        .at_b = {{0.6530370575731445, -0.4969726032203573, -0.1002148875494688, -0.5625991551700361},
                 {0.8737737302452668, 0.8182910736583828, 0.43426192978595024}},
        .n = {-0.42830475297935056, -0.8344042013971585, 0.3468784618076881},
    };
    expect_as_good(&p, "side");
}

/// What lies on a round surface at its middle: the points are those of the surface, not of a chord of it.
Test(curved_parts, a_line_touches_what_is_round_in_one_point_of_both) {
    body_pair q = {0};
    for (unsigned long long seed = 0; seed < 600; seed++) {
        random_state r = random_make(seed);
        double x = random_int(&r, -2, 2) / 4.0, y = random_int(&r, -2, 2) / 4.0,
               z = random_int(&r, -2, 2) / 4.0;
        cld_transform turn = body_place(true, 0, &r);
        body_def round = body_def_sized(CLD_ELLIPSOID, 2, random_int(&r, 1, 2) / 2.0, 1),
                 bar = body_def_upright(seed % 2 ? CLD_CAPSULE : CLD_CYLINDER, -1, 1, 0.5);
        bar.def.transform = turn;
        bar.def.transform.t = cld_vec3_make(x, y, z);
        body_pair_ask(&q, round, bar);
        if (q.r.outcome == CLD_SEPARATED)
            continue;
        const body a = body_make(&round), b = body_make(&bar);
        cld_vec3 n = q.r.normal, p = q.r.closest_a;
        double below_a = body_reach(&a, n) - cld_dot(n, p),
               below_b = body_reach(&b, cld_negate(n)) + cld_dot(n, q.r.closest_b);
        cr_expect(fabs(below_a) < 1e-12 && fabs(below_b) < 1e-12, "seed %llu: %g and %g", seed, below_a,
                  below_b);
        double in = p.x * p.x / 4 + p.y * p.y / (round.def.radii[1] * round.def.radii[1]) + p.z * p.z;
        cr_expect_float_eq(in, 1, 1e-12, "seed %llu: %.17g", seed, in);
    }
    body_pair_free(&q);
}
