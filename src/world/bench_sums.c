// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Region sums on their own, for the benchmark that compares naive and fast ones.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/elastic/shape_match/shape_match.h"
#include "src/world/world_data.h"

#include <plump/bench.h>

static pl_body* find_paper_body(const plump_world* world, plump_body_id id, plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return NULL;
    bool fits = body->def.model == PLUMP_MODEL_SHAPE_MATCH &&
                body->def.matching == PLUMP_MATCHING_PAPER && body->def.naive_sums;
    if (fits) return body;
    pl_fail(error, PLUMP_ERROR_ARGUMENT,
            "region sums are timed on bodies in paper mode with naive_sums");
    return NULL;
}

static uint32_t span_end(uint32_t begin, uint32_t padded) {
    return padded - begin < PL_SPAN_PARTICLES ? padded : begin + PL_SPAN_PARTICLES;
}

// Span by span, as in a step, for the same use of the caches. What comes out goes where a step
// keeps its transforms, which the next one makes anew.
static void sum_regions(pl_body* body, const pl_stage* stage, plump_bench_sums sums) {
    const pl_ring_kernels* kernels = pl_ring_kernels_get(stage->isa);
    const pl_shape_match* sm = pl_shape_match_of(body);
    pl_span span = {body, 0, 0};
    for (; span.begin < body->padded; span.begin = span.end) {
        span.end = span_end(span.begin, body->padded);
        (sums == PLUMP_BENCH_FAST ? kernels->rows : kernels->rows_naive)(&span, stage);
    }
    if (sums == PLUMP_BENCH_MOMENTS) return;
    for (span.begin = 0; span.begin < body->padded; span.begin = span.end) {
        span.end = span_end(span.begin, body->padded);
        (sums == PLUMP_BENCH_FAST ? kernels->sum_runs : kernels->sum_members)(
            sm->rings, span.begin, span.end, sm->rows, sm->transforms + (size_t)16 * span.begin);
    }
}

plump_result plump_bench_sum_regions(plump_world* world, plump_body_id id, plump_bench_sums sums,
                                     plump_error* error) {
    pl_body* body = find_paper_body(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if ((unsigned)sums >= PLUMP_BENCH_SUMS_COUNT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there are no region sums number %d",
                       (int)sums);
    pl_stage stage = {.isa = world->isa};
    pl_fpmode mode = pl_fpmode_enter();
    sum_regions(body, &stage, sums);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

plump_result plump_bench_count_regions(const plump_world* world, plump_body_id id,
                                       plump_bench_regions* regions, plump_error* error) {
    const pl_body* body = find_paper_body(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (!regions) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the answer");
    const pl_ring_regions* rings = pl_shape_match_of(body)->rings;
    *regions = (plump_bench_regions){rings->count, rings->run_first[rings->padded],
                                     rings->member_first[rings->padded]};
    return PLUMP_OK;
}
