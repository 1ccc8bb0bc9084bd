// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Springs made by hand, without a mesh: points joined as a test wants, moved by the kernels of the
// model. Include after cmocka.h.
#ifndef SPRING_KIT_H
#define SPRING_KIT_H

#include "src/elastic/mass_spring/mass_spring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SPRING_POINTS 256

// A body of nothing but its springs: pull is 1, so stiffness over mass is what was asked for.
typedef struct spring_lab {
    pl_arena memory;
    pl_springs springs;
    pl_mass_spring ms;
    pl_body body;
    float rest[3][SPRING_POINTS];
    pl_stage stage;
} spring_lab;

static inline void spring_open(spring_lab* l) {
    memset(l, 0, sizeof *l);
    l->memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    pl_spring_net* net = &l->springs.net;
    net->corner = pl_arena_alloc_zero(&l->memory, 4096, 4 * sizeof *net->corner);
    net->weight = pl_arena_alloc_zero(&l->memory, 4096, 3 * sizeof *net->weight);
    net->stiffness = pl_arena_alloc_zero(&l->memory, 4096, 3 * sizeof *net->stiffness);
    net->mass = pl_arena_alloc_zero(&l->memory, SPRING_POINTS, sizeof *net->mass);
    net->position = pl_arena_alloc_zero(&l->memory, SPRING_POINTS, 3 * sizeof *net->position);
    net->part = pl_arena_alloc_zero(&l->memory, SPRING_POINTS, sizeof *net->part);
    net->part_count = 1;
    net->edge_mean = 1;
    l->stage.isa = pl_isa_best();
}

static inline uint32_t spring_point(spring_lab* l, double x, double y, double z) {
    pl_spring_net* net = &l->springs.net;
    const double at[3] = {x, y, z};
    for (size_t k = 0; k < 3; ++k) {
        l->rest[k][net->point_count] = (float)at[k];
        net->position[3 * (size_t)net->point_count + k] = at[k];
    }
    net->mass[net->point_count] = 1;
    return net->point_count++;
}

// A stencil: the three stiffnesses, and the weights of its bend.
static inline void spring_join(spring_lab* l, const uint32_t corner[4], const double stiffness[3],
                               const double weight[3]) {
    pl_spring_net* net = &l->springs.net;
    for (size_t k = 0; k < 4; ++k) net->corner[4 * (size_t)net->count + k] = corner[k];
    for (size_t k = 0; k < 3; ++k) {
        net->stiffness[3 * (size_t)net->count + k] = stiffness[k];
        net->weight[3 * (size_t)net->count + k] = weight[k];
    }
    net->count++;
}

// A plain spring.
static inline void spring_tie(spring_lab* l, uint32_t a, uint32_t b, double stiffness) {
    const uint32_t corner[4] = {a, b, a, b};
    const double k[3] = {stiffness, 0, 0}, none[3] = {0, 0, 0};
    spring_join(l, corner, k, none);
}

static inline float* spring_array(spring_lab* l, size_t count) {
    float* made = pl_arena_alloc_zero(&l->memory, count, sizeof(float));
    assert_non_null(made);
    return made;
}

static inline void spring_close(spring_lab* l) {
    pl_arena_release(&l->memory, NULL);
}

// Once all is joined: arrays, rest lengths, unit masses.
static inline void spring_ready(spring_lab* l) {
    pl_body* b = &l->body;
    pl_mass_spring* ms = &l->ms;
    assert_true(pl_springs_fill(&l->springs, &l->memory));
    size_t stencils = l->springs.padded, rows = (size_t)4 * l->springs.place_padded;
    b->count = l->springs.net.point_count;
    b->padded = l->springs.place_padded;
    b->elastic = ms;
    b->mass_total = b->count;
    ms->springs = &l->springs;
    for (int k = 0; k < 3; ++k) {
        b->x[k] = spring_array(l, b->padded), b->v[k] = spring_array(l, b->padded);
        b->past[k] = spring_array(l, b->padded);
        memcpy(b->x[k], l->rest[k], b->count * sizeof(float));
        ms->stiffness[k] = l->springs.stiffness[k];
        ms->length[k] = spring_array(l, stencils);
    }
    b->inv_mass = spring_array(l, b->padded), b->mass = spring_array(l, b->padded);
    for (uint32_t i = 0; i < b->count; ++i) b->inv_mass[i] = b->mass[i] = 1;
    float** const owned[] = {&ms->mobility, &ms->place, &ms->speed, &ms->drive, &ms->way};
    for (size_t k = 0; k < 5; ++k) *owned[k] = spring_array(l, rows);
    float** const threes[] = {ms->sum,    ms->product,  ms->left,
                              ms->course, ms->first,    ms->first_product,
                              ms->last,   ms->residual, ms->last_product};
    for (size_t k = 0; k < 9; ++k)
        for (int c = 0; c < 3; ++c) threes[k][c] = spring_array(l, b->padded);
    ms->force = spring_array(l, 16 * stencils + 4);
    ms->bent = spring_array(l, 12 * stencils + 4);
    ms->blocks = spring_array(l, (size_t)96 * l->springs.links.column_count);
    for (int k = 0; k < 6; ++k) ms->precondition[k] = spring_array(l, b->padded);
    ms->sums = spring_array(l, PL_SPRING_SUMS);
    const float* const rest[3] = {l->rest[0], l->rest[1], l->rest[2]};
    pl_springs_measure(&l->springs, rest, ms->length);
    ms->pace = (pl_spring_pace){.pull = 1, .inners = 1};
}

