#include "import/collision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "base/loose_number.h"
#include "base/number.h"
#include "import/guard.h"
#include "import/package.h"
#include "import/readers.h"
#include "import/words.h"

/// Reads an attribute of `count` numbers; `values` stay as they are if it is missing and may be.
static cld_status read_numbers(const cli_element *element, const char *attribute, bool is_required,
                               size_t count, double *values, cld_error *err) {
    const char *text = cli_xml_find(element, attribute), *at = text;
    size_t found = 0;
    if (!text && !is_required)
        return CLD_OK;
    if (!text)
        return cli_fail_at(element, CLD_MISSING_KEY, err, "expected <%s> to have an attribute \"%s\"",
                           element->name, attribute);
    for (;;) {
        at += strspn(at, CLI_BLANKS);
        size_t length = strcspn(at, CLI_BLANKS);
        double x = 0;
        if (length == 0)
            break;
        if (found == count || !cld_loose_number_read(at, length, &x) || !(fabs(x) <= 1e100)) {
            found = count + 1;
            break;
        }
        values[found++] = x;
        at += length;
    }
    if (found == count)
        return CLD_OK;
    return cli_fail_at(element, CLD_BAD_VALUE, err, "expected \"%s\" to be %zu finite number%s, found \"%s\"",
                       attribute, count, count == 1 ? "" : "s", cld_name_tell(text).text);
}

/// The same for lengths, which are 0 or more.
static cld_status read_lengths(const cli_element *element, const char *attribute, size_t count,
                               double *values, cld_error *err) {
    cld_status status = read_numbers(element, attribute, true, count, values, err);
    for (size_t i = 0; i < count && !status; i++)
        if (values[i] < 0)
            status = cli_fail_at(element, CLD_BAD_VALUE, err, "expected \"%s\" not to be negative, found %s",
                                 attribute, cld_number_tell(values[i]).text);
    return status;
}

/// A turn about an axis. Quarters of a full turn, as far as a double can name them, are exact.
static cli_matrix make_turn(int axis, double angle) {
    static const double quarter = 1.57079632679489661923;
    static const double cosines[] = {1, 0, -1, 0};
    double turns = nearbyint(angle / quarter), c = cos(angle), s = sin(angle);
    if (turns * quarter == angle && fabs(turns) < 1e6) {
        int step = (int)((long)turns & 3);
        c = cosines[step];
        s = cosines[(step + 3) & 3];
    }
    cli_matrix m = cli_matrix_make_identity();
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    m.at[i][i] = m.at[j][j] = c;
    m.at[i][j] = -s;
    m.at[j][i] = s;
    return m;
}

/// Turns about x, y and z, one after the other.
static cld_status read_angles(const cli_element *origin, cli_matrix *pose, cld_error *err) {
    double rpy[3] = {0, 0, 0};
    cld_status status = read_numbers(origin, "rpy", false, 3, rpy, err);
    for (int axis = 0; axis < 3; axis++) {
        cli_matrix turn = make_turn(axis, rpy[axis]);
        *pose = cli_matrix_multiply(&turn, pose);
    }
    return status;
}

/// The attribute came with version 1.1; readers of 1.0 leave it out.
static cld_status read_quaternion(const cli_element *origin, cli_matrix *pose, cld_error *err) {
    const cli_element *root = origin;
    while (root->parent)
        root = root->parent;
    const char *version = cli_xml_find(root, "version");
    double q[4] = {0, 0, 0, 0};
    cld_status status = read_numbers(origin, "quat_xyzw", true, 4, q, err);
    if (status)
        return status;
    if (!version || strcmp(version, "1.0") == 0)
        return cli_fail_at(origin, CLD_UNSUPPORTED, err,
                           "expected no \"quat_xyzw\" before version 1.1, found one");
    if (cli_xml_find(origin, "rpy"))
        return cli_fail_at(origin, CLD_BAD_VALUE, err, "expected \"rpy\" or \"quat_xyzw\", found both");
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0)
        return cli_fail_at(origin, CLD_BAD_VALUE, err, "expected \"quat_xyzw\" not to be 0 0 0 0");
    cld_transform turn = cld_transform_make_quaternion((cld_quat){q[0], q[1], q[2], q[3]});
    for (int i = 0; i < 3; i++)
        memcpy(pose->at[i], &turn.m.row[i], sizeof turn.m.row[i]);
    return CLD_OK;
}

cld_status cli_read_origin(const cli_element *element, cli_matrix *pose, cld_error *err) {
    const cli_element *origin = cli_xml_first(element, "origin");
    double xyz[3] = {0, 0, 0};
    *pose = cli_matrix_make_identity();
    if (!origin)
        return CLD_OK;
    cld_status status = read_numbers(origin, "xyz", false, 3, xyz, err);
    if (!status)
        status = cli_xml_find(origin, "quat_xyzw") ? read_quaternion(origin, pose, err)
                                                   : read_angles(origin, pose, err);
    for (int axis = 0; axis < 3; axis++)
        pose->at[axis][3] = xyz[axis];
    return status;
}

