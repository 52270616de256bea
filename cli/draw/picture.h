/// What a picture of a pair shows, whichever way it is drawn.
#ifndef CLI_DRAW_PICTURE_H
#define CLI_DRAW_PICTURE_H

#include "layer.h"
#include "question.h"

/// One step of the trace. Drawn over the body of `difference` or, where it is about axes, over those of the
/// shapes (without their marks and lines).
typedef struct cli_step {
    bool in_difference;
    bool has_axis;       ///< a step that measures an axis; the next two are then set
    cld_vec3 axis;       ///< unit
    double span[2][2];   ///< of A, of B: from where to where the shape reaches along the axis, in the picture
    char title[64];      ///< "GJK 3"
    char text[160];      ///< what happens
    double lower, upper; ///< the bounds so far, of the world; infinite where nothing is known
    cli_layer layer;
} cli_step;

/// A picture of a pair and its answer. Coordinates are those of `frame`; in the space of A - B a point p
/// stands for frame.unit * p.
typedef struct cli_picture {
    int dimension;
    cli_frame frame;
    char label[2][52]; ///< names of A and B: valid UTF-8, no control characters, not too long
    const cld_result *result;
    char caption[3][160]; ///< lines: who, in the labels; what was found; by which parts
    cli_layer shapes;     ///< in the world; bodies of A first
    cld_vec3 contact;     ///< what the view should show
    bool has_difference;  ///< with --cso or --trace
    cli_layer difference; ///< A - B, with the origin, the closest feature and the final simplex
    cli_step *steps;      ///< with --trace
    size_t step_count;
    size_t step_total; ///< of which those above are kept, spread evenly, where they would be too many
} cli_picture;

/// The steps that a query took, as they were told.
typedef struct cli_recording {
    cld_text steps; ///< of cld_trace_step
} cli_recording;

/// A trace that keeps the steps.
cld_trace cli_recording_start(cli_recording *recording);

/// Builds the picture of a question that has been answered. With --trace its steps are in it, with that or
/// --cso the difference of the two shapes (of compounds, of the two children that decide). CLD_INTERNAL when
/// memory runs out. The question and the recording must outlive the picture, which the caller clears, also
/// when this fails.
cld_status cli_picture_make(const cli_question *question, const cli_recording *recording,
                            cli_picture *picture, cld_error *err);

void cli_picture_clear(cli_picture *picture);

#endif
