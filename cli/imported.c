#include "imported.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "collide/collide.h"
#include "ending.h"
#include "operand.h"
#include "program.h"
#include "report.h"

extern char **environ;

const char *const cli_import_endings[] = {[CLI_FORMAT_OBJ] = "obj",
                                          [CLI_FORMAT_STL] = "stl",
                                          [CLI_FORMAT_PLY] = "ply",
                                          [CLI_FORMAT_OFF] = "off",
                                          [CLI_FORMAT_GLTF] = "gltf",
                                          [CLI_FORMAT_GLB] = "glb",
                                          [CLI_FORMAT_DAE] = "dae",
                                          [CLI_FORMAT_FBX] = "fbx",
                                          [CLI_FORMAT_MAP] = "map",
                                          [CLI_FORMAT_URDF] = "urdf",
                                          NULL};

bool cli_is_importable(const char *path) {
    return cli_ending_find(cli_import_endings, path) != CLI_NO_ENDING;
}

/// Starts the program on a file, its output going to `descriptor`. Returns 0 or errno. What the libraries
/// that it uses may say on standard error is not for the user: what is wrong comes through the pipe.
static int start(const char *path, bool convexify, int descriptor, pid_t *child) {
    posix_spawn_file_actions_t actions;
    cld_text program = {0};
    char *arguments[] = {"collide-import", convexify ? CLI_IMPORT_HULLS_FOR_PARENT : CLI_IMPORT_FOR_PARENT,
                         (char *)path, NULL};
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    cli_program_find("collide-import", &program);
    failed = program.failed ? ENOMEM : posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failed)
        failed = posix_spawnp(child, program.bytes, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    cld_text_clear(&program);
    return failed;
}

/// Reads what the program says about a file to the end; whether it ended well goes to `*is_well`.
static cld_status read_stream(const char *path, bool convexify, cld_text *stream, bool *is_well,
                              cld_error *err) {
    int ends[2], ending = 0; // which stays so where SIGCHLD is ignored, for nobody can tell then
    pid_t child;
    if (pipe(ends) != 0)
        return cld_fail(err, CLD_IO, "", "%s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int failed = start(path, convexify, ends[1], &child);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        return cld_fail(err, CLD_IO, "", "cannot run 'collide-import', which reads such files: %s",
                        strerror(failed));
    }
    cld_status status = cli_file_finish(ends[0], stream, err);
    while (waitpid(child, &ending, 0) < 0 && errno == EINTR)
        ;
    *is_well = WIFEXITED(ending) && WEXITSTATUS(ending) == CLI_DONE;
    return status == CLD_SYNTAX ? CLD_OK : status; // nothing came: told of below
}

/// Finds the parts of the stream; false if it does not hold them all.
static bool find_parts(cli_imported *imported, const cli_import_header *header) {
    const char *at = imported->stream.bytes + sizeof *header;
    size_t left = imported->stream.length - sizeof *header;
    const struct {
        uint64_t count, size;
    } parts[] = {{header->fault_count, sizeof(cld_error)},
                 {header->object_count, sizeof(unsigned long)},
                 {header->names_length, 1},
                 {header->notes_length, 1},
                 {header->losses_length, 1}};
    enum { PART_COUNT = sizeof parts / sizeof *parts };
    const char *begins[PART_COUNT];
    for (int i = 0; i < PART_COUNT; i++) {
        if (parts[i].count > left / parts[i].size)
            return false;
        begins[i] = at;
        at += parts[i].count * parts[i].size;
        left -= parts[i].count * parts[i].size;
    }
    imported->faults = (const void *)begins[0];
    imported->fault_count = header->fault_count;
    imported->lines = (const void *)begins[1];
    imported->object_count = header->object_count;
    imported->names = begins[2];
    imported->notes = begins[3];
    imported->losses = begins[4];
    imported->losses_length = header->losses_length;
    imported->document = at;
    imported->length = left;
    return left == header->document_length;
}

