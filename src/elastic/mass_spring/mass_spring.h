// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Springs on the surface. After Hong, Jung, Choi, Welch 2006, "Fast Volume Preservation for a
// Mass-Spring System", section "Mass-spring system": structural, shear and bending springs between
// mass points. Volume is the volume stage's.
//
// Each spring pulls along the vector d whose length it keeps at L, and is damped along it:
//     g = k d [ 1 - L/|d| + beta (d . d') / |d|^2 ]
// Below L/4 the force goes to 0 with d in place of turning on the spot: |d| counts as L/4. So
// stiffness is bounded in every state, which the length of steps relies on (spring_modes.c).
//
// A substep starts from where it began, body->past: inner steps, outer forces among them, then
// damping; or one implicit step on top of the prediction (spring_pace.h). Each phase goes over
// stencils (spring_net.h), whose forces are written down, or over places, which gather theirs
// (springs.h).
//
// Files: spring_net (which springs, how stiff), spring_modes (eigenvalues), springs (as kernels
// read them), spring_pace (steps), spring_kernel.inl (the hot loops), mass_spring.c (the order of
// it).
#ifndef PL_MASS_SPRING_H
#define PL_MASS_SPRING_H

#include "src/elastic/mass_spring/spring_pace.h"
#include "src/elastic/mass_spring/springs.h"
#include "src/state/stage.h"

#define PL_SPRING_LINEAR 15

typedef struct pl_mass_spring {
    const pl_springs* springs;
    const float* stiffness[3];     // per stencil: the springs', or painted
    float *painted[3], *share[3];  // of a painted body: that, and its share of the springs'
    uint64_t matter;               // what roof and paint are for: a hash of masses and paint
    double* scratch;               // 3 per place
    float* length[3];              // L
    double roof;                   // of all eigenvalues, with this body's masses and paint
    double longest;                // substep, s
    pl_spring_pace pace;
    float paced;  // the h that the pace is for; 0: none yet

    // transient: rows of four floats per place
    float* mobility;          // pull x mean mass / mass, four times; 0: held
    float *place, *speed;     // in an inner step
    float *left, *way, *sum;  // of an equation: residual, next step, solution so far; before it
                              // is begun `sum` holds the outer acceleration
    float* force;             // 16 floats per stencil, and four zeros
    // per stencil, three springs' direction n (3), and what the equation has along n and all around
    float* linear[PL_SPRING_LINEAR];

    bool collapsed;  // to a line or a point, where springs know no direction

    // what an implicit step must leave as it was, and what it owes
    pl_motion before;
    float debt[3], turn_debt[3], centre[3];
} pl_mass_spring;

static inline pl_mass_spring* pl_mass_spring_of(const pl_body* body) {
    return (pl_mass_spring*)body->elastic;
}

// The phases. Each works on one span of one body, of places or of stencils; stage->pass counts
// inner steps, then iterations.
typedef struct pl_spring_kernels {
    void (*begin)(const pl_span* span, const pl_stage* stage);
    void (*draw)(const pl_span* span, const pl_stage* stage);       // stencils: forces
    void (*move)(const pl_span* span, const pl_stage* stage);       // places: an inner step
    void (*linearise)(const pl_span* span, const pl_stage* stage);  // stencils: the right side
    void (*iterate)(const pl_span* span, const pl_stage* stage);    // stencils: the left side
    void (*solve)(const pl_span* span, const pl_stage* stage);      // places: the next way
    void (*finish)(const pl_span* span, const pl_stage* stage);     // places: back to x and v
    void (*finish_implicit)(const pl_span* span, const pl_stage* stage);
    void (*give_back)(const pl_span* span, const pl_stage* stage);  // momentum it owes
} pl_spring_kernels;

const pl_spring_kernels* pl_spring_kernels_get(pl_isa isa);

// L of every spring for these rest positions, by the operations of the kernels: at rest forces are
// exactly 0.
void pl_springs_measure(const pl_springs* springs, const float* const rest[3],
                        float* const length[3]);

#endif
