/// A tree over a cloud, each node of which is a patch in an oriented box.
///
/// A box stands along the axes of the patch's covariance, so on a surface its third side is only as thick as
/// the patch is bent: with the square of its size, as is what a vertex beside the farthest one falls short
/// by. So a search looks at about as many patches of each size, whatever the size (S. Gottschalk, M. Lin, D.
/// Manocha, OBBTree, 1996). The patches of one depth are halves, by number, of those above.

#include "shape/patches.h"

#include <math.h>
#include <stdlib.h>

#include "shape/lanes.h"

enum { PARTS = CLD_LANES, MOST_IN_LEAF = 16, MOST_DEPTH = 16 };

/// By how much a vertex may be beyond its box, relative to the cloud's extent times the sum of the
/// direction's components: axes are unit and orthogonal to 4 u, so coordinates along them, both products with
/// d and their sums are together off by less than 64 u.
#define LOST 0x1p-45

/// A cloud that is flatter is taken for as flat as this: beyond, rounding is all that there is to see.
#define FLATTEST 0x1p-40

typedef struct box {
    cld_vec3 centre, side[3]; ///< from the centre to the middle of three of its faces
} box;

/// The boxes of the four parts of a patch.
typedef struct group {
    cld_lanes3 centre, side[3];
} group;

typedef struct member {
    cld_vec3 v;
    uint32_t index;
} member;

/// Patch i consists of patches 4 i + 1 to 4 i + 4, the boxes of which are group i; patch 0 is the whole
/// cloud. The last ones are leaves. Coordinates stand leaf by leaf, with room for what a scan reads beyond
/// the end.
struct cld_patches {
    group *group;
    double *x, *y, *z;
    uint32_t *index;
    double lost;
    uint32_t count, depth, group_count;
};

/// The first member of the k-th patch of a depth at which there are 2^bits.
static uint32_t find_start(const cld_patches *p, uint32_t bits, uint32_t k) {
    return (uint32_t)((uint64_t)p->count * k >> bits);
}

static cld_vec3 find_mean(const member *m, size_t count) {
    cld_vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < count; i++)
        sum = cld_add(sum, m[i].v);
    return cld_scale(sum, 1.0 / (double)count);
}

/// One rotation of Jacobi's method: in the plane of rows p and q, so that s[p][q] becomes 0.
static void rotate(double s[3][3], cld_vec3 axis[3], int p, int q) {
    if (s[p][q] == 0)
        return;
    double theta = (s[q][q] - s[p][p]) / (2 * s[p][q]),
           t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1);
    int r = 3 - p - q;
    double along = s[p][q], to_p = s[p][r], to_q = s[q][r];
    s[p][p] -= t * along;
    s[q][q] += t * along;
    s[p][q] = s[q][p] = 0;
    s[p][r] = s[r][p] = c * (to_p - t * to_q);
    s[q][r] = s[r][q] = c * (to_q + t * to_p);
    cld_vec3 a = axis[p];
    axis[p] = cld_scale(cld_add_scaled(a, -t, axis[q]), c);
    axis[q] = cld_scale(cld_add_scaled(axis[q], t, a), c);
}

