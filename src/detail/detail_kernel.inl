// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the fine vertices are: 16 places, patches or vertices at a time. A lane is an element, so
// the bits do not depend on how many lanes there are.
#include "src/detail/detail_data.h"
#include "src/wide/wide_four.h"
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

// --- rows of several fours, one element after the other ---

static inline void put_rows(const wide* channel, int row_count, float* to, size_t stride) {
    for (int row = 0; row < row_count; ++row) {
        float fours[4 * WIDE];
        lanes_to_fours(channel + 4 * row, fours);
        for (size_t k = 0; k < WIDE; ++k)
            four_storeu(to + stride * k + 4 * row, four_loadu(fours + 4 * k));
    }
}

static inline void pick_rows(const float* from, const uint32_t* begin, int row_count,
                             wide* channel) {
    for (int row = 0; row < row_count; ++row)
        fours_at_to_lanes(from + 4 * row, begin, channel + 4 * row);
}

// --- frames ---

// The area vector around, as in plump_body_read(), and sum e' (x) g.
static inline void go_around(const pl_detail_job* job, uint32_t i, wide area[3], wide frame[9]) {
    const pl_rings* rings = job->detail->rings;
    const uint32_t* first = rings->first + i / 16;
    const uint32_t* column = rings->columns + 16 * (size_t)first[0] + i % 16;
    const float* spread = job->detail->spread + 48 * (size_t)first[0] + i % 16;
    wide at[4], last[4], edge[4], turn[3];
    fours_to_lanes(job->points + 4 * (size_t)i, at);
    fours_at_to_lanes(job->points, column, last);
    for (int c = 0; c < 3; ++c) last[c] = wide_sub(last[c], at[c]);
    for (uint32_t n = first[0] + 1; n < first[1]; ++n) {
        column += 16;
        spread += 48;
        fours_at_to_lanes(job->points, column, edge);
        for (int c = 0; c < 3; ++c) edge[c] = wide_sub(edge[c], at[c]);
        cross(last, edge, turn);
        for (int c = 0; c < 3; ++c) {
            area[c] = wide_add(area[c], turn[c]);
            last[c] = edge[c];
            for (int k = 0; k < 3; ++k) {
                wide part = wide_mul(edge[c], wide_loadu(spread + 16 * k));
                frame[3 * c + k] = wide_add(frame[3 * c + k], part);
            }
        }
    }
}

static void frames(const pl_detail_job* job, uint32_t begin, uint32_t end) {
    wide zero = wide_splat(0.0f);
    for (uint32_t i = begin; i < end; i += WIDE) {
        wide row[12], area[3] = {zero, zero, zero};
        for (int k = 0; k < 12; ++k) row[k] = zero;
        go_around(job, i, area, row + 3);
        wide length = wide_sqrt(dot(area, area));
        wide scale = wide_select(wide_lt(zero, length), wide_div(wide_splat(1.0f), length), zero);
        wide at[4], upright[3];
        fours_to_lanes(job->points + 4 * (size_t)i, at);
        for (int k = 0; k < 3; ++k) upright[k] = wide_loadu(job->detail->upright[k] + i);
        for (int c = 0; c < 3; ++c) {
            wide normal = wide_mul(area[c], scale);
            row[c] = at[c];
            for (int k = 0; k < 3; ++k)
                row[3 + 3 * c + k] = wide_add(row[3 + 3 * c + k], wide_mul(normal, upright[k]));
        }
        put_rows(row, 3, job->frames + PL_FRAME_STRIDE * (size_t)i, PL_FRAME_STRIDE);
    }
}

// --- patches ---

// The bulge of an edge, k = (F_from - F_to) e / 2.
static inline void bulge(const wide from[9], const wide to[9], const wide edge[3], wide out[3]) {
    for (int c = 0; c < 3; ++c) {
        wide differ[3];
        for (int k = 0; k < 3; ++k) differ[k] = wide_sub(from[3 * c + k], to[3 * c + k]);
        out[c] = wide_mul(wide_splat(0.5f), dot(differ, edge));
    }
}

