// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Stands in for the renderer where its libraries were not there to build with.
#include <plump/picture.h>

#include "src/base/text.h"

static plump_result fail_missing(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "this plump was built without OpenGL and cannot draw pictures; install "
                   "libepoxy-dev libegl-dev libgl1-mesa-dri libstb-dev and build it again");
}

plump_result plump_renderer_create(const plump_allocator* allocator, plump_renderer** renderer,
                                   plump_error* error) {
    (void)allocator;
    if (renderer) *renderer = NULL;
    return fail_missing(error);
}

void plump_renderer_destroy(plump_renderer* renderer) {
    (void)renderer;
}

const char* plump_renderer_driver(const plump_renderer* renderer) {
    (void)renderer;
    return "none";
}

plump_result plump_renderer_draw(plump_renderer* renderer, const plump_picture_def* def,
                                 uint8_t* pixels, plump_error* error) {
    (void)renderer, (void)def, (void)pixels;
    return fail_missing(error);
}

const char* plump_renderer_note(const plump_renderer* renderer, uint32_t* item) {
    (void)renderer, (void)item;
    return NULL;
}

plump_result plump_renderer_deform(plump_renderer* renderer, const plump_picture_item* item,
                                   float* positions, double origin[3], plump_error* error) {
    (void)renderer, (void)item, (void)positions, (void)origin;
    return fail_missing(error);
}

plump_result plump_png_create(const uint8_t* pixels, uint32_t width, uint32_t height,
                              const plump_allocator* allocator, uint8_t** bytes, size_t* size,
                              plump_error* error) {
    (void)pixels, (void)width, (void)height, (void)allocator;
    if (bytes) *bytes = NULL;
    if (size) *size = 0;
    return fail_missing(error);
}

void plump_png_free(uint8_t* bytes, const plump_allocator* allocator) {
    (void)bytes, (void)allocator;
}
