#include <criterion/criterion.h>

#include "base/problem.h"
#include "base/sort.h"
#include "support/random.h"

enum { COUNT = 200, LIMIT = 17 };

Test(sort, orders_by_key_and_leaves_equal_ones_in_order) {
    random_state random = random_make(5);
    uint32_t key[COUNT], in[COUNT], out[COUNT], place[LIMIT + 1];
    for (uint32_t i = 0; i < COUNT; i++) {
        key[i] = (uint32_t)random_int(&random, 0, LIMIT - 1);
        in[i] = COUNT - 1 - i;
    }
    cld_sort_by_key(key, LIMIT, in, COUNT, out, place);
    for (uint32_t i = 0; i + 1 < COUNT; i++)
        cr_assert(key[out[i]] < key[out[i + 1]] || (key[out[i]] == key[out[i + 1]] && out[i] > out[i + 1]));
}

Test(sort, by_two_keys_orders_by_the_last_one_sorted_by) {
    const uint32_t tens[] = {1, 0, 1, 0}, units[] = {1, 1, 0, 0}, expected[] = {3, 1, 2, 0};
    uint32_t by_units[4], order[4], place[3];
    cld_sort_by_key(units, 2, NULL, 4, by_units, place);
    cld_sort_by_key(tens, 2, by_units, 4, order, place);
    for (int i = 0; i < 4; i++)
        cr_assert_eq(order[i], expected[i]);
}

Test(sort, leaves_problems_of_one_order_as_they_were_added) {
    random_state random = random_make(7);
    cld_problem_list list = {0};
    for (unsigned long i = 0; i < COUNT; i++) {
        cld_problem problem = {.order =
                                   random_one_in(&random, 2) ? SIZE_MAX : (size_t)random_int(&random, 0, 3),
                               .error.line = i};
        cld_problems_add(&list, &problem);
    }
    cr_assert_eq(list.count, COUNT);
    cld_problems_sort(&list, 10);
    for (size_t i = 0; i + 1 < COUNT; i++) {
        const cld_problem *p = &list.items[i], *q = p + 1;
        if (i < 10)
            cr_assert_eq(p->error.line, i);
        else
            cr_assert(p->order < q->order || (p->order == q->order && p->error.line < q->error.line));
    }
    cld_problems_clear(&list);
}
