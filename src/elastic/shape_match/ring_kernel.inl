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
#include "src/elastic/shape_match/shape_match.h"

#include "src/elastic/shape_match/frame_wide.h"
#include "src/wide/wide_eight.h"

#include <string.h>

static bool is_damped(const pl_body* body) {
    return body->def.region_damping > 0.0f && pl_shape_match_of(body)->row_velocities;
}

// --- prefix sums ---

// A block of 64 begins with a row of zeros.
static inline void begin_block(uint32_t place, float* rows, float* velocities) {
    if (place % 64 != 0) return;
    memset(rows - 16, 0, 16 * sizeof *rows);
    if (velocities) memset(velocities - 8, 0, 8 * sizeof *velocities);
}

// 16 rows to prefix sums, going on from the row before.
static inline void add_rows(const float* tile, float* rows) {
    wide sum[WIDE_16];
    for (int k = 0; k < WIDE_16; ++k) sum[k] = wide_loadu(rows - 16 + k * WIDE);
    for (int n = 0; n < 16; ++n) {
        for (int k = 0; k < WIDE_16; ++k) {
            sum[k] = wide_add(sum[k], wide_loadu(tile + 16 * n + k * WIDE));
            wide_storeu(rows + 16 * n + k * WIDE, sum[k]);
        }
    }
}

// The same with rows of 8, which lie 16 apart in the tile.
static inline void add_velocities(const float* tile, float* velocities) {
    eight sum[EIGHT_PARTS];
    for (int k = 0; k < EIGHT_PARTS; ++k) sum[k] = eight_loadu(velocities - 8 + k * EIGHT);
    for (int n = 0; n < 16; ++n) {
        for (int k = 0; k < EIGHT_PARTS; ++k) {
            sum[k] = eight_add(sum[k], eight_loadu(tile + 16 * n + k * EIGHT));
            eight_storeu(velocities + 8 * n + k * EIGHT, sum[k]);
        }
    }
}

static inline void copy_velocities(const float* tile, float* velocities) {
    for (int n = 0; n < 16; ++n) memcpy(velocities + 8 * n, tile + 16 * n, 8 * sizeof *tile);
}

// --- moments ---

// Rows f (u, 1)(x0, 1)^T of WIDE places.
static inline void moment_rows(const pl_body* body, const body_pose* p, const float* inv_size,
                               uint32_t i, float* rows) {
    wide u[3], rest[3], channel[16];
    load_placed(body, p, i, rest, u);
    wide f = wide_mul(wide_loadu(body->fit + i), wide_loadu(inv_size + i));
    for (int a = 0; a < 4; ++a) {
        wide fu = a < 3 ? wide_mul(f, u[a]) : f;
        for (int c = 0; c < 3; ++c) channel[4 * a + c] = wide_mul(fu, rest[c]);
        channel[4 * a + 3] = fu;
    }
    lanes_to_rows(channel, rows);
}

// Rows f v, f x cross v, f x.x, 0 of WIDE places, in the body's frame, 16 floats apart.
static inline void velocity_rows(const pl_body* body, const body_pose* p, const float* inv_size,
                                 uint32_t i, float* rows) {
    wide x[3], v[3], rest[3], outer[3], turn[3], channel[16];
    load_placed(body, p, i, rest, x);
    for (int c = 0; c < 3; ++c) x[c] = wide_add(x[c], rest[c]);
    load3(body->v, i, outer);
    turn_back(p, outer, v);
    cross(x, v, turn);
    wide f = wide_mul(wide_loadu(body->fit + i), wide_loadu(inv_size + i));
    for (int c = 0; c < 3; ++c) channel[c] = wide_mul(f, v[c]);
    for (int c = 0; c < 3; ++c) channel[3 + c] = wide_mul(f, turn[c]);
    channel[6] = wide_mul(f, dot(x, x));
    for (int c = 7; c < 16; ++c) channel[c] = wide_splat(0.0f);
    lanes_to_rows(channel, rows);
}

