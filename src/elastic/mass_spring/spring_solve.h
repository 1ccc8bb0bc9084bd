// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The scalars of conjugate gradients: from sums over all places to the length of the next step.
//
// In one round the matrix is applied once and sums are taken once (Chronopoulos and Gear 1989).
// Two directions come first and stay conjugate to all others (deflation): z, the velocity at the
// beginning, and y, what the last substep added, so that a body that swings or lies still is nearly
// done before it begins, and one that lies still is exact in the end. Inner products are those of
// the masses, P the preconditioner, u = P r:
//     first    c = (z, b) / (z, A z)                x = c z, r = b - c A z
//     second   y' = y - z (y, A z) / (z, A z), and the same with it
//     round    mu = (u, A z) / (z, A z), nu = (u, A y') / (y', A y')
//              direction u - mu z - nu y' + beta (the last one), beta = gamma / gamma(last)
//              gamma = (r, u), delta = (u, A u), alpha = gamma /
//              (delta - mu (u, A z) - nu (u, A y') - beta gamma / alpha(last))
#ifndef PL_SPRING_SOLVE_H
#define PL_SPRING_SOLVE_H

#include "src/base/platform.h"

// Sums over places, per span.
enum {
    PL_SPRING_DELTA,  // (u, A u), u what is in the way: z, then y', then P r
    PL_SPRING_FIRST,  // (u, A z); of the first and the second (u, b)
    PL_SPRING_LAST,   // (u, A y'); of the first (y, A z)
    PL_SPRING_GAMMA,  // (r, u), once r has changed
    PL_SPRING_SUMS
};

typedef enum pl_spring_phase {
    PL_SPRING_PHASE_FIRST,
    PL_SPRING_PHASE_SECOND,
    PL_SPRING_PHASE_ROUNDS,
    PL_SPRING_PHASE_DONE
} pl_spring_phase;

typedef struct pl_spring_solve {
    pl_spring_phase phase;
    float share;                // c
    float blend;                // (y, A z) / (z, A z)
    float alpha, beta, mu, nu;  // of this round
    uint32_t rounds;            // so far
    double whole[2];            // (z, A z), (y', A y')
    double gamma, last_gamma, last_alpha;
    double enough;    // gamma at which it is done
    double rounding;  // and at which there is nothing to do
} pl_spring_solve;

// Before the first product, if there will be one: z is in the way.
void pl_spring_solve_begin(pl_spring_solve* s, bool solves);
// After each product: how far to go.
void pl_spring_solve_measure(pl_spring_solve* s, const double sums[PL_SPRING_SUMS]);
// After each step: what comes next. It ends when the residual is small, or after `most` rounds.
// Below `noise` it is small enough anyway.
void pl_spring_solve_judge(pl_spring_solve* s, double gamma, double noise, uint32_t most);

#endif
