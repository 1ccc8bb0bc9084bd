// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The hot loops of springs. Over stencils a lane is a stencil: the rows of its corners come in from
// anywhere, and its four forces go out as one row of 16. Over places rows stay rows.
#include "src/elastic/mass_spring/mass_spring.h"

#include "src/wide/wide_strip.h"
#include "src/wide/wide_transpose.h"
#include "src/wide/wide_vec.h"

#define SHORTEST 0.25f   // of L: shorter counts as this
#define NOTHING  1e-15f  // m: |d| counts as at least this

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

static void draw(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    const pl_springs* s = ms->springs;
    wide beta = wide_splat(ms->pace.beta), one = wide_splat(1.0f);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        drawn d = draw_out(s, i, ms->place), rate = draw_out(s, i, ms->speed);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
            wide rest = wide_loadu(ms->length[kind] + i), length = length_of(d.at[kind], rest);
            wide strain = wide_sub(one, wide_div(rest, length));
            wide damp = wide_div(dot(d.at[kind], rate.at[kind]), wide_mul(length, length));
            wide pull = wide_add(strain, wide_mul(beta, damp));
            pull = wide_mul(pull, wide_loadu(ms->stiffness[kind] + i));
            for (int c = 0; c < 3; ++c) d.at[kind][c] = wide_mul(pull, d.at[kind][c]);
        }
        spread(s, i, &d, ms->force);
    }
}

// n (n . v) along + v around, of one kind.
static inline void pull_linear(const pl_mass_spring* ms, int kind, uint32_t i, wide v[3]) {
    wide n[3], along = wide_loadu(ms->linear[5 * kind + 3] + i);
    wide around = wide_loadu(ms->linear[5 * kind + 4] + i);
    for (int c = 0; c < 3; ++c) n[c] = wide_loadu(ms->linear[5 * kind + c] + i);
    wide share = wide_mul(along, dot(n, v));
    for (int c = 0; c < 3; ++c) v[c] = wide_add(wide_mul(share, n[c]), wide_mul(around, v[c]));
}

// The springs' Hessians, without what is negative, and h f - (h^2 K + h D) v.
static void linearise(const pl_span* span, const pl_stage* stage) {
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    const pl_springs* s = ms->springs;
    wide h = wide_splat(stage->h), h2 = wide_mul(h, h), one = wide_splat(1.0f);
    wide damp = wide_mul(h, wide_splat(ms->pace.beta)), zero = wide_splat(0.0f);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        drawn d = draw_out(s, i, ms->place), rate = draw_out(s, i, ms->speed);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
            wide rest = wide_loadu(ms->length[kind] + i), length = length_of(d.at[kind], rest);
            wide k = wide_loadu(ms->stiffness[kind] + i);
            wide strain = wide_sub(one, wide_div(rest, length)), drawn_out = wide_max(strain, zero);
            wide around = wide_mul(wide_mul(k, h2), drawn_out);
            wide along = wide_sub(wide_mul(k, wide_add(h2, damp)), around);
            for (int c = 0; c < 3; ++c)
                wide_storeu(ms->linear[5 * kind + c] + i, wide_div(d.at[kind][c], length));
            wide_storeu(ms->linear[5 * kind + 3] + i, along);
            wide_storeu(ms->linear[5 * kind + 4] + i, around);
            pull_linear(ms, kind, i, rate.at[kind]);
            wide pull = wide_mul(wide_mul(h, k), strain);
            for (int c = 0; c < 3; ++c)
                d.at[kind][c] = wide_add(wide_mul(pull, d.at[kind][c]), rate.at[kind][c]);
        }
        spread(s, i, &d, ms->force);
    }
}

static void draw_linear(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        drawn d = draw_out(ms->springs, i, ms->speed);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) pull_linear(ms, kind, i, d.at[kind]);
        spread(ms->springs, i, &d, ms->force);
    }
}

// --- places ---

// Rows of WIDE places, from lanes.
static inline void put_rows(const wide at[3], uint32_t i, float* rows) {
    wide channel[4] = {at[0], at[1], at[2], wide_splat(0.0f)};
    lanes_to_fours(channel, rows + (size_t)4 * i);
}

