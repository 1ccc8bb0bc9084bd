// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Muscles: checked, made, told and destroyed.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/muscle/fibre.h"
#include "src/muscle/muscle.h"
#include "src/world/checks.h"
#include "src/world/world_data.h"

#include <string.h>

#define STRENGTH_MOST 1e9  // Pa

plump_muscle_def plump_default_muscle_def(void) {
    plump_muscle_def def;
    memset(&def, 0, sizeof def);
    def.cap = 0.05f;
    def.strength = 1e5f;
    def.best = 1.0f;
    def.width = 0.5f;
    def.hold = 2.0f;
    def.time = 0.05f;
    def.cookie = PL_COOKIE_MUSCLE;
    return def;
}

// --- checks ---

static plump_result check_bell(const plump_muscle_def* def, plump_error* error) {
    plump_result result = pl_check_float(def->best, 0.1, 10, "best stretch of the muscle", error);
    if (result == PLUMP_OK)
        result = pl_check_float(def->width, 0.01, 10, "width of the muscle's bell", error);
    if (result == PLUMP_OK && def->width > def->best)
        result = pl_fail(error, PLUMP_ERROR_ARGUMENT,
                         "the width of the muscle's bell is %g and its best stretch %g; the width "
                         "must not be larger, or fibres of no length would pull",
                         (double)def->width, (double)def->best);
    return result;
}

