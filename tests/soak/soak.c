/// Holds the library to the oracle for as long as asked, over more pairs than the tests have time for.
///
/// Prints one row for each family at the end, and every broken law with its pair as it is found. Exit 0 if
/// there is none, 1 if there is, 2 for bad usage.
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/laws.h"

static const char usage[] = "Usage: soak [--seconds N] [--count N] [--seed S] [--family NAME] [--jobs N]\n"
                            "\n"
                            "  -t, --seconds N    stop after N seconds (default 60)\n"
                            "  -n, --count N      stop after N pairs of each family (default: no limit)\n"
                            "  -s, --seed S       the first seed (default 1000000)\n"
                            "  -f, --family NAME  only this family\n"
                            "  -j, --jobs N       processes (default 1)\n"
                            "  -h, --help         print this\n";

typedef struct soak_options {
    double seconds;
    unsigned long long count, seed;
    const char *family;
    int jobs;
} soak_options;

enum { FAMILIES = 64, FIRST_DECADE = -40, DECADES = 48, STEPS = 10, BINS = DECADES * STEPS + 1 };

/// How often each size occurred: bin 0 for zero, then tenths of decades from 1e-40.
typedef struct histogram {
    double worst;
    unsigned long long total, bin[BINS];
} histogram;

/// What was seen of a family. Holds no pointers: it is sent through a pipe.
typedef struct family_record {
    unsigned long long pairs, violations, wrong_outcomes;
    histogram error, width; ///< relative to D
} family_record;

static void note(histogram *h, double x) {
    int bin = x > 0 ? 1 + (int)floor((log10(x) - FIRST_DECADE) * STEPS) : 0;
    h->bin[bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin]++;
    h->total++;
    h->worst = fmax(h->worst, x);
}

static double median(const histogram *h) {
    unsigned long long below = 0;
    for (int i = 0; i < BINS; i++) {
        below += h->bin[i];
        if (2 * below >= h->total)
            return i == 0 ? 0 : pow(10, FIRST_DECADE + (i - 0.5) / STEPS);
    }
    return 0;
}

static void add_histogram(histogram *sum, const histogram *h) {
    sum->worst = fmax(sum->worst, h->worst);
    sum->total += h->total;
    for (int i = 0; i < BINS; i++)
        sum->bin[i] += h->bin[i];
}

