// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Decimal numbers in files, the same in every locale: text to the nearest double, and back with the
// fewest digits that still read as the same number.
#ifndef PL_IO_NUMBER_H
#define PL_IO_NUMBER_H

#include "src/base/platform.h"

// Reads [+-] digits [. digits] [e [+-] digits] and returns the first byte after it, or NULL when
// no number starts here. The result is correctly rounded; infinite when it is too large.
const unsigned char* pl_number_read(const unsigned char* at, const unsigned char* end,
                                    double* value);

// Reads [+-] digits; what does not fit in 64 bits becomes INT64_MAX or -INT64_MAX.
const unsigned char* pl_integer_read(const unsigned char* at, const unsigned char* end,
                                     int64_t* value);

// The fewest digits that pl_number_read() (for floats: and narrowing) turns back into `value`;
// among those the nearest. Not zero-terminated; returns the length. "nan" and "inf" for what is
// not finite.
#define PL_NUMBER_TEXT_SIZE 32
size_t pl_number_write_double(char text[PL_NUMBER_TEXT_SIZE], double value);
size_t pl_number_write_float(char text[PL_NUMBER_TEXT_SIZE], float value);

#endif
