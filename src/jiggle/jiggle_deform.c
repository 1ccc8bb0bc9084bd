// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the vertices are now: pairs are moved, pushed out of obstacles, mixed and written. What
// mixing left in obstacles is put out; then, if wanted, volumes are polished. The polish may drive
// vertices into obstacles: these are put out again and held, and the others are polished anew,
// until none moves. Obstacles have the last word.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_data.h"

#define CHUNK_VERTICES     4096u  // a multiple of 16
#define POLISH_ROUNDS_MOST 12

PL_ISA_TABLES(pl_jiggle_kernels);

const pl_jiggle_kernels* pl_jiggle_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_jiggle_kernels, isa);
}

typedef struct job {
    plump_jiggle* jiggle;
    pl_jiggle_out out;
} job;

// A block's ball as its matrix puts it, and the fields that reach it.
static void move_block(const plump_jiggle* jiggle, uint32_t index, pl_jiggle_flow* flow) {
    const pl_jiggle_block* block = &jiggle->blocks[index];
    const pl_jiggle_segment* segment = &jiggle->segments[block->segment];
    float centre[3], radius = block->radius * segment->stretch, far = 0;
    for (int k = 0; k < 3; ++k) {
        const float* m = segment->matrix + 4 * k;
        centre[k] =
            m[0] * block->centre[0] + m[1] * block->centre[1] + m[2] * block->centre[2] + m[3];
        float size = centre[k] < 0 ? -centre[k] : centre[k];
        far = size > far ? size : far;
    }
    radius += 1e-5f * (far + radius);  // rounding
    flow->segment = segment;
    for (int g = 0; g < PL_JIGGLE_GROUPS; ++g)
        pl_jiggle_find_reach(jiggle, g, block->segment, centre, &radius, &flow->reach[g]);
    jiggle->kernels->move(flow, index * PL_JIGGLE_BLOCK);
}

static void move_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const job* j = context;
    const plump_jiggle* jiggle = j->jiggle;
    uint32_t begin = chunk * PL_JIGGLE_CHUNK_BLOCKS, end = begin + PL_JIGGLE_CHUNK_BLOCKS;
    end = end < jiggle->block_count ? end : jiggle->block_count;
    pl_jiggle_flow flow;
    flow.jiggle = jiggle;
    flow.with_normals = j->out.normals != NULL;
    for (uint32_t i = begin; i < end; ++i) move_block(jiggle, i, &flow);
}

static uint32_t chunk_end(const plump_jiggle* jiggle, uint32_t begin) {
    uint32_t left = jiggle->vertex_padded - begin;
    return begin + (left < CHUNK_VERTICES ? left : CHUNK_VERTICES);
}

static void mix_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const job* j = context;
    uint32_t begin = chunk * CHUNK_VERTICES;
    j->jiggle->kernels->mix(j->jiggle, &j->out, begin, chunk_end(j->jiggle, begin));
}

static void clear_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const job* j = context;
    uint32_t begin = chunk * CHUNK_VERTICES;
    pl_jiggle_clear_out(j->jiggle, &j->out, begin, chunk_end(j->jiggle, begin));
}

static void clear_all(job* j) {
    uint32_t chunks = pl_jiggle_chunks(j->jiggle->vertex_padded, CHUNK_VERTICES);
    if (j->jiggle->contacts.count > 0)
        pl_task_parallel_for(j->jiggle->pool, chunks, clear_chunk, j);
}

// Until no vertex is put out that was not before: those are held.
static void polish_all(job* j) {
    plump_jiggle* jiggle = j->jiggle;
    uint32_t before, held = pl_jiggle_held_count(jiggle);
    int round = 0;
    do {
        before = held;
        pl_jiggle_polish_out(jiggle, &j->out);
        clear_all(j);
        held = pl_jiggle_held_count(jiggle);
    } while (held > before && ++round < POLISH_ROUNDS_MOST);
}

static bool run_job(job* j) {
    plump_jiggle* jiggle = j->jiggle;
    pl_jiggle_make_fields(jiggle);
    pl_task_parallel_for(
        jiggle->pool, pl_jiggle_chunks(jiggle->block_count, PL_JIGGLE_CHUNK_BLOCKS), move_chunk, j);
    if (!pl_jiggle_collide(jiggle, j->out.normals != NULL)) return false;
    uint32_t chunks = pl_jiggle_chunks(jiggle->vertex_padded, CHUNK_VERTICES);
    pl_task_parallel_for(jiggle->pool, chunks, mix_chunk, j);
    if (jiggle->polish.parts) memset(jiggle->polish.held, 0, jiggle->vertex_count);
    clear_all(j);
    if (jiggle->polish.parts) polish_all(j);
    jiggle->guest_count = 0;
    jiggle->is_deformed = true;
    return true;
}

