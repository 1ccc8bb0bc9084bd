// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Text without stdio: the same digits in every locale, nothing imported in the browser.
#ifndef PL_BASE_TEXT_H
#define PL_BASE_TEXT_H

#include "src/base/platform.h"

#include <stdarg.h>

// A subset of printf: %s, %.*s, %c, %d, %u, %ld, %lu, %lld, %llu, %zu, %x, %g (six digits, exact),
// %%. Always ends in a zero; a longer text is cut at a whole character. Returns the length written.
size_t pl_text_format(char* text, size_t size, const char* format, ...) PL_PRINTF(3, 4);
size_t pl_text_format_list(char* text, size_t size, const char* format, va_list arguments);

// How many bytes the UTF-8 character at `c` has, or 0 if it is none. The text ends in a zero.
size_t pl_text_character_size(const unsigned char* c);

// What came from a file must not break the line or play with a terminal: control characters and
// whatever is not UTF-8 become '?', in place.
void pl_text_clean(char* text);

// Fills the caller's error (NULL is fine) and returns the code: return pl_fail(error, code, "...");
// The text is cleaned; an argument may be the error's own text.
plump_result pl_fail(plump_error* error, plump_result code, const char* format, ...)
    PL_PRINTF(3, 4);
plump_result pl_fail_memory(plump_error* error, const char* what);

#endif
