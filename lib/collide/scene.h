/// Scenes: many shapes in one world, held to rules.
#ifndef COLLIDE_SCENE_H
#define COLLIDE_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collide/export.h"
#include "collide/query.h"
#include "collide/shape.h"

CLD_API_BEGIN

/// A shape with a name, which is not NULL. Names are unique within a scene.
typedef struct cld_object {
    const char *name;
    const char *const *tags;
    union {
        const cld_shape *shape;
        const cld_packed_shape *packed; ///< built for as long as it is asked about
    };
    uint32_t tag_count;
    bool is_packed; ///< it has `packed`, not `shape`
} cld_object;

/// Objects by patterns, each of which is a name, in which * stands for any characters and ? for any one, or
/// "tag:" and a tag; without patterns, all objects.
typedef struct cld_selector {
    const char *const *patterns;
    size_t count;
} cld_selector;

typedef enum cld_rule_kind {
    CLD_RULE_NO_OVERLAP,    ///< no pair is deeper than `limit`
    CLD_RULE_CLEARANCE,     ///< no pair is nearer than `limit`
    CLD_RULE_SUPPORTED,     ///< something of `second` is within `limit` of each of `first`
    CLD_RULE_INSIDE,        ///< each of `first` lies inside one of `second`, or is one of them
    CLD_RULE_NO_DUPLICATES, ///< no two of `first` are the same set in the same place
    CLD_RULE_IGNORE,        ///< pairs that no other rule looks at
    CLD_RULE_KIND_COUNT
} cld_rule_kind;

typedef enum cld_severity { CLD_SEVERITY_WARNING, CLD_SEVERITY_ERROR } cld_severity;

/// A rule about pairs of one object of `first` and one of `second`, either way round, or about `first`. An
/// object has no relation to itself. A distance that differs from a limit by no more than the tolerance of
/// the pair keeps the rule.
///
/// Pairs of two half-spaces are left out; where a rule is about such pairs alone, or only such a pair could
/// show that an object is supported or held, that is a problem. A half-space that is a child of
/// a compound leaves the compound's pair with another half-space without an answer.
typedef struct cld_rule {
    cld_rule_kind kind;
    cld_selector first, second;
    double limit; ///< at least 0 and finite; 0 where the user gave none
    cld_severity severity;
    const char *id;      ///< NULL for none
    const char *message; ///< what to tell people beside what was found; NULL for nothing
} cld_rule;

/// Objects and rules that a scene may have, patterns in its rules that are no plain names, and steps of one
/// character each to match those with the names.
#define CLD_MOST_OBJECTS 1000000
#define CLD_MOST_RULES 10000
#define CLD_MOST_PATTERNS 10000
#define CLD_MOST_MATCHING_STEPS 2000000000

/// Problems of pairs without an answer that are told; what more there are is one problem behind them.
#define CLD_MOST_UNANSWERED 1000

/// Everything is borrowed for the calls below.
typedef struct cld_scene {
    const char *name; ///< enters the fingerprints of findings; NULL is ""
    const cld_object *objects;
    size_t object_count;
    const cld_rule *rules;
    size_t rule_count;
    bool is_partial; ///< objects with errors of their own were left out: rules may name those
} cld_scene;

/// A violation of a rule.
typedef struct cld_finding {
    uint64_t id; ///< a fingerprint of the scene's name, the rule and the objects' names, and which of several
                 ///< with the same it is
    uint32_t rule;          ///< by index, as are the objects
    uint32_t a;             ///< of a pair that the rule treats alike, the one that comes first in the scene
    uint32_t b;             ///< CLD_NO_INDEX if nothing is there that may support `a`
    double signed_distance; ///< of the pair, in the world; 0 without one
} cld_finding;

/// Something that kept a part of the check from being made.
typedef struct cld_scene_problem {
    cld_status status;
    uint32_t a, b;    ///< the pair, or CLD_NO_INDEX
    char pointer[64]; ///< into a scene document
    char message[320];
} cld_scene_problem;

/// Told now and then, on the calling thread, how many pairs of how many are done.
typedef void cld_progress(void *context, size_t done, size_t total);

typedef struct cld_check_options {
    unsigned threads;       ///< 0: as many as can run at once
    cld_progress *progress; ///< NULL for none
    void *progress_context;
} cld_check_options;

/// What a check found: findings by rule, then by objects. The same for any number of threads.
typedef struct cld_check {
    cld_finding *findings;
    size_t finding_count;
    cld_scene_problem *problems;
    size_t problem_count;
    uint64_t pairs_possible;
    /// Those whose boxes could not tell whether a rule is kept; not those asked about only to say what is
    /// nearest to an object that breaks one. A pair counts again, each way round, for each rule `inside` that
    /// asks about it, but the sum is never above `pairs_possible`.
    uint64_t pairs_tested;
} cld_check;

typedef enum cld_finding_kind {
    CLD_FINDING_OVERLAP,
    CLD_FINDING_ENCLOSED, ///< one lies wholly inside the other
    CLD_FINDING_DUPLICATE,
    CLD_FINDING_CLEARANCE,
    CLD_FINDING_FLOATING,
    CLD_FINDING_OUTSIDE
} cld_finding_kind;

/// A finding in full.
typedef struct cld_detail {
    cld_finding_kind kind;
    bool has_result;   ///< it is about a pair
    cld_result result; ///< its contacts belong to this detail
} cld_detail;

/// A rule that counts as an error, is about all objects, and has no limit, id or message.
cld_rule cld_rule_make(cld_rule_kind kind);

/// Names, "unknown" for what is none of the values.
const char *cld_rule_kind_name(cld_rule_kind kind);       ///< "no-overlap", as in scene documents
const char *cld_finding_kind_name(cld_finding_kind kind); ///< "overlap", as in reports

/// Holds a scene to its rules. A selector, or a part of one, that matches nothing is a problem, as is a pair
/// that boxes do not decide and no query can answer: one problem, whatever asked (up to CLD_MOST_UNANSWERED),
/// and no finding that the answer might have averted. Neither keeps the rest from being checked.
/// CLD_TOO_LARGE above CLD_MOST_OBJECTS, CLD_MOST_RULES, CLD_MOST_PATTERNS or CLD_MOST_MATCHING_STEPS,
/// CLD_BAD_VALUE for a rule whose kind is none, or whose limit is negative, infinite or NaN, CLD_INTERNAL
/// when memory runs out, unless it does for a single pair, which is then such a problem. Without rules, or
/// without objects, there is nothing to find: that then no two may overlap is a rule of the command.
///
/// Takes time for the rules times the objects, for matching patterns with names, and for the pairs whose
/// boxes meet, which are all where all objects lie in one place. The caller clears the check; after a failure
/// there is nothing to clear.
cld_status cld_check_scene(const cld_scene *scene, const cld_check_options *options, cld_check *check,
                           cld_error *err);

/// Frees what a check holds; {0} holds nothing.
void cld_check_clear(cld_check *check);

/// Answers the pairs of `count` findings in full, into as many details. Takes some tens of microseconds each,
/// so that a caller with many of them asks for those that it shows, block by block, by `threads` threads (0:
/// as many as can run at once). The caller clears the details.
/// Fails with what cld_find_collision says of the first pair that is seen to have no answer, and with
/// CLD_INTERNAL when memory runs out: the details are cleared then.
cld_status cld_describe_findings(const cld_scene *scene, const cld_finding *findings, size_t count,
                                 unsigned threads, cld_detail *details, cld_error *err);

/// Frees what details hold, not the array; {0} holds nothing.
void cld_details_clear(cld_detail *details, size_t count);

CLD_API_END

#endif
