// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/spelling.h"

uint32_t pl_text_distance(const char* a, const char* b) {
    uint32_t row[PL_NEAREST_LETTERS + 1];
    for (uint32_t j = 0; j <= PL_NEAREST_LETTERS; ++j) row[j] = j;
    uint32_t last = 0;
    for (uint32_t j = 0; j < PL_NEAREST_LETTERS && b[j]; ++j) last = j + 1;
    for (uint32_t i = 0; i < PL_NEAREST_LETTERS && a[i]; ++i) {
        uint32_t diagonal = row[0];
        row[0] = i + 1;
        for (uint32_t j = 0; j < last; ++j) {
            uint32_t change = diagonal + (a[i] != b[j]);
            uint32_t gap = (row[j] < row[j + 1] ? row[j] : row[j + 1]) + 1;
            diagonal = row[j + 1];
            row[j + 1] = change < gap ? change : gap;
        }
    }
    return row[last];
}
