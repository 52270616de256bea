/// Fuzz target: any bytes, as every kind of document there is.
#include <string.h>

#include <cjson/cJSON.h>

#include "base/text.h"
#include "bytes.h"
#include "use.h"
#include "json/parse.h"
#include "json/writer.h"

/// What is read is printed as the same document: printing it once more gives the same text.
static void print_twice(const char *bytes, size_t length) {
    cld_text text[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        cJSON *tree;
        cld_error err;
        cld_json_writer writer = {.text = &text[i], .compact = true};
        cld_status status = i == 0 ? cld_json_parse(bytes, length, &tree, &err)
                                   : cld_json_parse(text[0].bytes, text[0].length, &tree, &err);
        FUZZ_REQUIRE(i == 0 || !status);
        if (status) {
            FUZZ_REQUIRE(err.line > 0 || err.status == CLD_DUPLICATE_KEY);
            return;
        }
        cld_json_put_node(&writer, NULL, tree);
        cJSON_Delete(tree);
    }
    FUZZ_REQUIRE(text[0].length == text[1].length &&
                 memcmp(text[0].bytes, text[1].bytes, text[0].length) == 0);
    cld_text_clear(&text[0]);
    cld_text_clear(&text[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data;
    print_twice(bytes, size);
    fuzz_use_shape(bytes, size);
    fuzz_use_scene(bytes, size);
    fuzz_use_rest(bytes, size);
    return 0;
}
