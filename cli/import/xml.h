/// XML documents, as far as descriptions of robots and meshes use them: elements with attributes, and the
/// text of those that hold no others.
#ifndef CLI_IMPORT_XML_H
#define CLI_IMPORT_XML_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "collide/status.h"

/// All strings are UTF-8, and in the arena of the document.
typedef struct cli_element {
    const char *name;
    const char **attributes; ///< name, value, name, value, ... NULL
    const char *text;        ///< what it holds, if that is no elements, else ""
    unsigned long line, column;
    struct cli_element *parent, *first, *last; ///< children
    struct cli_element *next;                  ///< sibling
} cli_element;

/// Reads a document into an arena; comments and entities of its own are left out. CLD_SYNTAX with line
/// and column, CLD_INTERNAL.
cld_status cli_xml_read(const char *bytes, size_t length, cld_arena *arena, const cli_element **root,
                        cld_error *err);

/// Fails, naming the place of an element.
CLD_PRINTF(4, 5)
cld_status cli_fail_at(const cli_element *element, cld_status status, cld_error *err, const char *format,
                       ...);

/// The value of an attribute; NULL if there is none.
const char *cli_xml_find(const cli_element *element, const char *attribute);

/// The element that begins after this one, among its children or behind it; NULL after the last.
const cli_element *cli_xml_walk(const cli_element *element);

/// The first child of that name, and the one after `child`; NULL if there is none.
const cli_element *cli_xml_first(const cli_element *element, const char *name);
const cli_element *cli_xml_next(const cli_element *child, const char *name);

#endif
