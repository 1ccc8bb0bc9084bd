// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The whole step once more, slowly and in double: the judge of the library's trajectories.
//
// Nothing here is shared with src/: rings by a search over edges, rotations by Jacobi's method on
// Horn's 4x4 matrix, every sum a plain loop over a list. Vertices are in mesh order, so that
// nothing depends on the solver's order either. Of the library it takes only data: the mesh, and
// in physical mode the lists of regions, which have a test of their own.
//
// Both modes are one formula. Region j has members i with shares p_ij; f_i = m_i x paint, 1,000
// times that if pinned:
//     T_j minimises sum_i f_i p_ij |y_i - T_j x0_i|^2        g_i = sum_j p_ij T_j x0_i
//     v_i += s paint_i (g_i - y_i) / h                       x_i += s paint_i (g_i - y_i)
// In physical mode a share of s acts on what is finer than regions alone: on r = y - g less its
// smooth part, twice over. Smooth is what is left of r when each region of a second, smaller set
// takes the mean of it, by f p, and each vertex blends the means of its regions.
#ifndef REFERENCE_STEP_H
#define REFERENCE_STEP_H

#include <plump/body.h>

typedef double reference_vec[3];

// Lists both ways are not needed: goals are gathered region by region.
typedef struct reference_regions {
    uint32_t count;
    uint32_t* first;  // count + 1
    uint32_t* member;
    double* share;
} reference_regions;

typedef struct reference {
    uint32_t count;
    reference_vec* rest;  // times scale, about the area centroid
    reference_vec *x, *v;
    double* mass;   // kg
    double* paint;  // share of stiffness
    bool* pinned;   // moves on with its v, whatever pulls
    double extent;  // longest side of the rest shape's box
    uint32_t triangle_count;
    uint32_t* triangles;

    reference_regions regions, means;
    uint32_t passes;
    double acceleration[3];

    bool physical;
    double skin, core;   // s of the regions and of the region over the whole body (0: without)
    double fine;         // share of skin that acts on what is finer than regions alone
    double retardation;  // b, physical mode only: y = x_old + b (v - rigid)
    double damping;  // paper mode: share of a vertex's speed against its regions' removed; x stays
    bool normal_point;

    reference_vec *look, *pull;  // of the last pass
    reference_vec *normal, *rest_normal;
} reference;

// A body of this mesh and scale at rest about zero; masses by area, summing up to `mass`. The
// triangles of a mesh are all it needs; no regions yet.
reference* reference_create(const plump_mesh* mesh, double scale, double mass);
void reference_destroy(reference* r);

// Masses anew: vertex area x share (NULL: 1), summing up to `mass`.
void reference_weigh(reference* r, const float* share, double mass);

// Paper mode: region i is all within omega edges of vertex i, p = 1/size.
void reference_use_rings(reference* r, uint32_t omega);
// Any regions; `place_to_vertex` turns members into mesh vertices. Shares are normalised anew in
// double: per vertex they sum up to 1.
void reference_use_lists(reference* r, uint32_t count, const uint32_t* first,
                         const uint32_t* member, const float* share,
                         const uint32_t* place_to_vertex);
// Likewise those that take means of what is finer than regions.
void reference_use_means(reference* r, uint32_t count, const uint32_t* first,
                         const uint32_t* member, const float* share,
                         const uint32_t* place_to_vertex);

// One substep of length h.
void reference_step(reference* r, double h);

// For tests of the parts: the energy whose gradient the pull is, skin E_skin + core E_core with
// E = 1/2 sum f p |x - T x0|^2, where fine is 0; and the pull, skin (x - g_skin) + core (x -
// g_core).
double reference_energy(const reference* r, reference_vec* x);
void reference_pull(const reference* r, reference_vec* x, reference_vec* pull);

// The best rotation (by rows) for A = sum w y x0^T; true unless A is 0.
bool reference_rotation(const double a[9], double rotation[9]);

typedef struct reference_motion {
    double mass, centre[3], velocity[3], angular_velocity[3], momentum[3], angular_momentum[3];
} reference_motion;

reference_motion reference_measure(uint32_t count, const double* mass, reference_vec* x,
                                   reference_vec* v);

#endif