// One substep as the model takes it, with the pace that is set; gravity along y.
static inline void spring_predict(spring_lab* l, float h, float gravity) {
    pl_body* b = &l->body;
    l->stage.h = h;
    b->acceleration.y = gravity;
    for (uint32_t i = 0; i < b->count; ++i) {
        b->v[1][i] += b->inv_mass[i] > 0 ? h * gravity : 0;
        for (int c = 0; c < 3; ++c) {
            b->past[c][i] = b->x[c][i];
            b->x[c][i] += h * b->v[c][i];
        }
    }
}

static inline void spring_step_explicit(spring_lab* l, const pl_span* places,
                                        const pl_span* stencils) {
    const pl_spring_kernels* k = pl_spring_kernels_get(l->stage.isa);
    const pl_spring_pace* pace = &l->ms.pace;
    for (l->stage.pass = 0; l->stage.pass < pace->inners + pace->solves; ++l->stage.pass) {
        bool solves = l->stage.pass >= pace->inners, first = l->stage.pass == pace->inners;
        if (!solves) k->draw(stencils, &l->stage);
        if (first) k->linearise(stencils, &l->stage);
        (!solves ? k->move : first ? k->assemble : k->apply)(places, &l->stage);
        if (solves) k->relax(places, &l->stage);
    }
    k->finish(places, &l->stage);
}

static inline void spring_step_implicit(spring_lab* l, const pl_span* places,
                                        const pl_span* stencils) {
    const pl_spring_kernels* k = pl_spring_kernels_get(l->stage.isa);
    pl_mass_spring* ms = &l->ms;
    k->linearise(stencils, &l->stage);
    k->assemble(places, &l->stage);
    while (ms->solve.phase != PL_SPRING_PHASE_DONE) {
        pl_spring_phase phase = ms->solve.phase;
        double sums[PL_SPRING_SUMS];
        k->apply(places, &l->stage);
        for (int n = 0; n < PL_SPRING_SUMS; ++n) sums[n] = (double)ms->sums[n];
        pl_spring_solve_measure(&ms->solve, sums);
        (phase == PL_SPRING_PHASE_FIRST    ? k->set_out
         : phase == PL_SPRING_PHASE_SECOND ? k->take_last
                                           : k->go_on)(places, &l->stage);
        pl_spring_solve_judge(&ms->solve, (double)ms->sums[PL_SPRING_GAMMA], 0, ms->pace.solves);
    }
    k->finish_implicit(places, &l->stage);
}

static inline void spring_step(spring_lab* l, float h, float gravity) {
    pl_body* b = &l->body;
    pl_span places = {b, 0, b->padded}, stencils = {b, 0, l->springs.padded};
    spring_predict(l, h, gravity);
    pl_spring_solve_begin(&l->ms.solve, l->ms.pace.implicit);
    pl_spring_kernels_get(l->stage.isa)->begin(&places, &l->stage);
    (l->ms.pace.implicit ? spring_step_implicit : spring_step_explicit)(l, &places, &stencils);
}

// Forces on all points at x, by the kernels: 3 per point.
static inline void spring_forces(spring_lab* l, double* force) {
    const pl_spring_kernels* k = pl_spring_kernels_get(l->stage.isa);
    pl_body* b = &l->body;
    pl_span places = {b, 0, b->padded}, stencils = {b, 0, l->springs.padded};
    for (int c = 0; c < 3; ++c) memcpy(b->past[c], b->x[c], b->padded * sizeof(float));
    l->ms.pace.pull = 1, l->ms.pace.inner = 0, l->ms.pace.implicit = false;
    k->begin(&places, &l->stage);
    k->draw(&stencils, &l->stage);
    for (uint32_t i = 0; i < b->count; ++i) {
        const pl_springs* s = &l->springs;
        for (size_t c = 0; c < 3; ++c) force[3 * (size_t)i + c] = 0;
        for (uint32_t col = s->first[i / 16]; col < s->first[i / 16 + 1]; ++col)
            for (size_t c = 0; c < 3; ++c)
                force[3 * (size_t)i + c] +=
                    (double)l->ms.force[s->columns[(size_t)16 * col + i % 16] + c];
    }
}

#endif
