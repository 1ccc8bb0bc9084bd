// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which bone moves which vertex: with d the distance to a bone over the bone's thickness, weights
// go as 1 / d^6. Within a limb its own bone wins, and at joints neighbours share evenly.
#include "io/rig_parts.h"

#include <math.h>
#include <string.h>

#define NEAREST 0.05  // of the thickness; nearer makes no difference

static double bone_distance(const plump_rig_bone* bone, const double p[3]) {
    double along[3], to[3], dot = 0, length = 0, squared = 0;
    for (int k = 0; k < 3; ++k) {
        along[k] = bone->tip[k] - bone->joint[k];
        to[k] = p[k] - bone->joint[k];
        dot += along[k] * to[k];
        length += along[k] * along[k];
    }
    double share = length > 0 ? fmin(fmax(dot / length, 0), 1) : 0;
    for (int k = 0; k < 3; ++k) squared += pow(to[k] - share * along[k], 2);
    return fmax(sqrt(squared) / bone->radius, NEAREST);
}

void pl_rig_share_vertex(const plump_rig_def* def, const double position[3], pl_rig_share* share) {
    double best[4] = {0, 0, 0, 0}, sum = 0;
    memset(share, 0, sizeof *share);
    for (uint32_t i = 0; i < def->bone_count; ++i) {
        double weight = pow(bone_distance(&def->bones[i], position), -6);
        int at = 4;
        while (at > 0 && weight > best[at - 1]) --at;
        for (int k = 3; k > at; --k) {
            best[k] = best[k - 1];
            share->bones[k] = share->bones[k - 1];
        }
        if (at == 4) continue;
        best[at] = weight;
        share->bones[at] = i;
    }
    for (int k = 0; k < 4; ++k) {
        if (best[k] < 0.01 * best[0]) best[k] = 0;
        sum += best[k];
    }
    for (int k = 0; k < 4; ++k) {
        share->weights[k] = (float)(best[k] / sum);
        if (share->weights[k] == 0) share->bones[k] = 0;
    }
}

static void add_normal(const plump_triangles* t, uint32_t triangle, double* sums) {
    double p[3][3], a[3], b[3];
    for (unsigned c = 0; c < 3; ++c)
        pl_triangles_position(t, pl_triangles_corner(t, triangle, c), p[c]);
    for (int k = 0; k < 3; ++k) a[k] = p[1][k] - p[0][k], b[k] = p[2][k] - p[0][k];
    for (unsigned c = 0; c < 3; ++c) {
        double* sum = sums + 3 * (size_t)pl_triangles_corner(t, triangle, c);
        for (int k = 0; k < 3; ++k) {
            int i = (k + 1) % 3, j = (k + 2) % 3;
            sum[k] += a[i] * b[j] - a[j] * b[i];
        }
    }
}

bool pl_rig_normals(const plump_allocator* hooks, const plump_triangles* t, float* normals) {
    double* sums = pl_alloc_zero(hooks, t->vertex_count, 3 * sizeof *sums);
    if (!sums) return false;
    for (uint32_t i = 0; i < t->triangle_count; ++i) add_normal(t, i, sums);
    for (size_t i = 0; i < t->vertex_count; ++i) {
        const double* s = sums + 3 * i;
        double length = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
        for (size_t k = 0; k < 3; ++k)
            normals[3 * i + k] = length > 1e-140 ? (float)(s[k] / length) : (k == 1 ? 1.0f : 0.0f);
    }
    pl_free(hooks, sums);
    return true;
}
