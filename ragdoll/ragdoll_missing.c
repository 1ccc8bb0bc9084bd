// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Stands in for ragdolls where ODE was not there to build with.
#include <plump/ragdoll.h>

#include "src/base/text.h"

static plump_result fail_missing(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "this plump was built without ODE and has no ragdolls; install libode-dev, then "
                   "configure and build it again");
}

plump_result plump_ragdoll_create(const plump_ragdoll_def* def, plump_ragdoll** ragdoll,
                                  plump_error* error) {
    (void)def;
    if (ragdoll) *ragdoll = NULL;
    return fail_missing(error);
}

void plump_ragdoll_destroy(plump_ragdoll* ragdoll) {
    (void)ragdoll;
}

plump_result plump_ragdoll_step(plump_ragdoll* ragdoll, double dt,
                                const plump_jiggle_contact* contacts, uint32_t count,
                                plump_error* error) {
    (void)ragdoll, (void)dt, (void)contacts, (void)count;
    return fail_missing(error);
}

const double* plump_ragdoll_matrices(const plump_ragdoll* ragdoll) {
    (void)ragdoll;
    return NULL;
}

uint32_t plump_ragdoll_bone_count(const plump_ragdoll* ragdoll) {
    (void)ragdoll;
    return 0;
}

plump_result plump_ragdoll_read(const plump_ragdoll* ragdoll, uint32_t bone,
                                plump_ragdoll_bone* state, plump_error* error) {
    (void)ragdoll, (void)bone, (void)state;
    return fail_missing(error);
}

plump_result plump_ragdoll_push(plump_ragdoll* ragdoll, uint32_t bone, const double impulse[3],
                                const double point[3], const double angular_impulse[3],
                                plump_error* error) {
    (void)ragdoll, (void)bone, (void)impulse, (void)point, (void)angular_impulse;
    return fail_missing(error);
}

size_t plump_ragdoll_state_size(const plump_ragdoll* ragdoll) {
    (void)ragdoll;
    return 0;
}

plump_result plump_ragdoll_save(const plump_ragdoll* ragdoll, void* buffer, size_t capacity,
                                size_t* size, plump_error* error) {
    (void)ragdoll, (void)buffer, (void)capacity;
    if (size) *size = 0;
    return fail_missing(error);
}

plump_result plump_ragdoll_restore(plump_ragdoll* ragdoll, const void* state, size_t size,
                                   plump_error* error) {
    (void)ragdoll, (void)state, (void)size;
    return fail_missing(error);
}
