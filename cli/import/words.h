/// Words between blanks, of texts that other programs wrote.
#ifndef CLI_IMPORT_WORDS_H
#define CLI_IMPORT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/// What separates words, for strspn and strcspn.
#define CLI_BLANKS " \t\r\n"

/// A place in a text, and the word before it. A line ends with CR, LF or both.
typedef struct cli_words {
    const char *at, *end;
    const char *line_begin;
    unsigned long line;
    bool has_comments; ///< from # to the end of the line
    const char *word;  ///< the one taken last, of `length` bytes; none at the end of the text
    size_t length;
    unsigned long word_line, word_column;
} cli_words;

/// Before the first word, past a mark of UTF-8. The text is borrowed.
cli_words cli_words_make(const cld_text *text, bool has_comments);

/// Takes the next word; false at the end.
bool cli_words_next(cli_words *words);

/// Whether the word taken last is this one, whatever its case.
bool cli_words_is(const cli_words *words, const char *word);

/// Goes on at the end of this line.
void cli_words_skip_line(cli_words *words);

/// Whether this line ends with CR alone.
bool cli_words_ends_with_return(const cli_words *words);

/// Goes on at the end of this line, and gives what was left of it, without blanks around.
void cli_words_take_line(cli_words *words, const char **rest, size_t *length);

/// Says at the word taken last what was expected in its place. Returns `status`.
cld_status cli_words_fail(const cli_words *words, cld_status status, const char *expected, cld_error *err);

/// Takes a number of up to 1e100. CLD_SYNTAX.
cld_status cli_words_take_number(cli_words *words, double *x, cld_error *err);

/// Takes a whole number below `limit`, which is `what`. CLD_BAD_INDEX, CLD_SYNTAX.
cld_status cli_words_take_index(cli_words *words, size_t limit, const char *what, uint32_t *index,
                                cld_error *err);

#endif