static void rows(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    const float* inv_size = sm->rings->inv_size;
    body_pose p = load_pose(sm);
    bool damped = is_damped(body);
    float tile[256];
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        size_t row = pl_prefix_row(i);
        float* velocities = damped ? sm->row_velocities + 8 * row : NULL;
        begin_block(i, sm->rows + 16 * row, velocities);
        for (uint32_t k = 0; k < 16; k += WIDE)
            moment_rows(body, &p, inv_size, i + k, tile + 16 * k);
        add_rows(tile, sm->rows + 16 * row);
        if (!damped) continue;
        for (uint32_t k = 0; k < 16; k += WIDE)
            velocity_rows(body, &p, inv_size, i + k, tile + 16 * k);
        add_velocities(tile, velocities);
    }
}

static void rows_naive(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    const float* inv_size = sm->rings->inv_size;
    body_pose p = load_pose(sm);
    bool damped = is_damped(body);
    float tile[256];
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        float* to = sm->rows + (size_t)16 * i;
        for (uint32_t k = 0; k < 16; k += WIDE) moment_rows(body, &p, inv_size, i + k, to + 16 * k);
        if (!damped) continue;
        for (uint32_t k = 0; k < 16; k += WIDE)
            velocity_rows(body, &p, inv_size, i + k, tile + 16 * k);
        copy_velocities(tile, sm->row_velocities + (size_t)8 * i);
    }
}

// --- sums over regions ---

// The first `parts` vectors of a row, summed over the runs of a region.
static inline void sum_runs_of(const pl_ring_regions* rings, uint32_t region, const float* rows,
                               int parts, float* out) {
    wide sum[WIDE_16];
    clear16(sum);
    const pl_run* end = rings->runs + rings->run_first[region + 1];
    for (const pl_run* run = rings->runs + rings->run_first[region]; run < end; ++run) {
        const float *to = rows + (size_t)16 * run->to, *from = rows + (size_t)16 * run->from;
        for (int k = 0; k < parts; ++k) {
            wide over = wide_sub(wide_loadu(to + k * WIDE), wide_loadu(from + k * WIDE));
            sum[k] = wide_add(sum[k], over);
        }
    }
    for (int k = 0; k < parts; ++k) wide_storeu(out + k * WIDE, sum[k]);
}

static inline void sum_members_of(const pl_ring_regions* rings, uint32_t region, const float* rows,
                                  int parts, float* out) {
    wide sum[WIDE_16];
    clear16(sum);
    const uint32_t* end = rings->members + rings->member_first[region + 1];
    for (const uint32_t* m = rings->members + rings->member_first[region]; m < end; ++m) {
        const float* row = rows + (size_t)16 * *m;
        for (int k = 0; k < parts; ++k) sum[k] = wide_add(sum[k], wide_loadu(row + k * WIDE));
    }
    for (int k = 0; k < parts; ++k) wide_storeu(out + k * WIDE, sum[k]);
}

// 16 regions from `first` on; their sums lie 16 floats apart.
static inline void sum16(const pl_ring_regions* rings, bool naive, uint32_t first,
                         const float* rows, int parts, float* out) {
    for (uint32_t k = 0; k < 16; ++k) {
        if (naive)
            sum_members_of(rings, first + k, rows, parts, out + 16 * k);
        else
            sum_runs_of(rings, first + k, rows, parts, out + 16 * k);
    }
}

// The same with the rows of 8 floats beside them in one go: half of the work is the list. Of the 16
// floats of a velocity sum the last 8 stay as they are.
static inline void sum_runs_and_velocities_of(const pl_ring_regions* rings, uint32_t region,
                                              const float* rows, const float* velocity_rows,
                                              int parts, float* out, float* velocities) {
    wide sum[WIDE_16];
    eight turn[EIGHT_PARTS];
    clear16(sum);
    for (int k = 0; k < EIGHT_PARTS; ++k) turn[k] = eight_zero();
    const pl_run* end = rings->runs + rings->run_first[region + 1];
    for (const pl_run* run = rings->runs + rings->run_first[region]; run < end; ++run) {
        size_t to = run->to, from = run->from;
        for (int k = 0; k < parts; ++k) {
            wide over = wide_sub(wide_loadu(rows + 16 * to + k * WIDE),
                                 wide_loadu(rows + 16 * from + k * WIDE));
            sum[k] = wide_add(sum[k], over);
        }
        for (int k = 0; k < EIGHT_PARTS; ++k) {
            eight over = eight_sub(eight_loadu(velocity_rows + 8 * to + k * EIGHT),
                                   eight_loadu(velocity_rows + 8 * from + k * EIGHT));
            turn[k] = eight_add(turn[k], over);
        }
    }
    for (int k = 0; k < parts; ++k) wide_storeu(out + k * WIDE, sum[k]);
    for (int k = 0; k < EIGHT_PARTS; ++k) eight_storeu(velocities + k * EIGHT, turn[k]);
}

