/// Two planar shapes, their Minkowski difference, and room for a polygon in it.
#ifndef TESTS_SUPPORT_BENCH2_H
#define TESTS_SUPPORT_BENCH2_H

#include "narrow/polygon2.h"
#include "support/planar.h"

enum { BENCH2_ROOM = 256 };

/// Not to be copied.
typedef struct bench2 {
    cld_shape *a, *b;
    _Alignas(32) double scratch[256];
    cld_cso cso;
    cld_cso_vertex vertex[BENCH2_ROOM];
    cld_polygon2_edge edge[BENCH2_ROOM];
    cld_polygon2 polygon; ///< in the two arrays; empty
} bench2;

void bench2_begin(bench2 *s, const planar_set *a, const planar_set *b);

void bench2_end(bench2 *s);

#endif
