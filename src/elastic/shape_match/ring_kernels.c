// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/shape_match/shape_match.h"

PL_ISA_TABLES(pl_ring_kernels);

const pl_ring_kernels* pl_ring_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_ring_kernels, isa);
}

// --- the extra point of each region at rest ---

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
            pl_run_places(rings->runs[n], &place, &end);
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
