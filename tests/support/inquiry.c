#include "inquiry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"

static void *take_memory(void *p) {
    if (!p) {
        fputs("inquiry: out of memory\n", stderr);
        abort();
    }
    return p;
}

law_checker *law_checker_create(void) {
    law_checker *c = take_memory(calloc(1, sizeof *c));
    c->judge = oracle_create();
    c->workspace = take_memory(cld_workspace_create());
    return c;
}

void law_checker_destroy(law_checker *c) {
    if (!c)
        return;
    oracle_destroy(c->judge);
    cld_workspace_destroy(c->workspace);
    free(c->contacts);
    free(c);
}

/// Grows the box from `low` to `high` by the points of a set.
static void enclose(const point_set *s, double low[3], double high[3]) {
    for (size_t i = 0; i < s->count; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], s->at[i][k]);
            high[k] = fmax(high[k], s->at[i][k]);
        }
}

static double diagonal_of(const double low[3], const double high[3]) {
    return cld_length((cld_vec3){high[0] - low[0], high[1] - low[1], high[2] - low[2]});
}

static void measure_pair(inquiry *q) {
    double low[3][3], high[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            low[i][k] = HUGE_VAL, high[i][k] = -HUGE_VAL;
    enclose(&q->pair->a, low[0], high[0]);
    enclose(&q->pair->b, low[1], high[1]);
    enclose(&q->pair->a, low[2], high[2]);
    enclose(&q->pair->b, low[2], high[2]);
    q->diagonal = fmax(diagonal_of(low[0], high[0]), diagonal_of(low[1], high[1]));
    q->span = diagonal_of(low[2], high[2]);
    q->largest = 0;
    for (int k = 0; k < 3; k++)
        q->largest = fmax(q->largest, fmax(-low[2][k], high[2][k]));
}

static cld_shape *make_shape(const point_set *s) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points_of(s);
    def.point_count = s->count;
    cld_shape *shape;
    return cld_shape_create(&def, NULL, NULL, &shape, NULL) == CLD_OK ? shape : NULL;
}

inquiry inquiry_make(law_checker *checker, const test_pair *pair) {
    inquiry q = {.checker = checker, .pair = pair, .a = make_shape(&pair->a), .b = make_shape(&pair->b)};
    measure_pair(&q);
    oracle_load(checker->judge, points_of(&pair->a), pair->a.count, points_of(&pair->b), pair->b.count);
    q.truth = oracle_find_signed_distance(checker->judge);
    return q;
}

void inquiry_end(inquiry *q) {
    cld_shape_destroy(q->a);
    cld_shape_destroy(q->b);
}

/// Asks both ways round. The contacts of the first answer are copied before the second query ends their life.
bool inquiry_ask(inquiry *q, cld_algorithm algorithm) {
    law_checker *c = q->checker;
    q->asked = algorithm;
    cld_query_options options = cld_query_options_make();
    options.algorithm = algorithm;
    if (cld_find_collision(q->a, NULL, q->b, NULL, &options, c->workspace, &q->result, NULL) != CLD_OK)
        return false;
    size_t count = q->result.contact_count;
    if (count > c->contact_room) {
        c->contacts = take_memory(realloc(c->contacts, count * sizeof *c->contacts));
        c->contact_room = count;
    }
    if (count > 0)
        memcpy(c->contacts, q->result.contacts, count * sizeof *c->contacts);
    q->result.contacts = c->contacts;
    if (cld_find_collision(q->b, NULL, q->a, NULL, &options, c->workspace, &q->swapped, NULL) != CLD_OK)
        return false;
    q->swapped_depth_excess = 0;
    for (size_t i = 0; i < count && i < q->swapped.contact_count; i++) {
        double excess = fabs(q->result.contacts[i].depth - q->swapped.contacts[i].depth);
        q->swapped_depth_excess = fmax(q->swapped_depth_excess, excess);
    }
    return true;
}
