// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/number.h"
#include "io/soup.h"

#include <string.h>

void pl_writer_put(pl_writer* writer, const void* bytes, size_t size) {
    if (writer->failed || size == 0) return;
    if (size > SIZE_MAX / 2 - writer->used ||
        !pl_grow(&writer->hooks, (void**)&writer->bytes, &writer->capacity, writer->used,
                 writer->used + size, 1)) {
        writer->failed = true;
        return;
    }
    memcpy(writer->bytes + writer->used, bytes, size);
    writer->used += size;
}

void pl_writer_text(pl_writer* writer, const char* text) {
    pl_writer_put(writer, text, strlen(text));
}

void pl_writer_format(pl_writer* writer, const char* format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    size_t length = pl_text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    pl_writer_put(writer, text, length);
}

void pl_writer_double(pl_writer* writer, double value) {
    char text[PL_NUMBER_TEXT_SIZE];
    pl_writer_put(writer, text, pl_number_write_double(text, value));
}

void pl_writer_float(pl_writer* writer, float value) {
    char text[PL_NUMBER_TEXT_SIZE];
    pl_writer_put(writer, text, pl_number_write_float(text, value));
}

static void put_little(pl_writer* writer, uint64_t bits, size_t size) {
    unsigned char bytes[8];
    for (size_t i = 0; i < size; ++i) bytes[i] = (unsigned char)(bits >> (8 * i));
    pl_writer_put(writer, bytes, size);
}

void pl_writer_u32(pl_writer* writer, uint32_t value) {
    put_little(writer, value, sizeof value);
}

void pl_writer_f32(pl_writer* writer, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_little(writer, bits, sizeof bits);
}

void pl_writer_f64(pl_writer* writer, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_little(writer, bits, sizeof bits);
}

void pl_triangles_position(const plump_triangles* triangles, uint32_t vertex, double position[3]) {
    bool wide = triangles->position_type == PLUMP_SCALAR_FLOAT64;
    size_t size = wide ? sizeof(double) : sizeof(float);
    size_t stride = triangles->position_stride ? triangles->position_stride : 3 * size;
    const unsigned char* at = (const unsigned char*)triangles->positions + stride * vertex;
    for (size_t k = 0; k < 3; ++k) {
        float narrow;
        double value;
        if (wide) {
            memcpy(&value, at + k * size, sizeof value);
        } else {
            memcpy(&narrow, at + k * size, sizeof narrow);
            value = (double)narrow;
        }
        // no origin leaves the value alone, the sign of a zero too
        position[k] = triangles->origin[k] == 0 ? value : value + triangles->origin[k];
    }
}

uint32_t pl_triangles_corner(const plump_triangles* triangles, uint32_t triangle, unsigned corner) {
    size_t at = 3 * (size_t)triangle + corner;
    if (!triangles->indices) return (uint32_t)at;
    const unsigned char* indices = triangles->indices;
    uint16_t narrow;
    uint32_t wide;
    if (triangles->index_type == PLUMP_INDEX_UINT32) {
        memcpy(&wide, indices + at * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&narrow, indices + at * sizeof narrow, sizeof narrow);
    return narrow;
}

uint32_t pl_triangles_group(const plump_triangles* triangles, uint32_t triangle) {
    uint32_t group;
    memcpy(&group, (const unsigned char*)triangles->groups + triangle * sizeof group, sizeof group);
    return group;
}
