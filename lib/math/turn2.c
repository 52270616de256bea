#include "math/turn2.h"

#include <limits.h>

#include "math/whole.h"

/// Products of double-doubles are good to 7 u^2 of themselves, their difference to 3 u^2 (dd.h): together to
/// 10 u^2 of the sizes of both, of which this is three times as much.
#define DD_ERROR 0x1p-101

/// Where products may underflow, doubles tell nothing.
#define LEAST_PRODUCT 0x1p-800

/// In whole numbers.
static int turn_exactly(cld_vec3 a, cld_vec3 b, cld_vec3 c) {
    const double x[3] = {a.x, b.x, c.x}, y[3] = {a.y, b.y, c.y};
    int exponent = INT_MAX;
    for (int i = 0; i < 3; i++) {
        int at_x = cld_lowest_bit(x[i]), at_y = cld_lowest_bit(y[i]);
        exponent = at_x < exponent ? at_x : exponent;
        exponent = at_y < exponent ? at_y : exponent;
    }
    if (exponent == INT_MAX)
        return 0;
    cld_whole from[2], to, side[2][2], left, right;
    cld_whole_set(&from[0], x[0], exponent);
    cld_whole_set(&from[1], y[0], exponent);
    for (int i = 0; i < 2; i++) {
        cld_whole_set(&to, x[i + 1], exponent);
        cld_whole_sub(&side[i][0], &to, &from[0]);
        cld_whole_set(&to, y[i + 1], exponent);
        cld_whole_sub(&side[i][1], &to, &from[1]);
    }
    cld_whole_mul(&left, &side[0][0], &side[1][1]);
    cld_whole_mul(&right, &side[0][1], &side[1][0]);
    cld_whole_sub(&to, &left, &right);
    return to.sign;
}

int cld_turn2(cld_vec3 a, cld_vec3 b, cld_vec3 c) {
    int rough = cld_compare_products((b.x - a.x) * (c.y - a.y), (b.y - a.y) * (c.x - a.x));
    if (rough)
        return rough;
    cld_dd abx = cld_two_diff(b.x, a.x), aby = cld_two_diff(b.y, a.y);
    cld_dd acx = cld_two_diff(c.x, a.x), acy = cld_two_diff(c.y, a.y);
    cld_dd left = cld_dd_mul(abx, acy), right = cld_dd_mul(aby, acx);
    double turn = cld_dd_sub(left, right).hi, most = fabs(left.hi) + fabs(right.hi);
    if (fabs(turn) > DD_ERROR * most + LEAST_PRODUCT)
        return turn > 0 ? 1 : -1;
    return turn_exactly(a, b, c);
}
