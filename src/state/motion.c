// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From sums about the origin of the positions to the motion about the centre. Float sums lose what
// the shift takes away, but the origin stays within about a size of the centre, and blocks are
// joined and shifted in double: what is left is a few 1e-7 of the whole.
#include "src/state/motion.h"

#include "src/math/rotation.h"

#include <math.h>
#include <string.h>

#define GIRTH_LEAST 0.005  // of M L^2

PL_ISA_TABLES(pl_motion_kernels);

const pl_motion_kernels* pl_motion_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_motion_kernels, isa);
}

// A symmetric matrix: xx xy xz yy yz zz.
typedef struct symmetric {
    double xx, xy, xz, yy, yz, zz;
} symmetric;

// I = tr(S) 1 - S, with S = sum m r r^T about the centre.
static symmetric inertia(const double* second, double mass, pl_vec3d c) {
    symmetric s = {second[0] - mass * c.x * c.x, second[1] - mass * c.x * c.y,
                   second[2] - mass * c.x * c.z, second[3] - mass * c.y * c.y,
                   second[4] - mass * c.y * c.z, second[5] - mass * c.z * c.z};
    symmetric i = {s.yy + s.zz, -s.xy, -s.xz, s.xx + s.zz, -s.yz, s.xx + s.yy};
    return i;
}

// I^-1 by the adjugate, or 0 where a body on a line, or a poisoned one, has no such thing.
static void invert(symmetric i, double inverse[9]) {
    pl_vec3d a = {i.yy * i.zz - i.yz * i.yz, i.xz * i.yz - i.xy * i.zz, i.xy * i.yz - i.xz * i.yy};
    pl_vec3d b = {a.y, i.xx * i.zz - i.xz * i.xz, i.xy * i.xz - i.xx * i.yz};
    pl_vec3d c = {a.z, b.z, i.xx * i.yy - i.xy * i.xy};
    double determinant = i.xx * a.x + i.xy * a.y + i.xz * a.z;
    double trace = i.xx + i.yy + i.zz;
    bool fine = determinant > 1e-6 * trace * trace * trace;
    double scale = fine ? 1.0 / determinant : 0.0;
    pl_vec3d_store(pl_vec3d_scale(a, scale), inverse);
    pl_vec3d_store(pl_vec3d_scale(b, scale), inverse + 3);
    pl_vec3d_store(pl_vec3d_scale(c, scale), inverse + 6);
}

static pl_vec3d spin(const double inverse[9], pl_vec3d momentum) {
    pl_vec3d none = {0.0, 0.0, 0.0}, omega = pl_rotation_turn(inverse, momentum);
    return pl_vec3d_is_finite(omega) ? omega : none;
}

pl_motion pl_motion_join(const float* sums, uint32_t block_count, pl_inertia* turning) {
    double total[PL_MOTION_CHANNELS] = {0.0};
    for (uint32_t block = 0; block < block_count; ++block) {
        const float* from = sums + (size_t)block * PL_MOTION_CHANNELS;
        for (int c = 0; c < PL_MOTION_CHANNELS; ++c) total[c] += (double)from[c];
    }
    pl_motion motion;
    memset(&motion, 0, sizeof motion);
    memset(turning, 0, sizeof *turning);
    if (!(total[0] > 0.0)) return motion;
    motion.mass = total[0];
    motion.centre = pl_vec3d_scale(pl_vec3d_load(total + 1), 1.0 / motion.mass);
    motion.velocity = pl_vec3d_scale(pl_vec3d_load(total + 4), 1.0 / motion.mass);
    pl_vec3d carried = pl_vec3d_cross(motion.centre, pl_vec3d_load(total + 4));
    motion.angular_momentum = pl_vec3d_sub(pl_vec3d_load(total + 7), carried);
    symmetric i = inertia(total + 10, motion.mass, motion.centre);
    turning->trace = i.xx + i.yy + i.zz;
    invert(i, turning->inverse);
    motion.angular_velocity = spin(turning->inverse, motion.angular_momentum);
    motion.kinetic_energy = 0.5 * total[16];
    return motion;
}

bool pl_inertia_turns(const pl_inertia* inertia, double mass, double extent) {
    return inertia->trace > GIRTH_LEAST * mass * extent * extent;
}

bool pl_motion_is_sound(const pl_motion* m) {
    return pl_vec3d_is_finite(m->centre) && pl_vec3d_is_finite(m->velocity) &&
           pl_vec3d_is_finite(m->angular_momentum) && pl_vec3d_is_finite(m->angular_velocity) &&
           isfinite(m->kinetic_energy);
}

double pl_motion_deformation(const pl_motion* m) {
    double rigid = 0.5 * (m->mass * pl_vec3d_dot(m->velocity, m->velocity) +
                          pl_vec3d_dot(m->angular_velocity, m->angular_momentum));
    double rest = m->kinetic_energy - rigid;
    return rest > 0.0 ? sqrt(2.0 * rest / m->mass) : 0.0;
}
