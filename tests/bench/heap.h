/// Heaps: a compound of random hulls in a cube, and other hulls that may meet it.
#ifndef TESTS_BENCH_HEAP_H
#define TESTS_BENCH_HEAP_H

#include "bench.h"

namespace bench {

struct Placed {
    Hull hull; ///< around its own origin
    cld_vec3 at;
};

struct Heap {
    std::vector<Placed> parts, probes;
    Shape compound; ///< of the parts
    size_t hits;    ///< probes that are proven to meet a part
};

Heap make_heap(size_t part_count);

/// The mean over the probes, the heap being there; how many of them were said to meet it.
struct HeapAnswer {
    double ns;
    size_t hits;
};

HeapAnswer ask_heap_with_collide(const Heap &heap);
HeapAnswer ask_heap_with_fcl(const Heap &heap);

} // namespace bench

#endif
