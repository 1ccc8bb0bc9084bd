// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Small vectors: pl_vec3 in float for the state, pl_vec3d in double for set-up and shapes. Both
// have the same functions, pl_vec3_add and pl_vec3d_add and so on, written once in vec3.inl.
#ifndef PL_MATH_VEC3_H
#define PL_MATH_VEC3_H

#include "src/base/platform.h"

#include <math.h>

typedef struct pl_vec3 {
    float x, y, z;
} pl_vec3;

typedef struct pl_vec3d {
    double x, y, z;
} pl_vec3d;

#define VEC3           pl_vec3
#define VEC3_REAL      float
#define VEC3_NAME(say) pl_vec3_##say
#define VEC3_SQRT      sqrtf
#include "src/math/vec3.inl"

#define VEC3           pl_vec3d
#define VEC3_REAL      double
#define VEC3_NAME(say) pl_vec3d_##say
#define VEC3_SQRT      sqrt
#include "src/math/vec3.inl"

static inline pl_vec3d pl_vec3_widen(pl_vec3 a) {
    return pl_vec3d_make(a.x, a.y, a.z);
}

static inline pl_vec3 pl_vec3d_narrow(pl_vec3d a) {
    return pl_vec3_make((float)a.x, (float)a.y, (float)a.z);
}

#endif
