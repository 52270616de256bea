#include "hull/audit_lists.h"

#include <math.h>

#include "base/error.h"
#include "math/vec.h"

static cld_status check_index(const cld_shape_def *def, const char *list, size_t element, size_t place,
                              uint32_t index, cld_error *err) {
    if (index < def->point_count)
        return CLD_OK;
    return cld_fail(err, CLD_BAD_INDEX, cld_pointer_to_part(list, element, place).text,
                    "vertex index %u is out of range: there are %zu vertices", index, def->point_count);
}

/// How many different indices there are, up to `enough` (at most 3).
static size_t count_different(const uint32_t *vertex, size_t count, size_t enough) {
    uint32_t seen[3];
    size_t different = 0;
    for (size_t i = 0; i < count && different < enough; i++) {
        size_t k = 0;
        while (k < different && seen[k] != vertex[i])
            k++;
        if (k == different)
            seen[different++] = vertex[i];
    }
    return different;
}

static cld_status check_element(const cld_shape_def *def, const char *list, size_t element,
                                const uint32_t *vertex, size_t count, size_t least, cld_error *err) {
    for (size_t i = 0; i < count; i++) {
        cld_status status = check_index(def, list, element, i, vertex[i], err);
        if (status != CLD_OK)
            return status;
    }
    size_t different = count_different(vertex, count, least);
    if (different == least)
        return CLD_OK;
    return cld_fail(err, CLD_BAD_VALUE, cld_pointer_to(list, element).text,
                    "needs at least %zu different vertices, got %zu", least, different);
}

static cld_status check_normal(const double *n, size_t index, cld_error *err) {
    bool is_finite = isfinite(n[0]) && isfinite(n[1]) && isfinite(n[2]);
    if (is_finite && (n[0] != 0 || n[1] != 0 || n[2] != 0))
        return CLD_OK;
    return cld_fail(err, CLD_BAD_VALUE, cld_pointer_to("normals", index).text,
                    is_finite ? "a normal must not be zero" : "a normal must consist of finite numbers");
}

static cld_status check_normals(const cld_shape_def *def, cld_error *err) {
    if (def->normal_count && !def->face_count)
        return cld_fail(err, CLD_BAD_VALUE, "/normals", "normals need faces, one each");
    if (def->normal_count && def->normal_count != def->face_count)
        return cld_fail(err, CLD_BAD_VALUE, "/normals",
                        "there must be one normal a face: got %zu for %zu faces", def->normal_count,
                        def->face_count);
    cld_status status = CLD_OK;
    for (size_t i = 0; i < def->normal_count && status == CLD_OK; i++)
        status = check_normal(def->normals + 3 * i, i, err);
    return status;
}

/// Whether the faces follow each other in face_vertex, from its first entry on.
static cld_status check_offsets(const cld_shape_def *def, cld_error *err) {
    if (def->face_count && def->face_start[0] != 0)
        return cld_fail(err, CLD_BAD_INDEX, "/faces", "the offsets of faces must begin with 0, got %u",
                        def->face_start[0]);
    for (size_t f = 0; f < def->face_count; f++)
        if (def->face_start[f + 1] < def->face_start[f])
            return cld_fail(err, CLD_BAD_INDEX, "/faces",
                            "the offsets of faces must not fall, got %u after %u", def->face_start[f + 1],
                            def->face_start[f]);
    return CLD_OK;
}

cld_status cld_audit_lists(const cld_shape_def *def, cld_error *err) {
    cld_status status = check_offsets(def, err);
    for (size_t f = 0; f < def->face_count && status == CLD_OK; f++) {
        uint32_t start = def->face_start[f];
        status =
            check_element(def, "faces", f, def->face_vertex + start, def->face_start[f + 1] - start, 3, err);
    }
    for (size_t e = 0; e < def->edge_count && status == CLD_OK; e++)
        status = check_element(def, "edges", e, def->edge_vertex[e], 2, 2, err);
    return status == CLD_OK ? check_normals(def, err) : status;
}

cld_vec3 cld_audit_normal(const cld_shape_def *def, size_t index) {
    const double *given = def->normals + 3 * index;
    double largest = fmax(fabs(given[0]), fmax(fabs(given[1]), fabs(given[2])));
    return cld_unit(cld_vec3_make(given[0] / largest, given[1] / largest, given[2] / largest));
}
