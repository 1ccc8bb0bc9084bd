// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode's hot loops: moments of every place, weighted sums over the lists of each region,
// and goals by weighted sums over the lists of each place.
//
// Sums along a list are over whole rows, a lane is a channel: with a lane per region every element
// would have to be gathered, which was nine times slower. What comes before and after, look-ahead,
// rotation and pull, is done with a lane per element, and rows are turned into lanes between.
#include "src/elastic/shape_match/shape_match.h"

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

// Rows f (y, 1)(x0, 1)^T of WIDE places.
static inline void make_rows(const pl_body* body, const look* l, uint32_t i, float* rows) {
    wide x[3], v[3], y[3], channel[16];
    load3(body->x, i, x);
    load3(body->v, i, v);
    look_ahead(l, x, v, y);
    wide rest[3] = {wide_loadu(body->rest[0] + i), wide_loadu(body->rest[1] + i),
                    wide_loadu(body->rest[2] + i)};
    wide f = wide_loadu(body->fit + i);
    for (int a = 0; a < 4; ++a) {
        wide fy = a < 3 ? wide_mul(f, y[a]) : f;
        for (int c = 0; c < 3; ++c) channel[4 * a + c] = wide_mul(fy, rest[c]);
        channel[4 * a + 3] = fy;
    }
    lanes_to_rows(channel, rows);
}

// Adds four rows to four running sums.
static inline void add_rows(const float* rows, wide sum[4][WIDE_16]) {
    for (int n = 0; n < 4; ++n) {
        for (int k = 0; k < WIDE_16; ++k) {
            sum[n][k] = wide_add(sum[n][k], wide_loadu(rows + 16 * n + k * WIDE));
        }
    }
}

