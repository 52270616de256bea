/// The deepest, else nearest pair of leaves of two shapes.
///
/// Boxes bound the signed distance of two leaves from below, and those around many leaves that of each of
/// them. So both trees are gone down together, the nearer halves first, and a full query is made only for
/// those pairs of leaves whose boxes do not rule out that they are the deepest. The first of equally deep
/// ones in an order that the shapes decide wins, so that a swapped pair has the same answer.

#include "narrow/compound.h"

#include <math.h>

#include "math/box.h"
#include "shape/compound.h"
#include "shape/given.h"

/// A compound in its pose, or a shape that is none, which has one leaf.
typedef struct whole {
    const cld_shape *shape;
    const cld_pose *pose;
    const cld_leaf_node *nodes;
    uint32_t count; ///< of leaves
} whole;

/// The box of a node in the world, rounded outwards; infinite around a half-space, and across the plane of
/// what is planar: z is no way out of that.
typedef struct box {
    cld_box sides;
    double rounding; ///< by how much they were moved for that, and may be off else
} box;

/// The best pair of leaves so far.
typedef struct choice {
    uint32_t i, j; ///< of a, of b
    uint64_t rank; ///< in the canonical order
    double signed_distance, lower, upper;
    double enough; ///< leaves that are farther apart than this are not looked at
} choice;

typedef struct search search;

/// Looks at a pair of leaves.
typedef cld_status look(const search *s, uint32_t i, uint32_t j, choice *best, cld_error *err);

struct search {
    look *look;
    whole a, b;      ///< as the caller gave them
    bool b_leads;    ///< in the canonical order
    double diagonal; ///< D of the whole shapes
    double tolerance;
    const cld_query_options *options;
    cld_workspace *workspace;
};

static whole make_whole(const cld_shape *shape, const cld_pose *pose, cld_leaf_node *own) {
    bool is_compound = shape->kind == CLD_COMPOUND;
    if (!is_compound)
        *own = cld_leaf_node_make(shape, 0);
    return (whole){shape, pose, is_compound ? shape->rare->leaf_nodes : own, cld_shape_count_leaves(shape)};
}

static cld_side find_side(const whole *w, uint32_t leaf) {
    cld_side side = cld_side_make(w->shape, w->pose);
    side.shape = cld_shape_leaf(w->shape, leaf, &side.child);
    return side;
}

static void grow(const whole *w, cld_vec3 low, cld_vec3 high, double by, box *out) {
    double across = w->shape->dimension == 2 ? INFINITY : by;
    *out = (box){{{low.x - by, low.y - by, low.z - across}, {high.x + by, high.y + by, high.z + across}}, by};
}

/// The box of a node as the pose leaves it. Turning a box by rounded rows and adding in the world's
/// coordinates is off by less than 8 u of what was added up.
static void find_box(const whole *w, const cld_leaf_node *node, box *out) {
    cld_vec3 low = node->lower, high = node->upper;
    if (!w->pose || !isfinite(node->rounding)) {
        grow(w, low, high, node->rounding, out);
        return;
    }
    const cld_mat3 *r = &w->pose->r;
    cld_vec3 half = cld_scale(cld_sub(high, low), 0.5), middle = cld_add(low, half);
    middle = cld_add(cld_mat3_apply(r, middle), w->pose->t);
    half = cld_vec3_make(cld_dot(cld_magnitudes_of(r->row[0]), half),
                         cld_dot(cld_magnitudes_of(r->row[1]), half),
                         cld_dot(cld_magnitudes_of(r->row[2]), half));
    double by = node->rounding + 8 * CLD_ROUNDOFF * cld_max_abs(w->pose->t);
    grow(w, cld_sub(middle, half), cld_add(middle, half), by, out);
}

static bool leads(const whole *p, const whole *q) {
    if (p->count != q->count)
        return p->count < q->count;
    for (uint32_t i = 0; i < p->count; i++) {
        cld_side of_p = find_side(p, i), of_q = find_side(q, i);
        int order = cld_side_compare(&of_p, &of_q);
        if (order)
            return order < 0;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t of_p = find_side(p, i).child, of_q = find_side(q, i).child;
        if (of_p != of_q)
            return of_p > of_q; // a shape alone leads a compound that is the same
    }
    return cld_given_compare(p->shape, q->shape) <= 0;
}

/// Whether the boxes are farther apart than that; `gap` is theirs.
static bool are_farther(const box *p, const box *q, double gap, double than) {
    return gap > than || (gap > 0 && cld_box_find_distance(&p->sides, &q->sides) > than);
}

