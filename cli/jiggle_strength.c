// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How far it swings. A walk and a jump, a fox and a jelly ask for springs that are softer or
// stiffer by factors of 50 until one sees them swing, and no more than is good. So the clip is
// played once without its mesh, with the masses of many strengths at once. Each set has a largest
// strength with which it stays below four fifths of its limit, and so have all that are smaller:
// one beyond a resonance would only be slow. The strength is the middle one of these, so that feet
// that stamp do not keep a belly from swinging; sets that bear less get what they bear.
//
// Those that are tried are deformers of one vertex. Each of their sets has a segment to itself,
// which goes where the anchor of the set goes; so bones and morph targets count alike.
#include "cli/jiggle_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST  0.0625             // four times the frequency
#define MOST   8.0                // a third: 0.9 Hz of the largest set
#define FACTOR 1.122462048309373  // 2^(1/6), from one strength to the next
#define SHARE  0.8                // of the limit

enum { TRIED = 43 };

typedef struct jiggle_trial {
    plump_jiggle* tried[TRIED];
    double strengths[TRIED];
    double* farthest;  // [tried * set count + set], as a share of the set's limit
    double* matrices;  // 12 per set
    int* chosen;       // per set
    bool is_measured;  // the warm-up is over
} trial;

// --- following ---

// The matrix that takes the anchor of a set where it is, and its radius along.
static void follow_anchor(const plump_jiggle_set* set, const plump_jiggle_state* now,
                          double m[12]) {
    double scale = now->radius / (double)set->radius;
    for (int k = 0; k < 12; ++k) m[k] = k % 5 == 0 ? scale : 0;
    for (int k = 0; k < 3; ++k) m[4 * k + 3] = now->anchor[k] - scale * set->anchor[k];
}

static void measure(const jiggle_plan* plan, const trial* t, uint32_t index) {
    double* farthest = t->farthest + index * (size_t)plan->sets.count;
    for (uint32_t i = 0; i < plan->sets.count; ++i) {
        plump_jiggle_state now;
        double limit = (double)plan->sets.items[i].limit;
        if (!(limit > 0) || plump_jiggle_read(t->tried[index], i, &now, NULL) != PLUMP_OK) continue;
        farthest[i] = fmax(farthest[i], now.stretch / limit);
    }
}

static plump_result move(plump_jiggle* tried, jiggle_follow how, double dt, const double* matrices,
                         plump_error* error) {
    switch (how) {
    case JIGGLE_RESET: return plump_jiggle_reset(tried, matrices, error);
    case JIGGLE_CARRY: return plump_jiggle_carry(tried, matrices, error);
    default: return plump_jiggle_step(tried, dt, matrices, NULL, error);
    }
}

int jiggle_strength_follow(const jiggle_plan* plan, jiggle_follow how, double dt) {
    trial* t = plan->trial;
    if (!t) return CLI_DONE;
    for (uint32_t i = 0; i < plan->sets.count; ++i) {
        plump_jiggle_state now;
        plump_error error;
        plump_result result = plump_jiggle_read(plan->jiggle, i, &now, &error);
        if (result != PLUMP_OK) return jiggle_complain(result, &error);
        follow_anchor(&plan->sets.items[i], &now, t->matrices + 12 * (size_t)i);
    }
    for (uint32_t i = 0; i < TRIED; ++i) {
        plump_error error;
        plump_result result = move(t->tried[i], how, dt, t->matrices, &error);
        if (result != PLUMP_OK) return jiggle_complain(result, &error);
        if (t->is_measured) measure(plan, t, i);
    }
    return CLI_DONE;
}

// --- making ---

// Twice the strength: the same mass on a spring half as stiff. The damping ratio stays.
static void soften(plump_jiggle_set* set, double strength) {
    set->stiffness = (float)((double)set->stiffness / strength);
    set->damping = (float)((double)set->damping / sqrt(strength));
}

