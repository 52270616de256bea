/// The bytes of a fuzzer as a source of choices.
#ifndef TESTS_FUZZ_BYTES_H
#define TESTS_FUZZ_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is left of an input; an empty one gives zeros.
typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

uint8_t fuzz_byte(fuzz_bytes *b);

/// From 0 to `count` - 1; `count` is at most 256.
unsigned fuzz_choose(fuzz_bytes *b, unsigned count);

/// Any double, often a small multiple of 1/8 or one from the edges of the range.
double fuzz_number(fuzz_bytes *b);

/// Whether to print what was made of the bytes, for people: if FUZZ_SHOW is set.
bool fuzz_is_shown(void);

/// The entry point that libFuzzer calls, and that the replayer calls without it.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Ends the program, which is what a fuzzer takes for a finding, unless `holds`.
#define FUZZ_REQUIRE(holds) ((holds) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #holds))
_Noreturn void fuzz_fail(const char *file, int line, const char *law);

#endif
