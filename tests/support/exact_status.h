/// Answers held to a tolerance of 0, against a status that is known exactly.
#ifndef TESTS_SUPPORT_EXACT_STATUS_H
#define TESTS_SUPPORT_EXACT_STATUS_H

#include "collide/collide.h"

/// The status of what is apart by x, held to a tolerance of 0.
cld_outcome outcome_of(double x);

/// Asks about two shapes, both in the pose, which may be NULL, and expects the status of the sign, all that
/// has to agree with it, and that verifying does. The contacts are gone after the workspace's next question.
cld_result expect_exact_status(const cld_shape *a, const cld_shape *b, const cld_pose *pose, int sign,
                               uint64_t seed, cld_workspace *workspace);

#endif
