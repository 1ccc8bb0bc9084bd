// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Detail meshes: a fine surface that follows a coarse body.
//
// After Diziol, Bender, Bayer 2011, section 6, "Visualization": at rest a fine vertex p is tied to
// the point q of a coarse triangle whose interpolated normal n goes through it, p = q + d n; later
// q and n are taken from the triangle as it is then. Three things are unlike the paper:
// - n is not made 1 long again. It shortens by 1.5 % where corners differ by 20 degrees, which
//   nobody sees, and d makes up for it at rest; but where corners face away from each other it
//   goes through zero smoothly, where a unit vector would jump.
// - q bends. On flat triangles a bent body has creases, however smooth n is, so every edge bulges
//   by as much as the angle between it and its ends' normals has changed since rest: half of what
//   the tangent planes at the ends say, which is right for any surface of second order (Boubekeur
//   and Alexa, "Phong Tessellation", 2008; James, "Phong Deformation", 2020, for the half).
// - Normals are carried along by the derivative of that map, exactly, rather than summed over
//   fine triangles: no neighbours to look up, and seams, hard edges and a caller's own normals stay
//   as they are.
//
// With x, n the corners' positions and normals, e = x_j - x_i, and s = n . e at rest:
//     k_ij = ((n_j . e - s_j) n_j - (n_i . e - s_i) n_i) / 2
//     p(u, v, d) = x_0 b_0 + x_1 u + x_2 v + k_01 b_0 u + k_12 u v + k_02 b_0 v
//                  + d (n_0 b_0 + n_1 u + n_2 v),   b_0 = 1 - u - v
// of which a patch, one coarse triangle, holds the nine vectors of
//     p = A + B u + C v + D u^2 + E u v + F v^2 + d (N + U u + V v).
//
// Everything here is in units of the coarse mesh's size: neither a millimetre model nor one in
// kilometres comes near the ends of float.
#ifndef PL_DETAIL_DATA_H
#define PL_DETAIL_DATA_H

#include "src/mesh/mesh_rings.h"
#include "src/wide/isa.h"

#include <plump/detail.h>

#include <string.h>

#define PL_PATCH_VECTORS 9
enum { PL_PATCH_A, PL_PATCH_B, PL_PATCH_C, PL_PATCH_D, PL_PATCH_E, PL_PATCH_F, PL_PATCH_N };
// The nine are 27 floats one after the other: seven rows of four, kept in two cache lines.
#define PL_PATCH_ROWS   7
#define PL_PATCH_STRIDE 32
#define PL_PATCH_TILTS                                                                             \
    6  // s of corners 0 and 1 along edge 01, of 1 and 2 along 12, of 0, 2 along 02

// A vertex that is on no patch's normal: at the nearest point, with an offset that turns with it.
typedef struct pl_stray {
    uint32_t vertex;
    float offset[3];  // along the frame at (u, v): along edge 01, across it, along the normal
    float normal[3];  // likewise
} pl_stray;

struct plump_detail {
    pl_arena memory;
    const plump_mesh* mesh;
    const pl_surface* surface;
    const pl_rings* rings;
    double unit;  // the coarse mesh's longest side

    // the fine mesh as given
    uint32_t vertex_count, triangle_count;
    float* rest;  // x, y, z about origin
    double origin[3];
    uint32_t* indices;
    uint32_t* groups;  // NULL without

    // coarse triangles that hold fine vertices; padded to 16 by the first
    uint32_t patch_count, patch_padded;
    uint32_t* corner[3];  // 4 times the place
    float* tilt[PL_PATCH_TILTS];

    // per fine vertex, padded to 16 by the first patch's first corner
    uint32_t vertex_padded;
    uint32_t* patch;  // PL_PATCH_STRIDE times its number: where its floats begin
    float *u, *v, *d;
    float* normal[3];  // at rest, times the derivative of p along u, v and d; such that the sum
                       // of cross products in the kernel is 1 long at rest

    pl_stray* strays;
    uint32_t stray_count;
};

// Memory of one reading, and where it goes.
typedef struct pl_detail_job {
    const plump_detail* detail;
    const struct pl_detail_kernels* kernels;
    const float* x[3];  // the body's positions, about its origin
    float shrink;       // metres to units of the size
    double size;        // and back
    double origin[3];
    float* points;   // a row of four per place
    float* normals;  // likewise, 1 long or 0
    float* patches;  // PL_PATCH_STRIDE floats each
    plump_scalar_type type;
    unsigned char *position_out, *normal_out;  // the latter may be NULL
    size_t position_stride, normal_stride;
} pl_detail_job;

