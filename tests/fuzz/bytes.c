#include "bytes.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t fuzz_byte(fuzz_bytes *b) { return b->at < b->end ? *b->at++ : 0; }

unsigned fuzz_choose(fuzz_bytes *b, unsigned count) { return fuzz_byte(b) % count; }

double fuzz_number(fuzz_bytes *b) {
    static const double edges[] = {
        0,       -0.0,     1e-9,         -1e-9,         1e-17,     1e-100,          -1e-100,
        1e100,   -1e100,   1e150,        -1e150,        1e154,     1e-162,          DBL_MIN,
        DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, -DBL_TRUE_MIN, NAN,       INFINITY,        0.1,
        1.0 / 3, 1e8,      0x1p52,       0x1p53,        0x1p-1022, 1 + DBL_EPSILON, 1 - DBL_EPSILON / 2,
        1e300,   -1e-300,
    };
    unsigned c = fuzz_byte(b);
    if (c < 0x80)
        return ((int)c - 0x40) / 8.0;
    if (c < 0xC0)
        return edges[c % (sizeof edges / sizeof *edges)];
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | fuzz_byte(b);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool fuzz_is_shown(void) { return getenv("FUZZ_SHOW") != NULL; }

_Noreturn void fuzz_fail(const char *file, int line, const char *law) {
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, law);
    abort();
}
