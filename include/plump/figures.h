// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_FIGURES_H
#define PLUMP_FIGURES_H

/// Figures of a run (libplump_io): a table with a row per step, written as CSV and drawn as plots
/// in SVG.

#include <plump/base.h>

/// A column of the table.
typedef struct plump_figures_column {
    const char* name;  ///< "time", "volume_error", ...: the head of the CSV and what plots ask for
    const char* unit;  ///< "s", "J", "ms"; NULL: none
} plump_figures_column;

typedef struct plump_figures plump_figures;

/// A table without rows. `allocator` NULL or zero: the C library's; names are copied.
PLUMP_API plump_result plump_figures_create(const plump_figures_column* columns,
                                            uint32_t column_count, const plump_allocator* allocator,
                                            plump_figures** figures, plump_error* error);
/// NULL is fine.
PLUMP_API void plump_figures_destroy(plump_figures* figures);

/// Adds a row: a value per column. What is not finite is an empty cell and a gap in the plot.
PLUMP_API plump_result plump_figures_add(plump_figures* figures, const double* values,
                                         plump_error* error);
PLUMP_API uint32_t plump_figures_row_count(const plump_figures* figures);

/// Writes the table as CSV: a head "time_s,volume_error,...", commas, points, the fewest digits
/// that read back as the same double. Whole or not at all.
PLUMP_API plump_result plump_figures_write_csv(const plump_figures* figures, const char* path,
                                               plump_error* error);

/// A line of a plot.
typedef struct plump_plot_line {
    const char* column;  ///< by name
    const char* label;   ///< in the legend; NULL: the column's name
} plump_plot_line;

#define PLUMP_PLOT_LINES_MAX 8

/// What a plot shows. Begin with plump_default_plot_def().
typedef struct plump_plot_def {
    const char* title;             ///< NULL: none
    const char* x_column;          ///< default "time"
    const char* x_label;           ///< NULL: the column's name and unit, "time (s)"
    const char* y_label;           ///< NULL: as above, of the first line
    const plump_plot_line* lines;  ///< 1 to PLUMP_PLOT_LINES_MAX
    uint32_t line_count;
    bool logarithmic;         ///< y axis by powers of ten; 0 and below lie on the axis
    double limit;             ///< a dashed line at this height, such as a bound; NaN: none
    const char* limit_label;  ///< stands at the dashed line; NULL: none
    uint32_t width, height;   ///< pixels, 200 to 4000, default 720 x 400
    uint32_t cookie;          ///< written by plump_default_plot_def()
} plump_plot_def;

PLUMP_API plump_plot_def plump_default_plot_def(void);

/// Draws a plot as an SVG file, light or dark as the reader's page. Whole or not at all.
PLUMP_API plump_result plump_plot_write(const plump_figures* figures, const plump_plot_def* def,
                                        const char* path, plump_error* error);

#endif
