// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PL_BASE_SPELLING_H
#define PL_BASE_SPELLING_H

#include "src/base/platform.h"

#define PL_NEAREST_LETTERS 40  // only the first letters of a longer text count

// How many letters have to be changed, added or left out to get from one text to the other
// (Levenshtein's distance): what somebody who mistyped a name meant is at the least distance.
uint32_t pl_text_distance(const char* a, const char* b);

#endif
