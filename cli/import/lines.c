#include "import/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/text.h"
#include "base/utf8.h"

typedef struct lines {
    cli_take_line *take;
    void *context;
    unsigned long number;
    cld_text whole; ///< what goes on in the next line
} lines;

/// Whether a # begins a word of the line, and so a comment.
static bool has_comment(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
            return true;
    return false;
}

static cld_status hand_on(lines *l, cld_error *err) {
    cld_status status = l->take(l->context, l->whole.bytes, l->number, err);
    l->whole.length = 0;
    return status;
}

/// Adds a line to what goes on, and hands that on, unless the line ends in a backslash: then it goes on
/// itself, but for one with a comment, whose backslash is that of a path.
static cld_status add_line(lines *l, const char *line, size_t length, cld_error *err) {
    l->number++;
    cld_text_add(&l->whole, line, length);
    if (l->whole.failed)
        return cld_fail_memory(err);
    if (length == 0 || line[length - 1] != '\\' || has_comment(line, length))
        return hand_on(l, err);
    l->whole.bytes[l->whole.length - 1] = ' ';
    return CLD_OK;
}

/// Adds the lines that are made of one by the carriage returns in it, but for those at its end.
static cld_status split_line(lines *l, const char *line, cld_error *err) {
    cld_status status = CLD_OK;
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        length--;
    for (const char *at = line, *end = line + length; !status && at <= end;) {
        size_t part = strcspn(at, "\r");
        part = part < (size_t)(end - at) ? part : (size_t)(end - at);
        status = add_line(l, at, part, err);
        at += part + 1;
    }
    return status;
}

/// Fails where something but bytes of 0 and blanks stands behind the string: such a file is cut up, or no
/// text.
static cld_status check_end(const lines *l, const char *line, size_t length, cld_error *err) {
    size_t i = strlen(line);
    while (i < length && (unsigned char)line[i] <= ' ')
        i++;
    if (i == length)
        return CLD_OK;
    cld_fail(err, CLD_SYNTAX, "", "expected text, found \"\\0\"");
    err->line = l->number;
    err->column = 1;
    return CLD_SYNTAX;
}

cld_status cli_lines_read(FILE *file, cli_take_line *take, void *context, cld_error *err) {
    lines l = {.take = take, .context = context};
    char *line = NULL;
    size_t capacity = 0;
    cld_status status = CLD_OK;
    for (ssize_t length; !status && (length = getline(&line, &capacity, file)) >= 0;) {
        size_t mark = l.number == 0 ? cld_utf8_find_mark(line, strlen(line)) : 0;
        status = split_line(&l, line + mark, err);
        if (!status)
            status = check_end(&l, line, (size_t)length, err);
    }
    if (!status && l.whole.length > 0) // a last line that would go on
        status = hand_on(&l, err);
    if (!status && ferror(file))
        status = cld_fail(err, CLD_IO, "", "%s", strerror(errno));
    free(line);
    cld_text_clear(&l.whole);
    return status;
}
