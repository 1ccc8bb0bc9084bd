// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Surfaces that the graphics card deforms. The bind pose goes up once; each picture brings only the
// uniform block. The vertices are deformed once per picture, by transform feedback, into a buffer
// that all passes then draw from: a still has 96 shadow maps and 12 passes, each of which would
// otherwise follow the same path lines again. They are also read back, since the camera, the floor
// and the lights must know where they are (12 bytes per vertex, less than the picture itself).
#ifndef PL_RENDER_DEFORMER_H
#define PL_RENDER_DEFORMER_H

#include "render/gl_context.h"
#include "render/scene.h"

// A function, compiled.
typedef struct pl_deform_program {
    struct pl_deform_program* next;
    char* function;
    GLuint program;
    GLint block_size;
    bool is_used;
} pl_deform_program;

// An item on the card.
typedef struct pl_deform_mesh {
    struct pl_deform_mesh* next;
    uint64_t id, look;  // the caller's number; a hash of what is small enough to look at
    bool is_used;
    bool is_closed;  // in the bind pose
    uint32_t vertex_count;
    size_t corner_count, index_count;
    GLuint bind_array, bind_buffers[3];  // positions, segments, weights
    GLuint placed, placed_texture;       // where the vertices are
    GLuint ring_array, ring_buffer, pair_buffer, pair_texture;
    GLuint corner_array, corner_buffer, corner_indices;  // as the scene's own
    GLuint caster_array, caster_indices;                 // vertices are `placed`
} pl_deform_mesh;

typedef struct pl_deformer {
    plump_allocator hooks;
    pl_deform_program* programs;
    pl_deform_mesh* meshes;
    GLuint corner_program, block, target, pixel;
} pl_deformer;

// All of these want the context entered.
plump_result pl_deformer_create(pl_deformer* deformer, plump_allocator hooks, plump_error* error);
void pl_deformer_destroy(pl_deformer* deformer);

// Deforms the item's vertices; `at` names it in messages. x, y, z per vertex go to `positions`,
// relative to `origin`.
plump_result pl_deformer_run(pl_deformer* deformer, const plump_picture_item* item, uint32_t at,
                             const pl_deform_mesh** mesh, float* positions, double origin[3],
                             plump_error* error);
// Makes the corners of a deformed item, with normals, in the scene.
void pl_deformer_place(const pl_deformer* deformer, const pl_scene_item* item);
// Frees what was not used since the last sweep.
void pl_deformer_sweep(pl_deformer* deformer);

// Brings an item to the card (deformer_mesh.c).
plump_result pl_deform_mesh_create(const plump_picture_item* item, uint32_t at,
                                   plump_allocator hooks, pl_deform_mesh** mesh,
                                   plump_error* error);
void pl_deform_mesh_destroy(pl_deform_mesh* mesh, const plump_allocator* hooks);

// A picture whose deformed items have their triangles where the card put them.
typedef struct pl_deformed_picture {
    plump_picture_def def;
    const pl_deform_mesh** meshes;  // per item; NULL: none is deformed
    pl_arena arena;
} pl_deformed_picture;

// On failure there is nothing to free.
plump_result pl_deformed_picture_make(pl_deformer* deformer, const plump_picture_def* given,
                                      pl_deformed_picture* picture, plump_error* error);
void pl_deformed_picture_free(pl_deformed_picture* picture);

#endif
