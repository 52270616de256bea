/// Vectors and matrices of doubles.
#ifndef COLLIDE_VEC_H
#define COLLIDE_VEC_H

/// A point or a direction. In two dimensions z is 0.
typedef struct cld_vec3 {
    double x, y, z;
} cld_vec3;

/// A matrix by its rows: (m p).x = dot(m.row[0], p).
typedef struct cld_mat3 {
    cld_vec3 row[3];
} cld_mat3;

/// A rotation as a unit quaternion w + xi + yj + zk.
typedef struct cld_quat {
    double x, y, z, w;
} cld_quat;

#endif
