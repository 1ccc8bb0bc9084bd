// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pairs along their path lines, and vertices mixed from pairs. A lane is a pair or a vertex, so the
// bits do not depend on how many lanes there are.
//
// Per field and evaluation (jiggle_data.h has the field; D = 1 - S, k = 4 (a.b) / r^2):
//     v += D^3 ((1 - 5 S) a + k b) + D^3 u x b
// and for a normal n, carried as n' = -grad(v.n):
//     grad(v.n) = 2 b / r^2 D^2 ((20 S - 8) a.n - 3 k b.n - 3 b.(n x u)) + D^3 (4 (b.n) a / r^2 +
//                 k n + n x u).
#include "src/jiggle/jiggle_data.h"
#include "src/wide/wide_transpose.h"
#include "src/wide/wide_vec.h"

// Where a pair is and its normal; or how both change.
typedef struct pace {
    wide x[3], n[3];
} pace;

static PL_INLINE wide times(wide a, float b) {
    return wide_mul(a, wide_splat(b));
}

// a . b of a vector that is the same for all lanes.
static PL_INLINE wide dot_splat(const float a[3], const wide b[3]) {
    return wide_add(wide_add(times(b[0], a[0]), times(b[1], a[1])), times(b[2], a[2]));
}

// --- the fields of springs ---

// What a field's turning adds: D^3 u x b, and to -grad.
static PL_INLINE void add_turn(const pl_jiggle_field* f, const wide b[3], wide d3, wide d2,
                               bool with_normals, const pace* at, pace* change) {
    wide u[3], across[3];
    splat_each(f->turn, u);
    cross(u, b, across);
    for (int k = 0; k < 3; ++k) change->x[k] = wide_add(change->x[k], wide_mul(d3, across[k]));
    if (!with_normals) return;
    wide back[3];
    cross(at->n, u, back);
    wide along = wide_mul(times(d2, 6.0f * f->per_square), dot(b, back));
    for (int k = 0; k < 3; ++k) {
        wide sum = wide_sub(wide_mul(along, b[k]), wide_mul(d3, back[k]));
        change->n[k] = wide_add(change->n[k], sum);
    }
}

static PL_INLINE void add_field(const pl_jiggle_field* f, const float centre[3], bool with_normals,
                                const pace* at, pace* change) {
    wide b[3], one = wide_splat(1.0f);
    for (int k = 0; k < 3; ++k) b[k] = wide_sub(at->x[k], wide_splat(centre[k]));
    wide square = times(dot(b, b), f->per_square);
    if (!wide_any(wide_lt(square, one))) return;  // it would add zeros
    wide s = wide_min(square, one), d = wide_sub(one, s);
    wide d2 = wide_mul(d, d), d3 = wide_mul(d2, d);
    wide along = dot_splat(f->a4, b), alpha = wide_mul(d3, wide_sub(one, times(s, 5.0f)));
    wide beta = wide_mul(d3, along);
    for (int k = 0; k < 3; ++k) {
        wide sum = wide_add(times(alpha, f->a[k]), wide_mul(beta, b[k]));
        change->x[k] = wide_add(change->x[k], sum);
    }
    if (with_normals) {
        wide an = dot_splat(f->a, at->n), bn = dot(b, at->n);
        wide slope = wide_sub(wide_mul(wide_sub(times(s, 20.0f), wide_splat(8.0f)), an),
                              times(wide_mul(along, bn), 3.0f));
        wide by_b = wide_mul(times(d2, 2.0f * f->per_square), slope), by_a = wide_mul(d3, bn);
        for (int k = 0; k < 3; ++k) {
            wide sum = wide_add(wide_add(wide_mul(by_b, b[k]), times(by_a, f->a4[k])),
                                wide_mul(beta, at->n[k]));
            change->n[k] = wide_sub(change->n[k], sum);
        }
    }
    if (f->turns) add_turn(f, b, d3, d2, with_normals, at, change);
}

// --- the field of a collision ---

