/// A pair on its way through a query, and the methods that answer each class of pairs.
#ifndef CLD_NARROW_PAIR_H
#define CLD_NARROW_PAIR_H

#include "narrow/sat.h"
#include "narrow/trace.h"
#include "narrow/workspace.h"

/// One of the two. Of a compound `shape` is one leaf, of a half-space a copy that stands where the query
/// needs it.
typedef struct cld_side {
    const cld_shape *shape;
    const cld_pose *pose;   ///< of `shape`; NULL: where it was made
    const cld_shape *whole; ///< what the caller gave
    const cld_pose *whole_pose;
    uint32_t child; ///< of `whole`, or CLD_NO_INDEX where it is no compound
} cld_side;

static inline cld_side cld_side_make(const cld_shape *shape, const cld_pose *pose) {
    return (cld_side){shape, pose, shape, pose, CLD_NO_INDEX};
}

/// How much of an answer is asked for.
typedef enum cld_reach {
    CLD_REACH_MEETING,  ///< whether the shapes collide, for which any outcome but one stands; of what is no
                        ///< compound as the next
    CLD_REACH_DEPTH,    ///< the distance of shapes that collide; of others that they do not
    CLD_REACH_DISTANCE, ///< all but contacts, features and containment
    CLD_REACH_ALL
} cld_reach;

/// The tolerance that is `asked` for, or where that is negative the one that nobody asked for.
static inline double cld_find_tolerance(double asked, double diagonal) {
    return asked >= 0 ? asked : CLD_DEFAULT_TOLERANCE * diagonal;
}

/// What balls around and inside shapes may be off by, as a part of themselves and of where they are: poses
/// are rotations within 1e-15, and all sums of them within a few u, so that this is plenty.
#define CLD_BALLS_OFF 1e-12

/// Whether a ball is known around a shape, wherever its error may have it: of a compound it is not asked for.
static inline bool cld_has_ball(const cld_shape *shape) {
    return shape->kind != CLD_HALFSPACE && shape->kind != CLD_COMPOUND && !shape->is_blurred;
}

/// What finding the answer came by that soon tells of most that they do not lie in one another. Written by
/// core.c (ends, beyond), query.c (normal, depth) and compound.c (depth), read by containment.c alone, which
/// takes longer where nothing is known.
typedef struct cld_hints {
    bool has_ends, has_beyond; ///< the search for the depth has come by them
    cld_ends ends;
    double beyond_a, beyond_b; ///< how far B reaches beyond A at least, and A beyond B
    cld_vec3 normal;           ///< of the answer; 0 where it is not known
    double depth; ///< no less than how deep the cores overlap along it; INFINITY where it is not known
} cld_hints;

typedef struct cld_pair {
    cld_side a, b; ///< in an order that the shapes decide, so that a swapped pair is the same work
    bool swapped;  ///< the caller's A is `b`
    bool b_leads;  ///< of sides that are alike the caller's B comes first
    cld_cso cso;
    cld_tracer tracer;
    double diagonal;  ///< the contract's D of these two, in the world: of a compound's child its own
    double tolerance; ///< of touching, in the world: of a compound's child that of the whole shapes
    cld_reach reach;
    cld_hints hints;
    const cld_query_options *options;
    cld_workspace *workspace;
} cld_pair;

/// The contract's D in the frame of the cso.
static inline double cld_pair_find_diagonal(const cld_pair *pair) { return pair->diagonal * pair->cso.scale; }

/// The signed distance of two cores, with its proof. Lengths are in the frame of the cso, radii not included.
typedef struct cld_core_answer {
    double signed_distance;
    double rest;         ///< what rounding that to a double left, where it is known; else 0
    double lower, upper; ///< hold the true one
    cld_vec3 normal;     ///< unit, from A to B
    bool has_farthest;   ///< the next are set: what of A is farthest along the normal, and of B against it
    uint32_t farthest_a, farthest_b;
    bool clear;       ///< the shapes are proven not to collide, and nothing else here is set
    bool apart;       ///< the cores are proven to be apart; the next two are then set
    cld_vec3 point_a; ///< A's point nearest to B, relative to A's centre
    cld_vec3 point_b; ///< B's, relative to B's centre
    cld_vec3 axis;    ///< a unit axis, where the cores are apart
    double gap;       ///< proven along it
    bool is_settled;  ///< the next is set
    double settled;   ///< the signed distance of the shapes, in the world, with the sign of exact arithmetic
    cld_algorithm algorithm;
    cld_query_stats stats;
} cld_core_answer;

