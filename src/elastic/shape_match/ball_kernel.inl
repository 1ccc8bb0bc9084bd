// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode's hot loops: weighted positions, moments of each region, goals of each place.
//
// A lane is a place throughout, 16 of them in a group; regions meet groups in patches
// (ball_groups.h), and only a region's sums leave their lanes. With rows of 16 channels per place,
// summed place by place along the regions' lists, all this took twice as long.
#include "src/elastic/shape_match/shape_match.h"

#include "src/elastic/shape_match/ball_groups.h"
#include "src/elastic/shape_match/fine_wide.h"
#include "src/elastic/shape_match/frame_wide.h"

#include <string.h>

// --- looking ahead ---

// What y = x_old + b (v - velocity of the whole) needs, in all lanes.
typedef struct look {
    wide h, b, velocity[3], spin[3], swelling, centre[3];
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
    l.swelling = wide_splat(sm->swelling);
    return l;
}

// The positions have been moved already: x = x_old + h v. Velocities are taken from each other
// first, so that a fast body's look-ahead is as good as a slow one's.
static inline void look_ahead(const look* l, const wide x[3], const wide v[3], wide y[3]) {
    wide before[3], r[3];
    for (int c = 0; c < 3; ++c) {
        before[c] = wide_sub(x[c], wide_mul(l->h, v[c]));
        r[c] = wide_sub(before[c], l->centre[c]);
    }
    for (int c = 0; c < 3; ++c) {
        int d = (c + 1) % 3, e = (c + 2) % 3;
        wide turn = wide_sub(wide_mul(l->spin[d], r[e]), wide_mul(l->spin[e], r[d]));
        wide own = wide_sub(wide_sub(v[c], l->velocity[c]), turn);
        own = wide_sub(own, wide_mul(l->swelling, r[c]));
        y[c] = wide_add(before[c], wide_mul(l->b, own));
    }
}

// --- moments ---

// A group in sm->rows: f u, 16 floats for each coordinate.
#define GROUP_ROW 48

// Rows of the moments that are summed, one per coordinate: what weights alone contribute is known.
#define MOMENT_ROWS 3

// f u of WIDE places, u the displacement of y in the body's frame.
static inline void weigh(const pl_body* body, const look* l, const body_pose* p, uint32_t i,
                         float* to) {
    wide x[3], v[3], y[3], rest[3], u[3];
    load3(body->x, i, x);
    load3(body->v, i, v);
    load3_const(body->rest, i, rest);
    look_ahead(l, x, v, y);
    displace(p, y, rest, u);
    wide f = wide_loadu(body->fit + i);
    for (int c = 0; c < 3; ++c) wide_storeu(to + 16 * c, wide_mul(f, u[c]));
}

// Adds u X^T.
static inline void add_moments(const wide* y, const wide rest[3], wide* sum) {
    for (int a = 0; a < MOMENT_ROWS; ++a) {
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
        for (uint32_t i = begin; i < end; i += 16) {
            const float* from = weighted + (size_t)(GROUP_ROW / 16) * i + k;
            wide y[MOMENT_ROWS], rest[3];
            load3_const(body->rest, i + k, rest);
            for (int r = 0; r < MOMENT_ROWS; ++r) y[r] = wide_loadu(from + 16 * r);
            add_moments(y, rest, sum);
        }
        lanes_to_rows(sum, lanes + 16 * k);
    }
    fold_rows(lanes, moments);
}

static void rows(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    pl_shape_match* sm = pl_shape_match_of(body);
    look l = make_look(sm, stage->h);
    body_pose p = load_pose(sm);
    for (uint32_t block = span->begin; block < span->end; block += PL_MOTION_BLOCK) {
        uint32_t end = span->end - block < PL_MOTION_BLOCK ? span->end : block + PL_MOTION_BLOCK;
        for (uint32_t i = block; i < end; i += 16) {
            float* to = sm->rows + (size_t)(GROUP_ROW / 16) * i;
            for (uint32_t k = 0; k < 16; k += WIDE) weigh(body, &l, &p, i + k, to + k);
        }
        sum_block(body, sm->rows, block, end,
                  sm->core_sums + (size_t)16 * (block / PL_MOTION_BLOCK));
    }
}

