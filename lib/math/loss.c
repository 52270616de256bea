#include "math/loss.h"

/// Products below this are not exact; they are off by no more than UNDERFLOW.
#define LEAST_PRODUCT 0x1p-900
#define UNDERFLOW 0x1p-1070

/// What the entries of a map are off by. Where none is told, it is nothing of a map that scales axes, and of
/// others their last bits, but for those that are 0.
static cld_magnitudes find_errors(const cld_transform *transform) {
    const cld_magnitudes m = cld_magnitudes_make(&transform->m);
    cld_magnitudes e = cld_magnitudes_make(&transform->m_error);
    bool is_told = false, has_sums = false;
    for (int i = 0; i < 3; i++) {
        is_told |= e.at[i][0] + e.at[i][1] + e.at[i][2] > 0;
        has_sums |= (m.at[i][0] > 0) + (m.at[i][1] > 0) + (m.at[i][2] > 0) > 1;
    }
    for (int k = 0; k < 3 && has_sums && !is_told; k++) {
        double largest = fmax(m.at[0][k], fmax(m.at[1][k], m.at[2][k]));
        for (int i = 0; i < 3; i++)
            e.at[i][k] = m.at[i][k] > 0 ? CLD_LOST * largest : 0;
    }
    return e;
}

/// What terms that are so large in all lose when they are added up.
static double find_lost(double terms, bool is_exact) {
    return (is_exact ? 0 : CLD_LOST * terms) + (terms > 0 && terms < LEAST_PRODUCT ? UNDERFLOW : 0);
}

/// Whether a map turns by quarters and scales by one power of two: then last bits stay what they are beside
/// the entries.
static bool is_even(const cld_affine *map, const cld_magnitudes *m) {
    double scale = m->at[0][0] + m->at[0][1] + m->at[0][2];
    return map->keeps_doubles && m->at[1][0] + m->at[1][1] + m->at[1][2] == scale &&
           m->at[2][0] + m->at[2][1] + m->at[2][2] == scale;
}

void cld_transform_set_errors(const cld_transform *a, const cld_affine *of_a, const cld_transform *b,
                              const cld_affine *of_b, cld_transform *product) {
    const cld_magnitudes m_a = cld_magnitudes_make(&a->m), m_b = cld_magnitudes_make(&b->m),
                         off_a = find_errors(a),
                         e_a = is_even(of_b, &m_b) ? cld_magnitudes_make(&a->m_error) : off_a,
                         e_b = is_even(of_a, &m_a) ? cld_magnitudes_make(&b->m_error) : find_errors(b);
    const bool adds_doubles = cld_max_abs(a->t_low) == 0 && cld_max_abs(b->t_low) == 0,
               keeps = of_a->keeps_doubles || of_b->keeps_doubles,
               is_exact = cld_max_abs(b->t) == 0 ||
                          (of_a->keeps_doubles && (adds_doubles || cld_max_abs(a->t) == 0));
    for (int i = 0; i < 3; i++) {
        double *m = &product->m_error.row[i].x, *t = &product->t_error.x + i;
        for (int k = 0; k < 3; k++)
            m[k] = cld_magnitudes_multiply(&m_a, &e_b, i, k) + cld_magnitudes_multiply(&e_a, &m_b, i, k) +
                   cld_magnitudes_multiply(&e_a, &e_b, i, k) +
                   find_lost(cld_magnitudes_multiply(&m_a, &m_b, i, k), keeps);
        double turned = cld_magnitudes_apply(&m_a, i, b->t);
        *t = cld_magnitudes_apply(&m_a, i, b->t_error) + cld_magnitudes_apply(&off_a, i, b->t) +
             cld_magnitudes_apply(&off_a, i, b->t_error) + cld_component(a->t_error, i) +
             find_lost(turned + (turned > 0 ? fabs(cld_component(a->t, i)) : 0), is_exact);
    }
}

double cld_transform_find_error(const cld_transform *transform, cld_vec3 p, int dimension) {
    const cld_magnitudes e = cld_magnitudes_make(&transform->m_error);
    double most = 0;
    for (int i = 0; i < dimension; i++)
        most = fmax(most, cld_magnitudes_apply(&e, i, p) + cld_component(transform->t_error, i));
    return most;
}
