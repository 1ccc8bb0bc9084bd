// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The one exact operation behind reading and writing decimal numbers:
// floor(w x 2^two x 10^ten) and whether something was cut off.
#ifndef PL_IO_DECIMAL_H
#define PL_IO_DECIMAL_H

#include "src/base/platform.h"

typedef struct pl_decimal_floor {
    uint64_t value;
    bool exact;  // nothing lies between value and the true product
} pl_decimal_floor;

// The result must be below 2^64; |ten| up to 1200.
pl_decimal_floor pl_decimal_scale(uint64_t w, int two, int ten);

// The same where w is a run of at most 800 digits instead of one word.
#define PL_DECIMAL_DIGITS 800
pl_decimal_floor pl_decimal_scale_digits(const unsigned char* digits, int count, int two, int ten);
// How many bits the number of these digits has.
int pl_decimal_bits(const unsigned char* digits, int count);

// floor(log2(10^ten)), floor(log10(2^two)) for |ten|, |two| up to 1200; bits of a word.
int pl_decimal_log2(int ten);
int pl_decimal_log10(int two);
int pl_decimal_word_bits(uint64_t w);

#endif
