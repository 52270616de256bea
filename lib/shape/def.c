/// What every definition of a shape must keep to; what its kind asks besides is in the kind's row.

#include "shape/def.h"

#include <math.h>

#include "base/error.h"
#include "base/number.h"
#include "math/affine.h"
#include "math/vec.h"
#include "shape/kind.h"

cld_shape_def cld_shape_def_make(cld_kind kind) {
    return (cld_shape_def){.kind = kind,
                           .dimension = kind < CLD_KIND_COUNT && cld_kind_row(kind)->dimension == 2 ? 2 : 3,
                           .transform = cld_transform_make_identity()};
}

cld_status cld_check_length(double length, const char *pointer, const char *what, cld_error *err) {
    if (!(length >= 0) || !isfinite(length))
        return cld_fail(err, CLD_BAD_VALUE, pointer, "%s must be at least 0 and finite, got %s", what,
                        cld_number_tell(length).text);
    if (length > CLD_LARGEST)
        return cld_fail(err, CLD_TOO_LARGE, pointer, "%s may be up to %s, got %s", what,
                        cld_number_tell(CLD_LARGEST).text, cld_number_tell(length).text);
    return CLD_OK;
}

static cld_status check_points(const cld_shape_def *def, cld_error *err) {
    if (def->point_count > CLD_MOST_POINTS)
        return cld_fail(err, CLD_TOO_LARGE, cld_kind_find_points(def->kind).text,
                        "a shape may have %d vertices, got %zu", CLD_MOST_POINTS, def->point_count);
    for (size_t i = 0; i < 3 * def->point_count; i++) {
        double x = def->points[i];
        if (fabs(x) <= CLD_LARGEST)
            continue;
        cld_short_pointer place = cld_kind_find_coordinate(def->kind, i / 3, i % 3);
        if (!isfinite(x))
            return cld_fail(err, CLD_BAD_VALUE, place.text, "a coordinate must be a finite number, got %s",
                            cld_number_tell(x).text);
        return cld_fail(err, CLD_TOO_LARGE, place.text, "a coordinate may be up to %s in magnitude, got %s",
                        cld_number_tell(CLD_LARGEST).text, cld_number_tell(x).text);
    }
    return CLD_OK;
}

cld_status cld_shape_def_check_lists(const cld_shape_def *def, cld_error *err) {
    bool is_hull = def->kind == CLD_HULL, is_compound = def->kind == CLD_COMPOUND;
    cld_short_pointer points = cld_kind_find_points(def->kind);
    const struct {
        const char *pointer;
        size_t count;
        bool is_there, may_be; ///< points are passed over where a kind has none
    } lists[] = {{points.text, def->point_count, def->points, true},
                 {"/faces", def->face_count, def->face_start && def->face_vertex, is_hull},
                 {"/edges", def->edge_count, def->edge_vertex, is_hull},
                 {"/normals", def->normal_count, def->normals, is_hull},
                 {"/children", def->child_count, def->children, is_compound}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (lists[i].count > 0 && !lists[i].may_be)
            return cld_fail(err, CLD_BAD_VALUE, lists[i].pointer, "a shape of type \"%s\" has no %s",
                            cld_kind_name(def->kind), lists[i].pointer + 1);
        if (lists[i].count > 0 && !lists[i].is_there)
            return cld_fail(err, CLD_BAD_VALUE, lists[i].pointer,
                            "expected a list of %zu, got a NULL pointer", lists[i].count);
    }
    return CLD_OK;
}

/// Whether every z of what is given in two dimensions is 0.
static cld_status check_plane(const cld_shape_def *def, cld_error *err) {
    for (size_t i = 0; i < def->point_count; i++)
        if (def->points[3 * i + 2] != 0)
            return cld_fail(err, CLD_BAD_VALUE, cld_kind_find_coordinate(def->kind, i, 2).text,
                            "in two dimensions every z is 0, got %s",
                            cld_number_tell(def->points[3 * i + 2]).text);
    if (def->kind == CLD_HALFSPACE && def->normal[2] != 0)
        return cld_fail(err, CLD_BAD_VALUE, "/normal/2", "in two dimensions every z is 0, got %s",
                        cld_number_tell(def->normal[2]).text);
    return CLD_OK;
}

static bool stays_in_plane(const cld_mat3 *m, cld_vec3 t) {
    return m->row[0].z == 0 && m->row[1].z == 0 && m->row[2].x == 0 && m->row[2].y == 0 && t.z == 0;
}

cld_status cld_shape_def_check_transform(const cld_shape_def *def, cld_error *err) {
    const cld_transform *transform = &def->transform;
    const cld_mat3 *m = &transform->m, *low = &transform->m_low;
    const cld_mat3 *error = &transform->m_error;
    const cld_vec3 rows[] = {m->row[0],     m->row[1],     m->row[2],     transform->t,
                             low->row[0],   low->row[1],   low->row[2],   transform->t_low,
                             error->row[0], error->row[1], error->row[2], transform->t_error};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 3; k++) {
            double x = cld_component(rows[i], k);
            if (!(fabs(x) <= CLD_LARGEST))
                return cld_fail(err, isnan(x) ? CLD_BAD_TRANSFORM : CLD_TOO_LARGE, "/transform",
                                "the numbers of a transform may be up to %s in magnitude, got %s",
                                cld_number_tell(CLD_LARGEST).text, cld_number_tell(x).text);
        }
    if (def->dimension == 2 && (!stays_in_plane(m, transform->t) || !stays_in_plane(low, transform->t_low)))
        return cld_fail(err, CLD_BAD_TRANSFORM, "/transform",
                        "in two dimensions a transform must stay in the plane z = 0");
    return CLD_OK;
}

static cld_status check_dimension(const cld_shape_def *def, cld_error *err) {
    int only = cld_kind_row(def->kind)->dimension;
    if (only ? def->dimension == only : def->dimension == 2 || def->dimension == 3)
        return CLD_OK;
    return cld_fail(err, CLD_BAD_VALUE, "", "a shape of type \"%s\" has %s dimensions, got %d",
                    cld_kind_name(def->kind),
                    only == 2 ? "2"
                    : only    ? "3"
                              : "2 or 3",
                    def->dimension);
}

cld_status cld_shape_def_check(const cld_shape_def *def, cld_error *err) {
    if (def->kind >= CLD_KIND_COUNT)
        return cld_fail(err, CLD_BAD_VALUE, "/type", "unknown kind of shape: %d", (int)def->kind);
    cld_status status = cld_check_length(def->margin, "/margin", "margin", err);
    if (status == CLD_OK)
        status = check_dimension(def, err);
    if (status == CLD_OK)
        status = cld_shape_def_check_lists(def, err);
    if (status == CLD_OK)
        status = check_points(def, err);
    if (status == CLD_OK)
        status = cld_shape_def_check_transform(def, err);
    if (status == CLD_OK && def->dimension == 2)
        status = check_plane(def, err);
    return status == CLD_OK ? cld_kind_row(def->kind)->check(def, err) : status;
}
