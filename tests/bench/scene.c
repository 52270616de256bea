/// How a scene's check grows: random hulls of 8 to 32 vertices in a cube, about four overlapping boxes each.
///
///     scene [OBJECTS]...
///
/// A line for each number of objects: the best of some runs, in processor time of the one thread, or wall
/// time of two. Times are those of cld_check_scene alone: boxes, tree, pairs, and the signed distance of each
/// pair whose boxes leave it in doubt.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "collide/scene.h"
#include "support/random.h"

typedef struct population {
    cld_scene scene;
    cld_arena arena; ///< of the shapes
    cld_object *objects;
    char (*names)[24];
} population;

static double read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/// A random point of the unit sphere: the first of those in the cube that are in the ball, moved out.
static void make_direction(random_state *r, double d[3]) {
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            d[k] = random_real(r, -1, 1);
            square += d[k] * d[k];
        }
    } while (square > 1 || square < 1e-6);
    for (int k = 0; k < 3; k++)
        d[k] /= sqrt(square);
}

/// Points in random directions on an ellipsoid with semi-axes of 0.5 to 1, turned and moved.
static cld_shape *make_hull(random_state *r, double side, cld_arena *arena) {
    double points[32][3], axis[3], turn[3][3], d[3];
    size_t count = (size_t)random_int(r, 8, 32);
    random_rotation(r, turn);
    for (int k = 0; k < 3; k++)
        axis[k] = random_real(r, 0.5, 1);
    cld_vec3 centre = {random_real(r, 0, side), random_real(r, 0, side), random_real(r, 0, side)};
    for (size_t i = 0; i < count; i++) {
        make_direction(r, d);
        for (int k = 0; k < 3; k++)
            points[i][k] =
                turn[k][0] * axis[0] * d[0] + turn[k][1] * axis[1] * d[1] + turn[k][2] * axis[2] * d[2];
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = count;
    def.transform = cld_transform_make_translation(centre);
    def.arena = arena;
    cld_shape *shape = NULL;
    if (cld_shape_create(&def, NULL, NULL, &shape, NULL) != CLD_OK)
        abort();
    return shape;
}

/// The boxes of such hulls are about 1.35 wide. Two of that width meet if their centres differ by less than
/// it along each axis, which is so in a part (2 * 1.35 / side)^3 of the places.
static void populate(population *p, size_t count) {
    static const cld_rule rule = {.kind = CLD_RULE_NO_OVERLAP, .severity = CLD_SEVERITY_ERROR};
    random_state r = random_make(1);
    double side = 2.7 * cbrt((double)count / 4.1);
    p->arena = (cld_arena){NULL};
    p->objects = calloc(count, sizeof *p->objects);
    p->names = calloc(count, sizeof *p->names);
    for (size_t i = 0; i < count; i++) {
        snprintf(p->names[i], sizeof p->names[i], "h%zu", i);
        p->objects[i] = (cld_object){.name = p->names[i], .shape = make_hull(&r, side, &p->arena)};
    }
    p->scene = (cld_scene){"bench", p->objects, count, &rule, 1, false};
}

static double time_check(const cld_scene *scene, unsigned threads, cld_check *check) {
    cld_check_options options = {.threads = threads};
    clockid_t clock = threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    double best = INFINITY;
    for (int run = 0; run < 3; run++) {
        cld_check_clear(check);
        double start = read_clock(clock);
        if (cld_check_scene(scene, &options, check, NULL) != CLD_OK)
            abort();
        best = fmin(best, read_clock(clock) - start);
    }
    return best;
}

static void measure(size_t count) {
    population p;
    cld_check check = {.finding_count = 0};
    populate(&p, count);
    double one = time_check(&p.scene, 1, &check), two = time_check(&p.scene, 2, &check);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%9zu %12llu %10zu %10.1f %10.1f %10.1f\n", count, (unsigned long long)check.pairs_tested,
           check.finding_count, one, two, (double)usage.ru_maxrss / 1024);
    fflush(stdout);
    cld_check_clear(&check);
    for (size_t i = 0; i < count; i++)
        cld_shape_destroy((cld_shape *)p.objects[i].shape);
    cld_arena_clear(&p.arena);
    free(p.objects);
    free(p.names);
}

int main(int count, char **arguments) {
    printf("  objects pairs tested   overlaps   1 thread  2 threads    peak MB\n");
    for (int i = 1; i < count; i++)
        measure((size_t)strtoul(arguments[i], NULL, 10));
    if (count == 1)
        for (size_t objects = 1000; objects <= 1000000; objects *= 10)
            measure(objects);
    return 0;
}
