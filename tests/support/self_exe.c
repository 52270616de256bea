/// Lets the test runner find itself where /proc is not mounted, as in a bare chroot or a package builder's.
///
/// Criterion looks for its tests in the file that /proc/self/exe points to, and runs each of them by
/// executing that file again; without /proc it finds no tests and calls that success. A definition in the
/// program comes before the C library's, so this readlink is the one that Criterion calls.
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

ssize_t readlink(const char *restrict path, char *restrict buf, size_t len) {
    ssize_t length = readlinkat(AT_FDCWD, path, buf, len);
    const char *self = (const char *)getauxval(AT_EXECFN); // NOLINT(performance-no-int-to-ptr)
    if (length >= 0 || !self || strcmp(path, "/proc/self/exe") != 0)
        return length;
    size_t n = 0;
    for (; n < len && self[n]; n++)
        buf[n] = self[n];
    return (ssize_t)n;
}
