// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where bones are.
#include "src/bone/skeleton.h"

#include "src/math/elementary.h"
#include "src/math/rotation.h"

pl_vec3d pl_bone_centre(const pl_bone* bone, const double position[3], const double turn[9]) {
    const float* c = bone->def.centre;
    pl_vec3d own = pl_vec3d_make((double)c[0], (double)c[1], (double)c[2]);
    return pl_vec3d_add(pl_vec3d_load(position), pl_rotation_turn(turn, own));
}

pl_vec3d pl_bone_rate(const pl_bone* bone, const double turn[9], pl_vec3d spin) {
    pl_vec3d own = pl_rotation_back(turn, spin);
    own.x /= (double)bone->def.inertia[0];
    own.y /= (double)bone->def.inertia[1];
    own.z /= (double)bone->def.inertia[2];
    return pl_rotation_turn(turn, own);
}

// R diag R^T
void pl_bone_inertia(const pl_bone* bone, const double turn[9], double inertia[9]) {
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            double sum = 0.0;
            for (int k = 0; k < 3; ++k)
                sum += turn[3 * r + k] * (double)bone->def.inertia[k] * turn[3 * c + k];
            inertia[3 * r + c] = sum;
        }
    }
}

void pl_bone_pose(const pl_bone* bone, double angle, const double parent[7], double pose[7]) {
    const double world[7] = {0, 0, 0, 0, 0, 0, 1};
    const double* base = parent ? parent : world;
    double turned[4], bend[4], own[9], frame[9];
    pl_sine_cosine half = pl_sincos(0.5 * angle);
    for (int k = 0; k < 3; ++k) bend[k] = half.sine * bone->axis_on[k];
    bend[3] = half.cosine;
    pl_quaternion_multiply(bend, bone->rotation_on, turned);
    pl_quaternion_multiply(base + 3, turned, pose + 3);
    pl_rotation_from_quaternion(pose + 3, own);
    pl_rotation_from_quaternion(base + 3, frame);
    pl_vec3d pivot = pl_rotation_turn(frame, pl_vec3d_load(bone->pivot_on));
    pl_vec3d arm = pl_rotation_turn(own, pl_vec3d_load(bone->pivot_own));
    pl_vec3d at = pl_vec3d_add(pivot, pl_vec3d_load(base));
    pl_vec3d_store(pl_vec3d_sub(at, arm), pose);
}
