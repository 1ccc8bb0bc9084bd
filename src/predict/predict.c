// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/predict/predict.h"

#include "src/state/contain.h"

#include <string.h>

PL_ISA_TABLES(pl_predict_kernels);

const pl_predict_kernels* pl_predict_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_predict_kernels, isa);
}

static void integrate_span(const pl_span* span, const pl_stage* stage) {
    bool usable =
        pl_predict_kernels_get(stage->isa)->integrate(span->body, span->begin, span->end, stage->h);
    span->body->span_flags[span->begin / PL_SPAN_PARTICLES] = !usable;
}

// Pins move evenly from where they were at the beginning of the step to their target at its end.
static void place_pins(pl_body* body, const pl_stage* stage) {
    for (size_t i = 0; i < body->pin_count; ++i) {
        const pl_pin* pin = &body->pins[i];
        for (int k = 0; k < 3; ++k) {
            double way = pin->moving ? pin->target[k] - pin->from[k] : 0.0;
            double now = pin->from[k] + way * (double)stage->fraction;
            body->x[k][pin->place] = body->ahead[k][pin->place] = (float)(now - body->origin[k]);
            body->v[k][pin->place] = (float)(way / (double)stage->step);
        }
    }
}

static void settle(pl_body* body, const pl_stage* stage) {
    pl_contain_flagged(body);
    // what was mended must not seem to have moved since
    for (int k = 0; body->contained && k < 3; ++k) {
        memcpy(body->past[k], body->x[k], body->padded * sizeof(float));
        memcpy(body->ahead[k], body->x[k], body->padded * sizeof(float));
    }
    place_pins(body, stage);
    body->moved = PL_MOVED_ALL;
}

void pl_predict(const pl_stage* stage) {
    pl_stage_particles(stage, integrate_span);
    pl_stage_bodies(stage, settle);
}
