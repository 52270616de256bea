/// Source: Khronos, COLLADA 1.4.1 specification.
#include "import/collada.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/types.h>

#include "base/loose_number.h"
#include "base/names.h"
#include "ending.h"
#include "import/mesh.h"
#include "import/words.h"
#include "import/xml.h"
#include "imported.h"

typedef struct reading {
    cld_name_table arrays;   ///< how many numbers each <float_array> has, by its id
    cld_name_table unread;   ///< ids of geometries of a kind that assimp passes over
    cld_name_table empty;    ///< ids of those without polygons or lines
    const cli_element *node; ///< that was looked through last, and whether it places a geometry
    bool is_bare;
    cli_level *level;
    const char *path;
    double metres;
} reading;

/// Reads an attribute that is a whole number of up to nine digits, perhaps with blanks around; `x` stays as
/// it is without one.
static cld_status read_count(const cli_element *element, const char *attribute, double *x, cld_error *err) {
    const char *text = cli_xml_find(element, attribute);
    const char *begin = text ? text + strspn(text, CLI_BLANKS) : "";
    size_t length = strspn(begin, "0123456789");
    bool is_whole = length > 0 && length < 10 && !begin[length + strspn(begin + length, CLI_BLANKS)];
    if (is_whole)
        *x = strtod(begin, NULL);
    if (!text || is_whole)
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
    held = held == UINT32_MAX ? 0 : held; // of names, say, or none
    double offset = 0, stride = 1, count = 0, parameters = 0;
    cld_status status = read_count(accessor, "offset", &offset, err);
    if (!status)
        status = read_count(accessor, "stride", &stride, err);
    if (!status)
        status = read_count(accessor, "count", &count, err);
    for (const cli_element *e = cli_xml_first(accessor, "param"); e; e = cli_xml_next(e, "param"))
        parameters++;
    double end = count > 0 ? offset + (count - 1) * stride + fmax(parameters, 1) : 0;
    if (status || end <= held)
        return status;
    return cli_fail_at(accessor, CLD_BAD_INDEX, err,
                       "expected an accessor of the %u numbers of \"%s\", found one of %.0f", held,
                       cld_name_tell(source ? source : "").text, end);
}

/// Refuses indices below 0, which assimp takes for 0, of more than nine digits, which it takes modulo 2^32,
/// and what is no index, over which it does not come to an end; and those of no polygons or lines, since it
/// reads as many as are counted.
static cld_status check_indices(reading *r, const cli_element *indices, cld_error *err) {
    (void)r;
    for (const char *at = indices->text + strspn(indices->text, CLI_BLANKS); *at;) {
        size_t length = strcspn(at, CLI_BLANKS), zeros = strspn(at, "0");
        if (strspn(at, "0123456789") < length || length > zeros + 9)
            return cli_fail_at(indices, CLD_BAD_INDEX, err,
                               "expected indices from 0 to 999999999, found \"%s\"",
                               cld_bytes_tell(at, length).text);
        at += length + strspn(at + length, CLI_BLANKS);
    }
    double count = 0;
    cld_status status = read_count(indices->parent, "count", &count, err);
    bool is_lost = count == 0 && indices->text[strspn(indices->text, CLI_BLANKS)] &&
                   !is_called(indices->parent, "ph"); // which is refused
    return status || !is_lost ? status
                              : cli_fail_at(indices->parent, CLD_BAD_VALUE, err,
                                            "expected a \"count\" of the <%s> that follow, found none",
                                            indices->parent->name);
}

/// Whether neither a node nor those below it place a geometry: where a camera or a light is does not matter.
static bool is_bare(reading *r, const cli_element *node) {
    const cli_element *end = node, *e = cli_xml_walk(node);
    if (!is_called(node, "node") || r->node == node)
        return r->node == node && r->is_bare;
    while (end && !end->next)
        end = end->parent;
    end = end ? end->next : NULL;
    while (e != end && !is_called(e, "instance_geometry") && !is_called(e, "instance_controller") &&
           !is_called(e, "instance_node"))
        e = cli_xml_walk(e);
    r->node = node;
    return r->is_bare = e == end;
}

/// Whether an element begins with so many numbers.
static bool has_numbers(const cli_element *element, int count, double *x) {
    const cld_text text = {.bytes = (char *)element->text, .length = strlen(element->text)};
    cli_words words = cli_words_make(&text, false);
    cld_error none;
    int i = 0;
    while (i < count && cli_words_take_number(&words, &x[i], &none) == CLD_OK)
        i++;
    return i == count;
}

