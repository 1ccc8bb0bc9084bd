// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rounding to a float that no compiler leaves out.
#ifndef BASE_NARROW_H
#define BASE_NARROW_H

// The nearest float, as a double. Not written as a cast to float and back: where two such casts lie
// side by side gcc 12 (-O2, x86) makes vectors of them and then takes both casts away, also across
// a copy through memory, since it compares the vectors' lengths where it should compare precisions.
// Volatile must be stored and read; a few cycles, and nothing here is called by kernels.
static inline double pl_narrow(double value) {
    volatile float narrow = (float)value;
    return (double)narrow;
}

#endif