static cld_status begin(const search *s, uint32_t i, uint32_t j, cld_pair *pair, const cld_method **method,
                        cld_error *err) {
    *pair = (cld_pair){
        .a = find_side(&s->a, i), .b = find_side(&s->b, j), .options = s->options, .workspace = s->workspace};
    pair->tolerance = s->tolerance;
    pair->reach = CLD_REACH_DISTANCE;
    pair->b_leads = s->b_leads;
    pair->hints.depth = INFINITY;
    return cld_pair_begin(pair, method, err);
}

/// Keeps a pair of leaves that collides, after which none is asked about but two half-spaces: that there are
/// such is no answer, whatever is found first.
static cld_status ask_leaves(const search *s, uint32_t i, uint32_t j, choice *best, cld_error *err) {
    cld_side a = find_side(&s->a, i), b = find_side(&s->b, j);
    if (best->i != CLD_NO_INDEX && (a.shape->kind != CLD_HALFSPACE || b.shape->kind != CLD_HALFSPACE))
        return CLD_OK;
    cld_query_options options = *s->options;
    options.tolerance = s->tolerance;
    bool colliding = false;
    cld_status status =
        cld_is_colliding(a.shape, a.pose, b.shape, b.pose, &options, s->workspace, &colliding, err);
    if (colliding)
        best->i = i, best->j = j, best->enough = -INFINITY;
    return status;
}

/// Measures a pair of leaves and keeps it if it is deeper than the best, or as deep and before it.
static cld_status measure_leaves(const search *s, uint32_t i, uint32_t j, choice *best, cld_error *err) {
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
    best->enough = fmin(best->enough, result.upper);
    if (distance < best->signed_distance || (distance == best->signed_distance && rank < best->rank)) {
        best->i = i, best->j = j, best->rank = rank;
        best->signed_distance = distance;
    }
    return CLD_OK;
}

/// Two nodes with their boxes.
typedef struct nodes {
    const cld_leaf_node *p, *q;
    const box *of_p, *of_q;
    double gap;
} nodes;

static nodes make_nodes(const cld_leaf_node *p, const box *of_p, const cld_leaf_node *q, const box *of_q) {
    return (nodes){p, q, of_p, of_q, cld_box_find_gap(&of_p->sides, &of_q->sides)};
}

static bool is_leaf(const cld_leaf_node *n) { return n->leaf != CLD_NO_INDEX; }

static double find_size(const cld_leaf_node *n) { return cld_max_abs(cld_sub(n->upper, n->lower)); }

static const cld_leaf_node *find_child(const whole *w, const cld_leaf_node *n, bool second) {
    return second ? &w->nodes[n[1].skip] : n + 1;
}

/// Goes down to the leaves below two nodes, in the larger of them first, and in its nearer half.
static cld_status try_nodes(const search *s, const nodes *at, choice *best, cld_error *err) {
    if (are_farther(at->of_p, at->of_q, at->gap, best->enough))
        return CLD_OK;
    if (is_leaf(at->p) && is_leaf(at->q))
        return s->look(s, at->p->leaf, at->q->leaf, best, err);
    bool in_q = is_leaf(at->p) || (!is_leaf(at->q) && find_size(at->q) > find_size(at->p));
    nodes half[2];
    box of_half[2];
    for (int i = 0; i < 2; i++) {
        const whole *w = in_q ? &s->b : &s->a;
        const cld_leaf_node *child = find_child(w, in_q ? at->q : at->p, i);
        find_box(w, child, &of_half[i]);
        half[i] = in_q ? make_nodes(at->p, at->of_p, child, &of_half[i])
                       : make_nodes(child, &of_half[i], at->q, at->of_q);
    }
    bool second_first = half[1].gap < half[0].gap;
    cld_status status = try_nodes(s, &half[second_first], best, err);
    return status == CLD_OK ? try_nodes(s, &half[!second_first], best, err) : status;
}

/// Whether the boxes leave it open that a leaf lies in one below a node, within the tolerance. There is room
/// for what rounding has added to the inner one's, and for what a transform leaves of a ball that is not
/// quite round. The box of what a pose has turned may be larger than that is: of it no more is known than
/// that it meets the other's.
static bool may_hold(const search *s, const whole *outer, const cld_leaf_node *node, const whole *inner,
                     const cld_leaf_node *leaf) {
    box of_outer, of_inner;
    find_box(outer, node, &of_outer);
    find_box(inner, leaf, &of_inner);
    double room = s->tolerance + node->skew + leaf->skew + 2 * of_inner.rounding;
    const cld_box *p = &of_outer.sides, *q = &of_inner.sides;
    return inner->pose ? !are_farther(&of_outer, &of_inner, cld_box_find_gap(p, q), room)
                       : cld_box_holds(p, q, room);
}

