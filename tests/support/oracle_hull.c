#include "support/oracle_hull.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

static cld_loops copy_facets(qhT *qh) {
    cld_loops loops;
    facetT *facet;
    uint32_t count = 0, total = 0, end = 0;
    FORALLfacets {
        count++;
        total += (uint32_t)qh_setsize(qh, facet->vertices);
    }
    cr_assert(cld_loops_create(&loops, count, total));
    count = 0;
    FORALLfacets {
        setT *vertices = qh_facet3vertex(qh, facet); // clockwise
        for (int size = qh_setsize(qh, vertices), i = size - 1; i >= 0; i--) {
            const vertexT *vertex = SETelemt_(vertices, i, vertexT);
            loops.vertex[end++] = (uint32_t)((vertex->point - qh->first_point) / 3);
        }
        loops.start[++count] = end;
        qh_settempfree(qh, &vertices);
    }
    return loops;
}

cld_loops oracle_hull(const cld_vec3 *points, uint32_t count) {
    char command[] = "qhull Pp Q12"; // no advice on precision, and wide facets are no error
    double(*copy)[3] = malloc(count * sizeof *copy);
    for (uint32_t i = 0; i < count; i++)
        memcpy(copy[i], &points[i], sizeof copy[i]);
    qhT context, *qh = &context;
    int kept, kept_long;
    qh_zero(qh, stderr);
    cr_assert_eq(qh_new_qhull(qh, 3, (int)count, copy[0], False, command, NULL, stderr), 0);
    cld_loops loops = copy_facets(qh);
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &kept, &kept_long);
    free(copy);
    return loops;
}
