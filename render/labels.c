// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The legend, bottom left: rows of a coloured mark and a text, and a bar of colours. Letters come
// from stb_easy_font as small rectangles; their exact coverage of each pixel is summed first, so
// that any size is smooth.
#include "render/labels.h"

#include "src/base/text.h"

#include <math.h>
#include <string.h>

#include <stb_easy_font.h>

#define TEXT_MAX 120  // letters in a row
#define ROW      13   // height of a row in the font's units; a capital is 7

typedef struct canvas {
    uint8_t* pixels;
    float* coverage;  // of the row being drawn, 0 to 1
    uint32_t width, height;
} canvas;

typedef struct rectangle {
    double x0, y0, x1, y1;  // pixels, y down
} rectangle;

static double overlap(double a0, double a1, double b0, double b1) {
    return fmax(0, fmin(a1, b1) - fmax(a0, b0));
}

static void cover(canvas* c, const rectangle* r) {
    int x_end = (int)fmin(ceil(r->x1), c->width), y_end = (int)fmin(ceil(r->y1), c->height);
    for (int y = (int)fmax(floor(r->y0), 0); y < y_end; ++y) {
        double share = overlap(r->y0, r->y1, y, y + 1);
        for (int x = (int)fmax(floor(r->x0), 0); x < x_end; ++x) {
            float* at = &c->coverage[(size_t)y * c->width + (size_t)x];
            *at = (float)fmin(1, (double)*at + share * overlap(r->x0, r->x1, x, x + 1));
        }
    }
}

// Blends a colour in by the coverage gathered over these rows, and clears them for the next.
static void paint(canvas* c, plump_colour colour, double y0, double y1) {
    const uint8_t ink[3] = {colour.r, colour.g, colour.b};
    int y_end = (int)fmin(ceil(y1), c->height);
    for (int y = (int)fmax(floor(y0), 0); y < y_end; ++y) {
        for (uint32_t x = 0; x < c->width; ++x) {
            size_t at = (size_t)y * c->width + x;
            double a = (double)c->coverage[at] * colour.a / 255;
            if (a <= 0) continue;
            c->coverage[at] = 0;
            uint8_t* p = c->pixels + 4 * at;
            double below = p[3] / 255.0, sum = a + below * (1 - a);
            for (int k = 0; k < 3; ++k) {
                p[k] = (uint8_t)lround((ink[k] * a + p[k] * below * (1 - a)) / sum);
            }
            p[3] = (uint8_t)lround(255 * sum);
        }
    }
}

static size_t copy_printable(const char* text, char out[TEXT_MAX + 1]) {
    size_t length = 0;
    for (; text && text[length] && length < TEXT_MAX; ++length) {
        char letter = text[length];
        out[length] = letter >= 32 && letter < 127 ? letter : '?';  // the font has no others
    }
    out[length] = 0;
    return length;
}

static void draw_text(canvas* c, const char* text, double x, double y, double unit) {
    char letters[TEXT_MAX + 1];
    if (copy_printable(text, letters) == 0) return;
    struct {
        float x, y, z;
        uint8_t colour[4];
    } corners[TEXT_MAX * 70];  // stb: about 270 bytes a letter, here with room for more
    int quads = stb_easy_font_print(0, 0, letters, NULL, corners, (int)sizeof corners);
    for (int i = 0; i < quads; ++i) {
        double ax = (double)corners[4 * i].x, ay = (double)corners[4 * i].y;
        double bx = (double)corners[4 * i + 2].x, by = (double)corners[4 * i + 2].y;
        cover(c, &(rectangle){x + ax * unit, y + ay * unit, x + bx * unit, y + by * unit});
    }
}

// --- the bar of colours ---

#define BAR_WIDTH  150  // in the font's units
#define BAR_HEIGHT 9

static double text_width(const char* text, double unit) {
    char letters[TEXT_MAX + 1];
    copy_printable(text, letters);
    return stb_easy_font_width(letters) * unit;
}

static void draw_ends(canvas* c, const plump_picture_scale* scale, double x, double y, double width,
                      double unit) {
    char text[32];
    pl_text_format(text, sizeof text, "%g", scale->low);
    draw_text(c, text, x, y, unit);
    pl_text_format(text, sizeof text, "%g", (scale->low + scale->high) / 2);
    draw_text(c, text, floor(x + (width - text_width(text, unit)) / 2), y, unit);
    pl_text_format(text, sizeof text, "%g", scale->high);
    draw_text(c, text, floor(x + width - text_width(text, unit)), y, unit);
}

// Whole pixels, each a column's colour.
static void fill_bar(const canvas* c, const plump_picture_scale* scale, uint32_t left, uint32_t top,
                     uint32_t width, uint32_t height) {
    for (uint32_t x = 0; x < width; ++x) {
        plump_colour colour = plump_picture_ramp(scale->ramp, width > 1 ? x / (width - 1.0) : 0);
        for (uint32_t y = top; y < top + height && y < c->height; ++y) {
            memcpy(c->pixels + 4 * ((size_t)y * c->width + left + x), &colour, sizeof colour);
        }
    }
}

// Title, bar and numbers in three rows from `top` on.
static void draw_scale(canvas* c, const plump_picture_scale* scale, plump_colour ink, double left,
                       double top, double unit) {
    double width = floor(fmin(BAR_WIDTH * unit, c->width - 2 * left)), row = ROW * unit;
    if (top < 0 || width < 1) return;
    draw_text(c, scale->title, left, top, unit);
    paint(c, ink, top, top + row);
    double bar = floor(top + row);
    fill_bar(c, scale, (uint32_t)left, (uint32_t)bar, (uint32_t)width,
             (uint32_t)(BAR_HEIGHT * unit));
    draw_ends(c, scale, left, bar + row, width, unit);
    paint(c, ink, bar + row, bar + 2 * row);
}

plump_result pl_labels_draw(const plump_picture_def* def, const plump_allocator* hooks,
                            uint8_t* pixels, plump_error* error) {
    if (def->label_count == 0 && !def->scale) return PLUMP_OK;
    canvas c = {.pixels = pixels, .width = def->width, .height = def->height};
    c.coverage = pl_alloc_zero(hooks, (size_t)c.width * c.height, sizeof *c.coverage);
    if (!c.coverage) return pl_fail_memory(error, "drawing a legend");
    double unit = fmax(1, fmin(def->width, def->height) / 520.0), left = floor(9 * unit);
    double bottom = def->height - 8 * unit;
    plump_colour ink = {62, 66, 74, 255};
    if (def->scale) {
        bottom = floor(bottom - 3 * ROW * unit);
        draw_scale(&c, def->scale, ink, left, bottom, unit);
        bottom -= 4 * unit;
    }
    for (uint32_t i = 0; i < def->label_count; ++i) {
        const plump_picture_label* label = &def->labels[i];
        double top = floor(bottom - (def->label_count - i) * ROW * unit);
        if (top < 0) continue;
        double x = left;
        if (label->colour.a) {
            cover(&c, &(rectangle){x, top, x + 8 * unit, top + 8 * unit});
            paint(&c, label->colour, top, top + ROW * unit);
            x += 13 * unit;
        }
        draw_text(&c, label->text, floor(x), top, unit);
        paint(&c, ink, top, top + ROW * unit);
    }
    pl_free(hooks, c.coverage);
    return PLUMP_OK;
}
