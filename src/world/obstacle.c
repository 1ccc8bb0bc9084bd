// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles: checked, made, moved and destroyed.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/world/checks.h"
#include "src/world/world_data.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SIZE_LEAST   1e-6  // m
#define SIZE_MOST    1e6
#define EXTENT_LEAST 0.999e-6  // m: a scale of 1e-6 is a little less as a float

plump_obstacle_def plump_default_obstacle_def(void) {
    plump_obstacle_def def;
    memset(&def, 0, sizeof def);
    def.rotation[3] = 1.0f;
    def.radius = def.half_height = 0.5f;
    for (int k = 0; k < 3; ++k) def.half_size[k] = 0.5f;
    def.scale = 1.0f;
    def.friction = def.friction_static = 0.5f;
    def.gravity_scale = 1.0f;
    def.category = 1;
    def.collides_with = UINT32_MAX;
    def.cookie = PL_COOKIE_OBSTACLE;
    return def;
}

// --- checks ---

static plump_result check_surface(float friction, float friction_static, float restitution,
                                  plump_error* error) {
    plump_result result = pl_check_float(friction, 0, 100, "friction of the obstacle", error);
    if (result == PLUMP_OK)
        result = pl_check_float(friction_static, 0, 100, "static friction of the obstacle", error);
    if (result == PLUMP_OK)
        result = pl_check_float(restitution, 0, 1, "restitution of the obstacle", error);
    return result;
}

#define BELT_MOST 1e6  // m/s

static plump_result check_belt(const float velocity[3], plump_error* error) {
    plump_result result = PLUMP_OK;
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k)
        result = pl_check_float(velocity[k], -BELT_MOST, BELT_MOST,
                                "surface velocity of the obstacle", error);
    return result;
}

static plump_result check_sizes(const plump_obstacle_def* def, plump_error* error) {
    const struct {
        const char* what;
        float value;
    } sizes[] = {{"radius of the obstacle", def->radius},
                 {"half_height of the obstacle", def->half_height},
                 {"half_size of the obstacle", def->half_size[0]},
                 {"half_size of the obstacle", def->half_size[1]},
                 {"half_size of the obstacle", def->half_size[2]},
                 {"scale of the obstacle", def->scale}};
    plump_result result = PLUMP_OK;
    for (size_t i = 0; i < PL_COUNT(sizes) && result == PLUMP_OK; ++i)
        result = pl_check_float(sizes[i].value, SIZE_LEAST, SIZE_MOST, sizes[i].what, error);
    return result == PLUMP_OK
               ? pl_check_float(def->margin, 0, 1000, "margin of the obstacle", error)
               : result;
}

// Points about their own zero: finite, and neither too small together nor too far away.
static plump_result check_extent(const float* points, uint32_t count, double scale,
                                 plump_error* error) {
    double lo[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, hi[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    double extent = 0.0;
    for (size_t i = 0; i < (size_t)3 * count; ++i) {
        double x = (double)points[i] * scale;
        if (!(fabs(x) <= SIZE_MOST))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "point %u of the obstacle is at %g m along axis %u; it must be a number "
                           "within 1e6",
                           (unsigned)(i / 3), x, (unsigned)(i % 3));
        lo[i % 3] = x < lo[i % 3] ? x : lo[i % 3];
        hi[i % 3] = x > hi[i % 3] ? x : hi[i % 3];
    }
    for (int k = 0; k < 3; ++k) extent = hi[k] - lo[k] > extent ? hi[k] - lo[k] : extent;
    if (extent >= EXTENT_LEAST) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the obstacle would be %g m long; it must be at least 1e-6 m: change its scale",
                   extent);
}

plump_result pl_obstacle_data_check(const plump_obstacle_def* def, plump_error* error) {
    double scale = (double)def->scale;
    if (def->shape == PLUMP_OBSTACLE_MESH) {
        if (!def->mesh)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the obstacle is a mesh and has none; set def.mesh");
        return check_extent(plump_mesh_positions(def->mesh), plump_mesh_vertex_count(def->mesh),
                            scale, error);
    }
    if (def->shape == PLUMP_OBSTACLE_COMPOUND) return pl_parts_check(def, error);
    if (def->shape != PLUMP_OBSTACLE_HULL && def->shape != PLUMP_OBSTACLE_SHEET) return PLUMP_OK;
    bool is_sheet = def->shape == PLUMP_OBSTACLE_SHEET;
    uint32_t least = is_sheet ? 3 : 4;
    if (!def->points || def->point_count < least)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the obstacle is a %s of %u points; it needs at least %u in def.points",
                       is_sheet ? "sheet" : "hull", def->points ? (unsigned)def->point_count : 0u,
                       (unsigned)least);
    if (is_sheet && (!def->triangles || def->triangle_count == 0))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the obstacle is a sheet without triangles; set def.triangles");
    return check_extent(def->points, def->point_count, scale, error);
}