// From the beginning of the substep; the prediction's change of velocity is taken back, since inner
// steps make it little by little. An implicit step leaves it in.
static void begin(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    const float a[3] = {body->acceleration.x, body->acceleration.y, body->acceleration.z};
    wide scale = wide_splat((float)(body->mass_total / body->count) * ms->pace.pull);
    wide back = wide_splat(ms->pace.implicit ? 0.0f : stage->h), zero = wide_splat(0.0f);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide past[3], v[3], drive[3], inv_mass = wide_loadu(body->inv_mass + i);
        wide_mask is_free = wide_lt(zero, inv_mass);
        load3(body->past, i, past);
        load3(body->v, i, v);
        for (int c = 0; c < 3; ++c) {
            drive[c] = wide_splat(a[c]);
            if (body->has_force)
                drive[c] = wide_add(drive[c], wide_mul(wide_loadu(body->force[c] + i), inv_mass));
            drive[c] = wide_select(is_free, drive[c], zero);
            v[c] = wide_sub(v[c], wide_mul(back, drive[c]));
            if (ms->pace.implicit) drive[c] = zero;
        }
        wide mobility = wide_mul(inv_mass, scale);
        wide four_times[4] = {mobility, mobility, mobility, mobility};
        lanes_to_fours(four_times, ms->mobility + (size_t)4 * i);
        put_rows(past, i, ms->place);
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

static void move(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    strip h = strip_fill(ms->pace.inner);
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        for (uint32_t k = 0; k < 16; k += STRIP) {
            size_t row = (size_t)4 * (i + k);
            strip pull = strip_mul(gather(ms, i / 16, k), strip_loadu(ms->mobility + row));
            pull = strip_add(pull, strip_loadu(ms->drive + row));
            strip v = strip_add(strip_loadu(ms->speed + row), strip_mul(h, pull));
            strip x = strip_add(strip_loadu(ms->place + row), strip_mul(h, v));
            strip_storeu(ms->speed + row, v);
            strip_storeu(ms->place + row, x);
        }
    }
}

static void finish(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide x[4], v[4];
        wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
        fours_to_lanes(ms->place + (size_t)4 * i, x);
        fours_to_lanes(ms->speed + (size_t)4 * i, v);
        for (int c = 0; c < 3; ++c) {
            float *to = body->x[c] + i, *speed = body->v[c] + i;
            wide_storeu(to, wide_select(is_free, x[c], wide_loadu(to)));
            wide_storeu(speed, wide_select(is_free, v[c], wide_loadu(speed)));
        }
    }
}

// One round of the iteration: the rows hold -(h^2 K + h D) way, in the first one the right side.
static void solve(const pl_span* span, const pl_stage* stage) {
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    strip keep = strip_fill(ms->pace.keep[stage->pass]),
          add = strip_fill(ms->pace.add[stage->pass]);
    bool is_first = stage->pass == 0;
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        for (uint32_t k = 0; k < 16; k += STRIP) {
            size_t row = (size_t)4 * (i + k);
            strip pull = strip_mul(gather(ms, i / 16, k), strip_loadu(ms->mobility + row));
            strip way = is_first ? strip_zero() : strip_loadu(ms->speed + row);
            strip left = is_first ? pull : strip_loadu(ms->place + row);
            if (!is_first) left = strip_add(strip_sub(left, way), pull);
            strip sum = strip_add(strip_loadu(ms->drive + row), way);
            strip_storeu(ms->drive + row, sum);
            strip_storeu(ms->place + row, left);
            strip next = strip_add(strip_mul(keep, way), strip_mul(add, left));
            strip_storeu(ms->speed + row, next);
        }
    }
}

static void finish_implicit(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_mass_spring* ms = pl_mass_spring_of(body);
    wide h = wide_splat(stage->h);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide sum[4], last[4];
        wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
        fours_to_lanes(ms->drive + (size_t)4 * i, sum);
        fours_to_lanes(ms->speed + (size_t)4 * i, last);
        for (int c = 0; c < 3; ++c) {
            float *to = body->x[c] + i, *speed = body->v[c] + i;
            wide change = wide_add(sum[c], last[c]);
            change = wide_select(is_free, change, wide_splat(0.0f));
            wide_storeu(speed, wide_add(wide_loadu(speed), change));
            wide_storeu(to, wide_add(wide_loadu(to), wide_mul(h, change)));
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
    begin, draw, move, finish, linearise, draw_linear, solve, finish_implicit, give_back,
};
