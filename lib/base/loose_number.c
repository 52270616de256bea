#include "base/loose_number.h"

#include "base/number.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool cld_loose_number_read(const char *text, size_t length, double *x) {
    char strict[402];
    size_t used = 0;
    const char *at = text, *end = text + length;
    if (length == 0 || length > sizeof strict - 2)
        return false;
    if (cld_number_read(at, end, x) == end)
        return true;
    if (*at == '-')
        strict[used++] = '-';
    at += *at == '-' || *at == '+';
    while (end - at > 1 && at[0] == '0' && is_digit(at[1]))
        at++;
    if (end - at > 1 && at[0] == '.' && is_digit(at[1]))
        strict[used++] = '0';
    for (; at < end; at++) {
        bool is_idle =
            *at == '.' && used > 0 && is_digit(strict[used - 1]) && (end - at < 2 || !is_digit(at[1]));
        if (!is_idle)
            strict[used++] = *at;
    }
    return used > 0 && cld_number_read(strict, strict + used, x) == strict + used;
}