// With r = |y|, T = (r - r_i) / (r_o - r_i) within 0 .. 1, f = 4 T^3 - 3 T^4, c = 1 - f (section
// 4.1, in closed form):  v = |d| (c (c - f' r) D + c f' / r (y.D) y), D = d / |d|.
static PL_INLINE void add_push(const pl_jiggle_push* p, const float centre[3], bool with_normals,
                               const pace* at, pace* change) {
    wide y[3], zero = wide_splat(0.0f), one = wide_splat(1.0f);
    for (int k = 0; k < 3; ++k) y[k] = wide_sub(at->x[k], wide_splat(centre[k]));
    wide r = wide_max(wide_sqrt(dot(y, y)), wide_splat(1e-30f)), per_r = wide_div(one, r);
    wide t = times(wide_sub(r, wide_splat(p->inner)), p->per_width);
    t = wide_min(wide_max(t, zero), one);
    wide t2 = wide_mul(t, t), rest = wide_sub(one, t);
    wide c = wide_sub(one, wide_mul(wide_mul(t2, t), wide_sub(wide_splat(4.0f), times(t, 3.0f))));
    wide slope = times(wide_mul(t2, rest), 12.0f * p->per_width);  // f'
    wide even = wide_mul(c, wide_sub(c, wide_mul(slope, r)));
    wide out = wide_mul(wide_mul(c, slope), per_r), along = dot_splat(p->d, y);
    for (int k = 0; k < 3; ++k) {
        wide sum = wide_add(times(even, p->d[k]), wide_mul(wide_mul(out, along), y[k]));
        change->x[k] = wide_add(change->x[k], sum);
    }
    if (!with_normals) return;
    wide bend = times(wide_mul(t, wide_sub(wide_splat(24.0f), times(t, 36.0f))),
                      p->per_width * p->per_width);  // f''
    wide cs = wide_mul(c, slope), cb = wide_mul(c, bend), ss = wide_mul(slope, slope);
    wide even_slope = wide_sub(wide_mul(wide_sub(ss, cb), r), times(cs, 3.0f));
    wide out_slope = wide_mul(wide_sub(wide_sub(cb, ss), wide_mul(cs, per_r)), per_r);
    wide dn = dot_splat(p->d, at->n), yn = dot(y, at->n);
    wide by_y = wide_mul(
        wide_add(wide_mul(even_slope, dn), wide_mul(out_slope, wide_mul(along, yn))), per_r);
    wide by_d = wide_mul(out, yn), by_n = wide_mul(out, along);
    for (int k = 0; k < 3; ++k) {
        wide sum = wide_add(wide_add(wide_mul(by_y, y[k]), times(by_d, p->d[k])),
                            wide_mul(by_n, at->n[k]));
        change->n[k] = wide_sub(change->n[k], sum);
    }
}

// --- path lines ---

static PL_INLINE void clear(pace* p) {
    for (int k = 0; k < 3; ++k) p->x[k] = p->n[k] = wide_splat(0.0f);
}

// to = from + factor change; in place too
static PL_INLINE void go(const pace* from, const pace* change, float factor, bool with_normals,
                         pace* to) {
    for (int k = 0; k < 3; ++k) to->x[k] = wide_add(from->x[k], times(change->x[k], factor));
    for (int k = 0; k < 3 && with_normals; ++k)
        to->n[k] = wide_add(from->n[k], times(change->n[k], factor));
}

// The springs' fields of a group that reach the block.
typedef struct spring_fields {
    const pl_jiggle_field* fields;
    const pl_jiggle_group* group;
    const pl_jiggle_reach* reach;
} spring_fields;

static PL_INLINE void spring_change(const spring_fields* s, uint32_t row, bool with_normals,
                                    const pace* at, pace* change) {
    for (uint32_t i = 0; i < s->reach->count; ++i) {
        size_t set = s->reach->set[i];
        const float* centre = s->group->centres + 4 * (set * s->group->row_count + row);
        add_field(&s->fields[set], centre, with_normals, at, change);
    }
}

