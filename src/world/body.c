// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies: made from a definition, taken into a world under an id, and destroyed.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/mesh/mesh_data.h"
#include "src/state/contain.h"
#include "src/volume/volume.h"
#include "src/world/body_fields.h"
#include "src/world/body_ramp.h"
#include "src/world/world_data.h"

#include <math.h>
#include <string.h>

#define EXTENT_LEAST      0.999e-6  // m: a scale of 1e-6 is a little less as a float
#define EXTENT_MOST       1e6
#define PIN_WEIGHT        1000.0f  // in the fit: with weight 1 the free majority wins (bar hangs 0.4 L)
#define MASS_MOST         1e24    // kg
#define VERTEX_MASS_LEAST 1e-24f  // kg
#define MASS_LEAST        1e-6    // of the mean: a vertex without area still needs a mass

// --- making ---

static float* make_array(pl_body* body) {
    return pl_arena_alloc_zero(&body->memory, body->padded, sizeof(float));
}

static bool make_rest(pl_body* body) {
    for (int k = 0; k < 3; ++k) {
        body->rest[k] = body->surface->rest[k];
        if (body->def.scale == 1.0f) continue;
        float* scaled = make_array(body);
        if (!scaled) return false;
        for (uint32_t i = 0; i < body->padded; ++i)
            scaled[i] = body->surface->rest[k][i] * body->def.scale;
        body->rest[k] = scaled;
    }
    return true;
}

static bool make_spring_paint(pl_body* body) {
    bool made = true;
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        if (*pl_body_def_spring_paint(&body->def, k))
            made = (body->spring_paint[k] = make_array(body)) && made;
    return made;
}

static bool make_arrays(pl_body* body) {
    bool made = make_rest(body) && make_spring_paint(body);
    for (int k = 0; k < 3; ++k) {
        made = made && (body->x[k] = make_array(body)) && (body->v[k] = make_array(body)) &&
               (body->past[k] = make_array(body)) && (body->ahead[k] = make_array(body)) &&
               (body->force[k] = make_array(body)) && (body->swell[k] = make_array(body)) &&
               (body->press[k] = make_array(body));
    }
    uint32_t spans = pl_span_count(body->padded);
    return made && (body->mass = make_array(body)) && (body->inv_mass = make_array(body)) &&
           (body->fit = make_array(body)) && (body->contact = make_array(body)) &&
           (body->load = make_array(body)) &&
           (body->place_moved = pl_arena_alloc_zero(&body->memory, body->padded, 1)) &&
           (body->inside_of = pl_arena_alloc_zero(&body->memory, body->padded, 4)) &&
           (body->inside_at = pl_arena_alloc_zero(&body->memory, body->padded, 4)) &&
           (body->walls = pl_arena_alloc_zero(&body->memory, body->padded, sizeof *body->walls)) &&
           (!body->def.vertex_stiffness || (body->stiffness = make_array(body))) &&
           (!body->def.vertex_volume || (body->volume_paint = make_array(body))) &&
           (body->motion_sums = pl_arena_alloc_zero(
                &body->memory, pl_motion_sum_count(body->padded), sizeof(float))) &&
           (body->span_flags = pl_arena_alloc_zero(&body->memory, spans, 1));
}

// What a vertex weighs in relation to the others: its area, times its paint.
static double share_of_mass(const pl_body* body, uint32_t place) {
    const float* paint = body->def.vertex_mass;
    double floor = MASS_LEAST * body->surface->area_total / body->count;
    double area = (double)body->surface->area[place];
    area = area > floor ? area : floor;
    return paint ? area * (double)paint[body->surface->vertex_of[place]] : area;
}

static void share_out_mass(pl_body* body) {
    double scale = (double)body->def.scale, total = 0.0;
    body->rest_volume = body->surface->volume * scale * scale * scale;
    body->mass_total = (double)body->def.density * fabs(body->rest_volume);
    for (uint32_t i = 0; i < body->count; ++i) total += share_of_mass(body, i);
    for (uint32_t i = 0; i < body->count; ++i)
        body->mass[i] = (float)(body->mass_total * share_of_mass(body, i) / total);
}

