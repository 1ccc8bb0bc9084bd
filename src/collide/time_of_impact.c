// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/time_of_impact.h"

#include <math.h>

#define BESIDE   1e-6   // of a triangle or an edge: how far beside it still counts as on it
#define PARALLEL 1e-10  // squared sine of the angle between edges
#define STEPS    40     // at most, towards a root
#define SETTLED  1e-13  // of the time: the root is found

// f(t) = c0 + c1 t + c2 t^2 + c3 t^3
typedef struct cubic {
    double c[4];
} cubic;

typedef struct moving {
    pl_vec3d at, way;
} moving;

static moving between(const pl_sweep* s, int from, int to) {
    pl_vec3d at = pl_vec3d_sub(s->past[to], s->past[from]);
    pl_vec3d then = pl_vec3d_sub(s->now[to], s->now[from]);
    return (moving){at, pl_vec3d_sub(then, at)};
}

static pl_vec3d at_time(const moving* m, double t) {
    return pl_vec3d_add_scaled(m->at, t, m->way);
}

static cubic coplanar(const moving* a, const moving* b, const moving* c) {
    pl_vec3d n0 = pl_vec3d_cross(a->at, b->at), n2 = pl_vec3d_cross(a->way, b->way);
    pl_vec3d n1 = pl_vec3d_add(pl_vec3d_cross(a->at, b->way), pl_vec3d_cross(a->way, b->at));
    return (cubic){{pl_vec3d_dot(n0, c->at), pl_vec3d_dot(n0, c->way) + pl_vec3d_dot(n1, c->at),
                    pl_vec3d_dot(n1, c->way) + pl_vec3d_dot(n2, c->at), pl_vec3d_dot(n2, c->way)}};
}

static double value(const cubic* f, double t) {
    return f->c[0] + t * (f->c[1] + t * (f->c[2] + t * f->c[3]));
}

// By the signs of its Bernstein coefficients, which it lies between.
static bool has_no_root(const cubic* f) {
    double third = f->c[1] / 3.0, b1 = f->c[0] + third;
    double b2 = b1 + third + f->c[2] / 3.0, b3 = f->c[0] + f->c[1] + f->c[2] + f->c[3];
    return (f->c[0] > 0.0 && b1 > 0.0 && b2 > 0.0 && b3 > 0.0) ||
           (f->c[0] < 0.0 && b1 < 0.0 && b2 < 0.0 && b3 < 0.0);
}

// Where it turns, within 0 .. 1, and both ends; ascending.
static int turns(const cubic* f, double t[4]) {
    double a = 3.0 * f->c[3], b = f->c[2], c = f->c[1];  // f' = a t^2 + 2 b t + c
    double inner = b * b - a * c,
           q = inner > 0.0 ? -(b + (b < 0.0 ? -sqrt(inner) : sqrt(inner))) : 0.0;
    double first = a != 0.0 ? q / a : -1.0, second = q != 0.0 ? c / q : -1.0;
    int count = 0;
    t[count++] = 0.0;
    if (first > second) {
        double swap = first;
        first = second;
        second = swap;
    }
    if (first > 0.0 && first < 1.0) t[count++] = first;
    if (second > first && second > 0.0 && second < 1.0) t[count++] = second;
    t[count++] = 1.0;
    return count;
}

// The root between two places of different signs: by Newton's steps, halving where these leave what
// is known.
static double root(const cubic* f, double from, double to) {
    bool falls = value(f, to) < 0.0;
    double t = 0.5 * (from + to);
    for (int i = 0; i < STEPS && to - from > SETTLED; ++i) {
        double now = value(f, t), slope = f->c[1] + t * (2.0 * f->c[2] + t * 3.0 * f->c[3]);
        if (now == 0.0) break;
        if ((now < 0.0) == falls) {
            to = t;
        } else {
            from = t;
        }
        double next = slope != 0.0 ? t - now / slope : from;
        if (!(next > from && next < to)) next = 0.5 * (from + to);
        if (fabs(next - t) < SETTLED) break;
        t = next;
    }
    return t;
}

