/// The two halves of a check.
#ifndef CLD_SCENE_JUDGE_H
#define CLD_SCENE_JUDGE_H

#include "scene/survey.h"

/// Looks at every pair that some rule is about, once, for all rules; notes which objects have support.
cld_status cld_judge_pairs(cld_survey *survey, const cld_check_options *options, cld_error *err);

/// Looks at every object that a rule wants supported or held.
cld_status cld_judge_objects(const cld_survey *survey, cld_error *err);

#endif
