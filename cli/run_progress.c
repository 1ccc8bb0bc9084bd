// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How far a run is: a line on the terminal that is drawn anew ten times a second, or where there is
// none a line of its own every few seconds, so that a log shows that something happens.
#include "cli/run_output.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define REFRESH  0.1  // s, on a terminal
#define PATIENCE 5.0  // s, elsewhere
enum { BAR = 8, LINE = 159 };
enum { COLUMNS = 79 };  // a longer line would wrap on a terminal of 80 columns, and stay

static double clock_now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

run_progress run_progress_begin(bool quiet) {
    double now = clock_now();
    run_progress progress = {.shows = !quiet, .drawn = run_on_terminal(), .began = now};
    progress.last = progress.drawn ? 0 : now;  // a short run has no line in a log
    return progress;
}

double run_progress_seconds(const run_progress* progress) {
    return clock_now() - progress->began;
}

bool run_progress_is_due(run_progress* progress) {
    if (!progress->shows) return false;
    double now = clock_now();
    if (now - progress->last < (progress->drawn ? REFRESH : PATIENCE)) return false;
    progress->last = now;
    return true;
}

static void add_time_left(char line[LINE + 1], double seconds) {
    size_t used = strlen(line);
    bool minutes = seconds >= 100;
    snprintf(line + used, LINE + 1 - used, ", %.0f %s left", minutes ? seconds / 60 : seconds,
             minutes ? "min" : "s");
}

void run_progress_draw(const run_progress* progress, double share, const char* words) {
    char bar[BAR + 1], line[LINE + 1];
    for (int i = 0; i < BAR; ++i) bar[i] = i < share * BAR ? '#' : '.';
    bar[BAR] = 0;
    snprintf(line, sizeof line, "[%s] %3.0f %%  %s", bar, 100 * share, words);
    if (share > 0) add_time_left(line, run_progress_seconds(progress) * (1 - share) / share);
    if (progress->drawn)
        fprintf(stderr, "\r\033[K%.*s", COLUMNS, line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
}

void run_progress_end(const run_progress* progress) {
    if (progress->shows && progress->drawn) fputs("\r\033[K", stderr);
}
