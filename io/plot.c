// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Plots as SVG, drawn by hand: axes with round numbers, thin grid lines, a legend, and lines that
// are cut down to what a pixel can show. Colours follow the page, light or dark; they differ in
// lightness too, so that no eye and no printer mixes them up. No fonts are brought along.
#include "io/figures_table.h"
#include "io/plot_axis.h"
#include "src/base/cookie.h"

#include <math.h>
#include <string.h>

#define LEFT            84.0
#define RIGHT           28.0
#define BOTTOM          54.0
#define LETTER          6.7  // mean width of a letter of 13 pixels
#define SIZE_MIN        200
#define SIZE_MAX_PIXELS 4000

plump_plot_def plump_default_plot_def(void) {
    return (plump_plot_def){
        .x_column = "time", .limit = NAN, .width = 720, .height = 400, .cookie = PL_COOKIE_PLOT};
}

typedef struct {
    pl_writer* w;
    const plump_figures* f;
    const plump_plot_def* def;
    uint32_t x_column;
    uint32_t columns[PLUMP_PLOT_LINES_MAX];
    pl_axis x, y;
    double left, right, top, bottom;  // of the field
} plot;

// ---------------------------------------------------------------- text

static void put_xml(pl_writer* w, const char* text) {
    for (const unsigned char* c = (const unsigned char*)text; *c;) {
        size_t length = pl_text_character_size(c);
        if (length == 0 || *c < 32 || *c == 127)
            pl_writer_text(w, "?");
        else if (*c == '&')
            pl_writer_text(w, "&amp;");
        else if (*c == '<')
            pl_writer_text(w, "&lt;");
        else if (*c == '>')
            pl_writer_text(w, "&gt;");
        else
            pl_writer_put(w, c, length);
        c += length ? length : 1;
    }
}

static double text_width(const char* text) {
    double count = 0;
    for (; *text; ++text) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count * LETTER;
}

// A tenth of a pixel is finer than anybody sees.
static void put_coordinate(pl_writer* w, double value) {
    double tenths = floor(fabs(value) * 10 + 0.5);
    if (value < 0 && tenths > 0) pl_writer_text(w, "-");
    pl_writer_format(w, "%llu", (unsigned long long)(tenths / 10));
    unsigned rest = (unsigned)fmod(tenths, 10);
    if (rest) pl_writer_format(w, ".%u", rest);
}

static void put_point(pl_writer* w, char command, double x, double y) {
    pl_writer_format(w, "%c", command);
    put_coordinate(w, x);
    pl_writer_text(w, " ");
    put_coordinate(w, y);
}

// Opens a text; its letters and "</text>" follow.
static void begin_text(pl_writer* w, double x, double y, const char* kind, const char* anchor) {
    pl_writer_text(w, "<text x=\"");
    put_coordinate(w, x);
    pl_writer_text(w, "\" y=\"");
    put_coordinate(w, y);
    pl_writer_format(w, "\" class=\"%s\" text-anchor=\"%s\">", kind, anchor);
}

static void put_text(pl_writer* w, double x, double y, const char* kind, const char* anchor,
                     const char* text) {
    begin_text(w, x, y, kind, anchor);
    put_xml(w, text);
    pl_writer_text(w, "</text>\n");
}

static void put_power(pl_writer* w, int power) {
    pl_writer_format(w, "10<tspan class=\"power\" dy=\"-5\">%s%d</tspan>",
                     power < 0 ? "\xE2\x88\x92" : "", power < 0 ? -power : power);
}

// 0.02, 1500, but 2·10 to the -6.
static void put_number(pl_writer* w, double value, double largest) {
    if (value == 0 || (largest >= 1e-3 && largest < 1e5)) {
        pl_writer_format(w, "%s%g", value < 0 ? "\xE2\x88\x92" : "", fabs(value));
        return;
    }
    int power = (int)floor(log10(fabs(value)) + 1e-9);
    double scaled = value / pow(10, power);
    if (fabs(scaled - 1) > 1e-9)
        pl_writer_format(w, "%s%g\xC2\xB7", value < 0 ? "\xE2\x88\x92" : "", fabs(scaled));
    put_power(w, power);
}

// "time (s)", with the name's underscores as spaces.
static void put_column_label(pl_writer* w, const plump_figures* f, uint32_t column) {
    for (const char* c = f->names[column]; *c; ++c) {
        char letter[2] = {*c == '_' ? ' ' : *c, 0};
        if ((unsigned char)*c < 128)
            put_xml(w, letter);
        else
            pl_writer_put(w, c, 1);
    }
    if (!f->units[column] || !f->units[column][0]) return;
    pl_writer_text(w, " (");
    put_xml(w, f->units[column]);
    pl_writer_text(w, ")");
}

