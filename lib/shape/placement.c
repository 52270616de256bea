/// Where a shape's own frame stands in the world, in as few bytes as say it.

#include <string.h>

#include "shape/shape.h"

const cld_placement cld_unplaced = {.m = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

static const cld_transform untransformed = {.m = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

uint8_t cld_placement_make(const cld_transform *transform, cld_placement *placement) {
    static const uint8_t ends[] = {0, offsetof(cld_placement, own_centre), offsetof(cld_placement, t_low),
                                   offsetof(cld_placement, m_low)};
    *placement = (cld_placement){
        .t = transform->t, .m = transform->m, .t_low = transform->t_low, .m_low = transform->m_low};
    const char *p = (const char *)placement, *q = (const char *)&cld_unplaced;
    for (size_t i = 0; i < sizeof ends; i++)
        if (memcmp(p + ends[i], q + ends[i], sizeof *placement - ends[i]) == 0)
            return ends[i];
    return sizeof *placement;
}

const cld_transform *cld_shape_find_transform(const cld_shape *shape, cld_transform *space) {
    if (shape->placement_size == 0)
        return &untransformed;
    cld_placement whole = cld_unplaced;
    memcpy(&whole, cld_shape_placement(shape), shape->placement_size);
    *space = (cld_transform){.m = whole.m, .m_low = whole.m_low, .t = whole.t, .t_low = whole.t_low};
    return space;
}

const cld_transform *cld_shape_find_inverse(const cld_shape *shape, cld_transform *space) {
    const cld_transform *transform = cld_shape_find_transform(shape, space);
    if (transform == space)
        cld_transform_invert(transform, space, NULL); // there is one, or there were no shape
    return transform;
}
