// Where vertices are rounded, what was meant to be flat has many facets, and the plane of none of them need
// be near all of it. But of any planes that the hull is below, a weighted mean with weights of at least 0 is
// another. So this is a game for two: one picks a point between those of the list, the other a face, and the
// depth of the point below the plane of the face, along a ray upwards, is paid (J. von Neumann, Zur Theorie
// der Gesellschaftsspiele, 1928). Its value is the greatest depth of a point, and the second player's mixture
// the plane that proves it. The game is played with few points and faces; to these are added the point that
// the mixture is worst for and the face above the point, until there are none to add (H. B. McMahan, G. J.
// Gordon, A. Blum, Planning in the presence of cost functions controlled by an adversary, 2003). Small games
// are solved by the simplex method.
//
// What the simplex method makes of rounding does not matter: weights are made positive and to sum up to 1,
// and the depth is measured anew for all points. A mean of n unit normals is shorter than 1, and what is
// measured by it too small by that much.
#include "hull/depth.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"

/// Points and faces of a small game. With as many unknowns as a plane has, 4 of each do at last; the others
/// are left over from the way there.
enum { MOST = 24 };

/// What of a tableau is nearer to 0 counts as 0. No derivation, and none is needed: its numbers are about 1,
/// and a game that is ended too early or too late costs depth, which is measured, not the proof.
#define NOTHING 1e-12

/// A face that looks up by less than this is not added: heights above it are off by some u, and along `up` by
/// so much over this, 1e-10, which is a part in 10^4 of the tolerance.
#define LEAST_SLOPE 1e-6

/// A game as the simplex method has it: find x, none below 0, with the greatest sum for which no row of `at`
/// times x is above 1. The last column is the right side, the last row the sum.
typedef struct tableau {
    double at[MOST + 1][MOST + 1];
    int rows, columns;
    int row_label[MOST], column_label[MOST]; ///< columns of the game are 0 .. MOST - 1, rows follow
} tableau;

typedef struct game {
    const cld_surface *surface;
    const uint32_t *vertex;
    uint32_t count;
    cld_vec3 up;
    uint32_t row[MOST], column[MOST]; ///< places in the list, and faces
    double slope[MOST];               ///< of each column's normal along `up`; positive
    int rows, columns;
    double row_weight[MOST], column_weight[MOST];
} game;

static void pivot(tableau *t, int row, int column) {
    double by = 1 / t->at[row][column];
    for (int i = 0; i <= t->rows; i++)
        for (int k = 0; k <= t->columns; k++)
            if (i != row && k != column)
                t->at[i][k] -= t->at[i][column] * t->at[row][k] * by;
    for (int k = 0; k <= t->columns; k++)
        t->at[row][k] *= k == column ? 0 : by;
    for (int i = 0; i <= t->rows; i++)
        t->at[i][column] *= i == row ? 0 : -by;
    t->at[row][column] = by;
    int label = t->row_label[row];
    t->row_label[row] = t->column_label[column];
    t->column_label[column] = label;
}

/// The column by which the sum grows, the one with the lowest label so that there is an end (R. G. Bland, New
/// finite pivoting rules for the simplex method, 1977); -1 if none.
static int find_entering(const tableau *t) {
    int best = -1;
    for (int k = 0; k < t->columns; k++)
        if (t->at[t->rows][k] < -NOTHING && (best < 0 || t->column_label[k] < t->column_label[best]))
            best = k;
    return best;
}

/// The row that limits the column, the one with the lowest label of those that do; -1 if none.
static int find_leaving(const tableau *t, int column) {
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < t->rows; i++) {
        if (!(t->at[i][column] > NOTHING))
            continue;
        double ratio = t->at[i][t->columns] / t->at[i][column];
        if (ratio < least || (ratio == least && t->row_label[i] < t->row_label[best]))
            least = ratio, best = i;
    }
    return best;
}

/// How far upwards from a point the plane of a column's face is.
static double find_depth(const game *g, uint32_t place, int column) {
    uint32_t face = g->column[column];
    return -cld_surface_find_height(g->surface, face, g->surface->at[g->vertex[place]]) / g->slope[column];
}

/// Depths in tolerances, and one more so that all are positive: the points are in the hull within rounding.
static tableau make_tableau(const game *g) {
    tableau t = {.rows = g->rows, .columns = g->columns};
    for (int i = 0; i < g->rows; i++) {
        for (int k = 0; k < g->columns; k++)
            t.at[i][k] = 1 + fmax(0, find_depth(g, g->row[i], k)) / g->surface->tolerance;
        t.at[i][g->columns] = 1;
        t.row_label[i] = MOST + i;
    }
    for (int k = 0; k < g->columns; k++) {
        t.at[g->rows][k] = -1;
        t.column_label[k] = k;
    }
    return t;
}

/// Makes the weights sum up to 1, and none negative.
static void normalise(double *weight, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weight[i] = fmax(0, weight[i]);
    for (int i = 0; i < count; i++)
        weight[i] = sum > 0 ? weight[i] / sum : 1.0 / count;
}

