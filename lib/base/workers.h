/// Work shared among threads.
#ifndef CLD_BASE_WORKERS_H
#define CLD_BASE_WORKERS_H

#include <stddef.h>

enum { CLD_MOST_WORKERS = 256 };

/// Does the items begin .. end - 1. `worker` is below the number of workers; no two calls with the same one
/// run at the same time, and worker 0 is the calling thread.
typedef void cld_work(void *context, unsigned worker, size_t begin, size_t end);

/// How many threads to use where so many are asked for, 0 for as many as can run at once: 1 or more.
unsigned cld_workers_count(unsigned asked);

/// Does `count` items in chunks of `chunk`, each once, with up to `workers` threads, the calling one among
/// them, and returns when all are done. Which worker does which chunk is not fixed: results belong into
/// places that the items decide. Where a thread cannot be had, the others do its share.
void cld_workers_run(unsigned workers, size_t count, size_t chunk, cld_work *work, void *context);

#endif
