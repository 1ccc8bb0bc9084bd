// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Detail meshes: a fine surface that follows a coarse body.
//
// After Diziol, Bender, Bayer 2011, section 6, "Visualization": at rest a fine vertex p is tied to
// the point q of a coarse triangle whose interpolated normal goes through it, p - q = o = d n. That
// is kept; how p comes back is not. The paper puts it on the flat triangle, d along the
// interpolated normal as it is then: a bent body shows every coarse edge, and where the fine mesh
// stands off far (fingers, ears) normals cross and turn it inside out. Here a coarse vertex i has a
// frame F_i, a linear map that takes the edges around it and its normal from rest to now; fine
// vertices follow the frames of their three corners, and edges bulge by half of what their two ends
// disagree on, which is right for any deformation of second order:
//     p' = sum b_i x_i' + sum_ij b_i b_j (F_i - F_j) (x_j - x_i) / 2 + F o,   F = sum b_i F_i
// (James, "Phong Deformation", 2020; for tetrahedra there). It is continuous, reproduces rigid
// motion, and, other than a normal made 1 long again, never divides. Normals go by the cofactors of
// F, not by sums over fine triangles: they are continuous, need no neighbours, and keep seams, hard
// edges and a caller's own normals as they are.
//
// The frame is the best fit, by least squares, to F e = e' for the edges e around and F n = n' for
// the normal n, of length 1, which weighs a tenth of what the edges do together, w:
//     F = sum e' (x) g_e + n' (x) h,  g_e = G e,  h = w G n,  G = (sum e (x) e + w n (x) n)^-1
// of which g and h are constant. A heavier normal is needed nowhere, and at tips of limbs, where
// edges know better, it folds the fine mesh over (creature of 20,000 on 1,000, bent by 90 degrees:
// sharpest fine edge 32 degrees, 43 with a half, 120 with F n = n' exactly; truly 31).
//
// A patch, one coarse triangle, holds the vectors A to F and matrices M, U, V of
//     p' = A + B u + C v + D u^2 + E u v + F v^2 + (M + U u + V v) o.
//
// Everything here is in units of the coarse mesh's size: neither a millimetre model nor one in
// kilometres comes near the ends of float.
#ifndef PL_DETAIL_DATA_H
#define PL_DETAIL_DATA_H

#include "src/mesh/mesh_rings.h"
#include "src/wide/isa.h"

#include <plump/detail.h>

#include <string.h>

// A place as it is now: its position and the rows of its frame, 12 floats, in a cache line.
#define PL_FRAME_STRIDE 16
// A patch: 15 vectors, A to F and the rows of M, U and V, in three cache lines.
#define PL_PATCH_STRIDE 48
#define PL_PATCH_ROWS   12  // of four floats
enum { PL_PATCH_A, PL_PATCH_B, PL_PATCH_C, PL_PATCH_D, PL_PATCH_E, PL_PATCH_F };
enum { PL_PATCH_M = 6, PL_PATCH_U = 9, PL_PATCH_V = 12, PL_PATCH_END = 15 };

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

    // frames: g of the columns of pl_rings, x, y, z of 16 places each; and h of places
    float* spread;
    float* upright[3];
    uint32_t*
        lame;  // places whose edges leave a direction open: they take their neighbours' frames
    uint32_t lame_count;

    // coarse triangles that hold fine vertices; padded to 16 by the first place
    uint32_t patch_count, patch_padded;
    uint32_t* corner[3];  // PL_FRAME_STRIDE times the place
    float* edge[2][3];    // at rest, from corner 0 to 1 and 2

    // per fine vertex, padded to 16
    uint32_t vertex_padded;
    uint32_t* patch;  // PL_PATCH_STRIDE times its number
    float *u, *v;
    float* offset[3];  // o
    float* normal[3];  // at rest
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
    float* frames;   // PL_FRAME_STRIDE floats per place
    float* patches;  // PL_PATCH_STRIDE floats each
    plump_scalar_type type;
    unsigned char *position_out, *normal_out;  // the latter may be NULL
    size_t position_stride, normal_stride;
} pl_detail_job;

// From `begin` to `end`, multiples of 16 (the last `end` may be beyond: arrays are padded).
typedef void pl_detail_run(const pl_detail_job* job, uint32_t begin, uint32_t end);
typedef struct pl_detail_kernels {
    pl_detail_run* points;  // places: rows of positions
    pl_detail_run* frames;  // places
    pl_detail_run* patches;
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
// --- making (detail_fine.c, detail_frame.c, detail_bind.c) ---

// What is known while a detail mesh is made.
typedef struct pl_detail_draft {
    plump_detail* detail;
    const plump_detail_def* def;
    pl_arena scratch;
    pl_vec3d* points;          // fine vertices, in units of the size about the surface's centre
    pl_vec3d* normals;         // at rest, 1 long or 0
    pl_detail_job rest;        // the coarse mesh at rest: points
    pl_vec3d* coarse_normals;  // per place, 1 long or 0
    plump_detail_report report;
} pl_detail_draft;

// Copies the fine mesh and makes its normals at rest.
plump_result pl_detail_take_fine(pl_detail_draft* draft, plump_error* error);
// Normals and frames of the coarse mesh.
plump_result pl_detail_make_frames(pl_detail_draft* draft, plump_error* error);
// After the kernel's frames: those of lame places.
void pl_detail_mend_frames(const pl_detail_job* job);
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