/// Finds the weights of both players' mixtures.
static void solve(game *g) {
    tableau t = make_tableau(g);
    for (int i = 0; i < 8 * MOST; i++) {
        int column = find_entering(&t), row = column < 0 ? -1 : find_leaving(&t, column);
        if (row < 0)
            break;
        pivot(&t, row, column);
    }
    memset(g->row_weight, 0, sizeof g->row_weight);
    memset(g->column_weight, 0, sizeof g->column_weight);
    for (int i = 0; i < t.rows; i++)
        if (t.row_label[i] < MOST)
            g->column_weight[t.row_label[i]] = t.at[i][t.columns];
    for (int k = 0; k < t.columns; k++)
        if (t.column_label[k] >= MOST)
            g->row_weight[t.column_label[k] - MOST] = t.at[t.rows][k];
    normalise(g->row_weight, g->rows);
    normalise(g->column_weight, g->columns);
}

cld_depth cld_depth_measure(const cld_surface *s, const uint32_t *vertex, uint32_t count, cld_vec3 normal,
                            double offset) {
    cld_depth depth = {-INFINITY, normal, offset, 0};
    for (uint32_t i = 0; i < count; i++) {
        double below = offset - cld_dot(normal, s->at[vertex[i]]);
        if (below > depth.most)
            depth.most = below, depth.worst = i;
    }
    return depth;
}

/// Measures all points by the mixture of faces.
static cld_depth measure(const game *g) {
    const cld_surface *s = g->surface;
    cld_vec3 normal = {0, 0, 0};
    double offset = 0;
    for (int k = 0; k < g->columns; k++) {
        const cld_vec3 *n = &s->hull->face_normal[g->column[k]];
        double weight = g->column_weight[k] / g->slope[k];
        normal = cld_add_scaled(normal, weight, *n);
        offset += weight * cld_dot(*n, s->at[s->hull->face_vertex[s->hull->face_start[g->column[k]]]]);
    }
    double length = cld_length(normal); // at least 1, which it is along `up`
    return cld_depth_measure(s, g->vertex, g->count, cld_scale(normal, 1 / length), offset / length);
}

static cld_vec3 find_mixed_point(const game *g) {
    cld_vec3 p = {0, 0, 0};
    for (int i = 0; i < g->rows; i++)
        p = cld_add_scaled(p, g->row_weight[i], g->surface->at[g->vertex[g->row[i]]]);
    return p;
}

/// Whether it was not there before and there was room.
static bool add(uint32_t *list, int *count, uint32_t item) {
    for (int i = 0; i < *count; i++)
        if (list[i] == item)
            return false;
    if (*count == MOST)
        return false;
    list[(*count)++] = item;
    return true;
}

/// Adds the face above the first player's point. One that hardly looks up would drown the others in rounding.
static bool add_face(game *g, uint32_t near, uint64_t *steps) {
    const cld_surface *s = g->surface;
    uint32_t face = cld_surface_find_face_along(s, near, find_mixed_point(g), g->up, steps);
    double slope = cld_dot(s->hull->face_normal[face], g->up);
    if (!(slope > LEAST_SLOPE) || !add(g->column, &g->columns, face))
        return false;
    g->slope[g->columns - 1] = slope;
    return true;
}

/// Plays the game, and adds to it, until the depth is small enough or nothing is left to add.
static cld_depth play(game *g, uint32_t face, uint64_t *steps) {
    cld_depth best = {.most = INFINITY};
    for (uint32_t i = 0; i < g->count && g->rows < 4; i++)
        add(g->row, &g->rows, i);
    normalise(g->row_weight, g->rows); // the point between them
    for (bool is_new = add_face(g, face, steps); is_new && best.most > g->surface->tolerance;) {
        solve(g);
        cld_depth depth = measure(g);
        best = depth.most < best.most ? depth : best;
        is_new = add(g->row, &g->rows, depth.worst);
        is_new |= add_face(g, g->column[g->columns - 1], steps);
    }
    return best;
}

cld_depth cld_depth_find(const cld_surface *s, const uint32_t *vertex, uint32_t count, uint32_t face,
                         uint64_t *steps) {
    game g = {.surface = s, .vertex = vertex, .count = count, .up = s->hull->face_normal[face]};
    cld_vec3 up = cld_surface_find_normal(s, vertex, count, g.up, NULL);
    bool is_narrow = cld_dot(up, up) == 0;
    *steps = 0;
    if (!is_narrow)
        g.up = up;
    cld_depth best = play(&g, face, steps);
    if (best.most <= s->tolerance || is_narrow)
        return best;
    // the face may be one that looks the other way
    game other = {.surface = s, .vertex = vertex, .count = count, .up = cld_negate(up)};
    cld_depth depth = play(&other, face, steps);
    return depth.most < best.most ? depth : best;
}
