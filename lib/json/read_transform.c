#include "json/read_transform.h"

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/number.h"
#include "json/member.h"
#include "json/path.h"

static cld_vec3 vector(const double v[3]) { return (cld_vec3){v[0], v[1], v[2]}; }

static cld_status read_translation(const cJSON *node, cld_transform *transform, cld_error *err) {
    double t[3];
    cld_status status = cld_json_read_numbers(node, 3, t, err);
    if (!status)
        *transform = cld_transform_make_translation(vector(t));
    return status;
}

static cld_status read_axis_angle(const cJSON *node, cld_transform *transform, cld_error *err) {
    static const char *const keys[] = {"axis", "degrees", NULL};
    static const char what[] = "a rotation";
    const cJSON *axis, *degrees;
    double a[3], d;
    cld_status status = cld_json_check_keys(node, keys, NULL, what, err);
    if (status || (status = cld_json_require(node, "axis", what, &axis, err)) ||
        (status = cld_json_require(node, "degrees", what, &degrees, err)))
        return status;
    if ((status = cld_json_read_numbers(axis, 3, a, err)))
        return cld_json_at_key(status, "axis", err);
    if ((status = cld_json_read_number(degrees, &d, err)))
        return cld_json_at_key(status, "degrees", err);
    if (a[0] == 0 && a[1] == 0 && a[2] == 0)
        return cld_fail(err, CLD_BAD_TRANSFORM, "/axis", "expected a direction, found [0, 0, 0]");
    *transform = cld_transform_make_axis_angle(vector(a), d);
    return CLD_OK;
}

static cld_status read_rotation(const cJSON *node, cld_transform *transform, cld_error *err) {
    if (cJSON_IsObject(node))
        return read_axis_angle(node, transform, err);
    if (!cJSON_IsArray(node))
        return cld_json_fail_type(node, "a quaternion [x, y, z, w] or {\"axis\", \"degrees\"}", err);
    double q[4];
    cld_status status = cld_json_read_numbers(node, 4, q, err);
    if (status)
        return status;
    double length = hypot(hypot(q[0], q[1]), hypot(q[2], q[3]));
    if (!(fabs(length - 1) <= 1e-6)) { // the contract's grant for quaternions printed with few digits
        char found[CLD_NUMBER_SIZE] = "1e308 or more";
        if (isfinite(length))
            cld_number_write(length, found);
        return cld_fail(err, CLD_BAD_TRANSFORM, "", "expected a quaternion of length 1, found length %s",
                        found);
    }
    *transform = cld_transform_make_quaternion((cld_quat){q[0], q[1], q[2], q[3]});
    return CLD_OK;
}

static cld_status read_scale(const cJSON *node, cld_transform *transform, cld_error *err) {
    double s[3];
    cld_status status;
    if (cJSON_IsArray(node)) {
        status = cld_json_read_numbers(node, 3, s, err);
    } else {
        status = cld_json_read_number(node, s, err);
        s[1] = s[2] = s[0];
    }
    if (status)
        return status;
    if (s[0] == 0 || s[1] == 0 || s[2] == 0)
        return cld_fail(err, CLD_BAD_TRANSFORM, "", "expected a scale other than 0");
    *transform = cld_transform_make_scale(vector(s));
    return CLD_OK;
}

/// Fails unless the last of four rows is 0 0 0 1.
static cld_status check_last_row(double row[4][4], cld_error *err) {
    const double *last = row[3];
    if (last[0] == 0 && last[1] == 0 && last[2] == 0 && last[3] == 1)
        return CLD_OK;
    if (row[0][3] == 0 && row[1][3] == 0 && row[2][3] == 0 && last[3] == 1)
        return cld_fail(
            err, CLD_BAD_TRANSFORM, "",
            "expected the last row 0 0 0 1, found it as the last column: the matrix is transposed");
    return cld_fail(err, CLD_BAD_TRANSFORM, "/3", "expected the last row 0 0 0 1");
}

static cld_status read_matrix(const cJSON *node, cld_transform *transform, cld_error *err) {
    size_t count;
    cld_status status = cld_json_count(node, "an array of 3 or 4 rows", &count, err);
    if (status)
        return status;
    if (count != 3 && count != 4)
        return cld_fail(err, CLD_BAD_VALUE, "", "expected 3 or 4 rows of 4 numbers, found %zu", count);
    double row[4][4];
    size_t i = 0;
    for (const cJSON *element = node->child; element; element = element->next, i++) {
        if ((status = cld_json_read_numbers(element, 4, row[i], err)))
            return cld_json_at_index(status, i, err);
    }
    if (count == 4 && (status = check_last_row(row, err)))
        return status;
    cld_mat3 m = {{vector(row[0]), vector(row[1]), vector(row[2])}};
    *transform = cld_transform_make_matrix(&m, (cld_vec3){row[0][3], row[1][3], row[2][3]});
    cld_transform inverse;
    if (cld_transform_invert(transform, &inverse, NULL))
        return cld_fail(err, CLD_BAD_TRANSFORM, "",
                        "expected an invertible matrix, found one that flattens space");
    return CLD_OK;
}

cld_status cld_json_read_transform(const cJSON *node, cld_transform *transform, cld_error *err) {
    static const struct {
        const char *key;
        cld_status (*read)(const cJSON *node, cld_transform *transform, cld_error *err);
    } steps[] = {{"scale", read_scale},
                 {"rotation", read_rotation},
                 {"translation", read_translation},
                 {"matrix", read_matrix}};
    static const char *const keys[] = {"translation", "rotation", "scale", "matrix", NULL};
    cld_status status = cld_json_check_keys(node, keys, NULL, "a transform", err);
    if (status)
        return status;
    if (cld_json_find(node, "matrix") && node->child->next)
        return cld_fail(err, CLD_BAD_TRANSFORM, "", "expected \"matrix\" alone, found other keys beside it");
    *transform = cld_transform_make_identity();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const cJSON *member = cld_json_find(node, steps[i].key);
        if (!member)
            continue;
        cld_transform step;
        if ((status = steps[i].read(member, &step, err)))
            return cld_json_at_key(status, steps[i].key, err);
        *transform = cld_transform_compose(&step, transform);
    }
    return CLD_OK;
}
