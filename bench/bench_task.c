// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a phase costs: fork and join of empty phases, and of a phase of about 1 ms of work, by 1, 2
// and 4 workers, on the machine as it is and beside one busy process per processor.
// Phases come back to back, or ("asleep") after a pause in which the helpers have gone to sleep.
// usage: bench_task [PHASES]
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "src/base/hash.h"
#include "src/task/task.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHUNKS = 64, MAX_BUSY = 64 };

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void rest(uint32_t chunk, uint32_t worker, void* context) {
    (void)chunk, (void)worker, (void)context;
}

static void toil(uint32_t chunk, uint32_t worker, void* context) {
    uint64_t value = chunk;
    (void)worker;
    for (uint32_t i = 0; i < 4000; ++i) value = pl_hash_mix(value + i);
    ((uint64_t*)context)[chunk * 8] = value;
}

static int by_value(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void measure(uint32_t workers, const char* load, const char* what, pl_task_chunk_fn* run,
                    uint32_t chunks, bool asleep, uint32_t phases) {
    static uint64_t results[CHUNKS * 8];
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, workers, NULL);
    double* times = malloc(phases * sizeof *times);
    if (!pool || !times) abort();
    for (uint32_t i = 0; i < phases; ++i) {
        if (asleep) nanosleep(&(struct timespec){0, 300000}, NULL);
        double start = now_us();
        pl_task_parallel_for(pool, chunks, run, results);
        times[i] = now_us() - start;
    }
    qsort(times, phases, sizeof *times, by_value);
    printf("%7u  %-9s %-17s %9.2f %9.2f %9.2f\n", pl_task_worker_count(pool), load, what, times[0],
           times[phases / 2], times[phases - 1 - phases / 100]);
    free(times);
    pl_task_pool_destroy(pool);
}

static void measure_all(const char* load, uint32_t phases) {
    static const uint32_t workers[] = {1, 2, 4};
    for (size_t i = 0; i < PL_COUNT(workers); ++i) {
        uint32_t w = workers[i];
        measure(w, load, "empty, 4 chunks", rest, 4, false, phases * 10);
        measure(w, load, "empty, 64 chunks", rest, CHUNKS, false, phases * 10);
        measure(w, load, "empty, asleep", rest, 4, true, phases / 4);
        measure(w, load, "work, 64 chunks", toil, CHUNKS, false, phases);
    }
}

// One process per processor that does nothing but compete.
static long start_busy(pid_t* children) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count < 1) count = 1;
    if (count > MAX_BUSY) count = MAX_BUSY;
    fflush(stdout);
    for (long i = 0; i < count; ++i) {
        children[i] = fork();
        if (children[i] == 0) {
            for (volatile uint64_t n = 0; getppid() != 1; ++n) {
            }
            _exit(0);
        }
    }
    return count;
}

int main(int argc, char** argv) {
    uint32_t phases = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 2000;
    if (phases < 100) phases = 100;
    printf("%ld processors; microseconds\n", sysconf(_SC_NPROCESSORS_ONLN));
    printf("workers  load      phase                   least    median       p99\n");
    measure_all("none", phases);
    pid_t children[MAX_BUSY];
    long count = start_busy(children);
    measure_all("busy", phases);
    for (long i = 0; i < count; ++i) {
        if (children[i] <= 0) continue;
        kill(children[i], SIGKILL);
        waitpid(children[i], NULL, 0);
    }
    return 0;
}
