// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the fine vertices are now. Four phases on the world's threads: rows of the coarse
// positions, frames, patches, vertices.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/detail/detail_data.h"
#include "src/world/world_data.h"

#define CHUNK 2048u  // elements; a multiple of 16

PL_ISA_TABLES(pl_detail_kernels);

const pl_detail_kernels* pl_detail_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_detail_kernels, isa);
}

// --- a job ---

bool pl_detail_make_room(pl_detail_job* job, pl_arena* memory) {
    const plump_detail* detail = job->detail;
    uint32_t places = detail->surface->padded;
    job->points = pl_arena_alloc(memory, places, 4 * sizeof(float));
    job->frames = pl_arena_alloc(memory, places, PL_FRAME_STRIDE * sizeof(float));
    job->patches = pl_arena_alloc(memory, detail->patch_padded, PL_PATCH_STRIDE * sizeof(float));
    return job->points && job->frames && job->patches;
}

typedef struct phase {
    const pl_detail_job* job;
    pl_detail_run* run;
    uint32_t count;  // a multiple of 16
} phase;

static void run_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const phase* p = context;
    uint32_t begin = chunk * CHUNK, end = p->count - begin < CHUNK ? p->count : begin + CHUNK;
    p->run(p->job, begin, end);
}

static void run_phase(const pl_detail_job* job, pl_task_pool* pool, pl_detail_run* run,
                      uint32_t count) {
    phase p = {job, run, count};
    uint32_t chunks = count / CHUNK + (count % CHUNK != 0);
    if (pool) {
        pl_task_parallel_for(pool, chunks, run_chunk, &p);
    } else {
        for (uint32_t i = 0; i < chunks; ++i) run_chunk(i, 0, &p);
    }
}

void pl_detail_run_job(const pl_detail_job* job, pl_task_pool* pool) {
    const plump_detail* detail = job->detail;
    const pl_detail_kernels* kernels = job->kernels;
    run_phase(job, pool, kernels->points, detail->surface->padded);
    run_phase(job, pool, kernels->frames, detail->surface->padded);
    pl_detail_mend_frames(job);
    run_phase(job, pool, kernels->patches, detail->patch_padded);
    run_phase(job, pool, kernels->vertices, detail->vertex_padded);
}

// --- the call ---

static plump_result check_stride(size_t stride, size_t size, const char* what, plump_error* error) {
    if (stride == 0 || stride >= size) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the stride of %s is %zu bytes; three numbers need %zu", what, stride, size);
}

static plump_result check_call(const plump_detail* detail, const pl_body* body,
                               const pl_detail_job* job, uint32_t capacity, plump_error* error) {
    if ((unsigned)job->type > PLUMP_SCALAR_FLOAT64 || !job->position_out)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the number type or the buffer to read into is none");
    if (body->mesh != detail->mesh)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the body has another mesh than the one its detail mesh was made for");
    if (capacity < detail->vertex_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the buffer has room for %u vertices, the detail mesh has %u",
                       (unsigned)capacity, (unsigned)detail->vertex_count);
    return PLUMP_OK;
}

static plump_result run_read(pl_detail_job* job, pl_task_pool* pool, plump_error* error) {
    pl_arena memory = pl_arena_make(job->detail->memory.hooks);
    plump_result result = PLUMP_OK;
    if (pl_detail_make_room(job, &memory)) {
        pl_fpmode mode = pl_fpmode_enter();
        pl_detail_run_job(job, pool);
        pl_fpmode_leave(mode);
    } else {
        result = pl_fail_memory(error, "reading a detail mesh");
    }
    pl_arena_release(&memory, NULL);
    return result;
}

plump_result plump_detail_read(const plump_detail* detail, const plump_world* world,
                               plump_body_id id, plump_scalar_type type, void* positions,
                               size_t position_stride, void* normals, size_t normal_stride,
                               uint32_t capacity, plump_error* error) {
    const pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (!detail) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no detail mesh");
    size_t size = type == PLUMP_SCALAR_FLOAT64 ? 3 * sizeof(double) : 3 * sizeof(float);
    pl_detail_job job = {.detail = detail,
                         .kernels = pl_detail_kernels_get(world->isa),
                         .x = {body->x[0], body->x[1], body->x[2]},
                         .size = detail->unit * (double)body->def.scale,
                         .origin = {body->origin[0], body->origin[1], body->origin[2]},
                         .type = type,
                         .position_out = positions,
                         .normal_out = normals,
                         .position_stride = position_stride ? position_stride : size,
                         .normal_stride = normal_stride ? normal_stride : size};
    job.shrink = (float)(1 / job.size);
    plump_result result = check_call(detail, body, &job, capacity, error);
    if (result == PLUMP_OK) result = check_stride(position_stride, size, "positions", error);
    if (result == PLUMP_OK && normals) result = check_stride(normal_stride, size, "normals", error);
    return result == PLUMP_OK ? run_read(&job, world->pool, error) : result;
}
