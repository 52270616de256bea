/// Filling cld_error.
#ifndef CLD_BASE_ERROR_H
#define CLD_BASE_ERROR_H

#include <stdarg.h>
#include <stddef.h>

#include "collide/status.h"

#if defined(__GNUC__)
#define CLD_PRINTF(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define CLD_PRINTF(format_at, values_at)
#endif

/// Records a failure and returns its status, so that `return cld_fail(...)` reads as one step.
/// `err` may be NULL. `pointer` is a JSON pointer ("" for the document) and is copied.
cld_status cld_fail(cld_error *err, cld_status status, const char *pointer, const char *format, ...)
    CLD_PRINTF(4, 5);

void cld_fail_with(cld_error *err, cld_status status, const char *pointer, const char *format,
                   va_list values);

/// The failure of an allocation: CLD_INTERNAL, "out of memory".
cld_status cld_fail_memory(cld_error *err);

/// Prints a text to a place of `size` bytes, where one that is longer is cut at a character and ends in
/// "...".
void cld_print(char *text, size_t size, const char *format, ...) CLD_PRINTF(3, 4);

/// A name, or what else a document says, as messages have it: up to 63 bytes, and longer ones cut.
typedef struct cld_told_name {
    char text[64];
} cld_told_name;

cld_told_name cld_name_tell(const char *name);

/// The same of bytes that no NUL ends.
cld_told_name cld_bytes_tell(const char *bytes, size_t length);

/// A JSON pointer that leads to a key, or on from there by one index or two.
typedef struct cld_short_pointer {
    char text[64];
} cld_short_pointer;

/// To an element of a list: "/faces/3".
cld_short_pointer cld_pointer_to(const char *list, size_t index);

/// To a part of such an element: "/faces/3/0".
cld_short_pointer cld_pointer_to_part(const char *list, size_t index, size_t part);

/// Puts `prefix` before a pointer, which then ends before the first member that there is no room for.
void cld_pointer_prefix(char pointer[CLD_POINTER_SIZE], const char *prefix);

/// Puts `prefix` before the pointer of an error raised further down: "/a" + "/radius".
void cld_error_prefix(cld_error *err, const char *prefix);

/// Leads an error to something else: replaces its pointer.
void cld_error_lead(cld_error *err, const char *pointer);

#endif