// --- vertex and triangle ---

static bool is_on_triangle(const moving* b, const moving* c, const moving* p, double t, double side,
                           pl_toi* toi) {
    pl_vec3d e1 = at_time(b, t), e2 = at_time(c, t), e3 = at_time(p, t);
    pl_vec3d n = pl_vec3d_cross(e1, e2);
    double nn = pl_vec3d_dot(n, n);
    if (!(nn > 0.0)) return false;
    double to_b = pl_vec3d_dot(pl_vec3d_cross(e3, e2), n) / nn;
    double to_c = pl_vec3d_dot(pl_vec3d_cross(e1, e3), n) / nn;
    double to_a = 1.0 - to_b - to_c;
    if (!(to_a >= -BESIDE && to_b >= -BESIDE && to_c >= -BESIDE)) return false;
    *toi = (pl_toi){.time = t,
                    .weight = {1.0, -to_a, -to_b, -to_c},
                    .normal = pl_vec3d_scale(n, side / sqrt(nn)),
                    .out = side < 0.0};
    return true;
}

// Whether f changes its sign, and which it has before.
static bool changes(double from, double to, double* side) {
    *side = to < 0.0 ? 1.0 : -1.0;
    return (from >= 0.0 && to < 0.0) || (from <= 0.0 && to > 0.0);
}

bool pl_toi_vertex_triangle(const pl_sweep* sweep, pl_toi* toi) {
    moving b = between(sweep, 1, 2), c = between(sweep, 1, 3), p = between(sweep, 1, 0);
    cubic f = coplanar(&b, &c, &p);
    if (has_no_root(&f)) return false;
    double t[4], side;
    int count = turns(&f, t);
    for (int i = 0; i + 1 < count; ++i) {
        if (changes(value(&f, t[i]), value(&f, t[i + 1]), &side) &&
            is_on_triangle(&b, &c, &p, root(&f, t[i], t[i + 1]), side, toi))
            return true;
    }
    return false;
}

// --- edge and edge ---

static bool is_on_edges(const moving* a, const moving* b, const moving* r, double t, double side,
                        pl_toi* toi) {
    pl_vec3d e1 = at_time(a, t), e2 = at_time(b, t), e3 = at_time(r, t);
    double aa = pl_vec3d_dot(e1, e1), bb = pl_vec3d_dot(e2, e2), ab = pl_vec3d_dot(e1, e2);
    double ar = pl_vec3d_dot(e1, e3), br = pl_vec3d_dot(e2, e3), sine = aa * bb - ab * ab;
    if (!(sine > PARALLEL * aa * bb)) return false;
    double u = (ab * br - ar * bb) / sine, v = (aa * br - ab * ar) / sine;
    if (!(u >= -BESIDE && u <= 1.0 + BESIDE && v >= -BESIDE && v <= 1.0 + BESIDE)) return false;
    pl_vec3d n = pl_vec3d_cross(e1, e2);
    *toi = (pl_toi){.time = t,
                    .weight = {1.0 - u, u, v - 1.0, -v},
                    .normal = pl_vec3d_scale(n, side / pl_vec3d_length(n))};
    return true;
}

bool pl_toi_edges(const pl_sweep* sweep, pl_toi* toi) {
    moving a = between(sweep, 0, 1), b = between(sweep, 2, 3), r = between(sweep, 2, 0);
    cubic f = coplanar(&a, &b, &r);
    if (has_no_root(&f)) return false;
    double t[4], side;
    int count = turns(&f, t);
    for (int i = 0; i + 1 < count; ++i) {
        if (changes(value(&f, t[i]), value(&f, t[i + 1]), &side) &&
            is_on_edges(&a, &b, &r, root(&f, t[i], t[i + 1]), side, toi))
            return true;
    }
    return false;
}
