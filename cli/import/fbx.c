/// Source: Autodesk, FBX SDK, "Computing transformation matrices", for how nodes take part in scales.
#include "import/fbx.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "import/mesh.h"
#include "math/vec.h"

/// A number of the file's own settings, 1 if there is none.
static double find_setting(const struct aiScene *scene, const char *key) {
    const struct aiMetadata *all = scene->mMetaData;
    for (unsigned i = 0; all && i < all->mNumProperties; i++) {
        const struct aiMetadataEntry *entry = &all->mValues[i];
        if (strcmp(all->mKeys[i].data, key) != 0 || !entry->mData)
            continue;
        if (entry->mType == AI_INT32)
            return *(const int32_t *)entry->mData;
        if (entry->mType == AI_FLOAT)
            return *(const float *)entry->mData;
        if (entry->mType == AI_DOUBLE)
            return *(const double *)entry->mData;
    }
    return 1;
}

cld_status cli_fbx_read_settings(const struct aiScene *scene, cli_level *level, double *metres,
                                 cld_error *err) {
    int up = (int)find_setting(scene, "UpAxis");
    double centimetres = find_setting(scene, "UnitScaleFactor");
    level->up = up == 0 ? 'x' : up == 2 ? 'z' : 'y';
    level->is_down = find_setting(scene, "UpAxisSign") < 0;
    *metres = centimetres / 100;
    return centimetres > 0 ? CLD_OK
                           : cld_fail(err, CLD_BAD_VALUE, "", "expected a positive UnitScaleFactor, found %s",
                                      cld_number_tell(centimetres).text);
}

/// Of a node that assimp has put above another for a part of its transform, where its name says so; else
/// NULL.
static const char *find_part(const struct aiNode *node) { return strstr(node->mName.data, "_$AssimpFbx$_"); }

/// Whether a node is such a one. What undoes a part that only the mesh has belongs to the node above.
static bool is_part(const struct aiNode *node) {
    const char *part = find_part(node);
    return part && !(strstr(part, "_Geometric") && strstr(part, "Inverse"));
}

/// The node that another hangs on; NULL of the root.
static const struct aiNode *find_above(const struct aiNode *node) {
    do
        node = node->mParent;
    while (node && is_part(node));
    return node;
}

/// From a node's frame to that of `end`, which is above it, or to the world.
static cli_matrix find_matrix(const struct aiNode *node, const struct aiNode *end) {
    cli_matrix matrix = cli_matrix_make_identity();
    for (; node && node != end; node = node->mParent) {
        const struct aiMatrix4x4 *m = &node->mTransformation;
        const cli_matrix own = {
            {{m->a1, m->a2, m->a3, m->a4}, {m->b1, m->b2, m->b3, m->b4}, {m->c1, m->c2, m->c3, m->c4}}};
        matrix = cli_matrix_multiply(&own, &matrix);
    }
    return matrix;
}

/// What a product of matrices may be off by: assimp has each as floats.
static double find_error(const struct aiNode *node) {
    double count = 0;
    for (; node; node = node->mParent)
        count++;
    return CLI_MESH_UNIT * count;
}

/// How much a matrix scales, if that is as much in all directions and mirrors nothing, else 0.
static double find_scale(const cli_matrix *matrix, double error) {
    const cld_mat3 m = cli_matrix_find_transform(matrix).m;
    const cld_vec3 *row = m.row;
    double scale = cld_length(row[0]), most = error * scale * scale;
    bool is_even = cld_dot(cld_cross(row[0], row[1]), row[2]) > 0;
    for (int i = 0; i < 3; i++)
        is_even &= fabs(cld_dot(row[i], row[i]) - scale * scale) <= most &&
                   fabs(cld_dot(row[i], row[(i + 1) % 3])) <= most;
    return is_even ? scale : 0;
}

static bool is_unturned(const cli_matrix *matrix, double error) {
    bool is_diagonal = true;
    for (int i = 0; i < 9; i++) {
        double x = matrix->at[i / 3][i % 3];
        is_diagonal &= i % 4 == 0 ? x > 0 : fabs(x) <= error * matrix->at[i / 3][i / 3];
    }
    return is_diagonal;
}

/// What InheritType says: RrSs and RSrs; what else there is, 2, is Rrs.
enum { TURNED_FIRST = 0, SCALED_FIRST = 1 };

/// How a node takes part in the scales above it, where it says so. assimp passes that on unused.
static int find_type(const struct aiNode *node) {
    const struct aiMetadata *all = node->mMetaData;
    for (unsigned i = 0; all && i < all->mNumProperties; i++)
        if (strcmp(all->mKeys[i].data, "InheritType") == 0 && all->mValues[i].mType == AI_INT32)
            return *(const int32_t *)all->mValues[i].mData;
    return SCALED_FIRST;
}

/// Whether it makes no difference to a node that assimp takes it for one that is scaled by all above it, then
/// turned.
static bool is_same(const struct aiNode *node, int type) {
    const struct aiNode *above = find_above(node), *next = above;
    cli_matrix own = find_matrix(node, above), outer = find_matrix(above, NULL);
    double error = find_error(node), scale = find_scale(&outer, error);
    if (type == TURNED_FIRST)
        return scale > 0 || is_unturned(&own, error);
    // it is not scaled by the node above: that has to have no scale of its own
    while (next && find_part(next))
        next = next->mParent;
    outer = find_matrix(next ? find_above(next) : NULL, NULL);
    return scale > 0 && fabs(scale - find_scale(&outer, error)) <= error * scale;
}

cld_status cli_fbx_check_node(const struct aiNode *node, cld_error *err) {
    for (; node; node = node->mParent) {
        int type = find_type(node);
        if (type != SCALED_FIRST && !is_same(node, type))
            return cld_fail(err, CLD_UNSUPPORTED, "",
                            "expected InheritType 1 below a node that scales%s, found %d in \"%s\"",
                            type == TURNED_FIRST ? " unevenly" : "", type,
                            cld_name_tell(node->mName.data).text);
    }
    return CLD_OK;
}
