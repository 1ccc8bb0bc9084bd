// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/state/stage.h"

static uint32_t particle_count(const pl_body* body, uint32_t* span_length) {
    *span_length = PL_SPAN_PARTICLES;
    return body->padded;
}

static uint32_t region_count(const pl_body* body, uint32_t* span_length) {
    *span_length = body->region_span;
    return body->region_count;
}

typedef uint32_t count_fn(const pl_body* body, uint32_t* span_length);

static bool reserve_spans(pl_span_list* list, const plump_allocator* hooks, pl_body* const* bodies,
                          size_t count, count_fn* elements) {
    size_t spans = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t length, total = elements(bodies[i], &length);
        spans += total / length + (total % length != 0);
    }
    return pl_grow(hooks, (void**)&list->spans, &list->span_capacity, 0, spans,
                   sizeof *list->spans) &&
           pl_grow(hooks, (void**)&list->chunks, &list->chunk_capacity, 0, spans + 1,
                   sizeof *list->chunks);
}

bool pl_stage_reserve(pl_stage* stage, const plump_allocator* hooks, pl_body* const* bodies,
                      size_t count) {
    return pl_grow(hooks, (void**)&stage->bodies, &stage->body_capacity, 0, count,
                   sizeof(pl_body*)) &&
           pl_grow(hooks, (void**)&stage->batches, &stage->batch_capacity, 0, count + 1,
                   sizeof *stage->batches) &&
           reserve_spans(&stage->particles, hooks, bodies, count, particle_count) &&
           reserve_spans(&stage->regions, hooks, bodies, count, region_count);
}

static void free_spans(pl_span_list* list, const plump_allocator* hooks) {
    pl_free(hooks, list->spans);
    pl_free(hooks, list->chunks);
}

void pl_stage_free(pl_stage* stage, const plump_allocator* hooks) {
    pl_free(hooks, stage->bodies);
    pl_free(hooks, stage->batches);
    free_spans(&stage->particles, hooks);
    free_spans(&stage->regions, hooks);
}

// Small bodies share a chunk: handing one out costs about 20 ns, a full span is some 10 us of work.
static void add_spans(pl_span_list* list, pl_body* const* bodies, uint32_t count,
                      count_fn* elements) {
    double filled = 1;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t length, total = elements(bodies[i], &length);
        for (uint32_t begin = 0; begin < total; begin += length) {
            uint32_t end = total - begin < length ? total : begin + length;
            if (filled >= 0.75) {
                list->chunks[list->chunk_count++] = (uint32_t)list->span_count;
                filled = 0;
            }
            list->spans[list->span_count++] = (pl_span){bodies[i], begin, end};
            filled += (double)(end - begin) / length;
        }
    }
    list->chunks[list->chunk_count] = (uint32_t)list->span_count;
}

// --- batches ---

#define BATCH_PLACES 512   // small bodies go together up to this
#define LARGE_PLACES 1024  // about a megabyte: larger bodies are shared among workers

// Where the batch that begins at a body ends.
static uint32_t batch_end(const pl_stage* stage, uint32_t begin) {
    bool large = stage->bodies[begin]->padded > LARGE_PLACES;
    uint32_t places = 0, end = begin;
    for (; end < stage->body_count; ++end) {
        uint32_t more = stage->bodies[end]->padded;
        if ((more > LARGE_PLACES) != large) break;
        if (!large && end > begin && places + more > BATCH_PLACES) break;
        places += more;
    }
    return end;
}

static void add_batch(pl_stage* stage, uint32_t body, bool large) {
    stage->batches[stage->batch_count] = (pl_batch){body, (uint32_t)stage->particles.chunk_count,
                                                    (uint32_t)stage->regions.chunk_count, large};
}

void pl_stage_fill(pl_stage* stage, pl_body* const* bodies, size_t count) {
    stage->body_count = stage->batch_count = 0;
    stage->particles.span_count = stage->particles.chunk_count = 0;
    stage->regions.span_count = stage->regions.chunk_count = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!bodies[i]->asleep) stage->bodies[stage->body_count++] = bodies[i];
    }
    for (uint32_t begin = 0; begin < stage->body_count;) {
        uint32_t end = batch_end(stage, begin);
        add_batch(stage, begin, stage->bodies[begin]->padded > LARGE_PLACES);
        stage->batch_count++;
        add_spans(&stage->particles, stage->bodies + begin, end - begin, particle_count);
        add_spans(&stage->regions, stage->bodies + begin, end - begin, region_count);
        begin = end;
    }
    add_batch(stage, stage->body_count, true);
}

typedef struct {
    const pl_stage* stage;
    const pl_span_list* list;
    pl_span_fn* run;
} span_job;

static void run_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const span_job* job = context;
    uint32_t end = job->list->chunks[chunk + 1];
    for (uint32_t i = job->list->chunks[chunk]; i < end; ++i)
        job->run(&job->list->spans[i], job->stage);
}

