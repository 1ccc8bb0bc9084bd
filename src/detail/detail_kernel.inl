// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the fine vertices are: 16 places, patches or vertices at a time. A lane is an element, so
// the bits do not depend on how many lanes there are.
#include "src/detail/detail_data.h"
#include "src/mesh/mesh_rings_wide.h"
#include "src/wide/wide_transpose.h"
#include "src/wide/wide_vec.h"

static void points(const pl_detail_job* job, uint32_t begin, uint32_t end) {
    wide shrink = wide_splat(job->shrink);
    for (uint32_t i = begin; i < end; i += WIDE) {
        wide row[4] = {wide_loadu(job->x[0] + i), wide_loadu(job->x[1] + i),
                       wide_loadu(job->x[2] + i), wide_splat(0.0f)};
        for (int c = 0; c < 3; ++c) row[c] = wide_mul(row[c], shrink);
        lanes_to_fours(row, job->points + 4 * (size_t)i);
    }
}

// As plump_body_read() has them: the areas around, summed.
static void normals(const pl_detail_job* job, uint32_t begin, uint32_t end) {
    wide zero = wide_splat(0.0f);
    for (uint32_t i = begin; i < end; i += 16) {
        float ring[64];
        ring_sums(job->points, job->detail->rings, i, false, ring);
        for (uint32_t k = 0; k < 16; k += WIDE) {
            wide n[4];
            fours_to_lanes(ring + 4 * k, n);
            wide length = wide_sqrt(dot(n, n));
            wide_mask some = wide_lt(zero, length);
            wide scale = wide_select(some, wide_div(wide_splat(1.0f), length), zero);
            for (int c = 0; c < 3; ++c) n[c] = wide_mul(n[c], scale);
            n[3] = zero;
            lanes_to_fours(n, job->normals + 4 * (size_t)(i + k));
        }
    }
}

// --- patches ---

// Twice the bulge of the edge from corner i to corner j.
static inline void bulge(const wide from[4], const wide to[4], const wide n_from[4],
                         const wide n_to[4], wide tilt_from, wide tilt_to, wide out[3]) {
    wide edge[3];
    for (int c = 0; c < 3; ++c) edge[c] = wide_sub(to[c], from[c]);
    wide more_from = wide_sub(dot(n_from, edge), tilt_from);
    wide more_to = wide_sub(dot(n_to, edge), tilt_to);
    for (int c = 0; c < 3; ++c)
        out[c] = wide_sub(wide_mul(more_to, n_to[c]), wide_mul(more_from, n_from[c]));
}

// The vectors of WIDE patches from `patch` on.
static inline void put_patches(const pl_detail_job* job, uint32_t patch,
                               const wide channel[4 * PL_PATCH_ROWS]) {
    float* to = job->patches + (size_t)PL_PATCH_STRIDE * patch;
    for (int row = 0; row < PL_PATCH_ROWS; ++row) {
        float fours[4 * WIDE];
        lanes_to_fours(channel + 4 * row, fours);
        for (int k = 0; k < WIDE; ++k)
            four_storeu(to + PL_PATCH_STRIDE * k + 4 * row, four_loadu(fours + 4 * k));
    }
}

static void patches(const pl_detail_job* job, uint32_t begin, uint32_t end) {
    const plump_detail* detail = job->detail;
    wide half = wide_splat(0.5f);
    for (uint32_t i = begin; i < end; i += WIDE) {
        wide x[3][4], n[3][4], tilt[PL_PATCH_TILTS], k01[3], k12[3], k02[3];
        for (int k = 0; k < 3; ++k) {
            fours_at_to_lanes(job->points, detail->corner[k] + i, x[k]);
            fours_at_to_lanes(job->normals, detail->corner[k] + i, n[k]);
        }
        for (int k = 0; k < PL_PATCH_TILTS; ++k) tilt[k] = wide_loadu(detail->tilt[k] + i);
        bulge(x[0], x[1], n[0], n[1], tilt[0], tilt[1], k01);
        bulge(x[1], x[2], n[1], n[2], tilt[2], tilt[3], k12);
        bulge(x[0], x[2], n[0], n[2], tilt[4], tilt[5], k02);
        wide out[4 * PL_PATCH_ROWS];
        for (int c = 0; c < 3; ++c) {
            wide one = wide_mul(half, k01[c]), two = wide_mul(half, k02[c]);
            out[3 * PL_PATCH_A + c] = x[0][c];
            out[3 * PL_PATCH_B + c] = wide_add(wide_sub(x[1][c], x[0][c]), one);
            out[3 * PL_PATCH_C + c] = wide_add(wide_sub(x[2][c], x[0][c]), two);
            out[3 * PL_PATCH_D + c] = wide_neg(one);
            out[3 * PL_PATCH_E + c] = wide_sub(wide_mul(half, k12[c]), wide_add(one, two));
            out[3 * PL_PATCH_F + c] = wide_neg(two);
            out[3 * PL_PATCH_N + c] = n[0][c];
            out[3 * (PL_PATCH_N + 1) + c] = wide_sub(n[1][c], n[0][c]);
            out[3 * (PL_PATCH_N + 2) + c] = wide_sub(n[2][c], n[0][c]);
        }
        out[3 * PL_PATCH_VECTORS] = wide_splat(0.0f);
        put_patches(job, i, out);
    }
}

