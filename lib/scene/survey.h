/// What a check knows of a scene before it looks at pairs, and where its threads put what they find.
#ifndef CLD_SCENE_SURVEY_H
#define CLD_SCENE_SURVEY_H

#include <math.h>

#include "base/arena.h"
#include "broad/tree.h"
#include "collide/scene.h"
#include "scene/unanswered.h"
#include "scene/unpacked.h"

/// On which sides of a rule an object stands.
enum { CLD_FIRST = 1, CLD_SECOND = 2 };

/// Findings and problems of one thread. The padding keeps threads off each other's cache lines.
typedef struct cld_catch {
    cld_workspace *workspace;
    cld_unpacked unpacked;
    cld_finding *findings; ///< without their ids
    size_t finding_count, finding_capacity;
    cld_scene_problem *problems; ///< of rules
    size_t problem_count, problem_capacity;
    cld_unanswered unanswered;
    uint64_t tested;
    double far_tolerance;
    bool failed; ///< memory ran out
    char padding[64];
} cld_catch;

/// What an object's box tells of it.
typedef struct cld_extent {
    cld_box box;
    double least_tolerance,
        most_tolerance; ///< of touching: its own is between them. A pair's is the larger one
    double slack;       ///< by which rounding may have moved the box's faces
    double skew;        ///< by which they may be beyond what the box holds
} cld_extent;

/// The rules are the bits of `words` words, with one more behind them that silences pairs of half-spaces.
typedef struct cld_survey {
    const cld_scene *scene;
    cld_arena arena; ///< of the lists, but for what is caught
    cld_tree tree; ///< over the objects' boxes. Each reaches as far as a rule about near pairs looks from it
    uint32_t *place;      ///< beside the objects, where each one's box is
    double far_tolerance; ///< the largest of objects without a bound
    size_t words;
    uint64_t *sides; ///< per row: the rules on whose first side objects stand, then those on whose second. A
                     ///< rule that has no second side has its first twice
    size_t row_count;
    uint32_t *row;        ///< beside the objects; those that stand on the same sides share one
    uint64_t *near_rules; ///< those that are about pairs near each other
    uint64_t *silencers;
    bool looks_at_all;           ///< some rule looks at every pair, and nothing silences any
    bool looks_unlike;           ///< rules about near pairs look differently far
    uint32_t *requirement;       ///< beside the rules: how many before each want objects supported
    _Atomic uint64_t *supported; ///< for each rule that wants it, a bit an object
    unsigned threads;
    cld_catch *caught; ///< one a thread; the first also has what is found before they start
} cld_survey;

/// Fills a survey. The caller clears it, also when this fails: CLD_TOO_LARGE, CLD_INTERNAL.
cld_status cld_survey_make(const cld_scene *scene, unsigned threads, cld_survey *survey, cld_error *err);

void cld_survey_clear(cld_survey *survey);

static inline uint64_t *cld_survey_sides(const cld_survey *survey, uint32_t i) {
    return survey->sides + 2 * survey->words * survey->row[i];
}

/// Whether an object stands on a side of a rule.
static inline bool cld_survey_has_side(const cld_survey *survey, size_t rule, uint32_t i, unsigned side) {
    const uint64_t *sides = cld_survey_sides(survey, i) + (side == CLD_SECOND ? survey->words : 0);
    return sides[rule / 64] >> rule % 64 & 1;
}

/// The rules of a word that a pair is one of, whichever way round.
static inline uint64_t cld_survey_find_rules(const cld_survey *survey, size_t word, uint32_t i, uint32_t j) {
    const uint64_t *p = cld_survey_sides(survey, i) + word, *q = cld_survey_sides(survey, j) + word;
    return (p[0] & q[survey->words]) | (p[survey->words] & q[0]);
}

static inline bool cld_survey_relates(const cld_survey *survey, size_t rule, uint32_t i, uint32_t j) {
    return cld_survey_find_rules(survey, rule / 64, i, j) >> rule % 64 & 1;
}

/// Those of a word's `rules` that are about near pairs and no earlier than `rule`.
static inline uint64_t cld_survey_keep_near(const cld_survey *survey, size_t word, uint64_t rules,
                                            size_t rule) {
    return rules & survey->near_rules[word] & (word == rule / 64 ? UINT64_MAX << rule % 64 : UINT64_MAX);
}

/// The first rule from `rule` on that is about near pairs and that a pair is one of; the number of rules if
/// there is none.
static inline size_t cld_survey_find_near_rule(const cld_survey *survey, size_t rule, uint32_t i,
                                               uint32_t j) {
    for (size_t word = rule / 64; word < survey->words; word++) {
        uint64_t rules = cld_survey_keep_near(survey, word, cld_survey_find_rules(survey, word, i, j), rule);
        if (rules)
            return 64 * word + (size_t)__builtin_ctzll(rules);
    }
    return survey->scene->rule_count;
}

/// Whether `ignore` leaves a pair out.
bool cld_survey_is_ignored(const cld_survey *survey, uint32_t i, uint32_t j);

/// Whether both of a pair are half-spaces, of which no query has an answer.
static inline bool cld_survey_is_of_halfspaces(const cld_survey *survey, uint32_t i, uint32_t j) {
    return cld_survey_relates(survey, survey->scene->rule_count, i, j);
}

/// Whether nothing is said of a pair, for either reason.
static inline bool cld_survey_is_silenced(const cld_survey *survey, uint32_t i, uint32_t j) {
    return cld_survey_is_ignored(survey, i, j) || cld_survey_is_of_halfspaces(survey, i, j);
}

static inline cld_box cld_survey_box(const cld_survey *survey, uint32_t i) {
    return cld_tree_box(&survey->tree, survey->place[i]);
}

cld_extent cld_survey_find_extent(const cld_survey *survey, uint32_t i);

/// Only unbounded shapes are asked what they are: it takes as long as everything else to have them all come
/// from memory.
static inline bool cld_survey_is_halfspace(const cld_survey *survey, uint32_t i) {
    return !isfinite(cld_survey_box(survey, i).upper[0]) &&
           cld_object_kind(&survey->scene->objects[i]) == CLD_HALFSPACE;
}

/// A lower bound on the signed distance of two objects, by their extents, or that of one and the plane of the
/// other.
double cld_survey_find_gap(const cld_survey *survey, unsigned thread, uint32_t i, const cld_extent *of_i,
                           uint32_t j, const cld_extent *of_j);

/// Notes that an object is supported as a rule wants it; any thread may.
void cld_survey_note_support(const cld_survey *survey, size_t rule, uint32_t i);

bool cld_survey_is_supported(const cld_survey *survey, size_t rule, uint32_t i);

/// By how much what is said of the boxes of two may be wrong of what they hold, with the tolerance of
/// touching.
double cld_survey_find_room(const cld_extent *a, const cld_extent *b);

/// cld_find_depth, cld_find_distance or cld_find_collision.
typedef cld_status cld_query(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                             const cld_pose *pose_b, const cld_query_options *options,
                             cld_workspace *workspace, cld_result *result, cld_error *err);

/// What a query says of a pair; false, and a problem, if it cannot be told.
bool cld_survey_ask(const cld_survey *survey, unsigned thread, uint32_t i, uint32_t j, cld_query *query,
                    cld_result *result);

void cld_catch_finding(cld_catch *caught, cld_finding finding);
void cld_catch_problem(cld_catch *caught, cld_scene_problem problem);

#endif
