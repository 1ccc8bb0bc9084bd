// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// PLY and STL, little-endian. PLY holds doubles when a coordinate needs it; STL knows floats only.
#include "io/soup.h"
#include "src/base/narrow.h"

#include <math.h>
#include <string.h>

static bool fits_float(const plump_triangles* t) {
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            if (pl_narrow(position[k]) != position[k]) return false;
        }
    }
    return true;
}

void pl_write_ply(pl_writer* writer, const plump_triangles* t, const plump_write_def* def) {
    (void)def;
    bool narrow = fits_float(t);
    const char* type = narrow ? "float" : "double";
    pl_writer_format(writer,
                     "ply\nformat binary_little_endian 1.0\nelement vertex %u\nproperty %s x\n"
                     "property %s y\nproperty %s z\n",
                     (unsigned)t->vertex_count, type, type, type);
    pl_writer_format(writer,
                     "element face %u\nproperty list uchar int vertex_indices\nend_header\n",
                     (unsigned)t->triangle_count);
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            if (narrow)
                pl_writer_f32(writer, (float)position[k]);
            else
                pl_writer_f64(writer, position[k]);
        }
    }
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        pl_writer_put(writer, "\3", 1);
        for (unsigned k = 0; k < 3; ++k) pl_writer_u32(writer, pl_triangles_corner(t, i, k));
    }
}

static void unit_normal(double corner[3][3], double normal[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = corner[1][k] - corner[0][k];
        b[k] = corner[2][k] - corner[0][k];
    }
    normal[0] = a[1] * b[2] - a[2] * b[1];
    normal[1] = a[2] * b[0] - a[0] * b[2];
    normal[2] = a[0] * b[1] - a[1] * b[0];
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    // no area, or beyond what squares can hold: readers take zeros as "work it out yourself"
    bool usable = length > 0 && length < HUGE_VAL;
    for (int k = 0; k < 3; ++k) normal[k] = usable ? normal[k] / length : 0;
}

void pl_write_stl(pl_writer* writer, const plump_triangles* t, const plump_write_def* def) {
    (void)def;
    char head[80];
    memset(head, ' ', sizeof head);
    memcpy(head, "binary STL by plump", 19);  // must not begin with "solid"
    pl_writer_put(writer, head, sizeof head);
    pl_writer_u32(writer, t->triangle_count);
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        double corner[3][3], normal[3];
        for (unsigned k = 0; k < 3; ++k)
            pl_triangles_position(t, pl_triangles_corner(t, i, k), corner[k]);
        unit_normal(corner, normal);
        for (int k = 0; k < 3; ++k) pl_writer_f32(writer, (float)normal[k]);
        for (int k = 0; k < 9; ++k) pl_writer_f32(writer, (float)corner[k / 3][k % 3]);
        pl_writer_put(writer, "\0\0", 2);
    }
}
