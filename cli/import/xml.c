/// expat reads; what it meets becomes a tree. It refuses entities that grow out of hand by itself.
#include "import/xml.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include <expat.h>

#include "base/text.h"

typedef struct reading {
    XML_Parser parser;
    cld_arena *arena;
    cli_element *root, *open; ///< the innermost element that has not ended
    cld_text text;            ///< since an element began or ended
    bool has_failed;          ///< memory ran out
} reading;

static const char *copy(reading *r, const char *string) {
    const char *copied = cld_arena_copy_string(r->arena, string);
    r->has_failed |= !copied;
    return copied;
}

static void XMLCALL begin(void *context, const XML_Char *name, const XML_Char **attributes) {
    reading *r = context;
    size_t count = 0;
    while (attributes[count])
        count++;
    cli_element *e = cld_arena_add(r->arena, 1, sizeof *e);
    const char **copies = cld_arena_add(r->arena, count + 1, sizeof *copies);
    if (!e || !copies) {
        r->has_failed = true;
        XML_StopParser(r->parser, XML_FALSE);
        return;
    }
    r->text.length = 0;
    *e = (cli_element){.name = copy(r, name),
                       .attributes = copies,
                       .text = "",
                       .line = XML_GetCurrentLineNumber(r->parser),
                       .column = XML_GetCurrentColumnNumber(r->parser) + 1,
                       .parent = r->open};
    for (size_t i = 0; i < count; i++)
        copies[i] = copy(r, attributes[i]);
    copies[count] = NULL;
    if (!r->open)
        r->root = e;
    else if (r->open->last)
        r->open->last->next = e;
    else
        r->open->first = e;
    if (r->open)
        r->open->last = e;
    r->open = e;
    if (r->has_failed)
        XML_StopParser(r->parser, XML_FALSE);
}

static void XMLCALL end(void *context, const XML_Char *name) {
    reading *r = context;
    (void)name;
    if (!r->open) // an empty root that there was no memory for also ends
        return;
    if (!r->open->first && r->text.length > 0)
        r->open->text = copy(r, r->text.bytes);
    r->text.length = 0;
    r->open = r->open->parent;
    r->has_failed |= r->text.failed;
    if (r->has_failed)
        XML_StopParser(r->parser, XML_FALSE);
}

static void XMLCALL add_text(void *context, const XML_Char *bytes, int length) {
    reading *r = context;
    if (!r->open->first)
        cld_text_add(&r->text, bytes, (size_t)length);
}

/// Encodings that expat does not know are taken byte by byte: what is looked at is ASCII in all that files
/// have.
static int XMLCALL take_encoding(void *context, const XML_Char *name, XML_Encoding *encoding) {
    (void)context;
    (void)name;
    for (int i = 0; i < 256; i++)
        encoding->map[i] = i;
    encoding->data = NULL;
    encoding->convert = NULL;
    encoding->release = NULL;
    return XML_STATUS_OK;
}

static cld_status fail(const reading *r, cld_error *err) {
    if (r->has_failed || XML_GetErrorCode(r->parser) == XML_ERROR_NO_MEMORY)
        return cld_fail_memory(err);
    cld_fail(err, CLD_SYNTAX, "", "not XML as it should be: %s",
             XML_ErrorString(XML_GetErrorCode(r->parser)));
    err->line = XML_GetCurrentLineNumber(r->parser);
    err->column = XML_GetCurrentColumnNumber(r->parser) + 1;
    return CLD_SYNTAX;
}

cld_status cli_xml_read(const char *bytes, size_t length, cld_arena *arena, const cli_element **root,
                        cld_error *err) {
    reading r = {.parser = XML_ParserCreate(NULL), .arena = arena};
    if (!r.parser)
        return cld_fail_memory(err);
    if (length > INT_MAX) {
        XML_ParserFree(r.parser);
        return cld_fail(err, CLD_TOO_LARGE, "", "expected less than 2 GB of XML, found %zu bytes", length);
    }
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin, end);
    XML_SetCharacterDataHandler(r.parser, add_text);
    XML_SetUnknownEncodingHandler(r.parser, take_encoding, NULL);
    cld_status status = CLD_OK;
    if (XML_Parse(r.parser, bytes, (int)length, XML_TRUE) != XML_STATUS_OK)
        status = fail(&r, err);
    *root = r.root;
    cld_text_clear(&r.text);
    XML_ParserFree(r.parser);
    return status;
}

cld_status cli_fail_at(const cli_element *element, cld_status status, cld_error *err, const char *format,
                       ...) {
    va_list values;
    va_start(values, format);
    cld_fail_with(err, status, "", format, values);
    va_end(values);
    err->line = element->line;
    err->column = element->column;
    return status;
}

const cli_element *cli_xml_walk(const cli_element *element) {
    if (element->first)
        return element->first;
    while (element && !element->next)
        element = element->parent;
    return element ? element->next : NULL;
}

const char *cli_xml_find(const cli_element *element, const char *attribute) {
    for (const char **a = element->attributes; *a; a += 2)
        if (strcmp(a[0], attribute) == 0)
            return a[1];
    return NULL;
}

static const cli_element *find_from(const cli_element *element, const char *name) {
    while (element && strcmp(element->name, name) != 0)
        element = element->next;
    return element;
}

const cli_element *cli_xml_first(const cli_element *element, const char *name) {
    return find_from(element->first, name);
}

const cli_element *cli_xml_next(const cli_element *child, const char *name) {
    return find_from(child->next, name);
}
