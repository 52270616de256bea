#include "frame.h"

#include <stdio.h>
#include <stdlib.h>

static void *take(void *p) {
    if (!p) {
        fputs("frame: out of memory\n", stderr);
        abort();
    }
    return p;
}

static void require(cld_status status, const cld_error *err) {
    if (status != CLD_OK) {
        fprintf(stderr, "frame: %s: %s\n", err->pointer, err->message);
        abort();
    }
}

cld_shape *frame_make_shape(const point_set *points) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    cld_shape *shape;
    cld_error err;
    def.points = &points->at[0][0];
    def.point_count = points->count;
    require(cld_shape_create(&def, NULL, NULL, &shape, &err), &err);
    return shape;
}

test_frame frame_make_posed(const point_set *a, const cld_pose *pose_a, const point_set *b,
                            const cld_pose *pose_b) {
    test_frame f = {.a = frame_make_shape(a), .b = frame_make_shape(b)};
    size_t bytes = cld_cso_scratch(f.a, f.b) * sizeof(double);
    f.scratch = take(aligned_alloc(64, (bytes + 63) / 64 * 64));
    cld_cso_make(f.a, pose_a, f.b, pose_b, f.scratch, &f.cso);
    return f;
}

test_frame frame_make(const point_set *a, const point_set *b) { return frame_make_posed(a, NULL, b, NULL); }

void frame_add_solids(test_frame *f) {
    const cld_hull *a, *b;
    cld_error err;
    require(cld_shape_find_hull(f->a, &a, &err), &err);
    require(cld_shape_find_hull(f->b, &b, &err), &err);
    size_t count = (size_t)a->face_count + a->edge_count + b->face_count + b->edge_count;
    cld_vec3 *next = f->memory = take(malloc((count + 1) * sizeof *next));
    f->solid_a = cld_solid_make(&f->cso.a.cloud, a, f->a->mirrored, &next);
    f->solid_b = cld_solid_make(&f->cso.b.cloud, b, f->b->mirrored, &next);
}

void frame_free(test_frame *f) {
    cld_shape_destroy(f->a);
    cld_shape_destroy(f->b);
    free(f->scratch);
    free(f->memory);
}

void frame_turn_pair(uint64_t seed, test_pair *pair, cld_pose pose[2]) {
    random_state r = random_make(seed);
    pair_make_any(2 * seed, pair);
    for (int i = 0; i < 2; i++) {
        double turn[3][3];
        random_rotation(&r, turn);
        for (int k = 0; k < 3; k++)
            pose[i].r.row[k] = (cld_vec3){turn[k][0], turn[k][1], turn[k][2]};
        pose[i].t = (cld_vec3){i * random_real(&r, 0, 4), 0, 0};
    }
}
