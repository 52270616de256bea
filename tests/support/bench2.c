#include "bench2.h"

void bench2_begin(bench2 *s, const planar_set *a, const planar_set *b) {
    s->a = planar_make_hull(a);
    s->b = planar_make_hull(b);
    cld_cso_make(s->a, NULL, s->b, NULL, s->scratch, &s->cso);
    s->polygon = (cld_polygon2){.vertex = s->vertex, .edge = s->edge, .room = BENCH2_ROOM};
}

void bench2_end(bench2 *s) {
    cld_shape_destroy(s->a);
    cld_shape_destroy(s->b);
}
