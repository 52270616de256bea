#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "broad/tree.h"
#include "support/random.h"

enum { MOST = 600, MANY = 20000 };

static cld_box make_random_box(random_state *r, int style) {
    cld_box box;
    for (int k = 0; k < 3; k++) {
        // Styles: anywhere; on a coarse grid, so that boxes touch and coincide; points; all in one place.
        double at = style == 1 ? random_int(r, -3, 3) : style == 3 ? 0 : random_real(r, -1, 1);
        double size = style == 1 ? random_int(r, 0, 2) : style == 2 ? 0 : random_real(r, 0, 0.3);
        box.lower[k] = at;
        box.upper[k] = at + size;
        if (style == 4 && random_one_in(r, 12))
            box.lower[k] = -INFINITY;
        if (style == 4 && random_one_in(r, 12))
            box.upper[k] = INFINITY;
    }
    return box;
}

static double find_reach(const void *context, uint32_t i, const cld_box *box) {
    const double *reach = context;
    (void)box;
    return reach[i];
}

/// Builds a tree over boxes that reach no farther than themselves, or each as far as `reach` says.
static cld_tree build(const cld_box *boxes, size_t count, const double *reach, unsigned workers) {
    cld_tree tree;
    cr_assert_eq(cld_tree_make_room(count, &tree, NULL), CLD_OK);
    for (uint32_t i = 0; i < count; i++)
        cld_tree_set_box(&tree, i, &boxes[i]);
    cr_assert_eq(cld_tree_build(&tree, reach ? find_reach : NULL, reach, workers, NULL), CLD_OK);
    return tree;
}

static bool wants_odd(const void *context, uint32_t i, uint32_t j) {
    (void)context;
    return (i + j) % 2 == 1;
}

static int compare_pairs(const void *p, const void *q) {
    const uint32_t *a = p, *b = q;
    return a[0] != b[0] ? (a[0] > b[0]) - (a[0] < b[0]) : (a[1] > b[1]) - (a[1] < b[1]);
}

/// Compares with all pairs tried one by one.
static void expect_all_pairs(const cld_box *boxes, size_t count, cld_want_pair *want, unsigned workers,
                             uint64_t seed) {
    cld_tree tree = build(boxes, count, NULL, workers);
    cld_pairs pairs;
    cr_assert_eq(cld_tree_find_pairs(&tree, want, NULL, workers, &pairs, NULL), CLD_OK);
    qsort(pairs.pair, pairs.count, sizeof *pairs.pair, compare_pairs);
    size_t next = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            if (!cld_box_meets(&boxes[i], &boxes[j]) || (want && !want(NULL, i, j)))
                continue;
            cr_assert(next < pairs.count && pairs.pair[next][0] == i && pairs.pair[next][1] == j,
                      "seed %llu: pair %zu should be %u %u", (unsigned long long)seed, next, i, j);
            next++;
        }
    cr_assert_eq(next, pairs.count, "seed %llu: more pairs than there are", (unsigned long long)seed);
    free(pairs.pair);
    cld_tree_clear(&tree);
}

Test(broad, finds_the_pairs_that_brute_force_finds_each_once) {
    static cld_box boxes[MOST];
    for (uint64_t seed = 0; seed < 300; seed++) {
        random_state r = random_make(seed);
        size_t count = (size_t)random_int(&r, 0, seed % 10 ? 40 : MOST);
        int style = random_int(&r, 0, 4);
        for (size_t i = 0; i < count; i++)
            boxes[i] = make_random_box(&r, style);
        expect_all_pairs(boxes, count, seed % 3 ? NULL : wants_odd, seed % 2 ? 1 : 3, seed);
    }
}

/// Where workers share the building.
Test(broad, finds_the_pairs_of_many_boxes) {
    static cld_box boxes[MANY / 2];
    random_state r = random_make(1);
    for (size_t i = 0; i < MANY / 2; i++)
        boxes[i] = make_random_box(&r, 0);
    expect_all_pairs(boxes, MANY / 2, NULL, 3, 1);
}

