// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Surface shape matching. After Diziol, Bender, Bayer 2011, "Robust Real-Time Deformation of
// Incompressible Surface Meshes", section 4; shape matching itself by Mueller et al. 2005.
//
// The surface is covered by overlapping regions. Each region j finds the rigid motion T_j that best
// carries its rest shape to where its vertices are now; the goal of a vertex is a blend of where
// the regions around it would put it, and the vertex goes a share s of the way there:
//     g_i = sum_j p_ij T_j x0_i        v_i += s (g_i - y_i) / h        x_i += s (g_i - y_i)
//
// Two ways to choose regions, one step:
// - ring (paper mode): one region per vertex, all vertices within omega edges, p = 1/|R_i|. Sums
//   over regions are differences of prefix sums along the surface's order, y = x.
// - ball (physical mode): few regions with a smooth kernel over a radius, and one over the whole
//   body, the core; y looks ahead by the retardation time b, rigid motion and growth taken out.
// In both, fit masses are m_i p_ij, so m (x - g) is the exact gradient of an energy and momentum is
// kept.
//
// The moments of region j, row of 16 floats, element 4 a + c: sum f_i p_ij Y_a X_c with
// Y = (y_i, 1) and X = (x0_i, 1). The transform of region j, row of 16 floats, element 4 a + c,
// a < 3: [R | t - R t0]; elements 12 .. 15 are 0 0 0 1. The kernels keep displacements instead
// (frame_wide.h): moments with u in place of y, and [R - 1 | t - t0 - (R - 1) t0].
//
// Files: ring_regions, ball_regions, ball_groups (lists, once per mesh and setting), tune with
// skin_modes (frequency to radius, s and b), pose and frame_wide.h (the body's frame),
// region_rest (what regions are at rest), fit_wide.h (rotations), ring_kernel.inl and
// ball_kernel.inl (the hot loops), plastic (lasting deformation), firm and fine (what is
// finer than regions), shape_match.c (the order of it).
#ifndef PL_SHAPE_MATCH_H
#define PL_SHAPE_MATCH_H

#include "src/elastic/shape_match/ball_regions.h"
#include "src/elastic/shape_match/ring_regions.h"
#include "src/elastic/shape_match/tune.h"
#include "src/state/stage.h"

// Rows of a prefix array for `padded` places: 65 per block of 64, the first of them zero.
static inline size_t pl_prefix_rows(uint32_t padded) {
    return ((size_t)padded + 63) / 64 * 65;
}
// The row that holds the sum over the block up to and with this place.
static inline uint32_t pl_prefix_row(uint32_t place) {
    return place / 64 * 65 + place % 64 + 1;
}

#define PL_CHANGE_SUMS 6

// The places between two rows of a prefix array, [*begin, *end): the inverse of pl_prefix_row.
static inline void pl_run_places(pl_run run, uint32_t* begin, uint32_t* end) {
    *begin = run.from / 65 * 64 + run.from % 65;
    *end = run.to / 65 * 64 + run.to % 65;
}

// How firmly a body is held: as its fields say, or as bags are (src/elastic/bag/bag.h).
typedef struct pl_match_law {
    double frequency, damping, core, firmness;
    double yield, creep, plastic_limit;
} pl_match_law;

typedef struct pl_shape_match {
    pl_match_law law;
    const pl_ring_regions* rings;  // paper mode, else NULL
    const pl_ball_regions* balls;  // physical mode, else NULL
    uint32_t region_count;         // rings: the body's padded places; balls: padded to 16

    // transient, made anew in every pass
    float* rows;        // rings: prefix rows of moments; balls: f u, 3 floats per place: per group
                        // of 16 places 16 of f u_0, then f u_1, f u_2
    float* transforms;  // rings: prefix rows of transforms; balls: one row per region

    // The body's pose x = Q g (x0 + u) + c in this pass (pose.c, frame_wide.h).
    float pose[12];      // Q by rows, c
    float growth;        // g (src/elastic/shape_match/growth.h)
    float* pose_sums;    // 16 floats per span of particles: moments, to be joined
    pl_motion motion;    // as a rigid whole
    float swelling;      // how fast it is to grow beside that, as a whole, 1/s
    pl_inertia inertia;  // about its centre
    // Per region, and for balls one more for the core; following the weights: moments of the rest
    // shape about its centre (xx xy xz yy yz zz), the centre t0 (3), and the mass.
    float* region_rest[10];

    // Paper mode with region_damping: the last 4 floats of a row of moments are f v and f x.x, of a
    // transform the region's velocity at zero and 0; beside each prefix row lie 4 more, f x cross v
    // and 0, respectively the angular velocity and 0. Else NULL.
    float* row_turns;
    float* transform_turns;
    // paper mode with normal_point: l n0 (3) and l per region, by pl_ring_normal_points, and where
    // each place is in the body's frame, 4 floats; else NULL
    float* normal_points[4];
    float* placed;

    // Momentum that rounding made in this pass: PL_CHANGE_SUMS floats per span of particles, sum m
    // dv and sum m x cross dv, and what is given back for it, as velocity and angular velocity.
    float* change_sums;
    float debt[3], turn_debt[3];

    // physical mode
    bool is_loose;     // of several pieces, which no core holds
    pl_tuning tuning;  // radius, eigenvalue
    float* core_sums;  // 16 floats per block of PL_MOTION_BLOCK places: moments, to be joined
    float core[16];    // the core's transform
    float skin_share, core_share;  // s of this substep; set by set_pace
    float ring_share;              // of paper mode, likewise
    float retardation;             // b of this substep, s
    float frequency_reached;       // Hz
    float paced;                   // the h that these are for; 0: none yet
    bool reached;                  // the frequency asked for
    double longest;                // substep that reaches it, s; 0 in paper mode
    // Firm skin (firm.c).
    bool firm;                   // in this pass
    float firm_pull, firm_damp;  // shares of it in this substep
    float* offset[3];            // how far each place is from its goal ...
    float* loose[3];      // ... and its velocity before the pull, the rigid whole's taken out
    float* firm_rows[2];  // offsets and velocities side by side, before a pass and after it
    // What is finer than regions (fine.c).
    struct pl_fine* fine;
    float fine_share;      // of skin_share: how much of it acts on that alone
    float* plastic;        // plasticity, NULL without: 9 floats per region, S_p by rows; lasts
    bool weights_changed;  // fit has changed: region_rest is stale
} pl_shape_match;

