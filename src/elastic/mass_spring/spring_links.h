// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which places feel each other through springs: a pattern of the matrix K, made once. A spring with
// the weights w of its corners adds w_i w_j B to the block of places i and j, B its stiffness, and
// since weights add up to 0,
//     (K u)_i = sum over j of K_ij (u_j - u_i)
// needs no diagonal. Groups of 16 places go side by side, so links and terms come in columns of 16.
#ifndef PL_SPRING_LINKS_H
#define PL_SPRING_LINKS_H

#include "src/elastic/mass_spring/spring_net.h"

typedef struct pl_spring_links {
    uint32_t* first;       // per group of 16 places its first column, and one more at the end
    uint32_t* row;         // per column 16: where the row of four floats of the other place begins
    uint32_t* term_first;  // per column its first term, and one more at the end
    uint32_t* term_row;    // per term 16: where the row of four floats of a spring begins ...
    float* term_weight;    // ... and w_i w_j
    uint32_t column_count;
} pl_spring_links;

// Springs' rows lie by kind, `padded` stencils each, and behind all of them is one of zeros. False:
// out of memory.
bool pl_spring_links_make(const pl_spring_net* net, uint32_t padded, pl_arena* memory,
                          pl_spring_links* links);

// The weight of each corner in the vector of a spring.
void pl_spring_corner_weights(const pl_spring_net* net, uint32_t stencil, int kind, double w[4]);

#endif
