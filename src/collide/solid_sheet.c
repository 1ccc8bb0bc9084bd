// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A sheet's own copy of its points and triangles. Points at the same place become one, or every
// triangle of a soup would have sharp borders. Triangles without area cannot be met from either
// side and are dropped, then points that no triangle has, so that neither box nor samples know
// them.
#include "src/base/text.h"
#include "src/collide/solid_make.h"
#include "src/mesh/mesh_sort.h"

#include <string.h>

static plump_result check_points(const plump_obstacle_def* def, plump_error* error) {
    if (!def->points || !def->triangles || def->triangle_count == 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the sheet has no triangles; set def.points and def.triangles");
    if (def->triangle_count > UINT32_MAX / 3)
        return pl_fail(error, PLUMP_ERROR_LIMIT, "the sheet has %u triangles; at most %u will do",
                       def->triangle_count, UINT32_MAX / 3);
    for (uint32_t i = 0; i < def->point_count; ++i) {
        const float* p = def->points + 3 * (size_t)i;
        pl_vec3 scaled = pl_vec3_scale(pl_vec3_load(p), def->scale);
        if (!pl_vec3_is_finite(scaled))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "point %u of the sheet, (%g, %g, %g), is not finite", i, (double)p[0],
                           (double)p[1], (double)p[2]);
    }
    return PLUMP_OK;
}

static plump_result check_triangles(const plump_obstacle_def* def, plump_error* error) {
    for (size_t i = 0; i < 3 * (size_t)def->triangle_count; ++i) {
        if (def->triangles[i] >= def->point_count)
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "triangle %zu of the sheet names point %u; it has %u points", i / 3,
                           def->triangles[i], def->point_count);
    }
    return PLUMP_OK;
}

// Scratch, per point given.
typedef struct draft {
    pl_vec3* place;    // scaled
    uint32_t* first;   // the first point at the same place
    uint32_t* number;  // in the sheet's own copy, PL_TREE_NONE: in none of its triangles
    pl_keyed *keyed, *spare;
} draft;

static bool make_draft(draft* d, pl_arena* scratch, uint32_t count) {
    return (d->place = pl_arena_alloc(scratch, count, sizeof *d->place)) &&
           (d->first = pl_arena_alloc(scratch, count, sizeof *d->first)) &&
           (d->number = pl_arena_alloc(scratch, count, sizeof *d->number)) &&
           (d->keyed = pl_arena_alloc(scratch, count, sizeof *d->keyed)) &&
           (d->spare = pl_arena_alloc(scratch, count, sizeof *d->spare));
}

static bool is_same(pl_vec3 a, pl_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Zeros of both signs are one place, but have different bits.
static float one_zero(float value) {
    return value == 0 ? 0.0f : value;
}

static uint64_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// By z, then by x and y, which keeps the order among equals: those at one place stand together, the
// first point first.
static void sort_places(draft* d, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        d->keyed[i].key = bits_of(d->place[i].z);
        d->keyed[i].value = i;
    }
    pl_sort_keyed(d->keyed, d->spare, count);
    for (uint32_t i = 0; i < count; ++i) {
        pl_vec3 p = d->place[d->keyed[i].value];
        d->keyed[i].key = bits_of(p.x) << 32 | bits_of(p.y);
    }
    pl_sort_keyed(d->keyed, d->spare, count);
}

static void find_places(const plump_obstacle_def* def, draft* d) {
    for (uint32_t i = 0; i < def->point_count; ++i) {
        pl_vec3 p = pl_vec3_scale(pl_vec3_load(def->points + 3 * (size_t)i), def->scale);
        d->place[i] = pl_vec3_make(one_zero(p.x), one_zero(p.y), one_zero(p.z));
        d->number[i] = PL_TREE_NONE;
    }
    sort_places(d, def->point_count);
    uint32_t first = 0;
    for (uint32_t i = 0; i < def->point_count; ++i) {
        uint32_t point = d->keyed[i].value;
        if (i == 0 || !is_same(d->place[point], d->place[first])) first = point;
        d->first[point] = first;
    }
}

static bool has_area(const draft* d, const uint32_t* triangle) {
    pl_vec3d a = pl_vec3_widen(d->place[triangle[0]]);
    pl_vec3d b = pl_vec3_widen(d->place[triangle[1]]);
    pl_vec3d c = pl_vec3_widen(d->place[triangle[2]]);
    return pl_vec3d_max_abs(pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a))) > 0;
}

// Copies the triangles that stay and numbers their points by first use.
static void copy_triangles(const plump_obstacle_def* def, draft* d, uint32_t* triangles,
                           pl_solid* solid) {
    uint32_t points = 0, kept = 0;
    for (uint32_t i = 0; i < def->triangle_count; ++i) {
        const uint32_t* t = def->triangles + 3 * (size_t)i;
        if (!has_area(d, t)) continue;
        for (size_t k = 0; k < 3; ++k) {
            uint32_t* number = &d->number[d->first[t[k]]];
            if (*number == PL_TREE_NONE) *number = points++;
            triangles[3 * (size_t)kept + k] = *number;
        }
        ++kept;
    }
    solid->triangles = triangles;
    solid->triangle_count = kept;
    solid->vertex_count = points;
}

static bool copy_points(const plump_obstacle_def* def, const draft* d, pl_arena* memory,
                        pl_solid* solid) {
    float* x[3];
    for (int k = 0; k < 3; ++k) {
        solid->x[k] = x[k] = pl_arena_alloc(memory, solid->vertex_count, sizeof *x[k]);
        if (!x[k]) return false;
    }
    for (uint32_t i = 0; i < def->point_count; ++i) {
        uint32_t number = d->number[i];
        if (number == PL_TREE_NONE) continue;
        x[0][number] = d->place[i].x;
        x[1][number] = d->place[i].y;
        x[2][number] = d->place[i].z;
    }
    return true;
}

static plump_result copy_sheet(const plump_obstacle_def* def, draft* d, pl_arena* memory,
                               pl_solid* solid, plump_error* error) {
    uint32_t* triangles =
        pl_arena_alloc(memory, 3 * (size_t)def->triangle_count, sizeof *triangles);
    if (!triangles) return pl_fail_memory(error, "making an obstacle's sheet");
    find_places(def, d);
    copy_triangles(def, d, triangles, solid);
    if (solid->triangle_count == 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "no triangle of the sheet's %u has an area",
                       def->triangle_count);
    if (!copy_points(def, d, memory, solid))
        return pl_fail_memory(error, "making an obstacle's sheet");
    return PLUMP_OK;
}

plump_result pl_solid_sheet(const plump_obstacle_def* def, pl_arena* memory, pl_solid* solid,
                            plump_error* error) {
    plump_result result = check_points(def, error);
    if (result == PLUMP_OK) result = check_triangles(def, error);
    if (result != PLUMP_OK) return result;
    pl_arena scratch = pl_arena_make(memory->hooks);
    draft d;
    if (make_draft(&d, &scratch, def->point_count))
        result = copy_sheet(def, &d, memory, solid, error);
    else
        result = pl_fail_memory(error, "making an obstacle's sheet");
    pl_arena_release(&scratch, NULL);
    return result;
}
