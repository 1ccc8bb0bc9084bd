// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/spring_pace.h"

#include "src/math/elementary.h"

#include <math.h>

#define STABLE        2.0    // Lambda (h^2 + 2 beta h); 4 would be the end
#define TURN_MOST     0.5    // radians of the lowest mode in a substep
#define LEFT_MOST     0.02   // R^2, where the degree allows
#define SPREAD_MOST   150.0  // Lambda (h^2 + h beta) that the highest degree reaches that with
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
    double top = pull_of(w) * w->roof, beta = beta_of(w);
    // the positive root of h^2 + 2 beta h = STABLE / top, without cancelling
    double square = STABLE / top;
    return square / (beta + sqrt(beta * beta + square));
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
    uint32_t degree;
} filter;

// R at a place of the interval.
static double left_at(const filter* f, double a) {
    return chebyshev(f->degree, (f->middle - a) / f->half) /
           chebyshev(f->degree, f->middle / f->half);
}

static filter make_filter(double spread) {
    double least = spread > 1e-3 ? spread : 1e-3;  // an interval of nothing has no polynomial
    filter f = {1 + 0.5 * least, 0.5 * least, 1};
    while (f.degree < PL_DEGREE_MOST) {
        double left = 1 / chebyshev(f.degree, f.middle / f.half);
        if (left * left <= LEFT_MOST) break;
        f.degree++;
    }
    return f;
}

static void write_rounds(const filter* f, pl_spring_pace* pace) {
    double sigma = f->middle / f->half, rho = 1 / sigma;
    for (uint32_t i = 0; i < 2 * f->degree; ++i) {
        bool begins = i % f->degree == 0;
        double next = begins ? 1 / sigma : 1 / (2 * sigma - rho);
        pace->keep[i] = begins ? 0.0f : (float)(next * rho);
        pace->add[i] = (float)(begins ? 1 / f->middle : 2 * next / f->half);
        rho = next;
    }
}

static void go_implicit(const pl_spring_wish* w, double h, pl_spring_pace* pace) {
    double beta = beta_of(w) > h ? beta_of(w) - h : 0, rate = turn_rate(w);
    filter f = make_filter(pull_of(w) * w->roof * (h * h + h * beta));
    pace->implicit = true;
    pace->beta = (float)beta;
    pace->inner = (float)h;
    pace->rounds = 2 * f.degree;
    write_rounds(&f, pace);
    // the stiffness that the lowest mode feels: all of it if nothing is left
    double slow = rate * rate * (h * h + h * beta), left = left_at(&f, 1 + slow);
    double done = 1 - left * left;
    pace->frequency = w->frequency * sqrt(done / (1 + (1 - done) * slow));
}

pl_spring_pace pl_spring_pace_find(const pl_spring_wish* w, double h) {
    pl_spring_pace pace = {.pull = (float)pull_of(w), .frequency = w->frequency};
    double inner = pl_spring_pace_inner(w), needed = h / inner;
    if (w->implicit || needed > PL_INNER_MOST * (1 + 1e-6)) {
        go_implicit(w, h, &pace);
    } else {
        uint32_t rounds = (uint32_t)ceil(needed - 1e-6);
        pace.rounds = rounds < 1 ? 1 : rounds;
        pace.beta = (float)beta_of(w);
        pace.inner = (float)(h / pace.rounds);
    }
    pace.reached = pace.frequency >= REACHED_SHARE * w->frequency;
    return pace;
}
