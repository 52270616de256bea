/// Source: Khronos, COLLADA 1.4.1 specification.
#include "import/collada.h"

#include <math.h>
#include <string.h>

#include "base/loose_number.h"
#include "base/names.h"
#include "ending.h"
#include "import/mesh.h"
#include "import/words.h"
#include "import/xml.h"
#include "imported.h"

typedef struct reading {
    cld_name_table arrays; ///< how many numbers each <float_array> has, by its id
    char up;
    double metres;
} reading;

/// Reads an attribute that is a whole number below 2^32; `x` stays as it is without one.
static cld_status read_count(const cli_element *element, const char *attribute, double *x, cld_error *err) {
    const char *text = cli_xml_find(element, attribute);
    if (!text ||
        (cld_loose_number_read(text, strlen(text), x) && *x >= 0 && *x < UINT32_MAX && *x == floor(*x)))
        return CLD_OK;
    return cli_fail_at(element, CLD_BAD_VALUE, err, "expected \"%s\" to be a whole number, found \"%s\"",
                       attribute, cld_name_tell(text).text);
}

static bool is_called(const cli_element *element, const char *name) {
    return element && strcmp(element->name, name) == 0;
}

/// Refuses an accessor that ends behind the numbers it is about.
static cld_status check_accessor(reading *r, const cli_element *accessor, cld_error *err) {
    const char *source = cli_xml_find(accessor, "source");
    uint32_t held = source && *source == '#' ? cld_names_find(&r->arrays, source + 1) : UINT32_MAX;
    double offset = 0, stride = 1, count = 0, parameters = 0;
    cld_status status = read_count(accessor, "offset", &offset, err);
    if (!status)
        status = read_count(accessor, "stride", &stride, err);
    if (!status)
        status = read_count(accessor, "count", &count, err);
    for (const cli_element *e = cli_xml_first(accessor, "param"); e; e = cli_xml_next(e, "param"))
        parameters++;
    double end = count > 0 ? offset + (count - 1) * stride + fmax(parameters, 1) : 0;
    if (status || held == UINT32_MAX || end <= held)
        return status;
    return cli_fail_at(accessor, CLD_BAD_INDEX, err,
                       "expected an accessor of the %u numbers of \"%s\", found one of %.0f", held,
                       cld_name_tell(source + 1).text, end);
}

/// Refuses indices below 0, which assimp takes for 0.
static cld_status check_indices(reading *r, const cli_element *indices, cld_error *err) {
    (void)r;
    const char *minus = strchr(indices->text, '-');
    return minus ? cli_fail_at(indices, CLD_BAD_INDEX, err, "expected indices from 0, found \"%s\"",
                               cld_bytes_tell(minus, strcspn(minus, " \t\r\n")).text)
                 : CLD_OK;
}

/// Refuses an axis that is not of unit length, by which assimp would stretch things.
static cld_status check_rotation(reading *r, const cli_element *rotation, cld_error *err) {
    (void)r;
    const cld_text text = {.bytes = (char *)rotation->text, .length = strlen(rotation->text)};
    cli_words words = cli_words_make(&text, false);
    double x[4] = {0};
    cld_status status = CLD_OK;
    for (int i = 0; i < 4 && !status; i++)
        status = cli_words_take_number(&words, &x[i], err);
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    if (!status && (x[3] == 0 || fabs(length - 1) <= CLI_MESH_UNIT))
        return CLD_OK;
    return cli_fail_at(rotation, CLD_BAD_VALUE, err,
                       "expected an axis of length 1 and an angle, found \"%s\"",
                       cld_name_tell(rotation->text).text);
}

static cld_status refuse(reading *r, const cli_element *element, cld_error *err) {
    (void)r;
    return cli_fail_at(element, CLD_UNSUPPORTED, err,
                       "expected nodes that are not skewed and meshes of polygons or strips, found <%s>",
                       element->name);
}

/// The axis and the unit are those that stand in the asset of the whole file.
static bool is_about_all(const cli_element *element) {
    return is_called(element->parent, "asset") && !element->parent->parent->parent;
}

static cld_status take_up(reading *r, const cli_element *element, cld_error *err) {
    (void)err;
    const char *axis = element->text + strspn(element->text, " \t\r\n");
    if (is_about_all(element) && *axis >= 'X' && *axis <= 'Z' && strncmp(axis + 1, "_UP", 3) == 0)
        r->up = (char)(*axis - 'X' + 'x');
    return CLD_OK;
}

static cld_status take_unit(reading *r, const cli_element *unit, cld_error *err) {
    const char *metres = cli_xml_find(unit, "meter");
    if (!is_about_all(unit) || !metres)
        return CLD_OK;
    if (cld_loose_number_read(metres, strlen(metres), &r->metres) && r->metres > 0 && r->metres <= 1e100)
        return CLD_OK;
    return cli_fail_at(unit, CLD_BAD_VALUE, err, "expected a unit of up to 1e100 metres, found \"%s\"",
                       cld_name_tell(metres).text);
}

static const struct {
    const char *name;
    cld_status (*read)(reading *r, const cli_element *element, cld_error *err);
} elements[] = {
    {"accessor", check_accessor}, {"p", check_indices}, {"rotate", check_rotation}, {"skew", refuse},
    {"trifans", refuse},          {"up_axis", take_up}, {"unit", take_unit}};

static cld_status add_array(reading *r, const cli_element *array, cld_error *err) {
    const char *id = cli_xml_find(array, "id");
    double count = 0;
    cld_status status = read_count(array, "count", &count, err);
    if (status || !id)
        return status;
    if (cld_names_find(&r->arrays, id) != UINT32_MAX)
        return cli_fail_at(array, CLD_DUPLICATE_NAME, err, "an array before it has the id \"%s\" too",
                           cld_name_tell(id).text);
    return cld_names_add(&r->arrays, id, (uint32_t)count) ? CLD_OK : cld_fail_memory(err);
}

static cld_status read_document(reading *r, const cli_element *root, cld_error *err) {
    cld_status status = CLD_OK;
    for (const cli_element *e = root; e && !status; e = cli_xml_walk(e))
        if (is_called(e, "float_array"))
            status = add_array(r, e, err);
    for (const cli_element *e = root; e && !status; e = cli_xml_walk(e))
        for (size_t i = 0; i < sizeof elements / sizeof *elements && !status; i++)
            if (is_called(e, elements[i].name))
                status = elements[i].read(r, e, err);
    return status;
}

cld_status cli_collada_prepare(const char *path, const cld_text *bytes, char *up, double *metres,
                               cld_error *err) {
    if (cli_ending_find(cli_import_endings, path) != CLI_FORMAT_DAE)
        return CLD_OK;
    reading r = {.up = *up, .metres = *metres};
    cld_arena arena = {NULL};
    const cli_element *root;
    cld_status status = cli_xml_read(bytes->bytes ? bytes->bytes : "", bytes->length, &arena, &root, err);
    if (!status)
        status = read_document(&r, root, err);
    *up = r.up;
    *metres = r.metres;
    cld_names_clear(&r.arrays);
    cld_arena_clear(&arena);
    return status;
}
