// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The moments of the regions' rest shapes. They change only with the weights: a pin, paint.
#include "src/elastic/shape_match/shape_match.h"

// Sums of weight, w x0 and w x0 x0^T over a region.
typedef struct rest_sums {
    double weight, first[3], second[6];
} rest_sums;

static void add_place(rest_sums* sums, const pl_body* body, uint32_t place, double weight) {
    double x = (double)body->rest[0][place], y = (double)body->rest[1][place];
    double z = (double)body->rest[2][place];
    sums->weight += weight;
    sums->first[0] += weight * x, sums->first[1] += weight * y, sums->first[2] += weight * z;
    sums->second[0] += weight * x * x, sums->second[1] += weight * x * y;
    sums->second[2] += weight * x * z, sums->second[3] += weight * y * y;
    sums->second[4] += weight * y * z, sums->second[5] += weight * z * z;
}

static void add_run(rest_sums* sums, const pl_body* body, const pl_ring_regions* rings,
                    pl_run run) {
    uint32_t place, end;
    pl_run_places(run, &place, &end);
    for (; place < end; ++place)
        add_place(sums, body, place, (double)body->fit[place] * (double)rings->inv_size[place]);
}

static rest_sums sum_region(const pl_body* body, const pl_shape_match* sm, uint32_t region) {
    rest_sums sums = {0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}};
    if (sm->rings) {
        const pl_ring_regions* rings = sm->rings;
        for (uint32_t k = rings->run_first[region]; k < rings->run_first[region + 1]; ++k)
            add_run(&sums, body, rings, rings->runs[k]);
    } else {
        const pl_ball_regions* balls = sm->balls;
        for (uint32_t k = balls->member_first[region]; k < balls->member_first[region + 1]; ++k)
            add_place(&sums, body, balls->member[k],
                      (double)body->fit[balls->member[k]] * (double)balls->member_share[k]);
    }
    return sums;
}

// Moments about the centre, the centre, the mass.
static void keep(const pl_shape_match* sm, uint32_t region, const rest_sums* s) {
    bool some = s->weight > 0;
    for (unsigned r = 0, k = 0; r < 3; ++r) {
        for (unsigned c = r; c < 3; ++c, ++k) {
            double about = some ? s->second[k] - s->first[r] * s->first[c] / s->weight : 0.0;
            sm->region_rest[k][region] = (float)about;
        }
        sm->region_rest[6 + r][region] = some ? (float)(s->first[r] / s->weight) : 0.0f;
    }
    sm->region_rest[9][region] = (float)s->weight;
}

void pl_region_rest_update(const pl_body* body) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    for (uint32_t region = 0; region < sm->region_count; ++region) {
        rest_sums sums = sum_region(body, sm, region);
        keep(sm, region, &sums);
    }
    if (!sm->balls) return;
    rest_sums whole = {0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}};  // the core
    for (uint32_t i = 0; i < body->count; ++i) add_place(&whole, body, i, (double)body->fit[i]);
    keep(sm, sm->region_count, &whole);
}
