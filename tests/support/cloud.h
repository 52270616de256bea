/// A set of points that grows, for hulls, and what a hull of it has to keep.
#ifndef SUPPORT_CLOUD_H
#define SUPPORT_CLOUD_H

#include <stddef.h>

#include "collide/hull.h"
#include "support/random.h"

enum { CLOUD_MOST = 100000 };

/// There is one, since the largest would not fit on a stack.
extern struct cloud {
    size_t count;
    double at[CLOUD_MOST][3];
} cloud;

void cloud_add(double x, double y, double z);
void cloud_add_cube(double low, double high);
void cloud_add_random(random_state *r, int count);
void cloud_add_sphere(random_state *r, int count);
void cloud_add_grid(int n);
void cloud_add_prism(int corners);

/// Points on all faces and edges of a cube, and its corners last.
void cloud_add_covered_cube(random_state *r, int count);

/// Surrounds each point with others.
void cloud_add_clusters(random_state *r, int others, double radius);

void cloud_stretch(double x, double y, double z);
void cloud_move(double x, double y, double z);
void cloud_turn(random_state *r);
void cloud_shake(random_state *r, double by);

/// The hull of the set, which has to have one. The caller destroys it.
cld_hull *cloud_build(void);

/// Holds a hull of the set to everything that collide/hull.h promises. A failure prints the seed.
void cloud_check_hull(const cld_hull *hull, uint64_t seed);

#endif
