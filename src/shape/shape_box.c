// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Boxes: faces of near-square cells, each cut in four about its centre, so that no diagonal is
// preferred. With a, b, c cells along x, y, z there are q = 2 (ab + bc + ca) cells and 2 q + 2
// vertices: q + 2 corners of cells, q centres.
#include "src/shape/shape_build.h"

typedef struct box {
    uint32_t cells[3];
    double sides[3];
    pl_shape_surface* surface;
} box;

static uint32_t cell_count(const uint32_t c[3]) {
    return 2 * (c[0] * c[1] + c[1] * c[2] + c[2] * c[0]);
}

// The number of a lattice point on the box's skin: whole layers at both ends in z, rims between.
static uint32_t skin_vertex(const box* b, const uint32_t at[3]) {
    uint32_t nx = b->cells[0] + 1, ny = b->cells[1] + 1, nz = b->cells[2] + 1;
    uint32_t rim = 2 * (b->cells[0] + b->cells[1]);
    if (at[2] == 0) return at[1] * nx + at[0];
    if (at[2] + 1 == nz) return nx * ny + (nz - 2) * rim + at[1] * nx + at[0];
    uint32_t start = nx * ny + (at[2] - 1) * rim;
    if (at[1] == 0) return start + at[0];
    if (at[1] + 1 == ny) return start + nx + at[0];
    return start + 2 * nx + 2 * (at[1] - 1) + (at[0] != 0);
}

static pl_vec3d lattice_point(const box* b, const uint32_t at[3]) {
    return (pl_vec3d){b->sides[0] * at[0] / b->cells[0], b->sides[1] * at[1] / b->cells[1],
                      b->sides[2] * at[2] / b->cells[2]};
}

// One cell: its corners counter-clockwise from outside, the centre, four triangles.
static void cut_cell(const box* b, const uint32_t corners[4][3], uint32_t cell) {
    uint32_t ids[4], centre = cell_count(b->cells) + 2 + cell;
    pl_vec3d sum = {0, 0, 0};
    for (uint32_t k = 0; k < 4; ++k) {
        ids[k] = skin_vertex(b, corners[k]);
        b->surface->points[ids[k]] = lattice_point(b, corners[k]);
        sum = pl_vec3d_add(sum, b->surface->points[ids[k]]);
    }
    b->surface->points[centre] = pl_vec3d_scale(sum, 0.25);
    uint32_t* t = b->surface->triangles + 12 * (size_t)cell;
    for (uint32_t k = 0; k < 4; ++k) *t++ = centre, *t++ = ids[k], *t++ = ids[(k + 1) % 4];
}

static bool make_box(box* b) {
    uint32_t cells = cell_count(b->cells), cell = 0;
    if (!pl_surface_reserve(b->surface, 2 * cells + 2, 4 * cells)) return false;
    for (uint32_t axis = 0; axis < 3; ++axis)
        for (uint32_t far = 0; far < 2; ++far) {
            // u, v turn counter-clockwise about +axis; seen from the other side they swap
            uint32_t u = (axis + (far ? 1 : 2)) % 3, v = (axis + (far ? 2 : 1)) % 3;
            for (uint32_t i = 0; i < b->cells[u]; ++i)
                for (uint32_t j = 0; j < b->cells[v]; ++j) {
                    uint32_t corners[4][3];
                    for (uint32_t k = 0; k < 4; ++k) {
                        corners[k][axis] = far ? b->cells[axis] : 0;
                        corners[k][u] = i + (k == 1 || k == 2);
                        corners[k][v] = j + (k >= 2);
                    }
                    cut_cell(b, (const uint32_t(*)[3])corners, cell++);
                }
        }
    return true;
}

static double distance(double a, double b) {
    return a > b ? a - b : b - a;
}

bool pl_shape_box(pl_shape_surface* surface, uint32_t wish) {
    uint32_t k = 1;
    while (distance(12.0 * (k + 1) * (k + 1) + 2, wish) < distance(12.0 * k * k + 2, wish)) ++k;
    box b = {{k, k, k}, {1, 1, 1}, surface};
    return make_box(&b);
}

#define BAR_LENGTH 4  // times its thickness

// How badly `along` x `across` x `across` cells do: cells that are not square, and vertices missed.
static double bar_cost(uint32_t along, uint32_t across, double wish) {
    double stretch = (double)along / (BAR_LENGTH * (double)across);
    double vertices = 4.0 * across * across + 8.0 * along * across + 2;
    return (stretch > 1 ? stretch : 1 / stretch) - 1 + 8 * distance(vertices / wish, 1);
}

bool pl_shape_bar(pl_shape_surface* surface, uint32_t wish) {
    uint32_t best_along = BAR_LENGTH, best_across = 1;
    for (uint32_t across = 1; 36.0 * across * across < 2.0 * wish; ++across)
        for (uint32_t along = 3 * across; along <= 5 * across; ++along)
            if (bar_cost(along, across, wish) < bar_cost(best_along, best_across, wish))
                best_along = along, best_across = across;
    box b = {{best_along, best_across, best_across}, {BAR_LENGTH, 1, 1}, surface};
    return make_box(&b);
}
