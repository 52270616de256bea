#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

void cld_text_clear(cld_text *text) {
    free(text->bytes);
    *text = (cld_text){0};
}

bool cld_text_reserve(cld_text *text, size_t more) {
    if (text->failed || more > SIZE_MAX / 2 - text->length - 1) {
        text->failed = true;
        return false;
    }
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity < 256 ? 256 : text->capacity;
    while (capacity < needed)
        capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void cld_text_add(cld_text *text, const char *bytes, size_t length) {
    if (!cld_text_reserve(text, length))
        return;
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void cld_text_add_string(cld_text *text, const char *string) { cld_text_add(text, string, strlen(string)); }

void cld_text_add_number(cld_text *text, double value) {
    if (cld_text_reserve(text, CLD_NUMBER_SIZE))
        text->length += cld_number_write(value, text->bytes + text->length);
}

void cld_text_add_integer(cld_text *text, unsigned long long value) {
    char digits[24];
    size_t begin = sizeof digits;
    do {
        digits[--begin] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    cld_text_add(text, digits + begin, sizeof digits - begin);
}

void cld_text_add_blanks(cld_text *text, size_t count) {
    if (!cld_text_reserve(text, count))
        return;
    memset(text->bytes + text->length, ' ', count);
    text->length += count;
    text->bytes[text->length] = '\0';
}
