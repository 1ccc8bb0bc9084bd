// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones: checked, made, pushed and destroyed.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/world/checks.h"
#include "src/world/world_data.h"

#include <math.h>
#include <string.h>

#define FORCE_MOST  1e12  // N, N s
#define TURNS_MOST  1e9   // rad
#define MASS_LEAST  1e-9  // kg
#define MASS_MOST   1e12
#define SHAPE_LEAST 1e-6  // of m extent^2: an inertia below would let a touch spin it

plump_bone_def plump_default_bone_def(void) {
    plump_bone_def def;
    memset(&def, 0, sizeof def);
    def.axis[2] = 1.0f;
    def.angle_least = -(float)TURNS_MOST;
    def.angle_most = (float)TURNS_MOST;
    def.mass = 1.0f;
    def.damping = 0.5f;
    def.gravity_scale = 1.0f;
    def.cookie = PL_COOKIE_BONE;
    return def;
}

// --- checks ---

static plump_result check_hinge(const plump_bone_def* def, plump_error* error) {
    double squared = 0.0;
    for (int k = 0; k < 3; ++k) squared += (double)def->axis[k] * (double)def->axis[k];
    if (!(squared > 1e-30 && squared < 1e30))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the axis of the bone is no direction: give x, y, z of any length but 0");
    plump_result result = pl_check_point(def->pivot, "pivot of the bone", error);
    if (result == PLUMP_OK)
        result = pl_check_float(def->angle_least, -TURNS_MOST, 0, "least angle of the bone", error);
    if (result == PLUMP_OK)
        result = pl_check_float(def->angle_most, 0, TURNS_MOST, "most angle of the bone", error);
    return result;
}

static plump_result check_matter(const plump_bone_def* def, plump_error* error) {
    plump_result result =
        pl_check_float(def->mass, MASS_LEAST, MASS_MOST, "mass of the bone", error);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k) {
        result = pl_check_float(def->centre[k], -1e6, 1e6, "centre of the bone", error);
        if (result == PLUMP_OK)
            result = pl_check_float(def->inertia[k], 0, 1e24, "inertia of the bone", error);
    }
    if (result == PLUMP_OK)
        result = pl_check_float(def->damping, 0, 1e6, "damping of the bone", error);
    if (result == PLUMP_OK)
        result = pl_check_float(def->gravity_scale, -1e6, 1e6, "gravity scale of the bone", error);
    return result;
}

plump_result pl_bone_numbers_check(const plump_bone_def* def, plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the bone definition is NULL");
    if (def->cookie != PL_COOKIE_BONE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the bone definition was not begun with plump_default_bone_def(), or comes "
                       "from another version of plump");
    if ((unsigned)def->joint >= PLUMP_JOINT_COUNT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no joint %u of bones",
                       (unsigned)def->joint);
    if (def->joint == PLUMP_JOINT_FREE && def->parent.value)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the bone is free and has a parent; only a hinge sits on another bone");
    plump_result result = check_matter(def, error);
    return result == PLUMP_OK && def->joint == PLUMP_JOINT_HINGE ? check_hinge(def, error) : result;
}

// --- making ---

// Mean x^2 over a box with sides a, b, c, times 12: a^2 if it is even; if its six thin walls alone
// have mass, more, as two of them lie at the ends.
static double spread(const pl_solid* solid, int axis) {
    const double* side = solid->size;
    double a = side[axis], b = side[(axis + 1) % 3], c = side[(axis + 2) % 3];
    if (!solid->hollow) return a * a;
    return a * a * (a * b + 3 * (b * c) + c * a) / (a * b + b * c + c * a);
}

// Of an even box around the obstacle's shape, of a hollow one of thin walls around its room (whose
// matter has no end); and never next to nothing.
static void find_inertia(pl_bone* bone) {
    const pl_solid* solid = bone->obstacle->solid;
    double square[3], mass = (double)bone->def.mass, extent = 0.0;
    const float* given = bone->def.inertia;
    bool own = given[0] == 0.0f && given[1] == 0.0f && given[2] == 0.0f;
    for (int k = 0; k < 3; ++k) {
        square[k] = spread(solid, k);
        extent = solid->size[k] > extent ? solid->size[k] : extent;
    }
    for (int k = 0; k < 3; ++k) {
        double a = square[(k + 1) % 3], b = square[(k + 2) % 3];
        double inertia = own ? mass * (a + b) / 12.0 : (double)given[k];
        double least = SHAPE_LEAST * mass * extent * extent;
        bone->def.inertia[k] = (float)(inertia > least ? inertia : least);
    }
}

