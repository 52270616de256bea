/// Files that descriptions of robots name.
#ifndef CLI_IMPORT_PACKAGE_H
#define CLI_IMPORT_PACKAGE_H

#include "base/arena.h"

/// The path of the file that `uri` names in the file at `path`: an absolute path, one relative to the folder
/// of that file, the same after file://, or package://NAME/REST. The package of that name is the nearest
/// folder above the file that is called so or holds one called so, the first in which REST is there; if it is
/// nowhere, REST itself, relative to the folder of the file, names what is missing. In a URI %20 stands for a
/// blank, and so on, unless there is a file with that in its name. NULL when memory runs out.
const char *cli_package_find(const char *path, const char *uri, cld_arena *arena);

#endif