static void patches(const pl_detail_job* job, uint32_t begin, uint32_t end) {
    const plump_detail* detail = job->detail;
    for (uint32_t i = begin; i < end; i += WIDE) {
        wide row[3][12], e01[3], e02[3], e12[3], k01[3], k12[3], k02[3];
        for (int k = 0; k < 3; ++k) {
            pick_rows(job->frames, detail->corner[k] + i, 3, row[k]);
            e01[k] = wide_loadu(detail->edge[0][k] + i);
            e02[k] = wide_loadu(detail->edge[1][k] + i);
            e12[k] = wide_sub(e02[k], e01[k]);
        }
        bulge(row[0] + 3, row[1] + 3, e01, k01);
        bulge(row[0] + 3, row[2] + 3, e02, k02);
        bulge(row[1] + 3, row[2] + 3, e12, k12);
        wide out[4 * PL_PATCH_ROWS];
        for (int c = 0; c < 3; ++c) {
            out[3 * PL_PATCH_A + c] = row[0][c];
            out[3 * PL_PATCH_B + c] = wide_add(wide_sub(row[1][c], row[0][c]), k01[c]);
            out[3 * PL_PATCH_C + c] = wide_add(wide_sub(row[2][c], row[0][c]), k02[c]);
            out[3 * PL_PATCH_D + c] = wide_neg(k01[c]);
            out[3 * PL_PATCH_E + c] = wide_sub(k12[c], wide_add(k01[c], k02[c]));
            out[3 * PL_PATCH_F + c] = wide_neg(k02[c]);
            out[3 * PL_PATCH_END + c] = wide_splat(0.0f);
        }
        for (int k = 0; k < 9; ++k) {
            out[3 * PL_PATCH_M + k] = row[0][3 + k];
            out[3 * PL_PATCH_U + k] = wide_sub(row[1][3 + k], row[0][3 + k]);
            out[3 * PL_PATCH_V + k] = wide_sub(row[2][3 + k], row[0][3 + k]);
        }
        put_rows(out, PL_PATCH_ROWS, job->patches + PL_PATCH_STRIDE * (size_t)i, PL_PATCH_STRIDE);
    }
}

// --- vertices ---

// The frame's cofactors times the normal at rest, made 1 long; where the frame is crushed to
// nothing its image, or 0.
static inline void turn_normal(const plump_detail* detail, uint32_t i, const wide frame[9],
                               wide normal[4]) {
    wide rest[3], across[3][3], zero = wide_splat(0.0f), tiny = wide_splat(1e-12f);
    for (int k = 0; k < 3; ++k) rest[k] = wide_loadu(detail->normal[k] + i);
    cross(frame + 3, frame + 6, across[0]);
    cross(frame + 6, frame, across[1]);
    cross(frame, frame + 3, across[2]);
    for (int c = 0; c < 3; ++c) normal[c] = dot(across[c], rest);
    wide_mask flat = wide_lt(dot(normal, normal), tiny);
    for (int c = 0; c < 3; ++c) normal[c] = wide_select(flat, dot(frame + 3 * c, rest), normal[c]);
    wide length = wide_sqrt(dot(normal, normal));
    wide scale = wide_select(wide_lt(length, tiny), zero, wide_div(wide_splat(1.0f), length));
    for (int c = 0; c < 3; ++c) normal[c] = wide_mul(normal[c], scale);
    normal[3] = zero;
}

static inline void place_vertices(const pl_detail_job* job, uint32_t i, bool with_normals,
                                  wide at[4], wide normal[4]) {
    const plump_detail* detail = job->detail;
    wide p[4 * PL_PATCH_ROWS], u = wide_loadu(detail->u + i), v = wide_loadu(detail->v + i);
    wide frame[9], offset[3];
    pick_rows(job->patches, detail->patch + i, PL_PATCH_ROWS, p);
    for (int k = 0; k < 9; ++k) {
        wide more =
            wide_add(wide_mul(p[3 * PL_PATCH_U + k], u), wide_mul(p[3 * PL_PATCH_V + k], v));
        frame[k] = wide_add(p[3 * PL_PATCH_M + k], more);
    }
    for (int k = 0; k < 3; ++k) offset[k] = wide_loadu(detail->offset[k] + i);
    for (int c = 0; c < 3; ++c) {
        wide du = wide_mul(p[3 * PL_PATCH_D + c], u), ev = wide_mul(p[3 * PL_PATCH_E + c], v);
        wide fv = wide_mul(p[3 * PL_PATCH_F + c], v);
        wide by_u = wide_mul(wide_add(wide_add(p[3 * PL_PATCH_B + c], du), ev), u);
        wide by_v = wide_mul(wide_add(p[3 * PL_PATCH_C + c], fv), v);
        wide base = wide_add(p[3 * PL_PATCH_A + c], wide_add(by_u, by_v));
        at[c] = wide_add(base, dot(frame + 3 * c, offset));
    }
    at[3] = wide_splat(0.0f);
    if (with_normals) turn_normal(detail, i, frame, normal);
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

const pl_detail_kernels KERNEL(pl_detail_kernels) = {points, frames, patches, vertices};