static inline void sum_member_velocities_of(const pl_ring_regions* rings, uint32_t region,
                                            const float* velocity_rows, float* velocities) {
    eight sum[EIGHT_PARTS];
    for (int k = 0; k < EIGHT_PARTS; ++k) sum[k] = eight_zero();
    for (uint32_t n = rings->member_first[region]; n < rings->member_first[region + 1]; ++n) {
        const float* row = velocity_rows + (size_t)8 * rings->members[n];
        for (int k = 0; k < EIGHT_PARTS; ++k) {
            sum[k] = eight_add(sum[k], eight_loadu(row + k * EIGHT));
        }
    }
    for (int k = 0; k < EIGHT_PARTS; ++k) eight_storeu(velocities + k * EIGHT, sum[k]);
}

static inline void sum16_with_velocities(const pl_ring_regions* rings, bool naive, uint32_t first,
                                         const float* rows, const float* velocity_rows, int parts,
                                         float* out, float* velocities) {
    for (uint32_t k = 0; k < 16; ++k) {
        if (naive) {
            sum_members_of(rings, first + k, rows, parts, out + 16 * k);
            sum_member_velocities_of(rings, first + k, velocity_rows, velocities + 16 * k);
        } else {
            sum_runs_and_velocities_of(rings, first + k, rows, velocity_rows, parts, out + 16 * k,
                                       velocities + 16 * k);
        }
    }
}

// --- the extra point along the normal ---

// Twice the area vector around a place now, by the edges to its neighbours: relative to the place,
// since differences of large numbers would lose it.
static pl_vec3 ring_normal(const pl_body* body, uint32_t place) {
    const pl_surface* surface = body->surface;
    const uint32_t* ring = surface->ring + surface->ring_first[place];
    uint32_t count = surface->ring_first[place + 1] - surface->ring_first[place];
    const float *x = body->x[0], *y = body->x[1], *z = body->x[2];
    pl_vec3 centre = pl_vec3_make(x[place], y[place], z[place]), sum = pl_vec3_make(0, 0, 0);
    if (count == 0) return sum;
    uint32_t last = ring[count - 1];
    pl_vec3 a = pl_vec3_sub(pl_vec3_make(x[last], y[last], z[last]), centre);
    for (uint32_t k = 0; k < count; ++k) {
        pl_vec3 b = pl_vec3_sub(pl_vec3_make(x[ring[k]], y[ring[k]], z[ring[k]]), centre);
        sum = pl_vec3_add(sum, pl_vec3_cross(a, b));
        a = b;
    }
    return sum;
}

// Unit length; zero stays zero.
static inline void normalise3(wide n[3]) {
    wide most = wide_max(wide_abs(n[0]), wide_max(wide_abs(n[1]), wide_abs(n[2])));
    wide_mask some = wide_and(wide_lt(wide_splat(0.0f), most), wide_lt(most, wide_splat(3e38f)));
    most = wide_select(some, most, wide_splat(1.0f));
    for (int c = 0; c < 3; ++c) n[c] = wide_select(some, wide_div(n[c], most), wide_splat(0.0f));
    wide square = wide_select(some, dot(n, n), wide_splat(1.0f));
    wide inverse = wide_div(wide_splat(1.0f), wide_sqrt(square));
    for (int c = 0; c < 3; ++c) n[c] = wide_mul(n[c], inverse);
}

// Adds p = x_i + l n_i, with the weight of the centre i, to A alone: neither to the mass nor to the
// means.
static inline void add_point(const pl_body* body, const body_pose* p, uint32_t i,
                             const float* normals, fit_frame* f) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    wide u[3], rest[3], outer[3], n[3];
    load_placed(body, p, i, rest, u);
    wide weight = wide_mul(wide_loadu(body->fit + i), wide_loadu(sm->rings->inv_size + i));
    wide length = wide_loadu(sm->normal_points[3] + i);
    for (int c = 0; c < 3; ++c) outer[c] = wide_loadu(normals + 16 * c);
    normalise3(outer);
    turn_back(p, outer, n);
    for (int a = 0; a < 3; ++a) {
        wide now = wide_add(wide_add(rest[a], u[a]), wide_mul(length, n[a]));
        now = wide_mul(weight, wide_sub(now, f->t[a]));
        for (int c = 0; c < 3; ++c) {
            wide before = wide_add(rest[c], wide_loadu(sm->normal_points[c] + i));
            before = wide_sub(before, f->t0[c]);
            f->a[3 * a + c] = wide_add(f->a[3 * a + c], wide_mul(now, before));
        }
    }
}

