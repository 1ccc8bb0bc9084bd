// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/spring_solve.h"

#include <math.h>

// The residual that is left, of that after the first direction, in size. Slow modes are found first
// and far better.
#define LEFT     0.03
#define ROUNDING 1e-12  // of (x, A x): what is left below is that of floats
#define PARALLEL 1e-7
#define LEAST    2  // rounds: so the last substep's way gets better from step to step

void pl_spring_solve_begin(pl_spring_solve* s, bool solves) {
    *s = (pl_spring_solve){.phase = solves ? PL_SPRING_PHASE_FIRST : PL_SPRING_PHASE_DONE};
}

// What is not above 0 by rounding, or not a number, is nowhere to go.
static double ratio(double up, double down) {
    double value = down > 0 ? up / down : 0;
    return fabs(value) < 1e30 ? value : 0;
}

static void measure_round(pl_spring_solve* s, const double* sums) {
    bool first = s->rounds == 0;
    double mu = ratio(sums[PL_SPRING_FIRST], s->whole[0]);
    double nu = ratio(sums[PL_SPRING_LAST], s->whole[1]);
    double beta = first ? 0 : ratio(s->gamma, s->last_gamma);
    double down = sums[PL_SPRING_DELTA] - mu * sums[PL_SPRING_FIRST] - nu * sums[PL_SPRING_LAST];
    if (!first) down -= beta * s->gamma / s->last_alpha;
    double alpha = ratio(s->gamma, down);
    s->alpha = (float)alpha, s->beta = (float)beta;
    s->mu = (float)mu, s->nu = (float)nu;
    s->last_gamma = s->gamma;
    s->last_alpha = alpha;
    s->rounds++;
}

void pl_spring_solve_measure(pl_spring_solve* s, const double sums[PL_SPRING_SUMS]) {
    if (s->phase == PL_SPRING_PHASE_ROUNDS) {
        measure_round(s, sums);
        return;
    }
    bool first = s->phase == PL_SPRING_PHASE_FIRST;
    double whole = sums[PL_SPRING_DELTA], blend = (double)s->blend;
    // of two that are parallel the second is left out: what is not z in it is rounding
    if (!first && !(whole > PARALLEL * blend * blend * s->whole[0])) whole = 0;
    s->whole[!first] = whole;
    s->share = (float)ratio(sums[PL_SPRING_FIRST], whole);
    if (first) s->blend = (float)ratio(sums[PL_SPRING_LAST], whole);
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

void pl_spring_solve_judge(pl_spring_solve* s, double gamma, double noise, uint32_t most) {
    s->gamma = gamma;
    if (s->phase == PL_SPRING_PHASE_FIRST) {
        double share = (double)s->share;
        s->rounding = ROUNDING * share * share * s->whole[0];
        s->enough = larger(larger(LEFT * LEFT * gamma, noise), s->rounding);
        s->phase = PL_SPRING_PHASE_SECOND;
        return;
    }
    bool stuck = s->phase == PL_SPRING_PHASE_ROUNDS && !(s->last_alpha > 0);
    bool fine = !(gamma > s->enough) && (s->rounds >= LEAST || !(gamma > s->rounding));
    s->phase = PL_SPRING_PHASE_ROUNDS;
    if (stuck || fine || !(gamma > 0) || s->rounds >= most) s->phase = PL_SPRING_PHASE_DONE;
}
