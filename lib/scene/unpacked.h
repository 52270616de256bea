/// The shapes of objects, as those who ask about them need them.
#ifndef CLD_SCENE_UNPACKED_H
#define CLD_SCENE_UNPACKED_H

#include "collide/scene.h"

/// As many packed objects are kept unpacked on either side of a pair: pairs come by neighbourhoods.
enum { CLD_UNPACKED_SLOTS = 32 };

/// The shapes of packed objects that one thread has asked about last. {0} has none.
typedef struct cld_unpacked {
    struct {
        const cld_packed_shape *packed;
        cld_shape *shape;
    } slots[2][CLD_UNPACKED_SLOTS];
} cld_unpacked;

/// The shape of an object on side 0 or 1 of a pair: its own, or one that stays until the next call for this
/// side. CLD_INTERNAL when memory runs out.
cld_status cld_unpacked_find(cld_unpacked *unpacked, int side, const cld_object *object,
                             const cld_shape **shape, cld_error *err);

void cld_unpacked_clear(cld_unpacked *unpacked);

cld_kind cld_object_kind(const cld_object *object);

int cld_object_dimension(const cld_object *object);

#endif
