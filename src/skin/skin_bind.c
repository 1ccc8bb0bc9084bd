// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a skin remembers of the moment it was laid on: distances, weights, its own small shape.
#include "src/skin/skin_data.h"

// Rounds that smooth weights: each takes the mean of a vertex and its neighbours.
#define WEIGHT_ROUNDS 24

// Distances to everything within the reach of the nearest, found with a radius that grows.
static void measure_gaps(plump_skin* skin, uint32_t place) {
    uint32_t count = skin->surface->count;
    pl_vec3d p = pl_skin_point(skin->x, place);
    double nearest = INFINITY;
    for (double radius = skin->reach; nearest == INFINITY && radius < 1e9; radius *= 4) {
        for (uint32_t b = 0; b < skin->carrier_count; ++b) {
            pl_below_near near;
            bool found = pl_below_ask(&skin->below[b], p, radius, &near);
            skin->gap[(size_t)b * count + place] = found ? (float)near.distance : INFINITY;
            if (!found || !(near.distance < nearest)) continue;
            nearest = near.distance;
            skin->nearest[place] = (uint8_t)b;
        }
    }
    skin->least_gap[place] = (float)nearest;
}

static void weigh(plump_skin* skin, uint32_t place) {
    uint32_t count = skin->surface->count;
    double sum = 0;
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        size_t at = (size_t)b * count + place;
        double behind = (double)(skin->gap[at] - skin->least_gap[place]) / skin->reach;
        double share = behind < 1 ? (1 - behind) * (1 - behind) : 0;
        skin->weight[at] = (float)share;
        sum += share;
    }
    for (uint32_t b = 0; b < skin->carrier_count; ++b)
        skin->weight[(size_t)b * count + place] /= (float)sum;
}

static void bind_places(plump_skin* skin, uint32_t begin, uint32_t end) {
    const pl_surface* s = skin->surface;
    for (uint32_t i = begin; i < end; ++i) {
        measure_gaps(skin, i);
        weigh(skin, i);
        pl_vec3d mean = pl_skin_mean(s, skin->x, i);
        pl_skin_set(skin->delta, i, pl_vec3d_sub(pl_skin_point(skin->x, i), mean));
    }
}

// One carrier's weights, once smoother; `to` is scratch.
static void smooth_weights(const pl_surface* s, const float* from, float* to) {
    for (uint32_t i = 0; i < s->count; ++i) {
        double sum = (double)from[i];
        for (uint32_t n = s->ring_first[i]; n < s->ring_first[i + 1]; ++n)
            sum += (double)from[s->ring[n]];
        to[i] = (float)(sum / (1.0 + s->ring_first[i + 1] - s->ring_first[i]));
    }
}

void pl_skin_bind(plump_skin* skin, pl_task_pool* pool) {
    const pl_surface* s = skin->surface;
    pl_skin_run(skin, pool, bind_places, s->count);
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        float* weight = skin->weight + (size_t)b * s->count;
        // even rounds end where they began
        for (uint32_t round = 0; round < WEIGHT_ROUNDS; round += 2) {
            smooth_weights(s, weight, skin->push);
            smooth_weights(s, skin->push, weight);
        }
    }
}
