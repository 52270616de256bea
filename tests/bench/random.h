/// Numbers that are the same each time.
#ifndef TESTS_BENCH_RANDOM_H
#define TESTS_BENCH_RANDOM_H

#include <random>

namespace bench {

using Random = std::mt19937_64;

inline double uniform(Random &r, double low, double high) {
    return low + (high - low) * (static_cast<double>(r() >> 11) * 0x1p-53);
}

} // namespace bench

#endif
