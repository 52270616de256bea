/// Scenes: random hulls in a cube, about four overlapping boxes each.
#ifndef TESTS_BENCH_WORLD_H
#define TESTS_BENCH_WORLD_H

#include "bench.h"

namespace bench {

struct World {
    Arena arena;
    std::vector<Hull> hulls; ///< around their own origins
    std::vector<cld_vec3> at;
    std::vector<Shape> placed; ///< the same where they belong
    size_t overlaps;           ///< pairs proven to overlap
};

World make_world(size_t count);

struct Outcome {
    double ms;       ///< tree, pairs and depths
    size_t overlaps; ///< that were found
};

Outcome check_with_collide(const World &world);
Outcome check_with_fcl(const World &world);

} // namespace bench

#endif
