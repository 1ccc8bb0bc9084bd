// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Waves become keys: every wave is a sine of its own, within a window that lets it swell and fade.
#include "io/rig_parts.h"

#include "io/turn.h"

#include <math.h>

#define DEGREES (180 / 3.14159265358979323846)

uint32_t pl_rig_key_count(const plump_rig_def* def, const plump_rig_clip* clip) {
    double count = ceil(clip->seconds * def->key_rate);
    return (uint32_t)fmax(count, 1) + 1;
}

bool pl_rig_is_moved(const plump_rig_clip* clip, uint32_t bone, plump_rig_motion motion) {
    for (uint32_t i = 0; i < clip->wave_count; ++i) {
        if (clip->waves[i].bone == bone && clip->waves[i].motion == motion) return true;
    }
    return false;
}

static double wave_value(const plump_rig_wave* wave, double share) {
    double window = 1;
    if (wave->to > wave->from) {
        double inside = (share - wave->from) / (wave->to - wave->from);
        if (!(inside > 0 && inside < 1)) return 0;
        window = fmin(1, 4 * fmin(inside, 1 - inside));  // a quarter to swell, a quarter to fade
        window = window * window * (3 - 2 * window);
    }
    double sine, cosine;
    pl_turn_sine_cosine(360 * (wave->cycles * share + wave->phase), &sine, &cosine);
    return window * wave->amplitude * (wave->offset + sine);
}

// a = a b, as quaternions x, y, z, w
static void turn_on(double a[4], const double b[4]) {
    const double p[4] = {a[0], a[1], a[2], a[3]};
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        a[k] = p[3] * b[k] + p[k] * b[3] + p[i] * b[j] - p[j] * b[i];
    }
    a[3] = p[3] * b[3] - p[0] * b[0] - p[1] * b[1] - p[2] * b[2];
}

static void add_turn(const plump_rig_wave* wave, double angle, double value[4]) {
    double length = sqrt(wave->axis[0] * wave->axis[0] + wave->axis[1] * wave->axis[1] +
                         wave->axis[2] * wave->axis[2]);
    double q[4], sine;
    pl_turn_sine_cosine(angle / 2 * DEGREES, &sine, &q[3]);
    for (int k = 0; k < 3; ++k) q[k] = sine * wave->axis[k] / length;
    turn_on(value, q);
}

void pl_rig_offset(const plump_rig_def* def, uint32_t bone, double offset[3]) {
    uint32_t parent = def->bones[bone].parent;
    for (int k = 0; k < 3; ++k) {
        offset[k] = def->bones[bone].joint[k];
        if (parent != PLUMP_RIG_ROOT) offset[k] -= def->bones[parent].joint[k];
    }
}

void pl_rig_value(const plump_rig_def* def, const plump_rig_clip* clip, uint32_t bone,
                  plump_rig_motion motion, double share, double value[4]) {
    value[0] = value[1] = value[2] = 0;
    value[3] = 1;
    if (motion == PLUMP_RIG_MOVE) pl_rig_offset(def, bone, value);
    for (uint32_t i = 0; i < clip->wave_count; ++i) {
        const plump_rig_wave* wave = &clip->waves[i];
        if (wave->bone != bone || wave->motion != motion) continue;
        double by = wave_value(wave, share);
        if (motion == PLUMP_RIG_TURN)
            add_turn(wave, by, value);
        else
            for (int k = 0; k < 3; ++k) value[k] += by * wave->axis[k];
    }
}
