// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The legend: rows of a coloured mark and a text, bottom left. Letters come from stb_easy_font as
// small rectangles; their exact coverage of each pixel is summed first, so that any size is smooth.
#include "render/labels.h"

#include "src/base/text.h"

#include <math.h>

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

plump_result pl_labels_draw(const plump_picture_def* def, const plump_allocator* hooks,
                            uint8_t* pixels, plump_error* error) {
    if (def->label_count == 0) return PLUMP_OK;
    canvas c = {.pixels = pixels, .width = def->width, .height = def->height};
    c.coverage = pl_alloc_zero(hooks, (size_t)c.width * c.height, sizeof *c.coverage);
    if (!c.coverage) return pl_fail_memory(error, "drawing a legend");
    double unit = fmax(1, def->height / 520.0), left = floor(9 * unit);
    plump_colour ink = {62, 66, 74, 255};
    for (uint32_t i = 0; i < def->label_count; ++i) {
        const plump_picture_label* label = &def->labels[i];
        double top = floor(def->height - 8 * unit - (def->label_count - i) * ROW * unit);
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
