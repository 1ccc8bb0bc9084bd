// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Meshes for scenes with contacts: turned ones (glass, spike), slabs (plate, ribbon, bar), tubes
// along a curve (coil, knot), and a floor of uneven triangles. Include after cmocka.h.
#ifndef CONTACT_MESHES_H
#define CONTACT_MESHES_H

#include "tests/unit/volume_kit.h"

// Takes a fixture in and frees it.
static inline plump_mesh* mesh_taken(fixture f) {
    outcome o = fixture_take(&f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(&f);
    return o.mesh;
}

static inline plump_mesh* mesh_shape(plump_shape_kind kind, uint32_t vertices, double size) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh = NULL;
    if (vertices) def.vertex_count = vertices;
    def.size = size;
    OK(plump_shape_create(&def, &mesh, &kit_error));
    return mesh;
}

// --- turned about y ---

// The profile goes up the outside, (radius, y) a point; it begins and ends on the axis.
static inline plump_mesh* mesh_turned(const double (*profile)[2], uint32_t points,
                                      uint32_t meridians) {
    fixture f = {0};
    uint32_t bottom = fixture_vertex(&f, 0, profile[0][1], 0);
    uint32_t top = fixture_vertex(&f, 0, profile[points - 1][1], 0);
    for (uint32_t j = 1; j + 1 < points; ++j)
        for (uint32_t i = 0; i < meridians; ++i) {
            double phi = 2 * VOLUME_PI * i / meridians, r = profile[j][0];
            fixture_vertex(&f, r * cos(phi), profile[j][1], -r * sin(phi));
        }
    for (uint32_t i = 0; i < meridians; ++i) {
        uint32_t next = (i + 1) % meridians, last = 2 + (points - 3) * meridians;
        fixture_triangle(&f, bottom, 2 + next, 2 + i);
        fixture_triangle(&f, top, last + i, last + next);
        for (uint32_t j = 0; j + 3 < points; ++j) {
            uint32_t row = 2 + j * meridians, above = row + meridians;
            fixture_quad(&f, row + i, row + next, above + next, above + i);
        }
    }
    return mesh_taken(f);
}

// A glass: so wide inside, so high, with walls and a bottom of a twentieth of its width. It stands
// on y = 0.
static inline plump_mesh* mesh_glass(double radius, double height) {
    double wall = 0.1 * radius;
    const double profile[][2] = {{0, 0},
                                 {radius + wall, 0},
                                 {radius + wall, height / 2},
                                 {radius + wall, height},
                                 {radius, height},
                                 {radius, 0.55 * height},
                                 {radius, wall},
                                 {0.5 * radius, wall},
                                 {0, wall}};
    return mesh_turned(profile, sizeof profile / sizeof *profile, 32);
}

// A cone with its tip up at y = height, standing on y = 0; `rows` rings between.
static inline plump_mesh* mesh_spike(double radius, double height, uint32_t rows,
                                     uint32_t meridians) {
    double profile[64][2] = {{0, 0}};
    uint32_t points = 1, flat = rows > 1 ? rows / 2 : 0;
    for (uint32_t i = 1; i <= flat; ++i, ++points)
        profile[points][0] = radius * i / (flat + 1), profile[points][1] = 0;
    for (uint32_t i = 0; i <= rows; ++i, ++points) {
        double share = (double)i / rows;
        profile[points][0] = radius * (1 - share), profile[points][1] = height * share;
    }
    return mesh_turned((const double(*)[2])profile, points, meridians);
}

// --- slabs ---

static inline void slab_face(fixture* f, const double size[3], const uint32_t cells[3], int axis,
                             bool high) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t base = f->vertex_count, row = cells[v] + 1;
    for (uint32_t i = 0; i <= cells[u]; ++i)
        for (uint32_t j = 0; j <= cells[v]; ++j) {
            double p[3];
            p[axis] = (high ? 0.5 : -0.5) * size[axis];
            p[u] = size[u] * ((double)i / cells[u] - 0.5);
            p[v] = size[v] * ((double)j / cells[v] - 0.5);
            fixture_vertex(f, p[0], p[1], p[2]);
        }
    for (uint32_t i = 0; i < cells[u]; ++i)
        for (uint32_t j = 0; j < cells[v]; ++j) {
            uint32_t a = base + i * row + j, b = a + row, c = b + 1, d = a + 1;
            if (!high) {
                fixture_quad(f, a, d, c, b);
            } else {
                fixture_quad(f, a, b, c, d);
            }
        }
}

// A box of these sides about zero, its faces cut into cells.
static inline plump_mesh* mesh_slab(double x, double y, double z, uint32_t nx, uint32_t ny,
                                    uint32_t nz) {
    const double size[3] = {x, y, z};
    const uint32_t cells[3] = {nx, ny, nz};
    fixture f = {0};
    for (int axis = 0; axis < 3; ++axis) {
        slab_face(&f, size, cells, axis, false);
        slab_face(&f, size, cells, axis, true);
    }
    return mesh_taken(f);
}