// Whatever byte the caller wrote.
static plump_result check_flag(const bool* flag, const char* what, plump_error* error) {
    unsigned char byte;
    memcpy(&byte, flag, 1);
    if (byte <= 1) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is %u; it must be true or false", what,
                   (unsigned)byte);
}

static plump_result check_kind(const plump_obstacle_def* def, plump_error* error) {
    bool is_sheet = def->shape == PLUMP_OBSTACLE_SHEET;
    plump_result result = check_flag(&def->hollow, "hollow", error);
    if (result == PLUMP_OK) result = check_flag(&def->trigger, "trigger", error);
    if (result != PLUMP_OK) return result;
    if (def->hollow && (is_sheet || def->shape == PLUMP_OBSTACLE_PLANE))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a plane or a sheet cannot be hollow: it has no inside");
    if (def->hollow && def->shape == PLUMP_OBSTACLE_COMPOUND)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a compound cannot be hollow: build the room from its walls");
    if (def->trigger && def->mass > 0.0f)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a trigger meets nothing, so nothing would carry its mass; leave that 0");
    if (def->trigger && is_sheet)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a sheet cannot be a trigger: it has no inside");
    return PLUMP_OK;
}

plump_result pl_obstacle_numbers_check(const plump_obstacle_def* def, plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the obstacle definition is NULL");
    if (def->cookie != PL_COOKIE_OBSTACLE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the obstacle definition was not begun with plump_default_obstacle_def(), "
                       "or comes from another version of plump");
    if ((unsigned)def->shape >= PLUMP_OBSTACLE_SHAPE_COUNT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no shape %u of obstacles",
                       (unsigned)def->shape);
    plump_result result = check_kind(def, error);
    if (result == PLUMP_OK)
        result = pl_check_point(def->position, "position of the obstacle", error);
    if (result == PLUMP_OK) result = pl_check_rotation(def->rotation, error);
    if (result == PLUMP_OK) result = check_sizes(def, error);
    if (result == PLUMP_OK)
        result = check_surface(def->friction, def->friction_static, def->restitution, error);
    if (result == PLUMP_OK) result = pl_obstacle_mass_check(def, error);
    return result == PLUMP_OK ? check_belt(def->surface_velocity, error) : result;
}

// --- making ---

static void normalize(const float rotation[4], double q[4]) {
    double squared = 0.0;
    for (int k = 0; k < 4; ++k) squared += (double)rotation[k] * (double)rotation[k];
    double length = sqrt(squared);
    for (int k = 0; k < 4; ++k) q[k] = (double)rotation[k] / length;
}

static pl_place make_place(const double position[3], const double rotation[4]) {
    pl_place place;
    memcpy(place.position, position, sizeof place.position);
    pl_rotation_from_quaternion(rotation, place.turn);
    return place;
}

pl_place pl_obstacle_place(const pl_obstacle* obstacle) {
    if (obstacle->whole) {
        pl_place whole = pl_obstacle_place(obstacle->whole);
        return pl_place_on(&whole, &obstacle->own);
    }
    return make_place(obstacle->position, obstacle->rotation);
}

static void set_down(pl_obstacle* obstacle, const double position[3], const double rotation[4]) {
    memcpy(obstacle->position, position, sizeof obstacle->position);
    memcpy(obstacle->rotation, rotation, sizeof obstacle->rotation);
    obstacle->moving = false;
    obstacle->past = obstacle->now = pl_obstacle_place(obstacle);
    pl_obstacle_carry(obstacle);
}

