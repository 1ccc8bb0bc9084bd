// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#define WIDE_FOR_AVX512
#include "src/wide/wide_select.h"

#ifdef WIDE
#include "src/jiggle/jiggle_kernel.inl"
#endif
