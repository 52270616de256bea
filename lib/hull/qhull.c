// qhull reports errors by longjmp, and messages to a FILE that must exist: it exits the process if there is
// none. Here they go to a buffer, by fmemopen of POSIX, and every call stands behind a setjmp.
//
// Source: C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The Quickhull algorithm for convex hulls, 1996.
#include "hull/qhull.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

// Pp: no advice on precision. Q12: go on when a facet is wide; the caller checks what comes out. Q0: no
// merging.
static const char merged[16] = "qhull Pp Q12", unmerged[16] = "qhull Pp Q0";

static void count_facets(qhT *qh, uint32_t *facets, uint32_t *total) {
    facetT *facet;
    *facets = *total = 0;
    FORALLfacets {
        ++*facets;
        *total += (uint32_t)qh_setsize(qh, facet->vertices);
    }
}

/// Copies the facets; longjmps to qh->errexit when one has no single loop.
static void copy_facets(qhT *qh, cld_loops *loops) {
    facetT *facet;
    vertexT *vertex, **vertexp;
    uint32_t f = 0, h = 0;
    FORALLfacets {
        setT *vertices = qh_facet3vertex(qh, facet);
        uint32_t end = h += (uint32_t)qh_setsize(qh, vertices);
        FOREACHvertex_(vertices) // clockwise
            loops->vertex[--end] = (uint32_t)qh_pointid(qh, vertex->point);
        qh_settempfree(qh, &vertices);
        loops->start[++f] = h;
    }
}

/// Runs qhull; everything in here may be left by longjmp, so that what must survive lives in the caller's
/// `qh`, `loops`. Returns a code of qhull's.
static int run(qhT *qh, double (*points)[3], uint32_t count, bool merging, FILE *sink, cld_loops *loops) {
    char command[sizeof merged];
    memcpy(command, merging ? merged : unmerged, sizeof command);
    int problem = qh_new_qhull(qh, 3, (int)count, &points[0][0], False, command, sink, sink);
    if (problem || (problem = setjmp(qh->errexit)))
        return problem;
    qh->NOerrexit = False;
    uint32_t facets, total;
    count_facets(qh, &facets, &total);
    if (!cld_loops_create(loops, facets, total))
        return qh_ERRmem;
    copy_facets(qh, loops);
    qh->NOerrexit = True;
    return qh_ERRnone;
}

static void destroy(qhT *qh) {
    int kept, kept_long;
    qh->NOerrexit = True;
    qh_freeqhull(qh, !qh_ALL);
    if (!qh->qhmem.LASTsize) { // it got no farther than these, and leaves them
        free(qh->qhmem.sizetable);
        free(qh->qhmem.freelists);
    }
    qh_memfreeshort(qh, &kept, &kept_long);
}

cld_status cld_qhull_find(double (*points)[3], uint32_t count, bool merging, cld_loops *facets) {
    char buffer[256];
    FILE *sink = fmemopen(buffer, sizeof buffer, "w");
    if (!sink)
        return CLD_INTERNAL;
    *facets = (cld_loops){0};
    qhT context, *qh = &context;
    qh_zero(qh, sink);
    int problem = run(qh, points, count, merging, sink, facets);
    destroy(qh);
    fclose(sink);
    if (problem)
        cld_loops_destroy(facets);
    return !problem ? CLD_OK : problem == qh_ERRmem ? CLD_INTERNAL : CLD_NOT_CONVEX;
}