// --- regions ---

// 16 regions from `first` on: sums of displacements to rows of [R - 1 | ...]. Of flowing regions
// the whole moments come back.
static void fit_displacements(const pl_shape_match* sm, uint32_t first, float* moments,
                              float* transforms) {
    fit_frame frame[WIDE_16];
    wide shift[WIDE_16][3], turn[WIDE_16][9], channel[16];
    for (int k = 0; k < WIDE_16; ++k) {
        uint32_t at = first + (uint32_t)(k * WIDE);
        frame[k] = place_regions(sm, at, moments + 16 * WIDE * k, shift[k]);
    }
    fit_turns(frame, WIDE_16, turn);
    for (int k = 0; k < WIDE_16; ++k) {
        displacement_row(&frame[k], turn[k], shift[k], channel);
        lanes_to_rows(channel, transforms + 16 * WIDE * k);
        if (!sm->plastic) continue;
        wide mass = wide_loadu(sm->region_rest[9] + first + k * WIDE);
        whole_moments(&frame[k], mass, moments + 16 * WIDE * k);
    }
}

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
    fit_displacements(sm, sm->region_count, moments, transforms);
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
        for (uint32_t n = first; n < end; ++n) {
            uint32_t group = groups->region_group[n];
            const float* from = weighted + (size_t)GROUP_ROW * group + k;
            wide share = wide_loadu(groups->share + (size_t)16 * groups->region_patch[n] + k);
            wide y[MOMENT_ROWS], rest[3];
            load3_const(body->rest, 16 * group + k, rest);
            for (int r = 0; r < MOMENT_ROWS; ++r) y[r] = wide_mul(share, wide_loadu(from + 16 * r));
            add_moments(y, rest, sum);
        }
        lanes_to_rows(sum, lanes + 16 * k);
    }
    fold_rows(lanes, moments);
}

// The mean displacement of a region that only takes means.
static inline void sum_mean(const float* weighted, const pl_fine* fine, uint32_t region) {
    const pl_ball_groups* groups = fine->means->groups;
    wide sum[3][WIDE_16];
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < WIDE_16; ++k) sum[c][k] = wide_splat(0.0f);
    for (uint32_t n = groups->region_first[region]; n < groups->region_first[region + 1]; ++n) {
        const float* from = weighted + (size_t)GROUP_ROW * groups->region_group[n];
        const float* share = groups->share + (size_t)16 * groups->region_patch[n];
        for (int k = 0; k < WIDE_16; ++k) {
            wide p = wide_loadu(share + k * WIDE);
            for (int c = 0; c < 3; ++c) {
                wide y = wide_loadu(from + 16 * c + k * WIDE);
                sum[c][k] = wide_add(sum[c][k], wide_mul(p, y));
            }
        }
    }
    float* out = fine->sum + (size_t)4 * region;
    for (int c = 0; c < 3; ++c) out[c] = fine->inv_mass[region] * fold16(sum[c]);
}

// The share of these regions that falls to a span of the goals' regions.
static void sum_means(const pl_span* span, const pl_shape_match* sm) {
    if (!(sm->fine_share > 0.0f)) return;
    uint64_t count = sm->fine->means->count, of = sm->balls->padded;
    for (uint64_t k = count * span->begin / of; k < count * span->end / of; ++k)
        sum_mean(sm->rows, sm->fine, (uint32_t)k);
}

static void fit(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    sum_means(span, sm);
    for (uint32_t first = span->begin; first < span->end; first += 16) {
        float moments[256];
        float* transforms = sm->transforms + (size_t)16 * first;
        for (uint32_t k = 0; k < 16; ++k) {
            sum_region(body, sm->rows, sm->balls->groups, first + k, moments + 16 * k);
        }
        fit_displacements(sm, first, moments, transforms);
        if (sm->plastic) fit_plastic(body, first, 16, stage->h, moments, transforms);
    }
}