// A slab narrowed along x towards its lower end: width x above, `edge` below.
static inline plump_mesh* mesh_wedge(double x, double y, double z, double edge, uint32_t cells) {
    plump_mesh* slab = mesh_slab(x, y, z, cells, cells, cells);
    fixture f = fixture_of_mesh(slab);
    for (size_t i = 0; i < f.vertex_count; ++i) {
        double up = f.positions[3 * i + 1] / y + 0.5;
        f.positions[3 * i] *= up + (1 - up) * edge / x;
    }
    plump_mesh_destroy(slab);
    return mesh_taken(f);
}

// --- tubes ---

typedef void curve_fn(double t, double out[3]);

static inline void curve_frame(curve_fn* curve, double t, double tangent[3]) {
    double before[3], after[3];
    curve(t - 1e-4, before);
    curve(t + 1e-4, after);
    for (int k = 0; k < 3; ++k) tangent[k] = after[k] - before[k];
    double size = volume_length(tangent);
    for (int k = 0; k < 3; ++k) tangent[k] /= size;
}

// A tube along curve(0..1), closed by flat ends. The frame is carried along without twist.
static inline plump_mesh* mesh_tube(curve_fn* curve, double radius, uint32_t rings,
                                    uint32_t around) {
    fixture f = {0};
    double side[3] = {0.3, 0.5, 0.8}, tangent[3], up[3], p[3];
    for (uint32_t i = 0; i <= rings; ++i) {
        curve((double)i / rings, p);
        curve_frame(curve, (double)i / rings, tangent);
        double along = volume_dot(side, tangent);
        for (int k = 0; k < 3; ++k) side[k] -= along * tangent[k];
        double size = volume_length(side);
        for (int k = 0; k < 3; ++k) side[k] /= size;
        volume_cross(tangent, side, up);
        for (uint32_t j = 0; j < around; ++j) {
            double c = radius * cos(2 * VOLUME_PI * j / around);
            double s = radius * sin(2 * VOLUME_PI * j / around);
            fixture_vertex(&f, p[0] + c * side[0] + s * up[0], p[1] + c * side[1] + s * up[1],
                           p[2] + c * side[2] + s * up[2]);
        }
        if (i > 0 && i < rings) continue;
        fixture_vertex(&f, p[0], p[1], p[2]);  // behind its ring
    }
    uint32_t shift = 0;
    for (uint32_t j = 0; j < around; ++j) {
        uint32_t next = (j + 1) % around, last = 1 + rings * around;
        fixture_triangle(&f, around, next, j);
        fixture_triangle(&f, last + around, last + j, last + next);
        for (uint32_t i = 0; i < rings; ++i) {
            shift = i > 0;  // the first ring has its middle behind it
            uint32_t row = i * around + shift, above = (i + 1) * around + 1;
            fixture_quad(&f, row + j, row + next, above + next, above + j);
        }
    }
    return mesh_taken(f);
}

// --- a floor ---

// Points and triangles for a sheet over [-size, size]^2 at y = 0 whose triangles have all sizes and
// directions; to be freed.
typedef struct uneven_floor {
    float* points;
    uint32_t* triangles;
    uint32_t point_count, triangle_count;
} uneven_floor;

static inline uneven_floor uneven_floor_make(double size, uint32_t cells, uint64_t seed) {
    uneven_floor f = {.point_count = (cells + 1) * (cells + 1),
                      .triangle_count = 2 * cells * cells};
    f.points = calloc(3 * (size_t)f.point_count, sizeof *f.points);
    f.triangles = calloc(3 * (size_t)f.triangle_count, sizeof *f.triangles);
    assert_true(f.points && f.triangles);
    uint32_t n = 0, row = cells + 1;
    for (uint32_t i = 0; i <= cells; ++i)
        for (uint32_t j = 0; j <= cells; ++j, ++n) {
            double at[2] = {i, j};
            for (int k = 0; k < 2; ++k) {
                bool border = at[k] == 0 || at[k] == cells;
                at[k] += border ? 0 : 0.35 * volume_random(&seed);
                f.points[3 * (size_t)n + (k ? 2 : 0)] = (float)(size * (2 * at[k] / cells - 1));
            }
        }
    uint32_t* t = f.triangles;
    for (uint32_t i = 0; i < cells; ++i)
        for (uint32_t j = 0; j < cells; ++j, t += 6) {
            uint32_t a = i * row + j, b = a + row, c = b + 1, d = a + 1;
            bool other = volume_random(&seed) > 0;
            const uint32_t one[6] = {a, d, c, a, c, b}, two[6] = {a, d, b, d, c, b};
            memcpy(t, other ? one : two, sizeof one);
        }
    return f;
}

static inline void uneven_floor_free(uneven_floor* f) {
    free(f->points);
    free(f->triangles);
}

#endif
