#include "drawing.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/loose_number.h"

static const struct {
    const char *name;
    double towards_eye[3];
} views[] = {{"front", {0, -1, 0}}, {"back", {0, 1, 0}}, {"left", {-1, 0, 0}},
             {"right", {1, 0, 0}},  {"top", {0, 0, 1}},  {"bottom", {0, 0, -1}}};

enum { VIEW_COUNT = sizeof views / sizeof *views };

/// Of a side, in pixels.
#define SMALLEST 100
#define LARGEST 10000

/// `count` numbers with `separator` between them.
static bool read_numbers(const char *text, char separator, int count, double *numbers) {
    for (int i = 0; i < count; i++) {
        const char *end = i + 1 < count ? strchr(text, separator) : text + strlen(text);
        if (!end || !cld_loose_number_read(text, (size_t)(end - text), &numbers[i]) || !isfinite(numbers[i]))
            return false;
        text = end + 1;
    }
    return true;
}

cld_status cli_drawing_read_view(const char *text, cli_draw_options *options, cld_error *err) {
    double *v = options->view;
    options->has_view = true;
    for (int i = 0; i < VIEW_COUNT; i++) {
        if (strcmp(views[i].name, text) != 0)
            continue;
        memcpy(v, views[i].towards_eye, sizeof options->view);
        return CLD_OK;
    }
    if (!read_numbers(text, ',', 3, v) || (v[0] == 0 && v[1] == 0 && v[2] == 0))
        return cld_fail(err, CLD_USAGE, "",
                        "option '--view' expects front, back, left, right, top, bottom or a direction X,Y,Z, "
                        "found '%s'",
                        text);
    return CLD_OK;
}

cld_status cli_drawing_read_size(const char *text, cli_draw_options *options, cld_error *err) {
    double size[2];
    bool good = read_numbers(text, 'x', 2, size);
    for (int i = 0; i < 2 && good; i++)
        good = size[i] >= SMALLEST && size[i] <= LARGEST && size[i] == floor(size[i]);
    if (!good)
        return cld_fail(err, CLD_USAGE, "",
                        "option '--size' expects WIDTHxHEIGHT, whole numbers from %d to %d, found '%s'",
                        SMALLEST, LARGEST, text);
    options->width = (uint32_t)size[0];
    options->height = (uint32_t)size[1];
    return CLD_OK;
}
