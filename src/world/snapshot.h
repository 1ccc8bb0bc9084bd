// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A world as bytes: little-endian, the same on every machine. After a head with magic, version,
// size and checksum come the world's own numbers, its slots, each body in order of creation
// (numbers first, then arrays), obstacles, attachments and then their patches, the pairs that pass
// through each other, what contacts carried, who touches whom, muscles and bones.
//
// What is constant, or made anew in each step, is not kept. A body is made again from the
// definition it was born with, and the mesh is known by a hash of its surface, as that of an
// obstacle is. Hulls, sheets and compounds bring points, triangles and parts, unless the world is
// to make lean snapshots. What is in the world already under its id, and has the same hash, is not
// made again.
//
// Files: snapshot_format (the layout, once for both directions), snapshot_write, snapshot_read and
// snapshot_read_ties (parse and check, change nothing), snapshot_restore and snapshot_restore_ties
// (make what is missing, then commit), snapshot_limbs (all of it for muscles and bones). Ties are
// all but these and bodies.
#ifndef PL_SNAPSHOT_H
#define PL_SNAPSHOT_H

#include "src/world/world_data.h"

#include <string.h>

// Raise it when the layout changes.
#define PL_SNAPSHOT_VERSION 8

typedef struct pl_snapshot_head {
    uint8_t magic[8];
    uint32_t version;
    uint32_t field_count;  // of plump_body_fields() ...
    uint64_t field_hash;   // ... and a hash of their names: another list has another layout
    uint64_t size;         // of the whole snapshot
    uint64_t checksum;     // of everything but these eight bytes
} pl_snapshot_head;

// What has ids.
typedef enum pl_snapshot_kind {
    PL_KIND_BODY,
    PL_KIND_OBSTACLE,
    PL_KIND_ATTACHMENT,
    PL_KIND_MUSCLE,
    PL_KIND_BONE,
    PL_KIND_COUNT
} pl_snapshot_kind;

typedef struct pl_snapshot_list {
    uint32_t slot_count, first_free, count;
} pl_snapshot_list;

typedef struct pl_snapshot_world {
    float gravity[3];
    uint32_t substep_limit, contact_capacity;
    uint64_t step_count;
    uint32_t woke_count, apart_count;
    pl_snapshot_list lists[PL_KIND_COUNT];
    uint32_t kept_count;  // what contacts carried
} pl_snapshot_world;

typedef enum pl_snapshot_flag {
    PL_SNAPSHOT_ASLEEP = 1,
    PL_SNAPSHOT_FORCE = 2,
    PL_SNAPSHOT_MASS = 4,  // painted
    PL_SNAPSHOT_STIFFNESS = 8,
    PL_SNAPSHOT_VOLUME = 16,
    PL_SNAPSHOT_CONTACT = 32,
    PL_SNAPSHOT_INSIDE = 64,
    PL_SNAPSHOT_SOFT = 128,     // touches another body
    PL_SNAPSHOT_SPRINGS = 256,  // and 512 and 1024: their paint
    PL_SNAPSHOT_LIVED = 2048,   // a step was taken since it was made
    PL_SNAPSHOT_WOKE = 4096,    // since the last step
    PL_SNAPSHOT_FROZEN = 8192,
    PL_SNAPSHOT_DISABLED = 16384,
    PL_SNAPSHOT_FLAGS = 32767
} pl_snapshot_flag;

typedef struct pl_snapshot_body {
    uint32_t id, flags;
    uint32_t vertex_count, triangle_count;
    uint64_t surface_hash;
    plump_body_def born, def;  // the fields of the list, and user
    double origin[3];
    pl_motion motion;
    float quiet_time;
    pl_ramp_numbers ramp;
    double volume_ratio, volume_ratio_speed, volume_error, volume_error_most;
    uint32_t volume_state, volume_state_most;
    uint32_t contact_count;
    double contact_impulse[3];
    float penetration;
    pl_zone zones[PL_ZONES_MOST];
    uint32_t zone_count;
    uint32_t pin_count, lasting_count;
} pl_snapshot_body;

