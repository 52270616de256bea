#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const status_names[] = {
    [CLD_OK] = "ok",
    [CLD_USAGE] = "usage",
    [CLD_IO] = "io",
    [CLD_SYNTAX] = "syntax",
    [CLD_WRONG_TYPE] = "wrong-type",
    [CLD_MISSING_KEY] = "missing-key",
    [CLD_UNKNOWN_KEY] = "unknown-key",
    [CLD_DUPLICATE_KEY] = "duplicate-key",
    [CLD_BAD_VALUE] = "bad-value",
    [CLD_BAD_INDEX] = "bad-index",
    [CLD_NOT_CONVEX] = "not-convex",
    [CLD_BAD_TRANSFORM] = "bad-transform",
    [CLD_DIMENSION_MISMATCH] = "dimension-mismatch",
    [CLD_UNSUPPORTED] = "unsupported",
    [CLD_NOT_FOUND] = "not-found",
    [CLD_DUPLICATE_NAME] = "duplicate-name",
    [CLD_TOO_LARGE] = "too-large",
    [CLD_NOT_CERTIFIED] = "not-certified",
    [CLD_INTERNAL] = "internal",
};

const char *cld_status_name(cld_status status) {
    size_t count = sizeof status_names / sizeof *status_names;
    return (size_t)status < count ? status_names[status] : "internal";
}

/// Ends a text that did not fit in "...", dropping a UTF-8 character that was cut in half.
static void mark_cut(char *text, size_t size) {
    size_t end = size - 4;
    while (end > 0 && ((unsigned char)text[end] & 0xC0u) == 0x80u)
        end--;
    memcpy(text + end, "...", 4);
}

static void print(char *text, size_t size, const char *format, va_list values) {
    if (vsnprintf(text, size, format, values) >= (int)size)
        mark_cut(text, size);
}

void cld_print(char *text, size_t size, const char *format, ...) {
    va_list values;
    va_start(values, format);
    print(text, size, format, values);
    va_end(values);
}

cld_told_name cld_name_tell(const char *name) {
    cld_told_name told = {""};
    cld_print(told.text, sizeof told.text, "%s", name);
    return told;
}

cld_told_name cld_bytes_tell(const char *bytes, size_t length) {
    cld_told_name told = {""};
    cld_print(told.text, sizeof told.text, "%.*s",
              length < sizeof told.text ? (int)length : (int)sizeof told.text, bytes);
    return told;
}

void cld_fail_with(cld_error *err, cld_status status, const char *pointer, const char *format,
                   va_list values) {
    if (!err)
        return;
    err->status = status;
    err->line = err->column = 0;
    cld_error_lead(err, pointer);
    print(err->message, sizeof err->message, format, values);
}

cld_status cld_fail(cld_error *err, cld_status status, const char *pointer, const char *format, ...) {
    va_list values;
    va_start(values, format);
    cld_fail_with(err, status, pointer, format, values);
    va_end(values);
    return status;
}

cld_status cld_fail_memory(cld_error *err) { return cld_fail(err, CLD_INTERNAL, "", "out of memory"); }

cld_short_pointer cld_pointer_to(const char *list, size_t index) {
    cld_short_pointer pointer;
    snprintf(pointer.text, sizeof pointer.text, "/%s/%zu", list, index);
    return pointer;
}

cld_short_pointer cld_pointer_to_part(const char *list, size_t index, size_t part) {
    cld_short_pointer pointer;
    snprintf(pointer.text, sizeof pointer.text, "/%s/%zu/%zu", list, index, part);
    return pointer;
}

void cld_pointer_prefix(char pointer[CLD_POINTER_SIZE], const char *prefix) {
    size_t head = strlen(prefix), end = head + strlen(pointer);
    if (end >= CLD_POINTER_SIZE) {
        end = CLD_POINTER_SIZE - 1;
        while (end > 0 && (end < head ? prefix[end] : pointer[end - head]) != '/')
            end--;
    }
    head = head < end ? head : end;
    memmove(pointer + head, pointer, end - head);
    memcpy(pointer, prefix, head);
    pointer[end] = '\0';
}

void cld_error_prefix(cld_error *err, const char *prefix) {
    if (err)
        cld_pointer_prefix(err->pointer, prefix);
}

void cld_error_lead(cld_error *err, const char *pointer) {
    if (err)
        err->pointer[0] = '\0';
    cld_error_prefix(err, pointer);
}
