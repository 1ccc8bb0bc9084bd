// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How regions overlap.
#include "src/elastic/shape_match/fine.h"

#include <string.h>

// --- who overlaps ---

static uint32_t note_overlaps(const pl_ball_regions* balls, uint32_t region, uint32_t* seen,
                              uint32_t* out) {
    uint32_t found = 0;
    for (uint32_t m = balls->member_first[region]; m < balls->member_first[region + 1]; ++m) {
        uint32_t place = balls->member[m];
        for (uint32_t k = balls->region_first[place]; k < balls->region_first[place + 1]; ++k) {
            uint32_t other = balls->region[k];
            if (seen[other] == region + 1) continue;
            seen[other] = region + 1;
            if (out) out[found] = other;
            ++found;
        }
    }
    return found;
}

static void sort(uint32_t* list, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        uint32_t value = list[i], k = i;
        for (; k > 0 && list[k - 1] > value; --k) list[k] = list[k - 1];
        list[k] = value;
    }
}

pl_fine* pl_fine_create(pl_body* body, const pl_ball_regions* balls) {
    pl_arena* memory = &body->memory;
    pl_fine* fine = pl_arena_alloc_zero(memory, 1, sizeof *fine);
    if (!fine) return NULL;
    fine->first = pl_arena_alloc_zero(memory, (size_t)balls->count + 1, sizeof(uint32_t));
    fine->slot = pl_arena_alloc_zero(memory, balls->count, sizeof(uint32_t));
    if (!fine->first || !fine->slot) return NULL;
    for (uint32_t j = 0; j < balls->count; ++j)
        fine->first[j + 1] = fine->first[j] + note_overlaps(balls, j, fine->slot, NULL);
    size_t pairs = fine->first[balls->count];
    fine->other = pl_arena_alloc_zero(memory, pairs, sizeof(uint32_t));
    fine->moment = pl_arena_alloc_zero(memory, pairs, 4 * sizeof(float));
    fine->shift = pl_arena_alloc_zero(memory, balls->count, 4 * sizeof(float));
    for (int k = 0; k < 2; ++k)
        fine->mean[k] = pl_arena_alloc_zero(memory, balls->count, 4 * sizeof(float));
    if (!fine->other || !fine->moment || !fine->shift || !fine->mean[0] || !fine->mean[1])
        return NULL;
    memset(fine->slot, 0, balls->count * sizeof(uint32_t));
    for (uint32_t j = 0; j < balls->count; ++j) {
        uint32_t* list = fine->other + fine->first[j];
        note_overlaps(balls, j, fine->slot, list);
        sort(list, fine->first[j + 1] - fine->first[j]);
    }
    return fine;
}

// --- how much ---

static void add_member(const pl_body* body, const pl_ball_regions* balls, const pl_fine* fine,
                       uint32_t place, double weight) {
    for (uint32_t k = balls->region_first[place]; k < balls->region_first[place + 1]; ++k) {
        float* moment = fine->moment + 4 * (size_t)fine->slot[balls->region[k]];
        double share = weight * (double)balls->region_share[k];
        for (int c = 0; c < 3; ++c) moment[c] += (float)(share * (double)body->rest[c][place]);
        moment[3] += (float)share;
    }
}

void pl_fine_update(const pl_body* body, const pl_shape_match* sm) {
    const pl_ball_regions* balls = sm->balls;
    const pl_fine* fine = sm->fine;
    memset(fine->moment, 0, fine->first[balls->count] * 4 * sizeof(float));
    for (uint32_t j = 0; j < balls->count; ++j) {
        double mass = (double)sm->region_rest[9][j];
        for (uint32_t n = fine->first[j]; n < fine->first[j + 1]; ++n)
            fine->slot[fine->other[n]] = n;
        for (uint32_t m = balls->member_first[j]; mass > 0.0 && m < balls->member_first[j + 1]; ++m)
            add_member(body, balls, fine, balls->member[m],
                       (double)body->fit[balls->member[m]] * (double)balls->member_share[m] / mass);
    }
}
