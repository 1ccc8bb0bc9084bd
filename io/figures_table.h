// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The table behind plump_figures, as plots look at it.
#ifndef PL_IO_FIGURES_TABLE_H
#define PL_IO_FIGURES_TABLE_H

#include <plump/figures.h>

#include "io/soup.h"

struct plump_figures {
    plump_allocator hooks;
    char** names;  // of the columns, then their units (NULL: none)
    char** units;
    uint32_t column_count, row_count;
    double* values;  // row by row
    size_t capacity;
};

static inline double pl_figures_value(const plump_figures* f, uint32_t row, uint32_t column) {
    return f->values[(size_t)row * f->column_count + column];
}

// The column of that name, or column_count.
uint32_t pl_figures_find(const plump_figures* figures, const char* name);

#endif
