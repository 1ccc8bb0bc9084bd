// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Paper mode's hot loops: moments of every place and their prefix sums, region sums as differences
// along runs, rotations, prefix sums of the transforms, and goals by the same runs (regions are
// symmetric: i is in the region of j if j is in that of i). After Diziol, Bender, Bayer 2011,
// section 4, "Fast Summation" and "Damping".
//
// All of it happens in the frame of the body's rigid pose, on displacements u from the rest shape:
// sums of positions about the body's origin lose (size of body / size of region)^2 of their digits,
// sums of displacements only as far as the body is deformed.
//
// Sums along a list are over whole rows, a lane is a channel, added in list order; everything else
// has a lane per place or region, and rows are turned into lanes between.
#include "src/elastic/shape_match/ring_damp_wide.h"
#include "src/elastic/shape_match/ring_point_wide.h"
#include "src/elastic/shape_match/ring_sums_wide.h"

static bool is_damped(const pl_body* body) {
    return body->def.region_damping > 0.0f && pl_shape_match_of(body)->row_turns;
}

// --- moments ---

// Of 16 places.
typedef struct rows16 {
    float rows[256], turns[64];
} rows16;

// Rows f (u, 1)(x0, 1)^T of WIDE places from place i on, the k-th of the 16; with damping what
// moves and what turns.
static PL_INLINE void moments_of(const pl_body* body, const body_pose* p, bool damped, uint32_t i,
                                 uint32_t k, rows16* out) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    wide x[4], u[3], rest[3], turn[4], channel[16];
    load_placed(body, p, i, rest, u);
    wide f = wide_mul(wide_loadu(body->fit + i), wide_loadu(sm->rings->inv_size + i));
    for (int a = 0; a < 3; ++a) {
        wide fu = wide_mul(f, u[a]);
        for (int c = 0; c < 3; ++c) channel[4 * a + c] = wide_mul(fu, rest[c]);
        channel[4 * a + 3] = fu;
        channel[12 + a] = wide_splat(0.0f);
        x[a] = wide_add(rest[a], u[a]);
    }
    channel[15] = x[3] = wide_splat(0.0f);
    if (damped) {
        velocity_moments(body, p, i, f, x, channel + 12, turn);
        lanes_to_fours(turn, out->turns + 4 * k);
    }
    lanes_to_rows(channel, out->rows + 16 * k);
    if (sm->placed) lanes_to_fours(x, sm->placed + 4 * (size_t)i);
}

static PL_INLINE void make_moments(const pl_body* body, const body_pose* p, bool damped, uint32_t i,
                                   rows16* out) {
    for (uint32_t k = 0; k < 16; k += WIDE) moments_of(body, p, damped, i + k, k, out);
}

static void rows(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    body_pose p = load_pose(sm);
    bool damped = is_damped(body);
    rows16 moments;
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        size_t row = pl_prefix_row(i);
        begin_block(i, sm->rows + 16 * row, damped ? sm->row_turns + 4 * row : NULL);
        if (damped) {
            make_moments(body, &p, true, i, &moments);
            add_rows(moments.rows, WIDE_16, sm->rows + 16 * row);
            add_turns(moments.turns, sm->row_turns + 4 * row);
        } else {
            make_moments(body, &p, false, i, &moments);
            add_rows(moments.rows, RING_PARTS, sm->rows + 16 * row);
        }
    }
}

static void rows_naive(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    body_pose p = load_pose(sm);
    bool damped = is_damped(body);
    rows16 moments;
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        make_moments(body, &p, damped, i, &moments);
        memcpy(sm->rows + (size_t)16 * i, moments.rows, sizeof moments.rows);
        if (damped) memcpy(sm->row_turns + (size_t)4 * i, moments.turns, sizeof moments.turns);
    }
}

// --- regions ---

// A block of regions on its way from sums to transforms.
typedef struct fitted {
    float moments[16 * FIT_ROWS_MOST], turns[4 * FIT_ROWS_MOST];  // sums
    fit_frame frame[FIT_VECTORS], pointed[FIT_VECTORS];           // without and with extra point
    wide shift[FIT_VECTORS][3];                                   // t - t0
    wide turn[FIT_VECTORS][9];                                    // R - 1
    float whole[16 * FIT_ROWS_MOST],
        flowed[16 * FIT_ROWS_MOST];  // plasticity's moments, transforms
} fitted;

static int block_length(uint32_t first, uint32_t end) {
    return end - first < FIT_ROWS_MOST ? (int)(end - first) : FIT_ROWS_MOST;
}

static inline void add_points(const pl_body* body, uint32_t first, int count, fitted* block) {
    float normals[4 * FIT_ROWS_MOST];
    ring_normals(body, first, count, normals);
    for (int k = 0; k < count / WIDE; ++k) {
        uint32_t at = first + (uint32_t)(k * WIDE);
        block->pointed[k] = block->frame[k];
        add_point(body, at, normals + 4 * WIDE * k, &block->pointed[k]);
    }
}

