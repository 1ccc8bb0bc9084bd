// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/plot_axis.h"

#include <math.h>

#define VALUE_MAX   1e300
#define VALUE_MIN   1e-300
#define DECADES_MAX 18.0  // less than this below the top is nothing but rounding

void pl_range_add(pl_range* range, double value) {
    if (!isfinite(value)) return;
    // differences and powers stay finite
    if (fabs(value) > VALUE_MAX) value = value > 0 ? VALUE_MAX : -VALUE_MAX;
    if (fabs(value) < VALUE_MIN) value = 0;
    if (range->low > range->high) {
        range->low = range->high = value;
        return;
    }
    if (value < range->low) range->low = value;
    if (value > range->high) range->high = value;
}

// The least of 1, 2, 5, 10, 20, ... times a power of ten that cuts `size` in at most `wanted`.
static double round_step(double size, unsigned wanted) {
    double step = pow(10, floor(log10(size / wanted)));
    if (!(step > 0)) step = size;
    static const double factors[] = {1, 2, 5, 10, 20};
    for (unsigned i = 0; i < PL_COUNT(factors); ++i) {
        if (size / (step * factors[i]) <= wanted) return step * factors[i];
    }
    return size;
}

static void count_ticks(pl_axis* axis) {
    // a tick that misses the end by rounding is there all the same
    double slack = axis->step * 1e-6;
    axis->first = ceil((axis->low - slack) / axis->step) * axis->step;
    double count = floor((axis->high + slack - axis->first) / axis->step) + 1;
    axis->tick_count = count < 1                   ? 0
                       : count > PL_AXIS_TICKS_MAX ? PL_AXIS_TICKS_MAX
                                                   : (unsigned)count;
}

static void widen(pl_axis* axis, double size, bool is_wide) {
    // an end that nearly is a round number becomes it: 9.9975 s is 10 s
    double above = ceil(axis->high / axis->step - 1e-6) * axis->step;
    double below = floor(axis->low / axis->step + 1e-6) * axis->step;
    if (is_wide || above - axis->high < 0.02 * size) axis->high = above;
    if (is_wide || axis->low - below < 0.02 * size) axis->low = below;
}

pl_axis pl_axis_linear(pl_range range, unsigned wanted, bool is_wide) {
    pl_axis axis = {.low = range.low, .high = range.high};
    if (axis.low > axis.high) axis.low = 0, axis.high = 1;
    // amounts are read from 0 on, unless that would flatten them
    if (is_wide && axis.low > 0 && axis.low < 0.75 * axis.high) axis.low = 0;
    // a value that never changes lies in the middle
    double size = axis.high - axis.low, large = fmax(fabs(axis.low), fabs(axis.high));
    if (!(size > large * 1e-12)) {
        double room = large > 0 ? large * 0.5 : 1;
        axis.low -= room;
        axis.high += room;
        size = axis.high - axis.low;
    }
    do {
        axis.step = round_step(size, wanted);
        widen(&axis, size, is_wide);
        count_ticks(&axis);
        wanted *= 2;  // a short axis may lie between two round numbers
    } while (axis.tick_count < 2 && wanted <= PL_AXIS_TICKS_MAX);
    return axis;
}

pl_axis pl_axis_log(pl_range range, unsigned wanted) {
    pl_axis axis = {.is_log = true, .low = -1, .high = 0};
    if (range.low <= range.high && range.high > 0) {
        axis.high = ceil(log10(range.high) - 1e-9);
        axis.low = range.low > 0 ? floor(log10(range.low) + 1e-9) : axis.high - 1;
        if (axis.low < axis.high - DECADES_MAX) axis.low = axis.high - DECADES_MAX;
        if (axis.low >= axis.high) axis.low = axis.high - 1;
    }
    double decades = axis.high - axis.low;
    axis.step = ceil(decades / wanted);
    axis.has_minor = axis.step < 2 && decades <= 8;
    // a wide step begins and ends with ticks too
    axis.high = ceil(axis.high / axis.step) * axis.step;
    axis.low = floor(axis.low / axis.step) * axis.step;
    count_ticks(&axis);
    return axis;
}

double pl_axis_place(const pl_axis* axis, double value) {
    if (axis->is_log) value = value > 0 ? log10(value) : axis->low;
    double place = (value - axis->low) / (axis->high - axis->low);
    return place < 0 ? 0 : place > 1 ? 1 : place;
}

double pl_axis_tick(const pl_axis* axis, unsigned tick) {
    double at = axis->first + tick * axis->step;
    if (axis->is_log) return pow(10, at);
    return fabs(at) < axis->step * 1e-6 ? 0 : at;
}
