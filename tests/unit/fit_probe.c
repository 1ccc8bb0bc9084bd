// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "fit_probe.h"

PL_ISA_TABLES(fit_probe_table);

const fit_probe_table* fit_probe_get(pl_isa isa) {
    return PL_ISA_PICK(fit_probe_table, isa);
}
