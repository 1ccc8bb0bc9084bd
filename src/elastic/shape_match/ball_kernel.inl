// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode's hot loops: weighted positions, moments of each region, goals of each place.
//
// A lane is a place throughout, 16 of them in a group; regions meet groups in patches
// (ball_groups.h), and only a region's sums leave their lanes. With rows of 16 channels per place,
// summed place by place along the regions' lists, all this took twice as long.
#include "src/elastic/shape_match/shape_match.h"

#include "src/elastic/shape_match/ball_groups.h"
#include "src/elastic/shape_match/fit_wide.h"

#include <string.h>

// --- looking ahead ---

// What y = x_old + b (v - rigid velocity) needs, in all lanes.
typedef struct look {
    wide h, b, velocity[3], spin[3], centre[3];
} look;

static void splat3(pl_vec3d from, wide to[3]) {
    pl_vec3 a = pl_vec3d_narrow(from);
    to[0] = wide_splat(a.x);
    to[1] = wide_splat(a.y);
    to[2] = wide_splat(a.z);
}

static look make_look(const pl_shape_match* sm, float h) {
    look l;
    l.h = wide_splat(h);
    l.b = wide_splat(sm->retardation);
    splat3(sm->motion.velocity, l.velocity);
    splat3(sm->motion.angular_velocity, l.spin);
    splat3(sm->motion.centre, l.centre);
    return l;
}

// The positions have been moved already: x = x_old + h v. Velocities are taken from each other
// first, so that a fast body's look-ahead is as good as a slow one's.
static inline void look_ahead(const look* l, const wide x[3], const wide v[3], wide y[3]) {
    wide r[3];
    for (int c = 0; c < 3; ++c) r[c] = wide_sub(x[c], l->centre[c]);
    for (int c = 0; c < 3; ++c) {
        int d = (c + 1) % 3, e = (c + 2) % 3;
        wide turn = wide_sub(wide_mul(l->spin[d], r[e]), wide_mul(l->spin[e], r[d]));
        wide own = wide_sub(wide_sub(v[c], l->velocity[c]), turn);
        wide before = wide_sub(x[c], wide_mul(l->h, v[c]));
        y[c] = wide_add(before, wide_mul(l->b, own));
    }
}

static inline void load3(float* const from[3], uint32_t i, wide to[3]) {
    for (int c = 0; c < 3; ++c) to[c] = wide_loadu(from[c] + i);
}

// --- moments ---

// A group in sm->rows: f y (3) and f, 16 floats each.
#define GROUP_ROW 64

// Rows of the moments (Y) that are summed in one go: 4 sums for each must stay in the registers.
#define ROWS_AT_ONCE (WIDE == 16 ? 4 : 2)

static inline void load_rest(const pl_body* body, uint32_t i, wide rest[3]) {
    for (int c = 0; c < 3; ++c) rest[c] = wide_loadu(body->rest[c] + i);
}

// f (y, 1) of WIDE places.
static inline void weigh(const pl_body* body, const look* l, uint32_t i, float* to) {
    wide x[3], v[3], y[3];
    load3(body->x, i, x);
    load3(body->v, i, v);
    look_ahead(l, x, v, y);
    wide f = wide_loadu(body->fit + i);
    for (int c = 0; c < 3; ++c) wide_storeu(to + 16 * c, wide_mul(f, y[c]));
    wide_storeu(to + 48, f);
}

// Adds Y X^T, ROWS_AT_ONCE rows of it.
static inline void add_moments(const wide* y, const wide rest[3], wide* sum) {
    for (int a = 0; a < ROWS_AT_ONCE; ++a) {
        for (int c = 0; c < 3; ++c)
            sum[4 * a + c] = wide_add(sum[4 * a + c], wide_mul(y[a], rest[c]));
        sum[4 * a + 3] = wide_add(sum[4 * a + 3], y[a]);
    }
}

// 16 rows, one per lane of the group, to one: by the tree of wide_fold.h, all channels at once.
static inline void fold_rows(float* rows, float* moments) {
    for (int half = 8; half > 0; half /= 2) {
        float* to = half > 1 ? rows : moments;
        for (int i = 0; i < 16 * half; i += WIDE) {
            wide_storeu(to + i, wide_add(wide_loadu(rows + i), wide_loadu(rows + 16 * half + i)));
        }
    }
}

