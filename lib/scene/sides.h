/// On which sides of which rules a scene's objects stand.
#ifndef CLD_SCENE_SIDES_H
#define CLD_SCENE_SIDES_H

#include "scene/survey.h"

/// Fills the rules of a survey and the sides of its objects, and catches the problem
/// of each pattern that no object has. CLD_TOO_LARGE, CLD_INTERNAL.
cld_status cld_survey_mark(cld_survey *survey, cld_error *err);

#endif
