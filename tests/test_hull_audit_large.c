#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "hull/audit.h"

typedef struct mesh {
    size_t vertex_count, face_count;
    double (*vertex)[3];
    uint32_t *start, *index;
} mesh;

/// A cube whose faces are n x n squares, each with four vertices of its own.
static mesh create_mesh(uint32_t n) {
    mesh m = {.vertex = malloc(24 * n * n * sizeof *m.vertex)};
    m.start = malloc((6 * n * n + 1) * sizeof *m.start);
    m.index = malloc(24 * n * n * sizeof *m.index);
    m.start[0] = 0;
    for (uint32_t f = 0; f < 6 * n * n; f++) {
        uint32_t side = f / (n * n), x = f % n, y = f / n % n;
        for (uint32_t k = 0; k < 4; k++) {
            double *p = m.vertex[m.vertex_count];
            p[side % 3] = side < 3 ? 0 : 1;
            p[(side + 1) % 3] = (double)(x + (k == 1 || k == 2)) / n;
            p[(side + 2) % 3] = (double)(y + (k > 1)) / n;
            m.index[4 * f + k] = (uint32_t)m.vertex_count++;
        }
        m.start[++m.face_count] = 4 * f + 4;
    }
    return m;
}

static void destroy_mesh(mesh *m) {
    free(m->vertex);
    free(m->start);
    free(m->index);
}

static void count_warning(void *context, const cld_warning *warning) {
    (void)warning;
    ++*(size_t *)context;
}

/// Audits a mesh, which has to be well but for so many warnings, and returns the seconds that it took. The
/// caller frees the names of the faces.
static double audit(const mesh *m, size_t warnings, uint32_t **face) {
    const cld_shape_def def = {.kind = CLD_HULL,
                               .points = &m->vertex[0][0],
                               .point_count = m->vertex_count,
                               .face_start = m->start,
                               .face_vertex = m->index,
                               .face_count = m->face_count};
    cld_hull *hull;
    cld_error error;
    size_t told = 0;
    cld_names names;
    cr_assert_eq(cld_hull_create(def.points, def.point_count, &hull, &error), CLD_OK);
    clock_t begin = clock();
    cld_status status = cld_hull_audit(def.points, hull, &def, count_warning, &told, &names, &error);
    clock_t end = clock();
    cr_assert_eq(status, CLD_OK, "%s: %s", error.pointer, error.message);
    *face = names.face;
    names.face = NULL;
    cr_assert(*face != NULL);
    cr_expect_eq(told, warnings, "%zu warnings", told);
    cld_names_forget(&names);
    cld_hull_destroy(hull);
    return (double)(end - begin) / CLOCKS_PER_SEC;
}

Test(hull_audit_large, takes_a_fine_unwelded_mesh_and_tells_only_some_of_its_warnings) {
    for (uint32_t n = 1; n <= 5; n++) {
        mesh m = create_mesh(n);
        uint32_t *face;
        audit(&m, n == 1 ? 16 : 21, &face);
        for (uint32_t f = 0; f < 6; f++)
            cr_expect_eq(face[f] % (n * n), 0);
        free(face);
        destroy_mesh(&m);
    }
}

/// A cone of n triangles around one tip, and its base.
static mesh create_cone(uint32_t n) {
    mesh m = {n + 1, n + 1, malloc((n + 1) * sizeof *m.vertex), malloc((n + 2) * sizeof *m.start),
              malloc(4 * n * sizeof *m.index)};
    m.start[0] = 0;
    m.vertex[0][0] = m.vertex[0][1] = 0;
    m.vertex[0][2] = 1;
    for (uint32_t i = 0; i < n; i++) {
        m.vertex[i + 1][0] = cos(6.283185307179586 * i / n);
        m.vertex[i + 1][1] = sin(6.283185307179586 * i / n);
        m.vertex[i + 1][2] = 0;
        m.index[3 * i] = 0, m.index[3 * i + 1] = i + 1, m.index[3 * i + 2] = (i + 1) % n + 1;
        m.start[i + 1] = 3 * i + 3;
        m.index[3 * n + i] = i + 1;
    }
    m.start[n + 1] = 4 * n;
    return m;
}

/// Seconds to audit a cone.
static double time_cone(uint32_t n) {
    mesh m = create_cone(n);
    uint32_t *face;
    double took = audit(&m, 0, &face);
    free(face);
    destroy_mesh(&m);
    return took;
}

Test(hull_audit_large, takes_time_in_proportion_to_the_faces_around_one_vertex) {
    // 8 times the faces would take 64 times as long if each were compared with each; this allows for a noisy
    // machine
    double few = fmin(time_cone(200), time_cone(200)), many = fmin(time_cone(1600), time_cone(1600));
    cr_expect_lt(many, 24 * few + 0.01, "%g s and %g s", few, many);
}
