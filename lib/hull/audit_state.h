/// What the parts of an audit share: its state, and how it tells of what it finds.
#ifndef CLD_HULL_AUDIT_STATE_H
#define CLD_HULL_AUDIT_STATE_H

#include "base/error.h"
#include "hull/audit.h"
#include "hull/match.h"

/// What one audit works with.
typedef struct cld_audit {
    const cld_shape_def *def;
    const cld_hull *hull;
    cld_surface surface;
    uint32_t *face_vertex; ///< that of `def`, each face in cyclic order
    cld_matcher matcher;
    cld_arena arena;
    cld_warn *warn;
    void *warn_context;
    size_t warnings;
    bool is_concave; ///< where that is allowed
    cld_names names;
    cld_matches faces, edges; ///< each listed one and what of the hull's it lies on
    cld_error *err;
} cld_audit;

/// Counts a warning, and tells of it unless there have been many.
CLD_PRINTF(3, 4) void cld_audit_warn(cld_audit *a, const char *pointer, const char *format, ...);

/// Tells how many warnings were counted only.
void cld_audit_warn_of_rest(cld_audit *a);

/// A list that is not on the hull: a failure, or a warning if the hull is all that is wanted.
cld_status cld_audit_tell_concave(cld_audit *a, const char *pointer, const char *message);

/// A list for which the matcher gave up: of a shape of which only the hull is wanted, enough is known.
cld_status cld_audit_tell_given_up(cld_audit *a, const char *pointer);

/// Notes that a listed face or edge lies on one of the hull's, and whether it is all of it. False when memory
/// runs out.
bool cld_audit_name(uint32_t *names, cld_matches *matches, uint32_t part, size_t index, bool is_all);

/// Finds where the listed faces lie, checks them and their normals and names the hull's.
cld_status cld_audit_faces(cld_audit *a);

/// The same of the listed edges, after the faces.
cld_status cld_audit_edges(cld_audit *a);

#endif
