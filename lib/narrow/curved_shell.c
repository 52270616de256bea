/// EPA on curved shapes in lanes (narrow/shell.h), for the many pairs that some ten steps prove.

#include <math.h>

#include "narrow/curved_step.h"
#include "narrow/shell.h"
#include "proof/bounds.h"

/// As in expand.c.
#define LEAST_AREA 0x1p-28

static const cld_lanes nowhere = {CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY, CLD_SHELL_NO_KEY};

/// The vertices, which the shell knows by number.
typedef struct surface {
    cld_shell shell;
    cld_cso_vertex vertex[CLD_SHELL_VERTICES];
} surface;

static cld_corner number(const surface *f, uint32_t i) { return (cld_corner){f->vertex[i].w, i, i}; }

static cld_curved_face get_face(const surface *f, uint32_t at) {
    const cld_shell *h = &f->shell;
    const double *x = (const double *)h->x, *y = (const double *)h->y, *z = (const double *)h->z;
    double unit = 1 / ((const double *)h->length)[at];
    uint32_t corners = h->corners[at];
    return (cld_curved_face){
        {x[at] * unit, y[at] * unit, z[at] * unit},
        ((const double *)h->height)[at] * unit,
        {&f->vertex[corners & 0xff], &f->vertex[corners >> 8 & 0xff], &f->vertex[corners >> 16]}};
}

/// The nearest face that no cap covers; false if there is none. Those that one covers are not the nearest
/// from then on.
CLD_INLINE bool find_nearest(surface *f, const cld_caps *caps, cld_lanes *nearest, cld_curved_face *face) {
    cld_shell *h = &f->shell;
    for (;;) {
        cld_lanes least = *nearest;
        cld_lanes_take_least(&least);
        if (!(least[0] < CLD_SHELL_NO_KEY))
            return false;
        uint32_t at = cld_shell_find_nearest(nearest);
        *face = get_face(f, at);
        if (!cld_caps_cover(caps, face->normal, face->offset, 0))
            return true;
        ((double *)h->key)[at] = INFINITY;
        *nearest = nowhere;
        for (uint32_t i = 0; i < h->group_count; i++)
            cld_lanes_take_lesser(nearest, &h->key[i]);
    }
}

static bool is_alive(const cld_shell *h, uint32_t at) { return h->alive[at / 64] >> at % 64 & 1; }

/// Whether a face holds the point of its plane that is nearest to the origin.
static bool holds_foot(const cld_curved_face *face) {
    cld_vec3 foot = cld_scale(face->normal, face->offset);
    for (int i = 0; i < 3; i++) {
        cld_vec3 from = face->corner[i]->w, to = face->corner[(i + 1) % 3]->w;
        if (cld_dot(face->normal, cld_cross(cld_sub(to, from), cld_sub(foot, from))) < 0)
            return false;
    }
    return true;
}

/// Of the faces in the plane of one, that which holds its point nearest to the origin: its corners are those
/// whose parts the point is made of.
static void find_foot(const surface *f, double rounding, cld_curved_face *face) {
    double most = face->offset + rounding;
    for (uint32_t at = 0; at < CLD_LANES * f->shell.group_count && !holds_foot(face); at++) {
        cld_curved_face other = get_face(f, at);
        if (is_alive(&f->shell, at) && other.offset <= most && holds_foot(&other))
            *face = other;
    }
}

/// False where the shell gives up.
CLD_INLINE bool grow(cld_curved_search *s, surface *f) {
    cld_lanes nearest = nowhere;
    cld_curved_face face;
    cld_corner first[4];
    for (uint32_t i = 0; i < 4; i++) {
        f->vertex[i] = s->corner[i];
        first[i] = number(f, i);
    }
    if (!cld_shell_begin_with_tetrahedron(&f->shell, first, &nearest))
        return false;
    // The first corners may have been exchanged.
    for (uint32_t i = 0; i < 4; i++)
        f->vertex[i] = s->corner[f->shell.vertex[i].ia];
    while (find_nearest(f, &s->caps, &nearest, &face)) {
        uint32_t count = f->shell.vertex_count;
        if (count == CLD_SHELL_VERTICES)
            return false;
        if (!cld_curved_step(s, &face, &f->vertex[count])) {
            find_foot(f, CLD_CURVED_ROUNDING * s->cso->size, &face);
            cld_curved_end(s, &face);
            return true;
        }
        cld_corner w = number(f, count);
        nearest = nowhere;
        if (!cld_shell_add(&f->shell, &w, &nearest))
            return false;
    }
    return true;
}

CLD_WIDE(bool, grow, (cld_curved_search * s, surface *f), { return grow(s, f); })

static double find_bound(const cld_curved_search *s, const surface *f) {
    uint32_t corner[3 * CLD_SHELL_FACES];
    size_t count = 0;
    for (uint32_t at = 0; at < CLD_LANES * f->shell.group_count; at++) {
        if (!is_alive(&f->shell, at))
            continue;
        for (uint32_t k = 0; k < 3; k++)
            corner[3 * count + k] = f->shell.corners[at] >> 8 * k & 0xff;
        count++;
    }
    return cld_bound_from_surface(s->cso, f->vertex, corner, count, &s->caps);
}

bool cld_curved_expand_in_lanes(cld_curved_search *s, double *upper) {
    surface f;
    double size = s->cso->size, smallest = LEAST_AREA * size * size;
    f.shell.rounding = CLD_CURVED_ROUNDING * size;
    f.shell.tables = NULL;
    f.shell.least_nn = smallest * smallest;
    *upper = INFINITY;
    if (CLD_BEST(grow, (s, &f)))
        *upper = find_bound(s, &f);
    return *upper < INFINITY;
}
