// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What src/elastic/shape_match/fit_wide.h and wide_transpose.h offer to kernels, as functions per
// instruction set, so that tests can call it.
#ifndef FIT_PROBE_H
#define FIT_PROBE_H

#include "src/wide/isa.h"

typedef struct fit_probe_table {
    void (*fit)(const float* moments, float* transforms);    // 16 rows of 16 floats each
    void (*fit64)(const float* moments, float* transforms);  // 64 rows
    // 16 rows to 16 channels of 16 floats, and back
    void (*to_lanes)(const float* rows, float* channels);
    void (*to_rows)(const float* channels, float* rows);
    // 16 rows of 4 floats to 4 channels of 16 floats, and back
    void (*fours_to_lanes)(const float* rows, float* channels);
    void (*to_fours)(const float* channels, float* rows);
    // the same four channels out of rows of 16 floats
    void (*quarter_to_lanes)(const float* rows, float* channels);
} fit_probe_table;

const fit_probe_table* fit_probe_get(pl_isa isa);

#endif
