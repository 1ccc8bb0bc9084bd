// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/contact/resolve.h"
#include "src/wide/wide_four.h"
#include "src/wide/wide_transpose.h"
#include "src/wide/wide_vec.h"

#include <math.h>

// How the first sides of WIDE rows have moved past the second, by contacts and by pressure.
// *ease, K: how far an impulse of 1 moves the two sides apart, by the mass that is lent.
static inline void moves_of(const pl_resolve* resolve, const pl_row_block* b, uint32_t i,
                            wide move[3], wide* ease) {
    for (int c = 0; c < 3; ++c) move[c] = wide_splat(0.0f);
    *ease = wide_splat(0.0f);
    for (int k = 0; k < 4; ++k) {
        wide at[4], w = wide_loadu(b->weight[k] + i);
        fours_at_to_lanes(resolve->moves, b->move[k] + i, at);
        for (int c = 0; c < 3; ++c) move[c] = wide_add(move[c], wide_mul(w, at[c]));
        wide crowd = wide_max(at[3], wide_abs(w));  // itself at least, acting or not
        *ease = wide_add(*ease, wide_mul(wide_loadu(b->ease[k] + i), crowd));
    }
    for (int side = 0; side < 2; ++side) {
        float lambda[WIDE];
        for (uint32_t l = 0; l < WIDE; ++l) lambda[l] = resolve->lambdas[b->slot[side][i + l]];
        wide all = wide_loadu(lambda);
        for (int c = 0; c < 3; ++c)
            move[c] = wide_add(move[c], wide_mul(all, wide_loadu(b->press[side][c] + i)));
    }
}

static inline void load_lanes(float from[3][PL_LANES], uint32_t i, wide to[3]) {
    for (int c = 0; c < 3; ++c) to[c] = wide_loadu(from[c] + i);
}

// Friction wants the slide to end, and gets at most its share of the push.
static inline void rub(pl_row_block* b, uint32_t i, const wide n[3], const wide move[3],
                       wide per_ease, wide push, wide drag[3]) {
    wide way[3], ahead[3];
    load_lanes(b->slide, i, way);
    load_lanes(b->drag_ahead, i, ahead);
    for (int c = 0; c < 3; ++c) way[c] = wide_add(way[c], move[c]);
    wide along = dot(n, way);
    for (int c = 0; c < 3; ++c) {
        wide slide = wide_sub(way[c], wide_mul(along, n[c]));
        drag[c] = wide_sub(ahead[c], wide_mul(slide, per_ease));
    }
    wide size = wide_sqrt(dot(drag, drag));
    wide_mask slips = wide_lt(wide_mul(wide_loadu(b->friction_static + i), push), size);
    wide part = wide_div(wide_mul(wide_loadu(b->friction + i), push), size);
    part = wide_select(slips, part, wide_splat(1.0f));
    for (int c = 0; c < 3; ++c) drag[c] = wide_mul(drag[c], part);
}

// Takes the new value where a row acts, and looks ahead; returns by how much that has changed.
static inline wide take(wide_mask acts, wide lead, wide value, float* found, float* ahead) {
    wide old = wide_loadu(found), before = wide_loadu(ahead);
    wide next = wide_add(value, wide_mul(lead, wide_sub(value, old)));
    wide_storeu(found, wide_select(acts, value, old));
    wide_storeu(ahead, wide_select(acts, next, before));
    return wide_select(acts, wide_sub(next, before), wide_splat(0.0f));
}

// Whether any row is to be moved on by more than it may be off.
static inline bool are_open(const pl_row_block* b, uint32_t i, wide_mask acts, wide ease, wide push,
                            const wide drag[3]) {
    wide d = wide_sub(push, wide_loadu(b->push_ahead + i)), sum = wide_mul(d, d);
    for (int c = 0; c < 3; ++c) {
        d = wide_sub(drag[c], wide_loadu(b->drag_ahead[c] + i));
        sum = wide_add(sum, wide_mul(d, d));
    }
    wide off = wide_mul(ease, wide_sqrt(sum));
    return wide_any(wide_and(acts, wide_lt(wide_loadu(b->close + i), off)));
}