/// The axes along and across which the members are spread, unit, that of the widest spread first, and how
/// wide that is: the square of the deviation from the mean (C. Jacobi, 1846).
static void find_axes(const member *m, size_t count, cld_vec3 mean, cld_vec3 axis[3], double spread[3]) {
    enum { SWEEPS = 6 }; // each squares what is left beside the diagonal
    double s[3][3] = {{0}};
    for (size_t i = 0; i < count; i++) {
        cld_vec3 d = cld_sub(m[i].v, mean);
        s[0][0] += d.x * d.x, s[1][1] += d.y * d.y, s[2][2] += d.z * d.z;
        s[0][1] += d.x * d.y, s[0][2] += d.x * d.z, s[1][2] += d.y * d.z;
    }
    s[1][0] = s[0][1], s[2][0] = s[0][2], s[2][1] = s[1][2];
    for (int k = 0; k < 3; k++)
        axis[k] = cld_vec3_make(k == 0, k == 1, k == 2);
    for (int i = 0; i < SWEEPS; i++)
        for (int k = 0; k < 3; k++)
            rotate(s, axis, k < 2 ? 0 : 1, k < 1 ? 1 : 2);
    for (int k = 0; k < 3; k++)
        spread[k] = s[k][k] / (double)count;
    for (int k = 0; k < 3; k++) { // 0 with 1, 0 with 2, 1 with 2
        int p = k < 2 ? 0 : 1, q = k < 1 ? 1 : 2;
        if (spread[p] < spread[q]) {
            double t = spread[p];
            cld_vec3 a = axis[p];
            spread[p] = spread[q], axis[p] = axis[q];
            spread[q] = t, axis[q] = a;
        }
    }
}

static box fit_box(const member *m, size_t count) {
    cld_vec3 mean = find_mean(m, count), axis[3];
    double spread[3];
    find_axes(m, count, mean, axis, spread);
    box b = {.centre = mean};
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            double along = cld_dot(axis[k], cld_sub(m[i].v, mean));
            low = cld_min(low, along), high = cld_max(high, along);
        }
        b.centre = cld_add_scaled(b.centre, (low + high) / 2, axis[k]);
        b.side[k] = cld_scale(axis[k], (high - low) / 2);
    }
    return b;
}

/// Puts those that are less far along d than the others before `middle` (C. Hoare, Find, 1961).
static void part(member *m, size_t count, size_t middle, cld_vec3 d) {
    size_t low = 0, high = count - 1;
    while (low < high) {
        double pivot = cld_dot(m[(low + high) / 2].v, d);
        size_t i = low, j = high;
        for (;; i++, j--) {
            while (cld_dot(m[i].v, d) < pivot)
                i++;
            while (cld_dot(m[j].v, d) > pivot)
                j--;
            if (i >= j)
                break;
            member t = m[i];
            m[i] = m[j], m[j] = t;
        }
        if (middle <= j)
            high = j;
        else
            low = j + 1;
    }
}

/// Halves patches where they are widest until they are leaves.
static void divide(const cld_patches *p, member *m) {
    for (uint32_t bits = 0; bits < 2 * p->depth; bits++)
        for (uint32_t k = 0; k < 1u << bits; k++) {
            uint32_t start = find_start(p, bits, k), middle = find_start(p, bits + 1, 2 * k + 1);
            size_t count = find_start(p, bits, k + 1) - start;
            cld_vec3 axis[3];
            double spread[3];
            find_axes(m + start, count, find_mean(m + start, count), axis, spread);
            part(m + start, count, middle - start, axis[0]);
        }
}

static void put(cld_lanes3 *to, int lane, cld_vec3 v) {
    to->x[lane] = v.x, to->y[lane] = v.y, to->z[lane] = v.z;
}

/// Finds the boxes of a stretched cloud and puts them where they are in that as it was.
static void make_groups(const cld_patches *p, const member *m, cld_vec3 mean, const cld_mat3 *back) {
    uint32_t patch = 1;
    for (uint32_t bits = 2; bits <= 2 * p->depth; bits += 2)
        for (uint32_t k = 0; k < 1u << bits; k++, patch++) {
            uint32_t start = find_start(p, bits, k);
            box b = fit_box(m + start, find_start(p, bits, k + 1) - start);
            group *g = &p->group[(patch - 1) / PARTS];
            int lane = (int)((patch - 1) % PARTS);
            put(&g->centre, lane, cld_add(mean, cld_mat3_apply(back, b.centre)));
            for (int i = 0; i < 3; i++)
                put(&g->side[i], lane, cld_mat3_apply(back, b.side[i]));
        }
}

