/// The deepest, else nearest pair of leaves of two shapes.
///
/// Boxes bound the signed distance of two leaves from below, so a full query is made only for those pairs of
/// leaves whose boxes do not rule out that they are the deepest. Pairs are taken in an order that the shapes
/// decide, and the first of equally deep ones wins, so that a swapped pair has the same answer.

#include "narrow/compound.h"

#include <math.h>

#include "base/error.h"
#include "shape/compound.h"
#include "shape/given.h"

/// A leaf in the world, or the whole shape that is no compound.
typedef struct leaf {
    cld_side side;
    double lower[3], upper[3]; ///< its box, rounded outwards; infinite for a half-space
    double rounding;           ///< by how much its faces were moved for that, and may be off else
} leaf;

typedef struct leaves {
    const leaf *at;
    uint32_t count;
} leaves;

typedef struct search {
    leaves a, b;     ///< as the caller gave them
    bool b_leads;    ///< in the canonical order
    double diagonal; ///< D of the whole shapes
    double tolerance;
    const cld_query_options *options;
    cld_workspace *workspace;
} search;

/// The best pair of leaves so far.
typedef struct choice {
    uint32_t i, j; ///< of a, of b
    uint64_t rank; ///< in the canonical order
    double signed_distance, lower, upper;
} choice;

/// The box of a shape as its pose leaves it. Turning a box by rounded rows and adding in the world's
/// coordinates is off by less than 8 u of what was added up.
static void find_box(leaf *l) {
    cld_vec3 low, high;
    cld_shape_find_box(l->side.shape, &low, &high);
    const cld_pose *pose = l->side.pose;
    l->rounding =
        8 * CLD_ROUNDOFF * (cld_max_abs(low) + cld_max_abs(high) + (pose ? cld_max_abs(pose->t) : 0));
    for (int k = 0; k < 3; k++) {
        double from = cld_component(low, k), to = cld_component(high, k);
        if (pose && isfinite(from)) {
            cld_vec3 row = pose->r.row[k], size = cld_sub(high, low), middle = cld_add_scaled(low, 0.5, size);
            double centre = cld_dot(row, middle) + cld_component(pose->t, k);
            double half = 0.5 * cld_dot(cld_vec3_make(fabs(row.x), fabs(row.y), fabs(row.z)), size);
            from = centre - half, to = centre + half;
        }
        l->lower[k] = isfinite(l->rounding) ? from - l->rounding : -INFINITY;
        l->upper[k] = isfinite(l->rounding) ? to + l->rounding : INFINITY;
    }
}

static leaves list_leaves(const cld_shape *shape, const cld_pose *pose, leaf *memory) {
    leaves list = {memory, cld_shape_count_leaves(shape)};
    for (uint32_t i = 0; i < list.count; i++) {
        memory[i].side = cld_side_make(shape, pose);
        memory[i].side.shape = cld_shape_leaf(shape, i, &memory[i].side.child);
        find_box(&memory[i]);
    }
    return list;
}

static bool leads(const leaves *p, const leaves *q) {
    if (p->count != q->count)
        return p->count < q->count;
    for (uint32_t i = 0; i < p->count; i++) {
        int order = cld_side_compare(&p->at[i].side, &q->at[i].side);
        if (order)
            return order < 0;
    }
    for (uint32_t i = 0; i < p->count; i++)
        if (p->at[i].side.child != q->at[i].side.child)
            return p->at[i].side.child >
                   q->at[i].side.child; // a shape alone leads a compound that is the same
    return cld_given_compare(p->at[0].side.whole, q->at[0].side.whole) <= 0;
}

/// A lower bound on the signed distance of what is in two boxes: the distance of the boxes, or the smallest
/// overlap along an axis.
static double bound_distance(const leaf *p, const leaf *q) {
    double gap[3] = {0, 0, 0}, largest = -INFINITY;
    for (int k = 0; k < p->side.shape->dimension; k++) { // in the plane, z is no way out
        gap[k] = cld_max(q->lower[k] - p->upper[k], p->lower[k] - q->upper[k]);
        largest = cld_max(largest, gap[k]);
        gap[k] = cld_max(gap[k], 0);
    }
    if (!(largest > 0))
        return largest;
    double length = cld_length_of_any(cld_vec3_make(gap[0], gap[1], gap[2]));
    return cld_max(largest, length * (1 - 8 * CLD_ROUNDOFF));
}

static cld_status begin(const search *s, uint32_t i, uint32_t j, cld_pair *pair, const cld_method **method,
                        cld_error *err) {
    *pair = (cld_pair){
        .a = s->a.at[i].side, .b = s->b.at[j].side, .options = s->options, .workspace = s->workspace};
    pair->tolerance = s->tolerance;
    pair->reach = CLD_REACH_DISTANCE;
    pair->b_leads = s->b_leads;
    pair->depth = INFINITY;
    return cld_pair_begin(pair, method, err);
}

/// Measures a pair of leaves and keeps it if it is deeper than the best, or as deep and before it.
static cld_status try_leaves(const search *s, uint32_t i, uint32_t j, choice *best, cld_error *err) {
    cld_pair pair;
    const cld_method *method = &cld_method_solids;
    cld_result result;
    cld_status status = begin(s, i, j, &pair, &method, err);
    if (status == CLD_OK)
        status = cld_pair_answer(&pair, method, &result, err);
    if (status != CLD_OK)
        return status;
    double distance = result.signed_distance;
    uint64_t rank = s->b_leads ? (uint64_t)j * s->a.count + i : (uint64_t)i * s->b.count + j;
    // The smallest signed distance lies between the smallest lower and the smallest upper bound.
    best->lower = fmin(best->lower, result.lower);
    best->upper = fmin(best->upper, result.upper);
    if (distance < best->signed_distance || (distance == best->signed_distance && rank < best->rank)) {
        best->i = i, best->j = j, best->rank = rank;
        best->signed_distance = distance;
    }
    return CLD_OK;
}