// One step: stage i starts from the point and what stages before it say.
// TEAM vectors go side by side: what one waits for, the other has time to do.
#define TEAM 2
#define STEP(evaluate)                                                                             \
    for (uint32_t i = 0; i < m->count; ++i) {                                                      \
        for (int l = 0; l < TEAM; ++l) {                                                           \
            pace here = at[l];                                                                     \
            for (uint32_t k = 0; k < i; ++k)                                                       \
                go(&here, &change[k][l], h * m->lead[i][k], with_normals, &here);                  \
            clear(&change[i][l]);                                                                  \
            evaluate;                                                                              \
        }                                                                                          \
    }                                                                                              \
    for (uint32_t i = 0; i < m->count; ++i)                                                        \
        for (int l = 0; l < TEAM; ++l)                                                             \
    go(&at[l], &change[i][l], h * m->weight[i], with_normals, &at[l])

static PL_INLINE void flow_springs(const spring_fields* s, const pl_jiggle_stages* m,
                                   bool with_normals, pace at[TEAM]) {
    float h = 1.0f / (float)s->group->steps;
    pace change[PL_JIGGLE_STAGES][TEAM];
    for (uint32_t step = 0; step < s->group->steps; ++step) {
        STEP(spring_change(s, step * m->count + i, with_normals, &here, &change[i][l]));
    }
}

static PL_INLINE void push_change(const pl_jiggle_push* p, float time, bool with_normals,
                                  const pace* at, pace* change) {
    float centre[3];
    for (int k = 0; k < 3; ++k) centre[k] = p->c[k] + time * p->d[k];
    add_push(p, centre, with_normals, at, change);
}

static PL_INLINE void flow_push(const pl_jiggle_push* p, const pl_jiggle_stages* m,
                                bool with_normals, pace at[TEAM]) {
    float h = 1.0f / (float)p->steps;
    pace change[PL_JIGGLE_STAGES][TEAM];
    for (uint32_t step = 0; step < p->steps; ++step) {
        STEP(push_change(p, ((float)step + m->time[i]) * h, with_normals, &here, &change[i][l]));
    }
}

// --- pairs ---

static PL_INLINE void skin(const pl_jiggle_flow* flow, uint32_t pair, bool with_normals, pace* at) {
    const plump_jiggle* jiggle = flow->jiggle;
    const float *m = flow->segment->matrix, *c = flow->segment->cofactors;
    wide x[3], n[3];
    load3(jiggle->pair_x, pair, x);
    for (int k = 0; k < 3; ++k)
        at->x[k] = wide_add(dot_splat(m + 4 * k, x), wide_splat(m[4 * k + 3]));
    if (!with_normals) return;
    load3(jiggle->pair_n, pair, n);
    for (int k = 0; k < 3; ++k) at->n[k] = dot_splat(c + 3 * k, n);
}

static PL_INLINE void put(const plump_jiggle* jiggle, const pace* at, bool with_normals,
                          uint32_t pair) {
    wide row[4] = {at->x[0], at->x[1], at->x[2], wide_splat(0.0f)};
    lanes_to_fours(row, jiggle->row_x + 4 * (size_t)pair);
    if (!with_normals) return;
    for (int k = 0; k < 3; ++k) row[k] = at->n[k];
    lanes_to_fours(row, jiggle->row_n + 4 * (size_t)pair);
}

static PL_INLINE void move_block(const pl_jiggle_flow* flow, uint32_t pair, bool with_normals) {
    const plump_jiggle* jiggle = flow->jiggle;
    for (uint32_t i = pair; i < pair + PL_JIGGLE_BLOCK; i += TEAM * WIDE) {
        pace at[TEAM];
        for (uint32_t l = 0; l < TEAM; ++l) {
            clear(&at[l]);
            skin(flow, i + l * WIDE, with_normals, &at[l]);
        }
        for (int g = 0; g < PL_JIGGLE_GROUPS; ++g) {
            spring_fields s = {jiggle->fields, &jiggle->groups[g], &flow->reach[g]};
            if (s.reach->count > 0)
                flow_springs(&s, &pl_jiggle_methods[jiggle->def.method], with_normals, at);
        }
        for (uint32_t l = 0; l < TEAM; ++l) put(jiggle, &at[l], with_normals, i + l * WIDE);
    }
}

