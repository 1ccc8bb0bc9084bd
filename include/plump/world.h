// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_WORLD_H
#define PLUMP_WORLD_H

/// A world of soft bodies, and its step.
///
/// The same calls give the same bits on every machine, for any number of workers. Different worlds
/// may be used from different threads at once; one world from one thread at a time.

#include <plump/body.h>
#include <plump/task.h>

/// How a world starts. Begin with plump_default_world_def(), then change what you need.
typedef struct plump_world_def {
    float gravity[3];           ///< m/s^2, default 0, -9.81, 0
    uint32_t substep_limit;     ///< most substeps that 0 ("as needed") may mean, default 16
    uint32_t contact_capacity;  ///< most contacts in a substep, a bound: beyond it contacts are
                                ///< dropped; 0 (default): none, room grows as needed
    uint32_t
        worker_count;  ///< threads of an own pool, the caller's among them; 0: one per processor
    plump_task_system tasks;    ///< or the caller's task system; zero: the own pool
    plump_allocator allocator;  ///< zero: the C library's
    bool lean_snapshots;  ///< leave points, triangles and parts of obstacles out of snapshots: they
                          ///< are smaller, and taken by worlds alone that have such obstacles
    bool trail;           ///< hash the state after every stage, see plump_world_trail()
    uint32_t cookie;      ///< written by plump_default_world_def(), checked on create
} plump_world_def;

PLUMP_API plump_world_def plump_default_world_def(void);
PLUMP_API plump_result plump_world_create(const plump_world_def* def, plump_world** world,
                                          plump_error* error);
/// Frees the world and its bodies; NULL is fine. Meshes are the caller's.
PLUMP_API void plump_world_destroy(plump_world* world);

PLUMP_API plump_result plump_world_set_gravity(plump_world* world, const float gravity[3],
                                               plump_error* error);
PLUMP_API void plump_world_get_gravity(const plump_world* world, float gravity[3]);

/// The stages of a step, in their order.
typedef enum plump_stage {
    PLUMP_STAGE_PREDICT,
    PLUMP_STAGE_ELASTIC,
    PLUMP_STAGE_COLLIDE,
    PLUMP_STAGE_CONTACT,
    PLUMP_STAGE_VOLUME_POSITIONS,
    PLUMP_STAGE_VOLUME_VELOCITIES,
    PLUMP_STAGE_FINISH,
    PLUMP_STAGE_COUNT
} plump_stage;

/// "predict", ...; NULL beyond the last.
PLUMP_API const char* plump_stage_name(plump_stage stage);

/// What happened in a step. Only the times depend on the machine.
typedef struct plump_step_report {
    uint64_t step;      ///< steps so far, this one included
    uint32_t substeps;  ///< taken
    float substep;      ///< length of each, s
    uint32_t body_count;
    uint32_t asleep_count;     ///< of themselves: neither of the next two counts here
    uint32_t frozen_count;     ///< by plump_body_set_frozen(), and not disabled
    uint32_t disabled_count;   ///< by plump_body_set_enabled()
    uint32_t particle_count;   ///< in bodies that are awake
    uint32_t contained_count;  ///< bodies whose state was not usable and was mended
    plump_body_id contained_first;
    uint32_t unreachable_count;  ///< bodies whose frequency this substep cannot reach
    plump_body_id unreachable_first;
    double volume_error;  ///< largest |volume / target - 1| at the end of any substep ...
    plump_body_id volume_error_body;  ///< ... and whose; bodies that sleep or are free are left out
    /// Bodies whose volume_state is PLUMP_VOLUME_RETURNING: in some substep, none was worse.
    uint32_t returning_count;
    plump_body_id returning_first;
    uint32_t infeasible_count;  ///< bodies PLUMP_VOLUME_INFEASIBLE in some substep
    plump_body_id infeasible_first;
    uint32_t contact_count;  ///< that carried load in the last substep
    /// Contacts that found no room, in all substeps: beyond contact_capacity (raise it), or without
    /// memory to grow. Those with obstacles are the last to be dropped, those of bodies with
    /// themselves the first.
    uint32_t contact_dropped;
    uint32_t contact_dropped_obstacle, contact_dropped_body, contact_dropped_self;  ///< of them
    uint32_t contact_room;   ///< for so many contacts in a substep there is room now
    uint32_t contact_grown;  ///< how often lists of contacts grew in this step: only such steps
                             ///< allocate memory
    double
        penetration;  ///< deepest overlap of any body that is awake, as in plump_body_info, m ...
    plump_body_id penetration_body;  ///< ... and whose; plump_world_measure_overlap() tells more
    double roughness;  ///< of the roughest body that was awake, in edges, about: see ...
    plump_body_id roughness_body;  ///< ... plump_body_info.roughness; and whose
    uint32_t stopped_count;        ///< bodies too fast for a substep, slowed down where they hit
    plump_body_id stopped_first;
    uint32_t broken_count;  ///< attachments that broke
    uint32_t fell_asleep_count, woke_count;
    double stage_seconds[PLUMP_STAGE_COUNT];
    double seconds;
} plump_step_report;

/// Advances the world by dt seconds in equal substeps; 0 substeps: as many as the stiffest body
/// needs, more while soft bodies fly towards each other. dt is 1e-7 to 10 s, substeps at most
/// 1,000.
PLUMP_API plump_result plump_world_step(plump_world* world, float dt, uint32_t substeps,
                                        plump_error* error);
/// About the last step; zero before the first. Lent until the next step.
PLUMP_API const plump_step_report* plump_world_report(const plump_world* world);

/// The bodies, in order of creation. Fills up to `capacity`; returns how many there are.
PLUMP_API uint32_t plump_world_bodies(const plump_world* world, plump_body_id* bodies,
                                      uint32_t capacity);

/// One number for the whole state: equal states have equal hashes on every machine.
PLUMP_API uint64_t plump_world_hash(const plump_world* world);
/// With def.trail: the hash after each stage of the last step, substep by substep. Comparing two
/// trails names the first stage that differs. Lent until the next step.
typedef struct plump_trail_entry {
    uint32_t substep;
    plump_stage stage;
    uint64_t hash;
} plump_trail_entry;
PLUMP_API const plump_trail_entry* plump_world_trail(const plump_world* world, uint32_t* count);

/// The size of a snapshot taken now, in bytes.
PLUMP_API size_t plump_world_snapshot_size(const plump_world* world);
/// Writes the whole state into the caller's buffer; *size becomes the bytes written.
PLUMP_API plump_result plump_world_snapshot(const plump_world* world, void* buffer, size_t capacity,
                                            size_t* size, plump_error* error);
/// Goes back (or over, in another process) to a snapshot: bodies made since are destroyed, bodies
/// destroyed since come back under their old ids. A body that is not in the world takes its mesh
/// from `meshes` or from the world's bodies and obstacles. The same goes for obstacles; hulls,
/// sheets and compounds are in the snapshot, unless it is lean: then an obstacle of the same
/// points, triangles, parts and size has to be in the world, under any id. A snapshot that is
/// damaged, foreign, needs what is not there, or is of a world with another contact_capacity is
/// refused and the world stays as it is. From then on every step gives the bits it would have given
/// without the interruption.
PLUMP_API plump_result plump_world_restore(plump_world* world, const void* snapshot, size_t size,
                                           const plump_mesh* const* meshes, uint32_t mesh_count,
                                           plump_error* error);

/// The instruction set in use, such as "avx2", and the number of workers.
PLUMP_API const char* plump_world_isa(const plump_world* world);
PLUMP_API uint32_t plump_world_worker_count(const plump_world* world);

#endif
