// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The implicit constraint enforcement of Hong, Jung, Choi, Welch 2006, eq. 9 to 14, which is linear
// in the motion of the substep. With Phi = V - Vt, Phi_q = dV/dq at the beginning q of the substep
// (past), W the weights and F all forces:
//     lambda = [Phi / h^2 + Phi_t / h + Phi_q (v / h + M^-1 F)] / (Phi_q M^-1 W Phi_q^T)
//     v(t + h) = v + h M^-1 F - h M^-1 W Phi_q^T lambda,   q(t + h) = q + h v(t + h)
// When this stage begins, the others have made v* = v + h M^-1 F and x* = q + h v* of it (predict
// forces from outside, the model springs, contacts their impulses), so that
//     h^2 [Phi / h^2 + ...] = Phi(q) + h Phi_t + Phi_q (x* - q)
// is V at q and its change along the way to x*, to first order, less the target at t + h. So the
// constraint is the stage's own step, with direction and V found at q instead of x*, and what is
// left of V's curve along the way is its error: of the square of the substep's motion. Velocities
// get what positions get, over h.
// The paper prints W in the force but not in the denominator (volume_printed does so): then the
// constraint is missed by Phi_q M^-1 (W - 1) Phi_q^T lambda, in the first order.
#include "src/volume/volume_phases.h"

static void enforce(const pl_span* span, const pl_stage* stage) {
    pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->enforce);
}

// s = -h^2 lambda in the units of the direction, with the stage's guards.
static void join_linear(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; pl_takes_part(body, stage) && i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        unit->step = (float)pl_cubic_reach(&unit->cubic, unit->goal, pl_step_most(unit, stage));
        float slow = (float)(-(double)unit->step / (double)stage->h);
        unit->slow = isfinite(slow) ? slow : 0.0f;
    }
}

static void set_positions(const pl_stage* stage, bool past) {
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        if (!pl_takes_part(body, stage)) continue;
        for (int k = 0; k < 3; ++k) body->volume->at[k] = past ? body->past[k] : body->x[k];
    }
}

void pl_volume_enforce(const pl_stage* stage) {
    pl_stage turn = *stage;
    turn.pass = PL_PASS_LINEAR;
    if (!pl_volume_is_wanted(&turn, pl_keeps_volume)) return;
    set_positions(&turn, true);
    pl_volume_find_direction(&turn);
    pl_stage_bodies(&turn, join_linear);
    pl_stage_particles(&turn, enforce);
    set_positions(&turn, false);
}
