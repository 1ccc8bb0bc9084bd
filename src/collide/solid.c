// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Making a solid from an obstacle's definition, and what is known of it as a whole.
#include "src/collide/solid.h"

#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/collide/fans.h"
#include "src/collide/ridges.h"
#include "src/collide/solid_make.h"
#include "src/mesh/mesh_data.h"

#include <math.h>

// --- sizes ---

static void take_sizes(const plump_obstacle_def* def, pl_solid* solid) {
    plump_obstacle_shape shape = def->shape;
    solid->shape = shape;
    solid->hollow = def->hollow && shape != PLUMP_OBSTACLE_PLANE && shape != PLUMP_OBSTACLE_SHEET;
    if (shape == PLUMP_OBSTACLE_SPHERE || shape == PLUMP_OBSTACLE_CAPSULE ||
        shape == PLUMP_OBSTACLE_CYLINDER)
        solid->radius = (double)def->radius;
    if (shape == PLUMP_OBSTACLE_CAPSULE || shape == PLUMP_OBSTACLE_CYLINDER)
        solid->half_height = (double)def->half_height;
    if (shape == PLUMP_OBSTACLE_BOX)
        for (int k = 0; k < 3; ++k) solid->half_size[k] = (double)def->half_size[k];
}

// --- triangles ---

// The vertices of a mesh in its own coordinates, at the places of its surface.
static bool take_positions(const plump_mesh* mesh, double scale, pl_arena* memory,
                           pl_solid* solid) {
    const pl_surface* surface = solid->surface;
    for (int k = 0; k < 3; ++k) {
        float* x = pl_arena_alloc(memory, surface->padded, sizeof *x);
        if (!x) return false;
        for (uint32_t i = 0; i < surface->padded; ++i) {
            double own = (double)mesh->positions[3 * (size_t)surface->vertex_of[i] + (size_t)k];
            x[i] = (float)(scale * (mesh->origin[k] + own));
        }
        solid->x[k] = x;
    }
    return true;
}

static plump_result take_mesh(const plump_mesh* mesh, double scale, pl_arena* memory,
                              pl_task_pool* pool, pl_solid* solid, plump_error* error) {
    if (!mesh)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the obstacle has no mesh; set def.mesh");
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    const pl_tree_shape* shape = surface ? pl_tree_shape_get(mesh, pool) : NULL;
    solid->fans = shape ? pl_fans_get(mesh, pool) : NULL;
    solid->ridges = solid->fans ? pl_ridges_get(mesh, pool) : NULL;
    if (!solid->ridges) return pl_fail_memory(error, "making an obstacle's mesh");
    solid->surface = surface;
    solid->vertex_count = surface->count;
    solid->triangles = surface->triangles;
    solid->triangle_count = surface->triangle_count;
    if (!take_positions(mesh, scale, memory, solid) ||
        !pl_tree_make(&solid->tree, memory, shape, false))
        return pl_fail_memory(error, "making an obstacle's mesh");
    return PLUMP_OK;
}

static plump_result take_sheet(const plump_obstacle_def* def, pl_arena* memory, pl_solid* solid,
                               plump_error* error) {
    plump_result result = pl_solid_sheet(def, memory, solid, error);
    if (result != PLUMP_OK) return result;
    const pl_tree_shape* shape = pl_tree_shape_build(memory, solid->x, solid->vertex_count,
                                                     solid->triangles, solid->triangle_count);
    if (!shape || !pl_tree_make(&solid->tree, memory, shape, false))
        return pl_fail_memory(error, "making an obstacle's sheet");
    return PLUMP_OK;
}

static plump_result take_triangles(const plump_obstacle_def* def, pl_arena* memory,
                                   pl_task_pool* pool, pl_solid* solid, plump_error* error) {
    if (!(def->scale > 0) || !(def->scale < INFINITY))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "obstacle scale is %g; it must be above 0",
                       (double)def->scale);
    double scale = (double)def->scale;
    plump_result result = PLUMP_OK;
    if (def->shape == PLUMP_OBSTACLE_SHEET) {
        result = take_sheet(def, memory, solid, error);
    } else if (def->shape == PLUMP_OBSTACLE_MESH) {
        result = take_mesh(def->mesh, scale, memory, pool, solid, error);
    } else {
        result = pl_solid_hull(def->points, def->point_count, &memory->hooks, &solid->owned, error);
        if (result == PLUMP_OK) result = take_mesh(solid->owned, scale, memory, pool, solid, error);
    }
    if (result == PLUMP_OK) pl_tree_refit(&solid->tree, solid->x, NULL);
    return result;
}

