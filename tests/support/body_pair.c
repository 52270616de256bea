#include "support/body_pair.h"

#include <criterion/criterion.h>

#include "math/vec.h"

const cld_kind body_curved[3] = {CLD_CYLINDER, CLD_CONE, CLD_ELLIPSOID};
const cld_kind body_bounded[10] = {CLD_HULL,   CLD_BOX,     CLD_POINT,    CLD_SEGMENT, CLD_TRIANGLE,
                                   CLD_SPHERE, CLD_CAPSULE, CLD_CYLINDER, CLD_CONE,    CLD_ELLIPSOID};

body_def body_def_between(cld_kind kind, cld_vec3 p, cld_vec3 q, double radius) {
    body_def d = {.def = cld_shape_def_make(kind), .points = {p.x, p.y, p.z, q.x, q.y, q.z}};
    d.def.point_count = 2;
    d.def.radius = radius;
    return d;
}

body_def body_def_upright(cld_kind kind, double low, double high, double radius) {
    return body_def_between(kind, cld_vec3_make(0, 0, low), cld_vec3_make(0, 0, high), radius);
}

body_def body_def_sized(cld_kind kind, double x, double y, double z) {
    body_def d = {.def = cld_shape_def_make(kind)};
    d.def.size[0] = d.def.radii[0] = x;
    d.def.size[1] = d.def.radii[1] = y;
    d.def.size[2] = d.def.radii[2] = z;
    return d;
}

static void forget(body_pair *pair) {
    cld_shape_destroy(pair->a);
    cld_shape_destroy(pair->b);
    pair->a = pair->b = NULL;
}

void body_pair_ask(body_pair *pair, body_def a, body_def b) {
    cld_query_options options = cld_query_options_make();
    cld_error err;
    forget(pair);
    if (!pair->workspace)
        pair->workspace = cld_workspace_create();
    pair->a = body_create(&a);
    pair->b = body_create(&b);
    cr_assert_eq(cld_find_collision(pair->a, NULL, pair->b, NULL, &options, pair->workspace, &pair->r, &err),
                 CLD_OK);
}

void body_pair_free(body_pair *pair) {
    forget(pair);
    cld_workspace_destroy(pair->workspace);
}
