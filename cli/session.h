/// What `collide check` has been given, and what has gone wrong.
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "base/names.h"
#include "options.h"
#include "report/report.h"
#include "json/read_rules.h"
#include "json/scene_source.h"

/// The scenes and all that is known about them; one owner for all that has to be freed.
typedef struct cli_session {
    const cli_options *options;
    cld_scene_source *sources; ///< a place for each operand, and one for the scene of shapes
    cld_checked_scene *checked;
    size_t count;         ///< of sources that are scenes
    cld_name_table files; ///< that were read, of scenes and shapes, by where they lie
    cld_scene_source shapes;
    cld_arena arena;     ///< of names and rules
    cld_rule_list rules; ///< of --rules
    const char *rules_file;
    uint64_t *baseline;
    size_t baseline_count;
    cld_problem_list problems;
    bool has_read_input;
    int status;         ///< the gravest exit status so far
    int problem_status; ///< that of the problems, which end nothing
} cli_session;

/// Reads --rules and --baseline, without which nothing is worth doing; false if they cannot be read.
bool cli_session_read_aids(cli_session *session);

/// Reads the scenes. `sources` and `checked` have room for one more than there are operands.
void cli_session_read_scenes(cli_session *session);

/// Reports an error that a part of the work ended with; `file` may be NULL.
void cli_session_fail(cli_session *session, const char *file, const cld_error *err);

/// What keeps a part of the work from being done: told of at once, like every error, and listed in the
/// report, so that who has only that knows. What comes after an internal error may come of it.
void cli_session_add_problem(cli_session *session, const cld_problem *problem);

/// The same of a whole list, which is empty then.
void cli_session_take_problems(cli_session *session, cld_problem_list *problems);

/// An exit status becomes another if that is graver.
static inline void cli_session_grow(int *status, int other) { *status = other > *status ? other : *status; }

void cli_session_clear(cli_session *session);

#endif
