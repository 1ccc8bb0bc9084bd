// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/triangles.h"

#include "src/base/text.h"

#include <string.h>

plump_result pl_triangles_check_layout(const plump_triangles* t, plump_error* error) {
    if (t->position_type != PLUMP_SCALAR_FLOAT32 && t->position_type != PLUMP_SCALAR_FLOAT64)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "position_type is no plump_scalar_type");
    if (t->index_type != PLUMP_INDEX_UINT16 && t->index_type != PLUMP_INDEX_UINT32)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "index_type is no plump_index_type");
    bool wide = t->position_type == PLUMP_SCALAR_FLOAT64;
    size_t element = 3 * (wide ? sizeof(double) : sizeof(float));
    size_t stride = t->position_stride ? t->position_stride : element;
    if (stride < element)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "position_stride is %zu bytes, one position needs %zu", stride, element);
    if (t->vertex_count > (SIZE_MAX / 2) / stride)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%u vertices at a stride of %zu bytes do not fit in memory",
                       (unsigned)t->vertex_count, stride);
    for (int k = 0; k < 3; ++k) {
        if (!(t->origin[k] - t->origin[k] == 0))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the origin is not finite");
    }
    if (!t->indices && t->triangle_count > t->vertex_count / 3)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%u triangles without indices need %llu vertices, there are %u",
                       (unsigned)t->triangle_count, 3ull * t->triangle_count,
                       (unsigned)t->vertex_count);
    return PLUMP_OK;
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
