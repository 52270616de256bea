/// What fuzz targets do with documents: read them, and ask and print all that can be asked and printed.
#ifndef TESTS_FUZZ_USE_H
#define TESTS_FUZZ_USE_H

#include <stddef.h>

/// A document, as a shape.
void fuzz_use_shape(const char *bytes, size_t length);

/// A document, as a scene: held to its rules, reported in every format.
void fuzz_use_scene(const char *bytes, size_t length);

/// A document, as rules, a baseline, a transform and a record.
void fuzz_use_rest(const char *bytes, size_t length);

/// Ends the program unless `length` bytes at `bytes` are a JSON document.
void fuzz_require_json(const char *bytes, size_t length);

#endif
