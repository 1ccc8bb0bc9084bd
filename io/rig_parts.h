// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A rig while it is written: its size (rig_scale.c), its skin (rig_regions.c, rig_skin.c), its keys
// (rig_clips.c), the file (rig.c).
#ifndef PL_IO_RIG_PARTS_H
#define PL_IO_RIG_PARTS_H

#include <plump/rig.h>

#include "io/soup.h"

// A def whose lengths are those of the mesh: scale 1.
typedef struct pl_rig_scaled {
    plump_rig_def def;
    plump_rig_bone* bones;
    plump_rig_clip* clips;
    plump_rig_wave* waves;  // of all clips
} pl_rig_scaled;

// False: out of memory; freeing is right either way.
bool pl_rig_scale(const plump_allocator* hooks, const plump_rig_def* def, pl_rig_scaled* scaled);
void pl_rig_scaled_free(const plump_allocator* hooks, pl_rig_scaled* scaled);

// Four bones and their weights, largest first.
typedef struct pl_rig_share {
    uint32_t bones[4];
    float weights[4];
} pl_rig_share;

// The shares of every vertex; false: out of memory.
bool pl_rig_skin(const plump_allocator* hooks, const plump_rig_def* def, const plump_triangles* t,
                 pl_rig_share* skin);

// The surface as places, which are what vertices at the same position have in common, with the ends
// of the edges around each, and the bone each belongs to.
typedef struct pl_rig_map {
    uint32_t* places;  // by vertex
    double (*positions)[3];
    size_t count;
    size_t* first;     // by place, and one more: where in `around` its neighbours begin
    uint32_t* around;  // places
    uint32_t* owners;  // bones
} pl_rig_map;

// False: out of memory; freeing is right either way.
bool pl_rig_map_make(const plump_allocator* hooks, const plump_triangles* t, pl_rig_map* map);
void pl_rig_map_free(const plump_allocator* hooks, pl_rig_map* map);
// Fills in the owners; false: out of memory.
bool pl_rig_find_owners(const plump_allocator* hooks, const plump_rig_def* def, pl_rig_map* map);
// To a bone, over its thickness; never 0.
double pl_rig_distance(const plump_rig_bone* bone, const double p[3]);
// The same bone, parent and child, or two children of one parent at the same joint.
bool pl_rig_is_next(const plump_rig_def* def, uint32_t a, uint32_t b);

// Smooth normals of the bind pose, x, y, z per vertex; false: out of memory.
bool pl_rig_normals(const plump_allocator* hooks, const plump_triangles* t, float* normals);

uint32_t pl_rig_key_count(const plump_rig_def* def, const plump_rig_clip* clip);
// Whether a clip moves or turns a bone.
bool pl_rig_is_moved(const plump_rig_clip* clip, uint32_t bone, plump_rig_motion motion);
// A bone's translation (three numbers) or rotation (x, y, z, w) at a share of the clip.
void pl_rig_value(const plump_rig_def* def, const plump_rig_clip* clip, uint32_t bone,
                  plump_rig_motion motion, double share, double value[4]);
// A joint's place relative to its parent's.
void pl_rig_offset(const plump_rig_def* def, uint32_t bone, double offset[3]);

#endif