static void normals16(const pl_body* body, uint32_t first, float normals[48]) {
    for (uint32_t k = 0; k < 16; ++k) {
        pl_vec3 n = pl_vec3_make(0, 0, 0);
        if (first + k < body->count) n = ring_normal(body, first + k);
        normals[k] = n.x, normals[16 + k] = n.y, normals[32 + k] = n.z;
    }
}

// --- damping ---

// omega = I^-1 L. The inertia is not summed up: with S = A R^T, which stands for sum f r r^T, it is
// tr(S) 1 - S, the Hessian of the fit and so never negative. Its trace is too small by the stretch,
// and a region torn apart would spin up without end: hence at least as much as the true trace
// q = sum f r.r. A share of 1e-4 keeps lines from dividing by zero.
static inline void spin_of(const wide a[9], const wide r[9], wide q, const wide momentum[3],
                           wide spin[3]) {
    const wide zero = wide_splat(0.0f), half = wide_splat(0.5f), one = wide_splat(1.0001f);
    wide s[9];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) s[3 * i + j] = dot(a + 3 * i, r + 3 * j);
    }
    wide trace = wide_add(wide_add(s[0], s[4]), s[8]);
    wide_mask good = wide_lt(wide_splat(1e-37f), trace);
    trace = wide_select(good, trace, wide_splat(1.0f));
    wide inverse = wide_div(wide_splat(1.0f), trace);
    wide by_half = wide_mul(half, inverse);
    wide xx = wide_sub(one, wide_mul(s[0], inverse)), yy = wide_sub(one, wide_mul(s[4], inverse));
    wide zz = wide_sub(one, wide_mul(s[8], inverse));
    wide xy = wide_neg(wide_mul(wide_add(s[1], s[3]), by_half));
    wide xz = wide_neg(wide_mul(wide_add(s[2], s[6]), by_half));
    wide yz = wide_neg(wide_mul(wide_add(s[5], s[7]), by_half));
    wide row0[3] = {fit_cross(yy, zz, yz, yz), fit_cross(xz, yz, xy, zz),
                    fit_cross(xy, yz, xz, yy)};
    wide row1[3] = {row0[1], fit_cross(xx, zz, xz, xz), fit_cross(xy, xz, xx, yz)};
    wide row2[3] = {row0[2], row1[2], fit_cross(xx, yy, xy, xy)};
    wide first[3] = {xx, xy, xz};
    wide divisor = wide_mul(dot(first, row0), wide_max(q, trace));
    good = wide_and(good, wide_lt(wide_splat(1e-37f), divisor));
    divisor = wide_select(good, divisor, wide_splat(1.0f));
    spin[0] = wide_div(dot(row0, momentum), divisor);
    spin[1] = wide_div(dot(row1, momentum), divisor);
    spin[2] = wide_div(dot(row2, momentum), divisor);
    for (int c = 0; c < 3; ++c) {
        wide_mask fine = wide_and(good, wide_le(wide_abs(spin[c]), wide_splat(1e30f)));
        spin[c] = wide_select(fine, spin[c], zero);
    }
}

// WIDE regions: from the fit and summed velocities to what each region would have its particles
// do, as velocity at zero and angular velocity, in place of the sums.
static inline void region_velocity(const fit_frame* f, wide mass, const wide turn[9], float* sums) {
    wide sum[16], r[9], momentum[3], spin[3], lever[3];
    rows_to_lanes(sums, sum);
    for (int i = 0; i < 9; ++i) r[i] = i % 4 ? turn[i] : wide_add(turn[i], wide_splat(1.0f));
    wide q = wide_sub(sum[6], wide_mul(mass, dot(f->t, f->t)));
    cross(f->t, sum, lever);
    for (int c = 0; c < 3; ++c) momentum[c] = wide_sub(sum[3 + c], lever[c]);
    spin_of(f->a, r, q, momentum, spin);
    cross(spin, f->t, lever);
    for (int c = 0; c < 3; ++c) {
        sum[c] = wide_sub(wide_mul(sum[c], f->inv_mass), lever[c]);
        sum[3 + c] = spin[c];
    }
    sum[6] = wide_splat(0.0f);
    lanes_to_rows(sum, sums);
}

