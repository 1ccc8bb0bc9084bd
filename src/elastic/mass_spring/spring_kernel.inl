// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The hot loops of springs. Over stencils a lane is a stencil: the rows of its corners come in from
// anywhere, and its four forces go out as one row of 16. Over places rows stay rows.
#include "src/elastic/mass_spring/mass_spring.h"

#include "src/state/contain.h"

#include "src/wide/wide_strip.h"
#include "src/wide/wide_transpose.h"
#include "src/wide/wide_vec.h"

#define SHORTEST  0.25f   // of L: shorter counts as this
#define NOTHING   1e-15f  // m: |d| counts as at least this
#define LAST_MOST 900.0f  // m/s: what snapshots would refuse is no use for the next substep either

// --- stencils ---

// The three vectors that springs are drawn out to, for WIDE stencils, of rows of places.
typedef struct drawn {
    wide at[PL_SPRING_KINDS][3];
} drawn;

static inline drawn draw_out(const pl_springs* s, uint32_t i, const float* rows) {
    wide x[4][4], to[3];
    drawn d;
    for (int k = 0; k < 4; ++k) fours_at_to_lanes(rows, s->corner[k] + i, x[k]);
    wide w1 = wide_loadu(s->weight[0] + i), w2 = wide_loadu(s->weight[1] + i);
    wide w3 = wide_loadu(s->weight[2] + i);
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) to[k] = wide_sub(x[k + 1][c], x[0][c]);
        d.at[PL_SPRING_EDGE][c] = to[0];
        d.at[PL_SPRING_CROSS][c] = wide_sub(x[3][c], x[2][c]);
        wide sum = wide_add(wide_mul(w1, to[0]), wide_mul(w2, to[1]));
        d.at[PL_SPRING_BEND][c] = wide_add(sum, wide_mul(w3, to[2]));
    }
    return d;
}

// What each spring pulls with, along its vector, to forces on the corners.
static inline void spread(const pl_springs* s, uint32_t i, const drawn* g, float* force) {
    wide channel[16];
    wide w1 = wide_loadu(s->weight[0] + i), w2 = wide_loadu(s->weight[1] + i);
    wide w3 = wide_loadu(s->weight[2] + i);
    for (int c = 0; c < 3; ++c) {
        wide edge = g->at[PL_SPRING_EDGE][c], cross = g->at[PL_SPRING_CROSS][c];
        wide bend = g->at[PL_SPRING_BEND][c];
        wide f1 = wide_neg(wide_add(edge, wide_mul(w1, bend)));
        wide f2 = wide_sub(cross, wide_mul(w2, bend));
        wide f3 = wide_neg(wide_add(cross, wide_mul(w3, bend)));
        channel[c] = wide_neg(wide_add(f1, wide_add(f2, f3)));
        channel[4 + c] = f1;
        channel[8 + c] = f2;
        channel[12 + c] = f3;
    }
    for (int k = 3; k < 16; k += 4) channel[k] = wide_splat(0.0f);
    lanes_to_rows(channel, force + (size_t)16 * i);
}

static inline wide length_of(const wide d[3], wide rest) {
    wide least = wide_max(wide_mul(wide_splat(SHORTEST), rest), wide_splat(NOTHING));
    return wide_max(wide_sqrt(dot(d, d)), least);
}

// How much the springs of a kind are damped, with what is painted.
static inline wide damping_of(const pl_mass_spring* ms, int kind, uint32_t i,
                              const float* by_kind) {
    wide all = wide_splat(by_kind[kind]);
    return ms->damping[kind] ? wide_mul(all, wide_loadu(ms->damping[kind] + i)) : all;
}

static void draw(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    wide one = wide_splat(1.0f);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        drawn d = draw_out(ms->springs, i, ms->place), rate = draw_out(ms->springs, i, ms->speed);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
            wide rest = wide_loadu(ms->length[kind] + i), length = length_of(d.at[kind], rest);
            wide damp = wide_div(dot(d.at[kind], rate.at[kind]), wide_mul(length, length));
            wide pull = wide_sub(one, wide_div(rest, length));
            pull = wide_add(pull, wide_mul(damping_of(ms, kind, i, ms->pace.beta), damp));
            pull = wide_mul(pull, wide_loadu(ms->stiffness[kind] + i));
            for (int c = 0; c < 3; ++c) d.at[kind][c] = wide_mul(pull, d.at[kind][c]);
        }
        spread(ms->springs, i, &d, ms->force);
    }
}

// n (n . v) along + v around, n with the root of along.
static inline void pull_linear(const wide n[3], wide around, wide v[3]) {
    wide share = dot(n, v);
    for (int c = 0; c < 3; ++c) v[c] = wide_add(wide_mul(share, n[c]), wide_mul(around, v[c]));
}

