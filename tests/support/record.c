/// A failing pair on paper: as a line of JSON that can be replayed, and as small as it gets.
#include <math.h>

#include "generate.h"

static void print_set(FILE *file, const char *name, const point_set *s) {
    fprintf(file, "\"%s\": {\"vertices\": [", name);
    for (size_t i = 0; i < s->count; i++)
        fprintf(file, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", s->at[i][0], s->at[i][1], s->at[i][2]);
    fputs("]}", file);
}

void pair_print(FILE *file, const test_pair *pair) {
    fputc('{', file);
    print_set(file, "a", &pair->a);
    fputs(", ", file);
    print_set(file, "b", &pair->b);
    fputs("}\n", file);
}

static point_set *side_of(test_pair *pair, int side) { return side ? &pair->b : &pair->a; }

static bool drop_points(test_pair *pair, pair_predicate *shows, void *context) {
    bool changed = false;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < side_of(pair, side)->count && side_of(pair, side)->count > 1;) {
            test_pair less = *pair;
            point_set *s = side_of(&less, side);
            s->count--;
            for (size_t j = i; j < s->count; j++)
                for (int k = 0; k < 3; k++)
                    s->at[j][k] = s->at[j + 1][k];
            if (shows(&less, context)) {
                *pair = less;
                changed = true;
            } else {
                i++;
            }
        }
    return changed;
}

/// x with no more than `bits` significant bits.
static double cut_digits(double x, int bits) {
    int e;
    double m = frexp(x, &e);
    return ldexp(rint(ldexp(m, bits)), e - bits);
}

static bool cut_coordinates(test_pair *pair, pair_predicate *shows, void *context) {
    static const int digits[] = {1, 2, 4, 8, 16, 32};
    bool changed = false;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < 3 * side_of(pair, side)->count; i++)
            for (size_t d = 0; d <= sizeof digits / sizeof *digits; d++) {
                test_pair less = *pair;
                double *x = &side_of(&less, side)->at[i / 3][i % 3], old = *x;
                *x = d == 0 ? 0 : cut_digits(old, digits[d - 1]);
                if (*x == old)
                    break;
                if (shows(&less, context)) {
                    *pair = less;
                    changed = true;
                    break;
                }
            }
    return changed;
}

void pair_shrink(test_pair *pair, pair_predicate *shows, void *context) {
    bool changed = true;
    while (changed) {
        changed = drop_points(pair, shows, context);
        changed = cut_coordinates(pair, shows, context) || changed;
    }
}
