// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/elastic.h"

extern const pl_elastic_model pl_shape_match_model, pl_bag_model, pl_mass_spring_model;

static const pl_elastic_model* const models[PLUMP_MODEL_COUNT] = {
    [PLUMP_MODEL_SHAPE_MATCH] = &pl_shape_match_model,
    [PLUMP_MODEL_BAG] = &pl_bag_model,
    [PLUMP_MODEL_MASS_SPRING] = &pl_mass_spring_model,
};

const pl_elastic_model* pl_elastic_model_get(plump_model model) {
    return (unsigned)model < PLUMP_MODEL_COUNT ? models[model] : NULL;
}

static bool is_used(const pl_stage* stage, const pl_elastic_model* model) {
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        if (stage->bodies[i]->model->solve == model->solve) return true;
    }
    return false;
}

// Bodies of models that share one way to solve are solved together.
static bool is_first(int model) {
    for (int m = 0; m < model; ++m) {
        if (models[m]->solve == models[model]->solve) return false;
    }
    return true;
}

void pl_elastic_solve(const pl_stage* stage) {
    for (int m = 0; m < PLUMP_MODEL_COUNT; ++m) {
        if (is_first(m) && is_used(stage, models[m])) models[m]->solve(stage);
    }
}
