// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_BASE_H
#define PLUMP_BASE_H

/// The ground every other header stands on: version, results, error texts, allocators.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLUMP_VERSION_MAJOR 0
#define PLUMP_VERSION_MINOR 1
#define PLUMP_VERSION_PATCH 0
#define PLUMP_VERSION_TEXT  "0.1.0"

// Only what carries PLUMP_API leaves the shared library.
#if defined(_WIN32) && defined(PLUMP_SHARED)
#if defined(PLUMP_BUILDING)
#define PLUMP_EXPORT __declspec(dllexport)
#else
#define PLUMP_EXPORT __declspec(dllimport)
#endif
#elif defined(__GNUC__) && !defined(__TINYC__)
#define PLUMP_EXPORT __attribute__((visibility("default")))
#else
#define PLUMP_EXPORT
#endif

#ifdef __cplusplus
#define PLUMP_API extern "C" PLUMP_EXPORT
#else
#define PLUMP_API PLUMP_EXPORT
#endif

/// What a call came to. Everything but PLUMP_OK leaves the caller's objects as they were; the place
/// for one that was to be made becomes NULL, or an id of 0.
typedef enum plump_result {
    PLUMP_OK = 0,
    PLUMP_ERROR_ARGUMENT,     ///< a parameter is out of range, NULL, or an id is stale
    PLUMP_ERROR_DATA,         ///< the data cannot be used: an open surface, a broken file
    PLUMP_ERROR_MEMORY,       ///< an allocation failed
    PLUMP_ERROR_FILE,         ///< the system failed to read or write a file: disk full, ...
    PLUMP_ERROR_LIMIT,        ///< more than this build can hold, or hostile input cut short
    PLUMP_ERROR_UNSUPPORTED,  ///< understood, but this build or machine cannot do it
    PLUMP_ERROR_INPUT,        ///< a file to be read is not there, or is none that may be read
} plump_result;

#define PLUMP_ERROR_TEXT_SIZE 512

/// Why a call failed, in a sentence: what is wrong, where, and what would help. Functions that take
/// a plump_error accept NULL. It is written only when the result is not PLUMP_OK.
typedef struct plump_error {
    plump_result code;
    char text[PLUMP_ERROR_TEXT_SIZE];  ///< UTF-8, zero-terminated, no line break
} plump_error;

/// The name of a result, such as "PLUMP_ERROR_DATA".
PLUMP_API const char* plump_result_name(plump_result result);

/// Memory hooks. They sit in each definition, never in the process; an object frees with the hooks
/// it was made with. All zero means the C library's allocator. The hooks may be called from any
/// thread that works for the object.
typedef struct plump_allocator {
    /// A block of at least `size` bytes (never 0), aligned to `alignment` (a power of two, at most
    /// 64), or NULL when there is none.
    void* (*alloc)(size_t size, size_t alignment, void* user);
    /// Gives back a block made by `alloc`; never called with NULL.
    void (*free)(void* block, void* user);
    void* user;  ///< handed to both
} plump_allocator;

/// The version this library was built as, "0.1.0"; compare with PLUMP_VERSION_TEXT.
PLUMP_API const char* plump_version(void);

#endif