// ---------------------------------------------------------------- page

static const char style[] =
    "<style>\n"
    "text{font:13px system-ui,-apple-system,\"Segoe UI\",\"DejaVu "
    "Sans\",Helvetica,Arial,sans-serif;"
    "fill:#3d444d}\n"
    ".title{font-size:15px;font-weight:600;fill:#1f2328}.tick{font-size:12px;fill:#59636e}\n"
    ".power{font-size:9px}.limit{font-size:12px;fill:#b42318}\n"
    ".page{fill:#fff}.grid{stroke:#e4e7eb}.minor{stroke:#f2f4f6}.axis{stroke:#59636e}\n"
    ".bound{stroke:#b42318;stroke-dasharray:5 4;stroke-width:1.4}\n"
    ".line{fill:none;stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}\n"
    ".c0{stroke:#0b62b8}.c1{stroke:#d9730d}.c2{stroke:#0a8f6c}.c3{stroke:#a03c9a}\n"
    ".c4{stroke:#6b5d00}.c5{stroke:#c2185b}.c6{stroke:#3aa6d8}.c7{stroke:#5b5f66}\n"
    "@media (prefers-color-scheme:dark){\n"
    "text{fill:#c9d1d9}.title{fill:#f0f3f6}.tick{fill:#9aa4af}.limit{fill:#ff8f8f}\n"
    ".page{fill:#0d1117}.grid{stroke:#2a313a}.minor{stroke:#1a2027}.axis{stroke:#9aa4af}\n"
    ".bound{stroke:#ff7b72}\n"
    ".c0{stroke:#58a6ff}.c1{stroke:#f5a04e}.c2{stroke:#3fc79a}.c3{stroke:#d58ad0}\n"
    ".c4{stroke:#d6c64a}.c5{stroke:#ff7eb0}.c6{stroke:#8fd3f4}.c7{stroke:#b3b9c1}\n"
    "}\n</style>\n";

static void put_page(const plot* p) {
    unsigned width = p->def->width, height = p->def->height;
    pl_writer_format(p->w,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
                     "viewBox=\"0 0 %u %u\" role=\"img\">\n",
                     width, height, width, height);
    if (p->def->title) {
        pl_writer_text(p->w, "<title>");
        put_xml(p->w, p->def->title);
        pl_writer_text(p->w, "</title>\n");
    }
    pl_writer_text(p->w, style);
    pl_writer_format(p->w, "<rect class=\"page\" width=\"%u\" height=\"%u\"/>\n", width, height);
    if (p->def->title) put_text(p->w, p->left, 27, "title", "start", p->def->title);
}

static double x_of(const plot* p, double value) {
    return p->left + (p->right - p->left) * pl_axis_place(&p->x, value);
}

static double y_of(const plot* p, double value) {
    return p->bottom - (p->bottom - p->top) * pl_axis_place(&p->y, value);
}

// ---------------------------------------------------------------- axes

static void put_stroke(const plot* p, const char* kind, double x0, double y0, double x1,
                       double y1) {
    pl_writer_format(p->w, "<path class=\"%s\" d=\"", kind);
    put_point(p->w, 'M', x0, y0);
    put_point(p->w, 'L', x1, y1);
    pl_writer_text(p->w, "\"/>\n");
}

// Lines of one pixel are sharp where they fill a row of pixels.
static double sharp(double value) {
    return floor(value) + 0.5;
}

static double largest_tick(const pl_axis* axis) {
    double low = fabs(pl_axis_tick(axis, 0));
    double high = axis->tick_count ? fabs(pl_axis_tick(axis, axis->tick_count - 1)) : 0;
    return low > high ? low : high;
}

static void put_minor_lines(const plot* p) {
    for (unsigned i = 0; p->y.has_minor && i + 1 < p->y.tick_count; ++i) {
        for (int k = 2; k < 10; ++k) {
            double y = sharp(y_of(p, k * pl_axis_tick(&p->y, i)));
            put_stroke(p, "minor", p->left, y, p->right, y);
        }
    }
}

