/// Supports of large clouds in about the logarithm of their size: a tree of boxes, each as its patch of the
/// cloud lies.
///
/// The tree changes how fast cld_patches_find_extreme is beside a scan, never what it finds. Unlike cells it
/// does not mind where the vertices crowd: on a cap that is nearly flat, along a rim, around an axis, in one
/// place. It
/// takes about 60 bytes and a microsecond a vertex, so it is for queries that ask for thousands of supports.
#ifndef CLD_SHAPE_PATCHES_H
#define CLD_SHAPE_PATCHES_H

#include "shape/shape.h"

/// Scans are faster for smaller clouds, and a tree takes 16 at least.
#define CLD_FEWEST_FOR_PATCHES 4096

typedef struct cld_patches cld_patches;

/// Keeps no reference to the cloud, whose coordinates are below 2^100. NULL when memory runs out.
cld_patches *cld_patches_create(const cld_cloud *cloud);
void cld_patches_destroy(cld_patches *patches);

/// What cld_cloud_find_extreme finds in the cloud, and where that vertex is.
uint32_t cld_patches_find_extreme(const cld_patches *patches, cld_vec3 d, cld_vec3 *v);

#endif