static plump_result make_tried(const jiggle_plan* plan, plump_jiggle_set* sets, double strength,
                               plump_jiggle** tried, plump_error* error) {
    static const float origin[3] = {0, 0, 0};
    plump_jiggle_def def = plump_default_jiggle_def();
    for (uint32_t i = 0; i < plan->sets.count; ++i) {
        sets[i] = plan->sets.items[i];
        for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) sets[i].weights[k] = k == 0;
        sets[i].segments[0] = i;
        sets[i].on_count = 0;
        sets[i].on_all = false;
        sets[i].turn_hertz = 0;
        soften(&sets[i], strength);
    }
    def.mesh = (plump_triangles){.positions = origin, .vertex_count = 1};
    def.points_only = true;
    def.segment_count = def.set_count = plan->sets.count;
    def.sets = sets;
    return plump_jiggle_create(&def, tried, error);
}

static int make_trial(const jiggle_plan* plan, trial* t) {
    plump_jiggle_set* sets = malloc(plan->sets.count * sizeof *sets);
    plump_result result = PLUMP_OK;
    plump_error error;
    double strength = LEAST;
    t->matrices = malloc(plan->sets.count * 12 * sizeof *t->matrices);
    t->farthest = calloc((size_t)plan->sets.count * TRIED, sizeof *t->farthest);
    t->chosen = calloc(plan->sets.count, sizeof *t->chosen);
    for (int i = 0; sets && t->matrices && i < TRIED && result == PLUMP_OK; ++i) {
        t->strengths[i] = fmin(strength, MOST);
        result = make_tried(plan, sets, t->strengths[i], &t->tried[i], &error);
        strength *= FACTOR;
    }
    bool is_full = sets && t->matrices && t->farthest && t->chosen;
    free(sets);
    if (!is_full) return jiggle_complain_memory();
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

static void free_trial(trial* t) {
    for (int i = 0; i < TRIED; ++i) plump_jiggle_destroy(t->tried[i]);
    free(t->matrices);
    free(t->farthest);
    free(t->chosen);
}

// --- choosing ---

static double share_of(const jiggle_plan* plan, const trial* t, int tried, uint32_t set) {
    return t->farthest[(size_t)tried * plan->sets.count + set];
}

// The largest strength that a set bears, as all that are smaller.
static int find_bearable(const jiggle_plan* plan, const trial* t, uint32_t set) {
    int best = 0;
    while (best + 1 < TRIED && share_of(plan, t, best + 1, set) <= SHARE) ++best;
    return best;
}

// The middle one, of two the smaller.
static int find_middle(const int* values, uint32_t count) {
    int middle = 0;
    for (uint32_t below = 0;; ++middle) {
        for (uint32_t i = 0; i < count; ++i) below += values[i] == middle;
        if (2 * below >= count) return middle;
    }
}

static void choose(jiggle_plan* plan, const trial* t) {
    uint32_t count = plan->sets.count, stiffer = 0;
    double farthest = 0;
    for (uint32_t i = 0; i < count; ++i) t->chosen[i] = find_bearable(plan, t, i);
    int middle = find_middle(t->chosen, count);
    plan->strength = t->strengths[middle];
    for (uint32_t i = 0; i < count; ++i) {
        stiffer += t->chosen[i] < middle;
        if (t->chosen[i] > middle) t->chosen[i] = middle;
        farthest = fmax(farthest, share_of(plan, t, t->chosen[i], i));
        soften(&plan->sets.items[i], t->strengths[t->chosen[i]]);
    }
    int used = snprintf(plan->strength_reason, sizeof plan->strength_reason,
                        "%s; the farthest set goes to %.0f %% of its limit",
                        middle + 1 == TRIED ? "the most, as the clip is gentle" : "by the clip",
                        100 * farthest);
    if (stiffer > 0 && used > 0)
        snprintf(plan->strength_reason + used, sizeof plan->strength_reason - (size_t)used,
                 ", for which %u of %u are stiffer", stiffer, count);
}

int jiggle_strength_choose(jiggle_plan* plan) {
    trial t = {.is_measured = false};
    plan->strength = 1;
    if (plan->sets.count == 0) return CLI_DONE;
    int code = make_trial(plan, &t);
    plan->trial = &t;
    // the softest swings on sqrt(MOST) times as long as those of strength 1
    if (code == CLI_DONE)
        code = jiggle_play_dry(plan, sqrt(MOST) * jiggle_play_memory(plan), &t.is_measured);
    plan->trial = NULL;
    if (code == CLI_DONE) choose(plan, &t);
    free_trial(&t);
    return code;
}
