// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every way in which a body can resist deformation. Tests of what holds for any body go through
// this table: a new model is a row here, and no test is copied.
#ifndef MODEL_TABLE_H
#define MODEL_TABLE_H

#include <plump/plump.h>

// Those with elasticity first.
typedef enum model_kind {
    MODEL_PHYSICAL,
    MODEL_PAPER,
    MODEL_SPRINGS,           // implicit steps
    MODEL_SPRINGS_EXPLICIT,  // inner steps
    MODEL_BAG,
    MODEL_KINDS,
    MODEL_ELASTIC_KINDS = MODEL_BAG
} model_kind;

typedef struct model_row {
    const char* name;
    plump_model model;
    plump_matching matching;
    bool implicit;
} model_row;

static const model_row model_rows[MODEL_KINDS] = {
    [MODEL_PHYSICAL] = {"physical", PLUMP_MODEL_SHAPE_MATCH, PLUMP_MATCHING_PHYSICAL, true},
    [MODEL_PAPER] = {"paper", PLUMP_MODEL_SHAPE_MATCH, PLUMP_MATCHING_PAPER, true},
    [MODEL_SPRINGS] = {"springs", PLUMP_MODEL_MASS_SPRING, PLUMP_MATCHING_PHYSICAL, true},
    [MODEL_SPRINGS_EXPLICIT] = {"explicit", PLUMP_MODEL_MASS_SPRING, PLUMP_MATCHING_PHYSICAL,
                                false},
    [MODEL_BAG] = {"bag", PLUMP_MODEL_BAG, PLUMP_MATCHING_PHYSICAL, true},
};

static inline void model_choose(plump_body_def* def, model_kind kind) {
    def->model = model_rows[kind].model;
    def->matching = model_rows[kind].matching;
    def->spring_implicit = model_rows[kind].implicit;
}

#endif
