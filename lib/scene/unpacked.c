#include "scene/unpacked.h"

#include "base/hash.h"
#include "shape/pack.h"
#include "shape/shape.h"

/// Which slot something packed has. What is packed has words of eight bytes.
static size_t find_slot(const cld_packed_shape *packed) {
    return cld_hash_word(0, (uint64_t)(uintptr_t)packed) & (CLD_UNPACKED_SLOTS - 1);
}

cld_status cld_unpacked_find(cld_unpacked *unpacked, int side, const cld_object *object,
                             const cld_shape **shape, cld_error *err) {
    *shape = object->shape;
    if (!object->is_packed)
        return CLD_OK;
    size_t at = find_slot(object->packed);
    if (unpacked->slots[side][at].packed != object->packed) {
        cld_shape *made;
        cld_status status = cld_shape_unpack(object->packed, &made, err);
        if (status != CLD_OK)
            return status;
        cld_shape_destroy(unpacked->slots[side][at].shape);
        unpacked->slots[side][at].shape = made;
        unpacked->slots[side][at].packed = object->packed;
    }
    *shape = unpacked->slots[side][at].shape;
    return CLD_OK;
}

void cld_unpacked_clear(cld_unpacked *unpacked) {
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < CLD_UNPACKED_SLOTS; i++)
            cld_shape_destroy(unpacked->slots[side][i].shape);
}

cld_kind cld_object_kind(const cld_object *object) {
    return object->is_packed ? cld_packed_kind(object->packed) : (cld_kind)object->shape->kind;
}

int cld_object_dimension(const cld_object *object) {
    return object->is_packed ? cld_packed_dimension(object->packed) : object->shape->dimension;
}
