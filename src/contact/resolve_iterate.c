// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/contact/resolve.h"

#define ROUNDS 12  // at most

PL_ISA_TABLES(pl_resolve_kernels);

const pl_resolve_kernels* pl_resolve_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_resolve_kernels, isa);
}

void pl_resolve_blocks(const pl_stage* stage, pl_task_chunk_fn* run) {
    size_t tasks = (stage->resolve->block_count + PL_BLOCKS_A_TASK - 1) / PL_BLOCKS_A_TASK;
    pl_stage copy = *stage;
    pl_task_parallel_for(stage->pool, (uint32_t)tasks, run, &copy);
}

// --- rows ---

static void answer_blocks(uint32_t task, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    pl_resolve* resolve = stage->resolve;
    const pl_resolve_kernels* kernels = pl_resolve_kernels_get(stage->isa);
    size_t end = ((size_t)task + 1) * PL_BLOCKS_A_TASK, open = 0;
    if (end > resolve->block_count) end = resolve->block_count;
    for (size_t i = (size_t)task * PL_BLOCKS_A_TASK; i < end; ++i)
        open += kernels->answer(resolve, &resolve->blocks[i], resolve->impulses + 4 * PL_LANES * i);
    if (open > 0) pl_counter_take(&resolve->open, open);
}

static void answer_rows(const pl_stage* stage) {
    pl_bone_rows_count(stage);
    pl_resolve_blocks(stage, answer_blocks);
    pl_bones_move(stage);
    pl_ties_answer(stage);
}

// --- grips ---

static void move_bundle(uint32_t bundle, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    pl_resolve* resolve = stage->resolve;
    const pl_resolve_kernels* kernels = pl_resolve_kernels_get(stage->isa);
    for (uint32_t i = resolve->bundles[bundle]; i < resolve->bundles[bundle + 1]; ++i) {
        pl_grip_chunk* chunk = &resolve->chunks[i];
        chunk->grown = kernels->move(resolve, chunk->begin, chunk->end);
    }
}

// --- volumes ---

// lambda so that lack = slope lambda + sum swell . dx, with the dx of contacts alone.
static void set_pressures(pl_resolve* resolve) {
    size_t chunk = 0;
    for (uint32_t slot = 0; slot < resolve->slot_count; ++slot) {
        double grown = 0.0;
        for (; chunk < resolve->chunk_count && resolve->chunks[chunk].slot == slot; ++chunk)
            grown += resolve->chunks[chunk].grown;
        pl_pressure* p = resolve->slots[slot].pressure;
        if (!p) continue;
        double lambda = p->slope > 0.0 ? (p->lack - grown) / p->slope : 0.0;
        p->lambda = lambda > p->most ? p->most : lambda < -p->most ? -p->most : lambda;
        resolve->lambdas[slot] = (float)p->lambda;
    }
}

static void move_grips(const pl_stage* stage) {
    pl_stage copy = *stage;
    pl_task_parallel_for(stage->pool, (uint32_t)stage->resolve->bundle_count, move_bundle, &copy);
    set_pressures(stage->resolve);
}

// Until all rows are answered; the last round looks ahead no more. Ties and bones are not judged:
// with them all rounds are made.
void pl_resolve_iterate(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    bool last = false, judged = resolve->tie_count == 0 && resolve->bone_row_count == 0;
    move_grips(stage);  // counts the crowds, and moves by what is kept
    if (resolve->bone_row_count > 0) pl_bones_move(stage);
    for (int round = 0; !last; ++round) {
        bool done = round > 0 && judged && pl_counter_get(&resolve->open) == 0;
        if (done && resolve->lead == 0.0f) return;
        last = done || round + 1 == ROUNDS;
        resolve->lead = last ? 0.0f : (float)round / (float)(round + 3);
        pl_counter_clear(&resolve->open);
        answer_rows(stage);
        move_grips(stage);
    }
}
