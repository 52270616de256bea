/// Text that grows at its end.
#ifndef CLD_BASE_TEXT_H
#define CLD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/// Owns its bytes. When memory runs out, `failed` is set, further additions do nothing, and what was there is
/// kept. {0} is an empty text.
typedef struct cld_text {
    char *bytes; ///< NUL-terminated once something was added; NULL before
    size_t length;
    size_t capacity;
    bool failed;
} cld_text;

/// Frees the bytes and leaves an empty text.
void cld_text_clear(cld_text *text);

/// What it holds as a string; "" where nothing was added.
static inline const char *cld_text_string(const cld_text *text) { return text->bytes ? text->bytes : ""; }

/// Clears a text that was made to be added to a whole, which has then failed if this has.
static inline void cld_text_clear_part(cld_text *part, cld_text *whole) {
    whole->failed |= part->failed;
    cld_text_clear(part);
}

/// Makes room for `more` bytes and the final NUL; false when memory runs out.
bool cld_text_reserve(cld_text *text, size_t more);

void cld_text_add(cld_text *text, const char *bytes, size_t length);
void cld_text_add_string(cld_text *text, const char *string);

/// As above, for one byte; most of what is written is.
static inline void cld_text_add_byte(cld_text *text, char byte) {
    if (text->length + 1 < text->capacity && !text->failed) {
        text->bytes[text->length++] = byte;
        text->bytes[text->length] = '\0';
    } else {
        cld_text_add(text, &byte, 1);
    }
}

/// The shortest decimal number that reads back as `value`.
void cld_text_add_number(cld_text *text, double value);

void cld_text_add_integer(cld_text *text, unsigned long long value);

/// `count` blanks.
void cld_text_add_blanks(cld_text *text, size_t count);

#endif
