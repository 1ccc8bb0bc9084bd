// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The eigenvalues of a net of springs: the lowest, which is its frequency, by Lanczos; and a roof
// over all, which is how short a step must be.
//
// A spring of length |d| drawn from L has the Hessian k n n^T + k (1 - L/|d|) (1 - n n^T), n its
// direction. The second part is at most k, below 0 when pressed; so K is at most the K of springs
// of rest length 0, sum k w w^T over the corners' weights w, whatever the shape. That one has a
// matrix of absolute values A with the same bound, and for any y > 0 no eigenvalue of A is above
// the largest (A y)_i / y_i (Collatz and Wielandt): a few rounds of y = A y bring it close.
#include "src/elastic/cloud.h"
#include "src/elastic/lanczos.h"
#include "src/elastic/mass_spring/spring_links.h"

#include <string.h>

#define ROUNDS          12
#define STRAIGHT        1e-4  // a bend shorter than this share of an edge is flat
#define TOLERANCE       0.1   // of the residual: the value is off by its square
#define MOST_ITERATIONS 3000
#define LEAST_LAMBDA    1e-9  // of the roof

static void apply_sizes(const pl_spring_net* net, const float* const share[3], const double* y,
                        double* out) {
    memset(out, 0, net->point_count * sizeof *out);
    for (uint32_t s = 0; s < net->count; ++s) {
        const uint32_t* c = net->corner + 4 * (size_t)s;
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
            double w[4], sum = 0, k = net->stiffness[3 * (size_t)s + (size_t)kind];
            if (share) k *= (double)share[kind][s];
            pl_spring_corner_weights(net, s, kind, w);
            for (int i = 0; i < 4; ++i) sum += fabs(w[i]) * y[c[i]];
            for (int i = 0; i < 4; ++i) out[c[i]] += k * fabs(w[i]) * sum;
        }
    }
}

double pl_spring_net_roof(const pl_spring_net* net, const double* mass, const float* const share[3],
                          double* scratch) {
    double *y = scratch, *next = scratch + net->point_count, roof = 0;
    if (!mass) mass = net->mass;
    for (uint32_t i = 0; i < net->point_count; ++i) y[i] = 1;
    for (int round = 0; round < ROUNDS; ++round) {
        double most = 0, largest = 0;
        apply_sizes(net, share, y, next);
        for (uint32_t i = 0; i < net->point_count; ++i) {
            next[i] /= mass[i];
            if (next[i] / y[i] > most) most = next[i] / y[i];
            if (next[i] > largest) largest = next[i];
        }
        roof = round == 0 || most < roof ? most : roof;
        if (!(largest > 0)) break;
        // half of the old one: what has no springs stays above 0, and a net of two colours settles
        for (uint32_t i = 0; i < net->point_count; ++i)
            y[i] = 0.5 * (y[i] + next[i] / largest) + 1e-6;
    }
    return roof * (1 + 1e-9);
}

// --- the lowest ---

typedef struct {
    const pl_spring_net* net;
    pl_cloud cloud;
    double* direction;  // 9 per stencil: unit vectors of its springs at rest; 0 of flat bends
    double* push;       // 3 per point: displacements, then forces
} swing;

static void take_directions(swing* w) {
    for (uint32_t s = 0; s < w->net->count; ++s) {
        pl_vec3d drawn[PL_SPRING_KINDS];
        pl_spring_vectors(w->net, s, w->net->position, drawn);
        double edge = pl_vec3d_length(drawn[PL_SPRING_EDGE]);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
            double length = pl_vec3d_length(drawn[kind]);
            bool flat = length <= (kind == PL_SPRING_BEND ? STRAIGHT * edge : 0);
            pl_vec3d_store(pl_vec3d_scale(drawn[kind], flat ? 0 : 1 / length),
                           w->direction + 9 * (size_t)s + 3 * (size_t)kind);
        }
    }
}

// Adds the force of one spring that is drawn out by `drawn`.
static void pull(const swing* w, uint32_t stencil, int kind, pl_vec3d drawn, double* force) {
    const pl_spring_net* net = w->net;
    pl_vec3d n = pl_vec3d_load(w->direction + 9 * (size_t)stencil + 3 * (size_t)kind);
    double k = net->stiffness[3 * (size_t)stencil + (size_t)kind], weight[4];
    bool flat = n.x == 0 && n.y == 0 && n.z == 0;
    pl_vec3d f = flat ? drawn : pl_vec3d_scale(n, pl_vec3d_dot(n, drawn));
    f = pl_vec3d_scale(f, k);
    pl_spring_corner_weights(net, stencil, kind, weight);
    for (int i = 0; i < 4; ++i) {
        double* to = force + 3 * (size_t)net->corner[4 * (size_t)stencil + (size_t)i];
        pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(to), pl_vec3d_scale(f, weight[i])), to);
    }
}

static void apply(const double* in, double* out, void* context) {
    const swing* w = context;
    uint32_t count = w->net->point_count;
    for (size_t i = 0; i < 3 * (size_t)count; ++i) w->push[i] = in[i] / w->cloud.root_mass[i / 3];
    memset(out, 0, 3 * (size_t)count * sizeof *out);
    for (uint32_t s = 0; s < w->net->count; ++s) {
        pl_vec3d drawn[PL_SPRING_KINDS];
        pl_spring_vectors(w->net, s, w->push, drawn);
        for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) pull(w, s, kind, drawn[kind], out);
    }
    for (size_t i = 0; i < 3 * (size_t)count; ++i) out[i] /= w->cloud.root_mass[i / 3];
}

static void clean(double* vector, void* context) {
    const swing* w = context;
    pl_cloud_clean(&w->cloud, vector);
}

static bool make_swing(const pl_spring_net* net, pl_arena* scratch, swing* w) {
    uint32_t count = net->point_count;
    *w = (swing){.net = net,
                 .cloud = {.count = count,
                           .position = net->position,
                           .piece = net->part,
                           .piece_count = net->part_count}};
    w->cloud.root_mass = pl_arena_alloc(scratch, count, sizeof(double));
    w->direction = pl_arena_alloc(scratch, net->count, 9 * sizeof *w->direction);
    w->push = pl_arena_alloc(scratch, count, 3 * sizeof *w->push);
    if (!w->cloud.root_mass || !w->direction || !w->push) return false;
    for (uint32_t i = 0; i < count; ++i) w->cloud.root_mass[i] = sqrt(net->mass[i]);
    take_directions(w);
    return pl_cloud_find_rigid(&w->cloud, scratch, scratch);
}

bool pl_spring_net_lowest(const pl_spring_net* net, pl_arena* scratch, double* lambda) {
    swing w;
    size_t dimension = 3 * (size_t)net->point_count;
    double* start = pl_arena_alloc(scratch, dimension, sizeof *start);
    if (!start || !make_swing(net, scratch, &w)) return false;
    double roof = pl_spring_net_roof(net, NULL, NULL, w.push);
    pl_lanczos problem = {.dimension = dimension,
                          .apply = apply,
                          .clean = clean,
                          .context = &w,
                          .roof = roof,
                          .tolerance = TOLERANCE,
                          .limit = MOST_ITERATIONS};
    pl_lanczos_result result;
    pl_cloud_start(&w.cloud, start);
    if (!pl_lanczos_smallest(&problem, start, scratch, &result)) return false;
    double value = result.exists ? result.value : roof;
    *lambda = value > LEAST_LAMBDA * roof ? value : LEAST_LAMBDA * roof;
    return true;
}
