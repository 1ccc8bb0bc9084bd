// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a skin remembers of the moment it was laid on: distances, weights, its own small shape.
#include "src/skin/skin_data.h"

// Rounds that smooth weights: each takes the mean of a vertex and its neighbours.
#define WEIGHT_ROUNDS 24
#define RIGID         0.3f  // weight of what moves a vertex as it moves itself
#define NEAR          0.3   // reaches, within which something is below a vertex
#define FAR           1e11  // m: nothing that a world takes in is farther from anything else

// Distances to everything within the reach of the nearest, found with a radius that grows.
static void measure_gaps(plump_skin* skin, uint32_t place) {
    uint32_t count = skin->surface->count;
    pl_vec3d p = pl_skin_point(skin->x, place);
    double nearest = INFINITY;
    for (double radius = skin->reach; nearest == INFINITY && radius < FAR; radius *= 4) {
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

pl_vec3d pl_skin_normal(const plump_skin* skin, uint32_t place) {
    const pl_surface* s = skin->surface;
    pl_vec3d sum = pl_vec3d_make(0, 0, 0), here = pl_skin_point(skin->x, place);
    uint32_t first = s->ring_first[place], end = s->ring_first[place + 1];
    for (uint32_t n = first; n < end; ++n) {
        uint32_t next = n + 1 < end ? n + 1 : first;
        pl_vec3d a = pl_vec3d_sub(pl_skin_point(skin->x, s->ring[n]), here);
        pl_vec3d b = pl_vec3d_sub(pl_skin_point(skin->x, s->ring[next]), here);
        sum = pl_vec3d_add(sum, pl_vec3d_cross(a, b));
    }
    return pl_vec3d_normalize(sum, pl_vec3d_make(0, 1, 0));
}

// What is near, and not met above at rest, as a thumb is above the palm.
static void find_lower(plump_skin* skin, uint32_t place) {
    uint32_t count = skin->surface->count;
    pl_vec3d p = pl_skin_point(skin->x, place), out = pl_skin_point(skin->outward, place);
    pl_vec3d above = pl_vec3d_add_scaled(p, PL_SKIN_RISE * skin->reach, out);
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        double at;
        bool near = (double)skin->gap[(size_t)b * count + place] < NEAR * skin->reach;
        if (near && !pl_below_meet(&skin->below[b], above, p, &at))
            skin->lower[place] |= UINT64_C(1) << b;
    }
}

static void bind_places(plump_skin* skin, uint32_t begin, uint32_t end) {
    const pl_surface* s = skin->surface;
    for (uint32_t i = begin; i < end; ++i) {
        measure_gaps(skin, i);
        weigh(skin, i);
        pl_vec3d mean = pl_skin_mean(s, skin->x, i);
        pl_skin_set(skin->delta, i, pl_vec3d_sub(pl_skin_point(skin->x, i), mean));
        pl_skin_set(skin->outward, i, pl_skin_normal(skin, i));
        find_lower(skin, i);
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

// Nothing of an obstacle that carries a vertex can come out beside it.
static void forget_rigid(plump_skin* skin) {
    uint32_t count = skin->surface->count;
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        if (!skin->below[b].obstacle) continue;
        for (uint32_t i = 0; i < count; ++i)
            if (skin->weight[(size_t)b * count + i] > RIGID) skin->lower[i] &= ~(UINT64_C(1) << b);
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
    forget_rigid(skin);
}
