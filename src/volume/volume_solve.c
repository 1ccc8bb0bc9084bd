// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/volume/volume_solve.h"

#include "src/math/elementary.h"

#include <float.h>
#include <math.h>

// --- the cubic ---

// The way towards the goal as a walk to the right and up: the first t > 0 is wanted for which
// t (slope + t (bend + t twist)) = gap.
typedef struct climb {
    double gap, slope, bend, twist;
} climb;

static double rise(const climb* c, double t) {
    return t * (c->slope + t * (c->bend + t * c->twist));
}

static double steepness(const climb* c, double t) {
    return c->slope + t * (2.0 * c->bend + 3.0 * t * c->twist);
}

// Where the climb first turns down, or `most`: the smaller positive root of its derivative, by the
// one of the two forms that subtracts nothing.
static double climb_end(const climb* c, double most) {
    double d = c->bend * c->bend - 3.0 * c->twist * c->slope, turn = most;
    if (!(d > 0.0)) return most;
    if (c->bend < 0.0)
        turn = c->slope / (sqrt(d) - c->bend);
    else if (c->twist < 0.0)
        turn = (c->bend + sqrt(d)) / (-3.0 * c->twist);
    return turn < most ? turn : most;
}

// The root between 0 (below) and `high` (not below), where the climb goes up all the way. Newton's
// step, but bisection where that leaves the bracket or does not halve the way: at a turning point
// that touches the goal Newton alone would creep.
static double climb_root(const climb* c, double high) {
    double low = 0.0, t = c->gap / c->slope, last = high;
    if (!(t > 0.0 && t < high)) t = 0.5 * high;
    for (int i = 0; i < 200; ++i) {
        double up = rise(c, t) - c->gap, steep = steepness(c, t);
        if (up < 0.0)
            low = t;
        else
            high = t;
        double next = t - up / steep, way = fabs(next - t);
        if (!(next > low && next < high && way <= 0.5 * last)) {
            // a bracket of an ulp or two, or a step below one: done
            if (way <= DBL_EPSILON * t || high - low <= 2.0 * DBL_EPSILON * high) return t;
            next = low + 0.5 * (high - low);
        }
        last = fabs(next - t);
        if (next == t) return t;
        t = next;
    }
    return t;
}

double pl_cubic_reach(const pl_cubic* cubic, double goal, double most) {
    double to_go = goal - cubic->value, side = to_go < 0.0 ? -1.0 : 1.0;
    climb c = {fabs(to_go), cubic->slope, side * cubic->curve, cubic->twist};
    bool sound = isfinite(c.gap) && isfinite(c.slope) && isfinite(c.bend) && isfinite(c.twist);
    if (!sound || !isfinite(most) || !(most > 0.0) || c.slope < 0.0) return 0.0;
    double end = climb_end(&c, most), top = rise(&c, end);
    if (!(top > 0.0) || c.gap == 0.0) return 0.0;
    return side * (top <= c.gap ? end : climb_root(&c, end));
}

// --- the target ---

#define FOLLOW_RATE 6.6384  // (1 + k) exp(-k) = 0.01
#define FOLLOW_NEAR 1e-9    // less than float volumes can tell

// e'' = -2 k e' - k^2 e for e = ratio - scale. What comes out is always an average of what was
// asked for until now, so a scale that changes on the way cannot lead beyond all of them.
void pl_volume_follow(double scale, double time, double h, double* ratio, double* speed) {
    double rate = FOLLOW_RATE / time, off = *ratio - scale, pull = *speed + rate * off;
    if (time > 0.0 && isfinite(rate) && isfinite(pull)) {
        if (!(h > 0.0)) return;
        double fade = pl_exp(-rate * h);
        off = (off + pull * h) * fade;
        *speed = (*speed - rate * pull * h) * fade;
        *ratio = scale + off;
        if (fabs(off) > FOLLOW_NEAR || fabs(*speed) > FOLLOW_NEAR * rate) return;
    }
    *ratio = scale;
    *speed = 0.0;
}
