// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From frequency and damping to the numbers of a substep, so that no setting can explode.
//
// One scale makes the lowest eigenvalue lambda the square of the frequency asked for:
//     pull = (2 pi f)^2 / lambda        K -> pull K        beta = zeta / (pi f)
// and beta K damps: beta is a retardation time, as in shape matching, and damps the lowest mode
// with ratio zeta. `roof` is a bound on all eigenvalues, so none is above pull roof = Lambda.
//
// Explicit: a mode of eigenvalue w^2 goes v += -h (w^2 x + beta w^2 v), x += h v; it is stable
// while w^2 (h^2 + 2 beta h) <= 4. Inner steps are taken so short that Lambda (h^2 + 2 beta h) <=
// 2, up to PL_INNER_MOST in a substep. Where that is not enough the substep is implicit.
//
// Implicit: (1 + M^-1 (h^2 + h beta) K) dv = -h M^-1 K (x + (h + beta) v), by the Chebyshev
// iteration on [1, 1 + Lambda (h^2 + h beta)], two rounds of the same degree, so that what is left
// of the residual is a square: R^2, 0 <= R^2 < 1. A mode then goes the share s = (1 - R^2)
// w^2 h^2 / (1 + w^2 (h^2 + h beta)) of its way back, never more than all of it, and that is stable
// for every h (tune.h has the same step). With too few iterations a body turns softer, never wild.
// A step of backward Euler damps by itself as a beta of h would; so much is taken off.
#ifndef PL_SPRING_PACE_H
#define PL_SPRING_PACE_H

#include "src/base/platform.h"

#define PL_INNER_MOST  32  // inner steps in an explicit substep
#define PL_DEGREE_MOST 16  // of each of two rounds in an implicit one

typedef struct pl_spring_wish {
    double frequency, damping;
    double lambda;  // lowest eigenvalue, times mean mass over stiffness
    double roof;    // no eigenvalue is above
    bool implicit;  // always
} pl_spring_wish;

typedef struct pl_spring_pace {
    float pull;
    float beta;  // s
    bool implicit;
    uint32_t rounds;  // inner steps, or 2 x degree
    float inner;      // length of an inner step, s
    // implicit: the next way is keep[i] x the last one + add[i] x the residual, i = 0 the first
    float keep[2 * PL_DEGREE_MOST], add[2 * PL_DEGREE_MOST];
    double frequency;  // reached, Hz
    bool reached;
} pl_spring_pace;

pl_spring_pace pl_spring_pace_find(const pl_spring_wish* wish, double h);
// The longest substep that is exact enough, and stable without giving way.
double pl_spring_pace_longest(const pl_spring_wish* wish);
// The longest inner step.
double pl_spring_pace_inner(const pl_spring_wish* wish);

#endif
