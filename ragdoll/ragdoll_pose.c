// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rotations, where a ragdoll begins, and its bones as matrices.
#include "ragdoll/ragdoll_parts.h"

#include <math.h>
#include <string.h>

// Quaternions are w, x, y, z and of length 1.
static void rotation_matrix(const double q[4], double m[9]) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    m[0] = 1 - 2 * (y * y + z * z);
    m[1] = 2 * (x * y - w * z);
    m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z);
    m[4] = 1 - 2 * (x * x + z * z);
    m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y);
    m[7] = 2 * (y * z + w * x);
    m[8] = 1 - 2 * (x * x + y * y);
}

void pl_ragdoll_turn(const double rotation[4], const double v[3], double out[3]) {
    double m[9], turned[3];
    rotation_matrix(rotation, m);
    for (int k = 0; k < 3; ++k) turned[k] = pl_ragdoll_dot(&m[3 * k], v);
    for (int k = 0; k < 3; ++k) out[k] = turned[k];
}

void pl_ragdoll_turn_back(const double rotation[4], const double v[3], double out[3]) {
    const double back[4] = {rotation[0], -rotation[1], -rotation[2], -rotation[3]};
    pl_ragdoll_turn(back, v, out);
}

void pl_ragdoll_turning(const double parent[4], const double child[4], double turning[3]) {
    const double *a = &parent[1], *b = &child[1];
    double across[3], length = 0;
    pl_ragdoll_cross(a, b, across);
    double cosine = parent[0] * child[0] + pl_ragdoll_dot(a, b);
    for (int k = 0; k < 3; ++k) {
        turning[k] = parent[0] * b[k] - child[0] * a[k] - across[k];
        if (cosine < 0) turning[k] = -turning[k];  // the shorter way around
        length += turning[k] * turning[k];
    }
    length = sqrt(length);
    double factor = length > 1e-9 ? 2 * atan2(length, fabs(cosine)) / length : 2;
    for (int k = 0; k < 3; ++k) turning[k] *= factor;
}

bool pl_ragdoll_is_finite(const pl_ragdoll_motion* m) {
    bool is_finite = true;
    for (int k = 0; k < 3; ++k)
        is_finite = is_finite && fabs(m->position[k]) < 1e15 && fabs(m->velocity[k]) < 1e12 &&
                    fabs(m->angular_velocity[k]) < 1e12;
    double length = 0;
    for (int k = 0; k < 4; ++k) length += m->rotation[k] * m->rotation[k];
    return is_finite && length > 0.25 && length < 4;
}

void pl_ragdoll_write_matrices(plump_ragdoll* r) {
    for (uint32_t i = 0; i < r->count; ++i) {
        double turn[9], *m = &r->matrices[12 * (size_t)i];
        rotation_matrix(r->motions[i].rotation, turn);
        for (int k = 0; k < 3; ++k) {
            const double* row = &turn[3 * k];
            for (int j = 0; j < 3; ++j) m[4 * k + j] = r->def.scale * row[j];
            m[4 * k + 3] = r->motions[i].position[k] - pl_ragdoll_dot(row, r->parts[i].centre);
        }
    }
}

// The centre of mass of the piece that a root carries, at the start.
static void piece_centre(const plump_ragdoll* r, uint32_t root, double centre[3]) {
    centre[0] = centre[1] = centre[2] = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        const pl_ragdoll_part* part = &r->parts[i];
        for (int k = 0; k < 3 && part->root == root; ++k)
            centre[k] += part->mass / part->piece_mass * r->motions[i].position[k];
    }
}

void pl_ragdoll_place(plump_ragdoll* r) {
    const plump_ragdoll_def* def = &r->def;
    double q[4] = {def->rotation[3], def->rotation[0], def->rotation[1], def->rotation[2]};
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) q[k] /= length;
    for (uint32_t i = 0; i < r->count; ++i) {
        pl_ragdoll_motion* motion = &r->motions[i];
        pl_ragdoll_turn(q, r->parts[i].centre, motion->position);
        for (int k = 0; k < 3; ++k) motion->position[k] += def->position[k];
        for (int k = 0; k < 4; ++k) motion->rotation[k] = q[k];
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        pl_ragdoll_motion* motion = &r->motions[i];
        double centre[3], arm[3], around[3];
        piece_centre(r, r->parts[i].root, centre);
        for (int k = 0; k < 3; ++k) arm[k] = motion->position[k] - centre[k];
        pl_ragdoll_cross(def->angular_velocity, arm, around);
        for (int k = 0; k < 3; ++k) {
            motion->velocity[k] = def->velocity[k] + around[k];
            motion->angular_velocity[k] = def->angular_velocity[k];
        }
    }
    memcpy(r->before, r->motions, r->count * sizeof *r->motions);
    r->clock = (pl_ragdoll_clock){0};
}
