#include "narrow/workspace.h"

#include <stdlib.h>

void *cld_buffer_reserve(cld_buffer *buffer, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2) {
        buffer->failed = true;
        return NULL;
    }
    bytes = (bytes + 63) / 64 * 64;
    if (bytes > buffer->bytes || !buffer->data) {
        bytes = bytes > 2 * buffer->bytes ? bytes : 2 * buffer->bytes;
        void *data = aligned_alloc(64, bytes ? bytes : 64);
        if (!data) {
            buffer->failed = true;
            return NULL;
        }
        free(buffer->data);
        buffer->data = data;
        buffer->bytes = bytes;
    }
    return buffer->data;
}

bool cld_workspace_take_failure(cld_workspace *w) {
    cld_buffer *buffers[] = {&w->scratch,  &w->contacts, &w->results, &w->polygons,
                             &w->clipping, &w->solids,   &w->surface, &w->leaves};
    bool failed = w->failed;
    w->failed = false;
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) {
        failed |= buffers[i]->failed;
        buffers[i]->failed = false;
    }
    return failed;
}

cld_workspace *cld_workspace_create(void) { return calloc(1, sizeof(cld_workspace)); }

void cld_workspace_destroy(cld_workspace *workspace) {
    if (!workspace)
        return;
    free(workspace->scratch.data);
    free(workspace->contacts.data);
    free(workspace->results.data);
    free(workspace->polygons.data);
    free(workspace->clipping.data);
    free(workspace->solids.data);
    free(workspace->surface.data);
    free(workspace->leaves.data);
    cld_polytope_free(&workspace->polytope);
    free(workspace);
}
