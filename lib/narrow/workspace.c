#include "narrow/workspace.h"

#include <stdlib.h>
#include <string.h>

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

enum { BUFFERS = 8 };

static void list_buffers(cld_workspace *w, cld_buffer *buffers[BUFFERS]) {
    cld_buffer *all[BUFFERS] = {&w->scratch,  &w->contacts, &w->results, &w->polygons,
                                &w->clipping, &w->solids,   &w->surface, &w->leaves};
    memcpy(buffers, all, sizeof all);
}

cld_workspace *cld_workspace_create(void) {
    cld_workspace *w = calloc(1, sizeof *w);
    cld_buffer *buffers[BUFFERS];
    if (!w)
        return NULL;
    list_buffers(w, buffers);
    for (int i = 0; i < BUFFERS; i++)
        buffers[i]->failed = &w->failed;
    return w;
}

void cld_workspace_destroy(cld_workspace *workspace) {
    if (!workspace)
        return;
    cld_buffer *buffers[BUFFERS];
    list_buffers(workspace, buffers);
    for (int i = 0; i < BUFFERS; i++)
        free(buffers[i]->data);
    cld_polytope_free(&workspace->polytope);
    free(workspace);
}
