/// A face of its own, of a shape that has no other.
#ifndef TESTS_SUPPORT_LONE_FACE_H
#define TESTS_SUPPORT_LONE_FACE_H

#include "narrow/sat.h"
#include "random.h"

enum { LONE_FACE_MOST = 400 };

typedef struct lone_face {
    double x[LONE_FACE_MOST], y[LONE_FACE_MOST], z[LONE_FACE_MOST];
    uint32_t start[2], corner[LONE_FACE_MOST];
    cld_hull hull;
    cld_cloud cloud;
    cld_solid solid;
} lone_face;

/// Makes the first points its corners. It must not be moved in memory any more.
void lone_face_bind(lone_face *face, uint32_t count);

/// An ellipse of points, counter-clockwise as seen along z, or clockwise, on a plane.
void lone_face_make(lone_face *face, random_state *r, uint32_t count, double size, double tilt,
                    bool clockwise);

#endif
