// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/bag/bag.h"

#include "src/elastic/elastic.h"
#include "src/math/elementary.h"

// m/s^2, four times its weight. Of 13 hard scenes with bags (sweep, seeds 1 to 3) 5 have a finding
// with one time, 2 with four, 3 with nine.
#define LOAD    (4.0 * 9.81)
#define DAMPING 0.3   // so that it comes to rest
#define YIELD   1e-3  // strain: next to none, and more than rounding
#define CREEP   1e3   // 1/s: at once. With 30, such bags gain energy between each other
#define STRETCH 0.5

#define OFF_MOST 0.5  // of the target: what is further off is broken, not compressed

extern const pl_elastic_model pl_bag_model;

bool pl_is_bag(const pl_body* body) {
    return body->model == &pl_bag_model;
}

static double softest(const pl_body* body) {
    const pl_tuning* tuning = &pl_shape_match_of(body)->tuning;
    if (!(tuning->radius > 0.0)) return 0.0;
    return pl_tune_softest(tuning, body->surface->extent, body->extent, LOAD);
}

pl_match_law pl_bag_law(const pl_body* body) {
    return (pl_match_law){
        .frequency = softest(body),
        .damping = DAMPING,
        .core = 0.0,
        .firmness = (double)body->def.firmness,
        .yield = YIELD,
        .creep = CREEP,
        .plastic_limit = STRETCH,
    };
}

double pl_bag_growth(const pl_body* body) {
    double off = body->volume_error < -OFF_MOST  ? -OFF_MOST
                 : body->volume_error > OFF_MOST ? OFF_MOST
                                                 : body->volume_error;
    return pl_cbrt(body->volume_ratio * (1.0 + off));
}

const pl_elastic_model pl_bag_model = {
    .name = "bag",
    .create = pl_shape_match_create,
    .allows = pl_shape_match_allows,
    .change = pl_shape_match_change,
    .substep_longest = pl_shape_match_substep,
    .solve = pl_shape_match_solve,
    .lasting = pl_shape_match_lasting,
    .forget = pl_shape_match_forget,
    .describe = pl_shape_match_describe,
};
