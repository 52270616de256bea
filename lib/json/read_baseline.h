/// Baselines: findings that are known.
#ifndef CLD_JSON_READ_BASELINE_H
#define CLD_JSON_READ_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collide/status.h"

/// Reads the ids out of a baseline, or out of a report in JSON, which has them in the same place, and sorts
/// them. The caller frees them.
cld_status cld_baseline_read(const char *bytes, size_t length, uint64_t **ids, size_t *count, cld_error *err);

/// Whether the id is one of those; `ids` is NULL for none.
bool cld_baseline_has(const uint64_t *ids, size_t count, uint64_t id);

#endif