static void move(const pl_jiggle_flow* flow, uint32_t pair) {
    if (flow->with_normals) {
        move_block(flow, pair, true);
    } else {
        move_block(flow, pair, false);
    }
}

static PL_INLINE void take(const plump_jiggle* jiggle, uint32_t pair, bool with_normals, pace* at) {
    wide row[4];
    clear(at);
    fours_to_lanes(jiggle->row_x + 4 * (size_t)pair, row);
    for (int k = 0; k < 3; ++k) at->x[k] = row[k];
    if (!with_normals) return;
    fours_to_lanes(jiggle->row_n + 4 * (size_t)pair, row);
    for (int k = 0; k < 3; ++k) at->n[k] = row[k];
}

static PL_INLINE void push_block(const plump_jiggle* jiggle, const pl_jiggle_push* p,
                                 bool with_normals, uint32_t pair) {
    for (uint32_t i = pair; i < pair + PL_JIGGLE_BLOCK; i += TEAM * WIDE) {
        pace at[TEAM];
        for (uint32_t l = 0; l < TEAM; ++l) take(jiggle, i + l * WIDE, with_normals, &at[l]);
        flow_push(p, &pl_jiggle_methods[jiggle->def.method], with_normals, at);
        for (uint32_t l = 0; l < TEAM; ++l) put(jiggle, &at[l], with_normals, i + l * WIDE);
    }
}

static void push(const plump_jiggle* jiggle, const pl_jiggle_push* p, bool with_normals,
                 uint32_t pair) {
    if (with_normals) {
        push_block(jiggle, p, true, pair);
    } else {
        push_block(jiggle, p, false, pair);
    }
}

// --- vertices ---

// The sum of a vertex' rows by weight. Weights beyond its pairs are 0 and row 0 is a number.
static PL_INLINE void mix_rows(const plump_jiggle* jiggle, const float* rows, uint32_t i,
                               uint32_t count, wide to[4]) {
    wide row[4];
    fours_at_to_lanes(rows, jiggle->mix_row[0] + i, row);
    wide weight = wide_loadu(jiggle->mix_weight[0] + i);
    for (int c = 0; c < 3; ++c) to[c] = wide_mul(row[c], weight);
    for (uint32_t k = 1; k < count; ++k) {
        fours_at_to_lanes(rows, jiggle->mix_row[k] + i, row);
        weight = wide_loadu(jiggle->mix_weight[k] + i);
        for (int c = 0; c < 3; ++c) to[c] = wide_add(to[c], wide_mul(row[c], weight));
    }
    to[3] = wide_splat(0.0f);
}

// What the change of weights adds to the normals of 16 vertices' lanes (jiggle_tilt.c).
static PL_INLINE void add_tilt(const plump_jiggle* jiggle, uint32_t i, uint32_t count,
                               wide normal[4]) {
    wide zero = wide_splat(0.0f), row[4], first[4], side[2][3], f[2][3], s[2][3], extra[3],
         scale = zero;
    fours_at_to_lanes(jiggle->row_x, jiggle->mix_row[0] + i, first);
    for (int d = 0; d < 2; ++d) {
        load3(jiggle->tilt_side[d], i, side[d]);
        for (int c = 0; c < 3; ++c) f[d][c] = s[d][c] = zero;
    }
    for (uint32_t k = 0; k < count; ++k) {
        wide weight = wide_loadu(jiggle->mix_weight[k] + i);
        for (int c = 0; c < 3; ++c) {
            fours_at_to_lanes(jiggle->turns + 4 * c, jiggle->tilt_turn[k] + i, row);
            for (int d = 0; d < 2; ++d)
                f[d][c] = wide_add(f[d][c], wide_mul(weight, dot(row, side[d])));
        }
        if (k == 0) scale = row[3];
        fours_at_to_lanes(jiggle->row_x, jiggle->mix_row[k] + i, row);
        for (int d = 0; d < 2; ++d) {
            wide slope = wide_loadu(jiggle->tilt_slope[k][d] + i);
            for (int c = 0; c < 3; ++c) {
                wide far = wide_sub(row[c], first[c]);
                s[d][c] = wide_add(s[d][c], wide_mul(slope, far));
            }
        }
    }
    // S x (F t + T) + F s x T
    for (int c = 0; c < 3; ++c) row[c] = wide_add(f[1][c], s[1][c]);
    cross(s[0], row, extra);
    cross(f[0], s[1], row);
    for (int c = 0; c < 3; ++c)
        normal[c] = wide_add(normal[c], wide_mul(scale, wide_add(extra[c], row[c])));
}

