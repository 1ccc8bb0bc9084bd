// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A line on the terminal that says how far a run is; ten times a second, and on a terminal only.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "cli/run.h"

#include <stdio.h>
#include <time.h>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#else
#include <unistd.h>
#endif

#define REFRESH 0.1  // s
enum { BAR = 24 };

static double clock_now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

run_progress run_progress_begin(const run_plan* plan) {
    double now = clock_now();
    return (run_progress){.shows = !plan->wish->quiet && isatty(2) != 0, .began = now};
}

static void print_time_left(double seconds) {
    if (seconds >= 100) {
        fprintf(stderr, ", %.0f min left", seconds / 60);
    } else {
        fprintf(stderr, ", %.0f s left", seconds);
    }
}

void run_progress_show(run_progress* progress, const run_plan* plan) {
    if (!progress->shows) return;
    double now = clock_now();
    if (now - progress->last < REFRESH) return;
    progress->last = now;
    const run_figures* figures = &plan->figures;
    double share = plan->steps ? (double)figures->steps / (double)plan->steps : 1;
    double seconds = now - progress->began, rate = (double)figures->steps / (seconds + 1e-9);
    char bar[BAR + 1];
    for (int i = 0; i < BAR; ++i) bar[i] = i < share * BAR ? '#' : '.';
    bar[BAR] = 0;
    fprintf(stderr, "\r\033[K[%s] %3.0f %%  %.0f steps/s, %.2g x real time, volume error %.1e", bar,
            100 * share, rate, rate * (double)plan->info.dt, figures->volume_error);
    if (rate > 0) print_time_left((double)(plan->steps - figures->steps) / rate);
    fflush(stderr);
}

void run_progress_end(const run_progress* progress) {
    if (progress->shows) fputs("\r\033[K", stderr);
}
