/// What assimp does not tell of a COLLADA file.
#ifndef CLI_IMPORT_COLLADA_H
#define CLI_IMPORT_COLLADA_H

/// Sets `up` to the axis, 'x', 'y' or 'z', that points up in the COLLADA file at `path`, if it says so near
/// its beginning. Does nothing for files whose names do not end in .dae.
void cli_collada_find_up(const char *path, char *up);

#endif