// Pivot and axis in the frames of both sides.
static void hang(pl_bone* bone) {
    const float* a = bone->def.axis;
    const pl_place world = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const double none[4] = {0, 0, 0, 1};
    const pl_obstacle* on = bone->parent ? bone->parent->obstacle : NULL;
    pl_place own = pl_obstacle_place(bone->obstacle), base = on ? pl_obstacle_place(on) : world;
    pl_vec3d pivot = pl_vec3d_load(bone->def.pivot);
    pl_vec3d axis = pl_vec3d_make((double)a[0], (double)a[1], (double)a[2]);
    axis = pl_vec3d_scale(axis, 1.0 / pl_vec3d_length(axis));
    pl_vec3d_store(pl_rotation_back(base.turn, axis), bone->axis_on);
    pl_vec3d apart = pl_vec3d_sub(pivot, pl_vec3d_load(base.position));
    pl_vec3d_store(pl_rotation_back(base.turn, apart), bone->pivot_on);
    apart = pl_vec3d_sub(pivot, pl_vec3d_load(own.position));
    pl_vec3d_store(pl_rotation_back(own.turn, apart), bone->pivot_own);
    const double* q = on ? on->rotation : none;
    const double back[4] = {-q[0], -q[1], -q[2], q[3]};
    pl_quaternion_multiply(back, bone->obstacle->rotation, bone->rotation_on);
}

// A step takes time with the square of a chain's length for each of its bones: 500 in one take
// 0.4 s, 2,000 half a minute.
static plump_result check_chain(const pl_bone* parent, plump_error* error) {
    int length = 1;
    for (const pl_bone* above = parent; above; above = above->parent) ++length;
    if (length <= PLUMP_BONE_CHAIN_MOST) return PLUMP_OK;
    return pl_fail(
        error, PLUMP_ERROR_LIMIT,
        "the bone would be number %d of a chain; at most %d bones can hang on each other", length,
        PLUMP_BONE_CHAIN_MOST);
}

plump_result pl_bone_make(plump_world* world, const plump_bone_def* def, pl_obstacle* obstacle,
                          pl_bone* parent, pl_bone** bone, plump_error* error) {
    plump_result result = check_chain(parent, error);
    if (result != PLUMP_OK) return result;
    pl_bone* made = pl_alloc_zero(&world->hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a bone");
    made->def = *def;
    made->obstacle = obstacle;
    made->parent = parent;
    find_inertia(made);
    if (def->joint == PLUMP_JOINT_HINGE) hang(made);
    *bone = made;
    return PLUMP_OK;
}

static pl_bone* find(const plump_world* world, plump_bone_id id, plump_error* error) {
    if (!world) {
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
        return NULL;
    }
    pl_bone* bone = pl_slots_find(&world->bone_slots, id.value);
    if (!bone)
        pl_fail(error, PLUMP_ERROR_ARGUMENT,
                id.value ? "bone %u is not in this world; it may have been destroyed"
                         : "the bone id is %u, which names no bone",
                (unsigned)id.value);
    return bone;
}

// Its obstacle can be one.
static pl_obstacle* find_obstacle(const plump_world* world, plump_obstacle_id id,
                                  plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return NULL;
    if (obstacle->bone || obstacle->moving || obstacle->def.shape == PLUMP_OBSTACLE_PLANE) {
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "obstacle %u %s", (unsigned)id.value,
                obstacle->bone     ? "is a bone already"
                : obstacle->moving ? "is on its way; make it a bone when it has arrived"
                                   : "is a plane, which has no mass; a bone is another shape");
        return NULL;
    }
    return obstacle;
}

