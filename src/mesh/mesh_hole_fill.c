// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Triangles over a loop of vertices. Short loops get the best of all triangulations (least area,
// then short sides) by dynamic programming; long ones first lose every second corner that sticks
// out, round after round, until they are short. Chords that the surface already has as edges would
// make a third triangle there and are forbidden.
#include <math.h>
#include <string.h>

#include "src/mesh/mesh_intake.h"

#define SHORT_LOOP  64
#define MOST_ROUNDS 64

static const double* position(const pl_hole* hole, uint32_t vertex) {
    return hole->s->positions + 3 * (size_t)vertex;
}

static void cross_at(const double* a, const double* b, const double* c, double out[3]) {
    double u[3], v[3];
    for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
    out[0] = u[1] * v[2] - u[2] * v[1];
    out[1] = u[2] * v[0] - u[0] * v[2];
    out[2] = u[0] * v[1] - u[1] * v[0];
}

// Area first; the sides settle the draws of a flat hole, and triangles without area cost extra.
static double weight(const pl_hole* hole, uint32_t a, uint32_t b, uint32_t c) {
    double n[3], sides[3];
    const uint32_t corners[3] = {a, b, c};
    cross_at(position(hole, a), position(hole, b), position(hole, c), n);
    pl_intake_sides(hole->s, corners, sides);
    double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    double around = sides[0] + sides[1] + sides[2];
    return area + (area <= 1e-6 * around ? 10 : 0.02) * around;
}

static bool is_free(const pl_hole* hole, uint32_t a, uint32_t b) {
    if (hole->shared[a] && hole->shared[b]) return false;
    return pl_edges_lookup(&hole->s->edges, hole->s->triangles, a, b) == PL_NONE;
}

static void put(pl_hole* hole, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t* t = hole->out + 3 * (size_t)hole->out_count++;
    t[0] = a, t[1] = b, t[2] = c;
}

typedef struct {
    double cost[SHORT_LOOP][SHORT_LOOP];
    unsigned char middle[SHORT_LOOP][SHORT_LOOP];
} plan;

static void plan_span(const pl_hole* hole, plan* p, const uint32_t* loop, uint32_t i, uint32_t j,
                      bool closing) {
    p->cost[i][j] = INFINITY;
    if (!closing && !is_free(hole, loop[i], loop[j])) return;
    for (uint32_t k = i + 1; k < j; ++k) {
        double below = p->cost[i][k] + p->cost[k][j];
        if (!(below < p->cost[i][j])) continue;
        double cost = below + weight(hole, loop[i], loop[k], loop[j]);
        if (cost < p->cost[i][j]) {
            p->cost[i][j] = cost;
            p->middle[i][j] = (unsigned char)k;
        }
    }
}

static void put_plan(pl_hole* hole, const plan* p, const uint32_t* loop, uint32_t count) {
    unsigned char spans[SHORT_LOOP * 2][2];
    uint32_t open = 1;
    spans[0][0] = 0, spans[0][1] = (unsigned char)(count - 1);
    while (open) {
        --open;
        unsigned char i = spans[open][0], j = spans[open][1];
        if (j - i < 2) continue;
        unsigned char k = p->middle[i][j];
        put(hole, loop[i], loop[k], loop[j]);
        spans[open][0] = i, spans[open++][1] = k;
        spans[open][0] = k, spans[open++][1] = j;
    }
}

static bool fill_short(pl_hole* hole, pl_arena* scratch, const uint32_t* loop, uint32_t count,
                       bool* done) {
    void* mark = pl_arena_mark(scratch);
    plan* p = pl_arena_alloc(scratch, 1, sizeof *p);
    if (!p) return false;
    for (uint32_t i = 0; i + 1 < count; ++i) p->cost[i][i + 1] = 0;
    for (uint32_t span = 2; span < count; ++span) {
        for (uint32_t i = 0; i + span < count; ++i)
            plan_span(hole, p, loop, i, i + span, span == count - 1);
    }
    *done = p->cost[0][count - 1] < INFINITY;
    if (*done) put_plan(hole, p, loop, count);
    pl_arena_release(scratch, mark);
    return true;
}

// The sum of the area vectors about the first vertex: which way the loop faces.
static void facing(const pl_hole* hole, double normal[3]) {
    normal[0] = normal[1] = normal[2] = 0;
    const double* first = position(hole, hole->loop[0]);
    for (uint32_t i = 1; i + 1 < hole->count; ++i) {
        double n[3];
        cross_at(first, position(hole, hole->loop[i]), position(hole, hole->loop[i + 1]), n);
        for (int k = 0; k < 3; ++k) normal[k] += n[k];
    }
}

static bool is_ear(const pl_hole* hole, const double normal[3], uint32_t a, uint32_t b,
                   uint32_t c) {
    double n[3];
    cross_at(position(hole, a), position(hole, b), position(hole, c), n);
    if (!(n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] > 0)) return false;
    return is_free(hole, a, c);
}

// One round: cuts off every second corner that sticks out. Returns what is left of the loop.
static uint32_t cut_ears(pl_hole* hole, const double normal[3], uint32_t* loop, uint32_t count) {
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; ++i) {
        uint32_t after = loop[i + 1 < count ? i + 1 : 0];
        bool cut =
            kept + (count - i) > SHORT_LOOP && is_ear(hole, normal, loop[kept - 1], loop[i], after);
        if (cut) {
            put(hole, loop[kept - 1], loop[i], after);
            if (++i < count) loop[kept++] = loop[i];
        } else {
            loop[kept++] = loop[i];
        }
    }
    return kept;
}

static bool fill_long(pl_hole* hole, pl_arena* scratch, bool* done) {
    void* mark = pl_arena_mark(scratch);
    uint32_t* loop = pl_arena_alloc(scratch, hole->count, sizeof *loop);
    if (!loop) return false;
    memcpy(loop, hole->loop, hole->count * sizeof *loop);
    double normal[3];
    facing(hole, normal);
    uint32_t count = hole->count, before = 0;
    for (int round = 0; round < MOST_ROUNDS && count > SHORT_LOOP && count != before; ++round) {
        before = count;
        count = cut_ears(hole, normal, loop, count);
    }
    bool ok = true;
    if (count <= SHORT_LOOP) ok = fill_short(hole, scratch, loop, count, done);
    if (!*done) hole->out_count = 0;
    pl_arena_release(scratch, mark);
    return ok;
}

bool pl_hole_fill(pl_hole* hole, pl_arena* scratch, bool* done) {
    *done = false;
    if (hole->count <= SHORT_LOOP) return fill_short(hole, scratch, hole->loop, hole->count, done);
    return fill_long(hole, scratch, done);
}
