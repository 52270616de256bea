#include "support/kinds.h"

#include <stdlib.h>

static const cld_kind solid_kinds[] = {CLD_HULL,     CLD_BOX,       CLD_POINT,    CLD_SEGMENT,
                                       CLD_TRIANGLE, CLD_SPHERE,    CLD_CAPSULE,  CLD_CYLINDER,
                                       CLD_CONE,     CLD_ELLIPSOID, CLD_COMPOUND, CLD_HALFSPACE};
static const cld_kind planar_kinds[] = {CLD_POINT,     CLD_SEGMENT, CLD_CAPSULE,  CLD_POLYGON,
                                        CLD_RECTANGLE, CLD_CIRCLE,  CLD_COMPOUND, CLD_HALFSPACE};

enum {
    SOLIDS = sizeof solid_kinds / sizeof *solid_kinds,
    PLANARS = sizeof planar_kinds / sizeof *planar_kinds
};

static size_t add_pairs(const cld_kind *kinds, size_t count, int dimension, kind_pair *out) {
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++)
            if (kinds[i] != CLD_HALFSPACE)
                out[pairs++] = (kind_pair){kinds[i], kinds[j], dimension};
    return pairs;
}

const kind_pair *kinds_list_pairs(size_t *count) {
    static kind_pair pairs[SOLIDS * SOLIDS + PLANARS * PLANARS];
    *count = add_pairs(solid_kinds, SOLIDS, 3, pairs);
    *count += add_pairs(planar_kinds, PLANARS, 2, pairs + *count);
    return pairs;
}

static double coordinate(bool coarse, random_state *r) {
    return coarse ? random_int(r, -2, 2) * 0.5 : random_real(r, -1, 1);
}

static double length(bool coarse, random_state *r) {
    return coarse ? random_int(r, 0, 3) * 0.5 : random_real(r, 0.05, 1);
}

static cld_transform make_place(int dimension, bool coarse, random_state *r) {
    cld_vec3 axis = {0, 0, 1}, t = {coordinate(coarse, r), coordinate(coarse, r), 0};
    if (dimension == 3) {
        int k = random_int(r, 0, 2);
        t.z = coordinate(coarse, r);
        axis = coarse ? (cld_vec3){k == 0, k == 1, k == 2}
                      : (cld_vec3){random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, 0.1, 1)};
    }
    double degrees = coarse ? 90 * random_int(r, 0, 3) : random_real(r, -180, 180);
    double size = coarse ? 1 : random_real(r, 0.5, 2);
    cld_transform turn = cld_transform_make_axis_angle(axis, degrees),
                  move = cld_transform_make_translation(t);
    cld_transform scale = cld_transform_make_scale((cld_vec3){size, size, dimension == 3 ? size : 1});
    turn = cld_transform_compose(&turn, &scale);
    return cld_transform_compose(&move, &turn);
}

static size_t count_points(cld_kind kind, random_state *r) {
    switch (kind) {
    case CLD_HULL: return (size_t)random_int(r, 1, KINDS_MOST_POINTS);
    case CLD_POLYGON: return (size_t)random_int(r, 1, 6);
    case CLD_POINT: return 1;
    case CLD_TRIANGLE: return 3;
    case CLD_SEGMENT:
    case CLD_CAPSULE:
    case CLD_CYLINDER:
    case CLD_CONE: return 2;
    default: return 0;
    }
}

static void add_children(kind_def *k, int dimension, bool coarse, random_state *r) {
    const cld_kind *kinds = dimension == 3 ? solid_kinds : planar_kinds;
    int bounded = dimension == 3 ? SOLIDS - 2 : PLANARS - 2;
    k->def.child_count = (size_t)random_int(r, 1, KINDS_MOST_CHILDREN);
    k->def.children = k->children;
    for (size_t i = 0; i < k->def.child_count; i++) {
        kind_def *child = kind_def_make(kinds[random_int(r, 0, bounded - 1)], dimension, coarse, r);
        k->children[i] = child->def;
        child->child = k->child;
        k->child = child;
    }
}