// The springs' Hessians, without what is negative, and push f - (stiff K + damp D) v.
static void linearise(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    const pl_springs* s = ms->springs;
    wide push = wide_splat(ms->pace.push), stiff = wide_splat(ms->pace.stiff);
    wide one = wide_splat(1.0f), zero = wide_splat(0.0f);
    bool moves = !ms->pace.implicit || span->body->pin_count > 0;
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        drawn d = draw_out(s, i, ms->place), rate = d;
        wide row[4 * PL_SPRING_KINDS];
        if (moves) rate = draw_out(s, i, ms->speed);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
            wide rest = wide_loadu(ms->length[kind] + i), length = length_of(d.at[kind], rest);
            wide k = wide_loadu(ms->stiffness[kind] + i);
            wide strain = wide_sub(one, wide_div(rest, length));
            wide around = wide_mul(wide_mul(k, stiff), wide_max(strain, zero));
            wide all = wide_mul(k, wide_add(stiff, damping_of(ms, kind, i, ms->pace.damp)));
            wide root = wide_div(wide_sqrt(wide_sub(all, around)), length);
            wide* n = row + 4 * kind;
            for (int c = 0; c < 3; ++c) n[c] = wide_mul(root, d.at[kind][c]);
            n[3] = around;
            wide pull = wide_mul(wide_mul(push, k), strain);
            for (int c = 0; c < 3; ++c) d.at[kind][c] = wide_mul(pull, d.at[kind][c]);
            if (!moves) continue;
            pull_linear(n, around, rate.at[kind]);
            for (int c = 0; c < 3; ++c) d.at[kind][c] = wide_add(d.at[kind][c], rate.at[kind][c]);
        }
        spread(s, i, &d, ms->force);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind)
            lanes_to_fours(row + 4 * kind, ms->bent + 4 * ((size_t)kind * s->padded + i));
    }
}

// --- places ---

// Rows of WIDE places, from lanes.
static inline void put_rows(const wide at[3], uint32_t i, float* rows) {
    wide channel[4] = {at[0], at[1], at[2], wide_splat(0.0f)};
    lanes_to_fours(channel, rows + (size_t)4 * i);
}

// The outer acceleration of WIDE places, 0 where they are held.
static inline void outer(const pl_body* body, uint32_t i, wide inv_mass, wide drive[3]) {
    const float a[3] = {body->acceleration.x, body->acceleration.y, body->acceleration.z};
    wide zero = wide_splat(0.0f);
    wide_mask is_free = wide_lt(zero, inv_mass);
    for (int c = 0; c < 3; ++c) {
        drive[c] = wide_splat(a[c]);
        if (body->has_force)
            drive[c] = wide_add(drive[c], wide_mul(wide_loadu(body->force[c] + i), inv_mass));
        drive[c] = wide_select(is_free, drive[c], zero);
    }
}

// The velocity of WIDE places without that of the rigid whole.
static inline void without_rigid(const pl_mass_spring* ms, const wide x[3], wide v[3]) {
    wide turn[3], centre[3], arm[3], spin[3];
    splat_each(ms->turn, turn);
    splat_each(ms->centre, centre);
    for (int c = 0; c < 3; ++c) arm[c] = wide_sub(x[c], centre[c]);
    cross(turn, arm, spin);
    for (int c = 0; c < 3; ++c) v[c] = wide_sub(wide_sub(v[c], wide_splat(ms->drift[c])), spin[c]);
}

// What an implicit step starts with: the velocities to change, and those that stay.
static inline void part_speeds(const pl_body* body, uint32_t i, const wide x[3], const wide v[3]) {
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    wide zero = wide_splat(0.0f), own[3] = {v[0], v[1], v[2]}, held[3];
    wide_mask is_free = wide_lt(zero, wide_loadu(body->inv_mass + i));
    without_rigid(ms, x, own);
    for (int c = 0; c < 3; ++c) {
        own[c] = wide_select(is_free, own[c], zero);
        held[c] = wide_select(is_free, zero, v[c]);
        wide_storeu(ms->first[c] + i, own[c]);
    }
    put_rows(own, i, ms->way);
    put_rows(held, i, ms->speed);
}

// From the beginning of the substep. What the prediction has added to velocities inner steps add
// little by little: else damping would act on it, and a body would hang lower the more it is
// damped. Half an inner step on.
static void begin(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    wide scale = wide_splat((float)(body->mass_total / body->count) * ms->pace.pull);
    wide drift = wide_splat(0.5f * ms->pace.inner), back = wide_splat(stage->h);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide x[3], v[3], drive[3], inv_mass = wide_loadu(body->inv_mass + i);
        wide mobility = wide_mul(inv_mass, scale);
        wide four_times[4] = {mobility, mobility, mobility, mobility};
        lanes_to_fours(four_times, ms->mobility + (size_t)4 * i);
        load3(body->past, i, x);
        load3(body->v, i, v);
        if (ms->pace.implicit) {
            put_rows(x, i, ms->place);
            part_speeds(body, i, x, v);
            continue;
        }
        outer(body, i, inv_mass, drive);
        for (int c = 0; c < 3; ++c) {
            v[c] = wide_sub(v[c], wide_mul(back, drive[c]));
            x[c] = wide_add(x[c], wide_mul(drift, v[c]));
        }
        put_rows(x, i, ms->place);
        put_rows(v, i, ms->speed);
        put_rows(drive, i, ms->drive);
    }
}

