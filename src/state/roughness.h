// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How rough a surface has become: how far vertices stand off the mean of their neighbours, along
// the normal and in edges, beyond what they do at rest. A smooth deformation of curvature 1/R adds
// edge/4R to it, nothing on a fine mesh; shards have a third of an edge and more.
#ifndef PL_STATE_ROUGHNESS_H
#define PL_STATE_ROUGHNESS_H

#include "src/state/body_state.h"

#define PL_ROUGHNESS_SAMPLES 1024  // places that are enough for a look
#define PL_ROUGHNESS_TURN    8     // steps from one look to the next

// The root mean square over every `stride`-th place, in edges; 0 for a stride of 0.
double pl_roughness_measure(const pl_body* body, uint32_t stride);

// So that not many more places than PL_ROUGHNESS_SAMPLES are looked at.
static inline uint32_t pl_roughness_stride(const pl_body* body) {
    return body->count / PL_ROUGHNESS_SAMPLES + 1;
}

#endif
