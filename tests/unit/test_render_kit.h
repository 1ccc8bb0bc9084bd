// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the picture tests share: a renderer or a skipped test, simple shapes, looks at pixels.
#ifndef TEST_RENDER_KIT_H
#define TEST_RENDER_KIT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <plump/picture.h>

#define PI 3.14159265358979323846

// Mesa keeps what it allocated for the display until the process ends.
const char* __lsan_default_suppressions(void);
const char* __lsan_default_suppressions(void) {
    return "leak:libEGL\nleak:_dri.so\nleak:libGLX\nleak:libLLVM\nleak:libepoxy\nleak:libglapi\n"
           "leak:libgallium\n";
}

// Its drawing threads are not built for the thread sanitizer, which then sees races among them.
const char* __tsan_default_suppressions(void);
const char* __tsan_default_suppressions(void) {
    return "race:_dri.so\nmutex:_dri.so\nthread:_dri.so\nrace:libgallium\nmutex:libgallium\n";
}

typedef struct mesh {
    float* positions;
    uint32_t* indices;
    uint32_t vertex_count, triangle_count;
} mesh;

static inline void mesh_free(mesh* m) {
    free(m->positions);
    free(m->indices);
}

// Radius 1 around the origin: rings x turns, poles on the y axis, outward.
static inline mesh make_ball(uint32_t rings, uint32_t turns) {
    mesh m = {0};
    m.vertex_count = (rings - 1) * turns + 2;
    m.triangle_count = 2 * turns * (rings - 1);
    m.positions = malloc(m.vertex_count * 3 * sizeof(float));
    m.indices = malloc(m.triangle_count * 3 * sizeof(uint32_t));
    uint32_t south = m.vertex_count - 1, *t = m.indices;
    float* p = m.positions;
    *p++ = 0, *p++ = 1, *p++ = 0;
    for (uint32_t r = 1; r < rings; ++r) {
        for (uint32_t k = 0; k < turns; ++k) {
            double a = PI * r / rings, b = 2 * PI * k / turns;
            *p++ = (float)(sin(a) * sin(b)), *p++ = (float)cos(a), *p++ = (float)(sin(a) * cos(b));
        }
    }
    *p++ = 0, *p++ = -1, *p++ = 0;
    for (uint32_t k = 0; k < turns; ++k) {
        uint32_t next = (k + 1) % turns;
        *t++ = 0, *t++ = 1 + k, *t++ = 1 + next;
        for (uint32_t r = 0; r + 2 < rings; ++r) {
            uint32_t a = 1 + r * turns, b = a + turns;
            *t++ = a + k, *t++ = b + k, *t++ = b + next;
            *t++ = a + k, *t++ = b + next, *t++ = a + next;
        }
        uint32_t last = 1 + (rings - 2) * turns;
        *t++ = south, *t++ = last + next, *t++ = last + k;
    }
    return m;
}

// A square in the plane z, side 2 around (x, 0), seen from +z as outside.
static inline mesh make_square(float x, float z) {
    mesh m = {.vertex_count = 4, .triangle_count = 2};
    const float p[] = {x - 1, -1, z, x + 1, -1, z, x + 1, 1, z, x - 1, 1, z};
    const uint32_t t[] = {0, 1, 2, 0, 2, 3};
    m.positions = malloc(sizeof p);
    m.indices = malloc(sizeof t);
    memcpy(m.positions, p, sizeof p);
    memcpy(m.indices, t, sizeof t);
    return m;
}

static inline plump_picture_item item_of(const mesh* m) {
    plump_picture_item item = plump_default_picture_item();
    item.triangles.positions = m->positions;
    item.triangles.vertex_count = m->vertex_count;
    item.triangles.indices = m->indices;
    item.triangles.index_type = PLUMP_INDEX_UINT32;
    item.triangles.triangle_count = m->triangle_count;
    return item;
}

// A small fast picture from the front.
static inline plump_picture_def small_picture(const plump_picture_item* items, uint32_t count) {
    plump_picture_def def = plump_default_picture_def();
    def.items = items;
    def.item_count = count;
    def.width = 240;
    def.height = 240;
    def.azimuth = def.elevation = 0;
    def.quality = PLUMP_QUALITY_DRAFT;
    def.floor = false;
    return def;
}

static inline const uint8_t* pixel(const plump_picture_def* def, const uint8_t* pixels, uint32_t x,
                                   uint32_t y) {
    return pixels + 4 * ((size_t)y * def->width + x);
}

static inline double brightness(const uint8_t* p) {
    return p[0] + p[1] + p[2];
}

static inline double covered(const plump_picture_def* def, const uint8_t* pixels) {
    double sum = 0;
    for (size_t i = 0; i < (size_t)def->width * def->height; ++i) sum += pixels[4 * i + 3] / 255.0;
    return sum;
}

// Where there is no driver the tests cannot say anything.
static inline plump_renderer* renderer_or_skip(void) {
    plump_renderer* renderer = NULL;
    plump_error error;
    plump_result result = plump_renderer_create(NULL, &renderer, &error);
    // where a picture is expected (CI), having none is a failure
    if (result == PLUMP_ERROR_UNSUPPORTED && !getenv("PLUMP_NEED_PICTURES")) {
        print_message("skipped: %s\n", error.text);
        skip();
    }
    assert_int_equal(result, PLUMP_OK);
    return renderer;
}

// One for all tests of a program: to make one takes longer than to draw with it.
static plump_renderer* kit_renderer;

static inline plump_renderer* get_renderer(void) {
    if (!kit_renderer) kit_renderer = renderer_or_skip();
    return kit_renderer;
}

static inline int end_renderer(void** state) {
    (void)state;
    plump_renderer_destroy(kit_renderer);
    plump_renderer_destroy(NULL);
    return 0;
}

static inline uint8_t* draw(plump_renderer* renderer, const plump_picture_def* def) {
    uint8_t* pixels = malloc((size_t)def->width * def->height * 4);
    plump_error error = {0};
    plump_result result = plump_renderer_draw(renderer, def, pixels, &error);
    if (result != PLUMP_OK) print_error("%s\n", error.text);
    assert_int_equal(result, PLUMP_OK);
    return pixels;
}

#endif
