// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A table of numbers with a row per step, and its CSV.
#include "io/figures_table.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- table

static bool copy_text(const plump_allocator* hooks, const char* from, char** to) {
    if (!from) return true;
    size_t size = strlen(from) + 1;
    *to = pl_alloc(hooks, size, 1);
    if (*to) memcpy(*to, from, size);
    return *to != NULL;
}

static plump_result check_columns(const plump_figures_column* columns, uint32_t count,
                                  plump_error* error) {
    for (uint32_t i = 0; i < count; ++i) {
        if (!columns[i].name || !columns[i].name[0])
            return pl_fail(error, PLUMP_ERROR_ARGUMENT, "column %u of the figures has no name",
                           (unsigned)i);
        for (uint32_t k = 0; k < i; ++k) {
            if (strcmp(columns[i].name, columns[k].name) == 0)
                return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                               "columns %u and %u of the figures are both named '%s'", (unsigned)k,
                               (unsigned)i, columns[i].name);
        }
    }
    return PLUMP_OK;
}

plump_result plump_figures_create(const plump_figures_column* columns, uint32_t column_count,
                                  const plump_allocator* allocator, plump_figures** figures,
                                  plump_error* error) {
    if (figures) *figures = NULL;
    if (!columns || !figures || column_count == 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       !figures ? "figures is NULL" : "the figures have no columns");
    if (allocator && !allocator->alloc != !allocator->free)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the allocator has only one of its two functions");
    plump_result result = check_columns(columns, column_count, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0});
    plump_figures* f = pl_alloc_zero(&hooks, 1, sizeof *f);
    if (!f) return pl_fail_memory(error, "making a table of figures");
    f->hooks = hooks;
    f->column_count = column_count;
    f->names = pl_alloc_zero(&hooks, column_count, sizeof *f->names);
    f->units = pl_alloc_zero(&hooks, column_count, sizeof *f->units);
    bool is_made = f->names && f->units;
    for (uint32_t i = 0; is_made && i < column_count; ++i)
        is_made = copy_text(&hooks, columns[i].name, &f->names[i]) &&
                  copy_text(&hooks, columns[i].unit, &f->units[i]);
    if (!is_made) {
        plump_figures_destroy(f);
        return pl_fail_memory(error, "making a table of figures");
    }
    *figures = f;
    return PLUMP_OK;
}

void plump_figures_destroy(plump_figures* f) {
    if (!f) return;
    plump_allocator hooks = f->hooks;
    for (uint32_t i = 0; i < f->column_count; ++i) {
        if (f->names) pl_free(&hooks, f->names[i]);
        if (f->units) pl_free(&hooks, f->units[i]);
    }
    pl_free(&hooks, f->names);
    pl_free(&hooks, f->units);
    pl_free(&hooks, f->values);
    pl_free(&hooks, f);
}

plump_result plump_figures_add(plump_figures* f, const double* values, plump_error* error) {
    if (!f || !values)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", f ? "values" : "figures");
    size_t used = (size_t)f->row_count * f->column_count;
    if (f->row_count == UINT32_MAX || !pl_grow(&f->hooks, (void**)&f->values, &f->capacity, used,
                                               used + f->column_count, sizeof *f->values))
        return pl_fail_memory(error, "adding a row of figures");
    memcpy(f->values + used, values, f->column_count * sizeof *values);
    f->row_count++;
    return PLUMP_OK;
}

uint32_t plump_figures_row_count(const plump_figures* figures) {
    return figures ? figures->row_count : 0;
}

uint32_t pl_figures_find(const plump_figures* f, const char* name) {
    uint32_t i = 0;
    while (i < f->column_count && strcmp(f->names[i], name) != 0) ++i;
    return i;
}

// ---------------------------------------------------------------- CSV

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// "step time" in "m/s" becomes step_time_m_s: what every reader of CSV takes as a name.
static void put_head(pl_writer* w, const char* name, const char* unit) {
    for (; *name; ++name) pl_writer_put(w, is_plain(*name) ? name : "_", 1);
    if (unit && *unit) pl_writer_put(w, "_", 1);
    for (; unit && *unit; ++unit) pl_writer_put(w, is_plain(*unit) ? unit : "_", 1);
}

static void put_row(pl_writer* w, const plump_figures* f, uint32_t row) {
    for (uint32_t i = 0; i < f->column_count; ++i) {
        double value = pl_figures_value(f, row, i);
        if (i) pl_writer_put(w, ",", 1);
        if (isfinite(value)) pl_writer_double(w, value);
    }
    pl_writer_put(w, "\n", 1);
}

plump_result plump_figures_write_csv(const plump_figures* f, const char* path, plump_error* error) {
    if (!f || !path)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", f ? "path" : "figures");
    pl_writer w = {.hooks = f->hooks};
    for (uint32_t i = 0; i < f->column_count; ++i) {
        if (i) pl_writer_put(&w, ",", 1);
        put_head(&w, f->names[i], f->units[i]);
    }
    pl_writer_put(&w, "\n", 1);
    for (uint32_t row = 0; row < f->row_count; ++row) put_row(&w, f, row);
    plump_result result = w.failed ? pl_fail_memory(error, "laying out a file to write")
                                   : plump_file_write_bytes(path, w.bytes, w.used, error);
    pl_free(&w.hooks, w.bytes);
    return result;
}
