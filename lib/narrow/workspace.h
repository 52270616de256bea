/// The memory of a query.
#ifndef CLD_NARROW_WORKSPACE_H
#define CLD_NARROW_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>

#include "collide/query.h"
#include "narrow/polytope.h"
#include "shape/halfspace.h"

/// An array that only ever grows.
typedef struct cld_buffer {
    void *data;
    size_t bytes;
    bool *failed; ///< set when it gets no memory; NULL where nobody asks
} cld_buffer;

struct cld_workspace {
    cld_buffer scratch;  ///< turned or scaled copies of the clouds
    cld_buffer contacts; ///< of the cores
    cld_buffer results;  ///< the contacts of the last result
    cld_buffer polygons; ///< that are clipped
    cld_buffer clipping; ///< what that takes
    cld_buffer solids;   ///< face normals and edge directions
    cld_buffer surface;  ///< the triangles of a final hull
    cld_buffer part[2];  ///< of panels of A and of B
    cld_polytope polytope;
    cld_ground ground; ///< the half-space of a pair, near the other shape
    bool failed;       ///< something got no memory, and the answer may have gone on without it
};

/// Room for `count` items of `size` bytes, 64-byte aligned, old content lost; NULL when memory runs out.
void *cld_buffer_reserve(cld_buffer *buffer, size_t count, size_t size);

/// Whether anything got no memory since this was asked last: then whoever could do without has found less.
static inline bool cld_workspace_take_failure(cld_workspace *workspace) {
    bool failed = workspace->failed;
    workspace->failed = false;
    return failed;
}

#endif
