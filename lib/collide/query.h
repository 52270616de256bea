/// The question and its answer: how do two shapes collide?
#ifndef COLLIDE_QUERY_H
#define COLLIDE_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collide/export.h"
#include "collide/shape.h"
#include "collide/trace.h"

CLD_API_BEGIN

typedef enum cld_outcome {
    CLD_SEPARATED,
    CLD_TOUCHING, ///< the signed distance is within the tolerance of 0
    CLD_PENETRATING
} cld_outcome;

/// What was asked for, and what produced the answer. Those up to CLD_SAMPLING can be asked for.
typedef enum cld_algorithm {
    CLD_AUTO, ///< asked for only: the library chooses
    CLD_GJK_EPA,
    CLD_SAT,
    CLD_SAMPLING, ///< an estimate: the best of many directions
    CLD_GJK,      ///< answers only: the distance of cores, without radius and margin, that are apart
    CLD_ANALYTIC, ///< answers only: a closed form
    CLD_ALGORITHM_COUNT
} cld_algorithm;

/// How the tangents are made from the normal.
typedef enum cld_tangents {
    CLD_TANGENTS_CATTO,     ///< E. Catto, Computing a Basis, 2014
    CLD_TANGENTS_LEAST_AXIS ///< crosses the normal with the axis of its smallest component
} cld_tangents;

/// The part of a shape that lies on its supporting plane.
typedef enum cld_feature_kind {
    CLD_FEATURE_VERTEX,
    CLD_FEATURE_EDGE,
    CLD_FEATURE_FACE,
    CLD_FEATURE_SURFACE ///< of a curved shape
} cld_feature_kind;

/// Whether all of one shape is in the other, within the tolerance, radii and margins being those of the
/// similarity nearest to their transform.
typedef enum cld_containment {
    CLD_CONTAINS_NONE,
    CLD_A_IN_B,
    CLD_B_IN_A,
    CLD_EQUAL ///< each is in the other
} cld_containment;

typedef struct cld_query_options {
    cld_algorithm algorithm; ///< up to CLD_SAMPLING
    uint32_t samples;        ///< the most directions that CLD_SAMPLING tries, beside those that the shapes
                             ///< have: 6 m m of them (4 m in the plane), and m is 1 at least
    double tolerance;        ///< of touching, absolute; negative: 1e-9 times the larger box diagonal. With 0,
                             ///< polytopes, beside these or a half-space, have the status that exact
                             ///< arithmetic gives them, unless a radius had to be rounded; others touch where
                             ///< only rounding could tell that they are apart
    uint32_t max_contacts;   ///< 0: all of them
    cld_tangents tangents;
    const cld_trace *trace; ///< whom the steps are told; NULL for nobody
} cld_query_options;

/// A vertex, edge or face by its index in the user's lists where there are any, else in the hull's. A
/// half-space is one face, with index 0.
typedef struct cld_feature {
    cld_feature_kind kind;
    uint32_t index; ///< CLD_NO_INDEX for a curved surface, and for what the user's list leaves out. In two
                    ///< dimensions edge i leads from vertex i to the next
    uint32_t child; ///< of a compound: the one of its children that the feature belongs to, or to a
                    ///< descendant of which it belongs; CLD_NO_INDEX for other shapes
} cld_feature;

/// One point of the manifold: depth = dot(world_a - world_b, normal), and world_a - world_b is parallel to
/// the normal.
/// Where a shape has a radius or margin, the points of contacts beside the deepest are those of its core,
/// moved by it along the normal: on a part that is tilted against that they lie below the surface.
typedef struct cld_contact {
    double depth; ///< negative where the surfaces are apart by no more than the tolerance
    cld_vec3 world_a, world_b;
    cld_vec3 local_a, local_b; ///< in the shapes' own frames, before their transforms
} cld_contact;

/// How much work a query was.
typedef struct cld_query_stats {
    uint32_t gjk_iterations;
    uint32_t epa_iterations;
    uint32_t support_calls; ///< of the Minkowski difference
    uint32_t sat_axes;
} cld_query_stats;

/// The answer. All vectors are in the world frame.
///
/// Laws: normal is unit, from A towards B; closest_b = closest_a + signed_distance * normal within 1e-12 D +
/// 1e-15 M (D: the larger diagonal of the shapes' boxes, M: the largest coordinate), where a cylinder, cone
/// or ellipsoid takes part within 2^-25 D, for to tilt by e changes a distance by e^2 only; lower <= true
/// signed distance <= upper, for the given doubles, rounding included, and so is how far transforms of radii
/// are from similarities.
typedef struct cld_result {
    int dimension; ///< 2 or 3, that of the shapes; in two dimensions every z is 0
    cld_outcome outcome;
    double signed_distance; ///< the gap, or minus the depth of penetration
    double lower, upper;
    double tolerance; ///< the one that was used
    cld_vec3 normal;
    cld_vec3 mtv;        ///< max(0, -signed_distance) * normal: the shortest move of B that ends the overlap
    cld_vec3 tangent[2]; ///< tangent[0] x tangent[1] = normal; in two dimensions the first is [-normal.y,
                         ///< normal.x] and the second 0
    cld_vec3 closest_a, closest_b;
    cld_feature feature_a, feature_b;
    cld_algorithm algorithm; ///< CLD_SAMPLING: an estimate, as good as lower and upper say
    cld_containment containment;
    bool has_axis; ///< separated: `axis` is a unit axis along which the shapes are at least `gap` > 0 apart
    cld_vec3 axis;
    double gap;
    size_t contact_count;
    const cld_contact *contacts; ///< deepest first; owned by the workspace, until its next query
    cld_query_stats stats;
    const char *verified_by; ///< what cld_verify has held the answer against, once it has; else NULL
} cld_result;

