#include "base/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct team {
    atomic_size_t next; ///< the first item that nobody has taken
    size_t count, chunk;
    cld_work *work;
    void *context;
} team;

typedef struct member {
    team *team;
    unsigned worker;
    pthread_t thread;
} member;

unsigned cld_workers_count(unsigned asked) {
    long count = asked ? asked : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > CLD_MOST_WORKERS ? CLD_MOST_WORKERS : (unsigned)count;
}

static void *take_chunks(void *argument) {
    const member *m = argument;
    team *t = m->team;
    for (;;) {
        size_t begin = atomic_fetch_add_explicit(&t->next, t->chunk, memory_order_relaxed);
        if (begin >= t->count)
            return NULL;
        size_t end = t->count - begin < t->chunk ? t->count : begin + t->chunk;
        t->work(t->context, m->worker, begin, end);
    }
}

void cld_workers_run(unsigned workers, size_t count, size_t chunk, cld_work *work, void *context) {
    team t = {.count = count, .chunk = chunk, .work = work, .context = context};
    member members[CLD_MOST_WORKERS];
    size_t chunks = count / chunk + (count % chunk != 0);
    unsigned wanted = workers > CLD_MOST_WORKERS ? CLD_MOST_WORKERS : workers;
    wanted = chunks < wanted ? (unsigned)chunks : wanted;
    unsigned started = 1;
    members[0] = (member){.team = &t};
    for (unsigned i = 1; i < wanted; i++) {
        members[started] = (member){.team = &t, .worker = started};
        if (pthread_create(&members[started].thread, NULL, take_chunks, &members[started]) == 0)
            started++;
    }
    take_chunks(&members[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
}
