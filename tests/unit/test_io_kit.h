// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of files share: cmocka, a ball, reading texts.
#ifndef TEST_IO_KIT_H
#define TEST_IO_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <plump/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/memory_kit.h"

// ---------------------------------------------------------------- chance

static inline uint64_t io_random(uint64_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

// ---------------------------------------------------------------- reading

static inline plump_result io_read(const void* bytes, size_t size, const char* name,
                                   plump_soup** soup, plump_error* error) {
    // a copy of exactly this size, so that the sanitizer sees every byte too many
    void* copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) memcpy(copy, bytes, size);
    plump_result result = plump_memory_read(copy, size, name, NULL, soup, error);
    free(copy);
    return result;
}

static inline plump_soup* io_accept_bytes(const void* bytes, size_t size, const char* name) {
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (io_read(bytes, size, name, &soup, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return soup;
}

static inline plump_soup* io_accept(const char* text, const char* name) {
    return io_accept_bytes(text, strlen(text), name);
}

static inline void io_refuse_bytes(const void* bytes, size_t size, const char* name,
                                   plump_result code, const char* sentence) {
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = io_read(bytes, size, name, &soup, &error);
    assert_null(soup);
    if (result == PLUMP_OK) fail_msg("accepted, but expected: %s", sentence);
    assert_string_equal(error.text, sentence);
    assert_int_equal(result, code);
    assert_int_equal(error.code, code);
}

static inline uint32_t io_corner(const plump_soup* soup, uint32_t triangle, uint32_t corner) {
    plump_triangles t = plump_soup_triangles(soup);
    assert_true(triangle < t.triangle_count);
    return ((const uint32_t*)t.indices)[3 * triangle + corner];
}

static inline void io_expect_counts(const plump_soup* soup, uint32_t vertices, uint32_t triangles) {
    plump_triangles t = plump_soup_triangles(soup);
    assert_int_equal(t.vertex_count, vertices);
    assert_int_equal(t.triangle_count, triangles);
    for (uint32_t i = 0; i < 3 * triangles; ++i)
        assert_true(((const uint32_t*)t.indices)[i] < vertices);
}

static inline void io_expect_triangle(const plump_soup* soup, uint32_t triangle, uint32_t a,
                                      uint32_t b, uint32_t c) {
    assert_int_equal(io_corner(soup, triangle, 0), a);
    assert_int_equal(io_corner(soup, triangle, 1), b);
    assert_int_equal(io_corner(soup, triangle, 2), c);
}

static inline void io_expect_vertex(const plump_soup* soup, uint32_t vertex, double x, double y,
                                    double z) {
    plump_triangles t = plump_soup_triangles(soup);
    assert_true(vertex < t.vertex_count);
    const double* p = (const double*)t.positions + 3 * (size_t)vertex;
    if (p[0] != x || p[1] != y || p[2] != z)
        fail_msg("vertex %u is %.17g %.17g %.17g", vertex, p[0], p[1], p[2]);
}

static inline void io_expect_places(const plump_soup* soup, uint32_t triangle, const char* of_face,
                                    uint32_t vertex, const char* of_vertex) {
    char text[64];
    plump_soup_locate_triangle(soup, triangle, text, sizeof text);
    assert_string_equal(text, of_face);
    plump_soup_locate_vertex(soup, vertex, text, sizeof text);
    assert_string_equal(text, of_vertex);
}

// ---------------------------------------------------------------- a ball

#define IO_BALL_RINGS    7
#define IO_BALL_SLICES   10
#define IO_BALL_VERTICES (IO_BALL_RINGS * IO_BALL_SLICES + 2)
#define IO_BALL_FACES    (2 * IO_BALL_RINGS * IO_BALL_SLICES)

typedef struct io_ball {
    double positions[IO_BALL_VERTICES][3];
    uint32_t indices[IO_BALL_FACES][3];
    uint32_t groups[IO_BALL_FACES];
    plump_triangles triangles;
} io_ball;

static inline void io_make_ball(io_ball* ball) {
    const double pi = 3.14159265358979323846;
    memset(ball, 0, sizeof *ball);
    for (uint32_t r = 0; r < IO_BALL_RINGS; ++r) {
        for (uint32_t s = 0; s < IO_BALL_SLICES; ++s) {
            double polar = pi * (r + 1) / (IO_BALL_RINGS + 1), around = 2 * pi * s / IO_BALL_SLICES;
            double* p = ball->positions[1 + r * IO_BALL_SLICES + s];
            p[0] = sin(polar) * cos(around) / 3;
            p[1] = sin(polar) * sin(around) * 1e-7;
            p[2] = cos(polar) * 1e5;
        }
    }
    ball->positions[0][2] = 1e5;
    ball->positions[IO_BALL_VERTICES - 1][2] = -1e5;
    uint32_t f = 0, last = IO_BALL_VERTICES - 1;
    for (uint32_t s = 0; s < IO_BALL_SLICES; ++s) {
        uint32_t next = (s + 1) % IO_BALL_SLICES;
        uint32_t low = 1 + (IO_BALL_RINGS - 1) * IO_BALL_SLICES;
        memcpy(ball->indices[f++], (uint32_t[3]){0, 1 + s, 1 + next}, 12);
        memcpy(ball->indices[f++], (uint32_t[3]){last, low + next, low + s}, 12);
        for (uint32_t r = 0; r + 1 < IO_BALL_RINGS; ++r) {
            uint32_t a = 1 + r * IO_BALL_SLICES + s, b = 1 + r * IO_BALL_SLICES + next;
            uint32_t c = a + IO_BALL_SLICES, d = b + IO_BALL_SLICES;
            memcpy(ball->indices[f++], (uint32_t[3]){a, c, d}, 12);
            memcpy(ball->indices[f++], (uint32_t[3]){a, d, b}, 12);
        }
    }
    assert_int_equal(f, IO_BALL_FACES);
    for (f = 0; f < IO_BALL_FACES; ++f) ball->groups[f] = f / 50 % 2;
    ball->triangles = (plump_triangles){.positions = ball->positions,
                                        .position_type = PLUMP_SCALAR_FLOAT64,
                                        .vertex_count = IO_BALL_VERTICES,
                                        .indices = ball->indices,
                                        .index_type = PLUMP_INDEX_UINT32,
                                        .triangle_count = IO_BALL_FACES};
}

#endif