// The rotations of the regions from `first` on, `count` of them. The extra point counts in the
// rotation alone: in the inertia it would eat spin.
static inline void fit_regions(const pl_body* body, bool naive, uint32_t first, int count, float h,
                               fitted* out) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    if (is_damped(body))
        sum_damped(sm->rings, naive, first, count, sm->rows, sm->row_turns, out->moments,
                   out->turns);
    else
        sum_moving(sm->rings, naive, first, count, sm->rows, out->moments);
    int vectors = count / WIDE;
    for (int k = 0; k < vectors; ++k) {
        uint32_t at = first + (uint32_t)(k * WIDE);
        out->frame[k] = place_regions(sm, at, out->moments + 16 * WIDE * k, out->shift[k]);
    }
    if (sm->placed) add_points(body, first, count, out);
    fit_frame* frame = sm->placed ? out->pointed : out->frame;
    fit_turns(frame, vectors, out->turn);
    if (!sm->plastic) return;
    for (int k = 0; k < vectors; ++k) {
        wide mass = wide_loadu(sm->region_rest[9] + first + k * WIDE);
        whole_moments(&frame[k], mass, out->whole + 16 * WIDE * k);
    }
    fit_plastic(body, first, count, h, out->whole, out->flowed);
}

// What regions would have their particles do beyond going to their goals: WIDE of them, of the
// block from `first` on the k-th and following. Velocities at zero to `linear`, angular ones to
// `turns`.
static inline void find_velocities(const pl_shape_match* sm, uint32_t first, int k,
                                   const fitted* block, wide linear[4], float* turns) {
    wide spin[4], mass = wide_loadu(sm->region_rest[9] + first + k);
    quarter_to_lanes(block->moments + 16 * k + 12, linear);
    fours_to_lanes(block->turns + 4 * k, spin);
    region_velocity(&block->frame[k / WIDE], mass, block->turn[k / WIDE], linear, spin);
    lanes_to_fours(spin, turns);
}

// The rows of 16 regions, of the block from `first` on the k-th and following.
static inline void make_transforms(const pl_body* body, bool damped, uint32_t first, int k,
                                   const fitted* block, rows16* out) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    for (int n = 0; n < 16; n += WIDE) {
        int at = (k + n) / WIDE;
        wide channel[16];
        displacement_row(&block->frame[at], block->turn[at], block->shift[at], channel);
        if (damped) find_velocities(sm, first, k + n, block, channel + 12, out->turns + 4 * n);
        lanes_to_rows(channel, out->rows + 16 * n);
    }
    for (int n = 0; sm->plastic && n < 16; ++n)
        memcpy(out->rows + 16 * n, block->flowed + 16 * (k + n), 12 * sizeof *out->rows);
}

static void fit(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    bool damped = is_damped(body);
    fitted block;
    rows16 transforms;
    for (uint32_t first = span->begin; first < span->end; first += FIT_ROWS_MOST) {
        int count = block_length(first, span->end);
        fit_regions(body, false, first, count, stage->h, &block);
        size_t row = pl_prefix_row(first);
        begin_block(first, sm->transforms + 16 * row,
                    damped ? sm->transform_turns + 4 * row : NULL);
        for (int k = 0; k < count; k += 16, row += 16) {
            make_transforms(body, damped, first, k, &block, &transforms);
            if (damped) {
                add_rows(transforms.rows, WIDE_16, sm->transforms + 16 * row);
                add_turns(transforms.turns, sm->transform_turns + 4 * row);
            } else {
                add_rows(transforms.rows, RING_PARTS, sm->transforms + 16 * row);
            }
        }
    }
}

static void fit_naive(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    bool damped = is_damped(body);
    fitted block;
    rows16 transforms;
    for (uint32_t first = span->begin; first < span->end; first += FIT_ROWS_MOST) {
        int count = block_length(first, span->end);
        fit_regions(body, true, first, count, stage->h, &block);
        for (int k = 0; k < count; k += 16) {
            size_t at = first + (size_t)k;
            make_transforms(body, damped, first, k, &block, &transforms);
            memcpy(sm->transforms + 16 * at, transforms.rows, sizeof transforms.rows);
            if (damped)
                memcpy(sm->transform_turns + 4 * at, transforms.turns, sizeof transforms.turns);
        }
    }
}

// --- goals ---

// One row of a transform, applied.
static inline wide apply_row(const wide row[4], const wide rest[3]) {
    wide a = wide_add(wide_mul(row[0], rest[0]), wide_mul(row[1], rest[1]));
    return wide_add(a, wide_add(wide_mul(row[2], rest[2]), row[3]));
}

