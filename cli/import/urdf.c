/// Descriptions of robots (URDF): the collision elements of all links, with every joint at zero. An object is
/// tagged with its link; a link and those that a joint connects it to are not looked at together.
///
/// Source: the XML specification of URDF, wiki.ros.org/urdf/XML.
#include <string.h>

#include "import/collision.h"
#include "import/readers.h"

typedef struct link {
    const cli_element *element;
    const char *name;
    const char *tag;            ///< the name, with a number where another robot has such a link
    const cli_element *joint;   ///< of which this is the child; NULL for the root
    uint32_t parent;            ///< CLD_NO_INDEX for the root
    uint32_t first_child, next; ///< links whose parent this is, and its sibling; CLD_NO_INDEX for none
    cli_matrix pose;            ///< from the link's frame to that of the root
    size_t object_count;
} link;

typedef struct robot {
    const cli_element *root;
    link *links;
    uint32_t link_count;
    cld_name_table names; ///< of the links
    cld_arena arena;
    cli_collisions collisions;
} robot;

static cld_status require(const cli_element *element, const char *attribute, const char **value,
                          cld_error *err) {
    *value = cli_xml_find(element, attribute);
    if (*value && **value)
        return CLD_OK;
    return cli_fail_at(element, CLD_MISSING_KEY, err, "expected <%s> to have an attribute \"%s\"",
                       element->name, attribute);
}

static cld_status read_links(robot *r, cld_error *err) {
    const cli_element *e;
    uint32_t count = 0;
    for (e = cli_xml_first(r->root, "link"); e; e = cli_xml_next(e, "link"))
        count++;
    r->links = cld_arena_add(&r->arena, count, sizeof *r->links);
    if (!r->links)
        return cld_fail_memory(err);
    for (e = cli_xml_first(r->root, "link"); e; e = cli_xml_next(e, "link")) {
        link *l = &r->links[r->link_count];
        *l = (link){.element = e, .parent = CLD_NO_INDEX, .first_child = CLD_NO_INDEX, .next = CLD_NO_INDEX};
        cld_status status = require(e, "name", &l->name, err);
        if (status)
            return status;
        if (cld_names_find(&r->names, l->name) != UINT32_MAX)
            return cli_fail_at(e, CLD_DUPLICATE_NAME, err, "a link before it is called \"%s\" too",
                               cld_name_tell(l->name).text);
        l->tag = cli_level_name_link(r->collisions.level, l->name);
        if (!l->tag || !cld_names_add(&r->names, l->name, r->link_count++))
            return cld_fail_memory(err);
    }
    return CLD_OK;
}

/// The link that the child <parent> or <child> of a joint names.
static cld_status find_link(const robot *r, const cli_element *joint, const char *role, uint32_t *index,
                            cld_error *err) {
    const cli_element *e = cli_xml_first(joint, role);
    const char *name;
    *index = CLD_NO_INDEX;
    if (!e)
        return cli_fail_at(joint, CLD_MISSING_KEY, err, "expected <joint> to have a <%s>, found none", role);
    cld_status status = require(e, "link", &name, err);
    if (status)
        return status;
    *index = cld_names_find(&r->names, name);
    return *index == UINT32_MAX
               ? cli_fail_at(e, CLD_NOT_FOUND, err, "there is no link \"%s\"", cld_name_tell(name).text)
               : CLD_OK;
}

static cld_status read_joints(robot *r, cld_error *err) {
    for (const cli_element *e = cli_xml_first(r->root, "joint"); e; e = cli_xml_next(e, "joint")) {
        uint32_t parent, child;
        cld_status status = find_link(r, e, "parent", &parent, err);
        if (!status)
            status = find_link(r, e, "child", &child, err);
        if (status)
            return status;
        link *l = &r->links[child];
        if (l->joint)
            return cli_fail_at(e, CLD_BAD_VALUE, err,
                               "expected link \"%s\" to be the child of one joint, found a second",
                               cld_name_tell(l->name).text);
        l->joint = e;
        l->parent = parent;
        l->next = r->links[parent].first_child;
        r->links[parent].first_child = child;
    }
    return CLD_OK;
}

static cld_status find_root(const robot *r, uint32_t *root, cld_error *err) {
    *root = CLD_NO_INDEX;
    for (uint32_t i = 0; i < r->link_count; i++) {
        if (r->links[i].joint)
            continue;
        if (*root != CLD_NO_INDEX)
            return cli_fail_at(r->links[i].element, CLD_BAD_VALUE, err,
                               "expected one link that is no joint's child, found \"%s\" and \"%s\"",
                               cld_name_tell(r->links[*root].name).text,
                               cld_name_tell(r->links[i].name).text);
        *root = i;
    }
    return *root != CLD_NO_INDEX ? CLD_OK
                                 : cli_fail_at(r->root, CLD_BAD_VALUE, err,
                                               "expected a link that is no joint's child, found none");
}

