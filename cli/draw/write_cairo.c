#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include "backend.h"
#include "base/error.h"
#include "page.h"

static cairo_status_t add_bytes(void *context, const unsigned char *bytes, unsigned count) {
    cld_text *file = context;
    cld_text_add(file, (const char *)bytes, count);
    return file->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/// Letters as they are, not as fits the pixels of one size, so that they are the same in all formats.
static cairo_t *begin(cairo_surface_t *surface) {
    cairo_t *cairo = cairo_create(surface);
    cairo_font_options_t *fonts = cairo_font_options_create();
    cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(fonts, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, fonts);
    cairo_font_options_destroy(fonts);
    return cairo;
}

static cld_status draw(cairo_surface_t *surface, const cli_page *page, const cli_picture *picture,
                       const cli_view *view, bool is_png, cld_text *file, cld_error *err) {
    cairo_t *cairo = begin(surface);
    bool good = cli_page_draw(page, cairo, picture, view) && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    if (good && is_png)
        good = cairo_surface_write_to_png_stream(surface, add_bytes, file) == CAIRO_STATUS_SUCCESS;
    cairo_surface_finish(surface);
    good = good && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return good ? CLD_OK : cld_fail_memory(err); // labels are visible UTF-8, the bytes go to memory
}

cld_status cli_write_svg(const cli_picture *picture, const cli_view *view, const cli_options *options,
                         cld_text *file, cld_error *err) {
    cli_page page = cli_page_make(picture, options);
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(add_bytes, file, page.width, page.height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return draw(surface, &page, picture, view, false, file, err);
}

cld_status cli_write_png(const cli_picture *picture, const cli_view *view, const cli_options *options,
                         cld_text *file, cld_error *err) {
    cli_page page = cli_page_make(picture, options);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)page.width, (int)page.height);
    return draw(surface, &page, picture, view, true, file, err);
}

cld_status cli_write_pdf(const cli_picture *picture, const cli_view *view, const cli_options *options,
                         cld_text *file, cld_error *err) {
    cli_page page = cli_page_make(picture, options);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(add_bytes, file, page.width, page.height);
    // The same picture is the same file, whenever it is drawn.
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
    return draw(surface, &page, picture, view, false, file, err);
}