static void copy_paint(const pl_body* body, const float* by_vertex, float* by_place) {
    for (uint32_t i = 0; by_vertex && i < body->count; ++i)
        by_place[i] = by_vertex[body->surface->vertex_of[i]];
}

static void forget_paint(plump_body_def* def) {
    def->vertex_mass = def->vertex_stiffness = def->vertex_volume = NULL;
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k) *pl_body_def_spring_paint(def, k) = NULL;
}

// From here on the caller's paint is not needed.
static void take_paint(pl_body* body) {
    share_out_mass(body);
    copy_paint(body, body->def.vertex_stiffness, body->stiffness);
    copy_paint(body, body->def.vertex_volume, body->volume_paint);
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        copy_paint(body, *pl_body_def_spring_paint(&body->def, k), body->spring_paint[k]);
    forget_paint(&body->def);
}

// Floats must hold the masses, their inverses, and the energy at a million metres a second.
plump_result pl_body_check_mass(const pl_body* body, double times, plump_error* error) {
    double least = (double)body->mass[0], total = times * body->mass_total;
    for (uint32_t i = 1; i < body->count; ++i)
        least = (double)body->mass[i] < least ? (double)body->mass[i] : least;
    least *= times;
    if (total <= MASS_MOST && least >= (double)VERTEX_MASS_LEAST) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the body would weigh %g kg and its lightest vertex %g kg; at most 1e24 and at "
                   "least 1e-24 can be: change its density, scale or painted mass",
                   total, least);
}

plump_result pl_body_check_size(double extent, plump_error* error) {
    if (extent >= EXTENT_LEAST && extent <= EXTENT_MOST) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the body would be %g m long; it must be 1e-6 to 1e6 m: change its scale",
                   extent);
}

static void weigh(pl_body* body, uint32_t place, bool pinned) {
    float mean = (float)(body->mass_total / body->count);
    float touch = 1.0f + (body->def.contact_weight - 1.0f) * body->contact[place];
    float stiffness = body->stiffness ? body->stiffness[place] : 1.0f;
    body->inv_mass[place] = pinned ? 0.0f : 1.0f / body->mass[place];
    body->fit[place] = body->mass[place] / mean * stiffness * touch * (pinned ? PIN_WEIGHT : 1.0f);
}

void pl_body_weigh_place(pl_body* body, uint32_t place, bool pinned) {
    weigh(body, place, pinned);
    body->model->change(body);
}

void pl_body_weigh(pl_body* body) {
    for (uint32_t i = 0; i < body->count; ++i) weigh(body, i, false);
    for (size_t i = 0; i < body->pin_count; ++i) weigh(body, body->pins[i].place, true);
    if (body->elastic) body->model->change(body);
}

pl_vec3 pl_body_load(const plump_world* world, const pl_body* body) {
    const float *g = world->def.gravity, *own = body->def.acceleration;
    float scale = body->def.gravity_scale;
    return pl_vec3_make(scale * g[0] + own[0], scale * g[1] + own[1], scale * g[2] + own[2]);
}

void pl_body_accelerate(const plump_world* world, pl_body* body) {
    if (!(body->ramp.load_left > 0.0f)) body->acceleration = pl_body_load(world, body);
}

// The origin is the centre of the surface; positions are the turned rest shape about it.
void pl_body_set_down(pl_body* body, const double position[3], const float rotation[4]) {
    double q[4], turn[9];
    for (int k = 0; k < 4; ++k) q[k] = (double)rotation[k];
    pl_rotation_from_quaternion(q, turn);
    pl_vec3d own = pl_vec3d_add(pl_vec3d_load(body->mesh->origin), body->surface->centre);
    pl_vec3d centre = pl_rotation_turn(turn, pl_vec3d_scale(own, (double)body->def.scale));
    pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(position), centre), body->origin);
    for (uint32_t i = 0; i < body->padded; ++i) {
        pl_vec3d rest = pl_vec3d_make((double)body->rest[0][i], (double)body->rest[1][i],
                                      (double)body->rest[2][i]);
        pl_vec3 x = pl_vec3d_narrow(pl_rotation_turn(turn, rest));
        body->x[0][i] = x.x;
        body->x[1][i] = x.y;
        body->x[2][i] = x.z;
    }
}