/// Finds where all links stand, from the root on, each after its parent. What is not reached goes round in a
/// ring.
static cld_status place_links(robot *r, uint32_t root, cld_error *err) {
    uint32_t *order = cld_arena_add(&r->arena, r->link_count, sizeof *order), count = 1;
    if (!order)
        return cld_fail_memory(err);
    order[0] = root;
    r->links[root].pose = cli_matrix_make_identity();
    for (uint32_t i = 0; i < count; i++) {
        const link *parent = &r->links[order[i]];
        for (uint32_t c = parent->first_child; c != CLD_NO_INDEX; c = r->links[c].next) {
            cli_matrix origin;
            cld_status status = cli_read_origin(r->links[c].joint, &origin, err);
            if (status)
                return status;
            r->links[c].pose = cli_matrix_multiply(&parent->pose, &origin);
            order[count++] = c;
        }
    }
    return count == r->link_count
               ? CLD_OK
               : cli_fail_at(r->root, CLD_BAD_VALUE, err,
                             "expected all links to be connected to \"%s\", found %u that are "
                             "connected in a ring",
                             cld_name_tell(r->links[root].name).text, r->link_count - count);
}

/// Adds the collisions of a link; one that is no good is a fault.
static cld_status add_collisions(robot *r, link *l, cld_error *err) {
    cli_level *level = r->collisions.level;
    size_t first = level->object_count;
    for (const cli_element *e = cli_xml_first(l->element, "collision"); e; e = cli_xml_next(e, "collision")) {
        size_t before = level->object_count;
        cld_status status = cli_collision_add(&r->collisions, e, l->tag, &l->pose, err);
        if (status == CLD_INTERNAL)
            return status;
        if (status)
            cli_level_add_fault(level, "link", l->name, err->line ? err->line : e->line,
                                err->line ? err->column : e->column, err);
        for (size_t i = before; i < level->object_count; i++) {
            level->objects[i].line = e->line;
            level->objects[i].link = l->tag;
        }
    }
    l->object_count = level->object_count - first;
    return CLD_OK;
}

/// Has the objects of two links ignored, if both have some that could meet.
static cld_status ignore_links(cli_level *level, const link *a, const link *b, cld_error *err) {
    if (a == b ? a->object_count < 2 : a->object_count == 0 || b->object_count == 0)
        return CLD_OK;
    return cli_level_ignore_tags(level, a->tag, b->tag, err);
}

static cld_status add_links(robot *r, cld_error *err) {
    cld_status status = CLD_OK;
    for (uint32_t i = 0; i < r->link_count && !status; i++)
        status = add_collisions(r, &r->links[i], err);
    for (uint32_t i = 0; i < r->link_count && !status; i++) {
        const link *l = &r->links[i];
        status = ignore_links(r->collisions.level, l, l, err);
        if (!status && l->parent != CLD_NO_INDEX)
            status = ignore_links(r->collisions.level, &r->links[l->parent], l, err);
    }
    return status;
}

static cld_status check_root(const robot *r, cld_error *err) {
    if (strcmp(r->root->name, "robot") != 0)
        return cli_fail_at(r->root, CLD_SYNTAX, err, "expected <robot>, found <%s>",
                           cld_name_tell(r->root->name).text);
    for (const cli_element *e = r->root; e; e = cli_xml_walk(e))
        if (strncmp(e->name, "xacro:", strlen("xacro:")) == 0)
            return cli_fail_at(e, CLD_UNSUPPORTED, err,
                               "expected URDF, found <%s>; expand it with xacro first",
                               cld_name_tell(e->name).text);
    return CLD_OK;
}

static cld_status read_robot(robot *r, const cld_text *bytes, cld_error *err) {
    uint32_t root;
    cld_status status = cli_xml_read(cld_text_string(bytes), bytes->length, &r->arena, &r->root, err);
    if (!status)
        status = check_root(r, err);
    if (!status)
        status = read_links(r, err);
    if (!status)
        status = read_joints(r, err);
    if (!status)
        status = find_root(r, &root, err);
    if (!status)
        status = place_links(r, root, err);
    return status ? status : add_links(r, err);
}

cld_status cli_read_urdf(const char *path, const cli_import_options *options, cli_level *level,
                         cld_error *err) {
    cld_text bytes = {0};
    robot r = {.collisions = {.path = path, .options = options, .level = level}};
    r.collisions.arena = &r.arena;
    cld_status status = cli_import_read_bytes(path, &bytes, err);
    if (!status)
        status = read_robot(&r, &bytes, err);
    if (!status)
        cli_level_tell(level, path, "%u link%s", r.link_count, r.link_count == 1 ? "" : "s");
    cld_text_clear(&bytes);
    cli_collisions_clear(&r.collisions);
    cld_names_clear(&r.names);
    cld_arena_clear(&r.arena);
    return status;
}
