#include <criterion/criterion.h>
#include <math.h>

#include "support/oracle2.h"
#include "support/random.h"

#define COUNT(points) (sizeof(points) / sizeof *(points))
#define TRUTH(a, b) oracle2_find_signed_distance(&(a)[0][0], COUNT(a), &(b)[0][0], COUNT(b))

static void expect_exactly(oracle_real got, double expected) {
    cr_expect(got.value == expected && got.rest == 0, "expected %.17g, got %.17g + %.17g", expected,
              got.value, got.rest);
}

Test(oracle2, measures_points_and_segments) {
    const double a[][3] = {{1, 2}}, b[][3] = {{4, 6}}, x[][3] = {{-1, 0}, {1, 0}},
                 crossing[][3] = {{0, -1}, {0, 1}};
    const double parallel[][3] = {{0, 3}, {5, 3}}, ahead[][3] = {{4, 0}, {5, 0}},
                 over[][3] = {{0.5, 0}, {5, 0}};
    expect_exactly(TRUTH(a, b), 5);
    expect_exactly(TRUTH(a, a), 0);
    expect_exactly(TRUTH(x, crossing), -1); // A - B is a square of side 2 about the origin
    expect_exactly(TRUTH(x, parallel), 3);
    expect_exactly(TRUTH(x, ahead), 3);
    expect_exactly(TRUTH(x, over), 0);
}

Test(oracle2, measures_polygons_apart_touching_and_overlapping) {
    const double square[][3] = {{2, 2}, {2, 5}, {4, 5}, {4, 2}}, triangle[][3] = {{3, 3}, {5, 4}, {5, 2}};
    const double beside[][3] = {{4, 3}, {9, 9}, {9, 0}}, corner[][3] = {{7, 9}, {9, 9}, {9, 10}};
    const double inside[][3] = {{2.5, 3}, {3, 3}, {3, 4}};
    expect_exactly(TRUTH(square, triangle), -1);
    expect_exactly(TRUTH(square, beside), 0);
    expect_exactly(TRUTH(square, corner), 5);
    expect_exactly(TRUTH(square, inside), -1); // out to the left
}

/// Boxes are apart by the length of the vector of their gaps, else overlap by the least overlap along an
/// axis.
Test(oracle2, agrees_with_the_closed_form_for_rectangles) {
    for (uint64_t seed = 0; seed < 300; seed++) {
        random_state r = random_make(seed);
        double low[2][2], high[2][2], corner[2][4][3], squares = 0, least = HUGE_VAL;
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 2; k++) {
                low[i][k] = random_int(&r, -6, 6);
                high[i][k] = low[i][k] + random_int(&r, 1, 6);
            }
            for (int c = 0; c < 4; c++)
                for (int k = 0; k < 2; k++)
                    corner[i][c][k] = c >> k & 1 ? high[i][k] : low[i][k];
        }
        for (int k = 0; k < 2; k++) {
            double overlap = fmin(high[0][k] - low[1][k], high[1][k] - low[0][k]);
            squares += overlap < 0 ? overlap * overlap : 0;
            least = fmin(least, overlap);
        }
        oracle_real got = TRUTH(corner[0], corner[1]);
        cr_expect_eq(got.value, least < 0 ? sqrt(squares) : -least, "seed %llu", (unsigned long long)seed);
    }
}