pl_motion pl_body_measure(const plump_world* world, pl_body* body) {
    pl_stage stage = {.isa = world->isa};
    pl_span all = {body, 0, body->padded};
    pl_inertia inertia;
    pl_motion_sum_span(&all, &stage);
    return pl_motion_join_body(body, &inertia);
}

static void set_moving(plump_world* world, pl_body* body) {
    body->motion = pl_body_measure(world, body);
    const float *v = body->def.velocity, *w = body->def.angular_velocity;
    pl_vec3d spin = pl_vec3d_make((double)w[0], (double)w[1], (double)w[2]);
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_vec3d x =
            pl_vec3d_make((double)body->x[0][i], (double)body->x[1][i], (double)body->x[2][i]);
        pl_vec3d turn = pl_vec3d_cross(spin, pl_vec3d_sub(x, body->motion.centre));
        body->v[0][i] = (float)((double)v[0] + turn.x);
        body->v[1][i] = (float)((double)v[1] + turn.y);
        body->v[2][i] = (float)((double)v[2] + turn.z);
    }
    body->motion = pl_body_measure(world, body);
    pl_motion_contain(&body->motion);
    pl_body_accelerate(world, body);
}

// The first step would take a faster one for spoiled.
static plump_result check_speed(const pl_body* body, plump_error* error) {
    float fastest = 0.0f;
    for (uint32_t i = 0; i < body->count; ++i)
        for (int k = 0; k < 3; ++k)
            fastest = fabsf(body->v[k][i]) > fastest ? fabsf(body->v[k][i]) : fastest;
    if (fastest <= PL_SPEED_MOST) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the body's surface would move at %g m/s; at most 1e8 can be: change its "
                   "velocity, angular_velocity or scale",
                   (double)fastest);
}

static plump_result fill_body(plump_world* world, pl_body* body, plump_error* error) {
    body->surface = pl_mesh_surface(body->mesh, world->pool);
    if (!body->surface) return pl_fail_memory(error, "preparing a mesh for its first body");
    body->count = body->surface->count;
    body->padded = body->surface->padded;
    body->extent = body->surface->extent * (double)body->def.scale;
    plump_result result = pl_body_check_size(body->extent, error);
    if (result != PLUMP_OK) return result;
    if (!make_arrays(body)) return pl_fail_memory(error, "making a body");
    take_paint(body);
    result = pl_body_check_mass(body, 1.0, error);
    if (result != PLUMP_OK) return result;
    pl_body_weigh(body);
    pl_body_set_down(body, body->def.position, body->def.rotation);
    set_moving(world, body);
    result = check_speed(body, error);
    if (result != PLUMP_OK) return result;
    body->volume_ratio = 1.0;
    body->volume_state = body->volume_state_most = PLUMP_VOLUME_UNBOUND;
    result = body->model->create(body, world->pool, error);
    if (result == PLUMP_OK) result = pl_volume_create(body, world->pool, error);
    return result == PLUMP_OK ? pl_collider_create(body, world->pool, error) : result;
}

