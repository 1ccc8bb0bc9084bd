// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which format a file is.
#ifndef PL_IO_FORMAT_H
#define PL_IO_FORMAT_H

#include <plump/io.h>

// By content first, by the name's ending second; PLUMP_FORMAT_AUTO when neither says.
plump_format pl_format_guess(const unsigned char* bytes, size_t size, const char* name);

// A binary STL of exactly the size its count asks for; no text can look like one.
bool pl_format_is_exact_stl(const unsigned char* bytes, size_t size);
// How many triangles a binary STL's head promises; it must have 84 bytes.
uint32_t pl_format_stl_count(const unsigned char* bytes);

#endif
