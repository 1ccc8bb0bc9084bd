// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bytes of no format become a triangle list:
//   0    bits: 1 doubles, 2 32-bit indices, 4 raw numbers, 8 no indices, 16 groups, 32 an origin
//   1    options of fuzz_take_in() in bits 0 to 2, and a stride with up to 31 bytes to spare above
//   2    how many vertices
//   3..  the vertices, then one byte (raw numbers: two) per corner for as long as there are some
// Without raw numbers a coordinate is one signed byte, so that many meet exactly.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t* at;
    size_t left;
} source;

static void take(source* from, void* to, size_t size) {
    size_t there = size < from->left ? size : from->left;
    memset(to, 0, size);
    memcpy(to, from->at, there);
    from->at += there;
    from->left -= there;
}

static void* make(size_t size) {
    void* block = calloc(size ? size : 1, 1);
    if (!block) fuzz_fail("the target itself is out of memory");
    return block;
}

static void put_coordinate(source* from, uint8_t shape, unsigned char* to) {
    double wide;
    float narrow;
    if (shape & 4) {
        if (shape & 1)
            take(from, to, sizeof wide);
        else
            take(from, to, sizeof narrow);
        return;
    }
    int8_t value;
    take(from, &value, 1);
    wide = value;
    narrow = value;
    memcpy(to, shape & 1 ? (void*)&wide : (void*)&narrow, shape & 1 ? sizeof wide : sizeof narrow);
}

static void put_index(source* from, uint8_t shape, unsigned char* to) {
    uint16_t value = 0;
    take(from, &value, shape & 4 ? 2 : 1);
    uint32_t wide = value;
    memcpy(to, shape & 2 ? (void*)&wide : (void*)&value, shape & 2 ? 4 : 2);
}

static void make_positions(fuzz_arrays* arrays, source* from, uint8_t shape, size_t spare) {
    plump_triangles* t = &arrays->triangles;
    size_t size = shape & 1 ? 8 : 4, stride = 3 * size + spare;
    t->position_type = shape & 1 ? PLUMP_SCALAR_FLOAT64 : PLUMP_SCALAR_FLOAT32;
    t->position_stride = spare ? stride : 0;
    // the last vertex needs no room to spare behind it
    arrays->positions = make(t->vertex_count ? stride * t->vertex_count - spare : 0);
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            put_coordinate(from, shape, arrays->positions + i * stride + k * size);
        }
    }
    t->positions = arrays->positions;
}

static void make_indices(fuzz_arrays* arrays, source* from, uint8_t shape) {
    plump_triangles* t = &arrays->triangles;
    size_t size = shape & 2 ? 4 : 2;
    t->index_type = shape & 2 ? PLUMP_INDEX_UINT32 : PLUMP_INDEX_UINT16;
    t->triangle_count = (uint32_t)(from->left / (shape & 4 ? 6 : 3));
    arrays->indices = make(3 * size * t->triangle_count);
    for (size_t i = 0; i < 3 * (size_t)t->triangle_count; ++i) {
        put_index(from, shape, arrays->indices + i * size);
    }
    t->indices = arrays->indices;
}

fuzz_arrays fuzz_arrays_make(const uint8_t* data, size_t size) {
    fuzz_arrays arrays = {0};
    source from = {data, size};
    uint8_t head[3];
    take(&from, head, sizeof head);
    plump_triangles* t = &arrays.triangles;
    t->vertex_count = head[2];
    arrays.options = head[1] & 7;
    if (head[0] & 32) {
        int8_t far[3];
        take(&from, far, sizeof far);
        for (int k = 0; k < 3; ++k) t->origin[k] = far[k] * 1048576.125;
    }
    make_positions(&arrays, &from, head[0], head[1] >> 3);
    if (head[0] & 8)
        t->triangle_count = t->vertex_count / 3;
    else
        make_indices(&arrays, &from, head[0]);
    if (head[0] & 16) {
        arrays.groups = make(t->triangle_count * sizeof *arrays.groups);
        for (uint32_t i = 0; i < t->triangle_count; ++i) arrays.groups[i] = i % 3 * (head[1] >> 3);
        t->groups = arrays.groups;
    }
    return arrays;
}

void fuzz_arrays_free(fuzz_arrays* arrays) {
    free(arrays->positions);
    free(arrays->indices);
    free(arrays->groups);
}