/// Starts with the pair whose boxes promise most, so that its depth rules most others out.
static cld_status find_best(const search *s, choice *best, cld_error *err) {
    uint32_t first_i = 0, first_j = 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < s->a.count; i++)
        for (uint32_t j = 0; j < s->b.count; j++) {
            double bound = bound_distance(&s->a.at[i], &s->b.at[j]);
            if (bound < least)
                least = bound, first_i = i, first_j = j;
        }
    *best = (choice){.signed_distance = INFINITY, .lower = INFINITY, .upper = INFINITY};
    cld_status status = try_leaves(s, first_i, first_j, best, err);
    for (uint32_t i = 0; i < s->a.count && status == CLD_OK; i++)
        for (uint32_t j = 0; j < s->b.count && status == CLD_OK; j++)
            if ((i != first_i || j != first_j) && bound_distance(&s->a.at[i], &s->b.at[j]) <= best->upper)
                status = try_leaves(s, i, j, best, err);
    return status;
}

/// Whether the boxes leave it open that one leaf lies in another, within the tolerance. There is room for
/// what rounding has added to the inner one's, and for what a transform leaves of a ball that is not quite
/// round. The box of what a pose has turned may be larger than that is: of it no more is known than that it
/// meets the other's.
static bool may_hold(const search *s, const leaf *outer, const leaf *inner) {
    double room = s->tolerance + cld_shape_find_skew(outer->side.shape) +
                  cld_shape_find_skew(inner->side.shape) + 2 * inner->rounding;
    if (inner->side.pose)
        return bound_distance(outer, inner) <= room;
    for (int k = 0; k < 3; k++)
        if (inner->lower[k] < outer->lower[k] - room || inner->upper[k] > outer->upper[k] + room)
            return false;
    return true;
}

/// Whether leaf i of one shape lies in some leaf of the other. A pair that cannot begin, because memory ran
/// out, leaves that to the workspace to tell.
static bool is_held(const search *s, bool b_is_container, uint32_t i) {
    const leaves *outer = b_is_container ? &s->b : &s->a, *inner = b_is_container ? &s->a : &s->b;
    for (uint32_t j = 0; j < outer->count; j++) {
        cld_pair pair;
        const cld_method *method = &cld_method_solids;
        if (!may_hold(s, &outer->at[j], &inner->at[i]) ||
            begin(s, b_is_container ? i : j, b_is_container ? j : i, &pair, &method, NULL) != CLD_OK)
            continue;
        cld_containment found = cld_pair_find_containment(&pair, method);
        if (found == CLD_EQUAL || found == (b_is_container != pair.swapped ? CLD_A_IN_B : CLD_B_IN_A))
            return true;
    }
    return false;
}

/// A shape is inside the other if each of its leaves is inside a leaf of the other: enough, though not all
/// that there is.
static bool is_inside(const search *s, bool b_is_container) {
    uint32_t count = b_is_container ? s->a.count : s->b.count;
    for (uint32_t i = 0; i < count; i++)
        if (!is_held(s, b_is_container, i))
            return false;
    return true;
}

static cld_containment find_containment(const search *s) {
    bool a_in_b = is_inside(s, true), b_in_a = is_inside(s, false);
    return a_in_b && b_in_a ? CLD_EQUAL : a_in_b ? CLD_A_IN_B : b_in_a ? CLD_B_IN_A : CLD_CONTAINS_NONE;
}

cld_status cld_answer_compounds(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                                const cld_pose *pose_b, cld_reach reach, const cld_query_options *options,
                                cld_workspace *workspace, cld_result *result, cld_error *err) {
    size_t count = (size_t)cld_shape_count_leaves(a) + cld_shape_count_leaves(b);
    leaf *memory = cld_buffer_reserve(&workspace->leaves, count, sizeof *memory);
    if (!memory)
        return cld_fail_memory(err);
    search s = {.options = options, .workspace = workspace};
    s.a = list_leaves(a, pose_a, memory);
    s.b = list_leaves(b, pose_b, memory + s.a.count);
    s.b_leads = !leads(&s.a, &s.b);
    s.diagonal = fmax(cld_shape_find_diagonal(a), cld_shape_find_diagonal(b));
    s.tolerance = cld_find_tolerance(options->tolerance, s.diagonal);
    choice best;
    cld_pair pair;
    const cld_method *method = &cld_method_solids;
    cld_status status = find_best(&s, &best, err);
    if (status == CLD_OK)
        status = begin(&s, best.i, best.j, &pair, &method, err);
    if (reach == CLD_REACH_ALL)
        pair.reach = reach;
    if (status == CLD_OK)
        status = cld_pair_answer(&pair, method, result, err);
    if (status != CLD_OK)
        return status;
    result->lower = best.lower;
    result->upper = fmax(best.upper, result->signed_distance);
    result->has_axis = false;
    result->containment =
        reach == CLD_REACH_ALL && result->outcome != CLD_SEPARATED ? find_containment(&s) : CLD_CONTAINS_NONE;
    if (options->trace)
        cld_trace_end(options->trace, result);
    return CLD_OK;
}
