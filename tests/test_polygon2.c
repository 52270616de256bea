#include <criterion/criterion.h>

#include "support/bench2.h"

enum { STEPS = 200, MOST = STEPS + 3 };

/// A point against the shape, so that its corners are the vertices of A - B.
static void begin(bench2 *s) {
    const planar_set square = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, 4}, point = {{{0, 0}}, 1};
    bench2_begin(s, &square, &point);
}

static cld_cso_vertex vertex_at(double x, double y, uint32_t index) {
    return (cld_cso_vertex){.a = {x, y, 0}, .w = {x, y, 0}, .ia = index};
}

/// The first edge with the least offset, found by going around.
static uint32_t find_by_scan(const cld_polygon2 *p) {
    uint32_t nearest = 0;
    for (uint32_t i = 0, at = 0; i < p->count; i++, at = p->edge[at].next)
        if (p->edge[at].edge.offset < p->edge[nearest].edge.offset)
            nearest = at;
    return nearest;
}

static bool has_its_vertices_in_order(cld_polygon2 *p, const uint32_t *order, uint32_t count) {
    cld_polygon2_list(p);
    if (p->count != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (p->vertex[i].ia != order[i])
            return false;
    return true;
}

Test(polygon2, finds_the_edge_that_a_scan_finds_and_splits_it_in_its_place) {
    // Few whole numbers, so that many edges are equally near.
    for (uint64_t seed = 0; seed < random_trials(200); seed++) {
        random_state r = random_make(seed);
        bench2 s;
        begin(&s);
        cld_cso_vertex corner[3] = {vertex_at(-1, -1, 0), vertex_at(1, -1, 1), vertex_at(0, 1, 2)};
        cld_polygon2_begin(&s.polygon, &s.cso, corner);
        uint32_t order[MOST] = {0, 1, 2}, count = 3;
        for (uint32_t step = 0; step < STEPS; step++) {
            uint32_t nearest = cld_polygon2_find_nearest(&s.polygon), place = 0;
            cr_assert_eq(nearest, find_by_scan(&s.polygon), "seed %llu, step %u", (unsigned long long)seed,
                         step);
            while (order[place] != s.edge[nearest].from.ia)
                place++;
            cld_cso_vertex w = vertex_at(random_int(&r, -2, 2), random_int(&r, -2, 2), count);
            if (!cld_polygon2_split(&s.polygon, &s.cso, &w))
                continue;
            for (uint32_t i = count; i > place + 1; i--)
                order[i] = order[i - 1];
            order[place + 1] = w.ia;
            count++;
            cr_assert(has_its_vertices_in_order(&s.polygon, order, count), "seed %llu, step %u",
                      (unsigned long long)seed, step);
        }
        cr_assert_gt(count, 20, "seed %llu", (unsigned long long)seed);
        bench2_end(&s);
    }
}

Test(polygon2, stays_as_it_is_without_room_or_a_new_vertex) {
    bench2 s;
    begin(&s);
    cld_cso_vertex corner[3] = {vertex_at(-1, -1, 0), vertex_at(1, -1, 1), vertex_at(0, 2, 2)},
                   below = vertex_at(0, -3, 3);
    cld_polygon2_begin(&s.polygon, &s.cso, corner);
    cr_expect_eq(cld_polygon2_find_nearest(&s.polygon), 1);
    cr_expect_not(cld_polygon2_split(&s.polygon, &s.cso, &corner[1]));
    cr_expect_not(cld_polygon2_split(&s.polygon, &s.cso, &corner[2]));
    s.polygon.room = 3;
    cr_expect_not(cld_polygon2_split(&s.polygon, &s.cso, &below));
    cr_expect(has_its_vertices_in_order(&s.polygon, (const uint32_t[]){0, 1, 2}, 3));
    s.polygon.room = 4;
    cr_expect(cld_polygon2_split(&s.polygon, &s.cso, &below));
    cr_expect(has_its_vertices_in_order(&s.polygon, (const uint32_t[]){0, 1, 3, 2}, 4));
    bench2_end(&s);
}