static void rows(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    look l = make_look(sm, stage->h);
    for (uint32_t block = span->begin; block < span->end; block += PL_MOTION_BLOCK) {
        uint32_t end = span->end - block < PL_MOTION_BLOCK ? span->end : block + PL_MOTION_BLOCK;
        wide sum[4][WIDE_16];
        for (int n = 0; n < 4; ++n) clear16(sum[n]);
        for (uint32_t i = block; i < end; i += 16) {
            float* to = sm->rows + (size_t)16 * i;
            for (uint32_t k = 0; k < 16; k += WIDE) make_rows(body, &l, i + k, to + 16 * k);
            for (uint32_t k = 0; k < 16; k += 4) add_rows(to + 16 * k, sum);
        }
        float* core = sm->core_sums + (size_t)16 * (block / PL_MOTION_BLOCK);
        for (int k = 0; k < WIDE_16; ++k) {
            wide joined = wide_add(wide_add(sum[0][k], sum[1][k]), wide_add(sum[2][k], sum[3][k]));
            wide_storeu(core + k * WIDE, joined);
        }
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

// Channels that are summed in one go along a list: 4 sums of them must fit in the registers.
#define FIT_PARTS (WIDE_16 < 2 ? WIDE_16 : 2)

static inline void add_member(const float* rows, const pl_ball_regions* balls, uint32_t n,
                              wide sum[FIT_PARTS]) {
    const float* row = rows + (size_t)16 * balls->member[n];
    wide share = wide_splat(balls->member_share[n]);
    for (int k = 0; k < FIT_PARTS; ++k) {
        sum[k] = wide_add(sum[k], wide_mul(share, wide_loadu(row + k * WIDE)));
    }
}

// The weighted sum of a region's rows; member n of the list goes to running sum n mod 4, since one
// sum alone would wait for each addition.
static inline void sum_region(const float* rows, const pl_ball_regions* balls, uint32_t region,
                              float* moments) {
    uint32_t first = balls->member_first[region], end = balls->member_first[region + 1];
    for (int part = 0; part < WIDE_16; part += FIT_PARTS) {
        wide sum[4][FIT_PARTS];
        for (int s = 0; s < 4; ++s) {
            for (int k = 0; k < FIT_PARTS; ++k) sum[s][k] = wide_splat(0.0f);
        }
        uint32_t n = first;
        const float* from = rows + part * WIDE;
        for (; end - n >= 4; n += 4) {
            add_member(from, balls, n, sum[0]);
            add_member(from, balls, n + 1, sum[1]);
            add_member(from, balls, n + 2, sum[2]);
            add_member(from, balls, n + 3, sum[3]);
        }
        if (n < end) add_member(from, balls, n, sum[0]);
        if (n + 1 < end) add_member(from, balls, n + 1, sum[1]);
        if (n + 2 < end) add_member(from, balls, n + 2, sum[2]);
        for (int k = 0; k < FIT_PARTS; ++k) {
            wide joined = wide_add(wide_add(sum[0][k], sum[1][k]), wide_add(sum[2][k], sum[3][k]));
            wide_storeu(moments + (part + k) * WIDE, joined);
        }
    }
}

static void fit(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    for (uint32_t first = span->begin; first < span->end; first += 16) {
        float moments[256];
        float* transforms = sm->transforms + (size_t)16 * first;
        for (uint32_t k = 0; k < 16; ++k) {
            sum_region(sm->rows, sm->balls, first + k, moments + 16 * k);
        }
        if (sm->plastic) pl_plastic_before(sm, first, moments);
        fit16(moments, transforms);
        if (sm->plastic) pl_plastic_after(body, first, moments, transforms, stage->h);
    }
}

// --- goals ---

// The three rows that move a point; the fourth is 0 0 0 1.
#define BLEND_PARTS ((12 + WIDE - 1) / WIDE)

// The blend of the motions of a place's regions.
static inline void blend_place(const float* transforms, const pl_ball_regions* balls,
                               uint32_t place, float* blend) {
    wide sum[BLEND_PARTS];
    for (int k = 0; k < BLEND_PARTS; ++k) sum[k] = wide_splat(0.0f);
    uint32_t end = balls->region_first[place + 1];
    for (uint32_t n = balls->region_first[place]; n < end; ++n) {
        const float* transform = transforms + (size_t)16 * balls->region[n];
        wide share = wide_splat(balls->region_share[n]);
        for (int k = 0; k < BLEND_PARTS; ++k) {
            sum[k] = wide_add(sum[k], wide_mul(share, wide_loadu(transform + k * WIDE)));
        }
    }
    for (int k = 0; k < BLEND_PARTS; ++k) wide_storeu(blend + k * WIDE, sum[k]);
}

// One row of a transform, applied.
static inline wide apply_row(const wide row[4], const wide rest[3]) {
    wide a = wide_add(wide_mul(row[0], rest[0]), wide_mul(row[1], rest[1]));
    return wide_add(a, wide_add(wide_mul(row[2], rest[2]), row[3]));
}

typedef struct pull_numbers {
    look look;
    wide skin, core_share, inv_h;
    wide core[12];
} pull_numbers;

static inline void pull_lanes(const pl_body* body, const pull_numbers* p, const float* blend,
                              uint32_t i) {
    wide x[3], v[3], y[3], channel[16];
    load3(body->x, i, x);
    load3(body->v, i, v);
    look_ahead(&p->look, x, v, y);
    rows_to_lanes(blend, channel);
    wide rest[3] = {wide_loadu(body->rest[0] + i), wide_loadu(body->rest[1] + i),
                    wide_loadu(body->rest[2] + i)};
    wide stiffness = body->stiffness ? wide_loadu(body->stiffness + i) : wide_splat(1.0f);
    wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
    for (int c = 0; c < 3; ++c) {
        wide skin = wide_sub(apply_row(channel + 4 * c, rest), y[c]);
        wide whole = wide_sub(apply_row(p->core + 4 * c, rest), y[c]);
        wide d = wide_add(wide_mul(p->skin, skin), wide_mul(p->core_share, whole));
        d = wide_mul(stiffness, d);
        wide moved = wide_add(x[c], d), faster = wide_add(v[c], wide_mul(d, p->inv_h));
        wide_storeu(body->x[c] + i, wide_select(is_free, moved, x[c]));
        wide_storeu(body->v[c] + i, wide_select(is_free, faster, v[c]));
    }
}

static void pull(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    pull_numbers p;
    p.look = make_look(sm, stage->h);
    p.skin = wide_splat(sm->skin_share);
    p.core_share = wide_splat(sm->core_share);
    p.inv_h = wide_splat(1.0f / stage->h);
    for (int c = 0; c < 12; ++c) p.core[c] = wide_splat(sm->core[c]);
    float blend[256] = {0.0f};
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        for (uint32_t k = 0; k < 16; ++k) {
            blend_place(sm->transforms, sm->balls, i + k, blend + 16 * k);
        }
        for (uint32_t k = 0; k < 16; k += WIDE) pull_lanes(body, &p, blend + 16 * k, i + k);
    }
}

const pl_ball_kernels KERNEL(pl_ball_kernels) = {rows, fit, core, pull};
