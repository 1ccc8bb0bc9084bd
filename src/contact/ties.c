// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ties: attachments as rows beside those of contacts, in three directions at once and without a
// bound. Each holds the mean of a patch on either side, x = sum w_k x_k with sum w_k = 1, and its
// pull p moves the places by w_k p / m_k: both sides feel the same, in the same points.
//
// A spring of stiffness k and damping c is an implicit step of it, which cannot gain energy however
// stiff it is: with x at the end of the substep, x' at its beginning, and p = force h^2,
//     p = -k h^2 x - c h (x - x'),  so  p / (h (k h + c)) + x - c / (k h + c) x' = 0,
// a row that gives 1 / (h (k h + c)). What two bodies have between them is damped along the line
// from one to the other alone: a force across it would take spin from both.
#include "src/bone/skeleton.h"
#include "src/contact/resolve.h"
#include "src/math/rotation.h"
#include "src/state/held.h"

#include <math.h>

#define HEAVY 2.0f  // times the bone's mass
#define NEAR  1e-6  // sizes: rounding turns a line this short anywhere, and its torque is nothing

// --- where they hold ---

static pl_vec3d held(const pl_stage* stage, const pl_attachment* a, int side, bool before) {
    const pl_body* body = stage->all[a->body[side]];
    float* const* x = before && !body->asleep ? body->past : body->x;
    return pl_held_mean(body, &a->held[side], x);
}

// Where the second side is at the end of the substep, or before it.
static pl_vec3d tied_to(const pl_stage* stage, const pl_attachment* a, bool before) {
    if (a->body[1] != PL_NOBODY) return held(stage, a, 1, before);
    if (a->obstacle != PL_NOBODY) {
        const pl_obstacle* obstacle = stage->obstacles[a->obstacle];
        const pl_place* place = before ? &obstacle->past : &obstacle->now;
        pl_vec3d own = pl_rotation_turn(place->turn, pl_vec3d_load(a->def.point));
        return pl_vec3d_add(own, pl_vec3d_load(place->position));
    }
    double share = a->moving ? (double)stage->fraction : 0.0;
    if (a->moving && before) share -= (double)stage->h / (double)stage->step;
    return pl_vec3d_mix(pl_vec3d_load(a->position), pl_vec3d_load(a->target), share);
}

static pl_vec3d offset_of(const pl_stage* stage, const pl_attachment* a, bool before) {
    return pl_vec3d_sub(held(stage, a, 0, before), tied_to(stage, a, before));
}

// --- gathering ---

// What muscles give a vertex that is held goes to what holds it.
static void take_over(const pl_attachment* a, pl_tie* tie) {
    if (!a->carrier) return;
    for (const pl_muscle* m = a->carrier->muscles; m; m = m->next) {
        for (int k = 0; m->pulls && k < 3; ++k) tie->carried[k] += m->carried[k][a->place[0]];
    }
}

static void find_bone(const pl_stage* stage, const pl_attachment* a, pl_tie* tie) {
    if (a->obstacle == PL_NOBODY || !stage->obstacles[a->obstacle]->bone) return;
    pl_bone* bone = stage->obstacles[a->obstacle]->bone;
    tie->bone = bone;
    pl_vec3_store(pl_vec3d_narrow(pl_skeleton_arm(bone, a->def.point)), tie->arm);
}

static void damp(const pl_stage* stage, const pl_attachment* a, pl_tie* tie, pl_vec3d offset) {
    double k = (double)a->def.stiffness, c = (double)a->def.damping, h = (double)stage->h;
    double share = c / (k * h + c), give = 1.0 / (h * (k * h + c));
    pl_vec3d before = offset_of(stage, a, true);
    double length = pl_vec3d_length(before);
    if (a->body[1] == PL_NOBODY || !(length > NEAR * stage->all[a->body[0]]->extent)) {
        pl_vec3d left = pl_vec3d_sub(offset, pl_vec3d_scale(before, share));
        pl_vec3_store(pl_vec3d_narrow(left), tie->offset);
        tie->give = (float)give;
        return;
    }
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_scale(before, 1.0 / length)), tie->line);
    tie->line_give = (float)give;
    tie->line_lag = (float)(share * length);
}

static void add_ends(const pl_stage* stage, const pl_attachment* a, int side) {
    pl_resolve* resolve = stage->resolve;
    const pl_held* patch = &a->held[side];
    for (uint32_t i = 0; i < patch->count; ++i)
        resolve->tie_ends[resolve->tie_end_count++] =
            (pl_tie_end){.grip = pl_resolve_take_grip(stage, a->body[side], patch->place[i]),
                         .weight = side ? -patch->weight[i] : patch->weight[i]};
}

static void add_tie(const pl_stage* stage, pl_attachment* a) {
    pl_resolve* resolve = stage->resolve;
    pl_tie* tie = &resolve->ties[resolve->tie_count++];
    *tie = (pl_tie){.attachment = a, .end_first = resolve->tie_end_count};
    for (int side = 0; side < 2; ++side) add_ends(stage, a, side);
    tie->end_stop = resolve->tie_end_count;
    pl_vec3d offset = offset_of(stage, a, false);
    pl_vec3_store(pl_vec3d_narrow(offset), tie->offset);
    float stiffness = a->def.stiffness;
    if (stiffness > 0.0f) tie->give = 1.0f / (stiffness * stage->h * stage->h);
    if (a->def.damping > 0.0f) damp(stage, a, tie, offset);
    take_over(a, tie);
    find_bone(stage, a, tie);
}

