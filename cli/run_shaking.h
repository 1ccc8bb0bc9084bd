// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Whether a body trembles where it lies, looked at in windows of half a second.
#ifndef PL_CLI_RUN_SHAKING_H
#define PL_CLI_RUN_SHAKING_H

#include <plump/body.h>

// Energies are over the body's mass, m^2/s^2.
typedef struct run_shaking {
    double seconds;              // of the window, so far
    double least, most;          // kinetic energy within itself
    double whole;                // that of its motion as a whole, times seconds
    double moved[3], turned[3];  // m and rad
    bool shakes;                 // in the last whole window ...
    double unrest;               // ... and how much, at least
} run_shaking;

// After a step of so many seconds.
void run_shaking_look(run_shaking* s, const plump_body_info* info, double seconds);

#endif
