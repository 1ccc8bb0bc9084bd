// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What differs between compilers and systems, in one place.
#ifndef PL_BASE_PLATFORM_H
#define PL_BASE_PLATFORM_H

#include <plump/base.h>

#if defined(__GNUC__) && !defined(__TINYC__)
#if defined(__MINGW32__) && !defined(__clang__)
// our own formatting knows %zu and %llu, Microsoft's printf does not
#define PL_PRINTF(format_at, first_at) __attribute__((format(gnu_printf, format_at, first_at)))
#else
#define PL_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#endif
#define PL_LIKELY(x) __builtin_expect(!!(x), 1)
#define PL_NOINLINE  __attribute__((noinline))
#define PL_INLINE    inline __attribute__((always_inline))
#else
#define PL_PRINTF(format_at, first_at)
#define PL_LIKELY(x) (x)
#define PL_NOINLINE
#define PL_INLINE inline
#endif

#define PL_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
