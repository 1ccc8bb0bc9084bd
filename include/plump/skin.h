// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_SKIN_H
#define PLUMP_SKIN_H

/// Skin: a closed surface around several bodies and obstacles, muscles and bones say, that slides
/// on them and is pushed out by them. docs/skin.md tells how, with pictures.
///
/// It is for the eye alone: it has no mass, pushes nobody and takes no part in a step. Where it is
/// follows from where everything below it is, from nothing else; so it may be asked for at any
/// moment, or never, and is the same after a snapshot was restored.

#include <plump/obstacle.h>

typedef struct plump_skin plump_skin;

/// How a skin is made. Begin with plump_default_skin_def().
typedef struct plump_skin_def {
    const plump_mesh* mesh;  ///< where it lies now, in the world's coordinates; must outlive it
    const plump_body_id* bodies;  ///< below it; as they are now is how it belongs on them
    uint32_t body_count;
    const plump_obstacle_id* obstacles;  ///< likewise; no planes, sheets and hollow ones
    uint32_t obstacle_count;             ///< both together: 1 to 64
    double thickness;  ///< m that are kept between it and what is below, or what there was of that
                       ///< at the start; default 0.002
    double reach;  ///< m: what is farther below than the nearest by this much carries it no more;
                   ///< default 0: a sixth of its size
    float cling;   ///< 0 to 1: how well the distance to the nearest surface below is kept, where
                   ///< that swells or withdraws; default 0.7
    float smooth;  ///< 0 to 1: how much creases and dents are spread; default 0.7
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_skin_def(), checked on create
} plump_skin_def;

PLUMP_API plump_skin_def plump_default_skin_def(void);

/// Lays a skin over what is there now. Not PLUMP_OK: *skin is NULL, error->text holds the sentence.
PLUMP_API plump_result plump_skin_create(const plump_world* world, const plump_skin_def* def,
                                         plump_skin** skin, plump_error* error);
/// Frees a skin; NULL is fine.
PLUMP_API void plump_skin_destroy(plump_skin* skin);

PLUMP_API const plump_mesh* plump_skin_mesh(const plump_skin* skin);

/// Writes where its vertices are now and their normals of length 1, in the order of the mesh:
/// vertex i to positions + i * position_stride and to normals + i * normal_stride. A stride of 0 is
/// tight; `normals` may be NULL. The buffers have room for `capacity` vertices. Allocates nothing;
/// works on the world's threads and with memory of the skin: one such call at a time, and none
/// while the world steps. Bodies and obstacles that are gone count no more; all of them gone is an
/// error.
PLUMP_API plump_result plump_skin_read(plump_skin* skin, const plump_world* world,
                                       plump_scalar_type type, void* positions,
                                       size_t position_stride, void* normals, size_t normal_stride,
                                       uint32_t capacity, plump_error* error);

/// What the last reading has met, or the making where there was none.
typedef struct plump_skin_info {
    uint32_t vertex_count, triangle_count;  ///< of the skin
    uint32_t below_count;                   ///< vertices of the bodies below it
    uint32_t outside;  ///< of those outside of it: 0, unless bodies are pushed through each other
    double outside_most;  ///< m, how far the farthest of them is
} plump_skin_info;

PLUMP_API void plump_skin_get_info(const plump_skin* skin, plump_skin_info* info);

/// How a mesh is wrapped around bodies and obstacles. Begin with plump_default_wrap_def().
typedef struct plump_wrap_def {
    const plump_body_id* bodies;
    uint32_t body_count;
    const plump_obstacle_id* obstacles;  ///< no planes, sheets and hollow ones
    uint32_t obstacle_count;             ///< both together: 1 to 64
    double distance;            ///< m, from their surfaces, up to a quarter of the whole's size;
                                ///< default 0: a hundredth of it
    double blend;               ///< m, over which hollows between them are filled; default 0: three
                                ///< times the distance
    uint32_t vertex_count;      ///< 150 to 1,000,000, default 4000
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_wrap_def(), checked on create
} plump_wrap_def;

PLUMP_API plump_wrap_def plump_default_wrap_def(void);

/// Makes a closed mesh of even triangles around all of them as they are now, in the world's
/// coordinates: a skin where there is none at hand. Four meshes are tried until one does not cut
/// itself; if all do, the last is given. The report of plump_mesh_create() with its
/// plump_mesh_triangles() tells of that; more distance, blend or vertices help. Bodies that have
/// folded through themselves get a closed mesh too, but it may stand off where inside and outside
/// cannot be told.
PLUMP_API plump_result plump_skin_wrap(const plump_world* world, const plump_wrap_def* def,
                                       plump_mesh** mesh, plump_error* error);

#endif
