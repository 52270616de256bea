#include "base/error.h"
#include "base/number.h"
#include "base/utf8.h"
#include "import/mesh.h"
#include "import/model.h"
#include "math/vec.h"

static void write_face(cld_text *text, char letter, const uint32_t *vertex, uint32_t count, size_t first,
                       bool is_mirrored) {
    cld_text_add_byte(text, letter);
    for (uint32_t i = 0; i < count; i++) {
        cld_text_add_byte(text, ' ');
        cld_text_add_integer(text, first + vertex[is_mirrored ? count - 1 - i : i]);
    }
    cld_text_add_byte(text, '\n');
}

/// What is written can be read again: CLD_TOO_LARGE beyond what files of meshes may hold.
static cld_status write_part(const cli_part *part, size_t first, cld_text *text, cld_error *err) {
    const cli_solid *s = &part->solid;
    bool is_mirrored = cli_part_is_mirrored(part);
    for (uint32_t i = 0; i < s->point_count; i++) {
        const double *p = s->points + 3 * (size_t)i;
        cld_vec3 q = cld_transform_apply(&part->transform, cld_vec3_make(p[0], p[1], p[2]));
        const double world[3] = {q.x, q.y, q.z};
        if (!(cld_max_abs(q) <= CLI_MESH_LARGEST))
            return cld_fail(err, CLD_TOO_LARGE, "",
                            "\"%s\" has a coordinate of %s, and meshes may have up to %s",
                            cld_name_tell(part->name).text, cld_number_tell(cld_max_abs(q)).text,
                            cld_number_tell(CLI_MESH_LARGEST).text);
        cld_text_add_byte(text, 'v');
        for (int k = 0; k < 3; k++) {
            cld_text_add_byte(text, ' ');
            cld_text_add_number(text, world[k]);
        }
        cld_text_add_byte(text, '\n');
    }
    for (uint32_t f = 0; f < s->face_count; f++)
        write_face(text, 'f', s->face_vertex + s->face_start[f], s->face_start[f + 1] - s->face_start[f],
                   first, is_mirrored);
    if (s->face_count == 0)
        write_face(text, s->point_count > 1 ? 'l' : 'p', (const uint32_t[]){0, 1}, s->point_count, first,
                   false);
    return CLD_OK;
}

cld_status cli_model_write_obj(const cli_model *model, cld_text *text, cld_error *err) {
    size_t first = 1;
    cld_status status = CLD_OK;
    for (size_t i = 0; i < model->count && !status; i++) {
        const cli_part *part = &model->parts[i];
        if (i == 0 || part->name != part[-1].name) {
            cld_text_add_string(text, "o ");
            cld_utf8_add_visibly(text, part->name);
            // a backslash at the end of a line would have the next one go on with it
            cld_text_add_string(text, text->bytes && text->bytes[text->length - 1] == '\\' ? " \n" : "\n");
        }
        status = write_part(part, first, text, err);
        first += part->solid.point_count;
    }
    return status;
}
