/// Operands: FILE, FILE#NAME or -.
#ifndef CLI_OPERAND_H
#define CLI_OPERAND_H

#include "base/text.h"
#include "warnings.h"
#include "json/source.h"

/// An operand and the shape it names. {0} is an empty one.
typedef struct cli_operand {
    cld_text file;     ///< the file's name, "-" for standard input
    const char *name;  ///< what to pick from it; NULL for all of it
    bool convexify;    ///< what is not convex is to be taken as its hull
    cld_source source; ///< what was read
    cld_warning note;  ///< what was done to a mesh to make it that; its message is empty for nothing
} cli_operand;

/// Splits `text` into file and name. A file whose own name has a # comes first.
void cli_operand_split(const char *text, cli_operand *operand);

bool cli_operand_is_standard_input(const cli_operand *operand);

/// What is wrong where standard input is named a second time: CLD_USAGE.
cld_status cli_fail_second_input(cld_error *err);

/// Makes the shape, and adds what is remarkable about it.
cld_status cli_operand_create_shape(const cli_operand *operand, cli_warnings *warnings, cld_shape **shape,
                                    cld_error *err);

/// Reads the shape. CLD_IO where the file cannot be read, and all codes of bad documents.
cld_status cli_operand_read(cli_operand *operand, cld_error *err);

/// Adds what the document at `path` holds, - being standard input. CLD_IO, CLD_INTERNAL, and CLD_SYNTAX if it
/// is empty. The caller clears the text, also when this fails.
cld_status cli_file_read(const char *path, cld_text *bytes, cld_error *err);

/// The two halves of it. A pipe has to be opened once only: its writer may be gone by the second time.
cld_status cli_file_open(const char *path, int *descriptor, cld_error *err);
cld_status cli_file_finish(int descriptor, cld_text *bytes, cld_error *err);

/// Adds what a file is called in reports: its path from the working directory, if it is below that, however
/// it was written; "./-" for a file called as standard input is.
void cli_file_shorten(const char *path, cld_text *name);

void cli_operand_clear(cli_operand *operand);

#endif
