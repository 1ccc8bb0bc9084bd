// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "tools/draw_model/draw_canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const plump_colour draw_clay = {226, 222, 214, 255};
const plump_colour draw_no_mark = {0, 0, 0, 0};

void draw_check(plump_result result, const plump_error* error) {
    if (result == PLUMP_OK) return;
    fprintf(stderr, "draw_model: %s\n", error->text);
    exit(1);
}

void* draw_memory(size_t count, size_t size) {
    void* block = calloc(count ? count : 1, size);
    if (!block) {
        fprintf(stderr, "draw_model: out of memory\n");
        exit(1);
    }
    return block;
}

plump_mesh* draw_shape(plump_shape_kind kind, uint32_t vertices) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh = NULL;
    plump_error error;
    if (vertices) def.vertex_count = vertices;
    draw_check(plump_shape_create(&def, &mesh, &error), &error);
    return mesh;
}

draw_sheet* draw_begin(uint32_t width, uint32_t height) {
    draw_sheet* sheet = draw_memory(1, sizeof *sheet);
    sheet->def = plump_default_picture_def();
    sheet->def.width = width;
    sheet->def.height = height;
    sheet->def.field_of_view = 10;
    sheet->def.margin = 0.05;
    plump_picture_set_view(&sheet->def, "20,12");
    return sheet;
}

draw_axes draw_view(const draw_sheet* sheet) {
    const double degree = 0.017453292519943;
    double a = sheet->def.azimuth * degree, e = sheet->def.elevation * degree;
    return (draw_axes){{cos(a), 0, -sin(a)},
                       {-sin(a) * sin(e), cos(e), -cos(a) * sin(e)},
                       {sin(a) * cos(e), sin(e), cos(a) * cos(e)}};
}

void draw_shift(const draw_sheet* sheet, double right, double point[3]) {
    draw_axes axes = draw_view(sheet);
    for (int k = 0; k < 3; ++k) point[k] += right * axes.right[k];
}

plump_picture_item* draw_add(draw_sheet* sheet, const plump_mesh* mesh, double right) {
    plump_picture_item* item = &sheet->items[sheet->def.item_count++];
    *item = plump_default_picture_item();
    item->triangles = plump_mesh_triangles(mesh);
    item->colour = draw_clay;
    draw_shift(sheet, right, item->move);
    return item;
}

void draw_line(draw_sheet* sheet, const double from[3], const double to[3], plump_colour colour,
               double width) {
    if (sheet->def.line_count == sheet->line_capacity) {
        size_t more = 2 * sheet->line_capacity + 64;
        plump_picture_line* grown = draw_memory(more, sizeof *grown);
        for (size_t i = 0; i < sheet->line_capacity; ++i) grown[i] = sheet->lines[i];
        free(sheet->lines);
        sheet->lines = grown;
        sheet->line_capacity = more;
    }
    sheet->lines[sheet->def.line_count++] =
        (plump_picture_line){{from[0], from[1], from[2]}, {to[0], to[1], to[2]}, colour, width};
}

void draw_label(draw_sheet* sheet, const char* text, plump_colour colour) {
    sheet->labels[sheet->def.label_count++] = (plump_picture_label){text, colour};
}

static void write_file(const char* path, const uint8_t* bytes, size_t size) {
    FILE* file = fopen(path, "wb");
    bool done = file && fwrite(bytes, 1, size, file) == size;
    if (file) done = fclose(file) == 0 && done;
    if (done) return;
    fprintf(stderr, "draw_model: %s cannot be written\n", path);
    exit(1);
}

void draw_save(draw_canvas* canvas, draw_sheet* sheet, const char* name) {
    plump_picture_def* def = &sheet->def;
    def->items = sheet->items;
    def->labels = sheet->labels;
    def->lines = sheet->lines;
    uint8_t *pixels = draw_memory((size_t)def->width * def->height, 4), *bytes = NULL;
    size_t size = 0;
    plump_error error;
    char path[4096];
    draw_check(plump_renderer_draw(canvas->renderer, def, pixels, &error), &error);
    draw_check(plump_png_create(pixels, def->width, def->height, NULL, &bytes, &size, &error),
               &error);
    snprintf(path, sizeof path, "%s/%s", canvas->folder, name);
    write_file(path, bytes, size);
    printf("%s: %zu bytes\n", path, size);
    plump_png_free(bytes, NULL);
    free(pixels);
    free(sheet->lines);
    free(sheet);
}

plump_colour draw_colour(uint32_t rgb) {
    return (plump_colour){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

static uint8_t channel(double value) {
    return (uint8_t)(value < 0 ? 0 : value > 1 ? 255 : 255 * value + 0.5);
}

plump_colour draw_rainbow(double t) {
    double c[3];
    for (int k = 0; k < 3; ++k) {
        double hue = 5.0 * t + 4.0 - 2.0 * k;  // red at 0, 300 degrees at 1
        c[k] = 0.5 + 0.42 * cos(hue / 6.0 * 6.283185307 - 4.0 / 6.0 * 6.283185307);
    }
    return (plump_colour){channel(c[0]), channel(c[1]), channel(c[2]), 255};
}

plump_colour draw_fade(plump_colour c, double a) {
    c.a = channel(a);
    return c;
}

plump_colour draw_darken(plump_colour c, double a) {
    return (plump_colour){channel(c.r / 255.0 * a), channel(c.g / 255.0 * a),
                          channel(c.b / 255.0 * a), c.a};
}
