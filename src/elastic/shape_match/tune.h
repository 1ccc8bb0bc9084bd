// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode: from frequency, damping, radius and core to the numbers of a substep.
//
// Linearised about rest, shape matching moves a displacement u to u - s L u, where L = 1 - P is
// symmetric with eigenvalues lambda in 0 .. 1, six of them 0 per connected part. A mode then swings
// with f = sqrt(lambda) / (2 pi tau) if s = (h/tau)^2, at any h; looking ahead by b damps it with
// ratio pi f b. The core, one region over the whole body, has lambda = 1 for every deformation.
// So with lambda of the skin's lowest mode and the core's share c of f^2:
//     1/tau_skin^2 = (2 pi f)^2 (1 - c) / lambda    1/tau_core^2 = (2 pi f)^2 c    b = zeta/(pi f)
// That is the law for short substeps; pl_tune_pace is exact for long ones, too (tune.c). The goals'
// y is x + b v with the x from before the substep's prediction x + h v.
#ifndef PL_TUNE_H
#define PL_TUNE_H

#include "src/elastic/shape_match/skin_modes.h"

typedef struct pl_tuning {
    double radius;          // in the mesh's units
    double fine_radius;     // of the regions in which what is finer is found (fine.h); 0: the mesh
                            // has nothing finer
    double lambda;          // smallest eigenvalue of L that is not 0
    pl_skin_lowest lowest;  // its vibration
} pl_tuning;

// lambda for a radius: Lanczos on a sample of the surface, cached in the mesh. A limp body resists
// what is finer on coarse meshes, too. False: out of memory.
bool pl_tune_radius(const plump_mesh* mesh, float radius, bool is_limp, pl_task_pool* pool,
                    pl_tuning* tuning);
// The smallest radius of 0.15, 0.2, 0.3, 0.4, 0.6 of the extent (the last if none) with which two
// substeps of 1/120 s reach the frequency: by shape and frequency only, not by mesh or step. A
// radius below 3 mean edges is not taken while there is a larger one.
bool pl_tune_choose(const plump_mesh* mesh, double frequency, double core, bool is_limp,
                    pl_task_pool* pool, pl_tuning* tuning);

// What a substep needs.
typedef struct pl_pace {
    float skin_share, core_share;  // s
    float retardation;             // b, s; within h/2 .. h (3/s - 1)/2, where the step is stable
    float frequency;               // reached, Hz: less than asked when h is too long (s is capped)
    bool reached;
    float fine;  // share of skin_share that acts on what is finer than regions alone
} pl_pace;

pl_pace pl_tune_pace(const pl_tuning* tuning, double frequency, double damping, double core,
                     double h);
// Adds what resists the finer: of `firmness` times the strength of the regions, as far as the
// substep allows, and no more than the lowest vibration bears. That one stays as it is.
void pl_tune_firm(const pl_tuning* tuning, double firmness, double h, pl_pace* pace);
// The longest substep that reaches frequency (s = 0.9) and damping (b within its limits, but never
// shorter than a quarter of what frequency asks for).
double pl_tune_substep(const pl_tuning* tuning, double frequency, double damping, double core);
// True if a body of this extent under acceleration g would fold: g extent / c^2 > 3 with the wave
// speed c = q / (sqrt 2 tau) of its skin, q = radius / 2 (kernel); the core adds as much as the
// skin then lacks.
bool pl_tune_too_soft(const pl_tuning* tuning, double frequency, double extent_mesh, double extent,
                      double acceleration);
// The lowest frequency that is not.
double pl_tune_softest(const pl_tuning* tuning, double extent_mesh, double extent,
                       double acceleration);

#endif
