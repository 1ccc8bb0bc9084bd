// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Springs over a surface, as they are at rest, in double: what bodies of a mesh share, and what its
// slowest vibration is found from.
//
// Every edge has a stencil of four corners: its ends 0 and 1, and the corners 2 and 3 of the two
// triangles beside it. Three springs belong to it:
//     edge    0 to 1                                 structural
//     cross   2 to 3                                 shear
//     bend    |w1 (x1 - x0) + w2 (x2 - x0) + w3 (x3 - x0)|
// The bend is a spring like the others, with the length of a sum of corners in place of a
// difference: its forces lie along that sum and cancel, and so do their moments. The weights are
// those of Bergou et al. 2006, "A Quadratic Bending Model for Inextensible Surfaces": the sum is 0
// for a flat stencil and grows with the angle at the edge. A spring between second neighbours, as
// Hong et al. 2006 have it, gives no force at all, to first order, against the bending of what is
// flat: the lowest frequency of a box would be 0.
//
// Stiffness is that of a thin shell of even material, so that it does not change with resolution:
// (A1 + A2) / l^2 for edges (van Gelder 1998), as much for crosses, times `shear`, and
// thickness^2 / 12 times 3 / (A1 + A2) for bends. Masses are areas, in mean areas.
#ifndef PL_SPRING_NET_H
#define PL_SPRING_NET_H

#include "src/mesh/mesh_surface.h"

enum { PL_SPRING_EDGE, PL_SPRING_CROSS, PL_SPRING_BEND, PL_SPRING_KINDS };

// How stiff each kind is.
typedef struct pl_spring_ratios {
    double shear;      // crosses, in relation to edges
    double thickness;  // of the shell that bends, in the units of the positions
} pl_spring_ratios;

typedef struct pl_spring_net {
    uint32_t point_count, count;  // points, stencils
    double* position;             // 3 per point
    double* mass;                 // per point, about 1
    uint32_t* part;               // per point; no stencil joins two parts
    uint32_t part_count;
    uint32_t* corner;   // 4 per stencil
    double* weight;     // 3 per stencil: w1, w2, w3; w0 = -(w1 + w2 + w3)
    double* stiffness;  // 3 per stencil: edge, cross, bend
    double edge_mean;
} pl_spring_net;

// What each spring is drawn out to: the vectors whose lengths they are.
static inline void pl_spring_vectors(const pl_spring_net* net, uint32_t stencil, const double* x,
                                     pl_vec3d out[PL_SPRING_KINDS]) {
    const uint32_t* c = net->corner + 4 * (size_t)stencil;
    const double* w = net->weight + 3 * (size_t)stencil;
    pl_vec3d zero = pl_vec3d_load(x + 3 * (size_t)c[0]);
    pl_vec3d to[3];
    for (int k = 0; k < 3; ++k) to[k] = pl_vec3d_sub(pl_vec3d_load(x + 3 * (size_t)c[k + 1]), zero);
    out[PL_SPRING_EDGE] = to[0];
    out[PL_SPRING_CROSS] = pl_vec3d_sub(to[2], to[1]);
    pl_vec3d sum = pl_vec3d_scale(to[0], w[0]);
    sum = pl_vec3d_add(sum, pl_vec3d_scale(to[1], w[1]));
    out[PL_SPRING_BEND] = pl_vec3d_add(sum, pl_vec3d_scale(to[2], w[2]));
}

// Of a whole surface, its points the places. False: out of memory.
bool pl_spring_net_make(const pl_surface* surface, pl_spring_ratios ratios, pl_arena* memory,
                        pl_spring_net* net);
// Of about `count` points spread over it, for what does not need all of them. False: out of memory.
bool pl_spring_net_sample(const pl_surface* surface, pl_spring_ratios ratios, uint32_t count,
                          pl_arena* memory, pl_spring_net* net);

// No eigenvalue of M^-1 K is above this, however the net is deformed, for masses given or, if NULL,
// the net's, and with stiffness times `share` (3 per stencil) if not NULL. `scratch` has 2
// point_count doubles.
double pl_spring_net_roof(const pl_spring_net* net, const double* mass, const float* const share[3],
                          double* scratch);

// The lowest eigenvalue of M^-1 K at rest that is not one of rigid motion. False: out of memory.
bool pl_spring_net_lowest(const pl_spring_net* net, pl_arena* scratch, double* lambda);

#endif