plump_result pl_body_make(plump_world* world, const plump_body_def* def, pl_body** body,
                          plump_error* error) {
    plump_result result = pl_body_def_check(def, error);
    if (result != PLUMP_OK) return result;
    pl_body* made = pl_alloc_zero(&world->hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a body");
    made->memory = pl_arena_make_packed(world->hooks);
    made->def = made->born = *def;
    forget_paint(&made->born);
    made->mass_painted = def->vertex_mass != NULL;
    pl_ramp_begin(made);
    made->mesh = def->mesh;
    made->model = pl_elastic_model_get(def->model);
    result = fill_body(world, made, error);
    if (result == PLUMP_OK) {
        *body = made;
    } else {
        pl_body_free(world, made);
    }
    return result;
}

void pl_body_free(plump_world* world, pl_body* body) {
    pl_arena_release(&body->memory, NULL);
    pl_free(&world->hooks, body->pins);
    pl_free(&world->hooks, body);
}

// --- ids ---

pl_body* pl_world_find(const plump_world* world, plump_body_id id, plump_error* error) {
    if (!world) {
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
        return NULL;
    }
    pl_body* body = pl_slots_find(&world->body_slots, id.value);
    if (!body)
        pl_fail(error, PLUMP_ERROR_ARGUMENT,
                id.value ? "body %u is not in this world; it may have been destroyed"
                         : "the body id is %u, which names no body",
                (unsigned)id.value);
    return body;
}

// Room for one more body in all lists, and a free slot at hand.
static plump_result reserve_one(plump_world* world, pl_body* body, plump_error* error) {
    plump_result result = pl_slots_reserve(&world->body_slots, &world->hooks, "bodies", error);
    if (result != PLUMP_OK) return result;
    size_t count = world->body_count;
    bool room = pl_grow(&world->hooks, (void**)&world->bodies, &world->body_capacity, count,
                        count + 1, sizeof(pl_body*));
    if (room) {
        world->bodies[count] = body;  // not counted yet
        pl_census census = pl_world_census(world);
        census.body_count++;
        room = pl_world_reserve(world, &census);
    }
    return room ? PLUMP_OK : pl_fail_memory(error, "taking in a body");
}

static void take_in(plump_world* world, pl_body* body) {
    body->id.value = pl_slots_take(&world->body_slots, body);
    body->index = (uint32_t)world->body_count;
    world->bodies[world->body_count++] = body;
}

static plump_result create(plump_world* world, const plump_body_def* def, plump_body_id* id,
                           plump_error* error) {
    pl_body* body = NULL;
    plump_result result = pl_body_make(world, def, &body, error);
    if (result != PLUMP_OK || !body) return result;
    result = reserve_one(world, body, error);
    if (result != PLUMP_OK) {
        pl_body_free(world, body);
        return result;
    }
    take_in(world, body);
    *id = body->id;
    return PLUMP_OK;
}

plump_result plump_body_create(plump_world* world, const plump_body_def* def, plump_body_id* body,
                               plump_error* error) {
    if (!world) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
    if (!body) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the body's id");
    *body = (plump_body_id){0};
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = create(world, def, body, error);
    pl_fpmode_leave(mode);
    return result;
}

void pl_body_forget_insides(plump_world* world, plump_body_id id) {
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_body* body = world->bodies[i];
        for (uint32_t k = 0; body->any_inside && k < body->count; ++k) {
            if (body->inside_of[k] == id.value) body->inside_of[k] = body->inside_at[k] = 0;
        }
    }
}

plump_result plump_body_destroy(plump_world* world, plump_body_id id, plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    double lo[3], hi[3];
    pl_fpmode mode = pl_fpmode_enter();
    pl_body_box(body, lo, hi);
    pl_rouse_near_box(world, lo, hi);
    pl_fpmode_leave(mode);
    pl_attachments_drop(world, id, (plump_obstacle_id){0});
    pl_muscles_drop(world, id);
    pl_pairs_drop(world, id);
    pl_visits_drop(world, id, (plump_obstacle_id){0});
    size_t at = body->index;
    memmove(world->bodies + at, world->bodies + at + 1,
            (--world->body_count - at) * sizeof(pl_body*));
    for (; at < world->body_count; ++at) world->bodies[at]->index = (uint32_t)at;
    pl_body_forget_insides(world, id);
    pl_slots_clear(&world->body_slots, id.value);
    pl_body_free(world, body);
    return PLUMP_OK;
}

bool plump_body_exists(const plump_world* world, plump_body_id body) {
    return world && pl_world_find(world, body, NULL);
}