// The unweighted sum over a block of places.
static void sum_block(const pl_body* body, const float* weighted, uint32_t begin, uint32_t end,
                      float* moments) {
    float lanes[256];
    for (uint32_t k = 0; k < 16; k += WIDE) {
        wide sum[16];
        for (int c = 0; c < 16; ++c) sum[c] = wide_splat(0.0f);
        for (int a = 0; a < 4; a += ROWS_AT_ONCE) {
            for (uint32_t i = begin; i < end; i += 16) {
                const float* from = weighted + (size_t)(GROUP_ROW / 16) * i + k;
                wide y[ROWS_AT_ONCE], rest[3];
                load_rest(body, i + k, rest);
                for (int r = 0; r < ROWS_AT_ONCE; ++r) y[r] = wide_loadu(from + 16 * (a + r));
                add_moments(y, rest, sum + 4 * a);
            }
        }
        lanes_to_rows(sum, lanes + 16 * k);
    }
    fold_rows(lanes, moments);
}

static void rows(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    look l = make_look(sm, stage->h);
    for (uint32_t block = span->begin; block < span->end; block += PL_MOTION_BLOCK) {
        uint32_t end = span->end - block < PL_MOTION_BLOCK ? span->end : block + PL_MOTION_BLOCK;
        for (uint32_t i = block; i < end; i += 16) {
            float* to = sm->rows + (size_t)(GROUP_ROW / 16) * i;
            for (uint32_t k = 0; k < 16; k += WIDE) weigh(body, &l, i + k, to + k);
        }
        sum_block(body, sm->rows, block, end,
                  sm->core_sums + (size_t)16 * (block / PL_MOTION_BLOCK));
    }
}

// --- regions ---

static void core(pl_body* body) {
    pl_shape_match* sm = pl_shape_match_of(body);
    double sum[16] = {0.0};
    uint32_t block_count = pl_motion_block_count(body->padded);
    for (uint32_t block = 0; block < block_count; ++block) {
        for (int c = 0; c < 16; ++c)
            sum[c] += (double)sm->core_sums[(size_t)16 * block + (size_t)c];
    }
    // one region among 15 empty ones
    float moments[256] = {0.0f}, transforms[256];
    for (int c = 0; c < 16; ++c) moments[c] = (float)sum[c];
    fit16(moments, transforms);
    memcpy(sm->core, transforms, sizeof sm->core);
}

// The sum over a region's patches, weighted by its shares.
static void sum_region(const pl_body* body, const float* weighted, const pl_ball_groups* groups,
                       uint32_t region, float* moments) {
    uint32_t first = groups->region_first[region], end = groups->region_first[region + 1];
    float lanes[256];
    for (uint32_t k = 0; k < 16; k += WIDE) {
        wide sum[16];
        for (int c = 0; c < 16; ++c) sum[c] = wide_splat(0.0f);
        for (int a = 0; a < 4; a += ROWS_AT_ONCE) {
            for (uint32_t n = first; n < end; ++n) {
                uint32_t group = groups->region_group[n];
                const float* from = weighted + (size_t)GROUP_ROW * group + k;
                wide share = wide_loadu(groups->share + (size_t)16 * groups->region_patch[n] + k);
                wide y[ROWS_AT_ONCE], rest[3];
                load_rest(body, 16 * group + k, rest);
                for (int r = 0; r < ROWS_AT_ONCE; ++r)
                    y[r] = wide_mul(share, wide_loadu(from + 16 * (a + r)));
                add_moments(y, rest, sum + 4 * a);
            }
        }
        lanes_to_rows(sum, lanes + 16 * k);
    }
    fold_rows(lanes, moments);
}

static void fit(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    for (uint32_t first = span->begin; first < span->end; first += 16) {
        float moments[256];
        float* transforms = sm->transforms + (size_t)16 * first;
        for (uint32_t k = 0; k < 16; ++k) {
            sum_region(body, sm->rows, sm->balls->groups, first + k, moments + 16 * k);
        }
        if (sm->plastic) pl_plastic_before(sm, first, moments);
        fit16(moments, transforms);
        if (sm->plastic) pl_plastic_after(body, first, moments, transforms, stage->h);
    }
}

