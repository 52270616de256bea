/// Hashes of 64 bits.
#ifndef CLD_BASE_HASH_H
#define CLD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// What FNV-1a begins with, and multiplies by.
#define CLD_FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define CLD_FNV_PRIME UINT64_C(0x100000001b3)

/// FNV-1a (G. Fowler, L. Noll, K.-P. Vo, 1991), on from a hash so far.
static inline uint64_t cld_hash_bytes(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * CLD_FNV_PRIME;
    return hash;
}

/// The hash so far with one more word: multiplied by 2^64 over the golden ratio (D. Knuth, The Art of
/// Computer Programming 3, 6.4), with the upper half, where all bits tell, folded into the lower.
static inline uint64_t cld_hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/// The bits of a number, which tell -0 from 0.
static inline uint64_t cld_number_bits(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

#endif
