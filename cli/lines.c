#include "lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "patience.h"

/// What is read before the lines in it are answered: a few milliseconds of work, and many lines of most
/// streams.
enum { BLOCK = 1 << 18 };

/// Adds the lines that end between `from` and `used` to the list, as far as there is room.
static void find_lines(cli_lines *lines, size_t from) {
    while (lines->count < CLI_MOST_LINES) {
        const char *begin = lines->bytes + lines->taken;
        const char *end = memchr(lines->bytes + from, '\n', lines->used - from);
        if (!end)
            return;
        lines->line[lines->count++] = (cli_line){begin, (size_t)(end - begin), false};
        from = lines->taken += (size_t)(end - begin) + 1;
    }
}

static bool is_ready(int descriptor) {
    struct pollfd events = {.fd = descriptor, .events = POLLIN};
    return poll(&events, 1, 0) > 0;
}

/// Reads what is there, into a buffer with room; waits for the first byte. No more than a block, also where a
/// long line has left room for more: short lines are taken by the thousand, and what remains is moved each
/// time.
static void read_more(cli_lines *lines) {
    size_t room = lines->room - lines->used;
    ssize_t n;
    do
        n = read(lines->descriptor, lines->bytes + lines->used, room < BLOCK ? room : BLOCK);
    while (n < 0 && cli_try_again(lines->descriptor, POLLIN));
    lines->problem = n < 0 ? errno : 0;
    lines->at_end = n == 0;
    lines->used += n < 0 ? 0 : (size_t)n;
}

/// Room for the longest line has a byte more: its newline, or what tells that the line is longer.
static cld_status make_room(cli_lines *lines, cld_error *err) {
    size_t room = lines->room ? 2 * lines->room : BLOCK;
    room = room < CLI_LONGEST_LINE ? room : CLI_LONGEST_LINE + 1;
    char *bytes = realloc(lines->bytes, room);
    if (!bytes)
        return cld_fail_memory(err);
    lines->bytes = bytes;
    lines->room = room;
    return CLD_OK;
}

/// Passes over what is there of a line that was cut.
static void skip(cli_lines *lines) {
    const char *end = memchr(lines->bytes, '\n', lines->used);
    size_t passed = end ? (size_t)(end - lines->bytes) + 1 : lines->used;
    lines->is_skipping = !end;
    lines->used -= passed;
    memmove(lines->bytes, lines->bytes + passed, lines->used);
}

/// Hands out all that is there as the last line.
static void hand_out_rest(cli_lines *lines, bool is_cut) {
    lines->line[lines->count++] = (cli_line){lines->bytes + lines->taken, lines->used - lines->taken, is_cut};
    lines->taken = lines->used;
}

/// Forgets the lines that were handed out.
static void drop_taken(cli_lines *lines) {
    lines->used -= lines->taken;
    if (lines->used > 0)
        memmove(lines->bytes, lines->bytes + lines->taken, lines->used);
    lines->taken = lines->count = 0;
}

cld_status cli_lines_take(cli_lines *lines, cld_error *err) {
    cld_status status = CLD_OK;
    drop_taken(lines);
    if (lines->used > 0)
        find_lines(lines, 0);
    while (lines->count < CLI_MOST_LINES && !lines->at_end && !lines->problem && !status) {
        bool is_full = lines->used == lines->room;
        if (lines->count > 0 && (is_full || !is_ready(lines->descriptor)))
            return CLD_OK;
        if (is_full && lines->room > CLI_LONGEST_LINE) {
            hand_out_rest(lines, lines->is_skipping = true);
            return CLD_OK;
        }
        size_t before = lines->used;
        if (is_full)
            status = make_room(lines, err);
        if (!status)
            read_more(lines);
        if (lines->is_skipping)
            skip(lines);
        find_lines(lines, before);
    }
    if (lines->problem && lines->count == 0)
        return cld_fail(err, CLD_IO, "", "%s", strerror(lines->problem));
    if (lines->at_end && lines->count < CLI_MOST_LINES && lines->used > lines->taken)
        hand_out_rest(lines, false);
    return status;
}

void cli_lines_clear(cli_lines *lines) {
    free(lines->bytes);
    *lines = (cli_lines){.descriptor = -1};
}
