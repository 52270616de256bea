/// Random numbers that are the same on every machine: no libm, no state but the generator's own.
///
/// Source: D. Blackman, S. Vigna, Scrambled linear pseudorandom number generators, 2018 (xoshiro256**),
/// seeded by splitmix64 as its authors advise.
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct random_state {
    uint64_t word[4];
} random_state;

random_state random_make(uint64_t seed);

/// 64 random bits.
uint64_t random_bits(random_state *r);

/// A whole number from `low` to `high`, both included.
int random_int(random_state *r, int low, int high);

/// True once in `n`.
bool random_one_in(random_state *r, int n);

/// A double in [low, high) with all its bits random.
double random_real(random_state *r, double low, double high);

/// A multiple of 2^-19 in [-1, 1): short numbers keep exact arithmetic fast and sums exact.
double random_short(random_state *r);

/// A number of some size that is whole, of one decimal, or has all digits.
double random_of_digits(random_state *r);

/// 10^e for a whole e from `low` to `high`, rounded the same way everywhere.
double random_power_of_ten(random_state *r, int low, int high);

/// A rotation matrix, by rows, from a quaternion of small whole numbers; each entry is a fraction rounded
/// once.
void random_rotation(random_state *r, double m[3][3]);

/// Points in the cube of half edge `size` whose centre has three coordinates of `far`, three numbers each.
void random_points(random_state *r, double *points, size_t count, double size, double far);

/// 10^e as a product of exact steps, the same on every machine.
double power_of_ten(int e);

/// How many of so many random trials to make: all, or one in TRIALS_ONE_IN where the environment has that,
/// for those who look at each step (.ci/sanitize). At least 1.
uint64_t random_trials(uint64_t count);

#endif