void pl_ties_gather(const pl_stage* stage) {
    stage->resolve->tie_count = stage->resolve->tie_end_count = 0;
    for (uint32_t i = 0; i < stage->attachment_count; ++i) {
        if (pl_attachment_acts(stage->attachments[i])) add_tie(stage, stage->attachments[i]);
    }
}

void pl_ties_finish(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->tie_end_count; ++i) {
        pl_tie_end* end = &resolve->tie_ends[i];
        end->grip = resolve->final_of[end->grip];
        const pl_grip* grip = &resolve->grips[end->grip];
        end->slot = grip->slot;
        bool presses = end->grip != PL_NO_GRIP && resolve->slots[grip->slot].pressure;
        for (int c = 0; c < 3 && presses; ++c)
            end->press[c] = stage->all[grip->body]->press[c][grip->place];
    }
    for (size_t i = 0; i < resolve->tie_count; ++i) {
        float* impulse = resolve->impulses + 4 * (PL_LANES * resolve->block_count + i);
        for (int c = 0; c < 4; ++c) impulse[c] = c == 3 ? 1.0f : 0.0f;
    }
}

// From behind, as those of contacts.
void pl_ties_list_holds(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (size_t i = resolve->tie_count; i-- > 0;) {
        const pl_tie* tie = &resolve->ties[i];
        uint32_t row = (uint32_t)(PL_LANES * resolve->block_count + i);
        for (size_t k = tie->end_stop; k-- > tie->end_first;) {
            const pl_tie_end* end = &resolve->tie_ends[k];
            if (end->grip == PL_NO_GRIP) continue;
            resolve->holds[--resolve->grips[end->grip].hold_first] = (pl_hold){row, end->weight};
        }
    }
}

// --- answering ---

// How far the two sides are from each other, and how far a pull of 1 brings them, where the tie
// itself gives so much.
static float measure_tie(const pl_resolve* resolve, const pl_tie* tie, float give, float apart[3]) {
    float ease = give;
    for (int c = 0; c < 3; ++c) apart[c] = tie->offset[c];
    for (size_t k = tie->end_first; k < tie->end_stop; ++k) {
        const pl_tie_end* end = &resolve->tie_ends[k];
        const float* move = resolve->moves + 4 * (size_t)end->grip;
        float lambda = resolve->lambdas[end->slot], size = fabsf(end->weight);
        for (int c = 0; c < 3; ++c) apart[c] += end->weight * (move[c] + lambda * end->press[c]);
        ease += size * (resolve->grips[end->grip].inv_mass * (move[3] > size ? move[3] : size));
    }
    // what does not give way holds a bone like a heavy thing
    if (tie->bone && !(ease > 0.0f)) ease = 1.0f / (HEAVY * (float)tie->bone->def.mass);
    return ease;
}

// A bone that ties move takes their second side along.
static void take_along(const pl_tie* tie, float apart[3]) {
    const float *slide = tie->bone->slide, *w = tie->bone->swing, *arm = tie->arm;
    apart[0] -= slide[0] + (w[1] * arm[2] - w[2] * arm[1]);
    apart[1] -= slide[1] + (w[2] * arm[0] - w[0] * arm[2]);
    apart[2] -= slide[2] + (w[0] * arm[1] - w[1] * arm[0]);
}

// Along the line the damped pull counts.
static void pull_along(const pl_resolve* resolve, const pl_tie* tie, float pull[3]) {
    float apart[3], ease = measure_tie(resolve, tie, tie->line_give, apart);
    pl_vec3 n = pl_vec3_load(tie->line);
    float ahead = pl_vec3_dot(n, pl_vec3_load(tie->ahead));
    float lag = pl_vec3_dot(n, pl_vec3_load(apart)) - tie->line_lag + tie->line_give * ahead;
    float more = ahead - lag / ease - pl_vec3_dot(n, pl_vec3_load(pull));
    for (int c = 0; c < 3; ++c) pull[c] += more * tie->line[c];
}

static void answer_tie(const pl_resolve* resolve, pl_tie* tie, float* impulse) {
    float apart[3], pull[3], ease = measure_tie(resolve, tie, tie->give, apart);
    if (!(ease > 0.0f)) return;
    if (tie->bone) take_along(tie, apart);
    for (int c = 0; c < 3; ++c) {
        float lag = apart[c] + tie->give * tie->ahead[c];
        pull[c] = tie->ahead[c] - lag / ease;
    }
    if (tie->line_give > 0.0f) pull_along(resolve, tie, pull);
    for (int c = 0; c < 3; ++c) {
        float next = pull[c] + resolve->lead * (pull[c] - tie->pull[c]);
        impulse[c] = next - tie->ahead[c];
        tie->ahead[c] = next;
        tie->pull[c] = pull[c];
    }
}

static void tell_bone(const pl_stage* stage, const pl_tie* tie) {
    float apart[3], ease = measure_tie(stage->resolve, tie, tie->give, apart), push[3];
    if (!(ease > 0.0f)) return;
    for (int c = 0; c < 3; ++c) {
        float lag = apart[c] + tie->give * tie->ahead[c];
        push[c] = lag / ease - tie->ahead[c] + tie->carried[c];
    }
    pl_bone_tie told = {pl_vec3_widen(pl_vec3_load(tie->arm)), 1.0 / (double)ease,
                        pl_vec3_widen(pl_vec3_load(push))};
    pl_skeleton_add_tie(stage, tie->bone, &told);
}

void pl_ties_tell_bones(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->tie_count; ++i) {
        if (resolve->ties[i].bone) tell_bone(stage, &resolve->ties[i]);
    }
}

void pl_ties_answer(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->tie_count; ++i)
        answer_tie(resolve, &resolve->ties[i],
                   resolve->impulses + 4 * (PL_LANES * resolve->block_count + i));
}