static void expect_same_tree(const cld_tree *p, const cld_tree *q) {
    cr_assert_eq(p->node_count, q->node_count);
    cr_assert_eq(p->leaf_count, q->leaf_count);
    cr_assert_eq(p->bounded_count, q->bounded_count);
    cr_assert_arr_eq(p->item, q->item, p->item_count * sizeof *p->item);
    cr_assert_arr_eq(p->leaf, q->leaf, p->leaf_count * sizeof *p->leaf);
    for (uint32_t n = 0; n < p->node_count; n++) {
        const cld_tree_node *a = &p->node[n], *b = &q->node[n];
        cr_assert(a->first == b->first && a->skip == b->skip && a->reach == b->reach, "node %u", n);
        cr_assert_arr_eq(&a->box, &b->box, sizeof a->box, "node %u", n);
    }
    for (uint32_t i = 0; i < p->item_count; i++) {
        cld_box a = cld_tree_box(p, i), b = cld_tree_box(q, i);
        cr_assert_arr_eq(&a, &b, sizeof a, "place %u", i);
    }
}

Test(broad, builds_one_tree_by_any_number_of_workers) {
    static cld_box boxes[MANY];
    for (int style = 0; style <= 4; style++) {
        random_state r = random_make((uint64_t)style);
        for (size_t i = 0; i < MANY; i++)
            boxes[i] = make_random_box(&r, style);
        cld_tree one = build(boxes, MANY, NULL, 1);
        for (unsigned workers = 2; workers <= 8; workers += 3) {
            cld_tree other = build(boxes, MANY, NULL, workers);
            expect_same_tree(&one, &other);
            cld_tree_clear(&other);
        }
        cld_tree_clear(&one);
    }
}

Test(broad, has_each_box_at_the_place_of_its_number) {
    static cld_box boxes[MANY];
    for (int style = 0; style <= 4; style++) {
        random_state r = random_make((uint64_t)style);
        for (size_t i = 0; i < MANY; i++)
            boxes[i] = make_random_box(&r, style);
        cld_tree tree = build(boxes, MANY, NULL, 2);
        for (uint32_t place = 0; place < MANY; place++) {
            cld_box box = cld_tree_box(&tree, place);
            cr_assert_arr_eq(&box, &boxes[tree.item[place]], sizeof box, "style %d, place %u", style, place);
        }
        cld_tree_clear(&tree);
    }
}

static uint32_t find_end(const cld_tree *tree, uint32_t n) {
    const cld_tree_node *node = &tree->node[n];
    return node->skip < tree->node_count ? tree->node[node->skip].first : tree->bounded_count;
}

Test(broad, holds_each_node_s_boxes_in_its_own_grown_by_their_reach) {
    static cld_box boxes[MANY];
    static double reach[MANY];
    random_state r = random_make(7);
    for (size_t i = 0; i < MANY; i++) {
        boxes[i] = make_random_box(&r, 0);
        reach[i] = random_int(&r, 0, 3) * 0.01;
    }
    cld_tree tree = build(boxes, MANY, reach, 2);
    cr_assert_eq(find_end(&tree, 0), MANY);
    for (uint32_t n = 0; n < tree.node_count; n++) {
        const cld_tree_node *node = &tree.node[n];
        uint32_t item = tree.item[node->first];
        cld_box whole = cld_box_grow(&boxes[item], reach[item]);
        double longest = 0;
        for (uint32_t place = node->first; place < find_end(&tree, n); place++) {
            item = tree.item[place];
            cld_box box = cld_box_grow(&boxes[item], reach[item]);
            cld_box_include(&whole, &box);
            longest = fmax(longest, reach[item]);
        }
        cr_assert_arr_eq(&whole, &node->box, sizeof whole, "node %u", n);
        cr_assert_eq(node->reach, longest, "node %u", n);
    }
    cld_tree_clear(&tree);
}

static bool meet_grown(const cld_box *a, const cld_box *b, double by) {
    cld_box grown = cld_box_grow(a, by);
    return cld_box_meets(&grown, b);
}

