// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is finer than regions. A region pulls all its places with the same strength, so within it a
// ripple gives way as easily as the whole body, while pressure and blows drive it the harder the
// finer it is. A solid is the other way round: half as long a wave swings twice as fast.
//
// r = x - g is how far places are from their goals. Each region knows the mean of it, and blending
// the means back gives its smooth part,
//     S r = P D^-1 P^T F r,     P the shares p_ij, F the fit's weights f_i, D_j = sum_i f_i p_ij,
// symmetric in the weights, with eigenvalues between 0 (finer than regions) and 1 (constant). The
// fine part (1 - S)^n r, n = PL_FINE_ORDER, is pulled back `firmness` times as hard as r itself. A
// wave three radii long, or the lowest vibration, has a thousandth of it, one of a radius nearly
// all; what finer waves are is not asked, so that the mesh does not matter. The pull is
//     s r + sigma (1 - S)^n r = (s + sigma) (r - sigma / (s + sigma) P q),
//     q = sum_m -binomial(n, m) (-S')^(m-1) r',     S' = D^-1 P^T F P,     r' = D^-1 P^T F r,
// so that all it takes is to shift each region's transform by its own vector q_j: places do the
// work they do anyway. r' and S' are between regions, of which there are few: both come from the
// same table of how they overlap. Sums of f are kept since S is symmetric and leaves constants as
// they are, moments by what is given back for rounding (shape_match.c). In s + sigma nothing
// overshoots that does not in s alone (tune.c), whatever the substep.
//
// In other words (s + sigma (1 - S)^n) L is the elasticity L of bodies whose finest motion has
// less inertia: the product of two symmetric operators, the first of them positive, swings without
// gaining energy as each of them alone.
#ifndef PL_SHAPE_MATCH_FINE_H
#define PL_SHAPE_MATCH_FINE_H

#include "src/elastic/shape_match/shape_match.h"

// Which regions overlap, and how much.
typedef struct pl_fine {
    uint32_t* first;  // pairs of a region, count + 1
    uint32_t* other;  // the region that overlaps, ascending
    // Per pair (j, k) 4 floats: sums over places of f p_ij p_ik (x0, 1), over D_j.
    float* moment;
    float* mean[2];  // 4 floats per region: S'^m r', before and after
    float* shift;    // 4 floats per region: q
    uint32_t* slot;  // scratch of the update: the pair of a region
} pl_fine;

// Room and lists, out of body->memory. NULL: out of memory.
pl_fine* pl_fine_create(pl_body* body, const pl_ball_regions* balls);
// After the weights of the fit have changed.
void pl_fine_update(const pl_body* body, const pl_shape_match* sm);

#endif
