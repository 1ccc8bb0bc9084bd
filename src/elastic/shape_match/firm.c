// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Firm skin: what resists deformation as fine as edges, in bodies that press others; what fine.h
// has, which acts always, leaves all waves finer than regions equally stiff.
//
// A region pulls all its places with the same strength, so within it a fingertip gives way as
// easily as the whole body. A solid does not: half as long a wave swings twice as fast. Without
// that a fine mesh crumples where it is pressed, turns inside out, and two bodies that have
// crumpled into each other never come apart. So the offsets w from the goals are evened out between
// neighbours, as a membrane would,
//     w_i -= kappa / m_i  sum_j k_ij (w_i - w_j),    k_ij = min(m_i / n_i, m_j / n_j) / 2,
// n_i neighbours, m times the painted stiffness in k, PASSES times; and likewise velocities, seen
// from the rigid whole, as they were before the pull: what contacts then take back must not be left
// as speed. The sums on the right are between 0 and 1 times w in every mode (Gershgorin), so with
// kappa <= 1 no mode overshoots, whatever the step; k is symmetric, so momentum is kept.
//
// kappa makes the shortest waves, two edges long, swing about as fast as a solid's with the same
// lowest vibration would: omega = 2 pi f (L/e - 20) / 2, L the size and e an edge (times the root
// of a sixth of `firmness`). What is as long as a region is hardly stiffer: it moves with the
// goals. Meshes of up to 20 edges across, about 500 vertices, do not crumple. Only bodies that meet
// other bodies are made firm, and their substeps are short enough for it (pl_firm_substep): what
// elasticity moves in a substep contacts have to undo, and where that is as much as a finger is
// thick they do not find the side it came from.
//
// Two creatures of 5,407 vertices and 10 Hz, one let fall on the other from 5 cm, without: crumpled
// into each other by 7 % of their size, for ever, and shaking at 3 m/s. With it: 0.
#include "src/elastic/shape_match/firm.h"

#include "src/math/elementary.h"

#include <math.h>

#define PASSES 4
#define ROW    8  // floats: offset (3), velocity (3), m / n, 0

#define LONGEST    1.25  // substep times omega
#define DAMPING    0.7   // of the shortest waves
#define SHARE_MOST 0.5f  // of a pass; up to 1 nothing overshoots

static bool is_fine(const pl_body* body) {
    return pl_surface_across(body->surface) > PL_FINE;
}

// Coarse meshes need no room: they are never firm.
bool pl_firm_create(pl_body* body, pl_shape_match* sm) {
    if (!is_fine(body)) return true;
    bool complete = pl_arena_three(&body->memory, body->padded, sm->offset) &&
                    pl_arena_three(&body->memory, body->padded, sm->loose);
    for (int k = 0; k < 2; ++k) {
        sm->firm_rows[k] = pl_arena_alloc_zero(&body->memory, body->padded, ROW * sizeof(float));
        complete = complete && sm->firm_rows[k];
    }
    return complete;
}

// 1/s; 0: coarse enough to need none.
static double omega_of(const pl_body* body) {
    double across = is_fine(body) ? pl_surface_across(body->surface) - PL_FINE : 0.0;
    const pl_match_law* law = &pl_shape_match_of(body)->law;
    return PL_PI * law->frequency * across * sqrt(law->firmness / 6.0);
}

bool pl_firm_wanted(const pl_body* body) {
    return body->meets_soft && omega_of(body) > 0.0;
}

double pl_firm_substep(const pl_body* body) {
    return LONGEST / omega_of(body);
}

static float share_of(double wish) {
    double share = wish / PASSES;
    return share < SHARE_MOST ? (float)share : SHARE_MOST;
}

void pl_firm_pace(const pl_body* body, pl_shape_match* sm, double h) {
    double turn = omega_of(body) * h;
    sm->firm_pull = share_of(turn * turn);
    sm->firm_damp = share_of(2.0 * DAMPING * turn);
}

// As the body moves as a rigid whole.
static pl_vec3 rigid_velocity(const pl_shape_match* sm, pl_vec3 x) {
    const pl_motion* motion = &sm->motion;
    pl_vec3 arm = pl_vec3_sub(x, pl_vec3d_narrow(motion->centre));
    pl_vec3 spin = pl_vec3_cross(pl_vec3d_narrow(motion->angular_velocity), arm);
    return pl_vec3_add(pl_vec3d_narrow(motion->velocity), spin);
}

