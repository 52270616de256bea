#include "random.h"

#include <stdlib.h>

static uint64_t splitmix64(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

random_state random_make(uint64_t seed) {
    random_state r;
    for (int i = 0; i < 4; i++)
        r.word[i] = splitmix64(&seed);
    return r;
}

static uint64_t rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

uint64_t random_bits(random_state *r) {
    uint64_t *s = r->word;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

int random_int(random_state *r, int low, int high) {
    uint64_t span = (uint64_t)(high - low) + 1;
    return low + (int)((random_bits(r) >> 32) * span >> 32);
}

bool random_one_in(random_state *r, int n) { return random_int(r, 1, n) == 1; }

double random_real(random_state *r, double low, double high) {
    return low + (high - low) * ((double)(random_bits(r) >> 11) * 0x1p-53);
}

double random_short(random_state *r) { return (double)random_int(r, -(1 << 19), (1 << 19) - 1) * 0x1p-19; }

double power_of_ten(int e) {
    double p = 1;
    for (int i = e < 0 ? -e : e; i > 0; i--)
        p *= 10;
    return e < 0 ? 1 / p : p;
}

double random_of_digits(random_state *r) {
    int kind = random_int(r, 0, 2), whole = random_int(r, -30, 30);
    return kind == 0 ? whole : kind == 1 ? whole / 10.0 : random_real(r, -3, 3);
}

double random_power_of_ten(random_state *r, int low, int high) {
    return power_of_ten(random_int(r, low, high));
}

void random_rotation(random_state *r, double m[3][3]) {
    int w, x, y, z, n;
    do {
        w = random_int(r, -9, 9), x = random_int(r, -9, 9), y = random_int(r, -9, 9),
        z = random_int(r, -9, 9);
        n = w * w + x * x + y * y + z * z;
    } while (n == 0);
    int q[3][3] = {
        {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z},
    };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = (double)q[i][j] / n;
}

void random_points(random_state *r, double *points, size_t count, double size, double far) {
    for (size_t i = 0; i < 3 * count; i++)
        points[i] = far + size * random_real(r, -1, 1);
}

uint64_t random_trials(uint64_t count) {
    const char *part = getenv("TRIALS_ONE_IN");
    uint64_t one_in = part ? strtoull(part, NULL, 10) : 1;
    return one_in > 1 && count > one_in ? count / one_in : count;
}
