// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sums over the rings of neighbours, for kernels: as many places side by side as a strip has rows.
// Included after wide_select.h.
#ifndef PL_MESH_RINGS_WIDE_H
#define PL_MESH_RINGS_WIDE_H

#include "src/mesh/mesh_rings.h"
#include "src/wide/wide_strip.h"

// N of STRIP places from `place` on (mesh_rings.h) from their rows x, y, z, w, and with `weights`
// in the last channel how much the weights w around differ from their own, summed. Edges are
// relative to the place: differences of large numbers would lose it.
static inline strip ring_sum(const float* rows, const pl_rings* rings, uint32_t place,
                             bool weights) {
    static const float last_only[16] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t* first = rings->first + place / 16;
    const uint32_t* column = rings->columns + 16 * (size_t)first[0] + place % 16;
    const uint32_t* end = rings->columns + 16 * (size_t)first[1];
    strip centre = strip_loadu(rows + 4 * (size_t)place), last = strip_pick(rows, column);
    strip normal = strip_zero(), spread = strip_zero();
    for (column += 16; column < end; column += 32) {
        strip next = strip_pick(rows, column + 16), across = strip_sub(next, last);
        strip edge = strip_sub(strip_pick(rows, column), centre);
        strip one = strip_mul(edge, strip_turn(across)),
              other = strip_mul(strip_turn(edge), across);
        normal = strip_add(normal, strip_sub(one, other));
        if (weights) spread = strip_add(spread, strip_add(edge, strip_sub(next, centre)));
        last = next;
    }
    normal = strip_turn(normal);  // its last channel is w w' - w w' = 0
    return weights ? strip_add(normal, strip_mul(spread, strip_loadu(last_only))) : normal;
}

// The rows of 16 places.
static inline void ring_sums(const float* rows, const pl_rings* rings, uint32_t place, bool weights,
                             float* out) {
    for (uint32_t k = 0; k < 16; k += STRIP)
        strip_storeu(out + 4 * k, ring_sum(rows, rings, place + k, weights));
}

#endif
