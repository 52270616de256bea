/// Preloaded into a program, gives it a clock that goes on by an eighth of a second each time it is asked.
#include <stdatomic.h>
#include <time.h>

// Nobody knows by which names headers call the parameters.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int clock_gettime(clockid_t clock, struct timespec *now) {
    static atomic_long asked;
    long eighths = atomic_fetch_add(&asked, 1);
    *now = (struct timespec){.tv_sec = eighths / 8, .tv_nsec = eighths % 8 * 125000000};
    (void)clock;
    return 0;
}