static bool has_unit_axis(const double x[4]) {
    return x[3] == 0 || fabs(sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - 1) <= CLI_MESH_UNIT;
}

/// Of the eye, what it looks at, and what is up: that has to be at right angles to where it looks.
static bool is_upright(const double x[9]) {
    double sum = 0, ahead = 0, up = 0;
    for (int i = 0; i < 3; i++) {
        double d = x[3 + i] - x[i];
        sum += d * x[6 + i];
        ahead += d * d;
        up += x[6 + i] * x[6 + i];
    }
    return ahead > 0 && up > 0 && fabs(sum) <= CLI_MESH_UNIT * sqrt(ahead) * sqrt(up);
}

static bool is_affine(const double x[16]) { return x[12] == 0 && x[13] == 0 && x[14] == 0 && x[15] == 1; }

/// Refuses an axis that is not of unit length, by which assimp would stretch things, what is not upright, by
/// which it would skew them, and a last row that it leaves out.
static cld_status check_transform(reading *r, const cli_element *element, cld_error *err) {
    static const struct {
        const char *name;
        int count;
        bool (*is_right)(const double *x);
        const char *expected;
    } rows[] = {{"rotate", 4, has_unit_axis, "an axis of length 1 and an angle"},
                {"lookat", 9, is_upright, "9 numbers, of which what is up is at right angles to the view"},
                {"matrix", 16, is_affine, "16 numbers, of which the last row is 0 0 0 1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double x[16];
        if (is_called(element, rows[i].name) &&
            !(has_numbers(element, rows[i].count, x) && (rows[i].is_right(x) || is_bare(r, element->parent))))
            return cli_fail_at(element, CLD_BAD_VALUE, err, "expected %s, found \"%s\"", rows[i].expected,
                               cld_name_tell(element->text).text);
    }
    return CLD_OK;
}

static cld_status refuse(reading *r, const cli_element *element, cld_error *err) {
    (void)r;
    return cli_fail_at(element, CLD_UNSUPPORTED, err,
                       "expected nodes that are not skewed and meshes of polygons or strips, found <%s>",
                       element->name);
}

/// How many bytes assimp has for a name and its NUL.
enum { NAME_SIZE = sizeof((struct aiString *)0)->data };

/// Refuses names that assimp drops: rules and tags go by them.
static cld_status check_name(reading *r, const cli_element *element, cld_error *err) {
    const char *name = cli_xml_find(element, "name"), *id = cli_xml_find(element, "id");
    size_t length = strlen(name ? name : id ? id : "");
    (void)r;
    return length < NAME_SIZE
               ? CLD_OK
               : cli_fail_at(element, CLD_TOO_LARGE, err,
                             "expected a name of less than %d bytes, found one of %zu", NAME_SIZE, length);
}

/// Refuses a geometry in a node that assimp would leave out without a word. One that only physics has does
/// not matter.
static cld_status check_use(reading *r, const cli_element *element, const char *attribute, cld_error *err) {
    const char *url = cli_xml_find(element, attribute), *id = url && *url == '#' ? url + 1 : "";
    if (cld_names_find(&r->unread, id) != UINT32_MAX)
        return cli_fail_at(element, CLD_UNSUPPORTED, err,
                           "expected a geometry of a <mesh>, found a <convex_mesh> or <brep>, \"%s\"",
                           cld_name_tell(id).text);
    if (cld_names_find(&r->empty, id) != UINT32_MAX)
        cli_level_tell_loss(r->level, r->path, "mesh \"%s\": left out, without polygons or lines",
                            cld_name_tell(id).text);
    return CLD_OK;
}

static cld_status check_instance(reading *r, const cli_element *instance, cld_error *err) {
    return check_use(r, instance, "url", err);
}

/// The same of what a controller bends: it takes the place of that in a node.
static cld_status check_bent(reading *r, const cli_element *bender, cld_error *err) {
    return check_use(r, bender, "source", err);
}

/// The axis and the unit are those that stand in the asset of the whole file.
static bool is_about_all(const cli_element *element) {
    const cli_element *root = is_called(element->parent, "asset") ? element->parent->parent : NULL;
    return root && !root->parent;
}

static cld_status take_up(reading *r, const cli_element *element, cld_error *err) {
    (void)err;
    const char *axis = element->text + strspn(element->text, CLI_BLANKS);
    if (is_about_all(element) && *axis >= 'X' && *axis <= 'Z' && strncmp(axis + 1, "_UP", 3) == 0)
        r->level->up = (char)(*axis - 'X' + 'x');
    return CLD_OK;
}

static cld_status take_unit(reading *r, const cli_element *unit, cld_error *err) {
    const char *metres = cli_xml_find(unit, "meter");
    if (!is_about_all(unit) || !metres)
        return CLD_OK;
    const char *begin = metres + strspn(metres, CLI_BLANKS);
    if (cld_loose_number_read(begin, strcspn(begin, CLI_BLANKS), &r->metres) && r->metres > 0 &&
        r->metres <= 1e100)
        return CLD_OK;
    return cli_fail_at(unit, CLD_BAD_VALUE, err, "expected a unit of up to 1e100 metres, found \"%s\"",
                       cld_name_tell(metres).text);
}

/// What is looked at, and in what: there are elements of the same names that assimp does not read.
static const struct {
    const char *name, *within;
    cld_status (*read)(reading *r, const cli_element *element, cld_error *err);
} elements[] = {{"accessor", "mesh", check_accessor}, {"p", "mesh", check_indices},
                {"rotate", "node", check_transform},  {"lookat", "node", check_transform},
                {"matrix", "node", check_transform},  {"skew", "node", refuse},
                {"trifans", "mesh", refuse},          {"up_axis", "asset", take_up},
                {"unit", "asset", take_unit},         {"instance_geometry", "node", check_instance},
                {"node", "COLLADA", check_name},      {"geometry", "COLLADA", check_name},
                {"material", "COLLADA", check_name},  {"skin", "controller", check_bent},
                {"morph", "controller", check_bent}};

/// Whether an element is one of those in a mesh, a node or an asset, and in nothing of somebody's own.
static bool is_within(const cli_element *element, const char *name) {
    bool found = false;
    for (const cli_element *e = element->parent; e; e = e->parent) {
        found |= is_called(e, name);
        if (is_called(e, "extra"))
            return false;
    }
    return found;
}

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

/// Whether a geometry has something of which assimp makes faces, or that is refused.
static bool has_faces(const cli_element *geometry) {
    static const char *const names[] = {"triangles", "polylist", "polygons",  "tristrips",
                                        "lines",     "trifans",  "linestrips"};
    const cli_element *mesh = cli_xml_first(geometry, "mesh");
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && mesh; i++)
        found |= cli_xml_first(mesh, names[i]) != NULL;
    return found;
}

