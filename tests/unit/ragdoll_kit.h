// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ragdolls for tests: made or skipped, their momentum, and contacts with a floor by plain geometry.
#ifndef RAGDOLL_KIT_H
#define RAGDOLL_KIT_H

#include <plump/ragdoll.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A build without ODE skips, unless PLUMP_NEED_RAGDOLL is set.
static inline plump_ragdoll* ragdoll_make(const plump_ragdoll_def* def) {
    plump_ragdoll* ragdoll = NULL;
    plump_error error = {0};
    plump_result result = plump_ragdoll_create(def, &ragdoll, &error);
    if (result == PLUMP_ERROR_UNSUPPORTED && !getenv("PLUMP_NEED_RAGDOLL")) {
        print_message("skipped: %s\n", error.text);
        skip();
    }
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    return ragdoll;
}

static inline void ragdoll_go(plump_ragdoll* ragdoll, double dt, const plump_jiggle_contact* found,
                              uint32_t count) {
    plump_error error = {0};
    if (plump_ragdoll_step(ragdoll, dt, found, count, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static inline plump_ragdoll_bone ragdoll_bone(const plump_ragdoll* ragdoll, uint32_t bone) {
    plump_ragdoll_bone state;
    plump_error error = {0};
    if (plump_ragdoll_read(ragdoll, bone, &state, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return state;
}

static inline double kit_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void kit_cross(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

// Of all bones: mass, centre, momentum, and angular momentum about the origin.
typedef struct {
    double mass, centre[3], momentum[3], angular[3];
} ragdoll_sum;

static inline ragdoll_sum ragdoll_total(const plump_ragdoll* ragdoll) {
    ragdoll_sum sum = {0};
    for (uint32_t i = 0; i < plump_ragdoll_bone_count(ragdoll); ++i) {
        plump_ragdoll_bone b = ragdoll_bone(ragdoll, i);
        double orbit[3];
        kit_cross(b.centre, b.velocity, orbit);
        sum.mass += b.mass;
        for (int k = 0; k < 3; ++k) {
            sum.centre[k] += b.mass * b.centre[k];
            sum.momentum[k] += b.mass * b.velocity[k];
            sum.angular[k] += b.mass * orbit[k] + kit_dot(&b.inertia[3 * k], b.angular_velocity);
        }
    }
    for (int k = 0; k < 3; ++k) sum.centre[k] /= sum.mass;
    return sum;
}

// Where a point of the bind pose that a bone carries is now.
static inline void ragdoll_point(const plump_ragdoll* ragdoll, uint32_t bone, const double bind[3],
                                 double out[3]) {
    const double* m = plump_ragdoll_matrices(ragdoll) + 12 * (size_t)bone;
    for (int k = 0; k < 3; ++k) out[k] = kit_dot(&m[4 * k], bind) + m[4 * k + 3];
}

// The ends of every bone, as balls of its radius, against the floor y = 0. Returns how many touch.
static inline uint32_t ragdoll_floor(const plump_ragdoll* ragdoll, const plump_rig_bone* bones,
                                     plump_jiggle_contact* found) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plump_ragdoll_bone_count(ragdoll); ++i) {
        for (int end = 0; end < 2; ++end) {
            double at[3];
            ragdoll_point(ragdoll, i, end ? bones[i].tip : bones[i].joint, at);
            at[1] -= bones[i].radius;
            if (at[1] >= 0) continue;
            found[count++] = (plump_jiggle_contact){.segment = i,
                                                    .depth = -at[1],
                                                    .direction = {0, 1, 0},
                                                    .point = {at[0], at[1], at[2]}};
        }
    }
    return count;
}

// A torso with two bent legs and a neck, 6 bones; parents after children among them.
static const plump_rig_bone ragdoll_beast[] = {
    {"neck", 1, {0.5, 1, 0}, {0.8, 1.3, 0}, 0.08},
    {"torso", PLUMP_RIG_ROOT, {-0.5, 1, 0}, {0.5, 1, 0}, 0.2},
    {"thigh", 1, {0.4, 0.9, 0.1}, {0.45, 0.5, 0.15}, 0.09},
    {"shin", 2, {0.45, 0.5, 0.15}, {0.4, 0.1, 0.15}, 0.06},
    {"tail", 1, {-0.5, 1, 0}, {-0.9, 1.1, 0.05}, 0.04},
    {"ball", 4, {-0.9, 1.1, 0.05}, {-0.9, 1.1, 0.05}, 0.07},
};
#define RAGDOLL_BEAST_BONES 6

static inline plump_ragdoll_def ragdoll_beast_def(void) {
    plump_ragdoll_def def = plump_default_ragdoll_def();
    def.bones = ragdoll_beast;
    def.bone_count = RAGDOLL_BEAST_BONES;
    return def;
}

#endif
