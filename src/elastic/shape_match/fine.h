// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is finer than regions. A region pulls all its places with the same strength, so within it a
// ripple gives way as easily as the whole body, while pressure and blows drive it the harder the
// finer it is. A solid is the other way round: half as long a wave swings twice as fast.
//
// r = x - g is how far places are from their goals. A second, smaller set of regions knows the mean
// of it, and blending the means back gives its smooth part,
//     S r = P D^-1 P^T F r,     P the shares p_ik, F the fit's weights f_i, D_k = sum_i f_i p_ik,
// symmetric in the weights, with eigenvalues between 0 (finer than these regions) and 1 (constant).
// The fine part (1 - S)^n r, n = PL_FINE_ORDER, is pulled back `firmness` times as hard as r
// itself. The set is not that of the goals: regions of a stiff body are as large as half of it, and
// it would crumple within them. What finer waves are is not asked, so that the mesh does not
// matter. The pull is
//     s r + sigma (1 - S)^n r = (s + sigma) (r - sigma / (s + sigma) P q),
//     q = sum_m -binomial(n, m) (-S')^(m-1) r',     S' = D^-1 P^T F P,     r' = D^-1 P^T F r,
// so that all it takes is to shift goals by vectors q_k, blended. r' is what regions k see of
// displacements, less what the goals' regions j make of it; that and S' are between regions, of
// which there are few: tables of how they overlap. Sums of f are kept since S is symmetric and
// leaves constants as they are, moments by what is given back for rounding (shape_match.c). In
// s + sigma nothing overshoots that does not in s alone (tune.c), whatever the substep.
//
// In other words (s + sigma (1 - S)^n) L is the elasticity L of bodies whose finest motion has
// less inertia: the product of two symmetric operators, the first of them positive, swings without
// gaining energy as each of them alone.
#ifndef PL_SHAPE_MATCH_FINE_H
#define PL_SHAPE_MATCH_FINE_H

#include "src/elastic/shape_match/shape_match.h"

// Which regions overlap those that take means, and how much.
typedef struct pl_overlaps {
    const pl_ball_regions* of;
    uint32_t* first;  // pairs of a region that takes means, count + 1
    uint32_t* other;  // the region of the others, ascending
    // Per pair (k, j) 4 floats: sums over places of f p_ik p_ij (x0, 1), over D_k.
    float* moment;
} pl_overlaps;

typedef struct pl_fine {
    const pl_ball_regions* means;
    pl_overlaps goals, own;  // with the regions of the goals, and with each other
    float* inv_mass;         // 1 / D_k; 0 without mass
    float* sum;              // 4 floats per region: of displacements, over D_k
    float* mean[2];          // 4 floats per region: S'^m r', before and after
    float* shift;            // 4 floats per region: q, times its share of the pull
    uint32_t* slot;          // scratch of the update: the pair of a region
} pl_fine;

// Room and lists, out of body->memory. NULL: out of memory.
pl_fine* pl_fine_create(pl_body* body, const pl_ball_regions* balls, const pl_ball_regions* means);
// After the weights of the fit have changed.
void pl_fine_update(const pl_body* body, const pl_shape_match* sm);

#endif