// --- regions ---

// A block of regions on its way from sums to transforms.
typedef struct fitted {
    float moments[16 * FIT_ROWS_MOST];
    float transforms[16 * FIT_ROWS_MOST], velocities[16 * FIT_ROWS_MOST];
} fitted;

// The regions from `first` on, `count` of them. The extra point counts in the rotation alone: in
// the inertia it would eat spin.
static inline void fit_regions(const pl_body* body, bool naive, uint32_t first, int count, float h,
                               fitted* out) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    bool damped = is_damped(body);
    if (damped) memset(out->velocities, 0, sizeof out->velocities);
    for (int k = 0; k < count; k += 16) {
        uint32_t at = first + (uint32_t)k;
        if (damped) {
            sum16_with_velocities(sm->rings, naive, at, sm->rows, sm->row_velocities, WIDE_16,
                                  out->moments + 16 * k, out->velocities + 16 * k);
        } else {
            sum16(sm->rings, naive, at, sm->rows, WIDE_16, out->moments + 16 * k);
        }
    }
    fit_frame frame[FIT_VECTORS], pointed[FIT_VECTORS];
    wide shift[FIT_VECTORS][3], turn[FIT_VECTORS][9], channel[16];
    body_pose p = load_pose(sm);
    int vectors = count / WIDE;
    float normals[48] = {0.0f};
    for (int k = 0; k < vectors; ++k) {
        uint32_t at = first + (uint32_t)(k * WIDE);
        frame[k] = place_regions(sm, at, out->moments + 16 * WIDE * k, shift[k]);
        if (!sm->normal_points[0]) continue;
        if (at % 16 == 0) normals16(body, at, normals);
        pointed[k] = frame[k];
        add_point(body, &p, at, normals + at % 16, &pointed[k]);
    }
    fit_turns(sm->normal_points[0] ? pointed : frame, vectors, turn);
    for (int k = 0; k < vectors; ++k) {
        wide mass = wide_loadu(sm->region_rest[9] + first + k * WIDE);
        displacement_row(&frame[k], turn[k], shift[k], channel);
        lanes_to_rows(channel, out->transforms + 16 * WIDE * k);
        if (damped) region_velocity(&frame[k], mass, turn[k], out->velocities + 16 * WIDE * k);
        if (sm->plastic)
            whole_moments(sm->normal_points[0] ? &pointed[k] : &frame[k], mass,
                          out->moments + 16 * WIDE * k);
    }
    if (sm->plastic) fit_plastic(body, first, count, h, out->moments, out->transforms);
}

static int block_length(uint32_t first, uint32_t end) {
    return end - first < FIT_ROWS_MOST ? (int)(end - first) : FIT_ROWS_MOST;
}

static void fit(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    bool damped = is_damped(body);
    fitted block;
    for (uint32_t first = span->begin; first < span->end; first += FIT_ROWS_MOST) {
        int count = block_length(first, span->end);
        fit_regions(body, false, first, count, stage->h, &block);
        size_t row = pl_prefix_row(first);
        float* rows = sm->transforms + 16 * row;
        float* velocities = damped ? sm->transform_velocities + 8 * row : NULL;
        begin_block(first, rows, velocities);
        for (int k = 0; k < count; k += 16) {
            add_rows(block.transforms + 16 * k, rows + 16 * k);
            if (damped) add_velocities(block.velocities + 16 * k, velocities + 8 * k);
        }
    }
}

static void fit_naive(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    bool damped = is_damped(body);
    fitted block;
    for (uint32_t first = span->begin; first < span->end; first += FIT_ROWS_MOST) {
        int count = block_length(first, span->end);
        fit_regions(body, true, first, count, stage->h, &block);
        memcpy(sm->transforms + (size_t)16 * first, block.transforms,
               (size_t)count * 16 * sizeof *sm->transforms);
        for (int k = 0; damped && k < count; k += 16) {
            float* to = sm->transform_velocities + 8 * ((size_t)first + (size_t)k);
            copy_velocities(block.velocities + 16 * k, to);
        }
    }
}

