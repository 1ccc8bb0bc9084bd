// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/contact/resolve.h"

#include "src/bone/skeleton.h"

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

// How far the two sides are from each other, and how far a pull of 1 brings them.
static float measure_tie(const pl_resolve* resolve, const pl_tie* tie, float apart[3]) {
    float ease = tie->give;
    for (int c = 0; c < 3; ++c) apart[c] = tie->offset[c];
    for (int k = 0; k < 2; ++k) {
        const float* move = resolve->moves + 4 * (size_t)tie->grip[k];
        float sign = k ? -1.0f : 1.0f, lambda = resolve->lambdas[tie->slot[k]];
        for (int c = 0; c < 3; ++c) apart[c] += sign * (move[c] + lambda * tie->press[k][c]);
        ease += resolve->grips[tie->grip[k]].inv_mass * (move[3] > 1.0f ? move[3] : 1.0f);
    }
    return ease;
}

// A bone that ties move takes their second side along.
static void take_along(const pl_tie* tie, float apart[3]) {
    const float *slide = tie->bone->slide, *w = tie->bone->swing, *arm = tie->arm;
    apart[0] -= slide[0] + (w[1] * arm[2] - w[2] * arm[1]);
    apart[1] -= slide[1] + (w[2] * arm[0] - w[0] * arm[2]);
    apart[2] -= slide[2] + (w[0] * arm[1] - w[1] * arm[0]);
}

static void answer_tie(const pl_resolve* resolve, pl_tie* tie, float* impulse) {
    float apart[3], ease = measure_tie(resolve, tie, apart);
    if (!(ease > 0.0f)) return;
    if (tie->bone) take_along(tie, apart);
    for (int c = 0; c < 3; ++c) {
        float lag = apart[c] + tie->give * tie->ahead[c];
        float pull = tie->ahead[c] - lag / ease;
        float next = pull + resolve->lead * (pull - tie->pull[c]);
        impulse[c] = next - tie->ahead[c];
        tie->ahead[c] = next;
        tie->pull[c] = pull;
    }
}

// --- bones ---

static void tell_bone(const pl_stage* stage, const pl_tie* tie) {
    float apart[3], ease = measure_tie(stage->resolve, tie, apart), push[3];
    if (!(ease > 0.0f)) return;
    for (int c = 0; c < 3; ++c) {
        float lag = apart[c] + tie->give * tie->ahead[c];
        push[c] = lag / ease - tie->ahead[c] + tie->carried[c];
    }
    pl_bone_tie told = {pl_vec3_widen(pl_vec3_load(tie->arm)), 1.0 / (double)ease,
                        pl_vec3_widen(pl_vec3_load(push))};
    pl_skeleton_add_tie(stage, tie->bone, &told);
}

// Where the pulls that ties are about to find will lead the bones.
static void move_bones(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    if (stage->bone_count == 0) return;
    pl_skeleton_listen(stage);
    for (size_t i = 0; i < resolve->tie_count; ++i) {
        if (resolve->ties[i].bone) tell_bone(stage, &resolve->ties[i]);
    }
    pl_skeleton_answer(stage);
}

static void answer_rows(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    pl_resolve_blocks(stage, answer_blocks);
    move_bones(stage);
    for (size_t i = 0; i < resolve->tie_count; ++i)
        answer_tie(resolve, &resolve->ties[i],
                   resolve->impulses + 4 * (PL_LANES * resolve->block_count + i));
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

// Until all rows are answered; the last round looks ahead no more. Where something is attached all
// rounds are made: ties are not judged.
void pl_resolve_iterate(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    bool last = false;
    move_grips(stage);  // counts the crowds, and moves by what is kept
    for (int round = 0; !last; ++round) {
        bool done = round > 0 && resolve->tie_count == 0 && pl_counter_get(&resolve->open) == 0;
        if (done && resolve->lead == 0.0f) return;
        last = done || round + 1 == ROUNDS;
        resolve->lead = last ? 0.0f : (float)round / (float)(round + 3);
        pl_counter_clear(&resolve->open);
        answer_rows(stage);
        move_grips(stage);
    }
}
