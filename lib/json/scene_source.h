/// Scenes as documents describe them.
#ifndef CLD_JSON_SCENE_SOURCE_H
#define CLD_JSON_SCENE_SOURCE_H

#include "base/arena.h"
#include "base/names.h"
#include "base/problem.h"
#include "collide/scene.h"
#include "shape/shape.h"
#include "json/read_rules.h"

/// Where in its document an object is described.
typedef struct cld_place {
    uint32_t line;  ///< on which the object begins, from 1; 0 if nobody knows
    uint32_t index; ///< among the objects of its document
    uint32_t shape; ///< which of the document's named shapes it has, CLD_NO_INDEX for one of its own
} cld_place;

/// A scene on its way from documents, with all that it points to. {0} is an empty one.
typedef struct cld_scene_source {
    cld_object *objects; ///< their shapes are owned
    cld_place *places;   ///< beside objects
    size_t object_count, object_capacity;
    cld_rule_list rules;
    bool has_rules;  ///< the document has at least one, good or bad
    bool is_partial; ///< something of it is no object, and no problem says what it is called
    cld_problem_list problems;
    cld_name_table names; ///< of the objects, bad ones included, while there may be more of them
    cld_arena arena;
    cld_arena shape_arena; ///< of the shapes, close together
    cld_family *families;  ///< of those that have names
    size_t shape_bytes;    ///< what those that are not packed take
} cld_scene_source;

/// A document to read.
typedef struct cld_scene_text {
    const char *bytes;
    size_t length;
    const char *file; ///< borrowed as long as the sources are
    cld_warn *warn;   ///< NULL for none; its pointers lead into the document
    void *warn_context;
    bool has_other_rules; ///< the document's own are not held to, so that they need not look at anything
    /// NULL, or told now and then that the bytes before `offset` have been read. Few of them may be read
    /// again.
    void (*pass)(void *context, size_t offset);
    void *pass_context;
    /// NULL, or where the document was made of the file: for each object its line there, or 0. Pointers of
    /// problems, which would lead nowhere, are empty then.
    const unsigned long *lines;
    size_t line_count;
} cld_scene_text;

/// Reads a document: the objects and rules of a scene into `scene`, or a shape as one more object of
/// `shapes`, called as the file is. The objects are parsed one at a time.
///
/// An object or a rule that is bad becomes a problem of the scene and is left out. What is wrong with the
/// document as a whole is an error, and nothing of it counts; the caller clears the sources then too.
cld_status cld_scene_source_read(const cld_scene_text *text, cld_scene_source *scene,
                                 cld_scene_source *shapes, bool *is_scene, cld_error *err);

void cld_scene_source_clear(cld_scene_source *source);

#endif