static plump_result reserve_one(plump_world* world, pl_bone* bone, plump_error* error) {
    size_t count = world->bone_count;
    plump_result result = pl_slots_reserve(&world->bone_slots, &world->hooks, "bones", error);
    if (result != PLUMP_OK) return result;
    bool room = pl_grow(&world->hooks, (void**)&world->bones, &world->bone_capacity, count,
                        count + 1, sizeof(pl_bone*));
    if (room) {
        world->bones[count] = bone;  // not counted yet
        pl_census census = pl_world_census(world);
        census.bone_count++;
        room = pl_world_reserve(world, &census);
    }
    return room ? PLUMP_OK : pl_fail_memory(error, "taking in a bone");
}

static void rouse_tied(plump_world* world, const pl_obstacle* obstacle) {
    for (size_t i = 0; i < world->attachment_count; ++i) {
        const plump_attachment_def* def = &world->attachments[i]->def;
        if (def->obstacle.value == obstacle->id.value)
            pl_body_rouse(world, pl_world_find(world, def->body, NULL));
    }
    pl_place here = pl_obstacle_place(obstacle);
    pl_rouse_near_obstacle(world, obstacle, &here, &here);
}

static plump_result create(plump_world* world, const plump_bone_def* def, plump_bone_id* id,
                           plump_error* error) {
    plump_result result = pl_bone_numbers_check(def, error);
    pl_obstacle* obstacle = result == PLUMP_OK ? find_obstacle(world, def->obstacle, error) : NULL;
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    pl_bone *parent = def->parent.value ? find(world, def->parent, error) : NULL, *bone = NULL;
    if (def->parent.value && !parent) return PLUMP_ERROR_ARGUMENT;
    result = pl_bone_make(world, def, obstacle, parent, &bone, error);
    if (result != PLUMP_OK || !bone) return result;
    result = reserve_one(world, bone, error);
    if (result != PLUMP_OK) {
        pl_free(&world->hooks, bone);
        return result;
    }
    bone->id.value = pl_slots_take(&world->bone_slots, bone);
    world->bones[world->bone_count++] = bone;
    obstacle->bone = bone;
    rouse_tied(world, obstacle);
    *id = bone->id;
    return PLUMP_OK;
}

plump_result plump_bone_create(plump_world* world, const plump_bone_def* def, plump_bone_id* bone,
                               plump_error* error) {
    if (!world) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
    if (!bone) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the bone's id");
    *bone = (plump_bone_id){0};
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = create(world, def, bone, error);
    pl_fpmode_leave(mode);
    return result;
}

const pl_bone* pl_bone_child(const plump_world* world, const pl_bone* bone) {
    for (size_t i = 0; i < world->bone_count; ++i) {
        if (world->bones[i]->parent == bone) return world->bones[i];
    }
    return NULL;
}

void pl_bone_remove(plump_world* world, pl_bone* bone) {
    size_t at = 0;
    while (world->bones[at] != bone) ++at;
    memmove(world->bones + at, world->bones + at + 1,
            (--world->bone_count - at) * sizeof(pl_bone*));
    bone->obstacle->bone = NULL;
    pl_slots_clear(&world->bone_slots, bone->id.value);
    pl_free(&world->hooks, bone);
}

plump_result plump_bone_destroy(plump_world* world, plump_bone_id id, plump_error* error) {
    pl_bone* bone = find(world, id, error);
    if (!bone) return PLUMP_ERROR_ARGUMENT;
    const pl_bone* child = pl_bone_child(world, bone);
    if (child)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "bone %u has the hinge of bone %u; destroy that one first",
                       (unsigned)id.value, (unsigned)child->id.value);
    pl_fpmode mode = pl_fpmode_enter();
    rouse_tied(world, bone->obstacle);
    pl_fpmode_leave(mode);
    pl_bone_remove(world, bone);
    return PLUMP_OK;
}

bool plump_bone_exists(const plump_world* world, plump_bone_id bone) {
    return world && find(world, bone, NULL);
}

void pl_bones_arrive(plump_world* world) {
    for (size_t i = 0; i < world->bone_count; ++i)
        memset(world->bones[i]->force, 0, sizeof world->bones[i]->force);
}

// --- pushing and reading ---

