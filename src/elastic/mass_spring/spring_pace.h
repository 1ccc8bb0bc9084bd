// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From frequency and damping to the numbers of a substep, so that no setting can explode.
//
// One scale makes the lowest eigenvalue lambda the square of the frequency asked for:
//     pull = (2 pi f)^2 / lambda        K -> pull K        beta = zeta / (pi f)
// and beta K damps: beta is a retardation time, as in shape matching, and damps the lowest mode
// with ratio zeta; of each kind of springs it may be a share, or a multiple. `roof` is a bound on
// all eigenvalues, so none is above pull roof = Lambda.
//
// Explicit: inner steps of half a drift, a kick, half a drift (Stoermer and Verlet), then the
// velocities are damped with the shape held, v' + M^-1 h beta K v' = v. Kicks have dashpots of
// their own, with a beta of half an inner step, which cost little and keep fast modes from ringing;
// what the slow ones lack is the second part's. An inner step is stable while w^2 (h^2 + 2 beta h)
// <= 4; it is so short that this is at most 2 with Lambda for w^2, and there are up to
// PL_INNER_MOST in a substep. All of them turn a mode by an angle, and the second part shortens its
// velocity by rho, |rho| <= 1: the trace of both is (1 + rho) cos(angle), which is stable for every
// angle because inner steps are symmetric (symplectic Euler has resonances here). With all of beta
// in the inner steps these would have to be 5 to 10 times as many. Where PL_INNER_MOST are not
// enough, or the substep is longer than pl_spring_pace_longest, it is implicit.
//
// Implicit: (1 + M^-1 (h^2 + h beta) K) dv = -h M^-1 K (x + (h + beta) v). A mode goes the share
// s = q w^2 h^2 / (1 + w^2 (h^2 + h beta)) of its way back, q = 1 where the equation is solved,
// and 0 <= q <= 1 is stable for every h (tune.h has the same step). A step of backward Euler damps
// by itself as a beta of h would; so much is taken off.
//
// Damping is solved by the Chebyshev iteration on [1, 1 + Lambda ...], where the residual left of a
// mode, R = 1 - q, is at most 1 in size; the implicit step by conjugate gradients, which need no
// bound and take no more rounds than there is to do (mass_spring.h). What these would leave at most
// after as many as there may be is the same polynomial's: with too few a body turns softer or less
// damped, never wild.
#ifndef PL_SPRING_PACE_H
#define PL_SPRING_PACE_H

#include "src/elastic/mass_spring/spring_net.h"

#define PL_INNER_MOST 32   // inner steps in an explicit substep
#define PL_SOLVE_MOST 128  // rounds of an implicit step
#define PL_DAMP_MOST  64   // iterations of the damping of an explicit one

typedef struct pl_spring_wish {
    double frequency, damping;
    double share[PL_SPRING_KINDS];  // of the damping, by kind: 1 is the ratio asked for
    double lambda;                  // lowest eigenvalue, times mean mass over stiffness
    double roof;                    // no eigenvalue is above
    bool implicit;                  // always
} pl_spring_wish;

typedef struct pl_spring_pace {
    float pull;
    bool implicit;
    // the equation: v + M^-1 (stiff K + damp D) v and push f, all with pull
    uint32_t solves;  // iterations, of an implicit step at most
    float push, stiff, damp[PL_SPRING_KINDS];
    // the next way is keep[i] x the last one + add[i] x the residual, i = 0 the first
    float keep[PL_DAMP_MOST], add[PL_DAMP_MOST];
    uint32_t inners;              // inner steps, 0 in an implicit one
    float inner;                  // their length, s
    float beta[PL_SPRING_KINDS];  // of their dashpots, s
    double frequency;             // reached, Hz
    bool reached;
} pl_spring_pace;

pl_spring_pace pl_spring_pace_find(const pl_spring_wish* wish, double h);
// The longest substep that is exact enough, and stable without giving way.
double pl_spring_pace_longest(const pl_spring_wish* wish);
// The longest inner step.
double pl_spring_pace_inner(const pl_spring_wish* wish);

#endif