// What a model of this kind puts into its row.
plump_result pl_shape_match_create(pl_body* body, pl_task_pool* pool, plump_error* error);
plump_result pl_shape_match_allows(const pl_body* body, const plump_body_def* wish,
                                   plump_error* error);
void pl_shape_match_change(pl_body* body);
double pl_shape_match_substep(const pl_body* body);
void pl_shape_match_solve(const pl_stage* stage);
float* pl_shape_match_lasting(const pl_body* body, size_t* count);
void pl_shape_match_forget(pl_body* body);
void pl_shape_match_describe(const pl_body* body, plump_body_info* info);

static inline pl_shape_match* pl_shape_match_of(const pl_body* body) {
    return (pl_shape_match*)body->elastic;
}

// The phases of one pass. Each works on one span of one body; all spans of a phase are done before
// the next begins.
typedef struct pl_pose_kernels {
    void (*sum)(const pl_span* span, const pl_stage* stage);        // for the body's rigid pose
    void (*give_back)(const pl_span* span, const pl_stage* stage);  // the debt
} pl_pose_kernels;

typedef struct pl_ring_kernels {
    void (*rows)(const pl_span* span, const pl_stage* stage);  // moments, then prefix sums
    void (*fit)(const pl_span* span, const pl_stage* stage);   // region sums, rotations, prefix
    void (*pull)(const pl_span* span, const pl_stage* stage);  // goals; changes x and v
    // the same three by plain sums over member lists, for comparison
    void (*rows_naive)(const pl_span* span, const pl_stage* stage);
    void (*fit_naive)(const pl_span* span, const pl_stage* stage);
    void (*pull_naive)(const pl_span* span, const pl_stage* stage);
    // sums alone, for measuring: regions [begin, end), multiples of 16, of sm->rows as `rows` or
    // `rows_naive` left them without damping, to rows 16 floats apart, of which the first 12
    // count
    void (*sum_runs)(const pl_ring_regions* rings, uint32_t begin, uint32_t end, const float* rows,
                     float* out);
    void (*sum_members)(const pl_ring_regions* rings, uint32_t begin, uint32_t end,
                        const float* rows, float* out);
} pl_ring_kernels;

typedef struct pl_ball_kernels {
    void (*rows)(const pl_span* span, const pl_stage* stage);  // f Y, and the core's sums
    void (*fit)(const pl_span* span, const pl_stage* stage);   // region sums, rotations, means
    void (*core)(pl_body* body);                               // the core's transform
    void (*shift)(pl_body* body);                              // of goals, for the finer
    void (*pull)(const pl_span* span, const pl_stage* stage);  // goals; changes x and v
} pl_ball_kernels;

// The pose from the sums of all spans.
void pl_pose_join(pl_body* body);
// Fills region_rest from rest shape and weights.
void pl_region_rest_update(const pl_body* body);

const pl_pose_kernels* pl_pose_kernels_get(pl_isa isa);
const pl_ring_kernels* pl_ring_kernels_get(pl_isa isa);
const pl_ball_kernels* pl_ball_kernels_get(pl_isa isa);

// Fills normal_points, four arrays of the body's padded length, from rest shape and masses.
void pl_ring_normal_points(const pl_body* body);

// Lasting deformation of regions (plastic.c), around the fit of 16 regions from `first` on.
// `moments` and `transforms` are 16 rows of 16 floats. Does nothing where sm->plastic is NULL.
// Before: turns the moments with x0 into moments with S_p x0. After: lets S_p flow by the strain
// left over, for h seconds, and turns T into one that takes x0.
void pl_plastic_before(const pl_shape_match* sm, uint32_t first, float* moments);
void pl_plastic_after(const pl_body* body, uint32_t first, const float* moments, float* transforms,
                      float h);
// Sets every S_p to 1.
void pl_plastic_clear(pl_shape_match* sm);

#endif
