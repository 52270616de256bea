#include "proof/exact_answer.h"

static cld_outcome outcome_of(double signed_distance) {
    return signed_distance > 0 ? CLD_SEPARATED : signed_distance < 0 ? CLD_PENETRATING : CLD_TOUCHING;
}

bool cld_find_exact_answer(cld_exact_cso *exact, const cld_ground *ground, cld_exact_answer *answer) {
    *answer = (cld_exact_answer){.is_measured = true};
    if (ground) {
        if (!cld_find_exact_height(exact, ground, &answer->signed_distance))
            return false;
        answer->outcome = outcome_of(answer->signed_distance);
        return true;
    }
    bool is_rounded = exact->a.shape->radius > 0 || exact->b.shape->radius > 0;
    answer->outcome = is_rounded ? CLD_PENETRATING : cld_find_exact_outcome(exact);
    answer->is_measured = !is_rounded && answer->outcome == CLD_TOUCHING;
    if (!is_rounded && answer->outcome != CLD_SEPARATED) // of most that touch that is all
        return true;
    cld_find_exact_nearest(exact, &answer->nearest);
    if (answer->nearest.distance > 0) {
        answer->is_measured = true;
        answer->signed_distance = answer->nearest.gap;
        answer->outcome = outcome_of(answer->signed_distance);
        return answer->nearest.has_gap;
    }
    return true;
}
