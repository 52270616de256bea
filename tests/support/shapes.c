#include "shapes.h"

#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"

cld_shape *shape_make(const cld_shape_def *def) {
    cld_shape *shape = NULL;
    cld_error err = {0};
    cr_assert_eq(cld_shape_create(def, NULL, NULL, &shape, &err), CLD_OK, "%s: %s", err.pointer, err.message);
    return shape;
}

cld_shape *shape_make_of(const double (*points)[3], size_t count) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = count;
    return shape_make(&def);
}

cld_shape *shape_make_hull(const point_set *points, const cld_transform *transform) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points->at[0];
    def.point_count = points->count;
    if (transform)
        def.transform = *transform;
    return shape_make(&def);
}

cld_shape *shape_make_large(random_state *r, int kind, double shift) {
    enum { MOST = 300 };
    double points[MOST][3];
    size_t count = (size_t)random_int(r, 8, random_one_in(r, 2) ? 40 : MOST);
    double axis[3] = {random_real(r, 0.25, 1), random_real(r, 0.25, 1), random_real(r, 0.25, 1)};
    double off = ldexp(1, -random_int(r, 40, 54));
    if (kind == 3)
        axis[0] = axis[1] = 0x1p-9;
    for (size_t i = 0; i < count; i++) {
        size_t turn = i / 2, turns = (count + 1) / 2; // two points each
        double square = 0, angle = 2 * acos(-1) * (double)turn / (double)turns;
        for (int k = 0; k < 3; k++) {
            points[i][k] = kind % 3 == 1 ? random_int(r, -2, 2) : random_real(r, -1, 1);
            if (kind == 4)
                points[i][k] += off * random_int(r, -3, 3);
            square += points[i][k] * points[i][k];
        }
        for (int k = 0; k < 3 && kind % 3 == 0; k++)
            points[i][k] *= axis[k] / sqrt(square);
        if (kind == 2)
            points[i][0] = cos(angle), points[i][1] = sin(angle), points[i][2] = i % 2 ? 1 : -1;
        points[i][0] += shift;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = count;
    return shape_make(&def);
}

cld_vec3 shape_choose_direction(random_state *r) {
    return cld_vec3_make(random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1));
}

cld_pose shape_choose_pose(random_state *r, double apart) {
    cld_pose pose = {.t = cld_scale(shape_choose_direction(r), apart)};
    double turn[3][3];
    random_rotation(r, turn);
    for (int k = 0; k < 3; k++)
        pose.r.row[k] = cld_vec3_make(turn[k][0], turn[k][1], turn[k][2]);
    return pose;
}

cld_result shape_ask(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                     const cld_query_options *options) {
    static cld_workspace *workspace;
    workspace = workspace ? workspace : cld_workspace_create();
    cld_result result;
    cld_error err = {0};
    cr_assert_eq(cld_find_collision(a, pose_a, b, pose_b, options, workspace, &result, &err), CLD_OK, "%s",
                 err.message);
    return result;
}