static pl_vec3d centre_of(const pl_bone* bone, double turn[9]) {
    pl_rotation_from_quaternion(bone->obstacle->rotation, turn);
    return pl_bone_centre(bone, bone->obstacle->position, turn);
}

static plump_result act(plump_world* world, plump_bone_id id, const double point[3],
                        const double force[3], bool at_once, plump_error* error) {
    pl_bone* bone = find(world, id, error);
    if (!bone) return PLUMP_ERROR_ARGUMENT;
    if (!force) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the force or impulse is NULL");
    plump_result result = pl_check_point(point, "point of the push", error);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k)
        result = pl_check_number(force[k], -FORCE_MOST, FORCE_MOST, "push on the bone", error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    double turn[9], *sum = at_once ? bone->pending : bone->force;
    pl_vec3d arm = pl_vec3d_sub(pl_vec3d_load(point), centre_of(bone, turn));
    pl_vec3d push = pl_vec3d_load(force), twist = pl_vec3d_cross(arm, push);
    const double add[6] = {push.x, push.y, push.z, twist.x, twist.y, twist.z};
    for (int k = 0; k < 6; ++k) sum[k] += add[k];
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

plump_result plump_bone_push(plump_world* world, plump_bone_id bone, const double point[3],
                             const double impulse[3], plump_error* error) {
    return act(world, bone, point, impulse, true, error);
}

plump_result plump_bone_add_force(plump_world* world, plump_bone_id bone, const double point[3],
                                  const double force[3], plump_error* error) {
    return act(world, bone, point, force, false, error);
}

// About the axis of the hinge, m r^2 with it.
static double hinge_inertia(const pl_bone* bone, const double turn[9], pl_vec3d centre) {
    double frame[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, inertia[9];
    if (bone->parent) pl_rotation_from_quaternion(bone->parent->obstacle->rotation, frame);
    pl_vec3d axis = pl_rotation_turn(frame, pl_vec3d_load(bone->axis_on));
    pl_vec3d arm = pl_rotation_turn(turn, pl_vec3d_load(bone->pivot_own));
    pl_vec3d pivot = pl_vec3d_add(pl_vec3d_load(bone->obstacle->position), arm);
    pl_vec3d across = pl_vec3d_cross(axis, pl_vec3d_sub(centre, pivot));
    pl_bone_inertia(bone, turn, inertia);
    return pl_vec3d_dot(axis, pl_rotation_turn(inertia, axis)) +
           (double)bone->def.mass * pl_vec3d_dot(across, across);
}

static void describe(const plump_world* world, const pl_bone* bone, plump_bone_info* info) {
    double turn[9], step = (double)world->stage.step;
    pl_vec3d centre = centre_of(bone, turn);
    *info = (plump_bone_info){.obstacle = bone->obstacle->id,
                              .user = bone->def.user,
                              .angle = bone->angle,
                              .rate = bone->rate};
    pl_vec3d_store(centre, info->centre);
    pl_vec3d_store(pl_bone_rate(bone, turn, pl_vec3d_load(bone->spin)), info->angular_velocity);
    if (bone->def.joint == PLUMP_JOINT_HINGE) info->inertia = hinge_inertia(bone, turn, centre);
    for (int k = 0; k < 3; ++k) {
        info->velocity[k] = bone->velocity[k];
        info->force[k] = step > 0.0 ? bone->given[k] / step : 0.0;
        info->torque[k] = step > 0.0 ? bone->given[3 + k] / step : 0.0;
    }
}

plump_result plump_bone_get_info(const plump_world* world, plump_bone_id id, plump_bone_info* info,
                                 plump_error* error) {
    const pl_bone* bone = find(world, id, error);
    if (!bone) return PLUMP_ERROR_ARGUMENT;
    if (!info) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put what is known");
    pl_fpmode mode = pl_fpmode_enter();
    describe(world, bone, info);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

uint32_t plump_world_bones(const plump_world* world, plump_bone_id* bones, uint32_t capacity) {
    if (!world) return 0;
    for (size_t i = 0; bones && i < world->bone_count && i < capacity; ++i)
        bones[i] = world->bones[i]->id;
    return (uint32_t)world->bone_count;
}
