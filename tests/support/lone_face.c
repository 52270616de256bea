#include "lone_face.h"

#include <math.h>

void lone_face_bind(lone_face *f, uint32_t count) {
    f->start[0] = 0, f->start[1] = count;
    for (uint32_t i = 0; i < count; i++)
        f->corner[i] = i;
    f->cloud = (cld_cloud){f->x, f->y, f->z, count};
    f->hull = (cld_hull){.rank = 3, .face_count = 1, .face_start = f->start, .face_vertex = f->corner};
    f->solid = (cld_solid){.cloud = &f->cloud, .hull = &f->hull};
}

void lone_face_make(lone_face *f, random_state *r, uint32_t count, double size, double tilt, bool clockwise) {
    double angle = random_real(r, 0, 6), u = random_real(r, -1, 1), v = random_real(r, -1, 1),
           flat = random_real(r, 0.2, 1), slope = random_real(r, -1, 1);
    for (uint32_t i = 0; i < count; i++) {
        angle += random_real(r, 0.7, 1) * (clockwise ? -6 : 6) / count;
        f->x[i] = u + size * cos(angle), f->y[i] = v + size * flat * sin(angle);
        f->z[i] = tilt * (f->x[i] - slope * f->y[i]);
    }
    lone_face_bind(f, count);
}