// The normals that the goals have.
static inline void carry_normals(const pl_body* body, const body_pose* pose, const wide channel[12],
                                 wide inv_size, uint32_t i) {
    wide rest[3], carried[3], out[3];
    load3_const((const float* const*)body->rest_normal, i, rest);
    for (int c = 0; c < 3; ++c)
        carried[c] = wide_add(rest[c], wide_mul(inv_size, dot(channel + 4 * c, rest)));
    turn_out(pose, carried, out);
    for (int c = 0; c < 3; ++c) wide_storeu(body->goal_normal[c] + i, out[c]);
}

// WIDE places: blended transforms, and turns or NULL, to new x and v.
static inline void pull_lanes(const pl_body* body, const body_pose* p, uint32_t i, float h,
                              const float* blend, const float* turns, change_lanes* change) {
    wide x[3], u[3], rest[3], v[3], channel[16], d[3], out[3], kick[3];
    wide inv_size = wide_loadu(pl_shape_match_of(body)->rings->inv_size + i);
    wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
    // paint weakens pull and damping alike, as it does the weight in the fit: so momentum is kept
    wide paint = body->stiffness ? wide_loadu(body->stiffness + i) : wide_splat(1.0f);
    wide share =
        wide_mul(wide_mul(wide_splat(pl_shape_match_of(body)->ring_share), paint), p->grow);
    load3(body->x, i, x);
    load3(body->v, i, v);
    load3_const(body->rest, i, rest);
    displace(p, x, rest, u);
    rows_to_lanes(blend, channel);
    for (int c = 0; c < 3; ++c) {
        wide goal = wide_mul(inv_size, apply_row(channel + 4 * c, rest));
        d[c] = wide_mul(share, wide_sub(goal, u[c]));
        kick[c] = wide_mul(d[c], wide_splat(1.0f / h));
    }
    turn_out(p, d, out);
    carry_normals(body, p, channel, inv_size, i);
    if (turns) {
        wide spin[4], at[3], drag = wide_mul(wide_splat(body->def.region_damping), paint);
        fours_to_lanes(turns, spin);
        for (int c = 0; c < 3; ++c) at[c] = wide_add(rest[c], u[c]);
        damp(p, channel + 12, spin, inv_size, drag, at, v, kick);
    }
    turn_out(p, kick, d);
    for (int c = 0; c < 3; ++c) {
        wide next = wide_select(is_free, wide_add(v[c], d[c]), v[c]);
        kick[c] = wide_sub(next, v[c]);
        wide_storeu(body->x[c] + i, wide_select(is_free, wide_add(x[c], out[c]), x[c]));
        wide_storeu(body->v[c] + i, next);
    }
    // about the places before the substep: then angular momentum is kept exactly
    wide past[3];
    load3(body->past, i, past);
    add_change(change, i % 16 / WIDE, wide_loadu(body->mass + i), past, kick);
}

static inline void pull_span(const pl_span* span, const pl_stage* stage, bool naive) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    bool damped = is_damped(body);
    float blend[16 * 64], turns[4 * 64];
    body_pose p = load_pose(sm);
    change_lanes change;
    clear_change(&change);
    for (uint32_t first = span->begin; first < span->end; first += 64) {
        int count = block_length(first, span->end);
        if (damped)
            sum_damped(sm->rings, naive, first, count, sm->transforms, sm->transform_turns, blend,
                       turns);
        else
            sum_moving(sm->rings, naive, first, count, sm->transforms, blend);
        for (int k = 0; k < count; k += WIDE) {
            pull_lanes(body, &p, first + (uint32_t)k, stage->h, blend + 16 * k,
                       damped ? turns + 4 * k : NULL, &change);
        }
    }
    store_change(&change, span);
}

static void pull(const pl_span* span, const pl_stage* stage) {
    pull_span(span, stage, false);
}

static void pull_naive(const pl_span* span, const pl_stage* stage) {
    pull_span(span, stage, true);
}

// --- sums alone ---

static void sum_runs(const pl_ring_regions* rings, uint32_t begin, uint32_t end, const float* rows,
                     float* out) {
    for (uint32_t i = begin; i < end; i += 64)
        sum_moving(rings, false, i, block_length(i, end), rows, out + (size_t)16 * (i - begin));
}

static void sum_members(const pl_ring_regions* rings, uint32_t begin, uint32_t end,
                        const float* rows, float* out) {
    for (uint32_t i = begin; i < end; i += 64)
        sum_moving(rings, true, i, block_length(i, end), rows, out + (size_t)16 * (i - begin));
}

const pl_ring_kernels KERNEL(pl_ring_kernels) = {
    rows, fit, pull, rows_naive, fit_naive, pull_naive, sum_runs, sum_members,
};