// --- the calls ---

static plump_result check_stride(size_t stride, size_t size, const char* what, plump_error* error) {
    if (stride == 0 || stride >= size) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the stride of %s is %zu bytes; three numbers need %zu", what, stride, size);
}

plump_result plump_jiggle_deform(plump_jiggle* jiggle, plump_scalar_type type, void* positions,
                                 size_t position_stride, void* normals, size_t normal_stride,
                                 uint32_t capacity, plump_error* error) {
    if (!jiggle) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer");
    if ((unsigned)type > PLUMP_SCALAR_FLOAT64 || !positions)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the number type or the buffer to write into is none");
    if (capacity < jiggle->vertex_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the buffer has room for %u vertices, the mesh has %u", (unsigned)capacity,
                       (unsigned)jiggle->vertex_count);
    size_t size = type == PLUMP_SCALAR_FLOAT64 ? 3 * sizeof(double) : 3 * sizeof(float);
    plump_result result = check_stride(position_stride, size, "positions", error);
    if (result == PLUMP_OK && normals) result = check_stride(normal_stride, size, "normals", error);
    if (result != PLUMP_OK) return result;
    job j = {jiggle,
             {type, positions, normals, position_stride ? position_stride : size,
              normal_stride ? normal_stride : size}};
    pl_fpmode mode = pl_fpmode_enter();
    bool done = run_job(&j);
    pl_fpmode_leave(mode);
    return done ? PLUMP_OK : pl_fail_memory(error, "pushing a mesh out of obstacles");
}

static plump_result check_bind(const plump_jiggle* jiggle, const float* positions, size_t stride,
                               const char* what, plump_error* error) {
    plump_result result = check_stride(stride, 3 * sizeof(float), what, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < jiggle->vertex_count; ++i) {
        float at[3];
        memcpy(at, (const unsigned char*)positions + i * (stride ? stride : sizeof at), sizeof at);
        for (int k = 0; k < 3; ++k)
            if (!((double)at[k] <= PL_JIGGLE_COORDINATE_MOST &&
                  (double)at[k] >= -PL_JIGGLE_COORDINATE_MOST))
                return pl_fail(error, PLUMP_ERROR_DATA,
                               "the %s of vertex %u are not finite, or beyond 1e9", what,
                               (unsigned)i);
    }
    return result;
}

// Copies three floats per vertex, less an origin.
static void take_rows(const plump_jiggle* jiggle, const float* from, size_t stride,
                      const double origin[3], float* to) {
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        float at[3];
        memcpy(at, (const unsigned char*)from + i * (stride ? stride : sizeof at), sizeof at);
        for (unsigned k = 0; k < 3; ++k) to[3 * (size_t)i + k] = (float)((double)at[k] - origin[k]);
    }
}

plump_result plump_jiggle_set_bind(plump_jiggle* jiggle, const float* positions,
                                   size_t position_stride, const float* normals,
                                   size_t normal_stride, plump_error* error) {
    const double none[3] = {0, 0, 0};
    if (!jiggle || !positions)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer, or no bind pose");
    if (jiggle->ride.drives)
        return pl_fail(
            error, PLUMP_ERROR_ARGUMENT,
            "a soft body has taken the place of the bind pose: call plump_jiggle_reset() "
            "first");
    plump_result result = check_bind(jiggle, positions, position_stride, "positions", error);
    if (result == PLUMP_OK && normals)
        result = check_bind(jiggle, normals, normal_stride, "normals", error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    if (!pl_jiggle_make_morph(jiggle)) {
        pl_fpmode_leave(mode);
        return pl_fail_memory(error, "following morph targets");
    }
    pl_jiggle_drop_ride(jiggle);  // it was made of the old one
    take_rows(jiggle, positions, position_stride, jiggle->centre, jiggle->bind);
    if (normals) {
        take_rows(jiggle, normals, normal_stride, none, jiggle->normals);
    } else {
        pl_jiggle_make_normals(jiggle);
    }
    pl_jiggle_spread_bind(jiggle);
    pl_jiggle_follow_morph(jiggle);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}
