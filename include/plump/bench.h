// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_BENCH_H
#define PLUMP_BENCH_H

/// Experimental: what `plump bench` needs beyond the usual calls. It may change or go with any
/// version, and <plump/plump.h> does not include it.

#include <plump/world.h>

/// How far to go in summing over the regions of a body.
typedef enum plump_bench_sums {
    PLUMP_BENCH_MOMENTS,  ///< the moments of each particle only, which the other two begin with
    PLUMP_BENCH_FAST,     ///< then prefix sums along the surface's order, and two rows per run
    PLUMP_BENCH_NAIVE,    ///< then one row per member of a region
    PLUMP_BENCH_SUMS_COUNT
} plump_bench_sums;

/// Makes the sums once for a body in paper mode that was created with naive_sums (it has both lists
/// then), on the calling thread. Nothing is fitted, nothing moves.
PLUMP_API plump_result plump_bench_sum_regions(plump_world* world, plump_body_id body,
                                               plump_bench_sums sums, plump_error* error);

/// What the regions of such a body are made of, all together.
typedef struct plump_bench_regions {
    uint64_t regions, runs, members;
} plump_bench_regions;

PLUMP_API plump_result plump_bench_count_regions(const plump_world* world, plump_body_id body,
                                                 plump_bench_regions* regions, plump_error* error);

#endif
