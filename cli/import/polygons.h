/// Polygons as files list them, on their way to a mesh.
#ifndef CLI_IMPORT_POLYGONS_H
#define CLI_IMPORT_POLYGONS_H

#include "import/mesh.h"

/// {0} is none. When memory runs out, cli_polygons_add_object tells.
typedef struct cli_polygons {
    cld_text points;   ///< of double, three each
    cld_text vertices; ///< of uint32_t: the points of each face, by index, one face after the other
    cld_text starts;   ///< of uint32_t: where each face begins among them, and where the last one ends
    cli_digits digits; ///< of the points, if they are a text's
} cli_polygons;

void cli_polygons_add_point(cli_polygons *polygons, double x, double y, double z);

/// Adds a vertex to the face that is not ended.
void cli_polygons_add_vertex(cli_polygons *polygons, uint32_t point);

void cli_polygons_end_face(cli_polygons *polygons);

/// Adds the mesh, whose numbers were rounded by up to `rounding` times the greatest, as an object with a
/// shape of its own. Fails as cli_mesh_add_object. The polygons are empty then.
cld_status cli_polygons_add_object(cli_polygons *polygons, double rounding, const cli_mesh_object *object,
                                   const cli_import_options *options, cli_level *level, cld_error *err);

void cli_polygons_clear(cli_polygons *polygons);

#endif
