#include "proof/exact_plane.h"

#include <limits.h>

#include "math/vec.h"

/// The half-space is all x with normal . (x - origin) <= level, in whole numbers: x and the origin times
/// 2^exponent, the normal times a power of two that does not matter, the level times both.
typedef struct plane {
    cld_whole3 normal, origin;
    cld_whole level;
} plane;

/// r += s v
static void add_multiple(cld_whole3 *r, const cld_whole *s, const cld_whole3 *v) {
    for (int k = 0; k < 3; k++)
        cld_whole_add_product(&r->c[k], s, &v->c[k]);
}

/// With x = C y + t, normal . y <= offset is sign (sum of normal_i c_j x c_k) . (x - t) <= sign offset det C,
/// where c_i are the columns of C and sign is that of det C.
static bool make_plane(const cld_exact_side *side, const cld_given_plane *given, int exponent, int bits,
                       plane *p) {
    static const cld_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cld_whole3 column[3], across, n;
    cld_whole volume, offset;
    int lowest = cld_lowest_bit(given->offset), most = 0;
    cld_exact_side_place(side, cld_vec3_make(0, 0, 0), exponent, &p->origin);
    for (int i = 0; i < 3; i++) {
        cld_exact_side_place(side, unit[i], exponent, &column[i]);
        cld_whole3_sub(&column[i], &column[i], &p->origin);
        int own = cld_whole3_bits(&column[i]), bit = cld_lowest_bit(cld_component(given->normal, i));
        most = own > most ? own : most;
        lowest = bit < lowest ? bit : lowest;
    }
    cld_whole3_set(&n, given->normal, lowest);
    cld_whole_set(&offset, given->offset, lowest);
    // The normal is a sum of six products of two columns' components and one of its own; what is multiplied
    // by it are three differences of two points.
    int of_normal = 2 * most + cld_whole3_bits(&n) + 3, of_origin = cld_whole3_bits(&p->origin);
    int of_difference = (bits > of_origin ? bits : of_origin) + 1;
    if (of_normal + of_difference + 3 > CLD_WHOLE_BITS ||
        3 * most + cld_whole_bits(&offset) + 4 > CLD_WHOLE_BITS)
        return false;
    cld_whole3_set(&p->normal, cld_vec3_make(0, 0, 0), 0);
    for (int i = 0; i < 3; i++) {
        cld_whole3_cross(&across, &column[(i + 1) % 3], &column[(i + 2) % 3]);
        add_multiple(&p->normal, &n.c[i], &across);
    }
    cld_whole3_dot(&volume, &across, &column[2]);
    cld_whole_mul(&p->level, &offset, &volume);
    for (int k = 0; k < 3; k++)
        p->normal.c[k].sign *= volume.sign;
    p->level.sign *= volume.sign;
    return true;
}

bool cld_find_exact_height(cld_exact_cso *exact, const cld_ground *ground, double *height) {
    cld_exact_side still = {.shape = ground->given, .pose = ground->pose};
    bool is_a = exact->a.shape == &ground->shape;
    int lowest = cld_exact_side_measure(&still, 0);
    if (lowest < exact->exponent) {
        exact->bits += exact->exponent - lowest;
        exact->exponent = lowest;
    }
    plane p;
    if (!make_plane(&still, &ground->given->rare->given_plane, exact->exponent, exact->bits, &p))
        return false;
    cld_whole3 d;
    cld_whole above;
    cld_exact_point deepest;
    cld_whole3_copy(&d, &p.normal);
    for (int k = 0; k < 3 && !is_a; k++)
        d.c[k].sign = -d.c[k].sign;
    cld_exact_cso_support(exact, &d, &deepest);
    const cld_exact_side *other = is_a ? &exact->b : &exact->a;
    uint32_t lowest_vertex = is_a ? deepest.ib : deepest.ia;
    cld_whole3 v;
    cld_exact_side_place(other, cld_shape_point(other->shape, lowest_vertex), exact->exponent, &v);
    cld_whole3_sub(&v, &v, &p.origin);
    cld_whole3_dot(&above, &p.normal, &v);
    cld_whole_sub(&above, &above, &p.level);
    return cld_exact_find_gap(exact, &above, &p.normal, height);
}
