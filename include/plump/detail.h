// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_DETAIL_H
#define PLUMP_DETAIL_H

/// Detail meshes: a coarse body carries a fine surface, which follows it smoothly and costs next to
/// nothing. docs/detail.md tells how, with pictures and figures.
///
/// Every vertex of the fine mesh is tied to a point of the coarse surface at rest. Whenever you
/// like, usually once per picture, plump_detail_read() writes where all of them are now, with
/// normals, straight into a vertex buffer of any layout.

#include <plump/body.h>

/// A detail mesh, tied to a coarse one. Constant once made: share it between all bodies of the
/// coarse mesh, worlds and threads.
typedef struct plump_detail plump_detail;

/// How a detail mesh is made. Begin with plump_default_detail_def().
typedef struct plump_detail_def {
    const plump_mesh* mesh;  ///< coarse: what the bodies are made of; must outlive the detail mesh
    /// Fine, where it lies on the coarse mesh, in the coordinates that one was made from. It need
    /// be neither closed nor in one piece; vertices may be split along seams. Copied.
    plump_triangles fine;
    /// Optional normals of the fine mesh at rest, x, y, z per vertex, of any length but 0. NULL:
    /// made from its triangles, smooth, vertices at the same place sharing one.
    const void* normals;
    plump_scalar_type normal_type;  ///< zero: 32-bit float
    size_t normal_stride;           ///< bytes from vertex to vertex; 0: tightly packed
    /// How far a fine vertex may be from the coarse surface, as a share of the coarse mesh's
    /// longest side; default 0.25. What lies farther is refused: most often the units differ.
    double reach;
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_detail_def(), checked on create
} plump_detail_def;

PLUMP_API plump_detail_def plump_default_detail_def(void);

/// How well the fine mesh sits on the coarse one. Lengths are in the mesh's units.
typedef struct plump_detail_report {
    uint32_t vertex_count, triangle_count;  ///< of the fine mesh
    uint32_t by_newton;    ///< vertices on the coarse surface's interpolated normal, as they should
    uint32_t by_fallback;  ///< the others: tied to the nearest point instead, turning with it
    double distance_most;  ///< largest distance of a vertex from its point on the coarse surface
    double distance_mean;
    double rest_error;  ///< largest distance of a vertex, rebuilt at rest, from where it was given
} plump_detail_report;

/// Ties a fine mesh to a coarse one: 2 to 5 microseconds per vertex. Not PLUMP_OK: *detail is NULL
/// and error->text holds the sentence. `report` and `error` may be NULL.
PLUMP_API plump_result plump_detail_create(const plump_detail_def* def, plump_detail** detail,
                                           plump_detail_report* report, plump_error* error);
/// Frees a detail mesh; NULL is fine.
PLUMP_API void plump_detail_destroy(plump_detail* detail);

/// The coarse mesh.
PLUMP_API const plump_mesh* plump_detail_mesh(const plump_detail* detail);
PLUMP_API uint32_t plump_detail_vertex_count(const plump_detail* detail);
PLUMP_API uint32_t plump_detail_triangle_count(const plump_detail* detail);
/// Three vertices per triangle, in the caller's numbering.
PLUMP_API const uint32_t* plump_detail_indices(const plump_detail* detail);
/// The fine mesh at rest as a triangle list, for writers, with the caller's group labels if there
/// were any; lives as long as the detail mesh.
PLUMP_API plump_triangles plump_detail_triangles(const plump_detail* detail);

/// Writes where the fine vertices are on a body now, and their normals of length 1, in the caller's
/// order: vertex i to positions + i * position_stride and to normals + i * normal_stride. A stride
/// of 0 is tight; both may point into one interleaved buffer. `normals` may be NULL. The buffers
/// have room for `capacity` vertices, at least as many as the fine mesh has. Borrows memory from
/// the detail mesh's allocator while it works, on the world's threads: of one world only one such
/// call at a time, and none while it steps.
PLUMP_API plump_result plump_detail_read(const plump_detail* detail, const plump_world* world,
                                         plump_body_id body, plump_scalar_type type,
                                         void* positions, size_t position_stride, void* normals,
                                         size_t normal_stride, uint32_t capacity,
                                         plump_error* error);

#endif