/// Stretches a cloud along its axes until it is as wide along each, so that a disc has two sides as a ball
/// has; `back` undoes it.
static void stretch(member *m, uint32_t count, cld_vec3 *mean, cld_mat3 *back) {
    cld_vec3 axis[3];
    double spread[3], width[3];
    *mean = find_mean(m, count);
    find_axes(m, count, *mean, axis, spread);
    double least = FLATTEST * FLATTEST * spread[0];
    for (int k = 0; k < 3; k++)
        width[k] = spread[k] > least ? sqrt(spread[k]) : least > 0 ? sqrt(least) : 1;
    cld_vec3 x = cld_scale(axis[0], width[0]), y = cld_scale(axis[1], width[1]),
             z = cld_scale(axis[2], width[2]);
    *back = (cld_mat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 d = cld_sub(m[i].v, *mean);
        m[i].v = cld_vec3_make(cld_dot(axis[0], d) / width[0], cld_dot(axis[1], d) / width[1],
                               cld_dot(axis[2], d) / width[2]);
    }
}

/// Everything in one block.
static cld_patches *allocate(uint32_t count) {
    uint32_t depth = 1;
    while (count >> 2 * depth > MOST_IN_LEAF)
        depth++;
    size_t group_count = (((size_t)1 << 2 * depth) - 1) / (PARTS - 1),
           stride = cld_cloud_stride(count) + CLD_LANES, head = (sizeof(cld_patches) + 63) / 64 * 64;
    size_t bytes = head + group_count * sizeof(group) + stride * (3 * sizeof(double) + sizeof(uint32_t));
    char *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!block)
        return NULL;
    cld_patches *p = (cld_patches *)(void *)block;
    p->group = (group *)(void *)(block + head);
    p->x = (double *)(void *)(p->group + group_count);
    p->y = p->x + stride, p->z = p->y + stride;
    p->index = (uint32_t *)(void *)(p->z + stride);
    p->count = count;
    p->depth = depth;
    p->group_count = (uint32_t)group_count;
    return p;
}

