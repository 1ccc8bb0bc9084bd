// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PL_BASE_SPELLING_H
#define PL_BASE_SPELLING_H

#include "src/base/platform.h"

#define PL_NEAREST_LETTERS 40  // only the first letters of a longer text count

// How many letters have to be changed, added, left out or exchanged with the next to get from one
// text to the other (the distance of Damerau and Levenshtein, no letter touched twice).
uint32_t pl_text_distance(const char* a, const char* b);

// What somebody who mistyped a name meant: {.wrong = "baer"}, then all names are tried.
typedef struct pl_nearest {
    const char* wrong;
    const char* name;  // the nearest so far; NULL: none was tried
    uint32_t misfit;   // four times its distance and what decides between equal ones
} pl_nearest;

// Of names at the same distance one of the same length is nearer, then one with the same first
// letter, then the first.
void pl_nearest_try(pl_nearest* nearest, const char* name);
// The nearest if it is worth proposing, or NULL.
const char* pl_nearest_proposal(const pl_nearest* nearest);

#endif