static plump_result check_axis(const plump_muscle_def* def, plump_error* error) {
    for (int k = 0; k < 3; ++k) {
        plump_result result = pl_check_float(def->axis[k], -1e6, 1e6, "axis of the muscle", error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

static plump_result check_activation(float activation, plump_error* error) {
    return pl_check_float(activation, 0, 1, "activation of the muscle", error);
}

static plump_result check_strength(float strength, plump_error* error) {
    return pl_check_float(strength, 0, STRENGTH_MOST, "strength of the muscle", error);
}

plump_result pl_muscle_numbers_check(const plump_muscle_def* def, plump_error* error) {
    plump_result result = check_axis(def, error);
    if (result == PLUMP_OK)
        result = pl_check_float(def->cap, 0.001, 0.45, "cap of the muscle", error);
    if (result == PLUMP_OK) result = check_strength(def->strength, error);
    if (result == PLUMP_OK) result = check_bell(def, error);
    if (result == PLUMP_OK) result = pl_check_float(def->hold, 0, 100, "hold of the muscle", error);
    if (result == PLUMP_OK) result = pl_check_float(def->time, 0, 1e6, "time of the muscle", error);
    if (result == PLUMP_OK) result = check_activation(def->activation, error);
    return result;
}

static plump_result check_def(const plump_muscle_def* def, plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the muscle definition is NULL");
    if (def->cookie != PL_COOKIE_MUSCLE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the muscle definition was not begun with plump_default_muscle_def(), or "
                       "comes from another version of plump");
    if (!def->origin != !def->insertion ||
        (!def->origin && (def->origin_count || def->insertion_count)))
        return pl_fail(
            error, PLUMP_ERROR_ARGUMENT,
            "the muscle has the vertices of one end only; give both, or none to take the "
            "ends along the axis");
    return pl_muscle_numbers_check(def, error);
}

// --- making ---

static plump_result fill(const pl_body* body, const plump_muscle_def* def, pl_muscle* muscle,
                         plump_error* error) {
    plump_result result = pl_fibre_ends(body, def, muscle, error);
    if (result == PLUMP_OK) result = pl_fibre_field(body, def, muscle, error);
    if (result == PLUMP_OK) result = pl_fibre_build(body, def, muscle, error);
    if (result == PLUMP_OK) result = pl_muscle_prepare(body, muscle, error);
    return result;
}

plump_result pl_muscle_make(plump_world* world, const pl_body* body, const plump_muscle_def* def,
                            pl_muscle** muscle, plump_error* error) {
    pl_muscle* made = pl_alloc_zero(&world->hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a muscle");
    made->memory = pl_arena_make(world->hooks);
    made->def = *def;
    made->activation = (double)def->activation;
    made->def.origin = made->def.insertion = NULL;
    made->def.origin_count = made->def.insertion_count = 0;
    made->def.fibres = NULL;
    plump_result result = fill(body, def, made, error);
    if (result == PLUMP_OK)
        *muscle = made;
    else
        pl_muscle_free(world, made);
    return result;
}

void pl_muscle_free(plump_world* world, pl_muscle* muscle) {
    pl_arena_release(&muscle->memory, NULL);
    pl_free(&world->hooks, muscle);
}

static plump_result reserve_one(plump_world* world, plump_error* error) {
    plump_result result = pl_slots_reserve(&world->muscle_slots, &world->hooks, "muscles", error);
    if (result != PLUMP_OK) return result;
    pl_census census = pl_world_census(world);
    census.muscle_count++;
    return pl_world_reserve(world, &census) ? PLUMP_OK
                                            : pl_fail_memory(error, "taking in a muscle");
}

static plump_result create(plump_world* world, const plump_muscle_def* def, plump_muscle_id* id,
                           plump_error* error) {
    plump_result result = check_def(def, error);
    pl_body* body = result == PLUMP_OK ? pl_world_find(world, def->body, error) : NULL;
    if (!body) return PLUMP_ERROR_ARGUMENT;
    pl_muscle* muscle = NULL;
    result = reserve_one(world, error);
    if (result == PLUMP_OK) result = pl_muscle_make(world, body, def, &muscle, error);
    if (result != PLUMP_OK || !muscle) return result;
    muscle->id.value = pl_slots_take(&world->muscle_slots, muscle);
    world->muscles[world->muscle_count++] = muscle;
    pl_body_rouse(world, body);
    *id = muscle->id;
    return PLUMP_OK;
}

plump_result plump_muscle_create(plump_world* world, const plump_muscle_def* def,
                                 plump_muscle_id* muscle, plump_error* error) {
    if (!world) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
    if (!muscle)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the muscle's id");
    *muscle = (plump_muscle_id){0};
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = create(world, def, muscle, error);
    pl_fpmode_leave(mode);
    return result;
}

static pl_muscle* find(const plump_world* world, plump_muscle_id id, plump_error* error) {
    if (!world) {
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
        return NULL;
    }
    pl_muscle* muscle = pl_slots_find(&world->muscle_slots, id.value);
    if (!muscle)
        pl_fail(error, PLUMP_ERROR_ARGUMENT,
                id.value ? "muscle %u is not in this world; it may have been destroyed"
                         : "the muscle id is %u, which names no muscle",
                (unsigned)id.value);
    return muscle;
}

static void destroy_at(plump_world* world, size_t at) {
    pl_muscle* muscle = world->muscles[at];
    pl_body* body = pl_world_find(world, muscle->def.body, NULL);
    if (body) {
        body->flexing = false;
        pl_body_rouse(world, body);
    }
    memmove(world->muscles + at, world->muscles + at + 1,
            (--world->muscle_count - at) * sizeof(pl_muscle*));
    pl_slots_clear(&world->muscle_slots, muscle->id.value);
    pl_muscle_free(world, muscle);
}

plump_result plump_muscle_destroy(plump_world* world, plump_muscle_id id, plump_error* error) {
    const pl_muscle* muscle = find(world, id, error);
    if (!muscle) return PLUMP_ERROR_ARGUMENT;
    size_t at = 0;
    while (world->muscles[at] != muscle) ++at;
    destroy_at(world, at);
    return PLUMP_OK;
}

void pl_muscles_drop(plump_world* world, plump_body_id body) {
    for (size_t at = world->muscle_count; at-- > 0;) {
        if (world->muscles[at]->def.body.value == body.value) destroy_at(world, at);
    }
}

bool plump_muscle_exists(const plump_world* world, plump_muscle_id muscle) {
    return world && find(world, muscle, NULL);
}

// --- the step ---

static void begin_muscle(const plump_world* world, pl_muscle* muscle) {
    pl_body* body = pl_world_find(world, muscle->def.body, NULL);
    pl_muscle_find_roof(body, muscle);
    memcpy(muscle->mobility, body->inv_mass, body->padded * sizeof(float));
    memset(muscle->held, 0, body->padded);
    for (size_t i = 0; i < body->pin_count; ++i) muscle->held[body->pins[i].place] = 1;
    muscle->any_held = body->pin_count > 0;
    muscle->pulls = false;
    muscle->joint_count = 0;
    muscle->next = body->muscles;
    body->muscles = muscle;
}

static void hold(pl_muscle* muscle, const pl_attachment* tie, bool to_bone) {
    uint32_t place = tie->place[0];
    muscle->held[place] = 1;
    muscle->any_held = true;
    muscle->mobility[place] = to_bone ? 1.0f : 0.0f;
    if (to_bone)
        muscle->joints[muscle->joint_count++] = (pl_muscle_joint){.place = place, .tie = tie};
}

// A tie of the vertex alone that holds fast to what no body's move moves. Of several of one vertex
// the first.
static void hold_by(const plump_world* world, pl_attachment* a) {
    pl_body* body = world->bodies[a->body[0]];
    if (!body->muscles || !pl_attachment_acts(a) || a->def.other.value || a->def.stiffness > 0.0f)
        return;
    if (a->held[0].count > 1) return;
    if (body->muscles->held[a->place[0]]) return;
    bool to_bone = a->obstacle != PL_NOBODY && world->stage.obstacles[a->obstacle]->bone;
    for (pl_muscle* m = body->muscles; m; m = m->next) hold(m, a, to_bone);
    a->carrier = body;
}

void pl_muscles_index(plump_world* world) {
    if (world->muscle_count == 0) return;
    for (size_t i = 0; i < world->body_count; ++i) world->bodies[i]->muscles = NULL;
    for (size_t i = world->muscle_count; i-- > 0;) begin_muscle(world, world->muscles[i]);
    for (size_t i = 0; i < world->attachment_count; ++i) hold_by(world, world->attachments[i]);
}

// --- telling and reading ---

plump_result plump_muscle_set_activation(plump_world* world, plump_muscle_id id, float activation,
                                         plump_error* error) {
    pl_muscle* muscle = find(world, id, error);
    if (!muscle) return PLUMP_ERROR_ARGUMENT;
    plump_result result = check_activation(activation, error);
    if (result != PLUMP_OK || activation == muscle->def.activation) return result;
    muscle->def.activation = activation;
    pl_body_rouse(world, pl_world_find(world, muscle->def.body, NULL));
    return PLUMP_OK;
}

plump_result plump_muscle_set_strength(plump_world* world, plump_muscle_id id, float strength,
                                       plump_error* error) {
    pl_muscle* muscle = find(world, id, error);
    if (!muscle) return PLUMP_ERROR_ARGUMENT;
    plump_result result = check_strength(strength, error);
    if (result != PLUMP_OK || strength == muscle->def.strength) return result;
    muscle->def.strength = strength;
    pl_body_rouse(world, pl_world_find(world, muscle->def.body, NULL));
    return PLUMP_OK;
}

uint32_t plump_muscle_end_vertices(const plump_world* world, plump_muscle_id id,
                                   plump_muscle_end end, uint32_t* vertices, uint32_t capacity) {
    const pl_muscle* muscle = world ? find(world, id, NULL) : NULL;
    if (!muscle || (unsigned)end >= PLUMP_MUSCLE_END_COUNT) return 0;
    for (uint32_t i = 0; vertices && i < muscle->end_count[end] && i < capacity; ++i)
        vertices[i] = muscle->ends[end][i];
    return muscle->end_count[end];
}

// A vertex in the frame of an obstacle.
static void point_in(const pl_body* body, uint32_t vertex, const pl_obstacle* obstacle,
                     double point[3]) {
    uint32_t place = body->surface->place_of[vertex];
    pl_place frame = pl_obstacle_place(obstacle);
    double apart[3];
    for (int k = 0; k < 3; ++k)
        apart[k] = body->origin[k] + (double)body->x[k][place] - frame.position[k];
    pl_vec3d_store(pl_rotation_back(frame.turn, pl_vec3d_load(apart)), point);
}

plump_result plump_muscle_attach(plump_world* world, plump_muscle_id id, plump_muscle_end end,
                                 plump_obstacle_id obstacle, plump_error* error) {
    const pl_muscle* muscle = find(world, id, error);
    const pl_obstacle* bone = muscle ? pl_obstacle_find(world, obstacle, error) : NULL;
    if (!bone) return PLUMP_ERROR_ARGUMENT;
    if ((unsigned)end >= PLUMP_MUSCLE_END_COUNT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "a muscle has no end %u", (unsigned)end);
    plump_attachment_def def = plump_default_attachment_def();
    def.body = muscle->def.body;
    def.obstacle = obstacle;
    const pl_body* body = pl_world_find(world, def.body, error);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < muscle->end_count[end] && result == PLUMP_OK; ++i) {
        plump_attachment_id made;
        def.vertex = muscle->ends[end][i];
        point_in(body, def.vertex, bone, def.point);
        result = plump_attachment_create(world, &def, &made, error);
    }
    return result;
}

plump_result plump_muscle_read_fibres(const plump_world* world, plump_muscle_id id, float* fibres,
                                      uint32_t capacity, plump_error* error) {
    const pl_muscle* muscle = find(world, id, error);
    if (!muscle) return PLUMP_ERROR_ARGUMENT;
    if (!fibres || capacity < muscle->triangle_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the muscle's body has %u triangles, there is room for the fibres of %u",
                       (unsigned)muscle->triangle_count, fibres ? (unsigned)capacity : 0u);
    const pl_body* body = pl_world_find(world, muscle->def.body, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    pl_fpmode mode = pl_fpmode_enter();
    for (uint32_t i = 0; i < muscle->triangle_count; ++i)
        pl_fibre_direction(body, muscle, i, fibres + (size_t)3 * i);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

// Mean stretch, and of what fibres pull with the share, both by volume.
static void measure(const pl_body* body, const pl_muscle* muscle, double* stretch, double* share) {
    double volume = 0.0;
    *stretch = *share = 0.0;
    for (uint32_t i = 0; i < muscle->fibre_count; ++i) {
        const pl_fibre* f = &muscle->fibres[i];
        double g[3] = {0, 0, 0}, v = (double)f->volume;
        for (int k = 0; k < 3; ++k) {
            for (int c = 0; c < 3; ++c)
                g[k] += (double)f->share[c] * (double)body->x[k][f->place[c]];
        }
        double now = pl_vec3d_length(pl_vec3d_load(g));
        volume += v;
        *stretch += v * now;
        *share += v * pl_muscle_bell(&muscle->def, now);
    }
    *stretch /= volume;
    *share /= volume;
}

static void describe(const plump_world* world, const pl_muscle* muscle, plump_muscle_info* info) {
    const pl_body* body = pl_world_find(world, muscle->def.body, NULL);
    double share;
    *info = (plump_muscle_info){.body = muscle->def.body,
                                .user = muscle->def.user,
                                .activation = (float)muscle->activation,
                                .wanted = muscle->def.activation,
                                .length = muscle->length,
                                .substep = pl_muscle_substep(body, muscle)};
    measure(body, muscle, &info->stretch, &share);
    if (!(muscle->length > 0.0)) return;
    info->section = body->rest_volume / muscle->length;
    info->force_most = (double)muscle->def.strength * info->section;
    info->force = muscle->activation * share * info->force_most;
}

plump_result plump_muscle_get_info(const plump_world* world, plump_muscle_id id,
                                   plump_muscle_info* info, plump_error* error) {
    const pl_muscle* muscle = find(world, id, error);
    if (!muscle) return PLUMP_ERROR_ARGUMENT;
    if (!info) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put what is known");
    pl_fpmode mode = pl_fpmode_enter();
    describe(world, muscle, info);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

uint32_t plump_world_muscles(const plump_world* world, plump_muscle_id* muscles,
                             uint32_t capacity) {
    if (!world) return 0;
    for (size_t i = 0; muscles && i < world->muscle_count && i < capacity; ++i)
        muscles[i] = world->muscles[i]->id;
    return (uint32_t)world->muscle_count;
}
