// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/state/ledger.h"

static void sum_motion(const pl_span* span, const pl_stage* stage) {
    if (span->body->paired) pl_motion_sum_span(span, stage);
}

static void begin(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_inertia inertia;
    if (!body->paired) return;
    body->motion_now = body->motion_came = pl_motion_join_body(body, &inertia);
    pl_vec3d momentum = pl_vec3d_scale(body->motion_now.velocity, body->motion_now.mass);
    body->ledger =
        (pl_ledger){.before = body->motion_now.kinetic_energy, .given = pl_vec3d_neg(momentum)};
}

void pl_ledger_begin(const pl_stage* stage) {
    pl_stage_particles(stage, sum_motion);
    pl_stage_bodies(stage, begin);
}