static void put_y_axis(const plot* p) {
    put_minor_lines(p);
    for (unsigned i = 0; i < p->y.tick_count; ++i) {
        double value = pl_axis_tick(&p->y, i), y = y_of(p, value);
        put_stroke(p, "grid", p->left, sharp(y), p->right, sharp(y));
        begin_text(p->w, p->left - 9, y + 4, "tick", "end");
        if (p->y.is_log)
            put_power(p->w, (int)floor(p->y.first + i * p->y.step + 0.5));
        else
            put_number(p->w, value, largest_tick(&p->y));
        pl_writer_text(p->w, "</text>\n");
    }
    double middle = (p->top + p->bottom) / 2;
    pl_writer_text(p->w, "<text text-anchor=\"middle\" transform=\"translate(20 ");
    put_coordinate(p->w, middle);
    pl_writer_text(p->w, ") rotate(-90)\">");
    if (p->def->y_label)
        put_xml(p->w, p->def->y_label);
    else
        put_column_label(p->w, p->f, p->columns[0]);
    pl_writer_text(p->w, "</text>\n");
}

static void put_x_axis(const plot* p) {
    put_stroke(p, "axis", p->left, sharp(p->bottom), p->right, sharp(p->bottom));
    for (unsigned i = 0; i < p->x.tick_count; ++i) {
        double value = pl_axis_tick(&p->x, i), x = x_of(p, value);
        put_stroke(p, "axis", sharp(x), p->bottom, sharp(x), p->bottom + 5);
        begin_text(p->w, x, p->bottom + 20, "tick", "middle");
        put_number(p->w, value, largest_tick(&p->x));
        pl_writer_text(p->w, "</text>\n");
    }
    begin_text(p->w, (p->left + p->right) / 2, p->bottom + 42, "label", "middle");
    if (p->def->x_label)
        put_xml(p->w, p->def->x_label);
    else
        put_column_label(p->w, p->f, p->x_column);
    pl_writer_text(p->w, "</text>\n");
}

// ---------------------------------------------------------------- legend

static const char* label_of(const plot* p, uint32_t line) {
    return p->def->lines[line].label ? p->def->lines[line].label : p->def->lines[line].column;
}

static double entry_width(const plot* p, uint32_t line) {
    return 28 + text_width(label_of(p, line)) + 18;
}

// One line needs none, its axis names it; more stand in rows below the title. Without `is_drawn`
// only the rows are counted.
static unsigned put_legend(const plot* p, double y, bool is_drawn) {
    unsigned rows = 1;
    double x = p->left;
    if (p->def->line_count < 2 && !p->def->lines[0].label) return 0;
    for (uint32_t i = 0; i < p->def->line_count; ++i) {
        double width = entry_width(p, i);
        if (x > p->left && x + width > p->right + 18) {
            x = p->left;
            y += 20;
            rows++;
        }
        if (is_drawn) {
            char kind[16];
            pl_text_format(kind, sizeof kind, "line c%u", (unsigned)i);
            put_stroke(p, kind, x + 1, y - 4.5, x + 21, y - 4.5);
            put_text(p->w, x + 28, y, "label", "start", label_of(p, i));
        }
        x += width;
    }
    return rows;
}

// ---------------------------------------------------------------- lines

// The rows that fall on one pixel, drawn as first, least, most and last of them.
typedef struct {
    bool is_open;
    double pixel, x, first, least, most, last;
} column;

typedef struct {
    const plot* p;
    column now;
    char next;  // 'M' after a gap
    double last_x, last_y;
    bool is_single;  // one point since the last gap: it gets a dot
} pen;

static void put_pen(pen* n, double x, double y) {
    if (n->next == 'L' && x == n->last_x && y == n->last_y) return;
    put_point(n->p->w, n->next, x, y);
    n->is_single = n->next == 'M';
    n->next = 'L';
    n->last_x = x;
    n->last_y = y;
}

static void close_column(pen* n) {
    const column* c = &n->now;
    if (!c->is_open) return;
    put_pen(n, c->x, c->first);
    put_pen(n, c->x, c->least);
    put_pen(n, c->x, c->most);
    put_pen(n, c->x, c->last);
    n->now.is_open = false;
}

// A stroke of no length has round ends: a dot.
static void lift(pen* n) {
    close_column(n);
    if (n->next == 'L' && n->is_single) put_point(n->p->w, 'L', n->last_x, n->last_y + 0.1);
    n->next = 'M';
}

static void add_point(pen* n, double x, double y) {
    double pixel = floor(x * 2);
    if (n->now.is_open && n->now.pixel == pixel) {
        if (y < n->now.least) n->now.least = y;
        if (y > n->now.most) n->now.most = y;
        n->now.last = y;
        return;
    }
    close_column(n);
    n->now = (column){true, pixel, x, y, y, y, y};
}

