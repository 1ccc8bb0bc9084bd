// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Whether a clip can be played round: the skinned pose at its end against that at its beginning.
#include "io/character_data.h"

#include <math.h>

#define SLACK 0.02  // of the character's size, by which the two may differ

// The diagonal of the box around the positions.
static double size_of(const float* positions, uint32_t count) {
    double squared = 0;
    for (size_t k = 0; k < 3; ++k) {
        double low = 1e300, high = -1e300;
        for (size_t i = 0; i < count; ++i) {
            low = fmin(low, (double)positions[3 * i + k]);
            high = fmax(high, (double)positions[3 * i + k]);
        }
        squared += (high - low) * (high - low);
    }
    return sqrt(squared);
}

static plump_result skin_at(plump_pose* pose, uint32_t clip, double time, float* positions,
                            plump_error* error) {
    plump_result result = plump_pose_set(pose, clip, time, error);
    if (result == PLUMP_OK) plump_pose_skin(pose, positions);
    return result;
}

// With room for the vertices at both ends.
static plump_result compare_ends(plump_pose* pose, uint32_t clip,
                                 const plump_character_clip* played, float* begin, float* end,
                                 bool* is_loop, plump_error* error) {
    uint32_t count = (uint32_t)pl_pose_character(pose)->positions.count;
    double most = 0;
    plump_result result = skin_at(pose, clip, played->end, end, error);
    if (result == PLUMP_OK) result = skin_at(pose, clip, played->begin, begin, error);
    if (result != PLUMP_OK) return result;
    for (size_t i = 0; i < 3 * (size_t)count; ++i)
        most = fmax(most, fabs((double)begin[i] - (double)end[i]));
    *is_loop = most <= SLACK * size_of(begin, count);
    return plump_pose_set(pose, PLUMP_NO_CLIP, 0, error);
}

plump_result plump_pose_find_loop(plump_pose* pose, uint32_t clip, bool* is_loop,
                                  plump_error* error) {
    const plump_character* c = pl_pose_character(pose);
    plump_character_clip played;
    if (plump_character_get_clip(c, clip, &played) != PLUMP_OK)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "clip %u: the character has %u", (unsigned)clip,
                       (unsigned)c->clip_count);
    uint32_t count = (uint32_t)c->positions.count;
    pl_arena arena = pl_arena_make(c->hooks);
    float* begin = pl_arena_alloc(&arena, count, 3 * sizeof *begin);
    float* end = pl_arena_alloc(&arena, count, 3 * sizeof *end);
    plump_result result = PLUMP_ERROR_MEMORY;
    if (begin && end)
        result = compare_ends(pose, clip, &played, begin, end, is_loop, error);
    else
        pl_fail_memory(error, "looking at a clip");
    pl_arena_release(&arena, NULL);
    return result;
}
