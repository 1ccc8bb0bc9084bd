// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/spring_solve.h"

#include <math.h>

// Of the residual after the first direction, its size. Slow modes are found first and far better.
#ifndef TOL
#define TOL 0.02
#endif
static double LEFT = TOL;

void pl_spring_solve_begin(pl_spring_solve* s, bool solves) {
    *s = (pl_spring_solve){.starting = solves, .rounds_total = s->rounds_total};
}

// What is not above 0 by rounding, or not a number, is nowhere to go.
static float ratio(double up, double down) {
    double value = down > 0 ? up / down : 0;
    return fabs(value) < 1e30 ? (float)value : 0.0f;
}

void pl_spring_solve_start(pl_spring_solve* s, double delta, double epsilon) {
    s->whole = delta;
    s->share = ratio(epsilon, delta);
}

void pl_spring_solve_step(pl_spring_solve* s, double delta, double epsilon) {
    bool first = s->rounds == 0;
    double mu = (double)ratio(epsilon, s->whole);
    double beta = first ? 0 : (double)ratio(s->gamma, s->last_gamma);
    double down = delta - mu * epsilon - (first ? 0 : beta * s->gamma / s->last_alpha);
    s->alpha = ratio(s->gamma, down);
    s->beta = (float)beta;
    s->mu = (float)mu;
    s->done = !(s->alpha > 0.0f);
    s->last_gamma = s->gamma;
    s->last_alpha = (double)s->alpha;
    s->rounds++;
    s->rounds_total++;
}

void pl_spring_solve_judge(pl_spring_solve* s, double gamma, double noise, uint32_t most) {
    if (s->starting) s->enough = LEFT * LEFT * gamma > noise ? LEFT * LEFT * gamma : noise;
    s->starting = false;
    s->gamma = gamma;
    s->done = s->done || !(gamma > s->enough) || s->rounds >= most;
}
