// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Stages 4 and 5: brings each body back to its volume, and takes the divergence out of velocities,
// whatever the elastic model. After Diziol, Bender, Bayer 2011, section 5, with the gradient mended
// and the step solved exactly; docs/volume.md says what differs and why.
//
// With N_i the sum of e_k x e_k+1 over the edges from place i to its ring (twice the area vectors
// of the triangles around):
//     V = 1/18 sum x_i . N_i        dV/dx_i = N_i / 6
// Positions move along d_i = w_i (a_i - u - omega x r_i), a_i = G_i / m_i (in units of the mean
// mass and the mean rest N, so about 1), with weights w_i (below). G is N, or, where the model has
// goals, the N of the rest shape as the goals carry it: no finer than what elasticity resists, or
// pressure would drive ripples (docs/models/shape_match.md). u and omega, the rigid motion
// nearest to a by weights m_i w_i, are taken out so that sum m d = 0 and sum m r x d = 0. Then
//     18 V(x + s d) = [xxx] + 3 s [xxd] + 3 s^2 [xdd] + s^3 [ddd],  [abc] = sum a_i . N_i(b, c)
// is a cubic in s: its root gives the volume to rounding. Velocities then lose dV/dt along the same
// d: so at rest, where elasticity puts into positions and velocities what the stage takes out,
// nothing is left standing. With equal weights that is an orthogonal projection (but for how the
// ring has turned in the substep), which cannot add energy; with others one that is kept from
// adding much.
//
// Weights (eq. 10):
//     c_i = beta s_i | |x_i - x_k| - length_i | + (1 - beta) |x_i - ahead_i| + e
//     w_i = (1 - alpha) r_i / mean r + alpha,  r_i = c_i^(3/4)
// with k the place across the body (mesh_inner.h); then 0 where held or in contact, smoothed over
// the ring by the umbrella operator, 0 again, and times the paint. The small e makes them equal
// where nothing deforms and rounding would decide. The power is not the paper's: elasticity answers
// a correction by pulling places back as far as they were moved, so that with the pull itself as
// the weight any distribution would last, and a place with a small lead grows into a spike. Weights
// give way where |N_i| is more than 1.5 times what it should be, which keeps bubbles small, and
// very uneven ones are brought nearer to even ones, for the sake of velocities.
//
// Deformation zones (zone.h) multiply weights where paint does.
//
// With volume_implicit the constraint of Hong et al. 2006 comes first, linear in the motion of the
// substep, with the direction at its beginning (volume_enforce.c has the formulas); what follows
// mends the rest, or is left out (volume_exact false).
//
// A body has one unit, or one per part (PLUMP_VOLUME_PARTS): a volume of its own, with its own
// sums and multipliers. Places of a part lie together in the surface's order. Units are cut into
// slices of at most PL_MOTION_BLOCK places; sums over a slice are of fixed shape, slices are added
// in order in double.
//
// Files: volume_solve (what is done with the sums, in double), mesh_inner (who is across whom),
// volume_kernel.inl (what goes over places), volume_make.c (a body's share), volume_direction.c
// (weights and direction), volume_enforce.c (the implicit constraint), volume.c (the order).
#ifndef PL_VOLUME_H
#define PL_VOLUME_H

#include "src/mesh/mesh_inner.h"
#include "src/mesh/mesh_rings.h"
#include "src/state/stage.h"
#include "src/volume/volume_solve.h"

// Some places of one unit.
typedef struct pl_slice {
    uint32_t begin, end;  // within one block of PL_MOTION_BLOCK places, need not be multiples of 16
    uint32_t unit;
} pl_slice;

#define PL_VOLUME_SUMS 9  // beside the motion's: what they are depends on the phase

// A zone as the kernels see it (zone.h).
typedef struct pl_zone_shape {
    float centre[3];    // in the rest shape
    float inv_squared;  // 1 / r^2
    float strength;
} pl_zone_shape;

