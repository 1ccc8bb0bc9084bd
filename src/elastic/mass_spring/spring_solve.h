// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The scalars of conjugate gradients: from sums over all places to the length of the next step.
//
// In one round the matrix is applied once and sums are taken once (Chronopoulos and Gear 1989), and
// a first direction z, the velocity at the beginning, is kept conjugate to all others (deflation).
// Inner products are those of the masses, P the preconditioner, u = P r:
//     start    c = (z, b) / (z, A z)             x = c z, r = b - c A z
//     round    mu = (u, A z) / (z, A z)          direction u - mu z + beta (the last one)
//              beta = gamma / gamma(last)        gamma = (r, u)
//              alpha = gamma / (delta - mu (u, A z) - beta gamma / alpha(last)),  delta = (u, A u)
#ifndef PL_SPRING_SOLVE_H
#define PL_SPRING_SOLVE_H

#include "src/base/platform.h"

// Sums over places, per span.
enum {
    PL_SPRING_DELTA,    // (u, A u); at the start (z, A z)
    PL_SPRING_EPSILON,  // (u, A z); at the start (z, b)
    PL_SPRING_GAMMA,    // (r, u)
    PL_SPRING_SUMS
};

typedef struct pl_spring_solve {
    float share;            // c
    float alpha, beta, mu;  // of this round
    bool starting, done;
    uint32_t rounds;  // so far
    double whole;     // (z, A z)
    double gamma, last_gamma, last_alpha;
    double enough;          // gamma at which it is done
    uint64_t rounds_total;  // since the body was made
} pl_spring_solve;

// Before the first product, if there will be one: z is in the way.
void pl_spring_solve_begin(pl_spring_solve* s, bool solves);
// After the first product, and then after each.
void pl_spring_solve_start(pl_spring_solve* s, double delta, double epsilon);
void pl_spring_solve_step(pl_spring_solve* s, double delta, double epsilon);
// After the residual has changed: whether it is small enough, or `most` rounds are over. Below
// `noise` it is small enough anyway.
void pl_spring_solve_judge(pl_spring_solve* s, double gamma, double noise, uint32_t most);

#endif
