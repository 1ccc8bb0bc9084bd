// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/spring_pace.h"

#include "src/math/chebyshev.h"
#include "src/math/elementary.h"

#include <math.h>

#define STABLE    1.0    // Lambda h^2; with dashpots of h/2 the end would be 2
#define DASHPOT   0.5    // beta of an inner step, in inner steps
#define TURN_MOST 0.25   // radians of the lowest mode in a substep
#define DAMP_LEFT 0.02   // R of damping, where the number of iterations allows
#define STEP_LEFT 0.005  // R of an implicit step that is small enough
// Lambda (h^2 + h beta) in a substep. In contact it is the larger the softer a body is: what holds
// it is smeared over as many edges as the root of this (a bear of 2,000 vertices, 6 Hz, sags by 3 %
// more with 8 substeps than with 11, by 8 % more with 6).
#define SPREAD_MOST 5000.0
// Conjugate gradients, with what they start from, and since the bound is not tight, take a quarter
// of the rounds that the polynomial would, or fewer (measured: a tenth): as if the spread were
// less.
#define EASE          16.0
#define DECAY_MOST    10.0  // a substep's exponent of decay
#define REACHED_SHARE 0.97

static double turn_rate(const pl_spring_wish* w) {
    return 2 * PL_PI * w->frequency;
}

static double pull_of(const pl_spring_wish* w) {
    return turn_rate(w) * turn_rate(w) / w->lambda;
}

static double beta_of(const pl_spring_wish* w) {
    return 2 * w->damping / turn_rate(w);
}

// Of the springs that are damped the most.
static double beta_most(const pl_spring_wish* w) {
    double most = 0;
    for (int k = 0; k < PL_SPRING_KINDS; ++k) most = w->share[k] > most ? w->share[k] : most;
    return most * beta_of(w);
}

double pl_spring_pace_inner(const pl_spring_wish* w) {
    return sqrt(STABLE / (pull_of(w) * w->roof));
}

// The substep whose own damping is what is asked for, within reason.
static double implicit_longest(const pl_spring_wish* w) {
    double top = pull_of(w) * w->roof, beta = beta_most(w);
    double turn = 2 * w->damping;
    turn = turn < 0.1 ? 0.1 : turn > TURN_MOST ? TURN_MOST : turn;
    double longest = turn / turn_rate(w), solved = sqrt(SPREAD_MOST / top);
    // with h below beta, h^2 + h (beta - h) = h beta has to stay below
    if (solved < beta) solved = SPREAD_MOST / (top * beta);
    return solved < longest ? solved : longest;
}

double pl_spring_pace_longest(const pl_spring_wish* w) {
    if (w->implicit) return implicit_longest(w);
    double longest = TURN_MOST / turn_rate(w), inner = PL_INNER_MOST * pl_spring_pace_inner(w);
    return inner < longest ? inner : longest;
}

// The largest of the three, in relation to all eigenvalues.
static double spread_of(const pl_spring_wish* w, const pl_spring_pace* pace) {
    double most = 0;
    for (int k = 0; k < PL_SPRING_KINDS; ++k) {
        double sum = (double)pace->stiff + (double)pace->damp[k];
        most = sum > most ? sum : most;
    }
    return pull_of(w) * w->roof * most;
}

static void go_implicit(const pl_spring_wish* w, double h, pl_spring_pace* pace) {
    double beta = beta_of(w) > h ? beta_of(w) - h : 0, rate = turn_rate(w);
    pace->implicit = true;
    pace->push = (float)h;
    pace->stiff = (float)(h * h);
    for (int k = 0; k < PL_SPRING_KINDS; ++k) {
        double own = w->share[k] * beta_of(w);
        pace->damp[k] = (float)(h * (own > h ? own - h : 0));
    }
    pace->solves = PL_SOLVE_MOST;
    pl_chebyshev worst = pl_chebyshev_make(spread_of(w, pace) / EASE, 1, STEP_LEFT, PL_SOLVE_MOST);
    // the stiffness that the lowest mode feels: all of it if nothing is left
    double slow = rate * rate * (h * h + h * beta),
           left = fabs(pl_chebyshev_left(&worst, 1 + slow));
    pace->frequency = w->frequency * sqrt((1 - left) / (1 + left * slow));
}

// h beta such that the lowest mode decays as it should in this substep.
static double damp_of(const pl_spring_wish* w, double beta, double h) {
    double rate = turn_rate(w), decay = beta * rate * rate * h;
    decay = decay < DECAY_MOST ? decay : DECAY_MOST;
    return (pl_exp(decay) - 1) / (rate * rate);
}

static void go_explicit(const pl_spring_wish* w, double h, uint32_t inners, pl_spring_pace* pace) {
    double inner = h / inners;
    pace->inners = inners;
    pace->inner = (float)inner;
    for (int k = 0; k < PL_SPRING_KINDS; ++k) {
        double beta = w->share[k] * beta_of(w);
        double own = beta < DASHPOT * inner ? beta : DASHPOT * inner;
        pace->beta[k] = (float)own;
        if (beta > own) pace->damp[k] = (float)damp_of(w, beta - own, h);
    }
    double spread = spread_of(w, pace);
    if (!(spread > 0)) return;
    pl_chebyshev filter = pl_chebyshev_make(spread, 1, DAMP_LEFT, PL_DAMP_MOST);
    pace->solves = pl_chebyshev_write(&filter, pace->keep, pace->add);
}

pl_spring_pace pl_spring_pace_find(const pl_spring_wish* w, double h) {
    pl_spring_pace pace = {.pull = (float)pull_of(w), .frequency = w->frequency};
    double needed = ceil(h / pl_spring_pace_inner(w) - 1e-6);
    // longer substeps than it asks for, undamped, let contacts and volume pump energy into it
    bool too_long = h > pl_spring_pace_longest(w) * (1 + 1e-6);
    if (w->implicit || too_long || needed > PL_INNER_MOST) {
        go_implicit(w, h, &pace);
    } else {
        go_explicit(w, h, needed < 1 ? 1 : (uint32_t)needed, &pace);
    }
    pace.reached = pace.frequency >= REACHED_SHARE * w->frequency;
    return pace;
}
