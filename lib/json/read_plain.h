/// Plain records: the form that most records of a long stream have.
#ifndef CLD_JSON_READ_PLAIN_H
#define CLD_JSON_READ_PLAIN_H

#include <stdbool.h>

#include "json/read_record.h"

/// Reads a record of "a", "b" and perhaps "id", in any order, whose shapes are hulls described by their
/// vertices and nothing else, into an empty record, in a fifth of the time that it takes with a tree.
///
/// False for all others, good or bad, and when memory runs out: they are left to those who can say what is
/// wrong.
bool cld_record_read_plain(const char *line, size_t length, cld_record *record);

#endif
