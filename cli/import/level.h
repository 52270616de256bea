/// A level on its way from files to a scene document.
#ifndef CLI_IMPORT_LEVEL_H
#define CLI_IMPORT_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/names.h"
#include "base/text.h"
#include "collide/shape.h"

/// A shape that objects share.
typedef struct cli_level_shape {
    const char *name;  ///< unique among the shapes
    cld_shape_def def; ///< its own transform included; what it points to is in the level's arena
    bool is_in_place;  ///< of the one object that has it: its name does not matter
    const char *note;  ///< what was done to its mesh, where that changed it; else NULL
} cli_level_shape;

/// An affine map, p -> m p + t: rows of m, and t in the last column.
typedef struct cli_matrix {
    double at[3][4];
} cli_matrix;

/// A shape in its place.
typedef struct cli_level_object {
    const char *name; ///< unique among the objects
    uint32_t shape;
    cli_matrix matrix; ///< from the shape's frame to the world
    const char *const *tags;
    size_t tag_count;
    const char *loss;   ///< without what of the file it is taken, as "taken without bones"; NULL: it is whole
    const char *link;   ///< the only tag of what is of a robot's link; NULL of others
    unsigned long line; ///< of the file, where it is described; 0 if it has no lines
} cli_level_object;

/// Two tags whose objects no rule looks at together.
typedef struct cli_level_pair {
    const char *a, *b;
} cli_level_pair;

/// The names of one kind of things, numbered as they are.
typedef struct cli_level_names {
    cld_name_table table;
    uint32_t *repeats; ///< how often each has been asked for again
    size_t capacity;
} cli_level_names;

/// What files hold, one file after the other. {0} is an empty level. Everything in it lives until it is
/// cleared; what it points to is in its arena.
typedef struct cli_level {
    cli_level_shape *shapes;
    size_t shape_count, shape_capacity;
    cli_level_object *objects;
    size_t object_count, object_capacity;
    cli_level_pair *ignored;
    size_t ignored_count, ignored_capacity;
    cli_level_names shape_names, object_names, link_names;
    char up;         ///< the axis that points up in the file read last: 'x', 'y' or 'z'
    bool is_down;    ///< it points down instead
    cld_text report; ///< for each mesh the name of its file and what was done to it, each with its NUL
    cld_text losses; ///< those lines of it that tell what of the files is not in the level
    cld_text faults; ///< of cld_error: what of the file read last cannot be a part of a scene, one by one
    cld_arena arena;
} cli_level;

cli_matrix cli_matrix_make_identity(void);

/// First `inner`, then `outer`.
cli_matrix cli_matrix_multiply(const cli_matrix *outer, const cli_matrix *inner);

/// The same map, as shapes have it.
cld_transform cli_matrix_find_transform(const cli_matrix *matrix);

/// Adds a shape under `name` or, if that is taken or NULL or empty, under the first of name_2, name_3, ...
/// (of "shape", "shape_2", ...) that is free. What `def` points to must be in the level's arena already.
/// CLD_INTERNAL when memory runs out, here as below.
cld_status cli_level_add_shape(cli_level *level, const char *name, const cld_shape_def *def, uint32_t *index,
                               cld_error *err);

/// Adds an object, its name made unique as above ("object"). The strings are copied; a tag that stands twice
/// is taken once, an empty one not at all. CLD_TOO_LARGE beyond what a scene may have.
cld_status cli_level_add_object(cli_level *level, const char *name, uint32_t shape, const cli_matrix *matrix,
                                const char *const *tags, size_t tag_count, cld_error *err);

/// The name of a robot's link, made unique as above among those of all robots ("link"), so that what is said
/// of one robot's links holds for them alone. In the level's arena; NULL when memory runs out.
const char *cli_level_name_link(cli_level *level, const char *name);

/// Has pairs of an object of tag `a` and one of tag `b` ignored. The strings are copied.
cld_status cli_level_ignore_tags(cli_level *level, const char *a, const char *b, cld_error *err);

/// Gives links that are called as others' objects are tagged another name: what is said of their pairs is to
/// hold for them alone. CLD_INTERNAL when memory runs out.
cld_status cli_level_part_links(cli_level *level, cld_error *err);

/// Adds a line to the report, "FILE: ..." without a line's end.
CLD_PRINTF(3, 4) void cli_level_tell(cli_level *level, const char *file, const char *format, ...);

/// The same of what is not in the level, or not whole: whoever reads the file has to hear of it.
CLD_PRINTF(3, 4) void cli_level_tell_loss(cli_level *level, const char *file, const char *format, ...);

/// CLD_BAD_VALUE for a file without objects, with the first of what is told to be lost of it: what stands in
/// the list from `begin` on.
cld_status cli_level_fail_empty(const cli_level *level, size_t begin, cld_error *err);

/// Keeps an error of something, such as a "mesh", as one of several, so that a user sees all that is wrong at
/// once. `name` may be NULL.
void cli_level_add_fault(cli_level *level, const char *what, const char *name, unsigned long line,
                         unsigned long column, const cld_error *err);

/// What a file is called, without folders and its ending: a name where it gives none. NULL when memory runs
/// out.
const char *cli_level_find_stem(cli_level *level, const char *path);

/// A copy of a string in the level's arena; NULL when memory runs out.
const char *cli_level_copy(cli_level *level, const char *string);

/// The level as a scene document: its shapes, objects and, if pairs are ignored, rules: no-overlap and the
/// pairs.
void cli_level_write(const cli_level *level, bool compact, cld_text *text);

void cli_level_clear(cli_level *level);

#endif
