// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L  // clock_gettime under -std=c17
#endif
#include "src/base/clock.h"

#if defined(_WIN32)
__declspec(dllimport) int __stdcall QueryPerformanceCounter(long long* count);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(long long* frequency);

double pl_clock_seconds(void) {
    long long count = 0, frequency = 1;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count / (double)frequency;
}
#elif defined(__wasm__)
double pl_clock_seconds(void) {
    return 0.0;
}
#else
#include <time.h>

double pl_clock_seconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now)) return 0.0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif
