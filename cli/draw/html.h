/// HTML pages that show a scene: the viewer, and the document that it reads.
#ifndef CLI_DRAW_HTML_H
#define CLI_DRAW_HTML_H

#include "body.h"
#include "json/writer.h"

/// Adds the viewer, up to where its document begins.
void cli_html_begin(cld_text *page);

/// Adds a part of the document, which is JSON. No text in it can end the element that it stands in or begin
/// another.
void cli_html_add(cld_text *page, const cld_text *json);

/// Adds what follows the document.
void cli_html_end(cld_text *page);

/// Puts bodies as one geometry: {"points", "triangles", "edges"}, flat lists of coordinates to seven digits
/// and of the points' indices.
void cli_html_put_bodies(cld_json_writer *w, const cli_body *bodies, size_t count);

/// Puts the colours of pictures by their names.
void cli_html_put_colours(cld_json_writer *w);

#endif
