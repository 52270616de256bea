#include "import/model.h"

#include "math/vec.h"

bool cli_part_is_mirrored(const cli_part *part) {
    cld_vec3 row[3]; // scaled, for the product of three small ones may be 0
    for (int i = 0; i < 3; i++)
        row[i] = cld_scale(part->transform.m.row[i], 1 / cld_max_abs(part->transform.m.row[i]));
    return cld_dot(row[0], cld_cross(row[1], row[2])) < 0;
}
