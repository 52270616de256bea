#include "import/model.h"

#include "math/vec.h"

bool cli_part_is_mirrored(const cli_part *part) {
    const cld_vec3 *m = part->transform.m.row;
    return cld_dot(m[0], cld_cross(m[1], m[2])) < 0;
}
