// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/mass_spring.h"

#include <math.h>

PL_ISA_TABLES(pl_spring_kernels);

const pl_spring_kernels* pl_spring_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_spring_kernels, isa);
}

static float length_of(const float d[3]) {
    return sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

void pl_springs_measure(const pl_springs* s, const float* const rest[3], float* const length[3]) {
    for (uint32_t i = 0; i < s->net.count; ++i) {
        const uint32_t* at = s->net.corner + 4 * (size_t)i;
        float edge[3], cross[3], bend[3];
        for (int c = 0; c < 3; ++c) {
            float zero = rest[c][at[0]];
            edge[c] = rest[c][at[1]] - zero;
            cross[c] = rest[c][at[3]] - rest[c][at[2]];
            bend[c] = s->weight[0][i] * edge[c] + s->weight[1][i] * (rest[c][at[2]] - zero);
            bend[c] = bend[c] + s->weight[2][i] * (rest[c][at[3]] - zero);
        }
        length[PL_SPRING_EDGE][i] = length_of(edge);
        length[PL_SPRING_CROSS][i] = length_of(cross);
        length[PL_SPRING_BEND][i] = length_of(bend);
    }
}
