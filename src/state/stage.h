// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a stage is given, and how it spreads its work: every body that is awake is cut into spans,
// spans are bundled into chunks of about equal work, chunks are run by the pool. Spans depend on
// the bodies alone, never on the number of workers. All lists are made when the step begins, in
// memory set aside when bodies were created.
#ifndef PL_STATE_STAGE_H
#define PL_STATE_STAGE_H

#include "src/state/bone_state.h"
#include "src/state/contact_state.h"
#include "src/state/muscle_state.h"

typedef struct pl_span {
    pl_body* body;
    uint32_t begin, end;
} pl_span;

typedef struct pl_span_list {
    pl_span* spans;
    size_t span_count, span_capacity;
    uint32_t* chunks;  // first span of each chunk, and one more at the end
    size_t chunk_count, chunk_capacity;
} pl_span_list;

// Bodies that follow each other, with the chunks of their spans: a few small ones, whose arrays
// stay near the processor from one phase to the next, or large ones.
typedef struct pl_batch {
    uint32_t body, particle_chunk, region_chunk;  // the first of each
    bool large;
} pl_batch;

typedef struct pl_stage {
    pl_body** bodies;  // awake, in order of creation
    uint32_t body_count;
    size_t body_capacity;
    pl_span_list particles;  // of all these bodies: [0, padded) in spans of PL_SPAN_PARTICLES
    pl_span_list regions;    // [0, regions) of each, in the model's span length
    pl_batch* batches;       // and one more at the end
    uint32_t batch_count;
    size_t batch_capacity;
    pl_task_pool* pool;
    pl_isa isa;
    float step;  // the whole step, s
    const float* gravity;
    float h;         // substep, s
    bool own_pace;   // the number of substeps is the world's choice, and changes with what happens
    uint32_t pass;   // of a stage that goes over bodies several times, from 0
    float fraction;  // how much of the step will have passed at the end of this substep, 0..1
    uint64_t tick;   // substeps since the start: whose turn it is in checks that take turns

    // the world, of which the awake bodies above are a part
    pl_body* const* all;  // by index
    uint32_t all_count;
    pl_obstacle* const* obstacles;
    uint32_t obstacle_count;
    pl_attachment* const* attachments;
    uint32_t attachment_count;
    pl_bone* const* bones;  // each behind the one it hangs on
    uint32_t bone_count;
    struct pl_skeleton* skeleton;
    pl_muscle* const* muscles;
    uint32_t muscle_count;
    const uint64_t*
        apart;  // pairs of bodies that do not meet: lower id << 32 | higher id, ascending
    size_t apart_count;
    struct pl_collide* collide;  // the collide stage's
    struct pl_resolve* resolve;  // the contact stage's
    pl_contact_list* contacts;   // of this substep
} pl_stage;

typedef void pl_span_fn(const pl_span* span, const pl_stage* stage);
typedef void pl_body_fn(pl_body* body, const pl_stage* stage);

// Room for these bodies in all lists. False: out of memory; the lists are as they were.
bool pl_stage_reserve(pl_stage* stage, const plump_allocator* hooks, pl_body* const* bodies,
                      size_t count);
void pl_stage_free(pl_stage* stage, const plump_allocator* hooks);
// Takes in the bodies that are awake.
void pl_stage_fill(pl_stage* stage, pl_body* const* bodies, size_t count);

// Runs the function on every span, in parallel; returns when all are done.
void pl_stage_particles(const pl_stage* stage, pl_span_fn* run);
void pl_stage_regions(const pl_stage* stage, pl_span_fn* run);
// Once per body, in parallel.
void pl_stage_bodies(const pl_stage* stage, pl_body_fn* run);
// The same for work that takes next to no time: few bodies are not worth a phase.
void pl_stage_light(const pl_stage* stage, pl_body_fn* run);

// Runs work that never looks from one body to another, in any number of phases, batch by batch:
// 1,000 small bodies would otherwise be fetched from afar anew in every phase.
typedef void pl_stage_fn(const pl_stage* stage);
void pl_stage_batches(const pl_stage* stage, pl_stage_fn* work);

// A phase of its own: the block sums of the span's motion, into body->motion_sums.
void pl_motion_sum_span(const pl_span* span, const pl_stage* stage);
// The same of other vectors in the place of positions, and of velocities (NULL: the body's own).
void pl_motion_sum_of(const pl_span* span, const pl_stage* stage, const float* const x[3],
                      const float* const v[3]);
// The sums of all the body's spans, joined.
pl_motion pl_motion_join_body(const pl_body* body, pl_inertia* inertia);
// v += turn x (x - centre)
void pl_motion_turn_span(const pl_span* span, pl_vec3d turn, pl_vec3d centre);

#endif
