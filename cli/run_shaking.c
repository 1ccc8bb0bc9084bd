// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body that rolls deforms as evenly as one that trembles: its dents travel round it. But it gets
// somewhere. A balloon of 0.3 m that rolls at 0.77 m/s has 0.003 of that energy within itself, a
// pouch that rolls out half; what trembles in place has next to no motion that lasts.
#include "cli/run_shaking.h"

#define SHAKE_SECONDS 0.5   // at the end of a run
#define SHAKE_SPEED   0.02  // of the speed of a fall from its own size
#define SHAKE_EVEN    0.5  // a swing comes to rest on its way, twice in each period: less than this
#define SHAKE_WITHIN  0.25  // of the energy of the whole: more than where stiff bodies rock
#define GYRATION      0.3   // of the size: a ball's is 0.32, a bar's across 0.29

static double square(const double v[3]) {
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

static double whole_energy(const plump_body_info* info) {
    double energy = 0;
    for (int k = 0; k < 3; ++k)
        energy += 0.5 * info->momentum[k] * info->velocity[k] +
                  0.5 * info->angular_momentum[k] * info->angular_velocity[k];
    return energy;
}

// Energy of the motion that was left when all to and fro had cancelled out.
static double lasting(const run_shaking* s, double size) {
    double arm = GYRATION * size;
    return 0.5 * (square(s->moved) + arm * arm * square(s->turned)) / (s->seconds * s->seconds);
}

static void judge(run_shaking* s, double size) {
    double limit = SHAKE_SPEED * SHAKE_SPEED * 9.81 * size;
    bool even = s->least > limit && s->least > SHAKE_EVEN * s->most;
    bool in_place = s->least > lasting(s, size) && s->least > SHAKE_WITHIN * s->whole / s->seconds;
    s->shakes = even && in_place;
    s->unrest = s->least;
}

static void add(run_shaking* s, const plump_body_info* info, double seconds) {
    double whole = whole_energy(info), own = info->kinetic_energy - whole;
    own = own > 0 && info->mass > 0 ? own / info->mass : 0;
    bool is_new = s->seconds == 0;
    s->seconds += seconds;
    s->least = is_new || own < s->least ? own : s->least;
    s->most = is_new || own > s->most ? own : s->most;
    s->whole += info->mass > 0 ? seconds * whole / info->mass : 0;
    for (int k = 0; k < 3; ++k) {
        s->moved[k] += seconds * info->velocity[k];
        s->turned[k] += seconds * info->angular_velocity[k];
    }
}

void run_shaking_look(run_shaking* s, const plump_body_info* info, double seconds) {
    add(s, info, seconds);
    if (s->seconds < SHAKE_SECONDS) return;
    judge(s, info->extent);
    if (info->contact_count == 0) s->shakes = false;
    *s = (run_shaking){.shakes = s->shakes, .unrest = s->unrest};
}