// --- goals ---

// The three rows that move a point; the fourth is 0 0 0 1.
#define BLEND_PARTS ((12 + WIDE - 1) / WIDE)

// Adds to `kick` a share of the way from v to the velocity that the regions around would have it,
// in the body's frame.
static inline void damp(const body_pose* p, const float* sums, wide inv_size, wide k,
                        const wide rest[3], const wide u[3], const wide v[3], wide kick[3]) {
    wide sum[16], x[3], own[3], turn[3];
    rows_to_lanes(sums, sum);
    for (int c = 0; c < 3; ++c) x[c] = wide_add(rest[c], u[c]);
    turn_back(p, v, own);
    cross(sum + 3, x, turn);
    for (int c = 0; c < 3; ++c) {
        wide rigid = wide_mul(inv_size, wide_add(sum[c], turn[c]));
        kick[c] = wide_add(kick[c], wide_mul(k, wide_sub(rigid, own[c])));
    }
}

// One row of a transform, applied.
static inline wide apply_row(const wide row[4], const wide rest[3]) {
    wide a = wide_add(wide_mul(row[0], rest[0]), wide_mul(row[1], rest[1]));
    return wide_add(a, wide_add(wide_mul(row[2], rest[2]), row[3]));
}

// WIDE places: blended transforms, and velocities or NULL, to new x and v.
static inline void pull_lanes(const pl_body* body, const body_pose* p, uint32_t i, float h,
                              const float* blend, const float* velocities, change_lanes* change) {
    wide x[3], u[3], rest[3], v[3], channel[16], d[3], out[3], kick[3];
    wide inv_size = wide_loadu(pl_shape_match_of(body)->rings->inv_size + i);
    wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
    // paint weakens pull and damping alike, as it does the weight in the fit: so momentum is kept
    wide paint = body->stiffness ? wide_loadu(body->stiffness + i) : wide_splat(1.0f);
    wide share = wide_mul(wide_splat(body->def.stiffness), paint);
    wide drag = wide_mul(wide_splat(body->def.region_damping), paint);
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
    if (velocities) damp(p, velocities, inv_size, drag, rest, u, v, kick);
    turn_out(p, kick, d);
    for (int c = 0; c < 3; ++c) {
        wide next = wide_select(is_free, wide_add(v[c], d[c]), v[c]);
        kick[c] = wide_sub(next, v[c]);
        wide_storeu(body->x[c] + i, wide_select(is_free, wide_add(x[c], out[c]), x[c]));
        wide_storeu(body->v[c] + i, next);
    }
    add_change(change, i % 16 / WIDE, wide_loadu(body->mass + i), x, kick);
}

static inline void pull_span(const pl_span* span, const pl_stage* stage, bool naive) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    bool damped = is_damped(body);
    float blend[256] = {0.0f}, velocities[256] = {0.0f};
    body_pose p = load_pose(sm);
    change_lanes change;
    clear_change(&change);
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        if (damped) {
            sum16_with_velocities(sm->rings, naive, i, sm->transforms, sm->transform_velocities,
                                  BLEND_PARTS, blend, velocities);
        } else {
            sum16(sm->rings, naive, i, sm->transforms, BLEND_PARTS, blend);
        }
        for (uint32_t k = 0; k < 16; k += WIDE) {
            pull_lanes(body, &p, i + k, stage->h, blend + 16 * k,
                       damped ? velocities + 16 * k : NULL, &change);
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
    for (uint32_t i = begin; i < end; i += 16) {
        sum16(rings, false, i, rows, WIDE_16, out + (size_t)16 * (i - begin));
    }
}

static void sum_members(const pl_ring_regions* rings, uint32_t begin, uint32_t end,
                        const float* rows, float* out) {
    for (uint32_t i = begin; i < end; i += 16) {
        sum16(rings, true, i, rows, WIDE_16, out + (size_t)16 * (i - begin));
    }
}

const pl_ring_kernels KERNEL(pl_ring_kernels) = {
    rows, fit, pull, rows_naive, fit_naive, pull_naive, sum_runs, sum_members,
};
