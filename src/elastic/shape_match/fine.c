// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How regions overlap.
#include "src/elastic/shape_match/fine.h"

#include <string.h>

// --- who overlaps ---

// The regions of `of` that have places of a region.
static uint32_t note_overlaps(const pl_ball_regions* means, const pl_ball_regions* of,
                              uint32_t region, uint32_t* seen, uint32_t* out) {
    uint32_t found = 0;
    for (uint32_t m = means->member_first[region]; m < means->member_first[region + 1]; ++m) {
        uint32_t place = means->member[m];
        for (uint32_t k = of->region_first[place]; k < of->region_first[place + 1]; ++k) {
            uint32_t other = of->region[k];
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

// `seen` has room for the regions of either.
static bool find_overlaps(const pl_ball_regions* means, const pl_ball_regions* of, uint32_t* seen,
                          pl_arena* memory, pl_overlaps* o) {
    o->of = of;
    o->first = pl_arena_alloc_zero(memory, (size_t)means->count + 1, sizeof(uint32_t));
    if (!o->first) return false;
    memset(seen, 0, of->count * sizeof *seen);
    for (uint32_t k = 0; k < means->count; ++k)
        o->first[k + 1] = o->first[k] + note_overlaps(means, of, k, seen, NULL);
    o->other = pl_arena_alloc_zero(memory, o->first[means->count], sizeof(uint32_t));
    o->moment = pl_arena_alloc_zero(memory, o->first[means->count], 4 * sizeof(float));
    if (!o->other || !o->moment) return false;
    memset(seen, 0, of->count * sizeof *seen);
    for (uint32_t k = 0; k < means->count; ++k) {
        uint32_t* list = o->other + o->first[k];
        note_overlaps(means, of, k, seen, list);
        sort(list, o->first[k + 1] - o->first[k]);
    }
    return true;
}

pl_fine* pl_fine_create(pl_body* body, const pl_ball_regions* balls, const pl_ball_regions* means) {
    pl_arena* memory = &body->memory;
    pl_fine* fine = pl_arena_alloc_zero(memory, 1, sizeof *fine);
    if (!fine) return NULL;
    uint32_t most = balls->count > means->count ? balls->count : means->count;
    fine->means = means;
    fine->slot = pl_arena_alloc_zero(memory, most, sizeof(uint32_t));
    if (!fine->slot || !find_overlaps(means, balls, fine->slot, memory, &fine->goals) ||
        !find_overlaps(means, means, fine->slot, memory, &fine->own))
        return NULL;
    fine->inv_mass = pl_arena_alloc_zero(memory, means->count, sizeof(float));
    fine->sum = pl_arena_alloc_zero(memory, means->count, 4 * sizeof(float));
    fine->shift = pl_arena_alloc_zero(memory, means->count, 4 * sizeof(float));
    for (int k = 0; k < 2; ++k)
        fine->mean[k] = pl_arena_alloc_zero(memory, means->count, 4 * sizeof(float));
    if (!fine->inv_mass || !fine->sum || !fine->shift || !fine->mean[0] || !fine->mean[1])
        return NULL;
    return fine;
}

// --- how much ---

static double mass_of(const pl_body* body, const pl_ball_regions* means, uint32_t region) {
    double mass = 0.0;
    for (uint32_t m = means->member_first[region]; m < means->member_first[region + 1]; ++m)
        mass += (double)body->fit[means->member[m]] * (double)means->member_share[m];
    return mass;
}

static void add_member(const pl_body* body, const pl_overlaps* o, const uint32_t* slot,
                       uint32_t place, double weight) {
    const pl_ball_regions* of = o->of;
    for (uint32_t k = of->region_first[place]; k < of->region_first[place + 1]; ++k) {
        float* moment = o->moment + 4 * (size_t)slot[of->region[k]];
        double share = weight * (double)of->region_share[k];
        for (int c = 0; c < 3; ++c) moment[c] += (float)(share * (double)body->rest[c][place]);
        moment[3] += (float)share;
    }
}

static void weigh_overlaps(const pl_body* body, const pl_fine* fine, const pl_overlaps* o) {
    const pl_ball_regions* means = fine->means;
    memset(o->moment, 0, o->first[means->count] * 4 * sizeof(float));
    for (uint32_t k = 0; k < means->count; ++k) {
        for (uint32_t n = o->first[k]; n < o->first[k + 1]; ++n) fine->slot[o->other[n]] = n;
        for (uint32_t m = means->member_first[k]; m < means->member_first[k + 1]; ++m) {
            double weight = (double)body->fit[means->member[m]] * (double)means->member_share[m];
            add_member(body, o, fine->slot, means->member[m], weight * (double)fine->inv_mass[k]);
        }
    }
}

void pl_fine_update(const pl_body* body, const pl_shape_match* sm) {
    const pl_fine* fine = sm->fine;
    for (uint32_t k = 0; k < fine->means->count; ++k) {
        double mass = mass_of(body, fine->means, k);
        fine->inv_mass[k] = mass > 0.0 ? (float)(1.0 / mass) : 0.0f;
    }
    weigh_overlaps(body, fine, &fine->goals);
    weigh_overlaps(body, fine, &fine->own);
}
