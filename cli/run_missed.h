// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Volumes that could not be reached: for single steps, for longer, or to the end.
#ifndef PL_CLI_RUN_MISSED_H
#define PL_CLI_RUN_MISSED_H

#include <plump/body.h>

typedef struct run_missed {
    uint32_t steps;         // with a substep in which it was not reached
    double first;           // s, when that was first
    double most;            // how far off, at most, as a share
    double lasts, longest;  // s in a row at whose end it was off, now and at most
} run_missed;

// After a step of so many seconds that came to `time`.
void run_missed_look(run_missed* m, const plump_body_info* info, double time, double seconds);
// Whether it is more than a moment of a hit.
bool run_missed_is_finding(const run_missed* m);

#endif
