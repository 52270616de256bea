/// Shapes that are the same set in the same place, from documents that are not the same: which of the two is
/// A has to show in the answer.
#include <criterion/criterion.h>
#include <string.h>

#include "collide/collide.h"
#include "json/source.h"

enum { MOST_TWINS = 8 };

/// Documents of one set.
typedef struct family {
    const char *name;
    const char *documents[MOST_TWINS];
} family;

#define BALL "\"type\": \"sphere\", \"radius\": "
#define POINTS "[0,0,0], [1,0,0], [0,1,0], [0,0,1]"
#define TETRAHEDRON "\"vertices\": [" POINTS "]"
#define HALF_BOX "{\"type\": \"box\", \"size\": [0.5, 0.5, 0.5]"

static const family families[] = {
    {"balls",
     {"{" BALL "0.75}", "{" BALL "0.5, \"margin\": 0.25}", "{" BALL "0.25, \"margin\": 0.5}",
      "{" BALL "0, \"margin\": 0.75}", "{" BALL "1.5, \"transform\": {\"scale\": 0.5}}",
      "{" BALL "0.75, \"transform\": {\"scale\": -1}}",
      "{" BALL "0.75, \"transform\": {\"rotation\": {\"axis\": [0,0,1], \"degrees\": 90}}}"}},
    {"balls, elsewhere",
     {"{\"type\": \"point\", \"position\": [1,2,3], \"margin\": 0.5}",
      "{\"type\": \"point\", \"position\": [0,2,3], \"margin\": 0.5, \"transform\": {\"translation\": "
      "[1,0,0]}}",
      "{" BALL "0.5, \"transform\": {\"translation\": [1,2,3]}}",
      "{\"type\": \"capsule\", \"ends\": [[1,2,3], [1,2,3]], \"radius\": 0.5}",
      "{\"type\": \"capsule\", \"ends\": [[1,2,3], [1,2,3]], \"radius\": 0.25, \"margin\": 0.25}",
      "{\"type\": \"ellipsoid\", \"radii\": [0.5, 0.5, 0.5], \"transform\": {\"translation\": [1,2,3]}}"}},
    {"points",
     {"{\"type\": \"point\", \"position\": [1,2,3]}",
      "{\"type\": \"point\", \"position\": [0,0,0], \"transform\": {\"translation\": [1,2,3]}}",
      "{\"type\": \"point\", \"position\": [2,4,6], \"transform\": {\"scale\": 0.5}}",
      "{\"vertices\": [[1,2,3]]}"}},
    {"boxes",
     {"{\"type\": \"box\", \"size\": [1,1,1]}", HALF_BOX ", \"transform\": {\"scale\": 2}}",
      HALF_BOX ", \"transform\": {\"scale\": [2, 2, -2]}}",
      "{\"type\": \"box\", \"size\": [2,1,1], \"transform\": {\"scale\": [0.5, 1, 1]}}",
      "{\"type\": \"box\", \"size\": [1,1,1], \"transform\": {\"rotation\": {\"axis\": [0,0,1], \"degrees\": "
      "90}}}",
      "{\"vertices\": [[-0.5,-0.5,-0.5], [0.5,-0.5,-0.5], [-0.5,0.5,-0.5], [0.5,0.5,-0.5], [-0.5,-0.5,0.5], "
      "[0.5,-0.5,0.5], [-0.5,0.5,0.5], [0.5,0.5,0.5]]}"}},
    {"rounded boxes",
     {"{\"type\": \"box\", \"size\": [1,1,1], \"margin\": 0.25}",
      HALF_BOX ", \"margin\": 0.125, \"transform\": {\"scale\": 2}}"}},
    {"hulls",
     {"{" TETRAHEDRON "}", "{\"vertices\": [[1,0,0], [0,0,0], [0,1,0], [0,0,1]]}",
      "{" TETRAHEDRON ", \"faces\": [[0,2,1], [0,1,3], [0,3,2], [1,2,3]]}",
      "{" TETRAHEDRON ", \"faces\": [[0,1,3], [0,2,1], [0,3,2], [1,2,3]]}",
      "{" TETRAHEDRON ", \"faces\": [[2,1,0], [0,1,3], [0,3,2], [1,2,3]]}",
      "{" TETRAHEDRON ", \"edges\": [[0,1], [1,2]]}", "{" TETRAHEDRON ", \"edges\": [[1,2], [0,1]]}",
      "{\"vertices\": [[0,0,0], [2,0,0], [0,2,0], [0,0,2]], \"transform\": {\"scale\": 0.5}}"}},
    {"cylinders",
     {"{\"type\": \"cylinder\", \"ends\": [[0,0,-1], [0,0,1]], \"radius\": 1}",
      "{\"type\": \"cylinder\", \"ends\": [[0,0,1], [0,0,-1]], \"radius\": 1}",
      "{\"type\": \"cylinder\", \"ends\": [[0,0,-2], [0,0,2]], \"radius\": 2, \"transform\": {\"scale\": "
      "0.5}}"}},
    {"ellipsoids",
     {"{\"type\": \"ellipsoid\", \"radii\": [1,2,3]}",
      "{\"type\": \"ellipsoid\", \"radii\": [2,4,6], \"transform\": {\"scale\": 0.5}}"}},
    {"compounds",
     {"{\"type\": \"compound\", \"children\": [{" BALL "1}, {" TETRAHEDRON "}]}",
      "{\"type\": \"compound\", \"children\": [{" BALL "0.5, \"margin\": 0.5}, {" TETRAHEDRON "}]}",
      "{\"type\": \"compound\", \"children\": [{" TETRAHEDRON "}, {" BALL "1}]}",
      "{\"type\": \"compound\", \"children\": [{\"type\": \"compound\", \"children\": [{" BALL
      "1}, {" TETRAHEDRON "}]}]}",
      "{\"type\": \"compound\", \"children\": [{" BALL
      "1}, {\"type\": \"compound\", \"children\": [{" TETRAHEDRON "}]}]}",
      "{\"type\": \"compound\", \"children\": [{" BALL "2}, {" TETRAHEDRON
      ", \"transform\": {\"scale\": 2}}], "
      "\"transform\": {\"scale\": 0.5}}"}},
    {"compounds of one",
     {"{\"type\": \"compound\", \"children\": [{" BALL "1}]}", "{" BALL "1}",
      "{\"type\": \"compound\", \"children\": [{\"type\": \"compound\", \"children\": [{" BALL "1}]}]}",
      "{\"type\": \"compound\", \"children\": [{" BALL "1, \"transform\": {\"translation\": [1,0,0]}}], "
      "\"transform\": {\"translation\": [-1,0,0]}}"}},
    {"circles",
     {"{\"type\": \"circle\", \"radius\": 0.75}", "{\"type\": \"circle\", \"radius\": 0.5, \"margin\": 0.25}",
      "{\"type\": \"circle\", \"radius\": 1.5, \"transform\": {\"scale\": 0.5}}",
      "{\"type\": \"point\", \"position\": [0,0], \"margin\": 0.75}",
      "{\"type\": \"capsule\", \"ends\": [[0,0], [0,0]], \"radius\": 0.75}"}},
    {"rectangles",
     {"{\"type\": \"rectangle\", \"size\": [1,1]}",
      "{\"type\": \"rectangle\", \"size\": [0.5,0.5], \"transform\": {\"scale\": 2}}",
      "{\"type\": \"rectangle\", \"size\": [1,1], \"transform\": {\"rotation\": {\"degrees\": 90}}}",
      "{\"vertices\": [[-0.5,-0.5], [0.5,-0.5], [0.5,0.5], [-0.5,0.5]]}",
      "{\"vertices\": [[0.5,-0.5], [0.5,0.5], [-0.5,0.5], [-0.5,-0.5]]}"}},
};

