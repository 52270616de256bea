#include "paint.h"

const cli_colour cli_colours[CLI_PAINT_COUNT] = {[CLI_PAINT_A] = {"a", 0x0072B2},
                                                 [CLI_PAINT_B] = {"b", 0xE69F00},
                                                 [CLI_PAINT_DIFFERENCE] = {"difference", 0x009E73},
                                                 [CLI_PAINT_SIMPLEX] = {"simplex", 0xCC79A7},
                                                 [CLI_PAINT_FEATURE] = {"feature", 0xF0E442},
                                                 [CLI_PAINT_MTV] = {"mtv", 0xD55E00},
                                                 [CLI_PAINT_INK] = {"ink", 0x1A1A1A},
                                                 [CLI_PAINT_FAINT] = {"faint", 0x767676}};