static void run_spans(const pl_stage* stage, const pl_span_list* list, pl_span_fn* run) {
    span_job job = {stage, list, run};
    pl_task_parallel_for(stage->pool, (uint32_t)list->chunk_count, run_chunk, &job);
}

void pl_stage_particles(const pl_stage* stage, pl_span_fn* run) {
    run_spans(stage, &stage->particles, run);
}

void pl_stage_regions(const pl_stage* stage, pl_span_fn* run) {
    run_spans(stage, &stage->regions, run);
}

typedef struct {
    const pl_stage* stage;
    pl_body_fn* run;
} body_job;

static void run_body(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const body_job* job = context;
    job->run(job->stage->bodies[chunk], job->stage);
}

void pl_stage_bodies(const pl_stage* stage, pl_body_fn* run) {
    body_job job = {stage, run};
    pl_task_parallel_for(stage->pool, stage->body_count, run_body, &job);
}

#define LIGHT_BODIES 64  // some 50 ns each; a phase takes up to 5 us

void pl_stage_light(const pl_stage* stage, pl_body_fn* run) {
    if (stage->body_count > LIGHT_BODIES) {
        pl_stage_bodies(stage, run);
        return;
    }
    for (uint32_t i = 0; i < stage->body_count; ++i) run(stage->bodies[i], stage);
}

// --- batch by batch ---

typedef struct {
    const pl_stage* stage;
    uint32_t first;
    pl_stage_fn* work;
} batch_job;

static void cut_chunks(pl_span_list* list, uint32_t begin, uint32_t end) {
    list->chunks += begin;
    list->chunk_count = end - begin;
}

// The batch as if there were no other bodies.
static void run_batch(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const batch_job* job = context;
    const pl_batch* batch = &job->stage->batches[job->first + index];
    pl_stage part = *job->stage;
    part.bodies += batch[0].body;
    part.body_count = batch[1].body - batch[0].body;
    cut_chunks(&part.particles, batch[0].particle_chunk, batch[1].particle_chunk);
    cut_chunks(&part.regions, batch[0].region_chunk, batch[1].region_chunk);
    job->work(&part);
}

#define BATCHES_A_WORKER 2  // with fewer some would wait for others: all then share every phase

void pl_stage_batches(const pl_stage* stage, pl_stage_fn* work) {
    if (stage->batch_count < BATCHES_A_WORKER * pl_task_worker_count(stage->pool)) {
        work(stage);
        return;
    }
    for (uint32_t i = 0; i < stage->batch_count;) {
        batch_job job = {stage, i, work};
        uint32_t end = i + 1;
        while (end < stage->batch_count && !stage->batches[i].large && !stage->batches[end].large)
            ++end;
        if (stage->batches[i].large) {
            run_batch(0, 0, &job);
        } else {
            pl_task_parallel_for(stage->pool, end - i, run_batch, &job);
        }
        i = end;
    }
}

void pl_motion_sum_of(const pl_span* span, const pl_stage* stage, const float* const x[3],
                      const float* const v[3]) {
    const pl_motion_kernels* kernels = pl_motion_kernels_get(stage->isa);
    const pl_body* body = span->body;
    const float* own[3] = {body->v[0], body->v[1], body->v[2]};
    for (uint32_t begin = span->begin; begin < span->end; begin += PL_MOTION_BLOCK) {
        uint32_t end = span->end - begin < PL_MOTION_BLOCK ? span->end : begin + PL_MOTION_BLOCK;
        kernels->block(x, v ? v : own, body->mass, begin, end,
                       body->motion_sums + (size_t)(begin / PL_MOTION_BLOCK) * PL_MOTION_CHANNELS);
    }
}

void pl_motion_sum_span(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    pl_motion_sum_of(span, stage, x, NULL);
}

pl_motion pl_motion_join_body(const pl_body* body, pl_inertia* inertia) {
    return pl_motion_join(body->motion_sums, pl_motion_block_count(body->padded), inertia);
}

void pl_motion_turn_span(const pl_span* span, pl_vec3d turn, pl_vec3d centre) {
    pl_body* body = span->body;
    pl_vec3 w = pl_vec3d_narrow(turn), c = pl_vec3d_narrow(centre);
    if (w.x == 0.0f && w.y == 0.0f && w.z == 0.0f) return;
    uint32_t end = span->end < body->count ? span->end : body->count;
    for (uint32_t i = span->begin; i < end; ++i) {
        pl_vec3 r = pl_vec3_make(body->x[0][i] - c.x, body->x[1][i] - c.y, body->x[2][i] - c.z);
        pl_vec3 v = pl_vec3_cross(w, r);
        body->v[0][i] += v.x;
        body->v[1][i] += v.y;
        body->v[2][i] += v.z;
    }
}
