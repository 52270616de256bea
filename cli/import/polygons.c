#include "import/polygons.h"

void cli_polygons_add_point(cli_polygons *polygons, double x, double y, double z) {
    const double p[3] = {x, y, z};
    cld_text_add(&polygons->points, (const char *)p, sizeof p);
}

static void add_index(cld_text *list, uint32_t index) {
    cld_text_add(list, (const char *)&index, sizeof index);
}

void cli_polygons_add_vertex(cli_polygons *polygons, uint32_t point) {
    add_index(&polygons->vertices, point);
}

void cli_polygons_end_face(cli_polygons *polygons) {
    if (polygons->starts.length == 0)
        add_index(&polygons->starts, 0);
    add_index(&polygons->starts, (uint32_t)(polygons->vertices.length / sizeof(uint32_t)));
}

cld_status cli_polygons_add_object(cli_polygons *polygons, double rounding, const cli_mesh_object *object,
                                   const cli_import_options *options, cli_level *level, cld_error *err) {
    size_t points = polygons->points.length / (3 * sizeof(double)),
           vertices = polygons->vertices.length / sizeof(uint32_t);
    cld_status status = CLD_OK;
    if (polygons->starts.length == 0)
        add_index(&polygons->starts, 0);
    if (polygons->points.failed || polygons->vertices.failed || polygons->starts.failed)
        status = cld_fail_memory(err);
    else if (points >= UINT32_MAX || vertices >= UINT32_MAX)
        status = cld_fail(err, CLD_TOO_LARGE, "", "expected less than 2^32 vertices, found more");
    cli_mesh mesh = {.name = object->name,
                     .points = (double *)(void *)polygons->points.bytes,
                     .point_count = points,
                     .face_start = (uint32_t *)(void *)polygons->starts.bytes,
                     .face_vertex = (uint32_t *)(void *)polygons->vertices.bytes,
                     .face_count = polygons->starts.length / sizeof(uint32_t) - 1,
                     .rounding = rounding,
                     .digits = polygons->digits};
    if (!status)
        status = cli_mesh_add_object(&mesh, object, options, level, err);
    cli_polygons_clear(polygons);
    return status;
}

void cli_polygons_clear(cli_polygons *polygons) {
    cld_text_clear(&polygons->points);
    cld_text_clear(&polygons->vertices);
    cld_text_clear(&polygons->starts);
    polygons->digits = (cli_digits){0};
}