// By which a mesh is known.
typedef struct pl_snapshot_mesh {
    uint64_t hash;  // of its surface
    uint32_t vertex_count, triangle_count;
} pl_snapshot_mesh;

typedef struct pl_snapshot_obstacle {
    uint32_t id;
    bool moving;
    uint64_t solid_hash;
    plump_obstacle_def def;  // its numbers, but for the place
    double position[3], rotation[4];
    double target_position[3], target_rotation[4];  // 0 unless moving
    uint32_t contact_count;
    double impulse[3], angular_impulse[3];
    pl_snapshot_mesh mesh;                             // 0 unless it is one
    uint32_t visit_count;                              // bodies in it, if it is a trigger
    uint32_t point_count, triangle_count, part_count;  // that it brings along
} pl_snapshot_obstacle;

// A part of a compound: of its definition shape, sizes and place.
typedef struct pl_snapshot_piece {
    plump_obstacle_def def;
    pl_snapshot_mesh mesh;
    uint32_t point_count;
    const unsigned char* points;
} pl_snapshot_piece;

// A walk over the bytes in either direction. Writing without bytes only counts; reading past the
// end sets `failed` and gives zeros.
typedef struct pl_stream {
    const unsigned char* from;  // reading, else NULL
    unsigned char* to;          // writing, NULL to count
    size_t used, size;
    bool failed;
} pl_stream;

bool pl_stream_reads(const pl_stream* stream);
void pl_stream_u32(pl_stream* stream, uint32_t* value);
void pl_stream_u64(pl_stream* stream, uint64_t* value);
void pl_stream_floats(pl_stream* stream, float* values, size_t count);
void pl_stream_doubles(pl_stream* stream, double* values, size_t count);
// Steps over so many bytes and returns where they begin; NULL: there are not so many.
const unsigned char* pl_stream_skip(pl_stream* stream, size_t count, size_t size);

void pl_stream_head(pl_stream* stream, pl_snapshot_head* head);
void pl_stream_world(pl_stream* stream, pl_snapshot_world* world);
void pl_stream_slot(pl_stream* stream, pl_slot* slot);
void pl_stream_body(pl_stream* stream, pl_snapshot_body* body);
void pl_stream_pin(pl_stream* stream, pl_pin* pin);
void pl_stream_obstacle(pl_stream* stream, pl_snapshot_obstacle* obstacle);
void pl_stream_piece(pl_stream* stream, pl_snapshot_piece* piece);
void pl_stream_visit(pl_stream* stream, plump_inside* visit);
void pl_stream_attachment(pl_stream* stream, pl_attachment* attachment);
void pl_stream_held(pl_stream* stream, pl_held* patch);
void pl_stream_kept(pl_stream* stream, pl_kept* kept);
void pl_stream_touching(pl_stream* stream, pl_touching* touching);

// What a snapshot of this build begins with; size and checksum are left 0.
pl_snapshot_head pl_snapshot_head_make(void);
uint64_t pl_snapshot_checksum(const unsigned char* bytes, size_t size);

// A body as parsed: its numbers, and where its arrays lie.
typedef struct pl_snapshot_part {
    pl_snapshot_body body;
    // NULL where it has none
    const unsigned char *x, *v, *force, *mass, *stiffness, *volume, *contact, *inside_of,
        *inside_at;
    const unsigned char* springs[PL_PAINT_SPRING_COUNT];
    const unsigned char *pins, *lasting;
    // filled by the restore
    const plump_mesh* mesh;
    pl_body* made;
    bool is_new;
} pl_snapshot_part;

typedef struct pl_snapshot_solid {
    pl_snapshot_obstacle obstacle;
    const unsigned char *visits, *points, *triangles;
    pl_snapshot_piece* pieces;
    bool is_bone;  // filled by the check of limbs
    // filled by the restore
    pl_obstacle* made;
    bool is_new;
} pl_snapshot_solid;