// --- box and hash ---

static void set_box(pl_solid* solid, int axis, double lo, double hi) {
    solid->lo[axis] = lo;
    solid->hi[axis] = hi;
}

static void box_triangles(pl_solid* solid) {
    float lo[3], hi[3];
    pl_tree_bounds(&solid->tree, lo, hi);
    for (int k = 0; k < 3; ++k) set_box(solid, k, (double)lo[k], (double)hi[k]);
}

static void find_box(pl_solid* solid) {
    double r = solid->radius, h = solid->half_height;
    double along = solid->shape == PLUMP_OBSTACLE_CYLINDER ? h : h + r;
    if (!pl_solid_is_round(solid)) box_triangles(solid);
    for (int k = 0; k < 3; ++k) {
        double half = solid->half_size[k];
        if (solid->shape != PLUMP_OBSTACLE_BOX) half = k == 1 ? along : r;
        if (pl_solid_is_round(solid)) set_box(solid, k, -half, half);
        solid->size[k] = solid->hi[k] - solid->lo[k];
        if (solid->hollow || solid->shape == PLUMP_OBSTACLE_PLANE)
            set_box(solid, k, -(double)INFINITY, (double)INFINITY);
    }
}

double pl_solid_gap(const pl_solid* solid, const pl_place* place, const double lo[3],
                    const double hi[3]) {
    double centre[3], half[3], most = 0.0;
    for (int k = 0; k < 3; ++k) {
        centre[k] = 0.5 * (lo[k] + hi[k]) - place->position[k];
        half[k] = 0.5 * (hi[k] - lo[k]);
    }
    for (int k = 0; k < 3; ++k) {
        const double* t = place->turn + k;  // the k-th column
        double middle = t[0] * centre[0] + t[3] * centre[1] + t[6] * centre[2];
        double reach = fabs(t[0]) * half[0] + fabs(t[3]) * half[1] + fabs(t[6]) * half[2];
        double below = solid->lo[k] - (middle + reach), above = middle - reach - solid->hi[k];
        double gap = below > above ? below : above;
        if (gap > most) most = gap;
    }
    return most;
}

static uint64_t find_hash(const pl_solid* solid) {
    uint32_t kind[4] = {(uint32_t)solid->shape, solid->hollow, solid->vertex_count,
                        solid->triangle_count};
    float sizes[5] = {(float)solid->radius, (float)solid->half_height, (float)solid->half_size[0],
                      (float)solid->half_size[1], (float)solid->half_size[2]};
    uint64_t hash = pl_hash_words(PL_HASH_START, kind, 4);
    hash = pl_hash_floats(hash, sizes, 5);
    if (pl_solid_is_round(solid)) return hash;
    for (int k = 0; k < 3; ++k) hash = pl_hash_floats(hash, solid->x[k], solid->vertex_count);
    return pl_hash_words(hash, solid->triangles, 3 * (size_t)solid->triangle_count);
}

// --- the whole ---

static plump_result fill(const plump_obstacle_def* def, pl_arena* memory, pl_task_pool* pool,
                         pl_solid* solid, plump_error* error) {
    take_sizes(def, solid);
    if (!pl_solid_is_round(solid)) {
        plump_result result = take_triangles(def, memory, pool, solid, error);
        if (result != PLUMP_OK) return result;
    }
    find_box(solid);
    solid->hash = find_hash(solid);
    if (!pl_solid_find_edges(solid, memory))
        return pl_fail_memory(error, "finding the edges of an obstacle");
    return PLUMP_OK;
}

plump_result pl_solid_create(const plump_obstacle_def* def, pl_arena* memory, pl_task_pool* pool,
                             pl_solid** solid, plump_error* error) {
    *solid = NULL;
    void* mark = pl_arena_mark(memory);
    pl_solid* made = pl_arena_alloc_zero(memory, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making an obstacle");
    plump_result result = fill(def, memory, pool, made, error);
    if (result != PLUMP_OK) {
        pl_solid_destroy(made);
        pl_arena_release(memory, mark);
        return result;
    }
    *solid = made;
    return PLUMP_OK;
}

void pl_solid_destroy(pl_solid* solid) {
    if (solid) plump_mesh_destroy(solid->owned);
}
