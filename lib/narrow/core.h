/// The signed distance of two polytope cores with its normal and proven bounds.
#ifndef CLD_NARROW_CORE_H
#define CLD_NARROW_CORE_H

#include "narrow/pair.h"
#include "narrow/simplex.h"
#include "proof/cap.h"

/// Makes the normals and directions of all faces and edges of both, in memory of the workspace.
cld_status cld_pair_make_solids(cld_pair *pair, cld_solid *solid_a, cld_solid *solid_b, cld_error *err);

/// The faces of one of the two: those of the shape itself where it has a volume; else made of its cloud,
/// which has to be turned, in memory of the workspace.
cld_status cld_pair_find_solid(cld_pair *pair, bool is_b, cld_solid *solid, cld_error *err);

/// The upper bound that the workspace's polytope around the origin proves, whose vertices are those of a
/// frame, with caps or NULL; INFINITY where it has no faces, or gets no memory, which the workspace then
/// knows.
double cld_pair_bound_from_polytope(const cld_pair *pair, const cld_cso *cso, const cld_caps *caps);

/// The upper bound that the segment between two vertices of B, or of A, proves in its place; INFINITY as
/// above. The workspace's polytope is another one then.
double cld_pair_bound_from_splinter(const cld_pair *pair, bool is_b);

/// Bounds nearer to each other than this are as good as double arithmetic makes them; what is less tight is
/// answered once more, which takes far longer.
double cld_core_find_close_enough(const cld_cso *cso);

/// Whether an answer's bounds are as near to each other as plain doubles bring those of polytopes.
bool cld_core_is_tight(const cld_cso *cso, const cld_core_answer *answer);

/// Whether what plain doubles lose, some 4 u of the distance, might be more than 1e-12 of the shapes.
static inline bool cld_core_is_far(const cld_cso *cso) {
    return cso->size > 1024 * (cso->a.reach + cso->b.reach);
}

/// Answers from the simplex that GJK ended with, in double-double. False if the cores are not proven apart by
/// it.
bool cld_core_answer_apart(const cld_cso *cso, cld_simplex simplex, cld_core_answer *answer);

/// Answers by GJK, and by EPA or SAT as pair->options says where the cores meet.
cld_status cld_find_core_answer(cld_pair *pair, cld_core_answer *answer, cld_error *err);

#endif
