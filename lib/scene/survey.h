/// What a check knows of a scene before it looks at pairs, and where its threads put what they find.
#ifndef CLD_SCENE_SURVEY_H
#define CLD_SCENE_SURVEY_H

#include "broad/tree.h"
#include "collide/scene.h"

/// On which sides of a rule an object stands.
enum { CLD_FIRST = 1, CLD_SECOND = 2 };

/// Findings and problems of one thread. The padding keeps threads off each other's cache lines.
typedef struct cld_catch {
    cld_workspace *workspace;
    cld_finding *findings; ///< without their ids
    size_t finding_count, finding_capacity;
    cld_scene_problem *problems;
    size_t problem_count, problem_capacity;
    uint64_t tested;
    bool failed; ///< memory ran out
    char padding[64];
} cld_catch;

typedef struct cld_survey {
    const cld_scene *scene;
    unsigned char *sides;             ///< [object * rule_count + rule]
    cld_box *box;                     ///< the objects' own
    double *tolerance;                ///< of touching: a pair's is the larger one
    double *slack;                    ///< by which rounding may have moved a box's faces
    _Atomic unsigned char *supported; ///< [object * rule_count + rule]
    unsigned threads;
    cld_catch *caught; ///< one a thread; the first also has what is found before they start
} cld_survey;

/// Fills a survey. The caller clears it, also when this fails.
cld_status cld_survey_make(const cld_scene *scene, unsigned threads, cld_survey *survey, cld_error *err);

void cld_survey_clear(cld_survey *survey);

/// Whether a pair is one of the rule's, whichever way round.
bool cld_survey_relates(const cld_survey *survey, size_t rule, uint32_t i, uint32_t j);

/// Whether no rule looks at a pair.
bool cld_survey_is_silenced(const cld_survey *survey, uint32_t i, uint32_t j);

/// A pair's tolerance of touching.
double cld_survey_tolerance(const cld_survey *survey, uint32_t i, uint32_t j);

/// A lower bound on a pair's signed distance, from the boxes.
double cld_survey_find_gap(const cld_survey *survey, uint32_t i, uint32_t j);

/// Whether a pair collides; false, and a problem, if it cannot be told.
bool cld_survey_is_colliding(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j);

/// The signed distance of a pair; false, and a problem, if it cannot be told.
bool cld_survey_find_distance(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j,
                              cld_result *result);

/// The full answer of a pair; as above.
bool cld_survey_find_collision(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j,
                               cld_result *result);

void cld_catch_finding(cld_catch *caught, cld_finding finding);
void cld_catch_problem(cld_catch *caught, cld_scene_problem problem);

#endif