static int compare_places(const void *p, const void *q) {
    const member *a = p, *b = q;
    const double d[3] = {a->v.x - b->v.x, a->v.y - b->v.y, a->v.z - b->v.z};
    for (int k = 0; k < 3; k++)
        if (d[k] != 0)
            return d[k] < 0 ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/// Leaves one member of each place, that with the lowest number, but no less than a leaf may have: boxes part
/// no copies. Returns how many are left.
static uint32_t drop_copies(member *m, uint32_t count) {
    uint32_t kept = 0;
    qsort(m, count, sizeof *m, compare_places);
    for (uint32_t i = 0; i < count; i++) {
        bool is_copy = kept > 0 && cld_max_abs(cld_sub(m[i].v, m[kept - 1].v)) == 0;
        if (!is_copy || kept + (count - i) <= MOST_IN_LEAF)
            m[kept++] = m[i];
    }
    return kept;
}

static void fill(cld_patches *p, member *m, const cld_cloud *cloud, double extent) {
    p->lost = LOST * extent;
    cld_vec3 mean;
    cld_mat3 back;
    stretch(m, p->count, &mean, &back);
    divide(p, m);
    make_groups(p, m, mean, &back);
    for (uint32_t i = 0; i < cld_cloud_stride(p->count) + CLD_LANES; i++) {
        uint32_t from = m[i < p->count ? i : 0].index;
        p->x[i] = cloud->x[from], p->y[i] = cloud->y[from], p->z[i] = cloud->z[from];
        p->index[i] = from;
    }
}

cld_patches *cld_patches_create(const cld_cloud *cloud) {
    member *m = malloc(cloud->count * sizeof *m);
    double extent = 0;
    for (uint32_t i = 0; i < cloud->count && m; i++) {
        m[i] = (member){cld_cloud_at(cloud, i), i};
        extent = cld_max(extent, cld_max_abs(m[i].v));
    }
    cld_patches *p = m ? allocate(drop_copies(m, cloud->count)) : NULL;
    if (p)
        fill(p, m, cloud, extent);
    free(m);
    return p;
}

void cld_patches_destroy(cld_patches *p) { free(p); }

typedef struct search {
    cld_lanes3 d; ///< the direction, in each lane
    double best;
    uint32_t at; ///< of the best so far
} search;

/// Not aligned, for leaves begin anywhere.
typedef double loose_lanes __attribute__((vector_size(8 * CLD_LANES), aligned(8), may_alias));

/// What is read beyond the leaf is as good as what is in it.
CLD_INLINE void look_at_leaf(const cld_patches *p, uint32_t leaf, search *s) {
    uint32_t end = find_start(p, 2 * p->depth, leaf + 1);
    for (uint32_t i = find_start(p, 2 * p->depth, leaf); i < end; i += CLD_LANES) {
        const loose_lanes *x = (const loose_lanes *)(p->x + i), *y = (const loose_lanes *)(p->y + i),
                          *z = (const loose_lanes *)(p->z + i);
        cld_lanes along = *x * s->d.x + *y * s->d.y + *z * s->d.z;
        cld_lane_mask good = along >= s->best;
        if (!cld_lanes_have_any(&good))
            continue;
        for (uint32_t k = 0; k < CLD_LANES; k++)
            if (along[k] > s->best || (along[k] == s->best && p->index[i + k] < p->index[s->at]))
                s->best = along[k], s->at = i + k;
    }
}

typedef struct waiting {
    double most; ///< no vertex of the patch is farther
    uint32_t patch;
} waiting;

/// Puts the parts that may have a farther vertex behind the others that wait, the most promising one, by its
/// centre, last. Returns how many wait.
CLD_INLINE int open_patch(const cld_patches *p, uint32_t patch, double lost, const search *s, waiting *left,
                          int count) {
    const group *g = &p->group[patch];
    cld_lanes middle, along, most;
    cld_lanes_dot(&g->centre, &s->d, &middle);
    most = middle + lost;
    for (int i = 0; i < 3; i++) {
        cld_lanes_dot(&g->side[i], &s->d, &along);
        cld_lanes_take_magnitude(&along);
        most += along;
    }
    int first = 0;
    for (int k = 1; k < PARTS; k++)
        first = middle[k] > middle[first] ? k : first;
    for (int i = 1; i <= PARTS; i++) {
        int k = (first + i) % PARTS;
        left[count] = (waiting){most[k], PARTS * patch + 1 + (uint32_t)k};
        count += most[k] >= s->best;
    }
    return count;
}

CLD_INLINE uint32_t find_extreme(const cld_patches *p, cld_vec3 d) {
    waiting left[PARTS * MOST_DEPTH];
    double lost = p->lost * (fabs(d.x) + fabs(d.y) + fabs(d.z));
    search s = {.best = -INFINITY, .at = 0};
    for (int k = 0; k < CLD_LANES; k++)
        s.d.x[k] = d.x, s.d.y[k] = d.y, s.d.z[k] = d.z;
    left[0] = (waiting){INFINITY, 0};
    for (int count = 1; count-- > 0;) {
        waiting next = left[count];
        if (next.most < s.best)
            continue;
        if (next.patch < p->group_count)
            count = open_patch(p, next.patch, lost, &s, left, count);
        else
            look_at_leaf(p, next.patch - p->group_count, &s);
    }
    return s.at;
}

CLD_WIDE(uint32_t, find_extreme, (const cld_patches *p, cld_vec3 d), { return find_extreme(p, d); })

uint32_t cld_patches_find_extreme(const cld_patches *p, cld_vec3 d, cld_vec3 *v) {
    uint32_t at = CLD_BEST(find_extreme, (p, d));
    *v = cld_vec3_make(p->x[at], p->y[at], p->z[at]);
    return p->index[at];
}