static cld_status add_part(cli_collisions *all, uint32_t shape, const cli_level_object *object,
                           cld_error *err) {
    cli_collision_part *parts = cld_grow(all->parts, &all->part_capacity, all->part_count, sizeof *parts);
    if (!parts)
        return cld_fail_memory(err);
    all->parts = parts;
    parts[all->part_count++] = (cli_collision_part){shape, object->matrix, object->loss};
    return CLD_OK;
}

/// Moves what a file holds into the level: its shapes, and where they stand as parts.
static cld_status take_shapes(cli_collisions *all, cli_level *from, cli_collision_file *file,
                              cld_error *err) {
    cld_status status = CLD_OK;
    uint32_t *shapes = cld_arena_add(all->arena, from->shape_count, sizeof *shapes);
    if (!shapes)
        return cld_fail_memory(err);
    file->first_part = all->part_count;
    for (size_t i = 0; i < from->shape_count && !status; i++) {
        status = cli_level_add_shape(all->level, from->shapes[i].name, &from->shapes[i].def, &shapes[i], err);
        if (!status)
            all->level->shapes[shapes[i]].note = from->shapes[i].note;
    }
    for (size_t i = 0; i < from->object_count && !status; i++)
        status = add_part(all, shapes[from->objects[i].shape], &from->objects[i], err);
    file->part_count = all->part_count - file->first_part;
    cld_arena_take(&all->level->arena, &from->arena);
    all->level->report.failed |= from->report.failed;
    cld_text_add(&all->level->report, from->report.bytes, from->report.length);
    all->level->losses.failed |= from->losses.failed;
    cld_text_add(&all->level->losses, from->losses.bytes, from->losses.length);
    return status;
}

/// Refuses a pipe or a device: what a document names must not be waited for.
static cld_status check_kind(const char *path, cld_error *err) {
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return cld_fail(err, CLD_IO, "", "expected a regular file");
    return CLD_OK; // that it is not there is told of by who reads it
}

/// Reads a file of meshes. Why it cannot be is kept with it; only memory is an error.
static cld_status read_file(cli_collisions *all, cli_collision_file *file, cld_error *err) {
    cli_level level = {.up = 0};
    const cli_reader *reader;
    cld_status status = cli_reader_find(file->path, &reader, &file->error);
    if (status == CLD_UNSUPPORTED ||
        (!status && (reader->read == cli_read_map || reader->read == cli_read_urdf)))
        status = cld_fail(&file->error, CLD_UNSUPPORTED, "", "expected a file of meshes");
    if (!status)
        status = check_kind(file->path, &file->error);
    cli_guard_allow(file->path);
    if (!status)
        status = reader->read(file->path, all->options, &level, &file->error);
    if (!status && level.faults.length > 0) {
        memcpy(&file->error, level.faults.bytes, sizeof file->error);
        status = file->error.status;
    }
    if (!status && level.object_count == 0)
        status = cli_level_fail_empty(&level, 0, &file->error);
    if (!status)
        status = take_shapes(all, &level, file, &file->error);
    file->error.status = status;
    cli_level_clear(&level);
    return status == CLD_INTERNAL ? cld_fail_memory(err) : CLD_OK;
}

/// The path without detours, if there is such a file: by it a file is known that has been read.
static const char *find_key(cli_collisions *all, const char *path) {
    char *whole = realpath(path, NULL), *key = whole ? cld_arena_copy_string(all->arena, whole) : NULL;
    free(whole);
    return key ? key : path;
}

/// The file at `path`, read when it is first asked for. NULL when memory runs out.
static const cli_collision_file *find_file(cli_collisions *all, const char *path, cld_error *err) {
    const char *key = find_key(all, path);
    uint32_t index = cld_names_find(&all->file_names, key);
    if (index != UINT32_MAX)
        return &all->files[index];
    cli_collision_file *files = cld_grow(all->files, &all->file_capacity, all->file_count, sizeof *files);
    if (files) {
        all->files = files;
        index = (uint32_t)all->file_count++;
        files[index] = (cli_collision_file){.path = path};
    }
    if (!files || !cld_names_add(&all->file_names, key, index)) {
        cld_fail_memory(err);
        return NULL;
    }
    return read_file(all, &files[index], err) ? NULL : &files[index];
}

/// What is to be added: under which name, and where.
typedef struct place {
    const char *name;
    const cli_matrix *pose;
} place;

