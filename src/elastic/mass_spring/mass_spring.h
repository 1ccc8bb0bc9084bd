// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Springs on the surface. After Hong, Jung, Choi, Welch 2006, "Fast Volume Preservation for a
// Mass-Spring System", section "Mass-spring system": structural, shear and bending springs between
// mass points. Volume is the volume stage's.
//
// Each spring pulls along the vector d whose length it keeps at L, and is damped along it:
//     g = k d [ 1 - L/|d| + beta (d . d') / |d|^2 ]        k and beta by kind and paint
// Below L/4 the force goes to 0 with d in place of turning on the spot: |d| counts as L/4. So
// stiffness is bounded in every state, which the length of steps relies on (spring_modes.c).
//
// A substep starts from where it began, body->past: inner steps, outer forces among them, then
// damping; or one implicit step on top of the prediction (spring_pace.h). Forces are found per
// stencil (spring_net.h) and written down; places gather theirs (springs.h). For an equation the
// springs' stiffness is summed to a matrix, a block for each two places that feel each other
// (spring_links.h), and everything else goes over places.
//
// The equation of an implicit step, for the velocities v at its end, K with all factors of
// spring_pace.h: (1 + M^-1 K) v = b = v0 + h M^-1 f, is solved by conjugate gradients within the
// space of v0, the change of the last substep, and the directions it comes upon, with the
// inverse of the diagonal's 3 x 3 blocks for a preconditioner. In the inner product of the masses
// the solution found has v . (A v - b) = 0, wherever it is stopped, and from that alone
//     E(after) - E(before) = - |v - v0|^2 / 2 - h^2 v.K v / 2 - h beta v.D v <= 0
// for springs as they are linearised: no length of a step and no number of rounds adds energy.
// v0 is without the motion as a rigid whole where nothing holds the body, so this is kept too.
//
// Files: spring_net (which springs, how stiff), spring_modes (eigenvalues), springs and
// spring_links (as kernels read them), spring_pace (steps), spring_solve (the scalars of conjugate
// gradients), spring_kernel.inl and spring_matrix.inl (the hot loops), mass_spring.c (the order of
// it).
#ifndef PL_MASS_SPRING_H
#define PL_MASS_SPRING_H

#include "src/elastic/mass_spring/spring_pace.h"
#include "src/elastic/mass_spring/spring_solve.h"
#include "src/elastic/mass_spring/springs.h"
#include "src/state/stage.h"

typedef struct pl_mass_spring {
    const pl_springs* springs;
    const float* stiffness[3];     // per stencil: the springs', or painted
    float *painted[3], *share[3];  // of a painted body: that, and its share of the springs'
    float* damping[3];             // likewise the share of damping; NULL: 1
    uint64_t matter;               // what roof and paint are for: a hash of masses and paint
    double* scratch;               // 3 per place
    float* length[3];              // L
    double roof;                   // of all eigenvalues, with this body's masses and paint
    double longest;                // substep, s
    pl_spring_pace pace;
    float paced;  // the h that the pace is for; 0: none yet

    // transient: rows of four floats per place
    float* mobility;         // pull x mean mass / mass, four times; 0: held
    float *place, *speed;    // in an inner step; in an implicit one speeds of places that are held
    float* drive;            // outer acceleration
    float* way;              // what the matrix is applied to
    float* force;            // 16 floats per stencil, and four zeros
    float* bent;             // 12 floats per stencil, and four zeros: per spring n sqrt(stiffness
                             // along n), and stiffness all around
    float* blocks;           // per column of links 6 x 16: xx xy xz yy yz zz
    float* precondition[6];  // per place: the inverse of the diagonal, as blocks
    // of an equation, per place: solution so far, result of the matrix, and the residual ...
    float *sum[3], *product[3], *left[3];
    // ... which conjugate gradients keep here; the direction, whose product is then `left`; and the
    // first two directions and their products: z, the velocity at the beginning, and y, what the
    // last substep has added
    float *residual[3], *course[3], *first[3], *first_product[3], *last[3], *last_product[3];
    float* sums;  // PL_SPRING_SUMS per span of places
    pl_spring_solve solve;

    bool collapsed;  // to a line or a point, where springs know no direction

    // what an implicit step must leave as it was, and what it owes
    pl_motion before;
    float debt[3], turn_debt[3], centre[3];
    float drift[3], turn[3];  // of the rigid whole; 0 where something holds it
} pl_mass_spring;

static inline pl_mass_spring* pl_mass_spring_of(const pl_body* body) {
    return (pl_mass_spring*)body->elastic;
}

// The phases. Each works on one span of one body, of places or of stencils; stage->pass counts
// inner steps, then iterations of Chebyshev.
typedef struct pl_spring_kernels {
    void (*begin)(const pl_span* span, const pl_stage* stage);
    void (*draw)(const pl_span* span, const pl_stage* stage);       // stencils: forces
    void (*move)(const pl_span* span, const pl_stage* stage);       // places: an inner step
    void (*linearise)(const pl_span* span, const pl_stage* stage);  // stencils: the right side
    // places, from here on
    void (*assemble)(const pl_span* span, const pl_stage* stage);  // the matrix and the right side
    void (*apply)(const pl_span* span, const pl_stage* stage);     // the matrix, and sums
    void (*relax)(const pl_span* span, const pl_stage* stage);     // Chebyshev's next way
    void (*set_out)(const pl_span* span, const pl_stage* stage);   // conjugate gradients: the first
    void (*take_last)(const pl_span* span, const pl_stage* stage);  // ... the second
    void (*go_on)(const pl_span* span, const pl_stage* stage);      // ... and the next
    void (*finish)(const pl_span* span, const pl_stage* stage);     // back to x and v
    void (*finish_implicit)(const pl_span* span, const pl_stage* stage);
    void (*give_back)(const pl_span* span, const pl_stage* stage);  // momentum it owes
} pl_spring_kernels;

const pl_spring_kernels* pl_spring_kernels_get(pl_isa isa);

// L of every spring for these rest positions, by the operations of the kernels: at rest forces are
// exactly 0.
void pl_springs_measure(const pl_springs* springs, const float* const rest[3],
                        float* const length[3]);

#endif
