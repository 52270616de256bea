/// Values of the expected type out of a tree.
///
/// Each reader fails with a pointer relative to the value it was given; what it calls puts its own place
/// before that. The value may be anything, and NULL stands for a key that is missing where that is said.
#ifndef CLD_JSON_MEMBER_H
#define CLD_JSON_MEMBER_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "collide/status.h"

/// The member called exactly `key`, NULL if there is none.
const cJSON *cld_json_find(const cJSON *object, const char *key);

/// As above, but fails with CLD_MISSING_KEY if there is none. `what` says what lacks it: "a box".
cld_status cld_json_require(const cJSON *object, const char *key, const char *what, const cJSON **member,
                            cld_error *err);

/// Fails: "expected <expected>, found <what stands there>", as in `the number 3`, `"crate"`, `an array`.
cld_status cld_json_fail_value(cld_status status, const cJSON *node, const char *expected, cld_error *err);

/// The same with CLD_WRONG_TYPE.
cld_status cld_json_fail_type(const cJSON *node, const char *expected, cld_error *err);

/// Fails with CLD_UNKNOWN_KEY unless each key of `object` is in one of the two lists, which end in NULL; the
/// second may be NULL. CLD_WRONG_TYPE unless it is an object. `what` as above.
cld_status cld_json_check_keys(const cJSON *object, const char *const *keys, const char *const *more,
                               const char *what, cld_error *err);

/// Fails with CLD_UNKNOWN_KEY if a key of an object, which has none of `keys`, was probably meant to be one.
cld_status cld_json_check_meant(const cJSON *object, const char *const *keys, const char *what,
                                cld_error *err);

/// Fails with CLD_BAD_VALUE: there is no such name among some, a list that ends in NULL. Tells the one that
/// was probably meant, or all. `what` says what there is none of: "no rule is called".
cld_status cld_json_fail_name(const char *what, const char *name, const char *const *names, cld_error *err);

cld_status cld_json_read_string(const cJSON *node, const char **string, cld_error *err);
cld_status cld_json_read_number(const cJSON *node, double *value, cld_error *err);

/// Fails with CLD_WRONG_TYPE where the key `$schema` of a document is there and no string.
cld_status cld_json_check_schema(const cJSON *document, cld_error *err);

/// An array of exactly `count` numbers.
cld_status cld_json_read_numbers(const cJSON *node, size_t count, double *values, cld_error *err);

/// As above for an array of as many numbers as `dimension` says. Where that is 0, two or three numbers are
/// right, and `dimension` is set to how many there are.
cld_status cld_json_read_vector(const cJSON *node, int *dimension, double *values, cld_error *err);

/// The number of elements, or CLD_WRONG_TYPE. `expected` describes the array.
cld_status cld_json_count(const cJSON *node, const char *expected, size_t *count, cld_error *err);

#endif
