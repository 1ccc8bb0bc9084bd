// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A bag: particles that do not resist deformation at all. Only what the other stages do holds such
// a body together, the volume constraint above all; it shows that these need no model.
#include "src/elastic/elastic.h"

static plump_result create(pl_body* body, pl_task_pool* pool, plump_error* error) {
    (void)pool, (void)error;
    body->region_count = 0;
    body->region_span = 16;
    return PLUMP_OK;
}

static plump_result allows(const pl_body* body, const plump_body_def* wish, plump_error* error) {
    (void)body, (void)wish, (void)error;
    return PLUMP_OK;
}

static void change(pl_body* body) {
    (void)body;
}

static double substep_longest(const pl_body* body) {
    (void)body;
    return 0.0;
}

static void solve(const pl_stage* stage) {
    (void)stage;
}

static float* lasting(const pl_body* body, size_t* count) {
    (void)body;
    *count = 0;
    return NULL;
}

static void describe(const pl_body* body, plump_body_info* info) {
    (void)body, (void)info;
}

const pl_elastic_model pl_bag_model = {
    "bag", create, allows, change, substep_longest, solve, lasting, describe,
};
