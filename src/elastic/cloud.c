// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/cloud.h"

#include "src/base/hash.h"

#include <math.h>

#define FLAT 1e-9  // less than this share of a turn is left: that of a line about itself

// --- rigid motions ---

static double dot3(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Takes row `motion` of the rigid motions, which has unit length in each piece, out of a vector.
static void take_out(const pl_cloud* cloud, int motion, double* vector) {
    const double* row = cloud->rigid + (size_t)motion * 3 * cloud->count;
    for (uint32_t p = 0; p < cloud->piece_count; ++p) cloud->amount[p] = 0;
    for (uint32_t i = 0; i < cloud->count; ++i)
        cloud->amount[cloud->piece[i]] += dot3(row + 3 * (size_t)i, vector + 3 * (size_t)i);
    for (uint32_t i = 0; i < cloud->count; ++i)
        for (size_t c = 3 * (size_t)i; c < 3 * (size_t)i + 3; ++c)
            vector[c] -= cloud->amount[cloud->piece[i]] * row[c];
}

void pl_cloud_clean(const pl_cloud* cloud, double* vector) {
    for (int motion = 0; motion < 6; ++motion) take_out(cloud, motion, vector);
}

// Squared length in each piece.
static void measure(const pl_cloud* cloud, const double* row, double* length) {
    for (uint32_t p = 0; p < cloud->piece_count; ++p) length[p] = 0;
    for (uint32_t i = 0; i < cloud->count; ++i)
        length[cloud->piece[i]] += dot3(row + 3 * (size_t)i, row + 3 * (size_t)i);
}

// Three shifts and three turns about the centre of each piece, by Gram and Schmidt. Turns that move
// nothing (of a point, of a line about itself) become 0.
static bool fill_rigid(pl_cloud* cloud, pl_arena* scratch) {
    size_t length = 3 * (size_t)cloud->count;
    double* centre = pl_arena_alloc_zero(scratch, cloud->piece_count, 4 * sizeof *centre);
    double* before = pl_arena_alloc(scratch, cloud->piece_count, sizeof *before);
    double* after = pl_arena_alloc(scratch, cloud->piece_count, sizeof *after);
    if (!centre || !before || !after) return false;
    for (uint32_t i = 0; i < cloud->count; ++i) {
        double mass = cloud->root_mass[i] * cloud->root_mass[i], *at = centre + 4 * cloud->piece[i];
        for (size_t c = 0; c < 3; ++c) at[c] += mass * cloud->position[3 * (size_t)i + c];
        at[3] += mass;
    }
    for (int motion = 0; motion < 6; ++motion) {
        double *row = cloud->rigid + (size_t)motion * length, axis[3] = {0, 0, 0};
        axis[motion % 3] = 1;
        for (uint32_t i = 0; i < cloud->count; ++i) {
            const double* sum = centre + 4 * cloud->piece[i];
            pl_vec3d along = pl_vec3d_load(axis);
            pl_vec3d middle = pl_vec3d_scale(pl_vec3d_load(sum), 1 / sum[3]);
            if (motion >= 3)
                along = pl_vec3d_cross(along, pl_vec3d_sub(pl_cloud_position(cloud, i), middle));
            pl_vec3d_store(pl_vec3d_scale(along, cloud->root_mass[i]), row + 3 * (size_t)i);
        }
        measure(cloud, row, before);
        for (int round = 0; round < 2; ++round)
            for (int earlier = 0; earlier < motion; ++earlier) take_out(cloud, earlier, row);
        measure(cloud, row, after);
        for (uint32_t i = 0; i < cloud->count; ++i) {
            double left = after[cloud->piece[i]];
            double factor = left > FLAT * before[cloud->piece[i]] ? 1 / sqrt(left) : 0;
            for (size_t c = 3 * (size_t)i; c < 3 * (size_t)i + 3; ++c) row[c] *= factor;
        }
    }
    return true;
}

bool pl_cloud_find_rigid(pl_cloud* cloud, pl_arena* memory, pl_arena* scratch) {
    cloud->rigid = pl_arena_alloc(memory, 18 * (size_t)cloud->count, sizeof *cloud->rigid);
    cloud->amount = pl_arena_alloc(memory, cloud->piece_count, sizeof *cloud->amount);
    return cloud->rigid && cloud->amount && fill_rigid(cloud, scratch);
}

// --- where to begin ---

// From -1 to 1, scattered but always the same.
static double scatter(uint64_t seed) {
    return (double)(pl_hash_mix(seed) >> 11) * 0x1p-52 - 1;
}

void pl_cloud_start(const pl_cloud* cloud, double* start) {
    for (uint32_t i = 0; i < cloud->count; ++i) {
        const double* x = cloud->position + 3 * (size_t)i;
        const double term[20] = {1,
                                 x[0],
                                 x[1],
                                 x[2],
                                 x[0] * x[0],
                                 x[0] * x[1],
                                 x[0] * x[2],
                                 x[1] * x[1],
                                 x[1] * x[2],
                                 x[2] * x[2],
                                 x[0] * x[0] * x[0],
                                 x[0] * x[0] * x[1],
                                 x[0] * x[0] * x[2],
                                 x[0] * x[1] * x[1],
                                 x[0] * x[1] * x[2],
                                 x[0] * x[2] * x[2],
                                 x[1] * x[1] * x[1],
                                 x[1] * x[1] * x[2],
                                 x[1] * x[2] * x[2],
                                 x[2] * x[2] * x[2]};
        for (size_t c = 0; c < 3; ++c) {
            double sum = 0.5 * scatter(1000 + 3 * (uint64_t)i + c);
            for (size_t k = 0; k < 20; ++k) sum += scatter(20 * c + k) * term[k];
            start[3 * (size_t)i + c] = sum * cloud->root_mass[i];
        }
    }
}
