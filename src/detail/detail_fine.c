// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The fine mesh as the caller has it: checked, copied, and given normals.
#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/detail/detail_data.h"
#include "src/mesh/mesh_data.h"
#include "src/mesh/mesh_sort.h"

static bool is_vector(pl_vec3d a) {
    return pl_vec3d_is_finite(a) && pl_vec3d_max_abs(a) <= 1e18;
}

// --- positions ---

static pl_vec3d given_position(const pl_detail_draft* draft, uint32_t vertex) {
    double at[3];
    pl_triangles_position(&draft->def->fine, vertex, at);
    return pl_vec3d_load(at);
}

static plump_result take_positions(pl_detail_draft* draft, plump_error* error) {
    plump_detail* detail = draft->detail;
    pl_vec3d origin = pl_vec3d_load(detail->origin);
    pl_vec3d centre = pl_vec3d_add(origin, detail->surface->centre);
    for (uint32_t i = 0; i < detail->vertex_count; ++i) {
        pl_vec3d at = given_position(draft, i);
        if (!is_vector(at))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "vertex %u of the fine mesh is not finite, or farther out than 1e18",
                           (unsigned)i);
        pl_vec3_store(pl_vec3d_narrow(pl_vec3d_sub(at, origin)), detail->rest + 3 * (size_t)i);
        draft->points[i] = pl_vec3d_scale(pl_vec3d_sub(at, centre), 1 / detail->unit);
    }
    return PLUMP_OK;
}

static plump_result take_triangles(pl_detail_draft* draft, plump_error* error) {
    plump_detail* detail = draft->detail;
    const plump_triangles* fine = &draft->def->fine;
    for (uint32_t t = 0; t < detail->triangle_count; ++t) {
        for (unsigned k = 0; k < 3; ++k) {
            uint32_t corner = pl_triangles_corner(fine, t, k);
            if (corner >= detail->vertex_count)
                return pl_fail(error, PLUMP_ERROR_DATA,
                               "triangle %u of the fine mesh uses vertex %u, there are %u",
                               (unsigned)t, (unsigned)corner, (unsigned)detail->vertex_count);
            detail->indices[3 * (size_t)t + k] = corner;
        }
        if (detail->groups) detail->groups[t] = pl_triangles_group(fine, t);
    }
    return PLUMP_OK;
}

// --- normals ---

static plump_result take_normals(pl_detail_draft* draft, plump_error* error) {
    const plump_detail_def* def = draft->def;
    plump_triangles list = {.positions = def->normals,
                            .position_type = def->normal_type,
                            .position_stride = def->normal_stride,
                            .vertex_count = draft->detail->vertex_count};
    for (uint32_t i = 0; i < list.vertex_count; ++i) {
        double given[3];
        pl_triangles_position(&list, i, given);
        pl_vec3d normal = pl_vec3d_load(given);
        if (!is_vector(normal) || !(pl_vec3d_max_abs(normal) > 0))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "the normal of vertex %u of the fine mesh is no direction; leave "
                           "normals NULL to have them made",
                           (unsigned)i);
        draft->normals[i] = pl_vec3d_normalize(normal, pl_vec3d_make(0, 0, 0));
    }
    return PLUMP_OK;
}