static void put_line(const plot* p, uint32_t line) {
    pen n = {.p = p, .next = 'M'};
    pl_writer_format(p->w, "<path class=\"line c%u\" d=\"", (unsigned)line);
    for (uint32_t row = 0; row < p->f->row_count; ++row) {
        double x = pl_figures_value(p->f, row, p->x_column);
        double y = pl_figures_value(p->f, row, p->columns[line]);
        if (isfinite(x) && isfinite(y))
            add_point(&n, x_of(p, x), y_of(p, y));
        else
            lift(&n);
    }
    lift(&n);
    pl_writer_text(p->w, "\"/>\n");
}

static void put_limit(const plot* p) {
    if (!isfinite(p->def->limit)) return;
    double y = sharp(y_of(p, p->def->limit));
    put_stroke(p, "bound", p->left, y, p->right, y);
    if (!p->def->limit_label) return;
    double above = y - 6 > p->top + 8 ? y - 6 : y + 15;
    put_text(p->w, p->right - 2, above, "limit", "end", p->def->limit_label);
}

// ---------------------------------------------------------------- all

static void lay_out(plot* p) {
    const plump_plot_def* def = p->def;
    pl_range x = {1, 0}, y = {1, 0};
    for (uint32_t row = 0; row < p->f->row_count; ++row) {
        pl_range_add(&x, pl_figures_value(p->f, row, p->x_column));
        for (uint32_t i = 0; i < def->line_count; ++i) {
            double value = pl_figures_value(p->f, row, p->columns[i]);
            if (!def->logarithmic || value > 0) pl_range_add(&y, value);
        }
    }
    if (!def->logarithmic || def->limit > 0) pl_range_add(&y, def->limit);
    p->left = LEFT;
    p->right = def->width - RIGHT;
    p->bottom = def->height - BOTTOM;
    p->top = (def->title ? 40 : 16) + 20.0 * put_legend(p, 0, false) + 6;
    unsigned wide = (unsigned)((p->right - p->left) / 62),
             high = (unsigned)((p->bottom - p->top) / 45);
    p->x = pl_axis_linear(x, wide < 2 ? 2 : wide > 12 ? 12 : wide, false);
    unsigned rows = high < 2 ? 2 : high > 10 ? 10 : high;
    p->y = def->logarithmic ? pl_axis_log(y, rows) : pl_axis_linear(y, rows, true);
}

static void draw(plot* p) {
    lay_out(p);
    put_page(p);
    put_legend(p, p->def->title ? 52 : 26, true);
    put_y_axis(p);
    put_x_axis(p);
    put_limit(p);
    for (uint32_t i = 0; i < p->def->line_count; ++i) put_line(p, i);
    pl_writer_text(p->w, "</svg>\n");
}

static plump_result check_def(const plump_plot_def* def, plump_error* error) {
    if (def->cookie != PL_COOKIE_PLOT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_plot_def was not begun with plump_default_plot_def()");
    if (!def->lines || def->line_count < 1 || def->line_count > PLUMP_PLOT_LINES_MAX)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "a plot has 1 to %d lines, this one has %u",
                       PLUMP_PLOT_LINES_MAX, def->lines ? (unsigned)def->line_count : 0u);
    if (def->width < SIZE_MIN || def->height < SIZE_MIN || def->width > SIZE_MAX_PIXELS ||
        def->height > SIZE_MAX_PIXELS)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a plot is %d to %d pixels wide and high, this one would be %u x %u",
                       SIZE_MIN, SIZE_MAX_PIXELS, (unsigned)def->width, (unsigned)def->height);
    return PLUMP_OK;
}

static plump_result find_column(const plump_figures* f, const char* name, uint32_t* column_found,
                                plump_error* error) {
    *column_found = name ? pl_figures_find(f, name) : f->column_count;
    if (*column_found < f->column_count) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the figures have no column '%s'; the first of their %u is '%s'",
                   name ? name : "(NULL)", (unsigned)f->column_count, f->names[0]);
}

plump_result plump_plot_write(const plump_figures* f, const plump_plot_def* def, const char* path,
                              plump_error* error) {
    if (!f || !def || !path)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL",
                       !f    ? "figures"
                       : def ? "path"
                             : "def");
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    pl_writer w = {.hooks = f->hooks};
    plot p = {.w = &w, .f = f, .def = def};
    result = find_column(f, def->x_column, &p.x_column, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < def->line_count; ++i)
        result = find_column(f, def->lines[i].column, &p.columns[i], error);
    if (result != PLUMP_OK) return result;
    draw(&p);
    result = w.failed ? pl_fail_memory(error, "laying out a file to write")
                      : plump_file_write_bytes(path, w.bytes, w.used, error);
    pl_free(&w.hooks, w.bytes);
    return result;
}