Test(broad, finds_the_pairs_within_reach_and_none_beyond_the_longest) {
    static cld_box boxes[MOST];
    static double reach[MOST];
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_state r = random_make(seed);
        size_t count = (size_t)random_int(&r, 2, seed % 10 ? 40 : MOST), next = 0;
        double longest = 0;
        for (size_t i = 0; i < count; i++) {
            boxes[i] = make_random_box(&r, seed % 3 ? 1 : 4); // where sums do not round, or have no bound
            reach[i] = random_int(&r, 0, 2) * 0.5;
            longest = fmax(longest, reach[i]);
        }
        cld_tree tree = build(boxes, count, reach, seed % 2 ? 1 : 3);
        cld_pairs pairs;
        cr_assert_eq(cld_tree_find_pairs(&tree, NULL, NULL, 2, &pairs, NULL), CLD_OK);
        qsort(pairs.pair, pairs.count, sizeof *pairs.pair, compare_pairs);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = i + 1; j < count; j++) {
                bool found = next < pairs.count && pairs.pair[next][0] == i && pairs.pair[next][1] == j;
                next += found;
                cr_assert(found || !meet_grown(&boxes[i], &boxes[j], reach[i] + reach[j]), "seed %llu: %u %u",
                          (unsigned long long)seed, i, j);
                cr_assert(!found || meet_grown(&boxes[i], &boxes[j], 2 * longest), "seed %llu: %u %u",
                          (unsigned long long)seed, i, j);
            }
        cr_assert_eq(next, pairs.count);
        free(pairs.pair);
        cld_tree_clear(&tree);
    }
}

Test(broad, finds_boxes_of_any_size_and_place) {
    static cld_box boxes[MOST];
    for (uint64_t seed = 0; seed < 30; seed++) {
        random_state r = random_make(seed);
        double unit = random_power_of_ten(&r, -300, 300);
        for (size_t i = 0; i < 200; i++) {
            boxes[i] = make_random_box(&r, 0);
            for (int k = 0; k < 3; k++) {
                boxes[i].lower[k] *= unit;
                boxes[i].upper[k] *= unit;
            }
        }
        expect_all_pairs(boxes, 200, NULL, 2, seed);
    }
}

Test(broad, orders_boxes_however_near_each_other_they_are_for_their_place) {
    // Points of every other double, the next binade not far: where centres round, an end must not be lost.
    static const struct {
        double first, step;
    } rows[] = {{0x1p54 - 26, 2}, {-0x1p54 + 2, 2}, {-0x1p1023, 0x1p1019}, {-0x1p-988, 0x1p-990}};
    enum { COUNT = 13 };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++)
        for (int axis = 0; axis < 3; axis++) {
            cld_box boxes[COUNT] = {0};
            for (int i = 0; i < COUNT; i++)
                boxes[i].lower[axis] = boxes[i].upper[axis] =
                    rows[row].first + (COUNT - 1 - i) * rows[row].step;
            cld_tree tree = build(boxes, COUNT, NULL, 1);
            for (uint32_t leaf = 1; leaf < tree.leaf_count; leaf++)
                cr_expect_lt(tree.node[tree.leaf[leaf - 1]].box.upper[axis],
                             tree.node[tree.leaf[leaf]].box.lower[axis], "row %zu, axis %d, leaf %u", row,
                             axis, leaf);
            cr_expect_gt(tree.leaf_count, 1);
            cld_tree_clear(&tree);
        }
}

/// Across a row, boxes are spread as wide as they reach, but little beside its length.
Test(broad, divides_a_long_row_along_it) {
    enum { COUNT = 1024 };
    cld_box boxes[COUNT];
    for (int axis = 0; axis < 3; axis++) {
        random_state r = random_make(0);
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < 3; k++) {
                double at = random_real(&r, 0, k == axis ? COUNT : 1);
                boxes[i].lower[k] = at, boxes[i].upper[k] = at + 1;
            }
        cld_tree tree = build(boxes, COUNT, NULL, 1);
        for (uint32_t i = 0; i < tree.leaf_count; i++) {
            const cld_box *box = &tree.node[tree.leaf[i]].box;
            double length = box->upper[axis] - box->lower[axis];
            cr_expect_leq(length, 4 * CLD_LANES, "axis %d, leaf %u: %g long", axis, i, length);
        }
        cld_tree_clear(&tree);
    }
}

