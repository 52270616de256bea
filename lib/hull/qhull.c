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

static uint32_t find_index(const qhT *qh, const vertexT *vertex) {
    return (uint32_t)((vertex->point - qh->first_point) / 3);
}

/// Writes a triangle's corners, counter-clockwise, as copy_polygon would.
static void copy_triangle(const qhT *qh, const facetT *facet, uint32_t *corner) {
    bool in_order = facet->toporient ^ qh_ORIENTclock;
    corner[0] = find_index(qh, SETelemt_(facet->vertices, 2, vertexT));
    corner[1] = find_index(qh, SETelemt_(facet->vertices, in_order ? 1 : 0, vertexT));
    corner[2] = find_index(qh, SETelemt_(facet->vertices, in_order ? 0 : 1, vertexT));
}

/// Writes `count` corners; longjmps to qh->errexit when the facet has no single loop.
static void copy_polygon(qhT *qh, facetT *facet, uint32_t count, uint32_t *corner) {
    setT *vertices = qh_facet3vertex(qh, facet);
    for (uint32_t i = 0; i < count; i++) // clockwise
        corner[count - 1 - i] = find_index(qh, SETelemt_(vertices, i, vertexT));
    qh_settempfree(qh, &vertices);
}

/// Copies the facets; longjmps to qh->errexit when one has no single loop.
static void copy_facets(qhT *qh, cld_loops *loops) {
    uint32_t f = 0, h = 0;
    for (facetT *facet = qh->facet_list; facet->next; facet = facet->next) { // the last is a sentinel
        uint32_t count = (uint32_t)qh_setsize(qh, facet->vertices);
        if (facet->simplicial)
            copy_triangle(qh, facet, loops->vertex + h);
        else
            copy_polygon(qh, facet, count, loops->vertex + h);
        loops->start[++f] = h += count;
    }
}

/// Runs qhull; everything in here may be left by longjmp, so that what must survive lives in the caller's
/// `qh`, `loops`. Returns a code of qhull's.
static int run(qhT *qh, double (*points)[3], uint32_t count, bool merging, FILE *sink, cld_loops *loops) {
    char command[sizeof merged];
    memcpy(command, merging ? merged : unmerged, sizeof command);
    int problem = qh_new_qhull(qh, 3, (int)count, &points[0][0], False, command, sink, sink);
    if (problem)
        return problem;
    switch (setjmp(qh->errexit)) { // C17 7.13.1.1 allows to compare or to switch, not to keep what it gives
    case 0: break;
    case qh_ERRmem: return qh_ERRmem;
    default: return qh_ERRqhull;
    }
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
