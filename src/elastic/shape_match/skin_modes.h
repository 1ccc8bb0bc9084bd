// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The skin's elasticity, linearised about rest: L = 1 - P, where P fits a rigid motion to every
// ball region and blends them back. With masses m_i p_ij in the fit, L is symmetric in the inner
// product of the masses; its eigenvalues lie in 0 .. 1, those of rigid motion are 0.
//
// A sample of the surface is enough: places spread evenly, each with the mass of the surface
// nearest to it and its own shares in the regions of the whole mesh.
#ifndef PL_SKIN_MODES_H
#define PL_SKIN_MODES_H

#include "src/elastic/cloud.h"
#include "src/elastic/shape_match/ball_regions.h"

#define PL_FINE_ORDER 2

// The rigid motion of a region out of the forces on it: sums about the origin.
typedef struct pl_skin_region {
    double inv_mass;  // 0: no member is in the sample
    double centre[3];
    double inv_inertia[6];  // xx xy xz yy yz zz; pseudo-inverse: a line does not turn about itself
    double motion[6];       // scratch: sums of force and torque, then velocity at 0 and rotation
} pl_skin_region;

// Regions that only take means, as the sample sees them.
typedef struct pl_skin_means {
    uint32_t count;          // 0: there are none
    uint32_t* region_first;  // regions and shares of each vertex
    uint32_t* region;
    double* share;
    double* inv_mass;  // per region; 0: no member is in the sample
    double* mean;      // 3 per region, scratch
} pl_skin_means;

typedef struct pl_skin {
    pl_cloud cloud;          // vertices of the sample; a piece hangs together by regions
    uint32_t* place;         // of each
    uint32_t* region_first;  // regions and shares of each vertex, as in pl_ball_regions
    uint32_t* region;
    double* share;
    pl_skin_region* regions;
    uint32_t region_count;
    pl_skin_means means;  // by pl_skin_add_means
} pl_skin;

// Of at least `least` vertices, none of the others farther than a third of the radius from one; of
// all vertices if there are not even twice as many. Out of `memory`; false: out of memory.
bool pl_skin_make(const pl_surface* surface, const pl_ball_regions* balls, uint32_t least,
                  pl_arena* memory, pl_skin* skin);

// For what is finer than these regions (fine.h). False: out of memory.
bool pl_skin_add_means(const pl_ball_regions* means, pl_arena* memory, pl_skin* skin);

// On vectors of the cloud. They use the skin's scratch: one call at a time. `context` is the skin.
void pl_skin_apply(const double* in, double* out, void* context);  // L
void pl_skin_clean(double* vector, void* context);                 // takes rigid motions out

// The lowest vibration, and what becomes of it when finer motion is resisted, too: L becomes
// (1 + firmness F) L, F = (1 - S)^PL_FINE_ORDER with S the blended means (fine.h; without any F is
// 0). Firmness mixes some of F e into the vibration e: with w the unit vector along what of
// F e is not e, the two span the space in which the new lowest is sought.
typedef struct pl_skin_lowest {
    double lambda;   // smallest eigenvalue of L that is not of rigid motion; 1 if there is no other
                     // motion, at least 1e-9
    double fine;     // <e, F e>
    double mixing;   // <e, F L w>
    double other;    // <w, L w>
    double squared;  // <L w, L w>
    double stiff;    // <L w, F L w>
} pl_skin_lowest;

// False: out of memory.
bool pl_skin_find_lowest(pl_skin* skin, pl_arena* scratch, pl_skin_lowest* lowest);
// The lowest eigenvalue of (1 + firmness F) L over that of L: by how much it grows, 1 at least.
double pl_skin_stiffening(const pl_skin_lowest* lowest, double firmness);

#endif
