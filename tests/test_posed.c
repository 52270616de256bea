/// Shapes in poses, which keep the normals of their faces where they were made.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body_pair.h"
#include "support/shapes.h"

/// What meets it: of each kind that looks at the faces of a hull by itself.
static cld_shape *make_other(int kind, random_state *r) {
    if (kind == 10) {
        cld_shape_def ground = cld_shape_def_make(CLD_HALFSPACE);
        cld_vec3 n = shape_choose_direction(r);
        ground.normal[0] = n.x, ground.normal[1] = n.y, ground.normal[2] = n.z;
        ground.offset = 0.25;
        return shape_make(&ground);
    }
    body_def def = body_def_make(body_bounded[kind], 0, r);
    return body_create(&def);
}

static bool is_near(cld_vec3 p, cld_vec3 q, double most) { return cld_distance(p, q) <= most; }

/// Contacts in the order of their depths, which for equal ones may be another.
static bool has_contact(const cld_result *r, const cld_contact *c, double most) {
    for (size_t i = 0; i < r->contact_count; i++)
        if (is_near(r->contacts[i].world_a, c->world_a, most) &&
            is_near(r->contacts[i].world_b, c->world_b, most))
            return true;
    return false;
}

static cld_transform transform_from(const cld_pose *pose) {
    cld_transform t = cld_transform_make_identity();
    t.m = pose->r;
    t.t = pose->t;
    return t;
}

Test(posed, a_hull_meets_all_kinds_as_one_that_was_made_there) {
    cld_workspace *first = cld_workspace_create(), *second = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    size_t contacts = 0;
    for (uint64_t seed = 0; seed < random_trials(900); seed++) {
        random_state r = random_make(seed);
        point_set points = {.count = 12};
        for (uint32_t i = 0; i < points.count; i++) {
            cld_vec3 p = shape_choose_direction(&r);
            points.at[i][0] = p.x, points.at[i][1] = p.y, points.at[i][2] = seed % 5 ? p.z : 0; // or flat
        }
        cld_pose pose = shape_choose_pose(&r, 0.5);
        cld_transform there = transform_from(&pose);
        cld_shape *moved = shape_make_hull(&points, NULL), *made = shape_make_hull(&points, &there),
                  *other = make_other((int)(seed % 11), &r);
        cr_assert_not_null(other);
        cld_result p, q;
        cr_assert_eq(cld_find_collision(moved, &pose, other, NULL, &options, first, &p, NULL), CLD_OK);
        cr_assert_eq(cld_find_collision(made, NULL, other, NULL, &options, second, &q, NULL), CLD_OK);
        cr_expect_float_eq(p.signed_distance, q.signed_distance, 1e-12, "seed %llu",
                           (unsigned long long)seed);
        cr_expect_eq(p.containment, q.containment, "seed %llu", (unsigned long long)seed);
        cr_expect_eq(p.contact_count, q.contact_count, "seed %llu: %zu, %zu", (unsigned long long)seed,
                     p.contact_count, q.contact_count);
        cr_expect(p.feature_a.kind == q.feature_a.kind && p.feature_a.index == q.feature_a.index, "seed %llu",
                  (unsigned long long)seed);
        for (size_t i = 0; i < p.contact_count; i++)
            cr_expect(has_contact(&q, &p.contacts[i], 1e-7), "seed %llu", (unsigned long long)seed);
        contacts += p.contact_count;
        cld_shape_destroy(moved);
        cld_shape_destroy(made);
        cld_shape_destroy(other);
    }
    cld_workspace_destroy(first);
    cld_workspace_destroy(second);
    cr_expect_gt(contacts, random_trials(400), "%zu", contacts);
}

/// Poses that a look at the upper half of their matrix would take for the identity: a box above the ground
/// has its lowest corner lower by the last bits of one entry, whatever the ground is.
Test(posed, a_matrix_of_ones_and_last_bits_below_turns_a_shape) {
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    cld_shape_def ground = cld_shape_def_make(CLD_HALFSPACE), box = cld_shape_def_make(CLD_BOX);
    ground.normal[1] = 1;
    for (int k = 0; k < 3; k++)
        box.size[k] = 2;
    cld_shape *a = shape_make(&ground), *b = shape_make(&box);
    for (int e = -53; e <= -51; e++) {
        cld_pose pose = cld_pose_make_identity();
        pose.r.row[1].x = ldexp(1, e);
        pose.t.y = 1;
        cld_result r;
        cr_assert_eq(cld_find_collision(a, NULL, b, &pose, &options, workspace, &r, NULL), CLD_OK);
        cr_expect(r.lower <= -ldexp(1, e) && -ldexp(1, e) <= r.upper, "%d: %a to %a", e, r.lower, r.upper);
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    cld_workspace_destroy(workspace);
}