/// The normal is the axis, if what is proven along it is more than 0.
static inline void cld_core_take_axis(cld_core_answer *answer) {
    answer->apart = answer->lower > 0;
    answer->axis = answer->normal;
    answer->gap = answer->lower;
}

/// Of cores that GJK may have met in but a direction tells apart, or the other way round: brings the distance
/// between its bounds, and takes the axis. What no direction tells apart has no gap.
static inline void cld_core_settle(cld_core_answer *answer) {
    answer->signed_distance = cld_max(answer->lower, cld_min(answer->upper, answer->signed_distance));
    cld_core_take_axis(answer);
    if (!answer->apart)
        answer->signed_distance = cld_min(answer->signed_distance, 0);
}

/// Adds steps of GJK, each of which is a support.
static inline void cld_core_count_steps(uint32_t iterations, cld_core_answer *answer) {
    answer->stats.gjk_iterations += iterations;
    answer->stats.support_calls += iterations;
}

/// A contact of the cores: both points relative to A's centre, a = b + depth * normal.
typedef struct cld_core_contact {
    cld_vec3 a, b;
    double depth;
} cld_core_contact;

/// Depths this near to the answer's, relative to the pair's size, are the answer's. A height is a difference
/// of points times the normal, off by 8 u, and by 4 u more between two that are clipped; the answer's depth
/// is such a sum itself: less than 32 u, and of curves, whose points are off by 8 u each, less than 64 u.
#define CLD_SAME_DEPTH (64 * CLD_ROUNDOFF)

/// The same of corners of polytopes. What is as deep as the answer by this is so by the other, too.
#define CLD_SAME_DEPTH_OF_CORNERS (32 * CLD_ROUNDOFF)

/// What realises an answer, in terms of the cores; features are numbered as the hull or the outline does.
typedef struct cld_contact_set {
    cld_core_contact *contacts; ///< deepest first, in memory of the workspace; none if the shapes are apart
    size_t count;
    cld_feature feature_a, feature_b;
    bool a_is_alone,
        b_is_alone; ///< no other part of this kind is on the supporting plane; may be false even so
    bool has_met;   ///< of curved shapes: parts that face each other along the normal have given the deepest
} cld_contact_set;

/// How a class of pairs is answered. All lengths are in the frame of the cso, radii not included.
typedef struct cld_method {
    cld_status (*find_core)(cld_pair *pair, cld_core_answer *answer, cld_error *err);
    /// Features, and if `colliding` all contacts of at least `least` depth.
    cld_status (*find_contacts)(cld_pair *pair, const cld_core_answer *answer, bool colliding, double least,
                                cld_contact_set *set, cld_error *err);
    /// Whether every point of one core is within `room` of the other (negative: that deep inside it).
    bool (*is_contained)(cld_pair *pair, bool b_is_container, double room);
} cld_method;

/// Polytopes in three dimensions (solids.c).
extern const cld_method cld_method_solids;

/// Anything in two dimensions but half-spaces (plane.c).
extern const cld_method cld_method_plane;

/// Of which one at least is a cylinder, a cone or an ellipsoid (curved.c).
extern const cld_method cld_method_curved;

/// Two balls or capsules (analytic.c).
extern const cld_method cld_method_analytic;

/// A half-space, as A, against anything bounded (halfspace.c).
extern const cld_method cld_method_halfspace;

/// Any two bounded convex shapes, by many directions (sampling.c). Of the answer only the bounds are certain.
extern const cld_method cld_method_sampling;

/// The method that needs no special kinds, for two bounded shapes.
const cld_method *cld_pair_find_general(const cld_pair *pair);

/// That method's contacts and containment, for those that find nothing but the distance another way.
cld_status cld_find_general_contacts(cld_pair *pair, const cld_core_answer *answer, bool colliding,
                                     double least, cld_contact_set *set, cld_error *err);
bool cld_is_contained_generally(cld_pair *pair, bool b_is_container, double room);

/// Whether one of two is a half-space, and the ball around the other, a bounded one, proves that they do not
/// collide; `asked` is the tolerance as in the options. Of other pairs false.
bool cld_is_clear_of_plane(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                           const cld_pose *pose_b, double asked);

/// Sets up the query of two convex shapes, in canonical order. The pair has its sides, options and workspace,
/// and the tolerance, if that is not the default (where it is negative). CLD_UNSUPPORTED as
/// cld_find_collision.
cld_status cld_pair_begin(cld_pair *pair, const cld_method **method, cld_error *err);