// What the solid was made from, in the caller's order.
static bool copy_data(const plump_obstacle_def* def, pl_obstacle* made) {
    bool is_sheet = def->shape == PLUMP_OBSTACLE_SHEET;
    made->def.mesh = def->shape == PLUMP_OBSTACLE_MESH ? def->mesh : NULL;
    if (!is_sheet && def->shape != PLUMP_OBSTACLE_HULL) return true;
    float* points = pl_arena_alloc(&made->memory, def->point_count, 3 * sizeof *points);
    uint32_t* triangles =
        pl_arena_alloc(&made->memory, is_sheet ? def->triangle_count : 0, 3 * sizeof *triangles);
    if (!points || !triangles) return false;
    memcpy(points, def->points, 3 * (size_t)def->point_count * sizeof *points);
    made->def.points = points;
    made->def.point_count = def->point_count;
    if (!is_sheet) return true;
    memcpy(triangles, def->triangles, 3 * (size_t)def->triangle_count * sizeof *triangles);
    made->def.triangles = triangles;
    made->def.triangle_count = def->triangle_count;
    return true;
}

void pl_obstacle_forget_data(plump_obstacle_def* def) {
    def->mass = 0.0f;  // which is its bone's
    def->mesh = NULL;
    def->points = NULL;
    def->triangles = NULL;
    def->parts = NULL;
    def->point_count = def->triangle_count = def->part_count = 0;
}

plump_result pl_obstacle_make(plump_world* world, const plump_obstacle_def* def,
                              pl_obstacle** obstacle, plump_error* error) {
    plump_result result = pl_obstacle_numbers_check(def, error);
    if (result == PLUMP_OK) result = pl_obstacle_data_check(def, error);
    if (result != PLUMP_OK) return result;
    pl_obstacle* made = pl_alloc_zero(&world->hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making an obstacle");
    made->memory = pl_arena_make(world->hooks);
    made->def = *def;
    pl_obstacle_forget_data(&made->def);
    result = def->shape == PLUMP_OBSTACLE_COMPOUND
                 ? pl_parts_make(world, def, made, error)
                 : pl_solid_create(def, &made->memory, world->pool, &made->solid, error);
    if (result == PLUMP_OK && !copy_data(def, made))
        result = pl_fail_memory(error, "making an obstacle");
    if (result != PLUMP_OK) {
        pl_obstacle_free(world, made);
        return result;
    }
    double rotation[4];
    normalize(def->rotation, rotation);
    set_down(made, def->position, rotation);
    *obstacle = made;
    return PLUMP_OK;
}

void pl_obstacle_free(plump_world* world, pl_obstacle* obstacle) {
    pl_parts_free(world, obstacle);
    pl_solid_destroy(obstacle->solid);
    pl_arena_release(&obstacle->memory, NULL);
    pl_free(&world->hooks, obstacle);
}

static plump_result reserve_one(plump_world* world, const pl_obstacle* obstacle,
                                plump_error* error) {
    plump_result result =
        pl_slots_reserve(&world->obstacle_slots, &world->hooks, "obstacles", error);
    if (result != PLUMP_OK) return result;
    pl_census census = pl_world_census(world);
    census.obstacle_count++;
    census.piece_count += 1 + obstacle->part_count;
    if (pl_world_reserve(world, &census)) return PLUMP_OK;
    return pl_fail_memory(error, "taking in an obstacle");
}

static plump_result create(plump_world* world, const plump_obstacle_def* def, plump_obstacle_id* id,
                           plump_error* error) {
    pl_obstacle* obstacle = NULL;
    plump_result result = pl_obstacle_make(world, def, &obstacle, error);
    if (result != PLUMP_OK || !obstacle) return result;
    result = reserve_one(world, obstacle, error);
    if (result != PLUMP_OK) {
        pl_obstacle_free(world, obstacle);
        return result;
    }
    obstacle->id.value = pl_slots_take(&world->obstacle_slots, obstacle);
    world->obstacles[world->obstacle_count++] = obstacle;
    pl_rouse_near_obstacle(world, obstacle, &obstacle->now, &obstacle->now);
    if (def->mass > 0.0f) result = pl_obstacle_give_mass(world, def, obstacle->id, error);
    if (result != PLUMP_OK) {
        plump_obstacle_destroy(world, obstacle->id, NULL);
        return result;
    }
    *id = obstacle->id;
    return PLUMP_OK;
}

plump_result plump_obstacle_create(plump_world* world, const plump_obstacle_def* def,
                                   plump_obstacle_id* obstacle, plump_error* error) {
    if (!world) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
    if (!obstacle)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the obstacle's id");
    *obstacle = (plump_obstacle_id){0};
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = create(world, def, obstacle, error);
    pl_fpmode_leave(mode);
    return result;
}

pl_obstacle* pl_obstacle_find(const plump_world* world, plump_obstacle_id id, plump_error* error) {
    if (!world) {
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
        return NULL;
    }
    pl_obstacle* obstacle = pl_slots_find(&world->obstacle_slots, id.value);
    if (!obstacle)
        pl_fail(error, PLUMP_ERROR_ARGUMENT,
                id.value ? "obstacle %u is not in this world; it may have been destroyed"
                         : "the obstacle id is %u, which names no obstacle",
                (unsigned)id.value);
    return obstacle;
}

void pl_obstacle_rouse(plump_world* world, const pl_obstacle* obstacle) {
    pl_fpmode mode = pl_fpmode_enter();
    pl_place here = pl_obstacle_place(obstacle);
    pl_rouse_near_obstacle(world, obstacle, &here, &here);
    pl_fpmode_leave(mode);
}

plump_result plump_obstacle_destroy(plump_world* world, plump_obstacle_id id, plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    if (obstacle->bone && plump_bone_destroy(world, obstacle->bone->id, error) != PLUMP_OK)
        return PLUMP_ERROR_ARGUMENT;
    pl_obstacle_rouse(world, obstacle);
    pl_attachments_drop(world, (plump_body_id){0}, id);
    pl_visits_drop(world, (plump_body_id){0}, id);
    size_t at = 0;
    while (world->obstacles[at] != obstacle) ++at;
    memmove(world->obstacles + at, world->obstacles + at + 1,
            (--world->obstacle_count - at) * sizeof(pl_obstacle*));
    pl_slots_clear(&world->obstacle_slots, id.value);
    pl_obstacle_free(world, obstacle);
    return PLUMP_OK;
}

bool plump_obstacle_exists(const plump_world* world, plump_obstacle_id obstacle) {
    return world && pl_obstacle_find(world, obstacle, NULL);
}

// --- moving ---

static bool is_led_by_forces(const pl_obstacle* obstacle, bool at_once) {
    return obstacle->bone && !(at_once && pl_obstacle_gives(obstacle));
}

static pl_obstacle* find_to_move(plump_world* world, plump_obstacle_id id, const double position[3],
                                 const float rotation[4], bool at_once, plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle || pl_check_point(position, "position of the obstacle", error) != PLUMP_OK ||
        pl_check_rotation(rotation, error) != PLUMP_OK)
        return NULL;
    if (is_led_by_forces(obstacle, at_once)) {
        pl_fail(error, PLUMP_ERROR_ARGUMENT,
                pl_obstacle_gives(obstacle)
                    ? "obstacle %u has a mass, and moves by its velocity: give it that with "
                      "plump_obstacle_set_motion(), or put it there with plump_obstacle_place()"
                    : "obstacle %u is a bone, which forces move; push it with plump_bone_push(), "
                      "or destroy the bone first",
                (unsigned)id.value);
        return NULL;
    }
    return obstacle;
}

