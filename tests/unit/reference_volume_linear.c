// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The implicit constraint, slowly and in double: eq. 12 of Hong et al. 2006 solved for lambda.
#include "tests/unit/reference_volume.h"

// Phi(q) + Phi_q (x - q) is V less the target; `open` is the paper's denominator, with all weights
// 1 but for what is held or in contact.
static void sum_up(const reference_volume* r, uint32_t u, double* drift, double* own,
                   double* open) {
    *drift = *own = *open = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        double share = r->mean_mass / r->mean_ring / r->mass[i];
        double free = r->held[i] ? 0 : 1 - r->contact[i];
        for (int k = 0; r->unit_of[i] == u && k < 3; ++k) {
            *drift += r->ring[i][k] * (r->x[i][k] - r->past[i][k]) / 6;
            *own += r->ring[i][k] * r->way[i][k] / 6;
            *open += free * share * r->ring[i][k] * r->face[i][k] / 6;
        }
    }
}

static void enforce_unit(reference_volume* r, uint32_t u) {
    reference_unit* unit = &r->units[u];
    double drift, own, open;
    reference_volume_aim(r, r->weight, u);
    sum_up(r, u, &drift, &own, &open);
    unit->before = reference_volume_measure(r, r->past, u) + drift;
    double change = reference_volume_change(r, u);
    unit->goal = unit->before + change;
    unit->step = change / (r->printed ? open : own);
    for (uint32_t i = 0; i < r->count; ++i) {
        for (int k = 0; r->unit_of[i] == u && k < 3; ++k) {
            r->x[i][k] += unit->step * r->way[i][k];
            r->v[i][k] += unit->step / r->h * r->way[i][k];
        }
    }
}

void reference_volume_enforce(reference_volume* r) {
    r->at = r->past;
    reference_volume_weigh(r);
    for (uint32_t u = 0; u < r->unit_count; ++u) enforce_unit(r, u);
    r->at = r->x;
    for (uint32_t u = 0; u < r->unit_count; ++u)
        r->units[u].after = reference_volume_measure(r, r->x, u);
}
