// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What bodies have in energy before they meet each other in a substep.
#ifndef PL_STATE_LEDGER_H
#define PL_STATE_LEDGER_H

#include "src/state/stage.h"

// Begins the ledgers of those that may meet something (body->paired), and takes their motion as
// predicted (body->motion_now).
void pl_ledger_begin(const pl_stage* stage);

#endif
