#include "json/path.h"

#include <stdio.h>

#include "base/error.h"

const char *cld_json_point_to(const char *key, char *pointer, size_t size) {
    size_t length = 0;
    pointer[length++] = '/';
    for (; *key && length + 3 < size; key++) {
        if (*key == '~' || *key == '/') {
            pointer[length++] = '~';
            pointer[length++] = *key == '~' ? '0' : '1';
        } else {
            pointer[length++] = *key;
        }
    }
    pointer[length] = '\0';
    return pointer;
}

cld_status cld_json_at_key(cld_status status, const char *key, cld_error *err) {
    if (status && err && err->line == 0) {
        char pointer[sizeof err->pointer];
        cld_error_prefix(err, cld_json_point_to(key, pointer, sizeof pointer));
    }
    return status;
}

cld_status cld_json_at_index(cld_status status, size_t index, cld_error *err) {
    if (status && err && err->line == 0) {
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/%zu", index);
        cld_error_prefix(err, pointer);
    }
    return status;
}
