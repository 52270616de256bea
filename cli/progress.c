#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

/// Seconds before the first word, and between two of them.
static const double silence = 1, interval = 0.25;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print(const char *line) {
    cld_text text = {0};
    cld_text_add_string(&text, line);
    cli_write_all(STDERR_FILENO, &text); // nobody waits for it
    cld_text_clear(&text);
}

cli_progress cli_progress_make(cli_progress_mode mode, const char *what) {
    cli_progress p = {.what = what, .is_terminal = isatty(STDERR_FILENO) == 1, .start = now()};
    p.is_shown = mode == CLI_PROGRESS_ALWAYS || (mode == CLI_PROGRESS_AUTO && p.is_terminal);
    p.shown = p.start + silence - interval;
    return p;
}

void cli_progress_tell(void *context, size_t done, size_t total) {
    cli_progress *p = context;
    double t = p->is_shown ? now() : 0;
    if (!p->is_shown || t < p->shown + interval || done == 0)
        return;
    double rate = (double)done / (t - p->start);
    char line[160];
    snprintf(line, sizeof line, "%scollide: %zu of %zu %s, %.0f a second, %.0f s left%s",
             p->is_terminal ? "\r" : "", done, total, p->what, rate, (double)(total - done) / rate,
             p->is_terminal ? "\033[K" : "\n");
    print(line);
    p->shown = t;
    p->has_line = p->is_terminal;
}

void cli_progress_end(cli_progress *p) {
    if (p->has_line)
        print("\r\033[K");
    p->has_line = false;
}