static cld_status add_geometry(reading *r, const cli_element *geometry, cld_error *err) {
    const char *id = cli_xml_find(geometry, "id");
    bool is_unread = cli_xml_first(geometry, "convex_mesh") || cli_xml_first(geometry, "brep");
    cld_name_table *table = is_unread ? &r->unread : &r->empty;
    if (!id || (!is_unread && has_faces(geometry)) || cld_names_find(table, id) != UINT32_MAX)
        return CLD_OK;
    return cld_names_add(table, id, 0) ? CLD_OK : cld_fail_memory(err);
}

static cld_status read_document(reading *r, const cli_element *root, cld_error *err) {
    cld_status status = CLD_OK;
    for (const cli_element *e = root; e && !status; e = cli_xml_walk(e))
        if (is_called(e, "float_array"))
            status = add_array(r, e, err);
        else if (is_called(e, "geometry"))
            status = add_geometry(r, e, err);
    for (const cli_element *e = root; e && !status; e = cli_xml_walk(e))
        for (size_t i = 0; i < sizeof elements / sizeof *elements && !status; i++)
            if (is_called(e, elements[i].name) && is_within(e, elements[i].within))
                status = elements[i].read(r, e, err);
    return status;
}

cld_status cli_collada_prepare(const char *path, const cld_text *bytes, cli_level *level, double *metres,
                               cld_error *err) {
    if (cli_ending_find(cli_import_endings, path) != CLI_FORMAT_DAE)
        return CLD_OK;
    reading r = {.level = level, .path = path, .metres = *metres};
    cld_arena arena = {NULL};
    const cli_element *root;
    cld_status status = cli_xml_read(cld_text_string(bytes), bytes->length, &arena, &root, err);
    if (!status)
        status = read_document(&r, root, err);
    *metres = r.metres;
    cld_names_clear(&r.arrays);
    cld_names_clear(&r.unread);
    cld_names_clear(&r.empty);
    cld_arena_clear(&arena);
    return status;
}