// --- vertices ---

// The sum of cross products of the derivatives with the normal's share of each.
static inline void turned(const plump_detail* detail, uint32_t i, const wide by_u[3],
                          const wide by_v[3], const wide by_d[3], wide normal[4]) {
    wide share[3], vd[3], du[3], uv[3];
    for (int c = 0; c < 3; ++c) share[c] = wide_loadu(detail->normal[c] + i);
    cross(by_v, by_d, vd);
    cross(by_d, by_u, du);
    cross(by_u, by_v, uv);
    for (int c = 0; c < 3; ++c) {
        normal[c] = wide_add(wide_add(wide_mul(share[0], vd[c]), wide_mul(share[1], du[c])),
                             wide_mul(share[2], uv[c]));
    }
}

// Made 1 long; where the surface is crushed to nothing the interpolated normal, or 0.
static inline void straighten(wide normal[4], const wide instead[3]) {
    wide tiny = wide_splat(1e-12f), zero = wide_splat(0.0f);
    wide_mask flat = wide_lt(dot(normal, normal), tiny);
    for (int c = 0; c < 3; ++c) normal[c] = wide_select(flat, instead[c], normal[c]);
    wide length = wide_sqrt(dot(normal, normal));
    wide scale = wide_select(wide_lt(length, tiny), zero, wide_div(wide_splat(1.0f), length));
    for (int c = 0; c < 3; ++c) normal[c] = wide_mul(normal[c], scale);
    normal[3] = zero;
}

static inline void place_vertices(const pl_detail_job* job, uint32_t i, bool with_normals,
                                  wide at[4], wide normal[4]) {
    const plump_detail* detail = job->detail;
    wide p[4 * PL_PATCH_ROWS], u = wide_loadu(detail->u + i), v = wide_loadu(detail->v + i);
    wide far = wide_loadu(detail->d + i), by_u[3], by_v[3], by_d[3];
    for (int row = 0; row < PL_PATCH_ROWS; ++row)
        fours_at_to_lanes(job->patches + 4 * row, detail->patch + i, p + 4 * row);
    for (int c = 0; c < 3; ++c) {
        wide du = wide_mul(p[3 * PL_PATCH_D + c], u), ev = wide_mul(p[3 * PL_PATCH_E + c], v);
        wide fv = wide_mul(p[3 * PL_PATCH_F + c], v), eu = wide_mul(p[3 * PL_PATCH_E + c], u);
        wide nu = p[3 * (PL_PATCH_N + 1) + c], nv = p[3 * (PL_PATCH_N + 2) + c];
        wide slope_u = wide_add(wide_add(p[3 * PL_PATCH_B + c], du), ev);
        wide slope_v = wide_add(p[3 * PL_PATCH_C + c], fv);
        by_d[c] = wide_add(p[3 * PL_PATCH_N + c], wide_add(wide_mul(nu, u), wide_mul(nv, v)));
        wide base = wide_add(wide_mul(slope_u, u), wide_mul(slope_v, v));
        at[c] = wide_add(p[3 * PL_PATCH_A + c], wide_add(base, wide_mul(far, by_d[c])));
        by_u[c] = wide_add(wide_add(slope_u, du), wide_mul(far, nu));
        by_v[c] = wide_add(wide_add(slope_v, fv), wide_add(eu, wide_mul(far, nv)));
    }
    at[3] = wide_splat(0.0f);
    if (!with_normals) return;
    turned(detail, i, by_u, by_v, by_d, normal);
    straighten(normal, by_d);
}

static inline void write_vertices(const pl_detail_job* job, uint32_t begin, uint32_t end,
                                  bool with_normals) {
    uint32_t count = job->detail->vertex_count;
    for (uint32_t i = begin; i < end; i += 16) {
        float at[64], normal[64];
        for (uint32_t k = 0; k < 16; k += WIDE) {
            wide p[4], n[4];
            place_vertices(job, i + k, with_normals, p, n);
            lanes_to_fours(p, at + 4 * k);
            if (with_normals) lanes_to_fours(n, normal + 4 * k);
        }
        uint32_t room = count - i < 16 ? count - i : 16;
        for (uint32_t k = 0; k < room; ++k) pl_detail_put_position(job, i + k, at + 4 * k);
        for (uint32_t k = 0; k < room && with_normals; ++k)
            pl_detail_put_normal(job, i + k, normal + 4 * k);
    }
}

static void vertices(const pl_detail_job* job, uint32_t begin, uint32_t end) {
    if (job->normal_out) {
        write_vertices(job, begin, end, true);
    } else {
        write_vertices(job, begin, end, false);
    }
}

const pl_detail_kernels KERNEL(pl_detail_kernels) = {points, normals, patches, vertices};
