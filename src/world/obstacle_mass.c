// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles that give way: a mass makes one a free bone, whose motion the caller may set.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/world/checks.h"
#include "src/world/world_data.h"

#include <string.h>

#define SPEED_MOST 1e6   // m/s, rad/s
#define MASS_LEAST 1e-9  // kg, but for 0
#define MASS_MOST  1e12

#define ROUNDING 1e-5  // callers round theirs to floats

// Whether something can have that about three axes.
static bool is_of_matter(const float inertia[3]) {
    double sum = (double)inertia[0] + (double)inertia[1] + (double)inertia[2];
    for (int k = 0; k < 3; ++k) {
        double own = (double)inertia[k];
        if (sum > 0.0 && (own == 0.0 || own > (1.0 + ROUNDING) * (sum - own))) return false;
    }
    return true;
}

plump_result pl_obstacle_mass_check(const plump_obstacle_def* def, plump_error* error) {
    double least = def->mass == 0.0f ? 0 : MASS_LEAST;
    plump_result result =
        pl_check_float(def->mass, least, MASS_MOST, "mass of the obstacle", error);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k) {
        result = pl_check_float(def->inertia[k], 0, 1e24, "inertia of the obstacle", error);
        if (result == PLUMP_OK)
            result = pl_check_float(def->centre[k], -1e6, 1e6, "centre of the obstacle", error);
    }
    if (result == PLUMP_OK)
        result =
            pl_check_float(def->gravity_scale, -1e6, 1e6, "gravity scale of the obstacle", error);
    if (result == PLUMP_OK && !is_of_matter(def->inertia))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "inertia of the obstacle is %g, %g, %g; no thing has that: each is above 0 "
                       "and at most the sum of the other two (or all are 0: that of the shape)",
                       (double)def->inertia[0], (double)def->inertia[1], (double)def->inertia[2]);
    if (result == PLUMP_OK && def->mass > 0.0f && def->shape == PLUMP_OBSTACLE_PLANE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a plane has no end, and so no mass; leave its mass 0, or use a box");
    return result;
}

// --- what it has if none is given ---

// A cylinder with half a ball at each end, the cylinder of length 0 for a ball.
static void fill_capsule(double mass, double r, double half, float inertia[3]) {
    double share = half / (half + 2.0 / 3.0 * r), middle = share * mass, ends = mass - middle;
    double along = middle * r * r / 2 + ends * 0.4 * r * r;
    double across = middle * (r * r / 4 + half * half / 3) +
                    ends * (0.4 * r * r + half * half + 0.75 * half * r);
    inertia[0] = inertia[2] = (float)across;
    inertia[1] = (float)along;
}

static void fill_cylinder(double mass, double r, double half, float inertia[3]) {
    inertia[0] = inertia[2] = (float)(mass * (r * r / 4 + half * half / 3));
    inertia[1] = (float)(mass * r * r / 2);
}

// That of the shape filled evenly; 0, 0, 0 leaves it to the bone, which takes the box around it.
static void fill_inertia(const plump_obstacle_def* def, float inertia[3]) {
    double mass = (double)def->mass, r = (double)def->radius, half = (double)def->half_height;
    memcpy(inertia, def->inertia, sizeof def->inertia);
    if (inertia[0] > 0.0f || inertia[1] > 0.0f || inertia[2] > 0.0f || def->hollow) return;
    if (def->shape == PLUMP_OBSTACLE_SPHERE) fill_capsule(mass, r, 0.0, inertia);
    if (def->shape == PLUMP_OBSTACLE_CAPSULE) fill_capsule(mass, r, half, inertia);
    if (def->shape == PLUMP_OBSTACLE_CYLINDER) fill_cylinder(mass, r, half, inertia);
}

plump_result pl_obstacle_give_mass(plump_world* world, const plump_obstacle_def* def,
                                   plump_obstacle_id id, plump_error* error) {
    plump_bone_def bone = plump_default_bone_def();
    plump_bone_id made;
    bone.obstacle = id;
    bone.joint = PLUMP_JOINT_FREE;
    bone.mass = def->mass;
    bone.gravity_scale = def->gravity_scale;
    bone.damping = 0.0f;
    memcpy(bone.centre, def->centre, sizeof bone.centre);
    fill_inertia(def, bone.inertia);
    return plump_bone_create(world, &bone, &made, error);
}

// --- its motion ---

static void rouse(plump_world* world, const pl_obstacle* obstacle) {
    pl_place here = pl_obstacle_place(obstacle);
    pl_rouse_near_obstacle(world, obstacle, &here, &here);
}

static bool is_moved_so(const pl_bone* bone, const double velocity[3], pl_vec3d spin) {
    double own[3];
    pl_vec3d_store(spin, own);
    for (int k = 0; k < 3; ++k) {
        if (bone->velocity[k] != velocity[k] || bone->spin[k] != own[k]) return false;
    }
    return true;
}

static void set_motion(plump_world* world, pl_bone* bone, const double velocity[3],
                       const double angular_velocity[3]) {
    double turn[9], inertia[9];
    pl_rotation_from_quaternion(bone->obstacle->rotation, turn);
    pl_bone_inertia(bone, turn, inertia);
    pl_vec3d spin = pl_rotation_turn(inertia, pl_vec3d_load(angular_velocity));
    if (is_moved_so(bone, velocity, spin)) return;
    memcpy(bone->velocity, velocity, sizeof bone->velocity);
    pl_vec3d_store(spin, bone->spin);
    rouse(world, bone->obstacle);
}

static plump_result check_speed(const double speed[3], const char* name, plump_error* error) {
    plump_result result = PLUMP_OK;
    if (!speed)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the %s is NULL; give three numbers", name);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k)
        result = pl_check_number(speed[k], -SPEED_MOST, SPEED_MOST, name, error);
    return result;
}

plump_result plump_obstacle_set_motion(plump_world* world, plump_obstacle_id id,
                                       const double velocity[3], const double angular_velocity[3],
                                       plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    if (!pl_obstacle_gives(obstacle))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "obstacle %u %s", (unsigned)id.value,
                       obstacle->bone ? "is a bone on a hinge; push it with plump_bone_push()"
                                      : "has no mass; give it one in its definition, or lead it "
                                        "with plump_obstacle_move()");
    plump_result result = check_speed(velocity, "velocity of the obstacle", error);
    if (result == PLUMP_OK)
        result = check_speed(angular_velocity, "angular velocity of the obstacle", error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    set_motion(world, obstacle->bone, velocity, angular_velocity);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

void pl_obstacle_tell_motion(const pl_obstacle* obstacle, plump_obstacle_info* info) {
    const pl_bone* bone = obstacle->bone;
    double turn[9];
    if (!bone) return;
    info->bone = bone->id;
    pl_rotation_from_quaternion(obstacle->rotation, turn);
    memcpy(info->velocity, bone->velocity, sizeof info->velocity);
    pl_vec3d_store(pl_bone_rate(bone, turn, pl_vec3d_load(bone->spin)), info->angular_velocity);
}
