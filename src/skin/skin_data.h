// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Skin: a surface over bodies and obstacles, made anew whenever it is asked for.
//
// 1. Carried: everything below has a rigid motion since the skin was laid on (of bodies the best
//    fit), and a vertex follows the blend of these, as dual quaternions (Kavan et al. 2007), so
//    that it neither shrinks nor creases at a joint. Weights fall with the distance at rest,
//        w_b = (1 - (d_b - min d) / reach)^2,
//    and are smoothed over the surface. The whole body carries, no point of its surface: what moves
//    below slides.
// 2. Raised: where something that lay below has come out farther than the skin, along the outward
//    normal onto its surface. The nearest surface may then be the wrong, inner one.
// 3. Relaxed: rounds of x_i += k (mean of neighbours + R_i delta_i - x_i), delta_i = x_i - mean at
//    rest, R_i the blended rotation. Rest, turned and moved, is left as it is; bumps are spread.
// 4. Pressed: to at least the thickness (or the distance at rest, if less) from every surface
//    below, along the gradient of the distance; before that most of the way back to the distance
//    that the nearest surface had at rest. 2, 3 and 4 are taken in turns.
// 5. Covered: vertices of bodies that still are outside push the triangles above them, in rounds.
//
// Positions are floats about an origin that goes with what carries it. All loops write to their own
// vertex; nothing depends on threads.
#ifndef PL_SKIN_DATA_H
#define PL_SKIN_DATA_H

#include "src/world/world_data.h"

#include <plump/skin.h>

#include <string.h>

#define PL_SKIN_BELOW_MOST 64
#define PL_SKIN_RISE       0.5  // reaches by which something may come out

// Where something is: world = turn own + at.
typedef struct pl_skin_pose {
    double turn[9];
    pl_vec3d at;
} pl_skin_pose;

// --- what lies below (skin_below.c) ---

typedef struct pl_below {
    const pl_body* body;  // one of the two; neither: it is gone
    const pl_obstacle* obstacle;
    pl_skin_pose pose;   // own coordinates to those about `origin`
    pl_vec3d low, high;  // a box around it, in its own coordinates
} pl_below;

typedef struct pl_below_near {
    double distance;  // below 0: inside
    pl_vec3d normal;  // in which it grows
} pl_below_near;

// Finds it and fits its tree; coordinates will be about `origin`. False: it is gone.
bool pl_below_find(const plump_world* world, plump_body_id body, plump_obstacle_id obstacle,
                   pl_below* below);
void pl_below_place(pl_below* below, pl_vec3d origin);
// Its motion as a rigid whole: of a body the best fit to its rest shape.
pl_skin_pose pl_below_pose(const pl_below* below);
// The nearest point of its surface within `radius`; false: none.
bool pl_below_ask(const pl_below* below, pl_vec3d p, double radius, pl_below_near* near);
// The same at any depth inside, where nothing is near.
bool pl_below_ask_deep(const pl_below* below, pl_vec3d p, double radius, pl_below_near* near);
// Where the way from one point to another first enters it, 0 to 1; false: it does not, or begins
// inside.
bool pl_below_meet(const pl_below* below, pl_vec3d from, pl_vec3d to, double* at);
// Refuses what has no inside, with a sentence; and ids that name nothing.
plump_result pl_below_check(const plump_world* world, const plump_body_id* bodies,
                            uint32_t body_count, const plump_obstacle_id* obstacles,
                            uint32_t obstacle_count, plump_error* error);

// --- the skin ---

typedef struct pl_carrier {
    plump_body_id body;
    plump_obstacle_id obstacle;
    pl_skin_pose rest;
} pl_carrier;

struct plump_skin {
    pl_arena memory;
    const plump_mesh* mesh;
    const pl_surface* surface;
    double thickness, reach;
    float cling, smooth;
    pl_vec3d origin;  // of the surface's rest positions, in the world
    pl_carrier carriers[PL_SKIN_BELOW_MOST];
    uint32_t carrier_count;
    plump_skin_info info;

    // constant, by carrier and place: carrier * count + place
    float* weight;
    float* gap;  // distance at rest; INFINITY beyond the reach
    // by place
    float* least_gap;   // the least of gap, and ...
    uint8_t* nearest;   // ... the carrier that has it
    uint64_t* lower;    // bits of carriers that lie below it, near, and not above
    float* delta[3];    // at rest: from the mean of the neighbours
    float* outward[3];  // at rest: its normal

    // of one reading
    pl_below below[PL_SKIN_BELOW_MOST];
    double depth;                          // how deep in something vertices are looked for
    double motion[PL_SKIN_BELOW_MOST][8];  // dual quaternions
    pl_vec3d now_origin;
    float *x[3], *next[3];
    float* turn;  // quaternion of each place
    pl_tree tree;
    float* push;                 // x, y, z of each place: by covering
    struct pl_skin_poke* pokes;  // per vertex below
    uint32_t poke_count;
};

// A vertex of a body and the triangle of the skin next to it.
typedef struct pl_skin_poke {
    uint32_t triangle;  // PL_TREE_NONE: far below
    float share[3];
    float normal[3];
    float out;  // how far it is outside; below 0: inside
} pl_skin_poke;

// Fills below and now_origin by the world as it is. False: nothing is left.
bool pl_skin_look(plump_skin* skin, const plump_world* world);
// Weights, gaps and deltas, of the skin as it is laid on (skin_bind.c).
void pl_skin_bind(plump_skin* skin, pl_task_pool* pool);
// All steps (skin_read.c, skin_cover.c).
void pl_skin_pose_all(plump_skin* skin, pl_task_pool* pool);
void pl_skin_cover(plump_skin* skin, pl_task_pool* pool);

// The normal at a place as it is now, of length 1.
pl_vec3d pl_skin_normal(const plump_skin* skin, uint32_t place);

// A loop over places in fixed chunks; pool may be NULL.
typedef void pl_skin_loop(plump_skin* skin, uint32_t begin, uint32_t end);
void pl_skin_run(plump_skin* skin, pl_task_pool* pool, pl_skin_loop* loop, uint32_t count);

static inline pl_vec3d pl_skin_point(float* const x[3], uint32_t place) {
    return pl_vec3d_make((double)x[0][place], (double)x[1][place], (double)x[2][place]);
}

static inline void pl_skin_set(float* const x[3], uint32_t place, pl_vec3d p) {
    x[0][place] = (float)p.x;
    x[1][place] = (float)p.y;
    x[2][place] = (float)p.z;
}

// The mean of a place's neighbours.
static inline pl_vec3d pl_skin_mean(const pl_surface* s, float* const x[3], uint32_t place) {
    uint32_t first = s->ring_first[place], end = s->ring_first[place + 1];
    double sum[3] = {0, 0, 0};
    for (uint32_t n = first; n < end; ++n)
        for (int k = 0; k < 3; ++k) sum[k] += (double)x[k][s->ring[n]];
    double share = end > first ? 1.0 / (end - first) : 0;
    return pl_vec3d_make(sum[0] * share, sum[1] * share, sum[2] * share);
}

#endif
