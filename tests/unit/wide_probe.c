// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "wide_probe.h"

PL_ISA_TABLES(wide_probe_table);

const wide_probe_table* wide_probe_get(pl_isa isa) {
    return PL_ISA_PICK(wide_probe_table, isa);
}

const char* wide_probe_name(int probe) {
    static const char* const names[WIDE_PROBE_COUNT] = {
#define PROBE_NAME(name, expression) #name,
        WIDE_PROBES(PROBE_NAME)
#undef PROBE_NAME
            "aligned",
        "splat",
        "any",
        "all",
        "fold",
        "fold_min",
        "fold_max"};
    return names[probe];
}
