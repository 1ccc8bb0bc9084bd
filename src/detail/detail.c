// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Detail meshes: made, asked, destroyed. The idea is told in detail_data.h.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/detail/detail_data.h"
#include "src/mesh/mesh_data.h"

#define REACH_MOST 1000.0  // sizes

plump_detail_def plump_default_detail_def(void) {
    plump_detail_def def;
    memset(&def, 0, sizeof def);
    def.reach = 0.25;
    def.cookie = PL_COOKIE_DETAIL;
    return def;
}

// --- making ---

static plump_result check_normals(const plump_detail_def* def, plump_error* error) {
    if ((unsigned)def->normal_type > PLUMP_SCALAR_FLOAT64)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "normal_type is no plump_scalar_type");
    size_t number = def->normal_type == PLUMP_SCALAR_FLOAT64 ? sizeof(double) : sizeof(float);
    if (def->normal_stride != 0 && def->normal_stride < 3 * number)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "normal_stride is %zu bytes, one needs %zu",
                       def->normal_stride, 3 * number);
    return PLUMP_OK;
}

static plump_result check_def(const plump_detail_def* def, plump_error* error) {
    if (!def || def->cookie != PL_COOKIE_DETAIL)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "begin a plump_detail_def with plump_default_detail_def()");
    if (!def->mesh)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the detail mesh has no coarse mesh to follow");
    if (!(def->reach > 0 && def->reach <= REACH_MOST))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the reach is %g; it must be above 0 and at most %g", def->reach,
                       REACH_MOST);
    plump_result result = check_normals(def, error);
    if (result == PLUMP_OK) result = pl_triangles_check_layout(&def->fine, error);
    if (result != PLUMP_OK) return result;
    if (!def->fine.positions || def->fine.vertex_count == 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "the fine mesh has no vertices");
    if (def->fine.indices ? def->fine.triangle_count == 0 : def->fine.vertex_count < 3)
        return pl_fail(error, PLUMP_ERROR_DATA, "the fine mesh has no triangles");
    return PLUMP_OK;
}

// The coarse mesh at rest, as reading would see it.
static bool lay_out_rest(pl_detail_draft* draft) {
    const plump_detail* detail = draft->detail;
    const pl_surface* surface = detail->surface;
    pl_detail_job* rest = &draft->rest;
    rest->detail = detail;
    rest->kernels = pl_detail_kernels_get(PL_ISA_SCALAR);
    for (int k = 0; k < 3; ++k) rest->x[k] = surface->rest[k];
    rest->size = detail->unit;
    rest->shrink = (float)(1 / detail->unit);
    if (!pl_detail_make_room(rest, &draft->scratch)) return false;
    rest->kernels->points(rest, 0, surface->padded);
    return true;
}

// Rebuilds the fine mesh at rest, and compares.
static bool measure_rest(pl_detail_draft* draft) {
    plump_detail* detail = draft->detail;
    pl_detail_job* rest = &draft->rest;
    double* out = pl_arena_alloc(&draft->scratch, detail->vertex_count, 3 * sizeof *out);
    if (!out || !pl_detail_make_room(rest, &draft->scratch)) return false;
    rest->type = PLUMP_SCALAR_FLOAT64;
    rest->position_out = (unsigned char*)out;
    rest->position_stride = 3 * sizeof *out;
    pl_detail_run_job(rest, NULL);
    double most = 0;
    for (uint32_t i = 0; i < detail->vertex_count; ++i) {
        pl_vec3d given = pl_vec3d_scale(draft->points[i], detail->unit);
        double off = pl_vec3d_distance(pl_vec3d_load(out + 3 * (size_t)i), given);
        most = off > most ? off : most;
    }
    draft->report.rest_error = most;
    return true;
}

static plump_result fill(pl_detail_draft* draft, plump_error* error) {
    plump_detail* detail = draft->detail;
    detail->mesh = draft->def->mesh;
    detail->surface = pl_mesh_surface(detail->mesh, NULL);
    detail->rings = pl_rings_get(detail->mesh, NULL);
    if (!detail->surface || !detail->rings) return pl_fail_memory(error, "making a detail mesh");
    detail->unit = detail->surface->extent;
    plump_result result = pl_detail_take_fine(draft, error);
    if (result != PLUMP_OK) return result;
    if (!lay_out_rest(draft)) return pl_fail_memory(error, "making a detail mesh");
    result = pl_detail_make_frames(draft, error);
    if (result == PLUMP_OK) result = pl_detail_bind(draft, error);
    if (result != PLUMP_OK) return result;
    draft->report.vertex_count = detail->vertex_count;
    draft->report.triangle_count = detail->triangle_count;
    return measure_rest(draft) ? PLUMP_OK : pl_fail_memory(error, "making a detail mesh");
}

plump_result plump_detail_create(const plump_detail_def* def, plump_detail** detail,
                                 plump_detail_report* report, plump_error* error) {
    if (!detail)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the detail mesh");
    *detail = NULL;
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_detail* made = pl_alloc_zero(&hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a detail mesh");
    made->memory = pl_arena_make(hooks);
    pl_detail_draft draft = {.detail = made, .def = def, .scratch = pl_arena_make(hooks)};
    pl_fpmode mode = pl_fpmode_enter();
    result = fill(&draft, error);
    pl_fpmode_leave(mode);
    pl_arena_release(&draft.scratch, NULL);
    if (result != PLUMP_OK) {
        plump_detail_destroy(made);
        return result;
    }
    *detail = made;
    if (report) *report = draft.report;
    return PLUMP_OK;
}

void plump_detail_destroy(plump_detail* detail) {
    if (!detail) return;
    plump_allocator hooks = detail->memory.hooks;
    pl_arena_release(&detail->memory, NULL);
    pl_free(&hooks, detail);
}

// --- asking ---

const plump_mesh* plump_detail_mesh(const plump_detail* detail) {
    return detail ? detail->mesh : NULL;
}

uint32_t plump_detail_vertex_count(const plump_detail* detail) {
    return detail ? detail->vertex_count : 0;
}

uint32_t plump_detail_triangle_count(const plump_detail* detail) {
    return detail ? detail->triangle_count : 0;
}

const uint32_t* plump_detail_indices(const plump_detail* detail) {
    return detail ? detail->indices : NULL;
}

plump_triangles plump_detail_triangles(const plump_detail* detail) {
    plump_triangles list;
    memset(&list, 0, sizeof list);
    if (!detail) return list;
    list.positions = detail->rest;
    list.vertex_count = detail->vertex_count;
    list.indices = detail->indices;
    list.index_type = PLUMP_INDEX_UINT32;
    list.triangle_count = detail->triangle_count;
    list.groups = detail->groups;
    memcpy(list.origin, detail->origin, sizeof list.origin);
    return list;
}