static uint32_t end_of(const pl_span* span) {
    return span->end < span->body->count ? span->end : span->body->count;
}

void pl_firm_look(const pl_span* span) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    for (uint32_t i = span->begin; i < end_of(span); ++i) {
        pl_vec3 x = pl_vec3_make(body->x[0][i], body->x[1][i], body->x[2][i]);
        pl_vec3 v = pl_vec3_make(body->v[0][i], body->v[1][i], body->v[2][i]);
        pl_vec3 loose = pl_vec3_sub(v, rigid_velocity(sm, x));
        sm->loose[0][i] = loose.x;
        sm->loose[1][i] = loose.y;
        sm->loose[2][i] = loose.z;
    }
}

void pl_firm_begin(const pl_span* span) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    const uint32_t* first = body->surface->ring_first;
    for (uint32_t i = span->begin; i < end_of(span); ++i) {
        float* row = sm->firm_rows[0] + (size_t)ROW * i;
        float paint = body->stiffness ? body->stiffness[i] : 1.0f;
        for (int k = 0; k < 3; ++k) {
            row[k] = sm->offset[k][i];
            row[3 + k] = sm->loose[k][i];
        }
        row[6] = paint * body->mass[i] / (float)(first[i + 1] - first[i]);
    }
}

static void even_out(const pl_body* body, const float* from, const float share[ROW], uint32_t i,
                     float* out) {
    const pl_surface* surface = body->surface;
    const float* own = from + (size_t)ROW * i;
    float sum[ROW] = {0};
    for (uint32_t n = surface->ring_first[i]; n < surface->ring_first[i + 1]; ++n) {
        const float* other = from + (size_t)ROW * surface->ring[n];
        float k = 0.5f * (own[6] < other[6] ? own[6] : other[6]);
        for (int c = 0; c < ROW; ++c) sum[c] += k * (own[c] - other[c]);
    }
    float inverse = body->inv_mass[i];  // 0 where it is pinned
    for (int c = 0; c < ROW; ++c) out[c] = own[c] - inverse * share[c] * sum[c];
}

void pl_firm_pass(const pl_span* span, uint32_t pass) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    const float* from = sm->firm_rows[pass % 2];
    float* to = sm->firm_rows[(pass + 1) % 2];
    float pull = sm->firm_pull, damp = sm->firm_damp;
    const float share[ROW] = {pull, pull, pull, damp, damp, damp, 0, 0};
    for (uint32_t i = span->begin; i < end_of(span); ++i)
        even_out(body, from, share, i, to + (size_t)ROW * i);
}

// Momentum, and its moment where it was given: a pull moves the place from where it was before the
// substep, damping acts where it is now.
static void add_change(pl_vec3 at, float mass, pl_vec3 kick, float* sums) {
    pl_vec3 push = pl_vec3_scale(kick, mass);
    pl_vec3 moment = pl_vec3_cross(at, push);
    const float change[PL_CHANGE_SUMS] = {push.x, push.y, push.z, moment.x, moment.y, moment.z};
    for (int k = 0; k < PL_CHANGE_SUMS; ++k) sums[k] += change[k];
}

static void change_place(pl_body* body, uint32_t i, const float* row, float inv_h, float* sums) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    float pull[3], damp[3], past[3], now[3];
    for (int k = 0; k < 3; ++k) {
        float way = row[k] - sm->offset[k][i];
        pull[k] = way * inv_h;
        damp[k] = row[3 + k] - sm->loose[k][i];
        past[k] = body->past[k][i];
        now[k] = body->x[k][i] += way;
        body->v[k][i] += pull[k] + damp[k];
    }
    add_change(pl_vec3_load(past), body->mass[i], pl_vec3_load(pull), sums);
    add_change(pl_vec3_load(now), body->mass[i], pl_vec3_load(damp), sums);
}

void pl_firm_end(const pl_span* span, float h) {
    pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    float* sums = sm->change_sums + (size_t)PL_CHANGE_SUMS * (span->begin / PL_SPAN_PARTICLES);
    for (uint32_t i = span->begin; i < end_of(span); ++i)
        change_place(body, i, sm->firm_rows[PASSES % 2] + (size_t)ROW * i, 1.0f / h, sums);
}

uint32_t pl_firm_passes(void) {
    return PASSES;
}
