/// A solver broken on purpose, linked around the real one: each answer is wrong by 1e-8 (shapes are a few
/// units large) in what $BREAK names.
#include <stdlib.h>
#include <string.h>

#include "collide/collide.h"

cld_status __real_cld_find_collision(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                                     const cld_pose *pose_b, const cld_query_options *options,
                                     cld_workspace *workspace, cld_result *result, cld_error *err);
cld_status __wrap_cld_find_collision(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                                     const cld_pose *pose_b, const cld_query_options *options,
                                     cld_workspace *workspace, cld_result *result, cld_error *err);

cld_status __wrap_cld_find_collision(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                                     const cld_pose *pose_b, const cld_query_options *options,
                                     cld_workspace *workspace, cld_result *result, cld_error *err) {
    cld_status status = __real_cld_find_collision(a, pose_a, b, pose_b, options, workspace, result, err);
    const char *what = getenv("BREAK");
    double step = what ? 1e-8 : 0;
    if (status != CLD_OK || !what)
        return status;
    if (strcmp(what, "distance") == 0)
        result->signed_distance += step;
    if (strcmp(what, "normal") == 0)
        result->normal.x += step;
    if (strcmp(what, "closest") == 0)
        result->closest_b.y += step;
    if (strcmp(what, "contact") == 0)
        ((cld_contact *)result->contacts)[0].world_a.z += step;
    return status;
}
