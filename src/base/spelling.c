// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/spelling.h"

// Those that matter.
static uint32_t count(const char* text) {
    uint32_t letters = 0;
    while (letters < PL_NEAREST_LETTERS && text[letters]) ++letters;
    return letters;
}

uint32_t pl_text_distance(const char* a, const char* b) {
    uint32_t rows[3][PL_NEAREST_LETTERS + 1];  // after i letters of a: rows[i % 3]
    uint32_t first = count(a), last = count(b);
    for (uint32_t j = 0; j <= last; ++j) rows[0][j] = j;
    for (uint32_t i = 0; i < first; ++i) {
        const uint32_t *older = rows[(i + 2) % 3], *old = rows[i % 3];
        uint32_t* row = rows[(i + 1) % 3];
        row[0] = i + 1;
        for (uint32_t j = 0; j < last; ++j) {
            uint32_t change = old[j] + (a[i] != b[j]);
            uint32_t gap = (row[j] < old[j + 1] ? row[j] : old[j + 1]) + 1;
            row[j + 1] = change < gap ? change : gap;
            bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
            if (swapped && older[j - 1] + 1 < row[j + 1]) row[j + 1] = older[j - 1] + 1;
        }
    }
    return rows[first % 3][last];
}

void pl_nearest_try(pl_nearest* nearest, const char* name) {
    const char* wrong = nearest->wrong;
    uint32_t misfit = 4 * pl_text_distance(wrong, name);
    if (count(wrong) != count(name)) misfit += 2;
    if (wrong[0] != name[0]) misfit += 1;
    if (nearest->name && misfit >= nearest->misfit) return;
    nearest->name = name;
    nearest->misfit = misfit;
}

const char* pl_nearest_proposal(const pl_nearest* nearest) {
    uint32_t length = count(nearest->wrong), distance = nearest->misfit / 4;
    uint32_t most = length < 4 ? 1 : length < 9 ? 2 : 3;
    return distance < length && distance <= most ? nearest->name : NULL;
}