// From `begin` to `end`, multiples of 16 (the last `end` may be beyond: arrays are padded).
typedef void pl_detail_run(const pl_detail_job* job, uint32_t begin, uint32_t end);
typedef struct pl_detail_kernels {
    pl_detail_run* points;    // places: rows of positions
    pl_detail_run* normals;   // places: rows of normals
    pl_detail_run* patches;   // patches: the nine vectors
    pl_detail_run* vertices;  // fine vertices, written out
} pl_detail_kernels;

const pl_detail_kernels* pl_detail_kernels_get(pl_isa isa);

static inline uint32_t pl_detail_pad(uint32_t count) {
    return (count + 15) & ~15u;
}

// --- one vertex (detail_point.c) ---

// A coarse triangle at rest.
typedef struct pl_patch {
    pl_vec3d at, along[2];     // corner 0, and from it to 1 and 2
    pl_vec3d normal, turn[2];  // its normal, and how it changes to 1 and 2
} pl_patch;

typedef struct pl_base_point {
    double u, v, d;
    double distance;  // from the vertex
} pl_base_point;

pl_vec3d pl_patch_normal(const pl_patch* patch, double u, double v);
// Newton from *point on. True: p is on the normal at *point, which lies on the triangle, on the
// side of it where neighbours have not yet crossed. `outside` (if false) tells over which edge it
// went: 0, 1, 2 for that across from corner 0, 1, 2, or 3: over none, it did not settle.
bool pl_patch_solve(const pl_patch* patch, pl_vec3d p, pl_base_point* point, unsigned* outside);
// The derivatives of p along u, v and d.
void pl_patch_derivatives(const pl_patch* patch, const pl_base_point* point, pl_vec3d along[3]);
// Three directions that turn with the patch: along the first derivative, across, along the normal.
void pl_patch_frame(pl_vec3d along, pl_vec3d normal, pl_vec3d frame[3]);

// --- making (detail_fine.c, detail_bind.c) ---

// What is known while a detail mesh is made.
typedef struct pl_detail_draft {
    plump_detail* detail;
    const plump_detail_def* def;
    pl_arena scratch;
    pl_vec3d* points;    // fine vertices, in units of the size about the surface's centre
    pl_vec3d* normals;   // at rest, 1 long or 0
    pl_detail_job rest;  // the coarse mesh at rest: points and normals
    plump_detail_report report;
} pl_detail_draft;

// Copies the fine mesh and makes its normals at rest.
plump_result pl_detail_take_fine(pl_detail_draft* draft, plump_error* error);
// Ties every vertex.
plump_result pl_detail_bind(pl_detail_draft* draft, plump_error* error);

// --- reading (detail_read.c) ---

// Fits patches to the body and writes all vertices; pool may be NULL.
void pl_detail_run_job(const pl_detail_job* job, pl_task_pool* pool);
bool pl_detail_make_room(pl_detail_job* job, pl_arena* memory);

// Three numbers, whatever the caller's alignment.
static inline void pl_detail_put_three(plump_scalar_type type, const double from[3],
                                       unsigned char* to) {
    if (type == PLUMP_SCALAR_FLOAT64) {
        memcpy(to, from, 3 * sizeof *from);
        return;
    }
    const float narrow[3] = {(float)from[0], (float)from[1], (float)from[2]};
    memcpy(to, narrow, sizeof narrow);
}

// One finished position, from units of the size.
static inline void pl_detail_put_position(const pl_detail_job* job, uint32_t vertex,
                                          const float at[3]) {
    double exact[3];
    for (int k = 0; k < 3; ++k) exact[k] = (double)at[k] * job->size + job->origin[k];
    pl_detail_put_three(job->type, exact, job->position_out + vertex * job->position_stride);
}

static inline void pl_detail_put_normal(const pl_detail_job* job, uint32_t vertex,
                                        const float normal[3]) {
    const double exact[3] = {(double)normal[0], (double)normal[1], (double)normal[2]};
    pl_detail_put_three(job->type, exact, job->normal_out + vertex * job->normal_stride);
}

#endif