/// Tells the trace that the query's options name that a pair is begun, and sets up the frame's tracer
/// (trace.c).
void cld_trace_begin(cld_pair *pair);

/// Tells a trace the answer.
void cld_trace_end(const cld_trace *sink, const cld_result *result);

/// Answers a pair that was begun, in the caller's order, as far as its reach.
cld_status cld_pair_answer(cld_pair *pair, const cld_method *method, cld_result *result, cld_error *err);

/// A separation of the cores beyond which the shapes do not collide, nor are measured to, whatever rounding
/// does to it (core.c).
double cld_pair_find_clearance(const cld_cso *cso, double tolerance);

/// Cores that come as near to each other as this collide, and are measured to, whatever rounding does to
/// their distance and whatever transforms that are nearly similarities leave unproven: what touches is told
/// by the radii. `tolerance` has that already.
double cld_pair_find_near(const cld_cso *cso, const cld_shape *a, const cld_shape *b, double tolerance);

/// What a caller asks, of shapes that stand as he gave them.
typedef struct cld_request {
    const cld_shape *a, *b;
    const cld_pose *pose_a, *pose_b; ///< or NULL
    const cld_query_options *options;
    cld_workspace *workspace;
    cld_reach reach;
} cld_request;

/// Answers two shapes of any kind as far as asked.
cld_status cld_answer(const cld_request *request, cld_result *result, cld_error *err);

/// Of polytopes whose radii have not been rounded, or a half-space and one, held to a tolerance of 0: decides
/// exactly whether they are apart, touch or overlap if the bounds do not (settle_sign.c).
void cld_pair_settle_sign(cld_pair *pair, cld_core_answer *core);

/// Features, and of shapes that collide the contacts, into the result, which has all else already
/// (contacts.c).
cld_status cld_pair_find_contacts(cld_pair *pair, const cld_method *method, const cld_core_answer *core,
                                  cld_result *result, cld_error *err);

static inline cld_containment cld_containment_make(bool a_in_b, bool b_in_a) {
    return a_in_b && b_in_a ? CLD_EQUAL : a_in_b ? CLD_A_IN_B : b_in_a ? CLD_B_IN_A : CLD_CONTAINS_NONE;
}

/// Which of the two lies in the other, in the order of the pair.
cld_containment cld_pair_find_containment(cld_pair *pair, const cld_method *method);

/// An order of placed convex shapes by what they are, not by where they came from. 0 only for sides that no
/// query can tell apart.
int cld_side_compare(const cld_side *p, const cld_side *q);

/// How far from a supporting plane a vertex still counts as on it. Vertices of one face are off its plane by
/// what placing them rounded and by what merging facets allowed, both far below; the contract's 1e-9 D is not
/// far above.
double cld_pair_find_slack(const cld_pair *pair);

/// The same where one of the shapes is looked at by itself: beside a large one all of a small one would be
/// within the slack.
double cld_pair_find_slack_of(const cld_pair *pair, bool is_b);

/// How far from a shape's supporting plane the corners of a face are at most that nearly lies on it: what
/// lists of faces may be off by, of that shape's size, or of both together where it is the larger one.
double cld_pair_find_nearly(const cld_pair *pair, bool is_b);

/// Gives a feature of the hull, or in the plane of the outline, the user's number of what of it, or of others
/// on the supporting plane, holds the answer's point (name.c). `normal` is the answer's, `point` relative to
/// the shape's own centre, in the frame of the cso. Of a feature that is alone there are no others to look
/// at.
cld_status cld_pair_name_feature(const cld_pair *pair, bool is_b, cld_vec3 normal, cld_vec3 point,
                                 bool is_alone, cld_feature *feature, cld_error *err);

/// The lowest number that the user gave a part of a feature of the hull, or in the plane of the outline.
uint32_t cld_shape_find_number(const cld_shape *shape, cld_feature_kind kind, uint32_t index);

/// Such a feature under that number. Where a radius rounds it, it is part of a curved surface, but for what
/// stays flat: faces, and in the plane edges.
cld_feature cld_shape_name_feature(const cld_shape *shape, cld_feature_kind kind, uint32_t index);

/// Points nearer to each other than this are one: a quarter of the contract's accuracy of points, and the
/// last bits of world coordinates.
double cld_pair_find_merge(const cld_pair *pair);

#endif
