/// Newton's method from parts that nobody has found on one plane.
///
/// Which points of A - B a stationary direction is made of, supports near it tell. Where what bends little
/// meets what bends much, as rims of thin drums and the sides of flat cones do, directions would have to be
/// nearer for that than they are. But cylinders, cones and ellipsoids have one or two parts, of which there
/// are few sets.

#include "math/tangent.h"
#include "narrow/curved.h"

/// By how much directions are tilted to tell the vertices around. No derivation: far more than rounding.
#define TILT 1e-6

enum { MOST_PARTS = 2, MOST_PAIRS = MOST_PARTS * MOST_PARTS, MOST_IN_SET = 3 };

/// Parts of one shape: those of a curve, or of a cloud one or two vertices that are farthest near n.
typedef struct parts {
    uint32_t at[MOST_PARTS];
    int count;
} parts;

static void add(parts *p, uint32_t at) {
    for (int i = 0; i < p->count; i++)
        if (p->at[i] == at)
            return;
    if (p->count < MOST_PARTS)
        p->at[p->count++] = at;
}

static parts find_parts(const cld_cso *cso, bool is_b, cld_vec3 n) {
    const cld_curve *curve = cld_cso_get_side(cso, is_b)->curve;
    parts p = {.count = 0};
    for (uint32_t i = 0; curve && i < curve->count; i++)
        add(&p, i);
    cld_vec3 t[2];
    cld_find_tangents_catto(n, &t[0], &t[1]);
    for (int i = 0; !curve && i < 4; i++) {
        cld_cso_vertex v = cld_cso_support(cso, cld_add_scaled(n, i % 2 ? -TILT : TILT, t[i / 2]));
        add(&p, is_b ? v.ib : v.ia);
    }
    return p;
}

void cld_peak_try_parts(const cld_cso *cso, cld_vec3 n, cld_peak *peak) {
    static const double alike[MOST_IN_SET] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    parts a = find_parts(cso, false, n), b = find_parts(cso, true, n);
    int pairs = a.count * b.count;
    for (int set = 1; set < 1 << pairs; set++) {
        cld_cso_vertex vertex[MOST_PAIRS];
        cld_peak polished;
        int count = 0;
        for (int i = 0; i < pairs; i++)
            if (set & 1 << i)
                vertex[count++] = (cld_cso_vertex){.ia = a.at[i % a.count], .ib = b.at[i / a.count]};
        if (count <= MOST_IN_SET && cld_polish(cso, n, vertex, alike, count, &polished))
            cld_peak_take_better(peak, &polished);
    }
}
