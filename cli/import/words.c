#include "import/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/loose_number.h"
#include "base/utf8.h"

cli_words cli_words_make(const cld_text *text, bool has_comments) {
    const char *bytes = cld_text_string(text);
    const char *begin = bytes + cld_utf8_find_mark(bytes, text->length);
    return (cli_words){.at = begin,
                       .end = bytes + text->length,
                       .line_begin = begin,
                       .line = 1,
                       .has_comments = has_comments};
}

static bool is_blank(char c) { return (unsigned char)c <= ' '; }

void cli_words_skip_line(cli_words *words) {
    while (words->at < words->end && *words->at != '\n' && *words->at != '\r')
        words->at++;
}

/// Whether a place is at a CR that a line ends with, and not an LF behind it.
static bool is_return(const cli_words *words, const char *at) {
    return at < words->end && *at == '\r' && !(words->end - at > 1 && at[1] == '\n');
}

bool cli_words_ends_with_return(const cli_words *words) {
    cli_words line = *words;
    cli_words_skip_line(&line);
    return is_return(&line, line.at);
}

void cli_words_take_line(cli_words *words, const char **rest, size_t *length) {
    const char *begin = words->at;
    cli_words_skip_line(words);
    const char *end = words->at;
    while (begin < end && is_blank(*begin))
        begin++;
    while (begin < end && is_blank(end[-1]))
        end--;
    *rest = begin;
    *length = (size_t)(end - begin);
}

static void skip_blanks(cli_words *w) {
    for (; w->at < w->end; w->at++) {
        if (*w->at == '#' && w->has_comments)
            cli_words_skip_line(w);
        if (w->at == w->end || !is_blank(*w->at))
            return;
        if (*w->at == '\n' || is_return(w, w->at)) {
            w->line++;
            w->line_begin = w->at + 1;
        }
    }
}

bool cli_words_next(cli_words *words) {
    skip_blanks(words);
    words->word = words->at;
    words->word_line = words->line;
    words->word_column = (unsigned long)(words->at - words->line_begin) + 1;
    while (words->at < words->end && !is_blank(*words->at) && !(*words->at == '#' && words->has_comments))
        words->at++;
    words->length = (size_t)(words->at - words->word);
    return words->length > 0;
}

bool cli_words_is(const cli_words *words, const char *word) {
    return strlen(word) == words->length && strncasecmp(words->word, word, words->length) == 0;
}

cld_status cli_words_fail(const cli_words *words, cld_status status, const char *expected, cld_error *err) {
    if (words->length > 0)
        cld_fail(err, status, "", "expected %s, found \"%s\"", expected,
                 cld_bytes_tell(words->word, words->length).text);
    else
        cld_fail(err, status, "", "expected %s, found the end of the file", expected);
    err->line = words->word_line;
    err->column = words->word_column;
    return status;
}

cld_status cli_words_take_number(cli_words *words, double *x, cld_error *err) {
    cli_words_next(words);
    if (!cld_loose_number_read(words->word, words->length, x))
        return cli_words_fail(words, CLD_SYNTAX, "a number", err);
    if (!(fabs(*x) <= 1e100))
        return cli_words_fail(words, CLD_BAD_VALUE, "a number between -1e100 and 1e100", err);
    return CLD_OK;
}

cld_status cli_words_take_index(cli_words *words, size_t limit, const char *what, uint32_t *index,
                                cld_error *err) {
    double x;
    cli_words_next(words);
    if (!cld_loose_number_read(words->word, words->length, &x) || x != floor(x))
        return cli_words_fail(words, CLD_SYNTAX, "a whole number", err);
    if (!(x >= 0 && x < (double)limit && x < UINT32_MAX)) {
        char expected[100];
        snprintf(expected, sizeof expected, "%s below %zu", what, limit);
        return cli_words_fail(words, CLD_BAD_INDEX, expected, err);
    }
    *index = (uint32_t)x;
    return CLD_OK;
}
