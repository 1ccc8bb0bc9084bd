// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The constant part of the coarse vertices' frames (detail_data.h): g of every edge around a
// vertex, and h; and the few vertices whose edges, all along a line or flat without a normal, say
// too little.
#include "src/base/text.h"
#include "src/detail/detail_data.h"

// What the normal weighs against all edges together, by squared length.
#define UPRIGHT 0.1
// Edges around a vertex that span less than this, as a share, leave a direction open.
#define THIN 1e-12
// An area vector of less than this, by the edges' squared lengths, is rounding.
#define NO_NORMAL 1e-6

// A symmetric matrix: 00, 11, 22, 12, 02, 01.
typedef struct symmetric {
    double at[6];
} symmetric;

static pl_vec3d edge_to(const pl_detail_draft* draft, uint32_t place, uint32_t other) {
    const float *a = draft->rest.points + 4 * (size_t)place,
                *b = draft->rest.points + 4 * (size_t)other;
    return pl_vec3d_make((double)b[0] - (double)a[0], (double)b[1] - (double)a[1],
                         (double)b[2] - (double)a[2]);
}

static void add_square(symmetric* m, pl_vec3d a, double weight) {
    m->at[0] += weight * a.x * a.x;
    m->at[1] += weight * a.y * a.y;
    m->at[2] += weight * a.z * a.z;
    m->at[3] += weight * a.y * a.z;
    m->at[4] += weight * a.x * a.z;
    m->at[5] += weight * a.x * a.y;
}

static pl_vec3d times(const symmetric* m, pl_vec3d a) {
    return pl_vec3d_make(m->at[0] * a.x + m->at[5] * a.y + m->at[4] * a.z,
                         m->at[5] * a.x + m->at[1] * a.y + m->at[3] * a.z,
                         m->at[4] * a.x + m->at[3] * a.y + m->at[2] * a.z);
}

// 0 where the edges leave a direction open.
static symmetric inverse_of(const symmetric* m) {
    const double* a = m->at;
    symmetric r = {{a[1] * a[2] - a[3] * a[3], a[0] * a[2] - a[4] * a[4], a[0] * a[1] - a[5] * a[5],
                    a[4] * a[5] - a[0] * a[3], a[3] * a[5] - a[1] * a[4],
                    a[3] * a[4] - a[2] * a[5]}};
    double det = a[0] * r.at[0] + a[5] * r.at[5] + a[4] * r.at[4], trace = a[0] + a[1] + a[2];
    double scale = det > THIN * trace * trace * trace ? 1 / det : 0;
    for (int k = 0; k < 6; ++k) r.at[k] *= scale;
    return r;
}

// The inverse of sum e (x) e + w n (x) n, and w.
static symmetric fit_ring(const pl_detail_draft* draft, uint32_t place, double* weight) {
    const pl_surface* s = draft->detail->surface;
    symmetric sum = {{0, 0, 0, 0, 0, 0}};
    *weight = 0;
    for (uint32_t n = s->ring_first[place]; n < s->ring_first[place + 1]; ++n) {
        pl_vec3d edge = edge_to(draft, place, s->ring[n]);
        *weight += UPRIGHT * pl_vec3d_length_squared(edge);
        add_square(&sum, edge, 1);
    }
    add_square(&sum, draft->coarse_normals[place], *weight);
    return inverse_of(&sum);
}

// Columns hold every neighbour once, behind the first column; the place itself fills up the rest.
static void make_frame(pl_detail_draft* draft, uint32_t place) {
    plump_detail* detail = draft->detail;
    const uint32_t* first = detail->rings->first + place / 16;
    double weight;
    symmetric inverse = fit_ring(draft, place, &weight);
    if (inverse.at[0] + inverse.at[1] + inverse.at[2] == 0)
        detail->lame[detail->lame_count++] = place;
    for (uint32_t c = first[0] + 1; c < first[1]; ++c) {
        uint32_t other = detail->rings->columns[16 * (size_t)c + place % 16] / 4;
        pl_vec3d g = times(&inverse, edge_to(draft, place, other));
        float* to = detail->spread + 48 * (size_t)c + place % 16;
        to[0] = (float)g.x;
        to[16] = (float)g.y;
        to[32] = (float)g.z;
    }
    pl_vec3d upright = pl_vec3d_scale(times(&inverse, draft->coarse_normals[place]), weight);
    detail->upright[0][place] = (float)upright.x;
    detail->upright[1][place] = (float)upright.y;
    detail->upright[2][place] = (float)upright.z;
}

// 1 long; 0 where triangles around face all ways and what is left of their sum is rounding.
static pl_vec3d normal_of(const pl_detail_draft* draft, uint32_t place) {
    const pl_surface* s = draft->detail->surface;
    const float* const rest[3] = {s->rest[0], s->rest[1], s->rest[2]};
    double unit = draft->detail->unit, squares = 0;
    for (uint32_t n = s->ring_first[place]; n < s->ring_first[place + 1]; ++n)
        squares += pl_vec3d_length_squared(edge_to(draft, place, s->ring[n]));
    pl_vec3d none = pl_vec3d_make(0, 0, 0), sum = pl_ring_vector(s, rest, place);
    if (!(pl_vec3d_length(sum) > NO_NORMAL * squares * unit * unit)) return none;
    return pl_vec3d_normalize(sum, none);
}

plump_result pl_detail_make_frames(pl_detail_draft* draft, plump_error* error) {
    plump_detail* detail = draft->detail;
    const pl_surface* s = detail->surface;
    size_t columns = detail->rings->first[s->padded / 16];
    detail->spread = pl_arena_alloc_zero(&detail->memory, columns, 48 * sizeof(float));
    draft->coarse_normals = pl_arena_alloc(&draft->scratch, s->padded, sizeof(pl_vec3d));
    detail->lame = pl_arena_alloc(&detail->memory, s->count, sizeof *detail->lame);
    bool made = detail->spread && draft->coarse_normals && detail->lame &&
                pl_arena_three(&detail->memory, s->padded, detail->upright);
    if (!made) return pl_fail_memory(error, "making a detail mesh");
    for (uint32_t i = 0; i < s->count; ++i) {
        draft->coarse_normals[i] = normal_of(draft, i);
        make_frame(draft, i);
    }
    return PLUMP_OK;
}

static bool is_empty(const float frame[9]) {
    for (int k = 0; k < 9; ++k)
        if (frame[k] != 0) return false;
    return true;
}

// The mean of the frames around that there are: the kernel leaves those of lame places 0.
static void mend(const pl_detail_job* job, uint32_t place) {
    const pl_surface* s = job->detail->surface;
    double sum[9] = {0}, count = 0;
    for (uint32_t n = s->ring_first[place]; n < s->ring_first[place + 1]; ++n) {
        const float* frame = job->frames + PL_FRAME_STRIDE * (size_t)s->ring[n] + 3;
        if (is_empty(frame)) continue;
        for (int k = 0; k < 9; ++k) sum[k] += (double)frame[k];
        count += 1;
    }
    float* to = job->frames + PL_FRAME_STRIDE * (size_t)place + 3;
    for (int k = 0; k < 9 && count > 0; ++k) to[k] = (float)(sum[k] / count);
}

void pl_detail_mend_frames(const pl_detail_job* job) {
    for (uint32_t i = 0; i < job->detail->lame_count; ++i) mend(job, job->detail->lame[i]);
}
