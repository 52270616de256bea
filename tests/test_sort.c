#include <criterion/criterion.h>
#include <string.h>

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
    cld_problems_sort(&list);
    for (size_t i = 0; i + 1 < COUNT; i++) {
        const cld_problem p = cld_problems_get(&list, i), q = cld_problems_get(&list, i + 1);
        cr_assert(p.order < q.order || (p.order == q.order && p.error.line < q.error.line));
    }
    cld_problems_clear(&list);
}

/// A problem that says which it is, at the lengths that an error has room for.
static cld_problem make_problem(unsigned long i) {
    cld_problem problem = {.file = "f", .name = i % 2 ? "n" : NULL, .order = i};
    problem.error = (cld_error){.status = CLD_BAD_VALUE, .line = i, .column = i + 1};
    memset(problem.error.pointer, 'p', i % 2 ? sizeof problem.error.pointer - 1 : i);
    memset(problem.error.message, 'm', i % 2 ? sizeof problem.error.message - 1 : i);
    return problem;
}

Test(sort, keeps_problems_as_they_were_added_in_a_list_and_in_one_that_takes_it_over) {
    enum { FEW = 9 };
    for (unsigned long before = 0; before < FEW; before++) {
        cld_problem_list list = {0}, other = {0};
        for (unsigned long i = 0; i < FEW; i++) {
            const cld_problem problem = make_problem(i);
            cld_problems_add(i < before ? &list : &other, &problem);
        }
        cld_problems_take(&list, &other);
        cr_assert_eq(other.count, 0);
        cr_assert_eq(list.count, FEW);
        cld_problems_sort(&list);
        for (unsigned long i = 0; i < FEW; i++) {
            const cld_problem expected = make_problem(i), got = cld_problems_get(&list, i);
            cr_assert_eq(got.file, expected.file);
            cr_assert_eq(got.name, expected.name);
            cr_assert_eq(got.order, i);
            cr_assert(got.error.status == CLD_BAD_VALUE && got.error.line == i && got.error.column == i + 1);
            cr_assert_str_eq(got.error.pointer, expected.error.pointer);
            cr_assert_str_eq(got.error.message, expected.error.message);
        }
        cld_problems_clear(&list);
        cld_problems_clear(&other);
    }
}
