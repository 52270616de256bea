/// The colours of pictures, which people tell apart whatever colours they can see.
///
/// Source: M. Okabe, K. Ito, Color Universal Design, 2008.
#ifndef CLI_DRAW_PAINT_H
#define CLI_DRAW_PAINT_H

typedef enum cli_paint {
    CLI_PAINT_A,
    CLI_PAINT_B,
    CLI_PAINT_DIFFERENCE, ///< A - B
    CLI_PAINT_SIMPLEX,    ///< GJK's simplex, EPA's polytope
    CLI_PAINT_FEATURE,    ///< the face, edge or vertex that decides
    CLI_PAINT_MTV,
    CLI_PAINT_INK,   ///< normal, contacts, text
    CLI_PAINT_FAINT, ///< tangents, axes
    CLI_PAINT_COUNT
} cli_paint;

/// 0xRRGGBB, and a name for scripts and style sheets.
typedef struct cli_colour {
    const char *name;
    unsigned rgb;
} cli_colour;

extern const cli_colour cli_colours[CLI_PAINT_COUNT];

#endif
