// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Positions become 32-bit floats about an origin near the middle, before anything is judged: what
// the report says is then true of the very numbers that are stored.
//
// The origin is a multiple of a power of two, and positions are cut to a grid that both share, so
// that origin + position is exact in double. Writing a mesh and taking it in again must give the
// same origin and the same bits; since cutting can move the bounding box and with it the origin and
// the grid, the step repeats until both stay. Every pass moves a coordinate to a coarser grid or
// not at all, so that ends after a few passes.
#include <math.h>
#include <string.h>

#include "src/base/narrow.h"
#include "src/mesh/mesh_intake.h"

#define MOST_PASSES 16

// The largest power of two that is not above a positive normal number.
static double power_below(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits &= UINT64_C(0x7FF0000000000000);
    memcpy(&value, &bits, sizeof bits);
    return value;
}

pl_intake_bounds pl_intake_find_bounds(const pl_intake* s) {
    pl_intake_bounds b = {{0}, {0}, 0, 0};
    bool any = false;
    const double* p = s->positions;
    for (uint32_t v = 0; v < s->vertex_count; ++v, p += 3) {
        if (!s->used[v]) continue;
        for (int k = 0; k < 3; ++k) {
            if (!any || p[k] < b.low[k]) b.low[k] = p[k];
            if (!any || p[k] > b.high[k]) b.high[k] = p[k];
        }
        any = true;
    }
    for (int k = 0; k < 3; ++k) {
        double side = b.high[k] - b.low[k];
        if (side > b.size) b.size = side;
        b.low[k] += s->origin[k];
        b.high[k] += s->origin[k];
        if (fabs(b.low[k]) > b.reach) b.reach = fabs(b.low[k]);
        if (fabs(b.high[k]) > b.reach) b.reach = fabs(b.high[k]);
    }
    return b;
}

// What all positions and the origin are multiples of: 2^-50 of the largest coordinate.
static double find_grid(double reach) {
    return power_below(reach) * 2 / 1125899906842624.0;
}

// Adding and taking away 1.5 x 2^52 grid steps rounds to a whole number of them; + 0 makes a
// negative zero positive, so that equal positions have equal bits.
static double snap(double x, double origin, double grid) {
    double rounder = 6755399441055744.0 * grid;
    x = (x + rounder) - rounder;
    return pl_narrow(x - origin) + 0.0;
}

void pl_intake_snap(const pl_intake* s, double position[3]) {
    double grid = find_grid(s->reach);
    for (int k = 0; k < 3; ++k) position[k] = snap(s->origin[k] + position[k], s->origin[k], grid);
}

static void find_origin(const pl_intake_bounds* bounds, double origin[3]) {
    double grid = find_grid(bounds->reach), step = power_below(bounds->size) / 1024;
    if (step < grid) step = grid;
    for (int k = 0; k < 3; ++k) {
        double centre = bounds->low[k] + (bounds->high[k] - bounds->low[k]) / 2;
        origin[k] = floor(centre / step + 0.5) * step;
    }
}

static void narrow_about(pl_intake* s, const double origin[3], double grid) {
    double* p = s->positions;
    for (uint32_t v = 0; v < s->vertex_count; ++v, p += 3) {
        if (!s->used[v]) continue;
        for (int k = 0; k < 3; ++k) p[k] = snap(s->origin[k] + p[k], origin[k], grid);
    }
}

static bool same_origin(const double a[3], const double b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

void pl_intake_narrow(pl_intake* s) {
    double grid = 0;
    for (int pass = 0; pass < MOST_PASSES; ++pass) {
        pl_intake_bounds bounds = pl_intake_find_bounds(s);
        s->size = bounds.size;
        s->reach = bounds.reach;
        if (bounds.size == 0) return;  // one point: nothing to centre
        double origin[3];
        find_origin(&bounds, origin);
        // a reach just below a power of two may have been rounded up to it
        if (pass > 0 && same_origin(origin, s->origin) && grid == find_grid(bounds.reach)) return;
        grid = find_grid(bounds.reach);
        narrow_about(s, origin, grid);
        for (int k = 0; k < 3; ++k) s->origin[k] = origin[k];
    }
}

bool pl_intake_has_moved(const pl_intake* s) {
    pl_intake_bounds bounds = pl_intake_find_bounds(s);
    double origin[3];
    if (bounds.size == 0) return false;
    find_origin(&bounds, origin);
    return !same_origin(origin, s->origin) || find_grid(bounds.reach) != find_grid(s->reach);
}
