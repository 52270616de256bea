/// How fast `collide batch` answers, beside cJSON, which only parses the same bytes.
///
///     records COLLIDE [RECORDS]...
///
/// Records are pairs of hulls with eight vertices each, half of the pairs colliding. They go to `COLLIDE
/// batch -j 1` through a pipe and to cJSON in this process, a block at a time in turns, so that both meet the
/// same machine. Times are of processor time, the command's with its reading and writing.
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/random.h"

enum { BLOCK_RECORDS = 64, RECORD_BYTES = 2048 };

typedef struct block {
    char text[BLOCK_RECORDS * RECORD_BYTES];
    size_t length;
} block;

/// Eight vertices on an ellipsoid with semi-axes of 0.5 to 1, as JSON.
static size_t write_hull(random_state *r, char *text, size_t size, double offset) {
    double axis[3], d[3];
    size_t length = (size_t)snprintf(text, size, "{\"type\":\"hull\",\"vertices\":[");
    for (int k = 0; k < 3; k++)
        axis[k] = random_real(r, 0.5, 1);
    for (int i = 0; i < 8; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            d[k] = random_real(r, -1, 1);
            square += d[k] * d[k];
        }
        double scale = 1 / sqrt(square);
        length +=
            (size_t)snprintf(text + length, size - length, "%s[%.17g,%.17g,%.17g]", i == 0 ? "" : ",",
                             axis[0] * d[0] * scale + offset, axis[1] * d[1] * scale, axis[2] * d[2] * scale);
    }
    return length + (size_t)snprintf(text + length, size - length, "]}");
}

/// Centres at a distance of 0.2 to 0.9 collide but for a few, those at 2 to 3 never do.
static size_t write_record(random_state *r, size_t id, char *text, size_t size) {
    double offset = id % 2 ? random_real(r, 0.2, 0.9) : random_real(r, 2, 3);
    size_t length = (size_t)snprintf(text, size, "{\"id\":%zu,\"a\":", id);
    length += write_hull(r, text + length, size - length, 0);
    length += (size_t)snprintf(text + length, size - length, ",\"b\":");
    length += write_hull(r, text + length, size - length, offset);
    return length + (size_t)snprintf(text + length, size - length, "}\n");
}

static double read_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/// Seconds that cJSON takes to parse the lines of a block.
static double parse(const block *b) {
    double start = read_clock();
    for (const char *line = b->text, *end = b->text + b->length; line < end;) {
        size_t length = (size_t)((const char *)memchr(line, '\n', (size_t)(end - line)) + 1 - line);
        cJSON *tree = cJSON_ParseWithLength(line, length);
        if (!tree)
            abort();
        cJSON_Delete(tree);
        line += length;
    }
    return read_clock() - start;
}

static pid_t start_batch(const char *command, int *input) {
    int ends[2];
    if (pipe(ends) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (freopen("/dev/null", "w", stdout))
            execl(command, command, "batch", "-j", "1", "-", (char *)NULL);
        perror(command);
        _exit(127);
    }
    close(ends[0]);
    *input = ends[1];
    return child;
}

static void write_all(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written <= 0)
            abort();
        text += written;
        length -= (size_t)written;
    }
}

static double find_seconds(const struct rusage *u) {
    return (double)u->ru_utime.tv_sec + (double)u->ru_stime.tv_sec +
           (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) * 1e-6;
}

static void measure(const char *command, size_t count) {
    random_state r = random_make(1);
    static block b;
    double parsing = 0, bytes = 0;
    int input, status;
    struct rusage before;
    getrusage(RUSAGE_CHILDREN, &before);
    pid_t child = start_batch(command, &input);
    for (size_t done = 0; done < count;) {
        b.length = 0;
        for (int i = 0; i < BLOCK_RECORDS && done < count; i++)
            b.length += write_record(&r, done++, b.text + b.length, sizeof b.text - b.length);
        write_all(input, b.text, b.length);
        parsing += parse(&b);
        bytes += (double)b.length;
    }
    close(input);
    if (waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "%s batch failed\n", command);
        exit(1);
    }
    struct rusage after;
    getrusage(RUSAGE_CHILDREN, &after);
    double batch = find_seconds(&after) - find_seconds(&before);
    printf("%9zu %8.0f %12.2f %12.2f %8.2f %8.1f\n", count, bytes / 1e6, parsing / (double)count * 1e6,
           batch / (double)count * 1e6, parsing / batch, (double)after.ru_maxrss / 1024);
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count < 2) {
        fputs("usage: records COLLIDE [RECORDS]...\n", stderr);
        return 2;
    }
    printf("  records       MB  cJSON us/rec  batch us/rec  ratio  peak MB\n");
    fflush(stdout); // else the child inherits it
    for (int i = 2; i < count; i++)
        measure(arguments[1], (size_t)strtoul(arguments[i], NULL, 10));
    if (count == 2)
        for (size_t records = 1000; records <= 1000000; records *= 10)
            measure(arguments[1], records);
    return 0;
}
