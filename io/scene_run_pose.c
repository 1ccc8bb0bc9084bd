// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the segments of a character are: its clip, the bones that hands move, and the whole.
//
// A hand moves a bone in the bind pose, about its joint; all that hangs on the bone follows, as if
// the clip went on where the hand has put it. In matrices: the pose takes a segment by M, the hand
// by E before it. What a segment does beyond its pose is D = M' M^-1 in the world, and its children
// do likewise: M' = D_parent M E. Without a hand M' M^-1 = D_parent, so that D is handed down as it
// is and nothing need be inverted. The whole's placement is the D above the roots.
#include "io/scene_run_character.h"

#include "io/transform.h"

#include <string.h>

// From each segment up to one that has its place: the way waits at the end of `order`, which is
// longer than it as long as nobody is their own ancestor.
bool pl_scene_order_segments(const uint32_t* parents, uint32_t count, bool* seen, uint32_t* order) {
    uint32_t done = 0;
    memset(seen, 0, count * sizeof *seen);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t waiting = 0;
        for (uint32_t s = i; s != PLUMP_NO_SEGMENT && !seen[s]; s = parents[s]) {
            if (waiting == count - done) return false;
            order[count - ++waiting] = s;
        }
        for (; waiting > 0; --waiting) {
            uint32_t segment = order[count - waiting];
            seen[segment] = true;
            order[done++] = segment;
        }
    }
    return true;
}

static void follow(pl_run_character* c, uint32_t segment, const double* pose,
                   const double whole[12]) {
    size_t at = 12 * (size_t)segment;
    uint32_t parent = c->parents[segment];
    const double* above = parent == PLUMP_NO_SEGMENT ? whole : c->followed + 12 * (size_t)parent;
    double moved[12], back[12];
    memcpy(c->followed + at, above, 12 * sizeof *above);
    if (!c->is_moved[segment]) {
        pl_matrix_multiply(above, pose + at, c->matrices + at);
        return;
    }
    pl_matrix_multiply(pose + at, c->by_hand + at, moved);
    pl_matrix_multiply(above, moved, c->matrices + at);
    // children of a bone that its clip has flattened to nothing stay with its parent
    if (pl_matrix_invert(pose + at, back))
        pl_matrix_multiply(c->matrices + at, back, c->followed + at);
}

void pl_scene_compose(pl_run_character* c, const double* pose, const double whole[12]) {
    for (uint32_t i = 0; i < c->segment_count; ++i) follow(c, c->order[i], pose, whole);
}

// x -> pivot + R (x - pivot) + move
static void matrix_about(const pl_scene_pose* pose, const double pivot[3], double matrix[12]) {
    pl_transform turn = {.scale = {1, 1, 1}};
    memcpy(turn.rotation, pose->rotation, sizeof turn.rotation);
    pl_transform_matrix(&turn, matrix);
    double turned[3] = {pivot[0], pivot[1], pivot[2]};
    pl_matrix_turn(matrix, turned);
    for (int k = 0; k < 3; ++k) matrix[4 * k + 3] = pivot[k] - turned[k] + pose->position[k];
}

static void move_by_hand(pl_run_character* c, double time, double slack) {
    const pl_plan_character* plan = c->plan;
    for (uint32_t i = 0; i < plan->move_count; ++i) {
        const pl_plan_move* move = &plan->moves[i];
        if (move->motion.count == 0) continue;
        pl_scene_pose pose = pl_scene_pose_at(&move->motion, time, slack);
        matrix_about(&pose, move->motion.pivot, c->by_hand + 12 * (size_t)move->segment);
        c->is_moved[move->segment] = true;
    }
}

static void place_whole(const pl_plan_character* plan, double time, double slack,
                        double matrix[12]) {
    double position[3];
    float rotation[4];
    memcpy(position, plan->position, sizeof position);
    memcpy(rotation, plan->rotation, sizeof rotation);
    pl_scene_solid_pose(&plan->motion, time, slack, position, rotation);
    pl_transform placed = {.matrix = {0}};
    for (int k = 0; k < 3; ++k) {
        placed.translation[k] = position[k];
        placed.scale[k] = (double)plan->scale;
    }
    for (int k = 0; k < 4; ++k) placed.rotation[k] = (double)rotation[k];
    pl_transform_matrix(&placed, matrix);
}

plump_result pl_scene_pose_character(const plump_scene* scene, pl_run_character* c,
                                     double clip_time, double time, plump_error* error) {
    double whole[12], slack = PL_SCENE_SLACK * (double)scene->plan.info.dt;
    plump_result result = plump_pose_set(c->pose, c->plan->clip, clip_time, error);
    if (result != PLUMP_OK) return result;
    place_whole(c->plan, time, slack, whole);
    move_by_hand(c, time, slack);
    pl_scene_compose(c, plump_pose_matrices(c->pose), whole);
    return PLUMP_OK;
}