// 1 long, or 0 where there is no direction, or one that is no number. Matrices may make them tiny
// or huge: the largest component first.
static PL_INLINE void make_unit(wide n[4]) {
    wide zero = wide_splat(0.0f), one = wide_splat(1.0f), least = wide_splat(1e-37f);
    wide most = wide_max(wide_max(wide_abs(n[0]), wide_abs(n[1])), wide_abs(n[2]));
    wide size = wide_add(wide_add(wide_abs(n[0]), wide_abs(n[1])), wide_abs(n[2]));
    wide_mask is_some = wide_and(wide_lt(least, most), wide_lt(size, wide_splat(3e38f)));
    wide scale = wide_div(one, most);
    for (int c = 0; c < 3; ++c) n[c] = wide_select(is_some, wide_mul(n[c], scale), zero);
    wide per = wide_select(is_some, wide_div(one, wide_sqrt(dot(n, n))), zero);
    for (int c = 0; c < 3; ++c) n[c] = wide_mul(n[c], per);
}

static inline void put_three(unsigned char* to, const float from[3]) {
    memcpy(to, from, 3 * sizeof *from);
}

// Rows of 16 vertices to the caller's buffer. The origin is a float: one rounding either way.
static void write_rows(const pl_jiggle_out* out, const float* rows, const double origin[3],
                       unsigned char* to, size_t stride, uint32_t count) {
    if (out->type == PLUMP_SCALAR_FLOAT32) {
        for (uint32_t i = 0; i < count; ++i) put_three(to + i * stride, rows + 4 * i);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        double at[3];
        for (int k = 0; k < 3; ++k) at[k] = (double)rows[4 * i + (uint32_t)k] + origin[k];
        memcpy(to + i * stride, at, sizeof at);
    }
}

static void mix(const plump_jiggle* jiggle, const pl_jiggle_out* out, uint32_t begin,
                uint32_t end) {
    const double none[3] = {0, 0, 0};
    bool is_float = out->type == PLUMP_SCALAR_FLOAT32;
    wide origin[3];
    for (int k = 0; k < 3; ++k) origin[k] = wide_splat(is_float ? (float)jiggle->origin[k] : 0.0f);
    for (uint32_t i = begin; i < end; i += 16) {
        float at[64], normal[64];
        uint32_t count = jiggle->mix_count[i / 16];
        for (uint32_t k = 0; k < 16; k += WIDE) {
            wide row[4];
            mix_rows(jiggle, jiggle->row_x, i + k, count, row);
            for (int c = 0; c < 3; ++c) row[c] = wide_add(row[c], origin[c]);
            lanes_to_fours(row, at + 4 * k);
            if (!out->normals) continue;
            mix_rows(jiggle, jiggle->row_n, i + k, count, row);
            if (count > 1 && jiggle->tilt_turn[0]) add_tilt(jiggle, i + k, count, row);
            make_unit(row);
            lanes_to_fours(row, normal + 4 * k);
        }
        uint32_t room = jiggle->vertex_count - i < 16 ? jiggle->vertex_count - i : 16;
        write_rows(out, at, jiggle->origin, out->positions + i * out->position_stride,
                   out->position_stride, room);
        if (out->normals)
            write_rows(out, normal, none, out->normals + i * out->normal_stride, out->normal_stride,
                       room);
    }
}

const pl_jiggle_kernels KERNEL(pl_jiggle_kernels) = {move, push, mix};