// --- goals ---

typedef struct pull_numbers {
    look look;
    body_pose pose;
    wide skin, core, inv_h;
    const float* core_transform;
    const float* transforms;
    const pl_ball_groups* groups;
    const pl_ball_groups* means;  // NULL: goals are not shifted
    const float* shifts;
    float* const* offset;  // NULL: nobody asks
} pull_numbers;

// One row of a transform, applied.
static inline wide apply_row(const float* row, const wide rest[3]) {
    wide a = wide_add(wide_mul(wide_splat(row[0]), rest[0]), wide_mul(wide_splat(row[1]), rest[1]));
    wide b = wide_add(wide_mul(wide_splat(row[2]), rest[2]), wide_splat(row[3]));
    return wide_add(a, b);
}

// The blend of the regions' transforms at WIDE places, by shares: rows of [R - 1 | t], and the sum
// of the shares, which is 1 only to rounding.
typedef struct blend {
    wide row[3][4], sum;
} blend;

static inline blend blend_regions(const pull_numbers* p, uint32_t i) {
    uint32_t group = i / PL_GROUP_PLACES, lane = i % PL_GROUP_PLACES;
    uint32_t end = p->groups->patch_first[group + 1];
    blend b;
    for (int c = 0; c < 12; ++c) b.row[c / 4][c % 4] = wide_splat(0.0f);
    b.sum = wide_splat(0.0f);
    for (uint32_t n = p->groups->patch_first[group]; n < end; ++n) {
        const float* transform = p->transforms + (size_t)16 * p->groups->region[n];
        wide share = wide_loadu(p->groups->share + (size_t)16 * n + lane);
        for (int c = 0; c < 12; ++c) {
            wide one = wide_mul(share, wide_splat(transform[c]));
            b.row[c / 4][c % 4] = wide_add(b.row[c / 4][c % 4], one);
        }
        b.sum = wide_add(b.sum, share);
    }
    return b;
}

// Adds the blend of the shifts at WIDE places.
static inline void add_shifts(const pull_numbers* p, uint32_t i, wide way[3]) {
    uint32_t group = i / PL_GROUP_PLACES, lane = i % PL_GROUP_PLACES;
    for (uint32_t n = p->means->patch_first[group]; n < p->means->patch_first[group + 1]; ++n) {
        const float* shift = p->shifts + (size_t)4 * p->means->region[n];
        wide share = wide_loadu(p->means->share + (size_t)16 * n + lane);
        for (int c = 0; c < 3; ++c)
            way[c] = wide_add(way[c], wide_mul(share, wide_splat(shift[c])));
    }
}

// (R - 1) a of a blend.
static inline wide turn_row(const wide* row, const wide a[3]) {
    return wide_add(wide_add(wide_mul(row[0], a[0]), wide_mul(row[1], a[1])),
                    wide_mul(row[2], a[2]));
}

// Areas turn by the cofactors of what positions turn by: a blend of rotations is next to its own,
// one of regions that have flowed is not.
static inline void turn_areas(const blend* b, const wide area[3], wide turned[3]) {
    wide row[3][3];
    for (int a = 0; a < 3; ++a) {
        for (int c = 0; c < 3; ++c)
            row[a][c] = a == c ? wide_add(b->row[a][c], wide_splat(1.0f)) : b->row[a][c];
    }
    for (int a = 0; a < 3; ++a) {
        wide cofactor[3];
        cross(row[(a + 1) % 3], row[(a + 2) % 3], cofactor);
        turned[a] = turn_row(cofactor, area);
    }
}

