/// The points of A - B without any rounding.
///
/// A vertex stands where exact arithmetic puts it: M p + t with the doubles of p and with each entry of M and
/// t the sum of its two doubles (collide/transform.h), then r x + t of the pose. For vertices without a
/// transform, and for one translation, scale or matrix, these are the given numbers; a rotation, and several
/// transforms in a row, are taken as rounded to about 100 bits.
#ifndef CLD_PROOF_EXACT_CSO_H
#define CLD_PROOF_EXACT_CSO_H

#include <stdbool.h>

#include "math/whole.h"
#include "shape/cso.h"

/// A shape where it stands, and the powers of two that make whole numbers of what is known about it.
typedef struct cld_exact_side {
    const cld_shape *shape;
    const cld_pose *pose;   ///< or NULL
    const cld_cloud *cloud; ///< the vertices, rounded, in the frame of the query
    int point_exponent;     ///< of the points in their own frame
    int world_exponent;     ///< of the vertices where the shape was made
} cld_exact_side;

/// A - B, or the rays from one of its vertices.
typedef struct cld_exact_cso {
    cld_exact_side a, b;
    double error; ///< bound on the error of a rounded vertex
    double reach; ///< no rounded vertex is longer
    int exponent; ///< all points and the radii are whole numbers times 2^exponent
    int bits;     ///< of which a coordinate has no more
    bool is_fan;  ///< only the vertices that share a or b with the one below, without those that are equal to
                  ///< it
    uint32_t ia, ib;
} cld_exact_cso;

typedef struct cld_exact_point {
    uint32_t ia, ib;
    cld_whole3 w;
} cld_exact_point;

/// Of a frame whose clouds have been turned. False if the coordinates need more bits than products of four of
/// them may have.
bool cld_exact_cso_make(cld_exact_cso *exact, const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a,
                        const cld_shape *b, const cld_pose *pose_b);

/// The exponent of all points of a side's own frame that are whole numbers times 2^own_exponent, where it
/// stands; INT_MAX if all that is added up is zero. Notes the exponents of the side.
int cld_exact_side_measure(cld_exact_side *side, int own_exponent);

/// Such a point of a side that has been measured, where it stands, as whole numbers times 2^exponent, which
/// is no more than what was measured.
void cld_exact_side_place(const cld_exact_side *side, cld_vec3 own, int exponent, cld_whole3 *at);

/// A gap less the radii of both shapes, in the world, within a relative 2^-47 and with the right sign: that
/// of a point of A - B, or of a plane, whose n . w is `along`. False if the squares need too many bits.
bool cld_exact_find_gap(const cld_exact_cso *exact, const cld_whole *along, const cld_whole3 *n, double *gap);

/// The vertex with these indices.
void cld_exact_cso_at(const cld_exact_cso *exact, uint32_t ia, uint32_t ib, cld_exact_point *point);

/// A vertex of those in question that none is farther along d than; false if there are none.
bool cld_exact_cso_support(const cld_exact_cso *exact, const cld_whole3 *d, cld_exact_point *point);

#endif
