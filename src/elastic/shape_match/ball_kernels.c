// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/shape_match/shape_match.h"

PL_ISA_TABLES(pl_ball_kernels);

const pl_ball_kernels* pl_ball_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_ball_kernels, isa);
}
