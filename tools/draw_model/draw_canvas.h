// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the pictures of the documents are made with: colours, a row of surfaces, and a PNG of it.
#ifndef PL_DRAW_CANVAS_H
#define PL_DRAW_CANVAS_H

#include <plump/picture.h>
#include <plump/shape.h>

#define DRAW_ITEMS_MOST  24
#define DRAW_LABELS_MOST 12
#define DRAW_ROW_VIEW    4.0  // degrees, for rows: all are seen from the same side

typedef struct draw_canvas {
    const char* folder;  // where pictures go
    plump_renderer* renderer;
} draw_canvas;

// One picture in the making.
typedef struct draw_sheet {
    plump_picture_def def;
    plump_picture_item items[DRAW_ITEMS_MOST];
    plump_picture_label labels[DRAW_LABELS_MOST];
    plump_picture_line* lines;
    size_t line_capacity;
} draw_sheet;

// These end the program with a sentence when something fails: it is a tool, run by hand.
void draw_check(plump_result result, const plump_error* error);
void* draw_memory(size_t count, size_t size);  // zeroed

plump_mesh* draw_shape(plump_shape_kind kind, uint32_t vertices);

draw_sheet* draw_begin(uint32_t width, uint32_t height);
// Stands `right` metres to the right of the middle, as the eye sees it.
plump_picture_item* draw_add(draw_sheet* sheet, const plump_mesh* mesh, double right);
void draw_shift(const draw_sheet* sheet, double right, double point[3]);
// Unit vectors of the view: to the right, up, and towards the eye.
typedef struct draw_axes {
    double right[3], up[3], eye[3];
} draw_axes;
draw_axes draw_view(const draw_sheet* sheet);
void draw_line(draw_sheet* sheet, const double from[3], const double to[3], plump_colour colour,
               double width);
void draw_label(draw_sheet* sheet, const char* text, plump_colour colour);
// Writes folder/name and frees the sheet.
void draw_save(draw_canvas* canvas, draw_sheet* sheet, const char* name);

plump_colour draw_colour(uint32_t rgb);              // 0xrrggbb
plump_colour draw_rainbow(double t);                 // 0 .. 1, red to violet
plump_colour draw_fade(plump_colour c, double a);    // opacity 0 .. 1
plump_colour draw_darken(plump_colour c, double a);  // times a

extern const plump_colour draw_clay, draw_no_mark;

// The pictures.
void draw_regions(draw_canvas* canvas);
void draw_order(draw_canvas* canvas);
void draw_runs(draw_canvas* canvas);
void draw_goals(draw_canvas* canvas);
void draw_hanging(draw_canvas* canvas);
void draw_plastic(draw_canvas* canvas);
void draw_soft(draw_canvas* canvas);
void draw_finger(draw_canvas* canvas);
void draw_plates(draw_canvas* canvas);
void draw_twist(draw_canvas* canvas);
void draw_inflated(draw_canvas* canvas);
void draw_pile(draw_canvas* canvas);
void draw_glass(draw_canvas* canvas);
void draw_pushes(draw_canvas* canvas);
void draw_detail(draw_canvas* canvas);
void draw_detail_bar(draw_canvas* canvas);
void draw_zones(draw_canvas* canvas);
void draw_zone_growth(draw_canvas* canvas);

#endif