kind_def *kind_def_make(cld_kind kind, int dimension, bool coarse, random_state *r) {
    kind_def *k = calloc(1, sizeof *k);
    k->def = cld_shape_def_make(kind);
    k->def.dimension = dimension;
    k->def.points = k->points;
    k->def.point_count = count_points(kind, r);
    k->def.convexify = true;
    for (size_t i = 0; i < k->def.point_count; i++)
        for (int axis = 0; axis < dimension; axis++)
            k->points[3 * i + (size_t)axis] = coordinate(coarse, r);
    for (int axis = 0; axis < 3; axis++) {
        k->def.size[axis] = axis < dimension ? 2 * length(coarse, r) : 0;
        k->def.radii[axis] = length(coarse, r);
        k->def.normal[axis] = axis < dimension ? coordinate(coarse, r) : 0;
    }
    k->def.normal[0] += k->def.normal[0] == 0 ? 1 : 0;
    k->def.radius = length(coarse, r);
    k->def.offset = coordinate(coarse, r);
    k->def.margin =
        kind != CLD_HALFSPACE && kind != CLD_COMPOUND && random_one_in(r, 4) ? length(coarse, r) / 2 : 0;
    k->def.transform = make_place(dimension, coarse, r);
    if (kind == CLD_COMPOUND)
        add_children(k, dimension, coarse, r);
    return k;
}

void kind_def_destroy(kind_def *k) {
    while (k) {
        kind_def *next = k->child;
        free(k);
        k = next;
    }
}

cld_shape *kind_def_create(const cld_shape_def *def) {
    cld_shape *shape = NULL;
    return cld_shape_create(def, NULL, NULL, &shape, NULL) == CLD_OK ? shape : NULL;
}

static void print_vector(FILE *file, const double *v, int count) {
    for (int i = 0; i < count; i++)
        fprintf(file, "%s%.17g", i ? ", " : "[", v[i]);
    fputc(']', file);
}

static void print_points(FILE *file, const cld_shape_def *def) {
    static const char *const keys[CLD_KIND_COUNT] = {[CLD_CAPSULE] = "ends", [CLD_CYLINDER] = "ends"};
    if (def->kind == CLD_POINT || def->kind == CLD_CONE) {
        fprintf(file, ", \"%s\": ", def->kind == CLD_CONE ? "base" : "position");
        print_vector(file, def->points, def->dimension);
        if (def->kind == CLD_CONE) {
            fputs(", \"apex\": ", file);
            print_vector(file, def->points + 3, 3);
        }
        return;
    }
    fprintf(file, ", \"%s\": ", keys[def->kind] ? keys[def->kind] : "vertices");
    for (size_t i = 0; i < def->point_count; i++) {
        fputs(i ? ", " : "[", file);
        print_vector(file, def->points + 3 * i, def->dimension);
    }
    fputc(']', file);
}

static void print_transform(FILE *file, const cld_shape_def *def) {
    const double *m = &def->transform.m.row[0].x, *t = &def->transform.t.x;
    fputs(", \"transform\": {\"matrix\": ", file);
    for (int i = 0; i < def->dimension; i++) {
        double row[4] = {m[3 * i], m[3 * i + 1], m[3 * i + 2]};
        row[def->dimension] = t[i];
        fputs(i ? ", " : "[", file);
        print_vector(file, row, def->dimension + 1);
    }
    fputs("]}", file);
}

void kind_def_print(FILE *file, const cld_shape_def *def) {
    static const bool has_radius[CLD_KIND_COUNT] = {[CLD_SPHERE] = true,
                                                    [CLD_CAPSULE] = true,
                                                    [CLD_CYLINDER] = true,
                                                    [CLD_CONE] = true,
                                                    [CLD_CIRCLE] = true};
    fprintf(file, "{\"type\": \"%s\"", cld_kind_name(def->kind));
    if (def->point_count)
        print_points(file, def);
    if (def->kind == CLD_BOX || def->kind == CLD_RECTANGLE) {
        fputs(", \"size\": ", file);
        print_vector(file, def->size, def->dimension);
    }
    if (def->kind == CLD_ELLIPSOID) {
        fputs(", \"radii\": ", file);
        print_vector(file, def->radii, 3);
    }
    if (def->kind == CLD_HALFSPACE) {
        fputs(", \"normal\": ", file);
        print_vector(file, def->normal, def->dimension);
        fprintf(file, ", \"offset\": %.17g", def->offset);
    }
    if (has_radius[def->kind])
        fprintf(file, ", \"radius\": %.17g", def->radius);
    if (def->margin > 0)
        fprintf(file, ", \"margin\": %.17g", def->margin);
    for (size_t i = 0; i < def->child_count; i++) {
        fputs(i ? ", " : ", \"children\": [", file);
        kind_def_print(file, &def->children[i]);
    }
    if (def->child_count)
        fputc(']', file);
    print_transform(file, def);
    fputc('}', file);
}