static cld_shape *create(const char *document) {
    cld_source source = {0};
    cld_shape *shape = NULL;
    cld_error err;
    cr_assert_eq(cld_source_read(document, strlen(document), NULL, &source, &err), CLD_OK, "%s: %s", document,
                 err.message);
    cr_assert_eq(cld_source_create_shape(&source, NULL, NULL, &shape, &err), CLD_OK, "%s: %s", document,
                 err.message);
    cld_source_clear(&source);
    return shape;
}

static bool are_opposite(cld_vec3 p, cld_vec3 q) { return p.x == -q.x && p.y == -q.y && p.z == -q.z; }

static bool are_equal(cld_vec3 p, cld_vec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

/// Whether `s` is the answer for (B, A) where `r` is that for (A, B).
static bool is_turned(const cld_result *r, const cld_result *s) {
    return r->signed_distance == s->signed_distance && r->lower == s->lower && r->upper == s->upper &&
           are_opposite(r->normal, s->normal) && are_opposite(r->mtv, s->mtv) &&
           are_opposite(r->axis, s->axis) && are_equal(r->closest_a, s->closest_b) &&
           are_equal(r->closest_b, s->closest_a) && r->contact_count == s->contact_count &&
           r->feature_a.index == s->feature_b.index && r->feature_b.index == s->feature_a.index &&
           r->feature_a.child == s->feature_b.child;
}

static cld_status ask(const cld_shape *a, const cld_shape *b, const cld_pose *pose, cld_algorithm algorithm,
                      cld_workspace *workspace, cld_result *result) {
    cld_query_options options = cld_query_options_make();
    options.algorithm = algorithm;
    return cld_find_collision(a, pose, b, pose, &options, workspace, result, NULL);
}

static void check_pair(const family *f, int i, int j, cld_workspace *workspace) {
    cld_shape *a = create(f->documents[i]), *b = create(f->documents[j]);
    const cld_pose pose = cld_pose_make((cld_quat){0, 0, 0.6, 0.8}, (cld_vec3){0.25, -0.5, 0});
    int answered = 0;
    for (int k = 0; k < 8; k++) {
        const cld_algorithm asked = (cld_algorithm)(k % 4);
        cld_result r, s;
        if (ask(a, b, k < 4 ? NULL : &pose, asked, workspace, &r) != CLD_OK)
            continue; // CLD_SAT answers polytopes only
        answered++;
        cr_assert_eq(ask(b, a, k < 4 ? NULL : &pose, asked, workspace, &s), CLD_OK);
        cr_expect(is_turned(&r, &s), "%s and %s with %s: normals %g %g %g and %g %g %g", f->documents[i],
                  f->documents[j], cld_algorithm_name(asked), r.normal.x, r.normal.y, r.normal.z, s.normal.x,
                  s.normal.y, s.normal.z);
    }
    cr_expect_geq(answered, 6, "%s", f->name);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(twins, are_answered_the_other_way_round_when_swapped) {
    cld_workspace *workspace = cld_workspace_create();
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (int i = 0; i < MOST_TWINS && families[f].documents[i]; i++)
            for (int j = 0; j < i; j++)
                check_pair(&families[f], i, j, workspace);
    cld_workspace_destroy(workspace);
}
