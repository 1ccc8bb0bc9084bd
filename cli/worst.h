// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The worst of several errors, and bounds on it: what is not a number is worse than any.
#ifndef PL_CLI_WORST_H
#define PL_CLI_WORST_H

#include <math.h>
#include <stdbool.h>

// Unlike fmax(), which prefers numbers.
static inline double cli_worse(double most, double value) {
    return value <= most || isnan(most) ? most : value;
}

// A bound that is NaN was not asked for.
static inline bool cli_exceeds(double error, double bound) {
    return !isnan(bound) && !(error <= bound);
}

#endif
