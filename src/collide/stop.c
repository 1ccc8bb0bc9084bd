// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/collide_data.h"

void pl_collide_stop(const pl_stage* stage) {
    (void)stage;
}
