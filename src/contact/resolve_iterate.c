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

// What contacts with it have found so far.
static void push_bone(const pl_stage* stage, const pl_bone_row* r) {
    const pl_row_block* b = &stage->resolve->blocks[r->row / PL_LANES];
    uint32_t lane = r->row % PL_LANES;
    double push = (double)b->push_ahead[lane], sum[3];
    if (push == 0.0) return;
    for (int k = 0; k < 3; ++k)
        sum[k] = -(double)b->drag_ahead[k][lane] - push * (double)b->normal[k][lane];
    pl_vec3d arm = pl_vec3_widen(pl_vec3_load(r->arm)), all = pl_vec3d_load(sum);
    pl_skeleton_add_push(stage, r->bone, arm, all);
}

static void move_bone_rows(const pl_resolve* resolve) {
    for (size_t i = 0; i < resolve->bone_row_count; ++i) {
        const pl_bone_row* r = &resolve->bone_rows[i];
        float* move = resolve->moves + 4 * (resolve->grip_count + i);
        pl_vec3 swing = pl_vec3_cross(pl_vec3_load(r->bone->swing), pl_vec3_load(r->arm));
        pl_vec3_store(pl_vec3_add(pl_vec3_load(r->bone->slide), swing), move);
    }
}

// Where contacts, and the pulls that ties are about to find, will lead the bones.
static void move_bones(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    if (stage->bone_count == 0) return;
    pl_skeleton_listen(stage);
    for (size_t i = 0; i < resolve->tie_count; ++i) {
        if (resolve->ties[i].bone) tell_bone(stage, &resolve->ties[i]);
    }
    for (size_t i = 0; i < resolve->bone_row_count; ++i) push_bone(stage, &resolve->bone_rows[i]);
    pl_skeleton_answer(stage);
    move_bone_rows(resolve);
}

// Whether it will act in this round, as the rows are going to find.
static bool acts(const pl_resolve* resolve, uint32_t row) {
    const pl_row_block* b = &resolve->blocks[row / PL_LANES];
    uint32_t lane = row % PL_LANES;
    float gap = b->gap[lane], lambda = resolve->lambdas[b->slot[0][lane]];
    if (b->push[lane] > 0.0f || b->push_ahead[lane] != 0.0f) return true;
    for (int c = 0; c < 3; ++c) {
        float move = lambda * b->press[0][c][lane];
        for (int k = 0; k < 4; ++k)
            move += b->weight[k][lane] * resolve->moves[b->move[k][lane] + (uint32_t)c];
        gap += b->normal[c][lane] * move;
    }
    return gap < 0.0f;
}

// Counted anew before each round: a light bone that falls onto many places at once would be thrown
// by the first round in which they act, had they not been counted in it.
static void count_crowds(const pl_resolve* resolve) {
    for (size_t i = 0; i < resolve->bone_row_count; ++i) resolve->bone_rows[i].bone->crowd = 0;
    for (size_t i = 0; i < resolve->bone_row_count; ++i)
        resolve->bone_rows[i].bone->crowd += acts(resolve, resolve->bone_rows[i].row);
    for (size_t i = 0; i < resolve->bone_row_count; ++i)
        resolve->moves[4 * (resolve->grip_count + i) + 3] =
            (float)resolve->bone_rows[i].bone->crowd;
}

static void answer_rows(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    count_crowds(resolve);
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

// Until all rows are answered; the last round looks ahead no more. Ties and bones are not judged:
// with them all rounds are made.
void pl_resolve_iterate(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    bool last = false, judged = resolve->tie_count == 0 && resolve->bone_row_count == 0;
    move_grips(stage);  // counts the crowds, and moves by what is kept
    if (resolve->bone_row_count > 0) move_bones(stage);
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
