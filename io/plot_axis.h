// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An axis of a plot: which numbers it spans, where its round ticks are, and where a value lies.
#ifndef PL_IO_PLOT_AXIS_H
#define PL_IO_PLOT_AXIS_H

#include "src/base/platform.h"

#define PL_AXIS_TICKS_MAX 24

typedef struct pl_axis {
    bool is_log;
    double low, high;    // the values at its ends; the powers of ten if it is logarithmic
    double first, step;  // ticks, in the same measure
    unsigned tick_count;
    bool has_minor;  // logarithmic, and few enough powers that 2 to 9 times each are marked
} pl_axis;

// The range of values: low > high while there is none.
typedef struct pl_range {
    double low, high;
} pl_range;
void pl_range_add(pl_range* range, double value);

// An axis over a range with about `wanted` ticks. `is_wide` lets it reach to the round numbers
// beyond both ends, and down to 0 where that is near.
pl_axis pl_axis_linear(pl_range range, unsigned wanted, bool is_wide);
// The same by powers of ten, over positive values.
pl_axis pl_axis_log(pl_range range, unsigned wanted);

// 0 at the low end, 1 at the high one; what lies beyond is put on the end.
double pl_axis_place(const pl_axis* axis, double value);
// The value at a tick.
double pl_axis_tick(const pl_axis* axis, unsigned tick);

#endif
