// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/spring_pace.h"

#include "src/math/elementary.h"

#include <math.h>

#define STABLE    1.0   // Lambda h^2; with dashpots of h/2 the end would be 2
#define DASHPOT   0.5   // beta of an inner step, in inner steps
#define TURN_MOST 0.25  // radians of the lowest mode in a substep
#define DAMP_LEFT 0.02  // R of damping, where the number of iterations allows
// R^2 of an implicit step, likewise. A body at rest hangs lower by about this share.
#define STEP_LEFT     0.005
#define SPREAD_MOST   350.0  // Lambda (h^2 + h beta) that two rounds reach that with
#define DECAY_MOST    10.0   // a substep's exponent of decay
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

double pl_spring_pace_inner(const pl_spring_wish* w) {
    return sqrt(STABLE / (pull_of(w) * w->roof));
}

// The substep whose own damping is what is asked for, within reason.
static double implicit_longest(const pl_spring_wish* w) {
    double top = pull_of(w) * w->roof, beta = beta_of(w);
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

// --- Chebyshev ---

// T_degree(x)
static double chebyshev(uint32_t degree, double x) {
    double last = 1, now = x;
    for (uint32_t k = 1; k < degree; ++k) {
        double next = 2 * x * now - last;
        last = now;
        now = next;
    }
    return now;
}

typedef struct {
    double middle, half;  // of the interval
    uint32_t degree, sweeps;
} filter;

static double power(double a, uint32_t n) {
    return n == 2 ? a * a : a;
}

// R at a place of the interval, of all sweeps.
static double left_at(const filter* f, double a) {
    double left =
        chebyshev(f->degree, (f->middle - a) / f->half) / chebyshev(f->degree, f->middle / f->half);
    return power(left, f->sweeps);
}

static filter make_filter(double spread, uint32_t sweeps, double most) {
    double least = spread > 1e-3 ? spread : 1e-3;  // an interval of nothing has no polynomial
    filter f = {1 + 0.5 * least, 0.5 * least, 1, sweeps};
    while ((f.degree + 1) * sweeps <= PL_SOLVE_MOST) {
        double left = 1 / chebyshev(f.degree, f.middle / f.half);
        if (power(left, sweeps) <= most) break;
        f.degree++;
    }
    return f;
}

static void write_solves(const filter* f, pl_spring_pace* pace) {
    double sigma = f->middle / f->half, rho = 1 / sigma;
    pace->solves = f->sweeps * f->degree;
    for (uint32_t i = 0; i < pace->solves; ++i) {
        bool begins = i % f->degree == 0;
        double next = begins ? 1 / sigma : 1 / (2 * sigma - rho);
        pace->keep[i] = begins ? 0.0f : (float)(next * rho);
        pace->add[i] = (float)(begins ? 1 / f->middle : 2 * next / f->half);
        rho = next;
    }
}

// --- the two kinds of substeps ---

static void go_implicit(const pl_spring_wish* w, double h, pl_spring_pace* pace) {
    double beta = beta_of(w) > h ? beta_of(w) - h : 0, rate = turn_rate(w);
    filter f = make_filter(pull_of(w) * w->roof * (h * h + h * beta), 2, STEP_LEFT);
    pace->implicit = true;
    pace->push = (float)h;
    pace->stiff = (float)(h * h);
    pace->damp = (float)(h * beta);
    write_solves(&f, pace);
    // the stiffness that the lowest mode feels: all of it if nothing is left
    double slow = rate * rate * (h * h + h * beta), left = left_at(&f, 1 + slow);
    pace->frequency = w->frequency * sqrt((1 - left) / (1 + left * slow));
}

// h beta such that the lowest mode decays as it should in this substep.
static double damp_of(const pl_spring_wish* w, double beta, double h) {
    double rate = turn_rate(w), decay = beta * rate * rate * h;
    decay = decay < DECAY_MOST ? decay : DECAY_MOST;
    return (pl_exp(decay) - 1) / (rate * rate);
}

static void go_explicit(const pl_spring_wish* w, double h, uint32_t inners, pl_spring_pace* pace) {
    double inner = h / inners, beta = beta_of(w);
    double own = beta < DASHPOT * inner ? beta : DASHPOT * inner;
    pace->inners = inners;
    pace->inner = (float)inner;
    pace->beta = (float)own;
    if (!(beta > own)) return;
    double damp = damp_of(w, beta - own, h);
    filter f = make_filter(pull_of(w) * w->roof * damp, 1, DAMP_LEFT);
    pace->damp = (float)damp;
    write_solves(&f, pace);
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
