/// Pairs of polytopes in three dimensions: GJK, EPA, SAT, and manifolds by clipping faces.

#include "base/error.h"
#include "narrow/containment.h"
#include "narrow/core.h"
#include "narrow/manifold.h"

static cld_status find_hull(const cld_side *side, const cld_hull **hull, const char *prefix, cld_error *err) {
    cld_status status = cld_shape_find_hull(side->shape, hull, err);
    if (status != CLD_OK)
        cld_error_prefix(err, prefix);
    return status;
}

static cld_status find_hulls(const cld_pair *pair, const cld_hull **a, const cld_hull **b, cld_error *err) {
    cld_status status = find_hull(&pair->a, a, pair->swapped ? "/b" : "/a", err);
    return status == CLD_OK ? find_hull(&pair->b, b, pair->swapped ? "/a" : "/b", err) : status;
}

cld_status cld_pair_make_solids(cld_pair *pair, cld_solid *solid_a, cld_solid *solid_b, cld_error *err) {
    cld_cso_turn(&pair->cso, pair->workspace->scratch.data);
    const cld_hull *a, *b;
    cld_status status = find_hulls(pair, &a, &b, err);
    if (status != CLD_OK)
        return status;
    size_t count = (size_t)a->face_count + a->edge_count + b->face_count + b->edge_count;
    cld_vec3 *memory = cld_buffer_reserve(&pair->workspace->solids, count, sizeof *memory);
    if (!memory)
        return cld_fail_memory(err);
    *solid_a = cld_solid_make(&pair->cso.a.cloud, a, pair->a.shape->mirrored, &memory);
    *solid_b = cld_solid_make(&pair->cso.b.cloud, b, pair->b.shape->mirrored, &memory);
    return CLD_OK;
}

/// How many normals and directions are made for a hull below.
static size_t count_made(const cld_hull *hull) {
    return hull->rank < 3 ? (size_t)hull->face_count + hull->edge_count : 0;
}

/// The faces of one of the two, which has the given hull, made in `memory` if need be, which moves on.
static cld_status view_solid(const cld_pair *pair, bool is_b, const cld_hull *hull, cld_vec3 **memory,
                             cld_solid *solid, cld_error *err) {
    const cld_side *side = is_b ? &pair->b : &pair->a;
    const cld_shape *own = cld_cso_get_side(&pair->cso, is_b)->own, *shape = side->shape;
    const cld_cloud *cloud = &cld_cso_get_side(&pair->cso, is_b)->cloud;
    if (hull->rank < 3) {
        *solid = cld_solid_make(cloud, hull, shape->mirrored, memory);
        return CLD_OK;
    }
    *solid = (cld_solid){.cloud = own ? &own->core : cloud, .hull = hull, .mirrored = shape->mirrored};
    solid->own = own;
    solid->turn = side->pose ? &side->pose->r : NULL;
    return cld_shape_find_facets(shape, &solid->facets, err);
}

cld_status cld_pair_find_solid(cld_pair *pair, bool is_b, cld_solid *solid, cld_error *err) {
    const cld_hull *hull;
    cld_status status =
        find_hull(is_b ? &pair->b : &pair->a, &hull, is_b != pair->swapped ? "/b" : "/a", err);
    if (status != CLD_OK)
        return status;
    cld_vec3 *memory = cld_buffer_reserve(&pair->workspace->solids, count_made(hull), sizeof *memory);
    return memory ? view_solid(pair, is_b, hull, &memory, solid, err) : cld_fail_memory(err);
}

/// The faces of both shapes, those of the shapes themselves where they have a volume.
static cld_status view_solids(cld_pair *pair, cld_solid *solid_a, cld_solid *solid_b, cld_error *err) {
    const cld_hull *a, *b;
    cld_status status = find_hulls(pair, &a, &b, err);
    if (status != CLD_OK)
        return status;
    if (pair->cso.asleep)
        cld_cso_wake(&pair->cso, pair->workspace->scratch.data);
    cld_vec3 *memory = NULL;
    if (a->rank < 3 || b->rank < 3) {
        size_t made = count_made(a) + count_made(b);
        cld_cso_turn(&pair->cso, pair->workspace->scratch.data);
        memory = cld_buffer_reserve(&pair->workspace->solids, made, sizeof *memory);
        if (!memory)
            return cld_fail_memory(err);
    }
    status = view_solid(pair, false, a, &memory, solid_a, err);
    return status == CLD_OK ? view_solid(pair, true, b, &memory, solid_b, err) : status;
}

double cld_pair_find_slack(const cld_pair *pair) {
    const cld_cso *cso = &pair->cso;
    return 0x1p-34 * (cso->a.reach + cso->b.reach) + 16 * CLD_ROUNDOFF * cso->size + 4 * cso->error;
}

double cld_pair_find_slack_of(const cld_pair *pair, bool is_b) {
    double rest = 0x1p-34 * (pair->cso.a.reach - pair->cso.b.reach);
    return cld_pair_find_slack(pair) + cld_min(is_b ? -rest : rest, 0);
}

double cld_pair_find_nearly(const cld_pair *pair, bool is_b) {
    const cld_cso *cso = &pair->cso;
    return CLD_NEARLY_FLAT * cld_min(cso->a.reach + cso->b.reach, 2 * cld_cso_get_side(cso, is_b)->reach);
}

static cld_status find_contacts(cld_pair *pair, const cld_core_answer *core, bool colliding, double least,
                                cld_contact_set *set, cld_error *err) {
    cld_solid a_solid, b_solid;
    cld_status status = view_solids(pair, &a_solid, &b_solid, err);
    if (status != CLD_OK)
        return status;
    cld_manifold_input in = {.cso = &pair->cso, .a = &a_solid, .b = &b_solid, .normal = core->normal};
    in.depth = -core->signed_distance;
    in.least = least;
    in.slack = cld_pair_find_slack(pair);
    in.merge = cld_pair_find_merge(pair);
    in.nearly[0] = cld_pair_find_nearly(pair, false), in.nearly[1] = cld_pair_find_nearly(pair, true);
    uint32_t ia = core->farthest_a, ib = core->farthest_b;
    if (!core->has_farthest) {
        cld_cso_vertex v = cld_cso_support(in.cso, core->normal);
        ia = v.ia, ib = v.ib;
        cld_shape_prefetch_around(pair->a.shape, ia);
        cld_shape_prefetch_around(pair->b.shape, ib);
    }
    cld_hull_feature a = cld_find_feature(in.a, core->normal, ia, cld_pair_find_slack_of(pair, false));
    cld_hull_feature b =
        cld_find_feature(in.b, cld_negate(core->normal), ib, cld_pair_find_slack_of(pair, true));
    set->feature_a = (cld_feature){a.kind, a.index, CLD_NO_INDEX};
    set->feature_b = (cld_feature){b.kind, b.index, CLD_NO_INDEX};
    set->a_is_alone = a.is_alone, set->b_is_alone = b.is_alone;
    if (colliding && !cld_find_manifold(&in, a, b, pair->workspace, &set->contacts, &set->count))
        return cld_fail_memory(err);
    return CLD_OK;
}

const cld_method cld_method_solids = {cld_find_core_answer, find_contacts, cld_is_contained};
