// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body's share in the volume stage: units, slices, scales and scratch memory.
#include "src/base/text.h"
#include "src/volume/volume.h"

// --- constants of the rest shape ---

static void find_scales(pl_body* body) {
    pl_volume* volume = body->volume;
    double sum = 0.0;
    for (uint32_t i = 0; i < body->count; ++i) {
        volume->rest_ring[i] = (float)pl_vec3d_length(pl_ring_vector(body->surface, body->rest, i));
        sum += (double)volume->rest_ring[i];
    }
    volume->mean_mass = (float)(body->mass_total / body->count);
    volume->mean_ring = (float)(sum / body->count);
}

static uint32_t unit_of(const pl_body* body, uint32_t place) {
    return body->volume->unit_count > 1 ? body->surface->part_of[place] : 0;
}

static double six_volumes(const pl_body* body, const float* const x[3], uint32_t triangle) {
    const uint32_t* corner = body->surface->triangles + 3 * (size_t)triangle;
    pl_vec3d at[3];
    for (int i = 0; i < 3; ++i)
        at[i] = pl_vec3d_make((double)x[0][corner[i]], (double)x[1][corner[i]],
                              (double)x[2][corner[i]]);
    return pl_vec3d_dot(at[0], pl_vec3d_cross(at[1], at[2]));
}

double pl_volume_measure(const pl_body* body) {
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    double sum = 0.0;
    for (uint32_t i = 0; i < body->surface->triangle_count; ++i) sum += six_volumes(body, x, i);
    return sum / 6.0;
}

// V0 of every unit. Of the whole body it is the mesh's own, which other figures are made of too.
static void measure_rest(pl_body* body) {
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; i < body->surface->triangle_count; ++i) {
        uint32_t unit = unit_of(body, body->surface->triangles[3 * (size_t)i]);
        volume->units[unit].rest += six_volumes(body, body->rest, i) / 6.0;
    }
    if (volume->unit_count == 1) volume->units[0].rest = body->rest_volume;
}

// dV/ds = 1/6 sum N.a with a = N/m in the stage's units; and the area, a sixth of sum |N|.
static void measure_slopes(pl_body* body) {
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_volume_unit* unit = &volume->units[unit_of(body, i)];
        double ring = (double)volume->rest_ring[i];
        double share = (double)volume->mean_mass / (double)body->mass[i];
        unit->rest_slope += ring * ring * share / (double)volume->mean_ring / 6.0;
        unit->area += ring / 6.0;
    }
}

// The longest side of its box.
static double extent_of(const pl_body* body, const pl_volume_unit* unit) {
    const pl_slice* slices = body->volume->slices;
    uint32_t begin = slices[unit->slice_begin].begin, end = slices[unit->slice_end - 1].end;
    double extent = 0.0;
    for (int k = 0; k < 3; ++k) {
        float least = body->rest[k][begin], most = least;
        for (uint32_t i = begin; i < end; ++i) {
            least = body->rest[k][i] < least ? body->rest[k][i] : least;
            most = body->rest[k][i] > most ? body->rest[k][i] : most;
        }
        double side = (double)most - (double)least;
        extent = side > extent ? side : extent;
    }
    return extent;
}

// --- slices ---

static bool starts_slice(const pl_body* body, uint32_t place) {
    return place % PL_MOTION_BLOCK == 0 || unit_of(body, place) != unit_of(body, place - 1);
}

// The padding belongs to no slice: it has no mass and stays where it is.
static void cut_slices(pl_body* body) {
    pl_volume* volume = body->volume;
    pl_slice* slice = volume->slices;
    volume->slice_count = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        if (starts_slice(body, i)) {
            slice = &volume->slices[volume->slice_count];
            slice->begin = i;
            slice->unit = unit_of(body, i);
            pl_volume_unit* unit = &volume->units[slice->unit];
            if (unit->slice_end == 0) unit->slice_begin = volume->slice_count;
            unit->slice_end = ++volume->slice_count;
            if (i % PL_SPAN_PARTICLES == 0)
                volume->span_slice[i / PL_SPAN_PARTICLES] = volume->slice_count - 1;
        }
        slice->end = i + 1;
    }
    volume->span_slice[pl_span_count(body->padded)] = volume->slice_count;
}

void pl_volume_resize(pl_body* body) {
    find_scales(body);
    pl_volume_change(body);
}

void pl_volume_change(pl_body* body) {
    pl_volume* volume = body->volume;
    bool parts = body->def.volume == PLUMP_VOLUME_PARTS;
    volume->unit_count = parts ? body->surface->part_count : 1;
    for (uint32_t i = 0; i < volume->unit_count; ++i) volume->units[i] = (pl_volume_unit){0};
    measure_rest(body);
    measure_slopes(body);
    cut_slices(body);
    for (uint32_t i = 0; i < volume->unit_count; ++i)
        volume->units[i].extent = extent_of(body, &volume->units[i]);
    if (body->def.volume != PLUMP_VOLUME_FREE) return;
    body->volume_state = PLUMP_VOLUME_UNBOUND;
    body->volume_error = 0.0;
}

// --- memory ---

static float* make_array(pl_body* body, size_t width) {
    return pl_arena_alloc_zero(&body->memory, body->padded, width * sizeof(float));
}

static bool make_scratch(pl_body* body, pl_volume* volume) {
    size_t slices = (size_t)pl_motion_block_count(body->padded) + body->surface->part_count;
    pl_arena* memory = &body->memory;
    bool made = (volume->zone = make_array(body, 1)) && (volume->rows = make_array(body, 4)) &&
                (volume->weight = make_array(body, 1)) && (volume->rest_ring = make_array(body, 1));
    return made && pl_arena_three(memory, body->padded, volume->pull) &&
           (volume->slices = pl_arena_alloc_zero(memory, slices, sizeof(pl_slice))) &&
           (volume->span_slice = pl_arena_alloc_zero(
                memory, (size_t)pl_span_count(body->padded) + 1, sizeof(uint32_t))) &&
           (volume->units =
                pl_arena_alloc_zero(memory, body->surface->part_count, sizeof(pl_volume_unit))) &&
           (volume->motion_sums =
                pl_arena_alloc_zero(memory, slices, PL_MOTION_CHANNELS * sizeof(float))) &&
           (body->pressures =
                pl_arena_alloc_zero(memory, body->surface->part_count, sizeof(pl_pressure))) &&
           (volume->farthest = pl_arena_alloc_zero(memory, slices, sizeof(float))) &&
           (volume->sums = pl_arena_alloc_zero(memory, slices, PL_VOLUME_SUMS * sizeof(float)));
}

plump_result pl_volume_create(pl_body* body, pl_task_pool* pool, plump_error* error) {
    pl_volume* volume = pl_arena_alloc_zero(&body->memory, 1, sizeof *volume);
    if (!volume || !make_scratch(body, volume))
        return pl_fail_memory(error, "making room for a body's volume");
    body->volume = volume;
    for (int k = 0; k < 3; ++k) volume->at[k] = body->x[k];
    volume->rings = pl_rings_get(body->mesh, pool);
    volume->inner = pl_inner_get(body->mesh, pool);
    if (!volume->rings || !volume->inner)
        return pl_fail_memory(error, "preparing a mesh for keeping its volume");
    pl_volume_resize(body);
    return PLUMP_OK;
}

size_t pl_volume_size_shared(const plump_mesh* mesh) {
    return pl_rings_size(mesh) + pl_inner_size(mesh);
}
