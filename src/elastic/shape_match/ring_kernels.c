// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/shape_match/shape_match.h"

#include "src/math/rotation.h"

PL_ISA_TABLES(pl_ring_kernels);

const pl_ring_kernels* pl_ring_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_ring_kernels, isa);
}

// --- the extra point of each region at rest ---

// The places of a run: [*begin, *end).
static void run_places(pl_run run, uint32_t* begin, uint32_t* end) {
    *begin = run.from / 65 * 64 + run.from % 65;
    *end = run.to / 65 * 64 + run.to % 65;
}

static pl_vec3d rest_of(const pl_body* body, uint32_t place) {
    return pl_vec3d_make((double)body->rest[0][place], (double)body->rest[1][place],
                         (double)body->rest[2][place]);
}

static pl_vec3d rest_normal(const pl_body* body, uint32_t place) {
    const pl_surface* surface = body->surface;
    const uint32_t* ring = surface->ring + surface->ring_first[place];
    uint32_t count = surface->ring_first[place + 1] - surface->ring_first[place];
    pl_vec3d centre = rest_of(body, place), sum = pl_vec3d_make(0, 0, 0);
    for (uint32_t k = 0; k < count; ++k) {
        pl_vec3d a = pl_vec3d_sub(rest_of(body, ring[k]), centre);
        pl_vec3d b = pl_vec3d_sub(rest_of(body, ring[(k + 1) % count]), centre);
        sum = pl_vec3d_add(sum, pl_vec3d_cross(a, b));
    }
    return pl_vec3d_normalize(sum, pl_vec3d_make(0, 0, 0));
}

// l: how far the region's vertices are from their centre on average, by mass. (The paper divides by
// their number and so has a mass too many.)
static double mean_distance(const pl_body* body, uint32_t region) {
    const pl_ring_regions* rings = pl_shape_match_of(body)->rings;
    pl_vec3d centre = pl_vec3d_make(0, 0, 0);
    double mass = 0, sum = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t n = rings->run_first[region]; n < rings->run_first[region + 1]; ++n) {
            uint32_t place, end;
            run_places(rings->runs[n], &place, &end);
            for (; place < end; ++place) {
                double m = (double)body->mass[place];
                pl_vec3d x = rest_of(body, place);
                if (pass == 0) {
                    mass += m;
                    centre = pl_vec3d_add(centre, pl_vec3d_scale(x, m));
                } else {
                    sum += m * pl_vec3d_length(pl_vec3d_sub(x, centre));
                }
            }
        }
        if (!(mass > 0)) return 0;
        if (pass == 0) centre = pl_vec3d_scale(centre, 1 / mass);
    }
    return sum / mass;
}

void pl_ring_normal_points(const pl_body* body) {
    pl_shape_match* sm = pl_shape_match_of(body);
    for (uint32_t i = 0; i < body->padded; ++i) {
        double length = i < body->count ? mean_distance(body, i) : 0;
        pl_vec3d n = pl_vec3d_make(0, 0, 0);
        if (i < body->count) n = pl_vec3d_scale(rest_normal(body, i), length);
        sm->normal_points[0][i] = (float)n.x;
        sm->normal_points[1][i] = (float)n.y;
        sm->normal_points[2][i] = (float)n.z;
        sm->normal_points[3][i] = (float)length;
    }
}

// One region: the places of its runs, twice.
static void rest_of_region(const pl_body* body, uint32_t region) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    const pl_ring_regions* rings = sm->rings;
    double mass = 0, moment[6] = {0};
    pl_vec3d centre = pl_vec3d_make(0, 0, 0);
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t n = rings->run_first[region]; n < rings->run_first[region + 1]; ++n) {
            uint32_t place, end;
            run_places(rings->runs[n], &place, &end);
            for (; place < end; ++place) {
                double m = (double)(body->fit[place] * rings->inv_size[place]);
                pl_vec3d x = pl_vec3d_sub(rest_of(body, place), centre);
                const double r[3] = {x.x, x.y, x.z};
                mass += pass == 0 ? m : 0;
                if (pass == 0) moment[0] += m * x.x, moment[1] += m * x.y, moment[2] += m * x.z;
                for (int a = 0, k = 0; pass == 1 && a < 3; ++a) {
                    for (int c = a; c < 3; ++c, ++k) moment[k] += m * r[a] * r[c];
                }
            }
        }
        if (pass == 1 || !(mass > 0)) break;
        centre = pl_vec3d_scale(pl_vec3d_load(moment), 1 / mass);
        for (int k = 0; k < 6; ++k) moment[k] = 0;
    }
    for (int k = 0; k < 6; ++k) sm->region_rest[k][region] = (float)moment[k];
    sm->region_rest[6][region] = (float)centre.x;
    sm->region_rest[7][region] = (float)centre.y;
    sm->region_rest[8][region] = (float)centre.z;
    sm->region_rest[9][region] = (float)mass;
}

void pl_ring_rest_update(const pl_body* body) {
    for (uint32_t i = 0; i < body->count; ++i) rest_of_region(body, i);
}

void pl_ring_join_pose(pl_body* body) {
    pl_shape_match* sm = pl_shape_match_of(body);
    double sum[16] = {0}, moments[9], q[9];
    for (uint32_t span = 0; span * PL_SPAN_PARTICLES < body->padded; ++span) {
        for (uint32_t k = 0; k < 16; ++k) sum[k] += (double)sm->pose_sums[16 * span + k];
    }
    for (int i = 0; i < 9; ++i)
        moments[i] = sum[i / 3 * 4 + i % 3] - sum[i / 3 * 4 + 3] * sum[12 + i % 3] / sum[15];
    pl_rotation_fit(moments, q);
    pl_vec3d rest = pl_vec3d_make(sum[12] / sum[15], sum[13] / sum[15], sum[14] / sum[15]);
    pl_vec3d turned = pl_rotation_turn(q, rest);
    for (int i = 0; i < 9; ++i) sm->pose[i] = (float)q[i];
    sm->pose[9] = (float)(sum[3] / sum[15] - turned.x);
    sm->pose[10] = (float)(sum[7] / sum[15] - turned.y);
    sm->pose[11] = (float)(sum[11] / sum[15] - turned.z);
}