static cld_status add_mesh(cli_collisions *all, const cli_element *mesh, const place *p, cld_error *err) {
    double scale[3] = {1, 1, 1};
    const cli_collision_file *file;
    const char *uri = cli_xml_find(mesh, "filename"), *path;
    cld_status status = read_numbers(mesh, "scale", false, 3, scale, err);
    if (status)
        return status;
    if (scale[0] == 0 || scale[1] == 0 || scale[2] == 0)
        return cli_fail_at(mesh, CLD_BAD_VALUE, err, "expected \"scale\" not to be 0");
    if (!uri)
        return cli_fail_at(mesh, CLD_MISSING_KEY, err, "expected <mesh> to have an attribute \"filename\"");
    if (!(path = cli_package_find(all->path, uri, all->arena)))
        return cld_fail_memory(err);
    if (!(file = find_file(all, path, err)))
        return CLD_INTERNAL;
    if (file->error.status)
        return cli_fail_at(mesh, file->error.status, err, "mesh \"%s\", file %s: %s", cld_name_tell(uri).text,
                           cld_name_tell(path).text, file->error.message);
    cli_matrix scaled = cli_matrix_make_identity();
    for (int axis = 0; axis < 3; axis++)
        scaled.at[axis][axis] = scale[axis];
    scaled = cli_matrix_multiply(p->pose, &scaled);
    for (size_t i = 0; i < file->part_count && !status; i++) {
        const cli_collision_part *part = &all->parts[file->first_part + i];
        cli_matrix matrix = cli_matrix_multiply(&scaled, &part->matrix);
        status = cli_level_add_object(all->level, p->name, part->shape, &matrix, &p->name, 1, err);
        if (!status)
            all->level->objects[all->level->object_count - 1].loss = part->loss;
    }
    return status;
}

/// Adds an object of a shape that is its own.
static cld_status add_def(cli_collisions *all, const cld_shape_def *def, const place *p, cld_error *err) {
    uint32_t shape;
    cld_status status = cli_level_add_shape(all->level, p->name, def, &shape, err);
    if (status)
        return status;
    all->level->shapes[shape].is_in_place = true;
    return cli_level_add_object(all->level, p->name, shape, p->pose, &p->name, 1, err);
}

static cld_status add_box(cli_collisions *all, const cli_element *box, const place *p, cld_error *err) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    cld_status status = read_lengths(box, "size", 3, def.size, err);
    return status ? status : add_def(all, &def, p, err);
}

static cld_status add_sphere(cli_collisions *all, const cli_element *sphere, const place *p, cld_error *err) {
    cld_shape_def def = cld_shape_def_make(CLD_SPHERE);
    cld_status status = read_lengths(sphere, "radius", 1, &def.radius, err);
    return status ? status : add_def(all, &def, p, err);
}

/// Around a segment of the z axis, its middle at the origin.
static cld_status add_upright(cli_collisions *all, cld_kind kind, const cli_element *e, const place *p,
                              cld_error *err) {
    cld_shape_def def = cld_shape_def_make(kind);
    double length, *points = cld_arena_add(&all->level->arena, 6, sizeof *points);
    if (!points)
        return cld_fail_memory(err);
    cld_status status = read_lengths(e, "radius", 1, &def.radius, err);
    if (!status)
        status = read_lengths(e, "length", 1, &length, err);
    if (status)
        return status;
    memcpy(points, (const double[]){0, 0, -length / 2, 0, 0, length / 2}, 6 * sizeof *points);
    def.points = points;
    def.point_count = 2;
    return add_def(all, &def, p, err);
}

static cld_status add_cylinder(cli_collisions *all, const cli_element *cylinder, const place *p,
                               cld_error *err) {
    return add_upright(all, CLD_CYLINDER, cylinder, p, err);
}

/// Its length is that of the cylinder between the two half balls.
static cld_status add_capsule(cli_collisions *all, const cli_element *capsule, const place *p,
                              cld_error *err) {
    return add_upright(all, CLD_CAPSULE, capsule, p, err);
}

static const struct {
    const char *name;
    cld_status (*add)(cli_collisions *all, const cli_element *element, const place *p, cld_error *err);
} geometries[] = {{"box", add_box},
                  {"sphere", add_sphere},
                  {"cylinder", add_cylinder},
                  {"capsule", add_capsule},
                  {"mesh", add_mesh}};

cld_status cli_collision_add(cli_collisions *all, const cli_element *collision, const char *name,
                             const cli_matrix *pose, cld_error *err) {
    const cli_element *geometry = cli_xml_first(collision, "geometry");
    const cli_element *what = geometry ? geometry->first : NULL;
    cli_matrix own;
    if (!what)
        return cli_fail_at(geometry ? geometry : collision, CLD_MISSING_KEY, err,
                           "expected a <geometry> with a box, sphere, cylinder, capsule or mesh, found none");
    if (cli_xml_next(geometry, "geometry"))
        return cli_fail_at(cli_xml_next(geometry, "geometry"), CLD_BAD_VALUE, err,
                           "expected one <geometry> in <collision>, found a second");
    if (what->next)
        return cli_fail_at(what->next, CLD_BAD_VALUE, err, "expected one thing in <geometry>, found <%s> too",
                           cld_name_tell(what->next->name).text);
    cld_status status = cli_read_origin(collision, &own, err);
    if (status)
        return status;
    own = cli_matrix_multiply(pose, &own);
    for (size_t i = 0; i < sizeof geometries / sizeof *geometries; i++)
        if (strcmp(geometries[i].name, what->name) == 0)
            return geometries[i].add(all, what, &(place){name, &own}, err);
    return cli_fail_at(what, CLD_UNSUPPORTED, err,
                       "expected a box, sphere, cylinder, capsule or mesh, found <%s>",
                       cld_name_tell(what->name).text);
}

void cli_collisions_clear(cli_collisions *all) {
    free(all->files);
    free(all->parts);
    cld_names_clear(&all->file_names);
}
