/// Two hulls of points and the frame of the query about them.
#ifndef TESTS_SUPPORT_FRAME_H
#define TESTS_SUPPORT_FRAME_H

#include "generate.h"
#include "narrow/sat.h"
#include "shape/cso.h"

typedef struct test_frame {
    cld_shape *a, *b;
    double *scratch;
    cld_cso cso;
    cld_vec3 *memory; ///< of the solids
    cld_solid solid_a, solid_b;
} test_frame;

/// Ends the program where a shape cannot be made, as do the others.
cld_shape *frame_make_shape(const point_set *points);

/// The poses may be NULL.
test_frame frame_make_posed(const point_set *a, const cld_pose *pose_a, const point_set *b,
                            const cld_pose *pose_b);
test_frame frame_make(const point_set *a, const point_set *b);

/// Finds the hulls, and the solids from them.
void frame_add_solids(test_frame *frame);

void frame_free(test_frame *frame);

/// A pair of random points, each shape turned at random and some way apart.
void frame_turn_pair(uint64_t seed, test_pair *pair, cld_pose pose[2]);

#endif
