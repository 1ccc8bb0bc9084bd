// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Stage 1: outer forces act, and every particle flies on as if it were alone:
//     v += h a,  x += h v      (Diziol et al. 2011, section 3, step 1)
// Pinned particles go where they are told. This is also where a state that the caller has spoiled
// is found and mended, before anything else sees it.
#ifndef PL_PREDICT_PREDICT_H
#define PL_PREDICT_PREDICT_H

#include "src/state/stage.h"

typedef struct pl_predict_kernels {
    // One span; false if a position or velocity is not usable afterwards (contain.h).
    bool (*integrate)(pl_body* body, uint32_t begin, uint32_t end, float h);
} pl_predict_kernels;

const pl_predict_kernels* pl_predict_kernels_get(pl_isa isa);

void pl_predict(const pl_stage* stage);

#endif
