// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body of paper mode with no world around it: what the kernels read and write, made from a
// built-in shape.
#ifndef RING_KIT_H
#define RING_KIT_H

#include "src/base/hash.h"
#include "src/elastic/shape_match/shape_match.h"

#include <plump/shape.h>

#include <stdlib.h>
#include <string.h>

typedef struct ring_kit {
    pl_arena memory;
    pl_body body;
    pl_shape_match sm;
    pl_stage stage;
} ring_kit;

typedef struct ring_kit_wish {
    plump_shape_kind shape;
    uint32_t vertices;  // 0: the shape's own number
    uint32_t omega;
    float region_damping;
    bool normal_point, members;
} ring_kit_wish;

// Made once per shape and kept until the program ends.
static inline const plump_mesh* ring_kit_mesh(plump_shape_kind shape, uint32_t vertices) {
    static struct {
        plump_mesh* mesh;
        plump_shape_kind shape;
        uint32_t vertices;
    } known[16];
    for (size_t i = 0; i < PL_COUNT(known); ++i) {
        if (!known[i].mesh) {
            plump_shape_def def = plump_default_shape_def(shape);
            if (vertices) def.vertex_count = vertices;
            if (plump_shape_create(&def, &known[i].mesh, NULL) != PLUMP_OK) abort();
            known[i].shape = shape;
            known[i].vertices = vertices;
        }
        if (known[i].shape == shape && known[i].vertices == vertices) return known[i].mesh;
    }
    abort();
    return NULL;  // tcc does not know that abort does not return
}

static inline double ring_kit_unit(uint64_t n) {
    return (double)(pl_hash_mix((n + 1) * PL_HASH_START) >> 11) * 0x1p-53;
}

static inline float* ring_kit_floats(ring_kit* kit, size_t count) {
    float* floats = pl_arena_alloc_zero(&kit->memory, count, sizeof *floats);
    if (!floats) abort();
    return floats;
}

static inline void ring_kit_arrays(ring_kit* kit) {
    pl_body* body = &kit->body;
    for (int c = 0; c < 3; ++c) {
        body->past[c] = ring_kit_floats(kit, body->padded);
        body->x[c] = ring_kit_floats(kit, body->padded);
        body->v[c] = ring_kit_floats(kit, body->padded);
        body->rest[c] = body->surface->rest[c];
        body->rest_normal[c] = ring_kit_floats(kit, body->padded);
        body->goal_normal[c] = ring_kit_floats(kit, body->padded);
        for (uint32_t i = 0; i < body->count; ++i)
            body->rest_normal[c][i] =
                (float)(ring_kit_unit(5000000 + 3 * (uint64_t)i + (unsigned)c) - 0.5);
    }
    body->mass = ring_kit_floats(kit, body->padded);
    body->inv_mass = ring_kit_floats(kit, body->padded);
    body->fit = ring_kit_floats(kit, body->padded);
    for (uint32_t i = 0; i < body->count; ++i) {
        body->mass[i] = body->inv_mass[i] = body->fit[i] = 1.0f;
    }
    body->mass_total = body->count;
    kit->sm.growth = 1.0f;
    size_t rows = pl_prefix_rows(body->padded);
    kit->sm.rows = ring_kit_floats(kit, 16 * rows);
    kit->sm.transforms = ring_kit_floats(kit, 16 * rows);
    kit->sm.change_sums = ring_kit_floats(kit, rows);
    kit->sm.pose_sums = ring_kit_floats(kit, rows);
    for (int c = 0; c < 10; ++c) kit->sm.region_rest[c] = ring_kit_floats(kit, body->padded);
    if (body->def.region_damping > 0.0f) {
        kit->sm.row_turns = ring_kit_floats(kit, 4 * rows);
        kit->sm.transform_turns = ring_kit_floats(kit, 4 * rows);
    }
    if (body->def.normal_point) {
        for (int c = 0; c < 4; ++c) kit->sm.normal_points[c] = ring_kit_floats(kit, body->padded);
        kit->sm.placed = ring_kit_floats(kit, (size_t)4 * body->padded);
        pl_ring_normal_points(body);
    }
}

static inline ring_kit* ring_kit_make(ring_kit_wish wish) {
    ring_kit* kit = calloc(1, sizeof *kit);
    if (!kit) abort();
    plump_allocator none = {0};
    kit->memory = pl_arena_make(pl_alloc_hooks(none));
    pl_body* body = &kit->body;
    body->elastic = &kit->sm;
    body->mesh = ring_kit_mesh(wish.shape, wish.vertices);
    body->surface = pl_mesh_surface(body->mesh, NULL);
    kit->sm.rings = pl_ring_regions_get(body->mesh, wish.omega, wish.members, NULL);
    if (!body->surface || !kit->sm.rings) abort();
    body->count = body->surface->count;
    body->padded = body->surface->padded;
    kit->sm.region_count = body->region_count = body->padded;
    kit->sm.ring_share = 0.9f;
    body->def.omega = wish.omega;
    body->def.region_damping = wish.region_damping;
    body->def.normal_point = wish.normal_point;
    ring_kit_arrays(kit);
    kit->stage.h = 0.005f;
    return kit;
}

static inline void ring_kit_free(ring_kit* kit) {
    pl_arena_release(&kit->memory, NULL);
    free(kit);
}

// Stretched, sheared, turned, shaken and in motion.
static inline void ring_kit_deform(ring_kit* kit, double shake) {
    const double map[3][3] = {{0.5, -0.9, 0.1}, {0.8, 0.7, -0.2}, {0.1, 0.3, 1.2}};
    pl_body* body = &kit->body;
    for (uint32_t i = 0; i < body->padded; ++i) {
        for (unsigned c = 0; c < 3; ++c) {
            double x = 0.1 * c + shake * (ring_kit_unit(3 * (uint64_t)i + c) - 0.5);
            for (unsigned d = 0; d < 3; ++d) x += map[c][d] * (double)body->rest[d][i];
            body->x[c][i] = (float)x;
            body->v[c][i] = (float)(ring_kit_unit(900000 + 3 * (uint64_t)i + c) - 0.5 + c);
        }
    }
}

typedef void ring_kit_phase(const pl_span* span, const pl_stage* stage);

// A phase over the whole body, in spans as a step cuts them.
static inline void ring_kit_run(ring_kit* kit, ring_kit_phase* phase) {
    for (uint32_t begin = 0; begin < kit->body.padded; begin += PL_SPAN_PARTICLES) {
        uint32_t rest = kit->body.padded - begin;
        uint32_t length = rest < PL_SPAN_PARTICLES ? rest : PL_SPAN_PARTICLES;
        pl_span span = {&kit->body, begin, begin + length};
        phase(&span, &kit->stage);
    }
}

// What comes before the three phases of a pass.
static inline void ring_kit_pose(ring_kit* kit, pl_isa isa) {
    pl_region_rest_update(&kit->body);
    ring_kit_run(kit, pl_pose_kernels_get(isa)->sum);
    pl_pose_join(&kit->body);
}

static inline void ring_kit_pass(ring_kit* kit, pl_isa isa, bool naive) {
    const pl_ring_kernels* k = pl_ring_kernels_get(isa);
    ring_kit_pose(kit, isa);
    ring_kit_run(kit, naive ? k->rows_naive : k->rows);
    ring_kit_run(kit, naive ? k->fit_naive : k->fit);
    ring_kit_run(kit, naive ? k->pull_naive : k->pull);
}

#endif
