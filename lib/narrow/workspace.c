#include "narrow/workspace.h"

#include <stdlib.h>

static void *fail(const cld_buffer *buffer) {
    if (buffer->failed)
        *buffer->failed = true;
    return NULL;
}

void *cld_buffer_reserve(cld_buffer *buffer, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        return fail(buffer);
    bytes = (bytes + 63) / 64 * 64;
    if (bytes > buffer->bytes || !buffer->data) {
        bytes = bytes > 2 * buffer->bytes ? bytes : 2 * buffer->bytes;
        void *data = aligned_alloc(64, bytes ? bytes : 64);
        if (!data)
            return fail(buffer);
        free(buffer->data);
        buffer->data = data;
        buffer->bytes = bytes;
    }
    return buffer->data;
}

static const size_t buffers[] = {
    offsetof(cld_workspace, scratch),  offsetof(cld_workspace, contacts), offsetof(cld_workspace, results),
    offsetof(cld_workspace, polygons), offsetof(cld_workspace, clipping), offsetof(cld_workspace, solids),
    offsetof(cld_workspace, surface),  offsetof(cld_workspace, part[0]),  offsetof(cld_workspace, part[1])};

enum { BUFFERS = sizeof buffers / sizeof buffers[0] };

static cld_buffer *get_buffer(cld_workspace *w, int i) {
    return (cld_buffer *)(void *)((char *)w + buffers[i]);
}

cld_workspace *cld_workspace_create(void) {
    cld_workspace *w = calloc(1, sizeof *w);
    for (int i = 0; w && i < BUFFERS; i++)
        get_buffer(w, i)->failed = &w->failed;
    return w;
}

void cld_workspace_destroy(cld_workspace *workspace) {
    if (!workspace)
        return;
    for (int i = 0; i < BUFFERS; i++)
        free(get_buffer(workspace, i)->data);
    cld_polytope_free(&workspace->polytope);
    free(workspace);
}