// The forces on STRIP places, from the columns of their group on.
static inline strip gather(const pl_mass_spring* ms, uint32_t group, uint32_t k) {
    const pl_springs* s = ms->springs;
    strip sum = strip_zero();
    for (uint32_t c = s->first[group]; c < s->first[group + 1]; ++c)
        sum = strip_add(sum, strip_pick(ms->force, s->columns + (size_t)16 * c + k));
    return sum;
}

static inline strip strip_fill(float value) {
    float all[4 * STRIP];
    for (int i = 0; i < 4 * STRIP; ++i) all[i] = value;
    return strip_loadu(all);
}

// A kick and a drift, half of one in the end.
static void move(const pl_span* span, const pl_stage* stage) {
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    bool is_last = stage->pass + 1 == ms->pace.inners;
    strip h = strip_fill(ms->pace.inner);
    strip drift = strip_fill(is_last ? 0.5f * ms->pace.inner : ms->pace.inner);
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        for (uint32_t k = 0; k < 16; k += STRIP) {
            size_t row = (size_t)4 * (i + k);
            strip pull = strip_mul(gather(ms, i / 16, k), strip_loadu(ms->mobility + row));
            pull = strip_add(pull, strip_loadu(ms->drive + row));
            strip v = strip_add(strip_loadu(ms->speed + row), strip_mul(h, pull));
            strip x = strip_add(strip_loadu(ms->place + row), strip_mul(drift, v));
            strip_storeu(ms->speed + row, v);
            strip_storeu(ms->place + row, x);
        }
    }
}

#include "src/elastic/mass_spring/spring_matrix.inl"

// Where a place may go: free, and nothing has run out of floats on the way.
static inline wide_mask may_go(const pl_body* body, uint32_t i, const wide x[3], const wide v[3]) {
    wide_mask good = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
    for (int c = 0; c < 3; ++c) {
        good = wide_and(good, wide_le(wide_abs(x[c]), wide_splat(PL_POSITION_MOST)));
        good = wide_and(good, wide_le(wide_abs(v[c]), wide_splat(PL_SPEED_MOST)));
    }
    return good;
}

static void finish(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide x[4], v[4], change[3];
        fours_to_lanes(ms->place + (size_t)4 * i, x);
        fours_to_lanes(ms->speed + (size_t)4 * i, v);
        damping(ms, i, change);
        for (int c = 0; c < 3; ++c) v[c] = wide_add(v[c], change[c]);
        wide_mask good = may_go(body, i, x, v);
        for (int c = 0; c < 3; ++c) {
            float *to = body->x[c] + i, *speed = body->v[c] + i;
            wide_storeu(to, wide_select(good, x[c], wide_loadu(to)));
            wide_storeu(speed, wide_select(good, v[c], wide_loadu(speed)));
        }
    }
}

static void finish_implicit(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    wide h = wide_splat(stage->h);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide x[3], v[3], old[2][3], change[3];
        load3(body->x, i, old[0]);
        load3(body->v, i, old[1]);
        load3(ms->sum, i, change);
        for (int c = 0; c < 3; ++c) {
            change[c] = wide_sub(change[c], wide_loadu(ms->first[c] + i));
            v[c] = wide_add(old[1][c], change[c]);
            x[c] = wide_add(old[0][c], wide_mul(h, change[c]));
        }
        wide_mask good = may_go(body, i, x, v);
        for (int c = 0; c < 3; ++c) {
            wide_storeu(body->x[c] + i, wide_select(good, x[c], old[0][c]));
            wide_storeu(body->v[c] + i, wide_select(good, v[c], old[1][c]));
            wide_mask keeps = wide_and(good, wide_le(wide_abs(change[c]), wide_splat(LAST_MOST)));
            wide_storeu(ms->last[c] + i, wide_select(keeps, change[c], wide_splat(0.0f)));
        }
    }
}

// v += debt + turn x (past - centre), and x with it.
static void give_back(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    wide turn[3], centre[3], h = wide_splat(stage->h);
    splat_each(ms->turn_debt, turn);
    splat_each(ms->centre, centre);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide arm[3], spin[3];
        wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
        load3(body->past, i, arm);
        for (int c = 0; c < 3; ++c) arm[c] = wide_sub(arm[c], centre[c]);
        cross(turn, arm, spin);
        for (int c = 0; c < 3; ++c) {
            float *to = body->x[c] + i, *speed = body->v[c] + i;
            wide change = wide_add(wide_splat(ms->debt[c]), spin[c]);
            change = wide_select(is_free, change, wide_splat(0.0f));
            wide_storeu(speed, wide_add(wide_loadu(speed), change));
            wide_storeu(to, wide_add(wide_loadu(to), wide_mul(h, change)));
        }
    }
}

const pl_spring_kernels KERNEL(pl_spring_kernels) = {
    begin,   draw,      move,  linearise, assemble,        apply,     relax,
    set_out, take_last, go_on, finish,    finish_implicit, give_back,
};
