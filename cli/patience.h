/// Reading and writing what other programs have a hand in.
#ifndef CLI_PATIENCE_H
#define CLI_PATIENCE_H

#include <stdbool.h>

/// Whether a read or a write that has just failed, by errno, is to be tried again: a signal came between, or
/// somebody has made the descriptor not wait, as who shares a pipe may; then waits for the `events` of poll.
bool cli_try_again(int descriptor, short events);

#endif