cld_status cli_imported_read(const char *path, bool convexify, cli_imported *imported, cld_error *err) {
    *imported = (cli_imported){.length = 0};
    cli_import_header header = {.version = ""};
    bool is_well = false;
    cld_status status = read_stream(path, convexify, &imported->stream, &is_well, err);
    if (status)
        return status;
    size_t length = imported->stream.length;
    if (length > 0)
        memcpy(&header, imported->stream.bytes, length < sizeof header ? length : sizeof header);
    // What follows the version may be anything in another one.
    if (length >= sizeof header.version && strncmp(header.version, CLD_VERSION, sizeof header.version) != 0)
        return cld_fail(
            err, CLD_IO, "",
            "expected 'collide-import', which reads such files, of version %s, found version %.*s",
            CLD_VERSION, (int)sizeof header.version, header.version);
    bool is_whole = is_well && length >= sizeof header;
    if (is_whole && header.error.status) {
        *err = header.error;
        return err->status;
    }
    if (!is_whole || !find_parts(imported, &header))
        return cld_fail(
            err, CLD_SYNTAX, "",
            "cannot be read: what reads such files crashed, or took longer than a file of its size should");
    return CLD_OK;
}

static cld_warning make_warning(const char *note) {
    cld_warning warning = {.pointer = ""};
    snprintf(warning.message, sizeof warning.message, "the mesh is %s", note);
    return warning;
}

/// Adds the notes on objects to what is remarkable about them.
static cld_status add_notes(const cli_imported *imported, cld_library *library, cld_error *err) {
    const char *name = imported->names, *note = imported->notes;
    for (size_t i = 0; i < imported->object_count; i++, name += strlen(name) + 1, note += strlen(note) + 1) {
        const cld_library_shape *found;
        cld_status status = *note ? cld_library_find(library, name, &found, err) : CLD_OK;
        if (status)
            return status;
        if (!*note)
            continue;
        cld_warning warning = make_warning(note);
        cld_text *warnings = &library->shapes[found - library->shapes].warnings;
        cld_text_add(warnings, (const char *)&warning, sizeof warning);
        if (warnings->failed)
            return cld_fail_memory(err);
    }
    return CLD_OK;
}

cld_status cli_imported_read_library(const char *path, bool convexify, cld_library *library, cld_error *err) {
    cli_imported imported;
    cld_status status = cli_imported_read(path, convexify, &imported, err);
    if (!status && imported.fault_count > 0) {
        *err = imported.faults[0];
        status = err->status;
    }
    if (!status)
        status = cld_library_read(imported.document, imported.length, convexify, library, err);
    if (!status)
        status = add_notes(&imported, library, err);
    cli_imported_clear(&imported);
    return status;
}

cld_status cli_imported_pick(const cli_imported *imported, const char **name, cld_error *err) {
    char list[3 * (sizeof(cld_told_name) + 4)] = "";
    size_t shown = 0;
    *name = imported->names;
    if (imported->object_count == 1 && imported->fault_count == 0)
        return CLD_OK;
    if (imported->object_count <= 1 && imported->fault_count > 0) {
        *err = imported->faults[0];
        return err->status;
    }
    for (const char *at = imported->names; shown < imported->object_count && shown < 3; shown++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s\"%s\"", shown > 0 ? ", " : "", cld_name_tell(at).text);
        at += strlen(at) + 1;
    }
    return cld_fail(err, CLD_USAGE, "",
                    "expected one shape, found %zu objects; pick one with FILE#NAME: %s%s",
                    imported->object_count, list, shown < imported->object_count ? ", ..." : "");
}

cld_warning cli_imported_find_warning(const cli_imported *imported, const char *name) {
    const char *at = imported->names, *note = imported->notes;
    for (size_t i = 0; i < imported->object_count; i++, at += strlen(at) + 1, note += strlen(note) + 1)
        if (*note && strcmp(at, name) == 0)
            return make_warning(note);
    return (cld_warning){.message = ""};
}

cld_warning cli_imported_find_loss(const cli_imported *imported) {
    cld_warning warning = {.pointer = ""};
    if (imported->losses_length > 0) // behind the file's name
        snprintf(warning.message, sizeof warning.message, "%s",
                 imported->losses + strlen(imported->losses) + 1);
    return warning;
}

void cli_imported_explain(const cli_imported *imported, const char *name, cld_error *err) {
    char quoted[80], missing[sizeof err->message];
    snprintf(quoted, sizeof quoted, "\"%s\"", cld_name_tell(name).text);
    for (size_t i = 0; i < imported->fault_count; i++) {
        if (strstr(imported->faults[i].message, quoted)) {
            *err = imported->faults[i];
            return;
        }
    }
    memcpy(missing, err->message, sizeof missing);
    if (imported->fault_count > 0)
        cld_fail(err, err->status, "", "%s; not a part of it: %s", missing, imported->faults[0].message);
}

void cli_imported_clear(cli_imported *imported) {
    cld_text_clear(&imported->stream);
    *imported = (cli_imported){.length = 0};
}
