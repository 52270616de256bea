#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/shapes.h"

/// Planes that are moved to where they are from so far out that their digits cancel.
Test(halfspace_far, keeps_what_is_left_where_its_offset_and_its_move_cancel) {
    for (int power = 0; power <= 99; power++) {
        double far = ldexp(1, 3 * power); // up to 1e89
        for (int i = 0; i < 3; i++) {
            cld_shape_def plane = cld_shape_def_make(CLD_HALFSPACE), box = cld_shape_def_make(CLD_BOX);
            plane.normal[0] = 1, plane.normal[1] = i;
            plane.offset = i == 1 ? 0 : far;
            plane.transform = cld_transform_make_translation(cld_vec3_make(-far, i == 1 ? far : 0, 7 * far));
            box.size[0] = box.size[1] = box.size[2] = 1;
            box.transform = cld_transform_make_translation(cld_vec3_make(5.5, 0, 0));
            cld_shape *ground = shape_make(&plane), *body = shape_make(&box);
            cld_query_options options = cld_query_options_make();
            cld_result r = shape_ask(ground, NULL, body, NULL, &options);
            double expected = i == 2 ? (5 - 1) / sqrt(5) : i == 1 ? (5 - 0.5) / sqrt(2) : 5;
            cr_expect_float_eq(r.signed_distance, expected, 1e-14, "2^%d, %d: %g", 3 * power, i,
                               r.signed_distance);
            cr_expect(r.upper - r.lower <= 1e-12, "2^%d, %d: %g to %g", 3 * power, i, r.lower, r.upper);
            cld_shape_destroy(ground);
            cld_shape_destroy(body);
        }
    }
}