// The first vertex at the same place: vertices that were split for texture seams share a normal.
// Where hashes of different places are equal they stay apart.
static bool find_twins(pl_detail_draft* draft, uint32_t* first) {
    const plump_detail* detail = draft->detail;
    uint32_t count = detail->vertex_count;
    pl_keyed* keyed = pl_arena_alloc(&draft->scratch, count, sizeof *keyed);
    pl_keyed* spare = pl_arena_alloc(&draft->scratch, count, sizeof *spare);
    if (!keyed || !spare) return false;
    for (uint32_t i = 0; i < count; ++i) {
        const float* at = detail->rest + 3 * (size_t)i;
        const float plain[3] = {at[0] + 0.0f, at[1] + 0.0f, at[2] + 0.0f};  // -0 is 0
        keyed[i] = (pl_keyed){pl_hash_floats(PL_HASH_START, plain, 3), i};
    }
    pl_sort_keyed(keyed, spare, count);
    for (uint32_t i = 0, head = 0; i < count; ++i) {
        if (keyed[i].key != keyed[head].key) head = i;
        uint32_t one = keyed[head].value, other = keyed[i].value;
        const float *a = detail->rest + 3 * (size_t)one, *b = detail->rest + 3 * (size_t)other;
        first[other] = a[0] == b[0] && a[1] == b[1] && a[2] == b[2] ? one : other;
    }
    return true;
}

static void sum_areas(pl_detail_draft* draft, const uint32_t* first) {
    const plump_detail* detail = draft->detail;
    const pl_vec3d* at = draft->points;
    for (uint32_t t = 0; t < detail->triangle_count; ++t) {
        const uint32_t* c = detail->indices + 3 * (size_t)t;
        pl_vec3d area =
            pl_vec3d_cross(pl_vec3d_sub(at[c[1]], at[c[0]]), pl_vec3d_sub(at[c[2]], at[c[0]]));
        for (unsigned k = 0; k < 3; ++k) {
            pl_vec3d* sum = &draft->normals[first[c[k]]];
            *sum = pl_vec3d_add(*sum, area);
        }
    }
}

static plump_result make_normals(pl_detail_draft* draft, plump_error* error) {
    uint32_t count = draft->detail->vertex_count;
    void* mark = pl_arena_mark(&draft->scratch);
    uint32_t* first = pl_arena_alloc(&draft->scratch, count, sizeof *first);
    if (!first || !find_twins(draft, first))
        return pl_fail_memory(error, "making the normals of a detail mesh");
    sum_areas(draft, first);
    pl_vec3d none = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = 0; i < count; ++i)
        if (first[i] == i) draft->normals[i] = pl_vec3d_normalize(draft->normals[i], none);
    for (uint32_t i = 0; i < count; ++i) draft->normals[i] = draft->normals[first[i]];
    pl_arena_release(&draft->scratch, mark);
    return PLUMP_OK;
}

// --- all ---

static bool make_arrays(pl_detail_draft* draft) {
    plump_detail* d = draft->detail;
    size_t corners = 3 * (size_t)d->triangle_count;
    d->rest = pl_arena_alloc(&d->memory, d->vertex_count, 3 * sizeof *d->rest);
    d->indices = pl_arena_alloc(&d->memory, corners, sizeof *d->indices);
    if (draft->def->fine.groups)
        d->groups = pl_arena_alloc(&d->memory, d->triangle_count, sizeof *d->groups);
    draft->points = pl_arena_alloc(&draft->scratch, d->vertex_count, sizeof *draft->points);
    draft->normals = pl_arena_alloc_zero(&draft->scratch, d->vertex_count, sizeof *draft->normals);
    return d->rest && d->indices && (d->groups || !draft->def->fine.groups) && draft->points &&
           draft->normals;
}

plump_result pl_detail_take_fine(pl_detail_draft* draft, plump_error* error) {
    plump_detail* detail = draft->detail;
    const plump_triangles* fine = &draft->def->fine;
    detail->vertex_count = fine->vertex_count;
    detail->triangle_count = fine->triangle_count;
    if (!fine->indices && !fine->triangle_count) detail->triangle_count = fine->vertex_count / 3;
    memcpy(detail->origin, detail->mesh->origin, sizeof detail->origin);
    if (!make_arrays(draft)) return pl_fail_memory(error, "making a detail mesh");
    plump_result result = take_positions(draft, error);
    if (result == PLUMP_OK) result = take_triangles(draft, error);
    if (result != PLUMP_OK) return result;
    return draft->def->normals ? take_normals(draft, error) : make_normals(draft, error);
}