// --- goals ---

typedef struct pull_numbers {
    look look;
    wide skin, core, inv_h;
    const float* core_transform;
    const float* transforms;
    const pl_ball_groups* groups;
} pull_numbers;

// One row of a transform, applied.
static inline wide apply_row(const float* row, const wide rest[3]) {
    wide a = wide_add(wide_mul(wide_splat(row[0]), rest[0]), wide_mul(wide_splat(row[1]), rest[1]));
    wide b = wide_add(wide_mul(wide_splat(row[2]), rest[2]), wide_splat(row[3]));
    return wide_add(a, b);
}

// How far the regions of WIDE places would move them from y, by shares. Blending ways instead of
// goals makes it of no account that shares add up to 1 only to rounding: each region's ways add up
// to nothing by themselves, and a body at rest does not begin to drift.
static inline void blend_ways(const pull_numbers* p, const wide rest[3], const wide y[3],
                              uint32_t i, wide way[3]) {
    uint32_t group = i / PL_GROUP_PLACES, lane = i % PL_GROUP_PLACES;
    uint32_t end = p->groups->patch_first[group + 1];
    for (int c = 0; c < 3; ++c) way[c] = wide_splat(0.0f);
    for (uint32_t n = p->groups->patch_first[group]; n < end; ++n) {
        const float* transform = p->transforms + (size_t)16 * p->groups->region[n];
        wide share = wide_loadu(p->groups->share + (size_t)16 * n + lane);
        for (int c = 0; c < 3; ++c) {
            wide one = wide_sub(apply_row(transform + 4 * c, rest), y[c]);
            way[c] = wide_add(way[c], wide_mul(share, one));
        }
    }
}

// Adds mass times change of velocity to `change`: what rounding leaves of it is taken back later.
static inline void pull_lanes(const pl_body* body, const pull_numbers* p, uint32_t i,
                              wide* const change[3]) {
    wide x[3], v[3], y[3], rest[3], way[3];
    load_rest(body, i, rest);
    load3(body->x, i, x);
    load3(body->v, i, v);
    look_ahead(&p->look, x, v, y);
    blend_ways(p, rest, y, i, way);
    wide stiffness = body->stiffness ? wide_loadu(body->stiffness + i) : wide_splat(1.0f);
    wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
    wide mass = wide_loadu(body->mass + i);
    for (int c = 0; c < 3; ++c) {
        wide whole = wide_sub(apply_row(p->core_transform + 4 * c, rest), y[c]);
        wide d = wide_add(wide_mul(p->skin, way[c]), wide_mul(p->core, whole));
        d = wide_mul(stiffness, d);
        wide moved = wide_add(x[c], d);
        wide faster = wide_select(is_free, wide_add(v[c], wide_mul(d, p->inv_h)), v[c]);
        *change[c] = wide_add(*change[c], wide_mul(mass, wide_sub(faster, v[c])));
        wide_storeu(body->x[c] + i, wide_select(is_free, moved, x[c]));
        wide_storeu(body->v[c] + i, faster);
    }
}

static void pull(const pl_span* span, const pl_stage* stage) {
    const pl_shape_match* sm = pl_shape_match_of(span->body);
    pull_numbers p;
    p.look = make_look(sm, stage->h);
    p.skin = wide_splat(sm->skin_share);
    p.core = wide_splat(sm->core_share);
    p.inv_h = wide_splat(1.0f / stage->h);
    p.core_transform = sm->core;
    p.transforms = sm->transforms;
    p.groups = sm->balls->groups;
    wide change[3][WIDE_16];
    for (int c = 0; c < 3; ++c) clear16(change[c]);
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            wide* const sums[3] = {&change[0][k], &change[1][k], &change[2][k]};
            pull_lanes(span->body, &p, i + k * WIDE, sums);
        }
    }
    float* out = sm->change_sums + (size_t)3 * (span->begin / PL_SPAN_PARTICLES);
    for (int c = 0; c < 3; ++c) out[c] = fold16(change[c]);
}

const pl_ball_kernels KERNEL(pl_ball_kernels) = {rows, fit, core, pull};