Test(broad, pairs_boxes_as_near_each_other_as_can_be) {
    static cld_box boxes[MOST]; // whose extent has no inverse
    for (uint64_t seed = 0; seed < 10; seed++) {
        random_state r = random_make(seed);
        for (size_t i = 0; i < 50; i++)
            for (int k = 0; k < 3; k++) {
                boxes[i].lower[k] = random_int(&r, 0, 30) * 0x1p-1026;
                boxes[i].upper[k] = boxes[i].lower[k] + random_int(&r, 0, 4) * 0x1p-1026;
            }
        expect_all_pairs(boxes, 50, NULL, 1, seed);
    }
}

/// The distance is that of the boxes, so that ties and overlaps occur.
typedef struct target {
    const cld_box *boxes, *from;
    uint32_t self;
} target;

static double find_distance(void *context, uint32_t i) {
    const target *t = context;
    return i == t->self ? INFINITY : cld_box_find_distance(t->from, &t->boxes[i]);
}

/// Makes boxes at random, and a tree over them.
static cld_tree build_random(random_state *r, int style, size_t count, cld_box *boxes) {
    for (size_t i = 0; i < count; i++)
        boxes[i] = make_random_box(r, style);
    return build(boxes, count, NULL, 1);
}

Test(broad, knows_no_distance_that_is_more_than_that_of_boxes_however_small) {
    for (int power = 0; power < 1000; power++) {
        double size = 1.4 * ldexp(1, -power);
        cld_box a = {{0, 0, 0}, {0, 0, 0}}, b = {{size, size, size}, {size, size, size}};
        double distance = cld_box_find_distance(&a, &b);
        cr_expect(distance <= sqrt(3) * size && distance >= (sqrt(3) - 3e-15) * size, "%g: %g", size,
                  distance);
    }
}

Test(broad, finds_the_nearest_and_of_equally_near_ones_the_first) {
    static cld_box boxes[MOST];
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_state r = random_make(seed);
        size_t count = (size_t)random_int(&r, 1, 60);
        int style = random_int(&r, 0, 4);
        cld_tree tree = build_random(&r, style, count, boxes);
        for (uint32_t self = 0; self < count; self++) {
            target t = {boxes, &boxes[self], self};
            uint32_t expected = UINT32_MAX;
            for (uint32_t i = 0; i < count; i++)
                if (i != self &&
                    (expected == UINT32_MAX || find_distance(&t, i) < find_distance(&t, expected)))
                    expected = i;
            double least = INFINITY;
            cr_assert_eq(cld_tree_find_nearest(&tree, t.from, find_distance, &t, &least), expected,
                         "seed %llu, box %u", (unsigned long long)seed, self);
            if (expected == UINT32_MAX || isinf(least))
                continue;
            cr_assert_eq(least, find_distance(&t, expected));
            cr_assert_eq(cld_tree_find_nearest(&tree, t.from, find_distance, &t, &least), expected);
            least = nextafter(least, -INFINITY);
            cr_assert_eq(cld_tree_find_nearest(&tree, t.from, find_distance, &t, &least), UINT32_MAX);
        }
        cld_tree_clear(&tree);
    }
}

/// What has been asked for, and after how many to be content.
typedef struct request {
    bool asked[MOST];
    size_t count, enough;
} request;

static bool accept_item(void *context, uint32_t i) {
    request *r = context;
    cr_assert_not(r->asked[i]);
    r->asked[i] = true;
    return ++r->count == r->enough;
}

Test(broad, asks_for_each_item_that_meets_a_box_until_one_is_accepted) {
    static cld_box boxes[MOST];
    size_t total = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_state r = random_make(seed);
        size_t count = (size_t)random_int(&r, 0, 100);
        int style = random_int(&r, 0, 4);
        cld_tree tree = build_random(&r, style, count, boxes);
        cld_box box = make_random_box(&r, style);
        request all = {.count = 0}, first = {.enough = 1};
        cr_assert_not(cld_tree_has_meeting(&tree, &box, accept_item, &all));
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(all.asked[i], cld_box_meets(&box, &boxes[i]), "seed %llu, box %zu",
                         (unsigned long long)seed, i);
        cr_assert_eq(cld_tree_has_meeting(&tree, &box, accept_item, &first), all.count > 0);
        cr_assert_eq(first.count, all.count > 0);
        total += all.count;
        cld_tree_clear(&tree);
    }
    cr_assert_gt(total, 500);
}
