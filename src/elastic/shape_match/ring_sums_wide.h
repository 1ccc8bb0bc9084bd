// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Prefix sums along the order, in blocks of 64, and sums over regions as differences along runs.
// Included by ring_kernel.inl. A lane is a channel, rows are added in list order.
//
// Beside rows of 16 floats lie rows of 4, or none: what turns (shape_match.h).
#ifndef PL_RING_SUMS_WIDE_H
#define PL_RING_SUMS_WIDE_H

#include "src/base/platform.h"
#include "src/elastic/shape_match/shape_match.h"
#include "src/wide/wide_four.h"

#include <string.h>

// Vectors of a row that hold its first 12 floats, all that there is without damping.
#define RING_PARTS ((12 + WIDE - 1) / WIDE)

// A block of 64 begins with rows of zeros.
static inline void begin_block(uint32_t place, float* rows, float* turns) {
    if (place % 64 != 0) return;
    memset(rows - 16, 0, 16 * sizeof *rows);
    if (turns) memset(turns - 4, 0, 4 * sizeof *turns);
}

// 16 rows to prefix sums, going on from the row before; of each the first `parts` vectors.
static inline void add_rows(const float* tile, int parts, float* rows) {
    wide sum[WIDE_16];
    for (int k = 0; k < parts; ++k) sum[k] = wide_loadu(rows - 16 + k * WIDE);
    for (int n = 0; n < 16; ++n) {
        for (int k = 0; k < parts; ++k) {
            sum[k] = wide_add(sum[k], wide_loadu(tile + 16 * n + k * WIDE));
            wide_storeu(rows + 16 * n + k * WIDE, sum[k]);
        }
    }
}

static inline void add_turns(const float* tile, float* turns) {
    four sum = four_loadu(turns - 4);
    for (int n = 0; n < 16; ++n) {
        sum = four_add(sum, four_loadu(tile + 4 * n));
        four_storeu(turns + 4 * n, sum);
    }
}

// Over the runs of one region, or of two that have as many and need not wait for each other (a
// tenth less at omega 5); `turns` may be NULL.
static PL_INLINE void sum_runs_of(int regions, const pl_run* const* runs, uint32_t length,
                                  const float* rows, const float* turns, int parts,
                                  float* const* out, float* const* out_turn) {
    wide sum[2][WIDE_16];
    four turn[2] = {four_zero(), four_zero()};
    for (int r = 0; r < regions; ++r) clear16(sum[r]);
    for (uint32_t n = 0; n < length; ++n) {
        for (int r = 0; r < regions; ++r) {
            size_t to = runs[r][n].to, from = runs[r][n].from;
            for (int k = 0; k < parts; ++k) {
                wide over = wide_sub(wide_loadu(rows + 16 * to + k * WIDE),
                                     wide_loadu(rows + 16 * from + k * WIDE));
                sum[r][k] = wide_add(sum[r][k], over);
            }
            if (!turns) continue;
            four over = four_sub(four_loadu(turns + 4 * to), four_loadu(turns + 4 * from));
            turn[r] = four_add(turn[r], over);
        }
    }
    for (int r = 0; r < regions; ++r) {
        for (int k = 0; k < parts; ++k) wide_storeu(out[r] + k * WIDE, sum[r][k]);
        if (turns) four_storeu(out_turn[r], turn[r]);
    }
}

static PL_INLINE void sum_members_of(const uint32_t* member, const uint32_t* end, const float* rows,
                                     const float* turns, int parts, float* out, float* out_turn) {
    wide sum[WIDE_16];
    four turn = four_zero();
    clear16(sum);
    for (; member < end; ++member) {
        const float* row = rows + (size_t)16 * *member;
        for (int k = 0; k < parts; ++k) sum[k] = wide_add(sum[k], wide_loadu(row + k * WIDE));
        if (turns) turn = four_add(turn, four_loadu(turns + (size_t)4 * *member));
    }
    for (int k = 0; k < parts; ++k) wide_storeu(out + k * WIDE, sum[k]);
    if (turns) four_storeu(out_turn, turn);
}

static PL_INLINE void sum_block_runs(const pl_ring_regions* rings, uint32_t first, uint32_t count,
                                     const float* rows, const float* turns, int parts, float* out,
                                     float* out_turns) {
    const uint32_t* run_first = rings->run_first + first;
    const uint8_t* order = rings->by_length ? rings->by_length + first : NULL;
    for (uint32_t k = 0; k < count;) {
        // the last one stands beside itself
        uint32_t next = k + 1 < count ? k + 1 : k;
        size_t n = order ? order[k] : k, m = order ? order[next] : next;
        uint32_t length = run_first[n + 1] - run_first[n];
        const pl_run* const runs[2] = {rings->runs + run_first[n], rings->runs + run_first[m]};
        float* const sums[2] = {out + 16 * n, out + 16 * m};
        float* const out_turn[2] = {turns ? out_turns + 4 * n : NULL,
                                    turns ? out_turns + 4 * m : NULL};
        bool paired = run_first[m + 1] - run_first[m] == length;
        if (paired)
            sum_runs_of(2, runs, length, rows, turns, parts, sums, out_turn);
        else
            sum_runs_of(1, runs, length, rows, turns, parts, sums, out_turn);
        k += paired ? 2 : 1;
    }
}

static PL_INLINE void sum_block_members(const pl_ring_regions* rings, uint32_t first,
                                        uint32_t count, const float* rows, const float* turns,
                                        int parts, float* out, float* out_turns) {
    const uint32_t *members = rings->members, *member_first = rings->member_first + first;
    for (size_t n = 0; n < count; ++n) {
        sum_members_of(members + member_first[n], members + member_first[n + 1], rows, turns, parts,
                       out + 16 * n, turns ? out_turns + 4 * n : NULL);
    }
}

// `count` regions from `first` on, of one block of 64, to rows of 16 floats, of which the first 12
// count. One function for all that sum, so that compilers make one tight loop of it.
static void sum_moving(const pl_ring_regions* rings, bool naive, uint32_t first, int count,
                       const float* rows, float* out) {
    if (naive)
        sum_block_members(rings, first, (uint32_t)count, rows, NULL, RING_PARTS, out, NULL);
    else
        sum_block_runs(rings, first, (uint32_t)count, rows, NULL, RING_PARTS, out, NULL);
}

// The same with damping: to whole rows, and those of 4 floats beside.
static void sum_damped(const pl_ring_regions* rings, bool naive, uint32_t first, int count,
                       const float* rows, const float* turns, float* out, float* out_turns) {
    if (naive)
        sum_block_members(rings, first, (uint32_t)count, rows, turns, WIDE_16, out, out_turns);
    else
        sum_block_runs(rings, first, (uint32_t)count, rows, turns, WIDE_16, out, out_turns);
}

#endif
