#include "shapes.h"

#include <criterion/criterion.h>

cld_shape *shape_make(const cld_shape_def *def) {
    cld_shape *shape = NULL;
    cld_error err = {0};
    cr_assert_eq(cld_shape_create(def, NULL, NULL, &shape, &err), CLD_OK, "%s: %s", err.pointer, err.message);
    return shape;
}

cld_shape *shape_make_hull(const point_set *points, const cld_transform *transform) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points->at[0];
    def.point_count = points->count;
    if (transform)
        def.transform = *transform;
    return shape_make(&def);
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