typedef struct pl_snapshot_muscle {
    uint32_t id;
    plump_muscle_def def;  // its numbers
    double activation, length;
    uint32_t triangle_count, end_count[PLUMP_MUSCLE_END_COUNT];
    const unsigned char *field, *ends[PLUMP_MUSCLE_END_COUNT];
    // filled by the restore
    pl_muscle* made;
} pl_snapshot_muscle;

typedef struct pl_snapshot {
    pl_snapshot_world world;
    pl_slot* slots[PL_KIND_COUNT];    // generation and next_free; `thing` is NULL
    uint32_t* owners[PL_KIND_COUNT];  // per slot: 1 + index of its thing, 0: none
    pl_snapshot_part* parts;
    pl_snapshot_solid* solids;
    pl_attachment* attachments;
    uint64_t* apart;
    pl_kept* kept;
    pl_touching* touching;
    uint32_t touching_count;
    pl_snapshot_muscle* muscles;
    pl_bone* bones;  // what steps find out is 0, and pointers are NULL
    // filled by the restore
    const plump_mesh* const* meshes;  // as the caller gave them
    uint32_t mesh_count;
    pl_attachment** made;
    pl_bone** made_bones;
} pl_snapshot;

// The snapshot's thing of that id, as an index; false: it has none.
bool pl_snapshot_find(const pl_snapshot* snapshot, pl_snapshot_kind kind, uint32_t id,
                      uint32_t* index);
plump_result pl_snapshot_damaged(plump_error* error, const char* what);

// The mesh that is known by that, of those given or in the world; *mesh NULL: there is none.
plump_result pl_snapshot_find_mesh(const plump_world* world, const pl_snapshot* snapshot,
                                   const pl_snapshot_mesh* wanted, const plump_mesh** mesh,
                                   plump_error* error);

// Parse and check what is not bodies. Memory from the arena.
plump_result pl_snapshot_read_ties(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                                   plump_error* error);
// And that what they name is there.
plump_result pl_snapshot_check_ties(const pl_snapshot* snapshot, plump_error* error);

// How many places the patches have beyond the first of each.
size_t pl_snapshot_spread(const pl_snapshot* snapshot);

// Makes the obstacles and attachments that the world will have; drops them again; or takes them in.
plump_result pl_snapshot_prepare_ties(plump_world* world, pl_snapshot* snapshot, pl_arena* arena,
                                      plump_error* error);
void pl_snapshot_drop_ties(plump_world* world, pl_snapshot* snapshot);
void pl_snapshot_commit_ties(plump_world* world, pl_snapshot* snapshot);
// Puts the snapshot's slots in the place of the world's; `thing` is filled in.
void pl_snapshot_commit_slots(pl_slots* slots, const pl_snapshot* snapshot, pl_snapshot_kind kind);

// The same for muscles and bones; what is made needs the bodies and obstacles of the snapshot.
void pl_snapshot_write_limbs(pl_stream* stream, const plump_world* world);
plump_result pl_snapshot_read_limbs(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                                    plump_error* error);
plump_result pl_snapshot_check_limbs(pl_snapshot* snapshot, plump_error* error);
plump_result pl_snapshot_prepare_limbs(plump_world* world, pl_snapshot* snapshot, pl_arena* arena,
                                       plump_error* error);
void pl_snapshot_drop_limbs(plump_world* world, pl_snapshot* snapshot);
void pl_snapshot_commit_limbs(plump_world* world, pl_snapshot* snapshot);

// Parses and checks everything that can be without making bodies. Memory from the arena.
plump_result pl_snapshot_read(const void* bytes, size_t size, pl_arena* arena,
                              pl_snapshot* snapshot, plump_error* error);

// As a whole number: equal bits, also of zeros and NaN.
static inline uint64_t pl_double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
