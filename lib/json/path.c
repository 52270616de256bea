#include "json/path.h"

#include <stdio.h>

#include "base/error.h"

/// Writes `parent`, "/" and the key as a JSON pointer has it.
static void point_to(const char *parent, const char *key, char pointer[CLD_JSON_PLACE_SIZE]) {
    size_t length = (size_t)snprintf(pointer, CLD_JSON_PLACE_SIZE, "%s/", parent);
    for (; *key && length + 3 < CLD_JSON_PLACE_SIZE; key++) {
        if (*key == '~' || *key == '/') {
            pointer[length++] = '~';
            pointer[length++] = *key == '~' ? '0' : '1';
        } else {
            pointer[length++] = *key;
        }
    }
    pointer[length] = '\0';
}

void cld_json_place_shape(const char *name, char place[CLD_JSON_PLACE_SIZE]) {
    point_to("/shapes", name, place);
}

cld_status cld_json_at_key(cld_status status, const char *key, cld_error *err) {
    if (status && err && err->line == 0) {
        char pointer[CLD_JSON_PLACE_SIZE];
        point_to("", key, pointer);
        cld_error_prefix(err, pointer);
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