static inline bool answer_lanes(const pl_resolve* resolve, pl_row_block* b, uint32_t i,
                                float* impulses) {
    bool open = false;
    wide move[3], n[3], drag[3], out[4], ease, zero = wide_splat(0.0f);
    moves_of(resolve, b, i, move, &ease);
    load_lanes(b->normal, i, n);
    wide gap = wide_add(wide_loadu(b->gap + i), dot(n, move));
    wide ahead = wide_loadu(b->push_ahead + i);
    wide_mask acts = wide_or(wide_lt(gap, zero), wide_lt(zero, wide_loadu(b->push + i)));
    acts = wide_and(wide_or(acts, wide_not(wide_eq(ahead, zero))), wide_lt(zero, ease));
    for (int c = 0; c < 4; ++c) out[c] = zero;
    if (wide_any(acts)) {
        wide lead = wide_splat(resolve->lead);
        wide per_ease = wide_div(wide_splat(1.0f), ease);
        wide push = wide_max(wide_sub(ahead, wide_mul(gap, per_ease)), zero);
        rub(b, i, n, move, per_ease, push, drag);
        open = are_open(b, i, acts, ease, push, drag);
        wide more = take(acts, lead, push, b->push + i, b->push_ahead + i);
        for (int c = 0; c < 3; ++c) {
            wide rubbed = take(acts, lead, drag[c], b->drag[c] + i, b->drag_ahead[c] + i);
            out[c] = wide_add(rubbed, wide_mul(more, n[c]));
        }
        out[3] = wide_select(acts, wide_splat(1.0f), zero);
    }
    lanes_to_fours(out, impulses + 4 * (size_t)i);
    return open;
}

static bool answer(const pl_resolve* resolve, pl_row_block* block, float* impulses) {
    bool open = false;
    for (uint32_t i = 0; i < PL_LANES; i += WIDE)
        open = answer_lanes(resolve, block, i, impulses) || open;
    return open;
}

// The sum of |w| over the rows that act goes beside that of the impulses.
static inline float move_grip(const pl_resolve* resolve, uint32_t index, uint32_t hold_end) {
    const pl_grip* grip = &resolve->grips[index];
    float *move = resolve->moves + 4 * (size_t)index, crowd = 0.0f, sums[4];
    four sum = four_zero();
    for (uint32_t h = grip->hold_first; h < hold_end; ++h) {
        const float* impulse = resolve->impulses + 4 * (size_t)resolve->holds[h].row;
        float w = resolve->holds[h].weight;
        sum = four_add(sum, four_mul(four_splat(w), four_loadu(impulse)));
        crowd += fabsf(w) * impulse[3];
    }
    four_storeu(sums, four_add(four_loadu(move), four_mul(four_splat(grip->inv_mass), sum)));
    for (int c = 0; c < 3; ++c) move[c] = sums[c];
    move[3] = crowd;
    return grip->swell[0] * move[0] + grip->swell[1] * move[1] + grip->swell[2] * move[2];
}

static double move(const pl_resolve* resolve, uint32_t begin, uint32_t end) {
    double grown = 0.0;
    for (uint32_t i = begin; i < end; ++i) {
        bool is_last = i + 1 == resolve->grip_count;
        uint32_t hold_end = is_last ? resolve->hold_count : resolve->grips[i + 1].hold_first;
        grown += (double)move_grip(resolve, i, hold_end);
    }
    return grown;
}

static void settle(const pl_resolve* resolve, pl_row_block* block) {
    for (uint32_t i = 0; i < PL_LANES; i += WIDE) {
        wide move[3], n[3], ease;
        moves_of(resolve, block, i, move, &ease);
        load_lanes(block->normal, i, n);
        wide_storeu(block->gap + i, wide_add(wide_loadu(block->gap + i), dot(n, move)));
    }
}

const pl_resolve_kernels KERNEL(pl_resolve_kernels) = {answer, move, settle};
