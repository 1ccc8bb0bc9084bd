// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Contacts with bones that give way: free ones, and so obstacles with a mass. The bone is one more
// place of such a row, of weight -1, which goes where the pushes and drags so far lead it; each row
// that acts in a round has an equal share of its mass.
#include "src/bone/skeleton.h"
#include "src/contact/resolve.h"

#include <string.h>

static pl_vec3d past_of(const pl_stage* stage, const pl_contact* c) {
    const pl_body* body = stage->all[c->body[0]];
    float* const* x = body->asleep ? body->x : body->past;
    pl_vec3d at = pl_vec3d_load(body->origin);
    for (uint32_t k = 0; k < c->split; ++k) {
        double w = (double)c->weight[k];
        const float* const p[3] = {x[0] + c->place[k], x[1] + c->place[k], x[2] + c->place[k]};
        pl_vec3d own = pl_vec3d_make((double)*p[0], (double)*p[1], (double)*p[2]);
        at = pl_vec3d_add_scaled(at, w, own);
    }
    return at;
}

// The obstacle's side of a row is its fourth place, which none of its kinds uses.
static void add_bone_row(const pl_stage* stage, size_t row, pl_bone* bone) {
    pl_resolve* resolve = stage->resolve;
    pl_row_block* b = &resolve->blocks[row / PL_LANES];
    size_t lane = row % PL_LANES;
    uint32_t grip = (uint32_t)(resolve->grip_count + resolve->bone_row_count);
    pl_bone_row* r = &resolve->bone_rows[resolve->bone_row_count++];
    pl_vec3d arm = pl_vec3d_sub(past_of(stage, &stage->contacts->contacts[row]), bone->centre);
    *r = (pl_bone_row){.bone = bone, .row = (uint32_t)row};
    pl_vec3_store(pl_vec3d_narrow(arm), r->arm);
    b->move[3][lane] = 4 * grip;
    b->weight[3][lane] = -1.0f;
    b->ease[3][lane] = (float)pl_skeleton_give(bone, arm);
    memset(resolve->moves + 4 * (size_t)grip, 0, 4 * sizeof(float));
}

void pl_bone_rows_gather(const pl_stage* stage) {
    stage->resolve->bone_row_count = 0;
    if (stage->bone_count == 0) return;
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        uint32_t obstacle = stage->contacts->contacts[i].obstacle;
        if (obstacle != PL_NOBODY && pl_obstacle_gives(stage->obstacles[obstacle]))
            add_bone_row(stage, i, stage->obstacles[obstacle]->bone);
    }
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

void pl_bones_move(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    if (stage->bone_count == 0) return;
    pl_skeleton_listen(stage);
    pl_ties_tell_bones(stage);
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
void pl_bone_rows_count(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->bone_row_count; ++i) resolve->bone_rows[i].bone->crowd = 0;
    for (size_t i = 0; i < resolve->bone_row_count; ++i)
        resolve->bone_rows[i].bone->crowd += acts(resolve, resolve->bone_rows[i].row);
    for (size_t i = 0; i < resolve->bone_row_count; ++i)
        resolve->moves[4 * (resolve->grip_count + i) + 3] =
            (float)resolve->bone_rows[i].bone->crowd;
}