/// Memory for queries, kept from one to the next; grows to what the largest one needed. One thread at a time.
typedef struct cld_workspace cld_workspace;

/// NULL when memory runs out.
cld_workspace *cld_workspace_create(void);

/// Frees a workspace, and the contacts of its last answer with it; NULL is allowed.
void cld_workspace_destroy(cld_workspace *workspace);

/// Options that leave all to the library: CLD_AUTO, or 1000 samples where CLD_SAMPLING is set, the tolerance
/// that goes by the shapes, all contacts, CLD_TANGENTS_CATTO, no trace.
cld_query_options cld_query_options_make(void);

/// Answers a pair in full.
///
/// Shapes, options, workspace and what is answered into may not be NULL, here and below; `err` may. After a
/// failure the result means nothing.
///
/// `pose_a` and `pose_b` move the shapes before the query; NULL leaves them where they were made. The answer
/// for (B, A) is that for (A, B) with the roles exchanged and the normal negated, to the last bit of every
/// number but the points. CLD_UNSUPPORTED if the algorithm cannot answer this pair, or if both are
/// half-spaces, CLD_DIMENSION_MISMATCH for a shape of the plane and one of space, CLD_TOO_LARGE for a pose
/// that moves by more than 1e101 or by NaN, and for CLD_SAT with more than 1e7 pairs of edges,
/// CLD_BAD_TRANSFORM for a pose that is no rigid motion, or in two dimensions leaves the plane, CLD_BAD_VALUE
/// for options that say nothing (a tolerance that is NaN, an algorithm that only answers have, tangents that
/// there are not), CLD_INTERNAL when memory runs out or the answer is beyond the range of doubles.
///
/// A compound is answered by its deepest, else nearest child (of equal ones, the one that comes first; for
/// two compounds, by the children of the one with fewer of them first): the whole answer is that of this
/// child, but for the tolerance, which comes from the boxes of the compounds, for `local`, which is in the
/// compound's own frame, and for the axis, which is left out. `containment` of a compound is what that
/// of its children shows: CLD_CONTAINS_NONE also for a shape that only several of them together cover.
cld_status cld_find_collision(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                              const cld_pose *pose_b, const cld_query_options *options,
                              cld_workspace *workspace, cld_result *result, cld_error *err);

/// Answers only whether a pair collides: what cld_find_collision would say, and much faster than its depth is
/// found.
///
/// Where balls around the shapes are apart, or balls inside of them meet, that is the answer, and the poses
/// are not looked at: that would make the comparison take more than half as long again. So of a pose that
/// is no rigid motion, or moves too far, CLD_BAD_TRANSFORM or CLD_TOO_LARGE may be told or not, and what is
/// answered instead means nothing. Who is not sure of his poses asks cld_find_distance, which always tells.
cld_status cld_is_colliding(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                            const cld_pose *pose_b, const cld_query_options *options,
                            cld_workspace *workspace, bool *colliding, cld_error *err);

/// Answers how deep a pair overlaps: what cld_find_distance, below, says of a pair that collides. Of one that
/// does not, `outcome` says so, and nothing else need be set: for those this takes no longer than
/// cld_is_colliding, and looks no more than that at poses that are no rigid motions.
cld_status cld_find_depth(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                          const cld_pose *pose_b, const cld_query_options *options, cld_workspace *workspace,
                          cld_result *result, cld_error *err);

/// Answers how far apart a pair is, or how deep it overlaps: as cld_find_collision, number for number, but
/// for contacts, features and containment, which are left empty, and the closest points, which are set only
/// where the shapes are apart. Needs no hulls, so it is many times faster on shapes that were just made.
cld_status cld_find_distance(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                             const cld_pose *pose_b, const cld_query_options *options,
                             cld_workspace *workspace, cld_result *result, cld_error *err);

/// Names as in result documents, "unknown" for what is none of the values.
const char *cld_outcome_name(cld_outcome outcome);       ///< "separated", "touching", "penetrating"
const char *cld_algorithm_name(cld_algorithm algorithm); ///< "auto", "gjk-epa", "sat", ...
const char *cld_feature_name(cld_feature_kind kind);     ///< "vertex", "edge", "face", "surface"

CLD_API_END

#endif