static void add_record(family_record *sum, const family_record *record) {
    sum->pairs += record->pairs;
    sum->violations += record->violations;
    sum->wrong_outcomes += record->wrong_outcomes;
    add_histogram(&sum->error, &record->error);
    add_histogram(&sum->width, &record->width);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check_pair(law_checker *checker, const pair_family *family, unsigned long long seed,
                       family_record *record) {
    test_pair pair;
    law_measure measure;
    law_failure failure;
    pair_make(family, seed, &pair);
    bool holds = laws_hold(checker, &pair, LAWS_ALL, &measure, &failure);
    record->pairs++;
    record->wrong_outcomes += measure.wrong_outcome;
    if (measure.diagonal > 0) {
        note(&record->error, measure.error / measure.diagonal);
        note(&record->width, measure.width / measure.diagonal);
    }
    if (!holds) {
        record->violations++;
        if (record->violations <= 3)
            law_failure_print(stdout, checker, family->name, seed, &pair, LAWS_ALL, &failure);
        fflush(stdout);
    }
}

/// Job `job` takes every seed that leaves this remainder, a pair of each family in turn.
static void soak(const soak_options *options, int job, family_record *records) {
    law_checker *checker = law_checker_create();
    double start = now(), told = start;
    for (unsigned long long i = (unsigned long long)job; !options->count || i < options->count;
         i += (unsigned long long)options->jobs) {
        for (size_t f = 0; f < pair_family_count; f++)
            if (!options->family || strcmp(options->family, pair_families[f].name) == 0)
                check_pair(checker, &pair_families[f], options->seed + i, &records[f]);
        double t = now();
        if (job == 0 && t - told >= 10) {
            fprintf(stderr, "soak: %.0f s, seed %llu\n", t - start, options->seed + i);
            told = t;
        }
        if (t - start >= options->seconds)
            break;
    }
    law_checker_destroy(checker);
}

static bool move_bytes(int file, void *bytes, size_t size, bool out) {
    for (char *p = bytes; size > 0;) {
        ssize_t n = out ? write(file, p, size) : read(file, p, size);
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

/// Runs the jobs in processes of their own and adds up what they saw; false if one of them did not come back.
static bool soak_in_processes(const soak_options *options, family_record *records) {
    int pipes[64][2];
    for (int job = 0; job < options->jobs; job++) {
        if (pipe(pipes[job]) != 0)
            return false;
        fflush(NULL);
        pid_t child = fork();
        if (child < 0)
            return false;
        if (child == 0) {
            soak(options, job, records);
            bool sent = move_bytes(pipes[job][1], records, FAMILIES * sizeof *records, true);
            fflush(NULL);
            _exit(!sent);
        }
        close(pipes[job][1]);
    }
    bool complete = true;
    family_record *seen = calloc(FAMILIES, sizeof *seen);
    for (int job = 0; job < options->jobs; job++) {
        complete = seen && move_bytes(pipes[job][0], seen, FAMILIES * sizeof *seen, false) && complete;
        for (size_t f = 0; complete && f < pair_family_count; f++)
            add_record(&records[f], &seen[f]);
        close(pipes[job][0]);
    }
    free(seen);
    while (wait(NULL) > 0)
        continue;
    return complete;
}

/// Errors and widths relative to D, and the errors also in units of the last place of D, 2^-52 D.
static unsigned long long print_table(const family_record *records) {
    printf("%-16s %9s %6s %6s  %-26s %-17s\n", "", "", "broken", "wrong", "error / D", "width / D");
    printf("%-16s %9s %6s %6s  %-8s %-8s %8s %-8s %-8s\n", "family", "pairs", "laws", "status", "median",
           "worst", "ulps", "median", "worst");
    unsigned long long violations = 0;
    for (size_t f = 0; f < pair_family_count; f++) {
        const family_record *r = &records[f];
        if (r->pairs == 0)
            continue;
        violations += r->violations + r->wrong_outcomes;
        printf("%-16s %9llu %6llu %6llu  %-8.1e %-8.1e %8.2g %-8.1e %-8.1e\n", pair_families[f].name,
               r->pairs, r->violations, r->wrong_outcomes, median(&r->error), r->error.worst,
               r->error.worst * 0x1p52, median(&r->width), r->width.worst);
    }
    return violations;
}

static bool has_family(const char *name) {
    for (size_t f = 0; f < pair_family_count; f++)
        if (strcmp(name, pair_families[f].name) == 0)
            return true;
    fprintf(stderr, "soak: no family is named %s\n", name);
    return false;
}

static bool read_options(int argc, char **argv, soak_options *options) {
    static const struct option names[] = {
        {"seconds", required_argument, NULL, 't'},
        {"count", required_argument, NULL, 'n'},
        {"seed", required_argument, NULL, 's'},
        {"family", required_argument, NULL, 'f'},
        {"jobs", required_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    for (int c; (c = getopt_long(argc, argv, "t:n:s:f:j:h", names, NULL)) != -1;)
        switch (c) {
        case 't': options->seconds = strtod(optarg, NULL); break;
        case 'n': options->count = strtoull(optarg, NULL, 10); break;
        case 's': options->seed = strtoull(optarg, NULL, 10); break;
        case 'f': options->family = optarg; break;
        case 'j': options->jobs = atoi(optarg); break;
        case 'h': fputs(usage, stdout); exit(0);
        default: return false;
        }
    return optind == argc && options->jobs >= 1 && options->jobs <= 64 &&
           (!options->family || has_family(options->family));
}

int main(int argc, char **argv) {
    soak_options options = {.seconds = 60, .seed = 1000000, .jobs = 1};
    if (!read_options(argc, argv, &options)) {
        fputs(usage, stderr);
        return 2;
    }
    static family_record records[FAMILIES];
    if (pair_family_count > FAMILIES || !soak_in_processes(&options, records)) {
        fputs("soak: a process did not come back\n", stderr);
        return 1;
    }
    return print_table(records) > 0;
}
