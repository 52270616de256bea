#include "json/read_transform.h"

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/number.h"
#include "math/dd.h"
#include "math/vec.h"
#include "json/member.h"
#include "json/path.h"

typedef cld_status read_step(const cJSON *node, int dimension, cld_transform *transform, cld_error *err);

static cld_vec3 vector(const double v[3]) { return (cld_vec3){v[0], v[1], v[2]}; }

static cld_status read_translation(const cJSON *node, int dimension, cld_transform *transform,
                                   cld_error *err) {
    double t[3] = {0, 0, 0};
    cld_status status = cld_json_read_numbers(node, (size_t)dimension, t, err);
    if (!status)
        *transform = cld_transform_make_translation(vector(t));
    return status;
}

/// A rotation of the plane: about z.
static cld_status read_turn(const cJSON *node, cld_transform *transform, cld_error *err) {
    static const char *const keys[] = {"degrees", NULL};
    static const char what[] = "a rotation of the plane";
    const cJSON *degrees;
    double d;
    if (!cJSON_IsObject(node))
        return cld_json_fail_type(node, "{\"degrees\"}, a rotation of the plane", err);
    cld_status status = cld_json_check_keys(node, keys, NULL, what, err);
    if (status || (status = cld_json_require(node, "degrees", what, &degrees, err)))
        return status;
    if ((status = cld_json_read_number(degrees, &d, err)))
        return cld_json_at_key(status, "degrees", err);
    *transform = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, d);
    return CLD_OK;
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

/// How far from 1 a quaternion's length may be, the contract's grant for those printed with few digits: 1e-6,
/// whatever doubles make of it.
#define UNIT_WITHIN (1e-6 + 8 * CLD_ROUNDOFF)

/// What a rotation in space may be.
#define ROTATION "a quaternion [x, y, z, w] or {\"axis\", \"degrees\"}"

static cld_status read_rotation(const cJSON *node, int dimension, cld_transform *transform, cld_error *err) {
    if (dimension == 2)
        return read_turn(node, transform, err);
    if (cJSON_IsObject(node))
        return read_axis_angle(node, transform, err);
    if (!cJSON_IsArray(node))
        return cld_json_fail_type(node, ROTATION, err);
    int count = cJSON_GetArraySize(node);
    if (count != 4)
        return cld_fail(err, CLD_BAD_VALUE, "", "expected " ROTATION ", found an array of %d", count);
    double q[4];
    cld_status status = cld_json_read_numbers(node, 4, q, err);
    if (status)
        return status;
    double length = cld_length_of_any((cld_vec3){cld_length_of_any((cld_vec3){q[0], q[1], q[2]}), q[3], 0});
    if (!(fabs(length - 1) <= UNIT_WITHIN)) {
        char found[CLD_NUMBER_SIZE] = "1e308 or more";
        if (isfinite(length))
            cld_number_write(length, found);
        return cld_fail(err, CLD_BAD_TRANSFORM, "",
                        "expected a quaternion of length 1, within 1e-6, found length %s", found);
    }
    *transform = cld_transform_make_quaternion((cld_quat){q[0], q[1], q[2], q[3]});
    return CLD_OK;
}

static cld_status read_scale(const cJSON *node, int dimension, cld_transform *transform, cld_error *err) {
    double s[3] = {1, 1, 1};
    cld_status status;
    if (cJSON_IsArray(node)) {
        status = cld_json_read_numbers(node, (size_t)dimension, s, err);
    } else {
        status = cld_json_read_number(node, s, err);
        s[1] = s[0];
        s[2] = dimension == 3 ? s[0] : 1;
    }
    if (status)
        return status;
    for (size_t axis = 0; axis < 3; axis++) {
        if (s[axis] != 0)
            continue;
        status = cld_fail(err, CLD_BAD_TRANSFORM, "", "expected a scale other than 0, found 0");
        return cJSON_IsArray(node) ? cld_json_at_index(status, axis, err) : status;
    }
    *transform = cld_transform_make_scale(vector(s));
    return CLD_OK;
}

/// Fails unless row `n` of an (n + 1) x (n + 1) matrix is zeros and a 1.
static cld_status check_last_row(double row[4][4], int n, cld_error *err) {
    const char *expected = n == 3 ? "0 0 0 1" : "0 0 1";
    bool is_last_row = row[n][n] == 1, is_last_column = row[n][n] == 1;
    for (int i = 0; i < n; i++) {
        is_last_row = is_last_row && row[n][i] == 0;
        is_last_column = is_last_column && row[i][n] == 0;
    }
    if (is_last_row)
        return CLD_OK;
    if (is_last_column)
        return cld_fail(err, CLD_BAD_TRANSFORM, "",
                        "expected the last row %s, found it as the last column: the matrix is transposed",
                        expected);
    char found[4][CLD_NUMBER_SIZE] = {"", "", "", ""};
    for (int i = 0; i < 4 && i <= n; i++) // gcc does not know how large n may be
        cld_number_write(row[n][i], found[i]);
    return cld_fail(err, CLD_BAD_TRANSFORM, n == 3 ? "/3" : "/2",
                    "expected the last row %s, found %s %s %s%s%s", expected, found[0], found[1], found[2],
                    n == 3 ? " " : "", found[3]);
}

static cld_status read_matrix(const cJSON *node, int n, cld_transform *transform, cld_error *err) {
    const size_t rows = (size_t)n, columns = rows + 1;
    size_t count;
    cld_status status = cld_json_count(node, "an array of rows", &count, err);
    if (status)
        return status;
    if (count != rows && count != columns)
        return cld_fail(err, CLD_BAD_VALUE, "", "expected %zu or %zu rows of %zu numbers, found %zu", rows,
                        columns, columns, count);
    double row[4][4] = {{0}};
    size_t i = 0;
    for (const cJSON *element = node->child; element; element = element->next, i++) {
        if ((status = cld_json_read_numbers(element, columns, row[i], err)))
            return cld_json_at_index(status, i, err);
    }
    if (count == columns && (status = check_last_row(row, n, err)))
        return status;
    *transform = cld_transform_make_identity();
    double *m = &transform->m.row[0].x, *t = &transform->t.x;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++)
            m[3 * r + c] = row[r][c];
        t[r] = row[r][n];
    }
    cld_transform inverse;
    if (cld_transform_invert(transform, &inverse, NULL))
        return cld_fail(err, CLD_BAD_TRANSFORM, "",
                        "expected an invertible matrix, found one that flattens %s",
                        n == 3 ? "space" : "the plane");
    return CLD_OK;
}

cld_status cld_json_read_transform(const cJSON *node, int dimension, cld_transform *transform,
                                   cld_error *err) {
    static const struct {
        const char *key;
        read_step *read;
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
        if ((status = steps[i].read(member, dimension, &step, err)))
            return cld_json_at_key(status, steps[i].key, err);
        *transform = cld_transform_compose(&step, transform);
    }
    return CLD_OK;
}
