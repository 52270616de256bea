/// What keeps a bad file from ending the program without a word.
///
/// Libraries that read files of twenty kinds are known to crash, to throw, or to go round for ever on ones
/// made to make them. Nothing has been written when they do, so that the program can say so and stop.
#ifndef CLI_IMPORT_GUARD_H
#define CLI_IMPORT_GUARD_H

#include "options.h"

/// From here on a crash, or more time than a file of this size can need, is reported as bad input from
/// `path`, and ends the program.
void cli_guard_begin(const cli_options *options, const char *path);

/// The file is a part of what is being read: allows it the time and memory that it needs by itself.
void cli_guard_allow(const char *path);

void cli_guard_end(void);

#endif
