/// One table of commands feeds the dispatch and --help.
#include "commands.h"

#include <limits.h>
#include <stddef.h>

#define OPERANDS_NOTE                                                                                        \
    "A file holds a shape, or a scene of which FILE#NAME picks an object; - is standard input.\n"
#define STATUS_NOTE "Exit status: 0 done, 2 bad usage or input, 3 internal error.\n"
#define NO_ANSWER_NOTE "3 not certified (with --verify) or internal error.\n"

const cli_command cli_commands[] = {
    {"", CLI_PAIR, 2, 2, "A B", "How two shapes collide.",
     OPERANDS_NOTE "Exit status: 0 done, 1 no collision (with -e), 2 bad usage or input,\n" NO_ANSWER_NOTE,
     NULL},
    {"batch", CLI_BATCH, 0, 1, "[FILE]", "How each pair of a stream collides, line by line.",
     "A line of FILE, or of standard input, is a record {\"id\", \"a\", \"b\", \"options\"}, in which a and "
     "b are\n"
     "shapes or {\"ref\", \"transform\"}. Its result is a line too.\n"
     "Exit status: 0 done, 2 bad usage or a bad record, " NO_ANSWER_NOTE,
     NULL},
    {"check", CLI_CHECK, 1, INT_MAX, "SCENE...", "Every pair of every scene against rules.",
     "A file holds a scene, or a shape, which then is an object of one further scene; - is standard input.\n"
     "Exit status: 0 all rules are kept, 1 one is not, 2 bad usage or a problem with the input, 3 internal "
     "error.\n",
     NULL},
    {"draw", CLI_DRAW, 2, 2, "A B", "How two shapes collide, as a picture.",
     OPERANDS_NOTE "The ending of FILE says what is written: .svg, .png, .pdf or .html.\n"
                   "Exit status: 0 done, 2 bad usage or input, " NO_ANSWER_NOTE,
     "collide-draw"},
    {"export", CLI_EXPORT, 1, 1, "FILE", "A shape or a scene, for other programs.",
     OPERANDS_NOTE "What is round is made of flat faces; a half-space is left out.\n" STATUS_NOTE,
     "collide-import"},
    {"hull", CLI_HULL, 1, 1, "FILE", "The convex hull of a shape, as a shape.", OPERANDS_NOTE STATUS_NOTE,
     NULL},
    {"import", CLI_IMPORT, 1, INT_MAX, "FILE...", "Meshes and levels of other programs, as a scene.",
     "Reads OBJ, STL, PLY, OFF, glTF, GLB, COLLADA, FBX, maps of Quake (.map) and robots (URDF).\n"
     "What became of each mesh stands on standard error.\n" STATUS_NOTE,
     "collide-import"},
    {"schema", CLI_SCHEMA, 0, 1, "[NAME]", "The JSON Schema of a document, or the names of all.", STATUS_NOTE,
     NULL},
};

const int cli_command_count = sizeof cli_commands / sizeof *cli_commands;