static bool is_there(const pl_obstacle* obstacle, const double position[3],
                     const double rotation[4]) {
    for (int k = 0; k < 3; ++k) {
        if (obstacle->position[k] != position[k]) return false;
    }
    for (int k = 0; k < 4; ++k) {
        if (obstacle->rotation[k] != rotation[k]) return false;
    }
    return true;
}

plump_result plump_obstacle_move(plump_world* world, plump_obstacle_id id, const double position[3],
                                 const float rotation[4], plump_error* error) {
    pl_obstacle* obstacle = find_to_move(world, id, position, rotation, false, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    pl_fpmode mode = pl_fpmode_enter();
    double q[4];
    normalize(rotation, q);
    obstacle->moving = !is_there(obstacle, position, q);
    memcpy(obstacle->target_position, position, sizeof obstacle->target_position);
    memcpy(obstacle->target_rotation, q, sizeof obstacle->target_rotation);
    if (obstacle->moving) {
        pl_place from = pl_obstacle_place(obstacle), to = make_place(position, q);
        pl_rouse_near_obstacle(world, obstacle, &from, &to);
    }
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

static void put(plump_world* world, pl_obstacle* obstacle, const double position[3],
                const double rotation[4]) {
    pl_obstacle_rouse(world, obstacle);
    set_down(obstacle, position, rotation);
    pl_obstacle_rouse(world, obstacle);
}

// It goes on as fast as before. An engine that has taken its place from here, as a float, puts it
// where it is.
static void put_bone(plump_world* world, pl_obstacle* obstacle, const double position[3],
                     const double rotation[4]) {
    pl_bone* bone = obstacle->bone;
    double turn[9], inertia[9];
    if (is_there(obstacle, position, rotation)) return;
    pl_rotation_from_quaternion(obstacle->rotation, turn);
    pl_vec3d rate = pl_bone_rate(bone, turn, pl_vec3d_load(bone->spin));
    put(world, obstacle, position, rotation);
    pl_rotation_from_quaternion(rotation, turn);
    pl_bone_inertia(bone, turn, inertia);
    pl_vec3d_store(pl_rotation_turn(inertia, rate), bone->spin);
}

plump_result plump_obstacle_place(plump_world* world, plump_obstacle_id id,
                                  const double position[3], const float rotation[4],
                                  plump_error* error) {
    pl_obstacle* obstacle = find_to_move(world, id, position, rotation, true, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    pl_fpmode mode = pl_fpmode_enter();
    double q[4];
    normalize(rotation, q);
    if (obstacle->bone) {
        put_bone(world, obstacle, position, q);
    } else {
        put(world, obstacle, position, q);
    }
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

void pl_obstacles_arrive(plump_world* world) {
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        pl_obstacle* o = world->obstacles[i];
        if (o->moving) set_down(o, o->target_position, o->target_rotation);
    }
}

// --- surface, filter, reading ---

plump_result plump_obstacle_set_surface(plump_world* world, plump_obstacle_id id, float friction,
                                        float friction_static, float restitution,
                                        plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    plump_result result = check_surface(friction, friction_static, restitution, error);
    if (result != PLUMP_OK) return result;
    obstacle->def.friction = friction;
    obstacle->def.friction_static = friction_static;
    obstacle->def.restitution = restitution;
    pl_obstacle_rouse(world, obstacle);
    return PLUMP_OK;
}

plump_result plump_obstacle_set_surface_velocity(plump_world* world, plump_obstacle_id id,
                                                 const float velocity[3], plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    if (!velocity)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the surface velocity of the obstacle is NULL");
    plump_result result = check_belt(velocity, error);
    if (result != PLUMP_OK) return result;
    bool same = true;
    for (int k = 0; k < 3; ++k) {
        same = same && obstacle->def.surface_velocity[k] == velocity[k];
        obstacle->def.surface_velocity[k] = velocity[k];
    }
    if (!same) pl_obstacle_rouse(world, obstacle);
    return PLUMP_OK;
}

plump_result plump_obstacle_set_filter(plump_world* world, plump_obstacle_id id, uint32_t category,
                                       uint32_t collides_with, plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    obstacle->def.category = category;
    obstacle->def.collides_with = collides_with;
    pl_obstacle_rouse(world, obstacle);
    return PLUMP_OK;
}

plump_result plump_obstacle_get_info(const plump_world* world, plump_obstacle_id id,
                                     plump_obstacle_info* info, plump_error* error) {
    const pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    if (!info) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the answer");
    *info = (plump_obstacle_info){.shape = obstacle->def.shape,
                                  .user = obstacle->def.user,
                                  .sizes = pl_obstacle_sizes(&obstacle->def),
                                  .contact_count = obstacle->contact_count};
    for (int k = 0; k < 3; ++k) {
        info->position[k] = obstacle->position[k];
        info->impulse[k] = obstacle->impulse[k];
        info->angular_impulse[k] = obstacle->angular_impulse[k];
    }
    for (int k = 0; k < 4; ++k) info->rotation[k] = (float)obstacle->rotation[k];
    pl_fpmode mode = pl_fpmode_enter();
    pl_obstacle_tell_motion(obstacle, info);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

uint32_t plump_world_obstacles(const plump_world* world, plump_obstacle_id* obstacles,
                               uint32_t capacity) {
    if (!world) return 0;
    for (size_t i = 0; obstacles && i < world->obstacle_count && i < capacity; ++i)
        obstacles[i] = world->obstacles[i]->id;
    return (uint32_t)world->obstacle_count;
}