// The normals that the goals have.
static inline void carry_normals(const pl_body* body, const body_pose* pose, const blend* b,
                                 uint32_t i) {
    wide rest[3], carried[3], out[3];
    load3_const((const float* const*)body->rest_normal, i, rest);
    if (pl_shape_match_of(body)->plastic) {
        turn_areas(b, rest, carried);
    } else {
        for (int c = 0; c < 3; ++c) carried[c] = wide_add(rest[c], turn_row(b->row[c], rest));
    }
    turn_out(pose, carried, out);
    for (int c = 0; c < 3; ++c) wide_storeu(body->goal_normal[c] + i, out[c]);
}

// How far WIDE places, as pulled, are from where their regions would put them.
static inline void store_offset(const pull_numbers* p, uint32_t i, const wide x[3], const wide y[3],
                                const wide way[3], const wide d[3]) {
    wide grown[3], goal[3];
    for (int c = 0; c < 3; ++c) grown[c] = wide_mul(way[c], p->pose.grow);
    turn_out(&p->pose, grown, goal);
    for (int c = 0; c < 3; ++c) {
        wide off = wide_sub(wide_sub(x[c], y[c]), goal[c]);
        wide_storeu(p->offset[c] + i, wide_add(off, d[c]));
    }
}

static inline void pull_lanes(const pl_body* body, const pull_numbers* p, uint32_t i,
                              change_lanes* change) {
    wide x[3], v[3], y[3], u[3], rest[3], way[3], pulled[3], d[3], kick[3];
    load3_const(body->rest, i, rest);
    load3(body->x, i, x);
    load3(body->v, i, v);
    look_ahead(&p->look, x, v, y);
    displace(&p->pose, y, rest, u);
    blend b = blend_regions(p, i);
    for (int c = 0; c < 3; ++c) {
        wide goal = wide_add(turn_row(b.row[c], rest), b.row[c][3]);
        way[c] = wide_sub(goal, wide_mul(b.sum, u[c]));
    }
    if (p->means) add_shifts(p, i, way);
    carry_normals(body, &p->pose, &b, i);
    wide stiffness = body->stiffness ? wide_loadu(body->stiffness + i) : wide_splat(1.0f);
    wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
    for (int c = 0; c < 3; ++c) {
        wide whole = wide_sub(apply_row(p->core_transform + 4 * c, rest), u[c]);
        wide sum = wide_add(wide_mul(p->skin, way[c]), wide_mul(p->core, whole));
        pulled[c] = wide_mul(wide_mul(stiffness, p->pose.grow), sum);
    }
    turn_out(&p->pose, pulled, d);
    if (p->offset) store_offset(p, i, x, y, way, d);
    for (int c = 0; c < 3; ++c) {
        wide next = wide_select(is_free, wide_add(v[c], wide_mul(d[c], p->inv_h)), v[c]);
        kick[c] = wide_sub(next, v[c]);
        wide_storeu(body->x[c] + i, wide_select(is_free, wide_add(x[c], d[c]), x[c]));
        wide_storeu(body->v[c] + i, next);
        x[c] = wide_sub(x[c], wide_mul(p->look.h, v[c]));
    }
    // about the places before the substep: then angular momentum is kept exactly
    add_change(change, i % 16 / WIDE, wide_loadu(body->mass + i), x, kick);
}

static void pull(const pl_span* span, const pl_stage* stage) {
    const pl_shape_match* sm = pl_shape_match_of(span->body);
    pull_numbers p;
    p.look = make_look(sm, stage->h);
    p.pose = load_pose(sm);
    p.skin = wide_splat(sm->skin_share);
    p.core = wide_splat(sm->core_share);
    p.inv_h = wide_splat(1.0f / stage->h);
    p.core_transform = sm->core;
    p.transforms = sm->transforms;
    p.groups = sm->balls->groups;
    p.means = sm->fine_share > 0.0f ? sm->fine->means->groups : NULL;
    p.shifts = p.means ? sm->fine->shift : NULL;
    p.offset = sm->firm ? sm->offset : NULL;
    change_lanes change;
    clear_change(&change);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) pull_lanes(span->body, &p, i, &change);
    store_change(&change, span);
}

const pl_ball_kernels KERNEL(pl_ball_kernels) = {rows, fit, core, shift, pull};
