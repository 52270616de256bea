/// The shapes of a scene, by name, for others to refer to.
#ifndef CLD_JSON_LIBRARY_H
#define CLD_JSON_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "collide/shape.h"
#include "json/shape_table.h"

/// An object of the scene, or one of its named shapes.
typedef struct cld_library_shape {
    const char *name;
    cld_shape_def def; ///< with every transform there is
    cld_shape *shape;
    cld_text warnings; ///< of cld_warning, what was remarkable about it
} cld_library_shape;

/// Objects come before named shapes, whose names they may take. {0} is an empty library. Any number of
/// threads may read one.
typedef struct cld_library {
    cld_library_shape *shapes;
    size_t count;
    size_t object_count;   ///< of those that are objects
    cld_text document;     ///< the scene as it was read
    cld_shape_table table; ///< of the definitions that have names
    cld_name_table names;
    cld_arena arena;
    cld_arena shape_arena; ///< of the shapes, close together
} cld_library;

/// Reads a scene document, each definition once, and makes a shape of every object and every named shape. The
/// caller clears the library, also when this fails. Fails with any code that a badly formed document has,
/// pointing into the document. `convexify` goes into the shapes' definitions.
cld_status cld_library_read(const char *bytes, size_t length, bool convexify, cld_library *library,
                            cld_error *err);

/// CLD_NOT_FOUND suggests the nearest name.
cld_status cld_library_find(const cld_library *library, const char *name, const cld_library_shape **shape,
                            cld_error *err);

void cld_library_clear(cld_library *library);

#endif
