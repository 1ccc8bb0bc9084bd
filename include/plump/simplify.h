// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_SIMPLIFY_H
#define PLUMP_SIMPLIFY_H

/// A mesh with fewer vertices: what a body is made of when the mesh to be seen is finer than real
/// time allows. plump_detail_create() ties the fine one to it. docs/detail.md tells more.

#include <plump/mesh.h>

/// How a mesh is simplified. Begin with plump_default_simplify_def().
typedef struct plump_simplify_def {
    const plump_mesh* mesh;
    uint32_t vertex_count;  ///< to come down to, at least 4; default 5000
    /// How far the surface may move, as a share of the mesh's longest side, 0 to 1; default 0.02.
    /// Where it would move farther more vertices stay.
    double error_most;
    /// How much even edges count beside a near surface, 0 to 10; default 0.01. Bodies like them
    /// even; 0 puts vertices where the surface bends and nowhere else.
    double evenness;
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_simplify_def(), checked
} plump_simplify_def;

PLUMP_API plump_simplify_def plump_default_simplify_def(void);

/// What came of it. Lengths are in the mesh's units.
typedef struct plump_simplify_report {
    uint32_t vertex_count, triangle_count;
    double volume_change;  ///< as a share of the volume; rounding only
    double error_most;     ///< largest root mean square distance of a vertex from the planes of the
                           ///< triangles it stands for
    uint64_t intersections_before;  ///< pairs of triangles that cut each other, counted only when
                                    ///< the result has any
    uint64_t intersections;         ///< the same of the result
} plump_simplify_report;

/// Removes edges one by one, those first that matter least. The result is closed and manifold, has
/// the parts, holes and handles of the mesh, and encloses the volume of each part. A vertex count
/// that cannot be reached without leaving the surface is no error: the report tells how many are
/// left. The same bits on every machine; 4 to 15 microseconds per vertex removed. Not PLUMP_OK:
/// *mesh is NULL and error->text holds the sentence. `report` and `error` may be NULL.
PLUMP_API plump_result plump_mesh_simplify(const plump_simplify_def* def, plump_mesh** mesh,
                                           plump_simplify_report* report, plump_error* error);

#endif
