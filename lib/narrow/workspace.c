#include "narrow/workspace.h"

#include <stdlib.h>

void *cld_buffer_reserve(cld_buffer *buffer, size_t count, size_t size) {
    if (count > SIZE_MAX / 2 / size)
        return NULL;
    size_t bytes = (count * size + 63) / 64 * 64;
    if (bytes > buffer->bytes || !buffer->data) {
        bytes = bytes > 2 * buffer->bytes ? bytes : 2 * buffer->bytes;
        void *data = aligned_alloc(64, bytes ? bytes : 64);
        if (!data)
            return NULL;
        free(buffer->data);
        buffer->data = data;
        buffer->bytes = bytes;
    }
    return buffer->data;
}

cld_workspace *cld_workspace_create(void) { return calloc(1, sizeof(cld_workspace)); }

void cld_workspace_destroy(cld_workspace *workspace) {
    if (!workspace)
        return;
    free(workspace->scratch.data);
    free(workspace->contacts.data);
    free(workspace->results.data);
    free(workspace->polygons.data);
    free(workspace->solids.data);
    free(workspace->surface.data);
    free(workspace->leaves.data);
    cld_polytope_free(&workspace->polytope);
    free(workspace);
}