/// Whether a leaf of one shape lies in some leaf below a node of the other. A pair that cannot begin, because
/// memory ran out, leaves that to the workspace to tell.
static bool is_held(const search *s, bool b_is_container, const cld_leaf_node *leaf,
                    const cld_leaf_node *node) {
    const whole *outer = b_is_container ? &s->b : &s->a, *inner = b_is_container ? &s->a : &s->b;
    if (!may_hold(s, outer, node, inner, leaf))
        return false;
    if (!is_leaf(node))
        return is_held(s, b_is_container, leaf, find_child(outer, node, false)) ||
               is_held(s, b_is_container, leaf, find_child(outer, node, true));
    cld_pair pair;
    const cld_method *method = &cld_method_solids;
    uint32_t i = b_is_container ? leaf->leaf : node->leaf, j = b_is_container ? node->leaf : leaf->leaf;
    if (begin(s, i, j, &pair, &method, NULL) != CLD_OK)
        return false;
    cld_containment found = cld_pair_find_containment(&pair, method);
    return found == CLD_EQUAL || found == (b_is_container != pair.swapped ? CLD_A_IN_B : CLD_B_IN_A);
}

/// A shape is inside the other if each of its leaves is inside a leaf of the other: enough, though not all
/// that there is.
static bool is_inside(const search *s, bool b_is_container) {
    const whole *inner = b_is_container ? &s->a : &s->b, *outer = b_is_container ? &s->b : &s->a;
    for (uint32_t n = 0; n < 2 * inner->count - 1; n++)
        if (is_leaf(&inner->nodes[n]) && !is_held(s, b_is_container, &inner->nodes[n], outer->nodes))
            return false;
    return true;
}

static cld_containment find_containment(const search *s) {
    bool a_in_b = is_inside(s, true), b_in_a = is_inside(s, false);
    return cld_containment_make(a_in_b, b_in_a);
}

/// How far apart leaves are that no answer is about. Where only those that collide are asked for, that is far
/// beyond what distances are off by, 1e-12 D, and by as much as bounds leave to transforms that are nearly
/// similarities, if the tolerance is all.
static double find_enough(const search *s, cld_reach reach) {
    double open = 0x1p-36 * s->diagonal + 2 * (s->a.nodes->skew + s->b.nodes->skew);
    return reach <= CLD_REACH_DEPTH ? s->tolerance * (1 + 0x1p-40) + open : INFINITY;
}

cld_status cld_answer_compounds(const cld_request *request, cld_result *result, cld_error *err) {
    const cld_query_options *options = request->options;
    cld_leaf_node own[2];
    cld_reach reach = request->reach;
    if (options->trace && reach < CLD_REACH_DISTANCE)
        reach = CLD_REACH_DISTANCE; // for all steps to be told
    search s = {.options = options, .workspace = request->workspace};
    s.look = reach == CLD_REACH_MEETING ? ask_leaves : measure_leaves;
    s.a = make_whole(request->a, request->pose_a, &own[0]);
    s.b = make_whole(request->b, request->pose_b, &own[1]);
    s.b_leads = !leads(&s.a, &s.b);
    s.diagonal = fmax(cld_shape_find_diagonal(request->a), cld_shape_find_diagonal(request->b));
    s.tolerance = cld_find_tolerance(options->tolerance, s.diagonal);
    choice best = {.i = CLD_NO_INDEX, .signed_distance = INFINITY, .lower = INFINITY, .upper = INFINITY};
    best.enough = find_enough(&s, reach);
    cld_pair pair;
    const cld_method *method = &cld_method_solids;
    box of_a, of_b;
    find_box(&s.a, s.a.nodes, &of_a);
    find_box(&s.b, s.b.nodes, &of_b);
    const nodes roots = make_nodes(s.a.nodes, &of_a, s.b.nodes, &of_b);
    cld_status status = try_nodes(&s, &roots, &best, err);
    bool found = best.i != CLD_NO_INDEX;
    if (status == CLD_OK && (!found || reach == CLD_REACH_MEETING)) {
        result->outcome = found ? CLD_TOUCHING : CLD_SEPARATED;
        return CLD_OK;
    }
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
