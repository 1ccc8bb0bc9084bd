// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Base64 as it stands in data URIs: both alphabets, padding optional, blanks skipped, and a
// character may also be written %XX.
#ifndef PL_IO_BASE64_H
#define PL_IO_BASE64_H

#include "src/base/platform.h"

// The most bytes a text of this length can hold.
size_t pl_base64_room(size_t length);

// Decodes into `bytes` (pl_base64_room() of them) and says how many came out. False: `*bad` is
// where the text stops being base64.
bool pl_base64_decode(const char* text, size_t length, unsigned char* bytes, size_t* count,
                      size_t* bad);

// The value of two hexadecimal digits, or -1.
int pl_base64_hex(const char* digits);

#endif