typedef struct pl_volume {
    const pl_rings* rings;
    const pl_inner* inner;
    uint32_t slice_count, unit_count;
    pl_slice* slices;      // by place; a unit's lie together
    uint32_t* span_slice;  // first slice of each span of particles, and one more at the end
    pl_volume_unit* units;
    float mean_mass;   // kg, of a place
    float mean_ring;   // m^2, of |N| at rest
    float* rest_ring;  // |N| at rest, per place

    float* at[3];  // the positions that directions are found at: x, or past (volume_enforce.c)
    pl_zone_shape zones[PL_ZONES_MOST];
    uint32_t zone_count;
    float zone_ground;  // the weight outside of all zones

    // transient, per place
    float* zone;     // weights by zones; used while zone_count > 0
    float* rows;     // 4 floats: a vector and a weight
    float* weight;   // r, then w
    float* pull[3];  // a, then d
    // transient, per slice
    float* motion_sums;  // PL_MOTION_CHANNELS floats
    float* sums;         // PL_VOLUME_SUMS floats
    float* farthest;     // largest (w a)^2
} pl_volume;

// Makes body->volume out of body->memory; the body's arrays, rest shape, paint and def are in
// place. Each of the body's settings may be changed later.
plump_result pl_volume_create(pl_body* body, pl_task_pool* pool, plump_error* error);
// After the rest shape or the masses have changed.
void pl_volume_resize(pl_body* body);
// After def.volume has changed.
void pl_volume_change(pl_body* body);
// Bytes that the mesh keeps for it.
size_t pl_volume_size_shared(const plump_mesh* mesh);
// |volume / target - 1| up to which it counts as kept, of the unit that needs most; 0: none is
// kept.
double pl_volume_kept_most(const pl_body* body);
// The volume now, in double.
double pl_volume_measure(const pl_body* body);

// For bodies in contact (body->touched): how their volume grows with positions, and how pressure
// moves them, to body->swell, press and pressures. Between the collide and the contact stage.
void pl_volume_press(const pl_stage* stage);
void pl_volume_positions(const pl_stage* stage);
// Once more for bodies that obstacles have held out of themselves since (body->held_out).
void pl_volume_again(const pl_stage* stage);
void pl_volume_velocities(const pl_stage* stage);

// The phases over places, a slice at a time.
typedef struct pl_volume_kernels {
    void (*rows)(pl_body* body,
                 const pl_slice* slice);  // x to rows; sums of m, m x, and of what is free
    void (*weigh)(pl_body* body, const pl_slice* slice);  // r to weight; its sum
    void (*mask)(pl_body* body, const pl_slice* slice);   // w to rows
    void (*zone)(pl_body* body, const pl_slice* slice);   // z, and its sum
    // Ring sums of the rows to a and w: where all are free and weigh the same, or smoothed.
    void (*gather_whole)(pl_body* body, const pl_slice* slice);
    void (*gather_smooth)(pl_body* body, const pl_slice* slice);
    void (*gather_linear)(pl_body* body, const pl_slice* slice);  // and how V changes along x - at
    void (*sum_pulls)(pl_body* body, const pl_slice* slice);      // what is rigid in a, dV/ds
    void (*press)(pl_body* body, const pl_slice* slice);          // d, for the contact stage
    void (*aim)(pl_body* body, const pl_slice* slice);            // d, also to rows
    void (*bend)(pl_body* body, const pl_slice* slice);           // sums of N(d)
    void (*move)(pl_body* body, const pl_slice* slice);     // x += s d, to rows; sums of m d x v
    void (*enforce)(pl_body* body, const pl_slice* slice);  // x += s d, to rows, and v -= slow d
    void (*diverge)(pl_body* body, const pl_slice* slice);  // sums of N.v and N.d
    void (*settle)(pl_body* body, const pl_slice* slice);   // v
} pl_volume_kernels;

const pl_volume_kernels* pl_volume_kernels_get(pl_isa isa);

#endif
