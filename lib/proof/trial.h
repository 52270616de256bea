/// A verification on its way, and the laws that an answer is held to.
///
/// D is the diagonal of the larger shape, M the largest world coordinate. The signed distance is held to what
/// is promised of it, 1e-12 D + 4e-16 M (of curved shapes 1e-9 D), and its bounds to 1e-9 D + 1e-14 M (1e-6
/// D); beside what transforms leave of a similarity, and the last bits of a normal where tiny shapes are far
/// apart (verify.c has the sums). A vector between two points of the answer has four roundings of world
/// coordinates more, below 1e-15 M. Contacts lie within 2^-31 D of the shapes, twice what the manifold may
/// merge; of curved shapes within 2^-25 D, and on half-spaces beside what moving them there loses.
#ifndef CLD_PROOF_TRIAL_H
#define CLD_PROOF_TRIAL_H

#include "collide/query.h"
#include "proof/body.h"
#include "shape/halfspace.h"

/// Lengths are in the frame of the cso.
typedef struct cld_trial {
    const cld_result *result;
    const cld_shape *shape[2]; ///< as given
    const cld_pose *pose[2];
    const cld_pose *placed_pose[2]; ///< of the shapes of `a` and `b`, which a half-space is moved without
    const cld_ground *ground;       ///< which of them it is then; or NULL
    cld_cso cso;
    cld_body a, b;
    bool of_children; ///< `a` and `b` are of children of compounds, whose answers have no axis
    cld_dd3 centre;   ///< of A, in the world
    double distance;
    double core_distance;                  ///< without the radii
    double accuracy, width, vector, place; ///< the limits above
    double skew;                           ///< what transforms leave of a similarity: of `a` and `b` together
    double most;                           ///< the largest separation seen, of those that are looked for
    double got, limit;                     ///< of the law at hand, in the world
} cld_trial;

/// A law holds, or `got` should have been at most `limit`.
typedef struct cld_law {
    const char *name;
    bool (*holds)(cld_trial *trial);
} cld_law;

/// Notes how far a length is from its limit; true if it is within.
bool cld_trial_take(cld_trial *trial, double got, double limit);

/// The gap along a direction, radii taken off.
double cld_trial_find_separation(const cld_trial *trial, cld_vec3 n);

/// What the parts of an answer owe each other and the shapes.
extern const cld_law cld_trial_laws[];
extern const size_t cld_trial_law_count;

/// Whether nothing is nearer than the answer. `by` gets what was looked at.
bool cld_trial_find_nothing_nearer(cld_trial *trial, const char **by);

/// Whether some direction separates by no less than the answer says, so that this pair is no deeper. Where a
/// shape is curved: whether none that was not looked at can.
bool cld_trial_find_no_deeper(cld_trial *trial);

#endif
